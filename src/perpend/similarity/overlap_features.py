"""How much of a sentence's n-grams are in the other one: of words, of their forms and lemmas, and of characters.

    "the cat sat" beside "a cat sat down"       words 1    2 of 3
                                                words 2    1 of 2   (cat sat)
                                                characters 3: the, "he ", "e c", " ca", "cat", ...

Each feature is a share of the first sentence's n-grams, each counted as often as it occurs; a sentence too short to
have one has 0. The longest common subsequence of words, which keeps their order but not their places, is taken over the
length too.
"""

from collections import Counter
from collections.abc import Sequence

from rapidfuzz.distance import LCSseq

from perpend.similarity.sentence import Sentence

__all__ = ["overlap_features", "share"]

_WORD_SIZES = (1, 2, 3, 4)
_CHARACTER_SIZES = (2, 3, 4, 5)


def share(items: Sequence[object] | Counter[object], others: Sequence[object] | Counter[object]) -> float:
    """The share of the items that are among the others, one for one.

    >>> share("abba", "bat")
    0.5
    """
    own, found = Counter(items), Counter(others)
    total = own.total()
    return (own & found).total() / total if total else 0.0


def _ngrams(items: Sequence[str], size: int) -> Counter[object]:
    return Counter(zip(*(items[start:] for start in range(size)), strict=False))


def overlap_features(sentence: Sentence, other: Sentence) -> dict[str, float]:
    """The shares by name.

    >>> cat, sat = (Sentence.of(text.split(), ["NN"] * len(text.split())) for text in ("the cat sat", "a cat sat down"))
    >>> found = overlap_features(cat, sat)
    >>> round(found["forms 1"], 2), found["forms 2"], found["forms 3"]
    (0.67, 0.5, 0.0)
    """
    values = {}
    for name, own, others in (
        ("words", sentence.words, other.words),
        ("forms", sentence.forms, other.forms),
        ("lemmas", sentence.lemmas, other.lemmas),
    ):
        for size in _WORD_SIZES:
            values[f"{name} {size}"] = share(_ngrams(own, size), _ngrams(others, size))
    first, second = (" ".join(side.words).lower() for side in (sentence, other))
    for size in _CHARACTER_SIZES:
        values[f"characters {size}"] = share(_ngrams(first, size), _ngrams(second, size))
    values["subsequence"] = LCSseq.similarity(sentence.forms, other.forms) / (len(sentence) or 1)
    return values
