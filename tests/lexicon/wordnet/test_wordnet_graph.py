import numpy as np
import pytest

from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.gloss_words import GlossWords
from perpend.lexicon.wordnet.graph import WordNetGraph


@pytest.fixture(scope="module")
def graph() -> WordNetGraph:
    return WordNetGraph.shipped()


def alike(one: np.ndarray, other: np.ndarray) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


def test_a_walk_is_always_somewhere(graph: WordNetGraph) -> None:
    vector = graph.word("guitar", "n")
    assert vector.sum() == pytest.approx(1, abs=1e-4)
    assert (vector >= 0).all()


def test_a_walk_is_the_plain_sum_over_steps(graph: WordNetGraph) -> None:
    """The definition: each step spreads what is at a synset over its edges by their weights, 0.15 goes home."""
    start = graph.wordnet.synset("guitar.n.01")
    sources, targets, weights = graph._edges(GlossWords.shipped())
    out = np.bincount(sources, weights, minlength=graph._count)
    home = np.zeros(graph._count)
    home[start] = 1.0
    vector = home
    for _ in range(15):
        vector = 0.15 * home + 0.85 * np.bincount(
            targets, weights * vector[sources] / out[sources], minlength=graph._count
        )
    np.testing.assert_allclose(graph.synset(start), vector, atol=1e-6)


def test_related_words_walk_alike(graph: WordNetGraph) -> None:
    guitar, violin, bank = (graph.word(word, "n") for word in ("guitar", "violin", "bank"))
    assert alike(guitar, violin) > alike(guitar, bank)


def test_an_unknown_word_walks_nowhere(graph: WordNetGraph) -> None:
    assert not graph.word("qwxz", None).any()


def test_words_of_a_text_weigh_alike(graph: WordNetGraph) -> None:
    start = graph.start_of_text([("guitar", "n"), ("dog", "n")])
    guitar = {synset: weight for synset, weight in start.items() if synset in WordNet.shipped().synsets("guitar", "n")}
    assert sum(guitar.values()) == pytest.approx(1)
    assert sum(start.values()) == pytest.approx(2)


def test_gloss_words_are_words_of_the_gloss() -> None:
    wordnet = WordNet.shipped()
    words = GlossWords.shipped().words(wordnet.synset("battleship.n.01"))
    assert {"large", "warship"} <= set(words)
