"""Wrong types and impossible values at every public function: an error of one line, or a documented result.

Each place of `PLACES` is a function of one argument. It is called with every value of `ODD`; values that it accepts by
its documentation have a result, all others raise InputError, or SettingError for an unknown name. No other exception
leaves a public function, and no value is accepted in silence that the function cannot mean.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perpend
from perpend.alignment import Aligner, Costs, solve
from perpend.combination.combiner import Combiner
from perpend.combination.weights import untuned
from perpend.errors import InputError, PerpendError
from perpend.lexicon import PhraseTable, WordNet, build_phrase_table
from perpend.metrics.tuning import tune
from perpend.people.full_names import name_matches
from perpend.spelling.word_index import WordIndex
from perpend.spelling.word_list import WordList
from perpend.text import Normalization, Penn, stem
from perpend.text.sentence import Sentence

NO_TEXTS: dict[str, Any] = {
    "None": None,
    "an int": 3,
    "True": True,
    "a huge int": 10**400,
    "bytes": b"ab",
    "a dict": {"a": 1},
    "a list of None": [None],
    "a list of ints": [1],
    "a list of bytes": [b"a"],
    "a list of pairs of None": [(None, None)],
    "an array of numbers": np.array([1.0, 2.0]),
    "an array without dimensions": np.array(3.0),
    "nan": float("nan"),
    "an object": object(),
}
"""Values that stand neither for a text nor for a list of texts."""

ODD_TEXTS = {
    "a lone surrogate": "\ud800 a",
    "a NUL": "a\0b",
    "an empty text": "",
    "blanks": " \t\n ",
    "a control character": "\x9b31m \x1b[2J",
}
"""Strings that are unusual, but strings."""

PAIRS = ("align", "score", "relate", "paraphrase", "entail")
LISTS = ("wer", "per", "ter", "terp", "bleu", "chrf", "nist")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> PhraseTable:
    folder = tmp_path_factory.mktemp("table")
    (folder / "pairs.tsv").write_text("a b\tc\t0.4\n", encoding="utf-8")
    build_phrase_table(folder / "pairs.tsv", folder / "table", format="tsv")
    return PhraseTable.open(folder / "table")


def refused(function: Callable[[Any], Any], value: Any) -> None:
    with pytest.raises(InputError) as caught:
        function(value)
    message = str(caught.value)
    assert message
    assert "\n" not in message
    assert len(message) < 400


@pytest.mark.parametrize("value", NO_TEXTS.values(), ids=NO_TEXTS)
@pytest.mark.parametrize("name", PAIRS)
def test_a_text_must_be_a_string(name: str, value: Any) -> None:
    function = getattr(perpend, name)
    refused(lambda text: function(text, "a b"), value)
    refused(lambda text: function("a b", text), value)


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS)
@pytest.mark.parametrize("name", PAIRS)
def test_an_odd_text_is_a_text(name: str, text: str) -> None:
    function = getattr(perpend, name)
    for answer in (function(text, "a b"), function("a b", text)):
        assert isinstance(answer, perpend.Answer)
        assert answer.to_dict()["signature"]


@pytest.mark.parametrize("value", NO_TEXTS.values(), ids=NO_TEXTS)
@pytest.mark.parametrize("name", LISTS)
def test_metrics_take_lists_of_texts(name: str, value: Any) -> None:
    function = getattr(perpend, name)
    refused(lambda hyps: function(hyps, ["a"]), value)
    refused(lambda refs: function(["a"], refs), value)
    refused(lambda hyps: function(hyps, ["a"]), "a string")
    refused(lambda hyps: function(hyps, ["a"]), {"a"})


@pytest.mark.parametrize("name", LISTS)
def test_metrics_of_odd_texts(name: str) -> None:
    texts = list(ODD_TEXTS.values())
    assert getattr(perpend, name)(texts, texts[::-1]).score >= 0


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("bleu", "order"), ("bleu", "smooth_value"), ("bleu", "lowercase"), ("bleu", "tokenizer"),
        ("chrf", "char_order"), ("chrf", "word_order"), ("chrf", "beta"), ("chrf", "whitespace"),
        ("nist", "order"), ("nist", "tokenizer"), ("wer", "tokenizer"), ("wer", "matches"), ("wer", "average_length"),
        ("ter", "no_punct"), ("ter", "tokenizer"), ("ter", "cap"), ("terp", "costs"), ("terp", "phrases"),
        ("terp", "cap"), ("terp", "average_length"),
    ],
)  # fmt: skip
def test_settings_of_metrics(name: str, setting: str) -> None:
    for value in ({"a": 1}, [None], b"ab", object(), np.array([1.0, 2.0]), [(None, None)]):
        with pytest.raises(InputError):
            getattr(perpend, name)(["a b"], ["a c"], **{setting: value})


@pytest.mark.parametrize("value", NO_TEXTS.values(), ids=NO_TEXTS)
def test_words_and_candidates_are_lists_of_strings(value: Any) -> None:
    for function in (perpend.combine, perpend.variants, perpend.suggest, WordIndex.of, WordList.of):
        refused(function, value)
    refused(lambda words: perpend.suggest("a", words=words), value if value is not None else 3)
    refused(Combiner(untuned(("1",)), threads=1).combine, value)
    index = WordIndex.of(["smith", "smyth"])
    refused(lambda queries: index.within(queries, 1), value)
    refused(lambda queries: index.alike(queries), value)
    refused(lambda given: perpend.names(given), value if not isinstance(value, dict) else 3)
    refused(lambda name: name_matches(name, "Ann"), value)


def test_odd_words_are_words() -> None:
    words = ["a\0b", "\ud800", "a\x9bb", "", "ab"]
    assert WordIndex.of(words).within(["ab"], 1)[0]
    assert len(perpend.variants(words, common=0, all_pairs=True).value) > 0
    assert perpend.combine(["a\0b c", "\ud800 c", "c"]).text
    assert perpend.suggest("\ud800", words=["a", "b"]).value == ()
    refused(WordIndex.of, ["a\nb"])


@pytest.mark.parametrize("number", [None, -1, 2.0, float("nan"), 10**400, "1", [1], True, np.array([1])])
def test_numbers_of_spelling(number: Any) -> None:
    index = WordIndex.of(["smith", "smyth"])
    for function in (
        lambda value: index.within(["a"], value),
        lambda value: index.alike(["a"], value),
        lambda value: index.alike(["a"], 1, value) if value != 10**400 else index.within(["a"], value),
        lambda value: perpend.variants(["a"], letters=value),
        lambda value: perpend.suggest("a", words=["b"], limit=value) if value != 10**400 else index.within([], value),
    ):
        with pytest.raises(PerpendError):
            function(number)


@pytest.mark.parametrize("value", NO_TEXTS.values(), ids=NO_TEXTS)
def test_classes_of_alignment(value: Any, table: PhraseTable) -> None:
    aligner = Aligner("ter")
    refused(lambda text: aligner.align(text, "a"), value)
    refused(lambda texts: aligner.align_many(texts, ["a"]), value)
    refused(lambda texts: aligner.align_many(["a"], texts), value)
    for function in (Aligner, Costs.read, PhraseTable.open, WordIndex.open, WordNet.open, solve):
        refused(function, value)
    for function in (table.lookup, table.reverse, table.number, table.numbers, table.walk, table.walk_ids):
        refused(function, value)
    refused(lambda words: table.matches(words, ["a"]), value)


def test_what_has_no_order_is_no_text() -> None:
    for text in ({"a": 1}, {"a", "b"}, {"a": 1}.keys()):
        refused(lambda given: perpend.align(given, "a"), text)
    assert perpend.align(["a", "b"], ("a", "b")).cost == 0
    assert perpend.align(iter(["a", "b"]), np.array(["a", "b"])).cost == 0  # type: ignore[arg-type]
    refused(lambda hyps: Aligner("ter").align_many(hyps, "ab"), "ab")


def test_numbers_of_words_are_one_row_of_int32(table: PhraseTable) -> None:
    numbers = np.zeros((4, 2), np.int32)
    assert table.walk_ids(numbers[:, 0])[0].tolist() == table.walk_ids(numbers[:, 0].copy())[0].tolist()
    for wrong in (numbers, numbers[0].astype(np.int64), numbers[0].astype(np.float64), numbers[0].tolist()):
        refused(table.walk_ids, wrong)
    for number in (-5, 10**9, -(10**30)):
        refused(table.word, number)


@pytest.mark.parametrize("value", NO_TEXTS.values(), ids=NO_TEXTS)
def test_models_take_pairs_of_texts(value: Any) -> None:
    for name in ("perp-msrpar", "relate-sentence", "paraphrase-msrp", "entail-sick"):
        model = perpend.load(name)
        refused(lambda pairs, model=model: model.predict(pairs), value)
        refused(lambda pairs, model=model: list(model.explain_many(pairs)), value)
        refused(lambda text, model=model: model.explain(text, "a"), value)
        refused(lambda text, model=model: model.predict([("a", text)]), value)


def test_what_is_no_pair() -> None:
    model = perpend.load("perp-msrpar")
    for pairs in ("ab", ["ab"], [("a",)], [("a", "b", "c")], [{"a", "b"}], [("a", "b"), ("a", None)]):
        refused(model.predict, pairs)
    assert model.predict([]).shape == (0,)
    assert model.predict([["a", "b"]]).shape == (1,)  # type: ignore[list-item]


@pytest.mark.parametrize("value", NO_TEXTS.values(), ids=NO_TEXTS)
def test_texts_and_words(value: Any) -> None:
    wordnet = WordNet.shipped()
    for function in (Sentence.of, Normalization().tokens, Penn().tokens, wordnet.synsets, wordnet.synonym_sets):
        refused(function, value)
    refused(lambda tokenizer: Sentence.of("a", tokenizer), value)
    refused(lambda tokens: Sentence.tagged(tokens, ["NN"]), value)
    refused(lambda word: wordnet.are_synonyms(word, "a"), value)
    if not isinstance(value, list | dict | np.ndarray):
        # Its cache is the function itself, so that Python refuses what has no hash with a TypeError.
        refused(stem, value)


@pytest.mark.parametrize("value", NO_TEXTS.values(), ids=NO_TEXTS)
def test_tuning_takes_lists(value: Any) -> None:
    refused(lambda hyps: tune(hyps, ["a"], [1.0]), value)
    refused(lambda refs: tune(["a"], refs, [1.0]), value)
    if not isinstance(value, list | np.ndarray) or value is NO_TEXTS["a list of None"]:
        refused(lambda judgments: tune(["a"], ["b"], judgments), value)


@pytest.mark.parametrize("value", [3, b"ab", {"a": 1}, [None], float("nan"), object(), "a\0b", "\ud800", True])
def test_names_of_models_and_files(value: Any, tmp_path: Path) -> None:
    refused(perpend.load, value)
    refused(lambda model: perpend.score("a", "b", model=model), value)
    refused(lambda model: perpend.suggest("a", model=model), value)
    refused(lambda phrases: perpend.align("a", "b", phrases=phrases), value)
    refused(lambda phrases: perpend.combine(["a"], phrases=phrases), value)
    refused(lambda source: build_phrase_table(source, tmp_path / "x"), value)


@pytest.mark.parametrize("value", [3, b"ab", {"a": 1}, [None], float("nan"), object(), True, "a"])
def test_settings_of_functions(value: Any) -> None:
    refused(lambda weights: perpend.combine(["a"], weights), value)
    refused(lambda settings: perpend.names([], settings=settings), value)
    refused(lambda same: perpend.names([], same=same), "a" if isinstance(value, int | float) else value)
    refused(lambda symmetric: perpend.score("a", "b", symmetric=symmetric), 3 if value is True else value)
    refused(lambda kind: perpend.load(kind=kind), 3 if isinstance(value, str) else value)
