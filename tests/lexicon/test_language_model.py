"""Training of language models: against values worked out by hand, the plain definition, and kenlm as a reader."""

import gzip
import lzma
from itertools import product
from math import isclose, log, log10
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import FormatError, InputError, MissingExtra, SettingError
from perpend.lexicon.language_model.counting import counted
from perpend.lexicon.language_model.definition import PlainModel
from perpend.lexicon.language_model.estimate import discounts, estimated, thresholds
from perpend.lexicon.language_model.lookup import Lookup, ModelArrays, log_plainly, model_arrays
from perpend.lexicon.language_model.querying import open_language_model, score_sentence, sum_of_scores
from perpend.lexicon.language_model.sentences import Sentences, bytes_a_word, read_sentences
from perpend.lexicon.language_model.training import train_language_model

WORDS = st.sampled_from(["a", "b", "c", "d"])
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=6), min_size=1, max_size=12)


class Arpa:
    """An ARPA file as tables, asked by the format's own rule: the longest n-gram there is, else the shares left."""

    def __init__(self, path: Path) -> None:
        self.tables: dict[tuple[str, ...], tuple[float, float]] = {}
        self.sizes: list[int] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("ngram "):
                self.sizes.append(int(line.partition("=")[2]))
            elif "\t" in line:
                log, words, *left = line.split("\t")
                self.tables[tuple(words.split(" "))] = float(log), float(left[0]) if left else 0.0

    def log(self, history: tuple[str, ...], word: str) -> float:
        history = history[max(0, len(history) - len(self.sizes) + 1) :]
        if (found := self.tables.get((*history, word))) is not None:
            return found[0]
        return self.tables.get(history, (0.0, 0.0))[1] + self.log(history[1:], word)


def trained(folder: Path, sentences: list[list[str]], order: int, **options: object) -> Arpa:
    (folder / "text").write_text("".join(f"{' '.join(words)}\n" for words in sentences), encoding="utf-8")
    train_language_model([folder / "text"], folder / "lm.arpa", order=order, **options)  # type: ignore[arg-type]
    return Arpa(folder / "lm.arpa")


def test_two_sentences_by_hand(tmp_path: Path) -> None:
    """Adjusted counts of words: a 1, b 1, </s> 2, 4 in all; discounts .5 and 1; so half is left to 4 equal shares."""
    model = trained(tmp_path, [["a", "b"], ["a"]], 2)
    expected = {
        ("a",): 0.25, ("b",): 0.25, ("</s>",): 0.375, ("<unk>",): 0.125,
        ("<s>", "a"): (2 - 1) / 2 + 0.5 * 0.25, ("a", "b"): 0.5 / 2 + 0.5 * 0.25,
        ("a", "</s>"): 0.5 / 2 + 0.5 * 0.375, ("b", "</s>"): 0.5 / 1 + 0.5 * 0.375,
    }  # fmt: skip
    assert {ngram: 10**log for ngram, (log, _) in model.tables.items() if ngram != ("<s>",)} == pytest.approx(
        expected, rel=1e-5
    )
    assert model.tables["<s>",] == pytest.approx((-99.0, log10(0.5)))
    assert model.tables["</s>",][1] == 0.0, "nothing follows an end"


def test_discounts_by_hand() -> None:
    """t = 4 2 1 1: Y = 4 / 8; D1 = 1 - 2 Y 2/4, D2 = 2 - 3 Y 1/2, D3 = 3 - 4 Y 1/1."""
    assert discounts(np.repeat([0, 1, 2, 3, 4, 9], [7, 4, 2, 1, 1, 3])) == (0.5, 1.25, 1.0)
    assert discounts(np.array([1, 1, 2])) == (0.5, 1.0, 1.5), "no counts of 3: fixed ones"
    assert discounts(np.repeat([1, 2, 3, 4], [1, 1, 1, 90])) == (0.5, 1.0, 1.5), "below 0: fixed ones"
    assert discounts(np.array([1, 1, 1, 1, 2, 3])) == (0.5, 1.0, 1.5), (
        "0 would leave nothing to other words: fixed ones"
    )


@given(TEXTS, st.integers(1, 4))
def test_the_model_is_that_of_the_plain_definition(tmp_path_factory: pytest.TempPathFactory, texts, order) -> None:  # type: ignore[no-untyped-def]
    model, plain = trained(tmp_path_factory.mktemp("lm"), texts, order), PlainModel(texts, order)
    for length in range(order):
        for history in product(["<s>", "a", "b"], repeat=length):
            if "<s>" not in history[1:]:
                for word in plain.vocabulary:
                    assert model.log(history, word) == pytest.approx(log10(plain.probability(history, word)), abs=2e-5)


