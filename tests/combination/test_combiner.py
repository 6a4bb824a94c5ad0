"""From candidates to one text: unusual input, voters, n-best lists, pictures."""

import random
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perpend.combination.combiner import Combiner, combine
from perpend.combination.reading import read_candidates, system_names
from perpend.combination.segment import MAX_CANDIDATES, segment_of
from perpend.combination.weights import METHODS, read_weights, untuned
from perpend.errors import FormatError, InputError, PerpendError, SettingError

WORDS = ["the", "a", "cat", "cats", "dog", "sat", "sits", "on", "mat", "big", ".", ",", "The", "5.5", '"']
LISTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), min_size=1, max_size=5)
VOTES = ["The cat sat down.", "A cat sat down.", "The cat sat down there.", "The dog sat down."]


@pytest.mark.parametrize("method", METHODS)
class TestEveryMethod:
    def test_one_system_is_repeated(self, method: str) -> None:
        assert combine(["He didn't go to the U.S., did he?"], method=method).text == "He didn't go to the U.S., did he?"

    def test_systems_that_agree_are_repeated(self, method: str) -> None:
        found = combine(["The cat sat."] * 4, method=method)
        assert found.text == "The cat sat."
        assert {word.voters for word in found.words} == {("1", "2", "3", "4")}

    def test_nothing_gives_nothing(self, method: str) -> None:
        found = combine(["", "  "], method=method)
        assert (found.text, found.words) == ("", ())

    def test_an_empty_candidate_abstains(self, method: str) -> None:
        assert combine(["The cat sat.", "", "The cat sat.", ""], method=method).text == "The cat sat."

    def test_most_systems_win(self, method: str) -> None:
        assert combine(VOTES, method=method).text == "The cat sat down."

    def test_fifty_systems(self, method: str) -> None:
        draw = random.Random(0)
        base = ["we", "saw", "that", "the", "big", "dog", "sat", "on", "the", "mat", "near", "the", "door", "."]
        texts = [" ".join(word if draw.random() > 0.2 else draw.choice(WORDS) for word in base) for _ in range(50)]
        found = combine(texts, method=method)
        assert method == "mbr" or " ".join(word.word for word in found.words) == " ".join(base)

    def test_five_hundred_words(self, method: str) -> None:
        draw = random.Random(0)
        base = [f"w{draw.randrange(200)}" for _ in range(500)]
        texts = [" ".join(word if draw.random() > 0.1 else "x" for word in base) for _ in range(3)]
        assert len(combine(texts, method=method, metric="ter").words) > 450


@settings(max_examples=60, deadline=None)
@given(LISTS, st.sampled_from(METHODS), st.sampled_from(["ter", "terp"]))
def test_the_output_is_made_of_the_candidates_words(texts: list[str], method: str, metric: str) -> None:
    found = combine(texts, method=method, metric=metric)
    said = {word for words in segment_of([[text] for text in texts]).said for word in words.forms}
    assert {word.word for word in found.words} <= said
    assert all(word.voters for word in found.words)
    assert combine(texts, method=method, metric=metric).to_dict() == found.to_dict()


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text(max_size=30), min_size=1, max_size=4), st.sampled_from(METHODS))
def test_any_text_has_a_result(texts: list[str], method: str) -> None:
    assert isinstance(combine(texts, method=method).text, str)


def test_voters_are_those_who_said_the_word() -> None:
    found = combine(VOTES, method="network")
    by_word = {word.word: word.voters for word in found.words}
    assert by_word["The"] == ("1", "3", "4")
    assert by_word["cat"] == ("1", "2", "3")
    assert by_word["down"] == ("1", "2", "3", "4")


def test_of_an_nbest_list_the_first_weighs_most() -> None:
    shares = segment_of([["a", "b"], ["b"], []]).shares
    assert shares.round(4).tolist() == [[0.6667, 0, 0], [0.3333, 1, 0]]
    assert combine([["a b c", "a b d"], "a b d", "a b c"]).text == "a b c"


