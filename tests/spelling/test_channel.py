"""The noisy channel: compiled sums are those of the definition, EM finds what was put in, files are safe to read."""

import json
from math import isinf
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perpend
from perpend.errors import FormatError, InputError
from perpend.learning.registry import card, load
from perpend.spelling.channel import GROUPS, Channel, EditCounts, edit_table, letter_numbers, plain_log_probability
from perpend.spelling.channel_training import TrainingPair, count_edits, fold_of, train_channel
from perpend.spelling.misspellings import read_misspellings
from perpend.spelling.ranking import FEATURES, Ranked, feature_rows, features, learn_weights
from perpend.spelling.sounds import hear
from perpend.spelling.suggestion import Suggester, find_suggester
from perpend.spelling.word_index import WordIndex
from perpend.spelling.word_list import Matching, WordList

SWAPS = [TrainingPair("receive", "recieve"), TrainingPair("believe", "beleive"), TrainingPair("friend", "freind")] * 3


def find_channel() -> Channel:
    found = load(kind="spelling")
    assert isinstance(found, Channel)
    return found


@settings(max_examples=40)
@given(st.text("abeé- ", max_size=7), st.lists(st.text("abeé- ", max_size=7), min_size=1, max_size=4))
def test_compiled_and_plain_sums_are_the_same_bits(written: str, words: list[str]) -> None:
    channel = find_channel()
    compiled = channel.log_probabilities(written, words)
    for word, value in zip(words, compiled.tolist(), strict=True):
        numbers = [letter_numbers([text], channel.alphabet).letters.tolist() for text in (word, written)]
        assert plain_log_probability(channel.table, *numbers) == value


def test_a_pair_too_long_to_be_probable_is_ranked_last() -> None:
    value = find_channel().log_probabilities("b" * 255, ["a" * 255])[0]
    assert isinf(value) or value < -500
    index = WordIndex.of(["a" * 255])
    assert Suggester(index, find_channel()).suggest("a" * 254, k=1).words[0].distance == 1


def test_em_learns_the_edits_that_were_made() -> None:
    channel = train_channel(SWAPS)
    swapped, other = channel.log_probabilities("recieve", ["receive", "recite"])
    assert swapped > other
    counts = channel.to_dict()["edits"]["middle"]
    assert counts["ei>ie"] > 2
    assert counts["ie>ei"] > 2


def test_nothing_to_learn_from() -> None:
    with pytest.raises(InputError, match="none of 1 pairs differs by 1 to 2 edits"):
        train_channel([TrainingPair("cat", "elephant")])


def test_probabilities_of_a_letter_do_not_exceed_one() -> None:
    counts = count_edits(SWAPS, "abcdefghijklmnopqrstuvwxyz", drawn=20.0)
    table = edit_table(counts, "abcdefghijklmnopqrstuvwxyz", 20.0)
    assert table.min() >= 0
    assert table[:, 1:27].sum(2).max() < 1.35
    unseen = edit_table(EditCounts(np.zeros((3, GROUPS, GROUPS)), np.zeros((3, GROUPS))), "abc", 1.0)
    assert np.isfinite(unseen).all()


def test_a_channel_is_the_same_when_read_again(tmp_path: Path) -> None:
    channel = find_channel()
    channel.save(tmp_path / "channel.json")
    again = Channel.read(tmp_path / "channel.json")
    assert (again.table == channel.table).all()
    assert again.to_dict() == channel.to_dict()
    assert again.signature == channel.signature


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "other"}, {"format": 2}, {"alphabet": "aa"}, {"alphabet": "a" * 40}, {"k": 0}, {"drawn": 0},
        {"weights": {"channel": 1}}, {"edits": {}}, {"edits": {"start": {"abc>a": 1}}}, {"power": "much"},
        {"groups": {"start": {"a": -1}, "middle": {}, "end": {}}}, {"weights": dict.fromkeys(FEATURES, float("nan"))},
    ],
)  # fmt: skip
def test_a_file_that_is_no_channel(tmp_path: Path, change: dict[str, object]) -> None:
    (tmp_path / "channel.json").write_text(json.dumps(find_channel().to_dict() | change))
    with pytest.raises(FormatError, match=r"`perpend train( spelling)?`"):
        Channel.read(tmp_path / "channel.json")


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b"[" * 100_000])
def test_bytes_that_are_no_channel(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "channel.json").write_bytes(content)
    with pytest.raises(InputError, match=r"perpend train|model file"):
        Channel.read(tmp_path / "channel.json")


def test_weights_prefer_what_was_meant() -> None:
    words = [("recieve", "receive", "relieve"), ("beleive", "believe", "bereave"), ("freind", "friend", "fiend")]
    examples = [
        Ranked(np.array([features(hear(written), hear(word), -5.0, -9.0) for word in (wrong, right)], float), 1)
        for written, right, wrong in words
    ]
    weights = learn_weights(examples)
    assert weights["swapped"] > 0
    for example in examples:
        scores = example.rows @ np.array([weights[name] for name in FEATURES])
        assert scores[1] > scores[0]
    assert weights["channel"] == weights["frequency"] == 0