@given(TEXTS, st.integers(1, 4), st.integers(0, 2), st.integers(1, 3))
def test_probabilities_behind_any_history_sum_to_one(
    tmp_path_factory: pytest.TempPathFactory, texts: list[list[str]], order: int, threshold: int, min_count: int
) -> None:
    model = trained(tmp_path_factory.mktemp("lm"), texts, order, prune=[0, threshold][:order], min_count=min_count)
    vocabulary = [ngram[0] for ngram in model.tables if len(ngram) == 1 and ngram != ("<s>",)]
    for history in product(["<s>", "<unk>", *"abcd"], repeat=min(order - 1, 2)):
        known = tuple(word if (word,) in model.tables else "<unk>" for word in history)
        assert isclose(sum(10 ** model.log(known, word) for word in vocabulary), 1.0, rel_tol=1e-4)


@given(TEXTS)
def test_every_ngram_is_counted_once_and_pruned_by_its_count(
    tmp_path_factory: pytest.TempPathFactory, texts: list[list[str]]
) -> None:
    folder, plain = tmp_path_factory.mktemp("lm"), PlainModel(texts, 3)
    whole, pruned = trained(folder, texts, 3), trained(folder, texts, 3, prune=[0, 0, 1])
    assert whole.sizes == [len(plain.vocabulary) + 1, len(plain.counts[2]), len(plain.counts[3])]
    kept = {ngram for ngram, count in plain.counts[3].items() if count > 1}
    assert {ngram for ngram in pruned.tables if len(ngram) == 3} == kept
    assert pruned.sizes == [*whole.sizes[:2], len(kept)]


@given(TEXTS, st.integers(1, 4), st.lists(st.integers(1, 4), max_size=3), st.integers(1, 4))
def test_look_ups_agree_with_the_plain_definition(
    texts: list[list[str]], order: int, history: list[int], word: int
) -> None:
    """Numbers 1 to 4 of a packed text stand for a to d; of these the model knows what the texts have."""
    words = ("<unk>", "<s>", "</s>", *sorted({word for text in texts for word in text}))
    known = {form: number for number, form in enumerate(words)}
    numbers = [number for text in texts for number in (1, *(known[form] for form in text), 2)]
    arrays = model_arrays(Sentences(np.array(numbers, np.int32), words), order)
    of_forms = np.array([0, *(known.get(form, 0) for form in "abcd")], np.int32)
    bound, plain = Lookup(arrays, of_forms), PlainModel(texts, order)
    framed = [*([1] if len(history) < 3 else []), *(int(of_forms[form]) for form in history)]
    packed = sum(form << 16 * place for place, form in enumerate(reversed(history)))
    assert bound.word(packed << 16 | word) == log_plainly(arrays, framed, int(of_forms[word]))
    assert bound.end(packed) == log_plainly(arrays, framed, 2)
    assert bound.end(packed) == pytest.approx(log(plain.probability(tuple(words[form] for form in framed), "</s>")))


def test_rare_words_and_words_of_the_frame_are_unknown(tmp_path: Path) -> None:
    model = trained(tmp_path, [["a", "a", "b"], ["<s>", "a", "</s>", "<unk>"]], 2, min_count=2)
    assert {ngram[0] for ngram in model.tables if len(ngram) == 1} == {"<unk>", "<s>", "</s>", "a"}
    assert ("<unk>", "<unk>") in model.tables


