from itertools import combinations_with_replacement
from math import inf

import pytest

from perpend.features.closeness import Closeness, comparable_part, lin_similarity, word_distance
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.similarity import best_senses, jiang_conrath_distance, lin

NOUNS = ["car", "vehicle", "idea", "dog", "firm", "company", "share", "price", "doctor"]
VERBS = ["buy", "purchase", "fall", "say", "think", "rain"]


@pytest.mark.parametrize(("words", "tag", "part"), [(NOUNS, "NN", "n"), (VERBS, "VB", "v")])
def test_the_distance_is_that_of_the_nearest_senses(words: list[str], tag: str, part: str) -> None:
    wordnet = WordNet.shipped()
    for one, other in combinations_with_replacement(words, 2):
        senses = [(a, b) for a in wordnet.synsets(one, part) for b in wordnet.synsets(other, part)]
        nearest = min(jiang_conrath_distance(wordnet, *pair) for pair in senses)
        assert word_distance(one, tag, other, tag) == pytest.approx(max(nearest, 0.0), abs=1e-9)


def test_inflected_words_are_looked_up_by_their_base() -> None:
    assert word_distance("bought", "VBD", "purchasing", "VBG") == 0.0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Monday", "NNP"), ("Tuesday", "NNP")),
        (("purchase", "NN"), ("buy", "VB")),
        (("quickly", "RB"), ("fast", "RB")),
        (("qwxz", "NN"), ("dog", "NN")),
    ],
)
def test_names_other_kinds_and_unknown_words_have_no_distance(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert word_distance(*one, *other) == inf


def test_a_threshold_is_within_reach_and_none_lets_nothing_match() -> None:
    distance = word_distance("car", "NN", "vehicle", "NN")
    assert Closeness(distance)("car", "NN", "vehicle", "NN")
    assert not Closeness(distance - 1e-9)("car", "NN", "vehicle", "NN")
    assert not Closeness(None)("car", "NN", "car", "NN")


def test_parts_of_speech() -> None:
    assert [comparable_part(tag) for tag in ("NN", "NNS", "NNP", "VBZ", "MD", "JJ")] == [
        "n",
        "n",
        None,
        "v",
        None,
        None,
    ]


@pytest.mark.parametrize("part", ["n", "v"])
def test_lin_of_words_is_that_of_their_most_similar_senses(part: str) -> None:
    words = ["dog", "bank", "run", "house", "play", "light", "water", "idea", "qwxz"]
    for one in words:
        for two in words:
            assert lin_similarity(one, two, part) == pytest.approx(best_senses(WordNet.shipped(), lin, one, two, part))
