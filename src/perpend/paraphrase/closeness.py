"""Are two words close in meaning? Jiang and Conrath's distance in WordNet, within a threshold.

    buy  purchase    0       one synset
    car  vehicle     2.3     a car is a vehicle
    car  idea        17.4

Two nouns, or two verbs, are as far apart as their nearest senses. Names are never close to one another: Monday and
Tuesday lie side by side in WordNet, and sentences that differ in them do not mean the same. Words of other kinds have
no hierarchy there, and so no distance.
"""

from functools import lru_cache
from math import inf

from perpend.lexicon.wordnet import WordNet
from perpend.lexicon.wordnet_similarity import jiang_conrath_distance

__all__ = ["Closeness", "part_of_speech", "word_distance"]

_KEPT = 1 << 20


def part_of_speech(tag: str) -> str | None:
    """WordNet's letter for common nouns and verbs, None for all other tags."""
    if tag in ("NN", "NNS"):
        return "n"
    return "v" if tag.startswith("VB") else None


@lru_cache(maxsize=_KEPT)
def _distance(lemma1: str, lemma2: str, part: str) -> float:
    wordnet = WordNet.shipped()
    senses1, senses2 = wordnet.synsets(lemma1, part), wordnet.synsets(lemma2, part)
    if not set(senses1).isdisjoint(senses2):
        return 0.0
    return min((jiang_conrath_distance(wordnet, one, other) for one in senses1 for other in senses2), default=inf)


def word_distance(word1: str, tag1: str, word2: str, tag2: str) -> float:
    """The distance of two tagged words; infinite for those that have none.

    >>> word_distance("bought", "VBD", "purchased", "VBN")
    0.0
    >>> word_distance("Monday", "NNP", "Tuesday", "NNP")
    inf
    """
    part = part_of_speech(tag1)
    if part is None or part != part_of_speech(tag2):
        return inf
    first, second = sorted((word1.lower(), word2.lower()))
    return _distance(first, second, part)


class Closeness:
    """Whether two tagged words count as one: their distance is at most `threshold`; None lets no two words do so."""

    def __init__(self, threshold: float | None) -> None:
        self.threshold = threshold

    def __call__(self, word1: str, tag1: str, word2: str, tag2: str) -> bool:
        """Whether the two are close."""
        return self.threshold is not None and word_distance(word1, tag1, word2, tag2) <= self.threshold