def test_suggestions_say_what_they_rest_on() -> None:
    index = WordIndex.of(WordList.of(["receive", "recipe", "Relieve"], [900, 50, 40]), Matching(ignore_case=True))
    found = Suggester(index, find_channel()).suggest("Recieve")
    assert not found.known
    best = found.words[0]
    assert best.word == "receive"
    assert (best.distance, best.differ, best.count) == (1, 0, 900)
    known = Suggester(index, find_channel()).suggest("receive")
    assert known.known
    assert "receive" not in [one.word for one in known.words]


def test_all_within_a_distance_and_no_more() -> None:
    words = [first + second for first in "abcdefghij" for second in "abcdefghij"]
    found = Suggester(WordIndex.of(words), find_channel()).suggest("ab", 0, distance=1)
    assert {one.word for one in found.words} == {
        word for word in words if word != "ab" and (word[0] == "a" or word[1] == "b" or word == "ba")
    }


def test_folds_are_by_word() -> None:
    words = [f"word{number}" for number in range(1000)]
    assert 400 < sum(fold_of(word, 0) for word in words) < 600
    assert [fold_of(word, 1) for word in words] != [fold_of(word, 0) for word in words]


def test_reading_misspellings(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("correct\tmisspelling\tfreq\na_lot\talot\t3\n?\tdoc\t1\n\nreceive\trecieve\n")
    assert read_misspellings(path) == [("a lot", "alot"), ("receive", "recieve")]
    path.write_text("meant\tmisspelling\n")
    with pytest.raises(FormatError, match="no column 'correct'"):
        read_misspellings(path)
    path.write_text("correct\tmisspelling\nreceive\n")
    with pytest.raises(FormatError, match=r"pairs.tsv:2: 1 columns, 2 needed"):
        read_misspellings(path)
    path.write_bytes(b"correct\tmisspelling\n\xff\tx\n")
    with pytest.raises(FormatError, match="not UTF-8"):
        read_misspellings(path)


def test_the_card_names_the_licence() -> None:
    assert find_channel().licence in card("english")


def test_pairs_are_predicted_and_explained() -> None:
    pairs = [("recieve", "receive"), ("cat", "cat"), ("ct", "cat"), ("catt", "cat"), ("", "")]
    answers = list(find_channel().explain_many(pairs))
    assert find_channel().predict(pairs).tolist() == [answer.value for answer in answers]
    assert [answer.reasons[0] for answer in answers[:3]] == [
        "'ei' was written 'ie'",
        "'cat' was written as it is",
        "'ca' was written 'c'",
    ]
    for answer in answers:
        assert sum(part.points for part in answer.contributions) == pytest.approx(answer.value)
        assert "".join(edit.written for edit in answer.edits) == answer.written
        assert "".join(edit.meant for edit in answer.edits) == answer.meant


def test_features_of_many_pairs_are_those_of_each() -> None:
    pairs = [("recieve", "receive"), ("kwik", "quick"), ("hte", "the"), ("dont", "don't"), ("", "a"), ("naïv", "naïve")]
    pairs += [("xylofone", "xylophone"), ("its", "it's"), ("wellknown", "well-known"), ("a" * 70, "a" * 69 + "b")]
    written, candidates = [hear(one) for one, _ in pairs], [hear(other) for _, other in pairs]
    channel, frequencies = np.linspace(-30, -1, len(pairs)), np.linspace(-18, -3, len(pairs))
    rows = feature_rows(written, candidates, channel, frequencies)
    plain = [features(*each) for each in zip(written, candidates, channel.tolist(), frequencies.tolist(), strict=True)]
    assert rows.shape == (len(pairs), len(FEATURES))
    assert (rows == np.array(plain, float)).all()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("hte", "the"), ("fisikal", "physical"), ("fotograf", "photograph"), ("kwik", "quick"), ("enuf", "enough"),
        ("recieve", "receive"), ("definately", "definitely"), ("kubernets", "kubernetes"), ("databse", "database"),
    ],
)  # fmt: skip
def test_slips_and_words_written_as_they_sound(written: str, meant: str) -> None:
    assert perpend.suggest(written).value[0] == meant


def test_suggestions_for_many_words_are_those_for_each() -> None:
    suggester = find_suggester()
    words = ["recieve", "hte", "xq", "", "receive", "Pariss", "fisikal"] * 60
    together = suggester.suggest_all(words)
    assert together[:7] == [suggester.suggest(word) for word in words[:7]]
    assert together[7:14] == together[:7]
    assert together[-7:] == together[:7]