def test_compressed_text_and_a_nul_give_the_same_bytes(tmp_path: Path) -> None:
    text = "the cat sat\n\nthe\0dog  ran\r\n"
    (tmp_path / "plain").write_bytes(text.encode())
    (tmp_path / "a.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "a.xz").write_bytes(lzma.compress(text.encode()))
    for name in ("plain", "a.gz", "a.xz"):
        made = train_language_model([tmp_path / name], tmp_path / f"{name}.arpa")
        assert (made.sentences, made.words, made.types) == (2, 6, 8)
    assert len({(tmp_path / f"{name}.arpa").read_bytes() for name in ("plain", "a.gz", "a.xz")}) == 1


def test_errors_say_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n \n", encoding="utf-8")
    (tmp_path / "latin").write_bytes(b"caf\xe9\n")
    (tmp_path / "text").write_text("a b c\n", encoding="utf-8")
    out = tmp_path / "lm.arpa"
    for paths, options, problem in [
        ([], {}, "at least one file"),
        ([tmp_path / "empty"], {}, "no words"),
        ([tmp_path / "latin"], {}, "not UTF-8"),
        ([tmp_path / "none"], {}, "cannot be read"),
        ([tmp_path / "text"], {"memory": 500}, "the memory suffices"),
        ([tmp_path / "text"], {"order": 7}, "order 7"),
        ([tmp_path / "text"], {"min_count": 0}, "min_count 0"),
        ([tmp_path / "text"], {"prune": [0, 2, 1]}, "do not fall"),
        ([tmp_path / "text"], {"prune": [1]}, "0 for the first order"),
    ]:
        with pytest.raises((InputError, SettingError), match=problem):
            train_language_model(paths, out, **options)  # type: ignore[arg-type]
    assert not out.exists()
    assert thresholds([], 3) == (0, 0, 0)


def test_reports_reach_the_end(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a b c\n" * 5, encoding="utf-8")
    seen: list[tuple[str, int, int]] = []
    train_language_model([tmp_path / "text"], tmp_path / "lm", report=lambda *facts: seen.append(facts))
    assert seen[-1][0] == "writing"
    assert seen[-1][1] == seen[-1][2] > 0


def test_memory_is_that_of_the_text(tmp_path: Path) -> None:
    """All arrays of all levels together stay within what is promised for each word."""
    (tmp_path / "text").write_text(
        "".join(f"w{k} w{k * 7 % 93} w{k * k % 501}\n" for k in range(500)), encoding="utf-8"
    )
    sentences = read_sentences([tmp_path / "text"])
    model = estimated(counted(sentences, 4))
    arrays = [one.level for one in model]
    size = sum(sum(getattr(level, name).nbytes for name in level.__slots__) for level in arrays)
    assert size + sum(one.probability.nbytes + one.backoff.nbytes for one in model) < bytes_a_word(4) * len(
        sentences.numbers
    )


@pytest.fixture
def kenlm() -> None:
    pytest.importorskip("kenlm", reason="kenlm absent: pip install 'perpend[lm]'")


@pytest.mark.usefixtures("kenlm")
def test_kenlm_reads_what_is_written(tmp_path: Path) -> None:
    texts = [["a", "b", "c"], ["a", "b"], ["b", "c", "a", "b"], ["c"]] * 2 + [["d", "a"]]
    own = trained(tmp_path, texts, 3)
    model = open_language_model(tmp_path / "lm.arpa")
    assert model.order == 3
    for words in (["a", "b", "c"], ["d", "d"], ["z", "a", "z"], []):
        framed = ["<s>", *(word if word in "abcd" else "<unk>" for word in words), "</s>"]
        expected = sum(own.log(tuple(framed[:k]), framed[k]) for k in range(1, len(framed)))
        found = score_sentence(model, words)
        assert found.log10 == pytest.approx(expected, abs=1e-4)
        assert (found.words, found.unknown) == (len(words), words.count("z"))
    total = sum_of_scores([score_sentence(model, ["a"]), score_sentence(model, ["b", "c"])])
    assert (total.sentences, total.words) == (2, 3)
    assert total.perplexity == pytest.approx(10 ** (-total.log10 / 5))


@pytest.mark.usefixtures("kenlm")
def test_what_kenlm_cannot_read_is_a_format_error(tmp_path: Path) -> None:
    (tmp_path / "lm.arpa").write_text("nothing of the kind\n", encoding="utf-8")
    with pytest.raises(FormatError, match="not a language model"):
        open_language_model(tmp_path / "lm.arpa")
    with pytest.raises(InputError, match="no sentences"):
        sum_of_scores([])


def test_without_kenlm_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "kenlm", None)
    with pytest.raises(MissingExtra, match=r"perpend\[lm\]"):
        open_language_model(tmp_path / "lm.arpa")


def changed(arrays: ModelArrays, **fields: Any) -> ModelArrays:
    return ModelArrays(**{"keys": arrays.keys, "logs": arrays.logs, "left": arrays.left, **fields})


def test_a_model_whose_arrays_do_not_fit_is_refused() -> None:
    arrays = model_arrays(Sentences(np.array([1, 3, 4, 2], np.int32), ("<unk>", "<s>", "</s>", "a", "b")), 3)
    forms = np.array([0, 3, 4], np.int32)
    short = tuple(row[:-1] for row in arrays.logs)
    for forged, problem in [
        (changed(arrays, keys=arrays.keys[:2]), "of 3 orders"),
        (changed(arrays, keys=(), logs=(), left=()), "of 0 orders"),
        (changed(arrays, keys=arrays.keys * 2, logs=arrays.logs * 2, left=arrays.left * 2), "of 6 orders"),
        (changed(arrays, logs=(arrays.logs[0], *short[1:])), "order 2 of a language model needs"),
        (changed(arrays, left=(arrays.left[0][:1], *arrays.left[1:])), "order 1 of a language model needs 5"),
        (changed(arrays, logs=(arrays.logs[0][:2], *arrays.logs[1:])), "of 2 words"),
    ]:
        with pytest.raises(InputError, match=problem):
            Lookup(forged, forms)
    for number in (-1, 5):
        with pytest.raises(InputError, match="none of the 5 words"):
            Lookup(arrays, np.array([0, number], np.int32))
    bound = Lookup(arrays, forms)
    for ask, key in ((bound.word, 3), (bound.word, 3 << 16), (bound.end, 3 << 32), (bound.end, 9 << 48)):
        with pytest.raises(InputError, match="a text of 3 words has no word"):
            ask(key)
    with pytest.raises(InputError, match="without words"):
        Lookup(arrays, forms[:0]).word(0)
