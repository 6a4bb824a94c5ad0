"""Packing: the arrays made from tokens hold what the definition says, value for value, whatever the words are."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from perpend.features.edits import FEATURES, WordFacts, facts_of
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity import packing
from perpend.similarity._perceptron import Examples, Solver
from perpend.similarity.packing import PairPacker
from perpend.similarity.pairs import EncodedPair, PairEncoder
from perpend.similarity.perceptron import initial_weights, learn
from perpend.similarity.score import explain_plainly
from perpend.text import Normalization, Tokenizer

PHRASES = (
    "take place\tbegins\t0.4\nbegins\ttake place\t0.3\nearly\tat the beginning\t0.2\nhouse\thome\t0.7\n"
    "the big house\thome\t0.05\ncar\tcar car\t0.6\n"
)
WORDS = [
    "the", "a", "cat", "cats", "dog", "walks", "walked", "walking", "big", "large", "car", "automobile", "begins",
    "take", "place", "early", "at", "beginning", ",", ".", "...", "'", "17", "4.9", "$5", "not", "never", "n't", "he",
    "him", "zorblax", "running", "runs", "colour", "colours", "colourful", "o'clock", "oclock", "house", "home", "in",
    "on", "of",
]  # fmt: skip
ODD = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=9),
    st.text("ab'-é😀", max_size=9),
    st.tuples(st.text("ab", max_size=3), st.integers(60, 70), st.text("ba", max_size=3)).map(
        lambda parts: parts[0] + "ab" * (parts[1] // 2) + parts[2]
    ),
    st.sampled_from(WORDS),
)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=14).map("\0".join)
ODD_TEXTS = st.lists(ODD, max_size=8).map("\0".join)


class AsGiven(Normalization):
    """Words are what stands between characters of code 0, so that any word can be given."""

    def tokens(self, raw: str) -> tuple[str, ...]:
        return tuple(raw.split("\0"))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> PhraseTable:
    folder = tmp_path_factory.mktemp("table")
    (folder / "pairs.tsv").write_text(PHRASES, encoding="utf-8")
    build_phrase_table(folder / "pairs.tsv", folder / "table", format="tsv")
    return PhraseTable.open(folder / "table")


@pytest.fixture(scope="module", params=["without phrases", "with phrases"])
def twins(request: pytest.FixtureRequest, table: PhraseTable) -> tuple[PairEncoder, PairPacker]:
    phrases = table if request.param == "with phrases" else None
    tokenizer: Tokenizer = AsGiven()
    return PairEncoder(phrases, tokenizer), PairPacker(phrases, tokenizer)


def chance(seed: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    weights = initial_weights() + np.random.default_rng(seed).normal(0, 0.5, len(FEATURES))
    weights[FEATURES.index("Shift")] = 0.1
    return weights


def sentence_pairs() -> list[tuple[str, str]]:
    return [(" ".join(WORDS[k : k + 12]), " ".join(WORDS[k + 3 : k + 14 - k % 3])) for k in range(30)] + [("", "")]


def assert_same(pair: EncodedPair, packed: Examples, seed: int = 0) -> None:
    plainly, weights = Examples([pair]), chance(seed)
    # Text tells 0.0 from -0.0, and shows every digit.
    assert repr(packed.packed(0)) == repr(plainly.packed(0))
    definition = repr(explain_plainly(pair, weights.tolist(), "signature"))
    assert repr(packed.explain(0, weights, Solver(), "signature")) == definition
    assert repr(plainly.explain(0, weights, Solver(), "signature")) == definition


@given(ODD_TEXTS, ODD_TEXTS, st.integers(0, 20))
@example("a" * 64, "a" * 63 + "b", 0)
@example("a" * 65, "b" + "a" * 65, 0)
@example("colour\0\0", "colours\0'\0…", 0)
@example("𝒳𝒴𝒵𝒳𝒴𝒵", "𝒳𝒴𝒵𝒳𝒴𝒵𝒵", 0)
def test_any_words_are_packed_as_defined(
    twins: tuple[PairEncoder, PairPacker], text1: str, text2: str, seed: int
) -> None:
    encoder, packer = twins
    assert_same(encoder.encode(text1, text2), packer.examples([(text1, text2)]), seed)


@given(TEXTS, TEXTS, st.integers(0, 20))
@example("the\0big\0house\0begins\0early", "home\0take\0place\0at\0the\0beginning", 1)
@example("car\0car\0car", "car\0car", 2)
@example("house", "house\0home\0home", 3)
def test_sentences_are_packed_as_defined(
    twins: tuple[PairEncoder, PairPacker], text1: str, text2: str, seed: int
) -> None:
    encoder, packer = twins
    assert_same(encoder.encode(text1, text2), packer.examples([(text1, text2)]), seed)


def test_paraphrases_are_found(table: PhraseTable) -> None:
    packed = PairPacker(table).examples([("the big house begins", "a home will take place")]).packed(0)
    assert [edge[:3] for edge in packed["edges"]] == [(0, 3, 1), (2, 1, 1), (3, 1, 2)]
    assert packed["edge_words"] == [1, 1, 3, 4]


def test_the_memory_of_words_is_bounded(table: PhraseTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "_MOST_WORDS", 8)
    encoder, packer = PairEncoder(table), PairPacker(table)
    seen = []
    for start in range(len(WORDS) - 5):
        texts = " ".join(WORDS[start : start + 4]), " ".join(WORDS[start + 2 : start + 6])
        assert_same(encoder.encode(*texts), packer.examples([texts]))
        seen.append(len(packer._words or ()))
    assert max(seen) <= 8 + 6
    assert seen != sorted(seen)


def test_an_interrupt_leaves_no_word_known_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(word: str) -> WordFacts:
        if word == "dog":
            raise KeyboardInterrupt
        return facts_of(word)

    encoder, packer, texts = PairEncoder(), PairPacker(), ("a cat and a dog ran", "cats and dogs run")
    with monkeypatch.context() as patch:
        patch.setattr(packing, "facts_of", interrupted)
        with pytest.raises(KeyboardInterrupt):
            packer.examples([texts])
    assert_same(encoder.encode(*texts), packer.examples([texts]))


def test_the_plain_aligner_packs_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = PairPacker().examples([("the cats sat", "a cat sat down")])
    monkeypatch.setattr(packing, "IMPLEMENTATION", "reference")
    plain = PairPacker().examples([("the cats sat", "a cat sat down")])
    assert repr(plain.packed(0)) == repr(fast.packed(0))


def test_threads_may_learn_from_the_same_examples(table: PhraseTable) -> None:
    pairs = sentence_pairs()
    costs = [float(k % 5) for k in range(len(pairs))]
    examples, encoder = PairPacker(table).examples(pairs), PairEncoder(table)
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda seed: learn(examples, costs, epochs=20, seed=seed).tobytes(), range(6)))
    encoded = [encoder.encode(*pair) for pair in pairs]
    assert together == [learn(encoded, costs, epochs=20, seed=seed).tobytes() for seed in range(6)]


def test_costs_are_those_that_are_explained_to_the_last_bit(table: PhraseTable) -> None:
    examples, solver = PairPacker(table).examples(sentence_pairs()), Solver()
    for seed in range(5):
        weights = chance(seed)
        explained = [examples.explain(k, weights, solver, "")[0] for k in range(len(examples))]
        costs = examples.costs(weights, solver)
        assert costs.dtype == np.float64
        assert costs.tolist() == explained


def test_threads_may_ask_for_the_costs_of_the_same_examples(table: PhraseTable) -> None:
    examples = PairPacker(table).examples(sentence_pairs() * 20)
    alone = [examples.costs(chance(seed), Solver()).tobytes() for seed in range(4)]
    start = Barrier(4)

    def ask(seed: int) -> set[bytes]:
        solver = Solver()
        start.wait()
        return {examples.costs(chance(seed), solver).tobytes() for _ in range(30)}

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask, range(4))) == [{expected} for expected in alone]


def test_a_solver_at_work_is_refused_to_other_threads() -> None:
    examples, solver, weights = PairPacker().examples(sentence_pairs() * 2_000), Solver(), chance(0)
    expected, refusals = examples.explain(0, weights, solver, "")[0], []
    with ThreadPoolExecutor(1) as pool:
        for _ in range(20):
            # Either thread may come first, in the middle of the other's explanation too; the second one is refused.
            work = pool.submit(examples.costs, weights, solver)
            while not work.done():
                try:
                    assert examples.explain(0, weights, solver, "")[0] == expected
                except RuntimeError as error:
                    refusals.append(str(error))
            if failure := work.exception():
                refusals.append(str(failure))
            else:
                assert work.result()[0] == expected
    assert set(refusals) == {"this Solver is at work in another thread: give each thread a Solver of its own"}


def test_no_pairs_cost_nothing_and_a_wrong_number_of_weights_is_refused() -> None:
    assert Examples().costs(chance(0), Solver()).shape == (0,)
    examples = PairPacker().examples([("a cat", "a dog")])
    calls: tuple[Callable[[Any], Any], ...] = (
        lambda few: examples.costs(few, Solver()),
        lambda few: examples.explain(0, few, Solver(), ""),
        examples.feature_matrix,
    )
    for call in calls:
        with pytest.raises(ValueError, match="35 weights for 36 features"):
            call(chance(0)[:-1])