def test_many_segments_come_in_their_order() -> None:
    rows = [[f"line {number} here", f"line {number} there", f"line {number} here"] for number in range(120)]
    found = Combiner(untuned(["a", "b", "c"]), threads=3).combine_many(rows)
    assert [one.text for one in found] == [f"line {number} here" for number in range(120)]


@pytest.mark.parametrize("method", ["network", "two-pass", "extended"])
def test_the_picture_shows_the_path(method: str) -> None:
    tree = ElementTree.fromstring(combine([*VOTES, "<b> & co"], method=method).to_svg())
    assert tree[0].text == "The cat sat down ."
    assert any("path" in str(part.get("class")) for part in tree)


def test_mbr_has_no_picture() -> None:
    with pytest.raises(SettingError, match="no network to draw"):
        combine(VOTES, method="mbr").to_svg()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: combine([]), "nothing to combine"),
        (lambda: combine("one text"), "nothing to combine"),  # type: ignore[arg-type]
        (lambda: combine(["a"], method="vote"), "unknown method 'vote'; known: extended, mbr, network, two-pass"),
        (lambda: combine(["a"], metric="wer"), "unknown metric 'wer'; known: ter, terp"),
        (lambda: combine(["a"], untuned(["x", "y"])), "candidates of 1 systems, but the weights are for 2"),
        (lambda: combine(["a"], untuned(["x"]), method="mbr"), "leave these out"),
        (lambda: combine([["a"] * (MAX_CANDIDATES + 1)]), "too many"),
        (lambda: untuned(["x", "x"]), "two systems have the same name"),
        (lambda: Combiner(untuned(["x"], models=1)), "need a language model"),
        (lambda: Combiner(untuned(["x"]), states=0), "at least 1"),
    ],
)
def test_mistakes_are_explained(call, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(PerpendError, match=message):
        call()


def test_files_of_lines_and_of_ranks(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\n\nthree\n", encoding="utf-8")
    (tmp_path / "b.nbest").write_text("0 ||| eins ||| f ||| -1\n0 ||| ein\n2 ||| drei\n", encoding="utf-8")
    paths = [tmp_path / "a.txt", tmp_path / "b.nbest"]
    assert read_candidates(paths) == [[["one"], ["eins", "ein"]], [[""], []], [["three"], ["drei"]]]
    assert system_names(paths) == ("a", "b")
    assert read_candidates(paths[1:]) == [[["eins", "ein"]], [[]], [["drei"]]]


def test_files_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    for name, text in {"a": "1\n2\n", "b": "1\n", "c": "5 ||| x\n", "d": "900000 ||| x\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="different numbers of lines"):
        read_candidates([tmp_path / "a", tmp_path / "b"])
    with pytest.raises(InputError, match="candidates for segment 5, but there are only 2"):
        read_candidates([tmp_path / "a", tmp_path / "c"])
    with pytest.raises(FormatError, match="numbers count up from 0"):
        read_candidates([tmp_path / "d"])
    with pytest.raises(InputError, match="given twice"):
        system_names([tmp_path / "a", tmp_path / "a"])


GOOD = untuned(["x", "y"]).to_dict()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "model"}, "not weights"),
        ({"version": 2}, "not weights"),
        ({"method": "vote"}, "unknown"),
        ({"backbones": 0}, "whole number"),
        ({"systems": {"x": 0.7, "y": 0.7}}, "sum to 1"),
        ({"systems": {"x": "much"}}, "a number was needed"),
        ({"features": {"confidence": 1.0}}, "not those of the method"),
    ],
)
def test_wrong_weights_are_refused(tmp_path: Path, change: dict[str, object], message: str) -> None:
    import json

    (tmp_path / "w.json").write_text(json.dumps({**GOOD, **change}), encoding="utf-8")
    with pytest.raises(FormatError, match=message):
        read_weights(tmp_path / "w.json")


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="perpend combine tune"):
        read_weights(tmp_path / "none.json")
    (tmp_path / "bytes").write_bytes(b"\xff\x00")
    with pytest.raises(FormatError, match="not JSON"):
        read_weights(tmp_path / "bytes")
