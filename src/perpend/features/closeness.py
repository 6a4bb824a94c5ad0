"""Are two words close in meaning? Jiang and Conrath's distance in WordNet, within a threshold.

    buy  purchase    0       one synset
    car  vehicle     2.3     a car is a vehicle
    car  idea        17.4

The distance of two nouns or two verbs is that of their nearest senses. Names are never close to each other: Monday and
Tuesday are neighbours in WordNet, but sentences that differ in them do not mean the same. Words of other kinds have no
hierarchy in WordNet, and so no distance.
"""

from functools import lru_cache
from math import inf

from perpend.lexicon.wordnet.database import WordNet

__all__ = ["Closeness", "comparable_part", "lin_similarity", "nearest_senses", "word_distance"]

_KEPT = 1 << 20
_TOP = -1
"""An ancestor of all synsets, with no information: it joins the several hundred roots of verbs."""


def comparable_part(tag: str) -> str | None:
    """WordNet's letter for the tags of common nouns and of verbs; None for any other `tag`."""
    if tag in ("NN", "NNS"):
        return "n"
    return "v" if tag.startswith("VB") else None


def nearest_senses(word1: str, word2: str, part: str) -> float:
    """The distance of the nearest senses of `word1` and `word2`, both in lower case and of one `part` of speech.

    >>> nearest_senses("shares", "stock", "n") < nearest_senses("shares", "ideas", "n")
    True
    """
    return _distance(word1, word2, part) if word1 <= word2 else _distance(word2, word1, part)


@lru_cache(maxsize=_KEPT)
def _distance(word1: str, word2: str, part: str) -> float:
    """Jiang-Conrath distance: the minimum over common ancestors c of IC(s1) + IC(s2) - 2 IC(c)."""
    above1, above2 = _above(word1, part), _above(word2, part)
    contents = WordNet.shipped().taxonomy.contents
    common = above1.keys() & above2.keys()
    distances = (above1[one] + above2[one] - 2 * (contents[one] if one != _TOP else 0.0) for one in common)
    return max(min(distances, default=inf), 0.0)


def lin_similarity(word1: str, word2: str, part: str) -> float | None:
    """Lin's similarity of the most similar senses, 0 to 1; None if `word1` or `word2` has no sense of this `part`.

    >>> round(lin_similarity("car", "vehicle", "n"), 2), lin_similarity("car", "qwxz", "n")
    (0.85, None)
    """
    return _lin(word1, word2, part) if word1 <= word2 else _lin(word2, word1, part)


@lru_cache(maxsize=_KEPT)
def _lin(word1: str, word2: str, part: str) -> float | None:
    """Lin similarity: the maximum over common ancestors c of 2 IC(c) / (IC(s1) + IC(s2))."""
    above1, above2 = _above(word1, part), _above(word2, part)
    if not above1 or not above2:
        return None
    if not _synsets(word1, part).isdisjoint(_synsets(word2, part)):
        return 1.0
    contents = WordNet.shipped().taxonomy.contents
    common = (one for one in above1.keys() & above2.keys() if one != _TOP and contents[one] > 0)
    return float(max((2 * contents[one] / (above1[one] + above2[one]) for one in common), default=0.0))


@lru_cache(maxsize=_KEPT)
def _synsets(word: str, part: str) -> frozenset[int]:
    return frozenset(WordNet.shipped().synsets(word, part))


@lru_cache(maxsize=_KEPT)
def _above(word: str, part: str) -> dict[int, float]:
    """Each ancestor of the word's senses, with the smallest information content of a sense below it."""
    wordnet, found = WordNet.shipped(), dict[int, float]()
    for sense in wordnet.synsets(word, part):
        content = wordnet.information_content(sense)
        for one in (*wordnet.ancestors(sense), _TOP):
            found[one] = min(content, found.get(one, inf))
    return found


def word_distance(word1: str, tag1: str, word2: str, tag2: str) -> float:
    """The distance of two words with their tags, (`word1`, `tag1`) and (`word2`, `tag2`); infinite if they have none.

    >>> word_distance("bought", "VBD", "purchased", "VBN")
    0.0
    >>> word_distance("Monday", "NNP", "Tuesday", "NNP")
    inf
    """
    part = comparable_part(tag1)
    if part is None or part != comparable_part(tag2):
        return inf
    return nearest_senses(word1.lower(), word2.lower(), part)


class Closeness:
    """Whether two tagged words count as equal: their distance is at most `threshold`; with None no two words do."""

    def __init__(self, threshold: float | None) -> None:
        self.threshold = threshold

    def __call__(self, word1: str, tag1: str, word2: str, tag2: str) -> bool:
        """Whether the two words are close."""
        return self.threshold is not None and word_distance(word1, tag1, word2, tag2) <= self.threshold
