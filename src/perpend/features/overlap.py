"""The share of a sentence's n-grams that are in the other one: of tokens, forms, lemmas and characters.

    "the cat sat" beside "a cat sat down"       words 1    2 of 3
                                                words 2    1 of 2   (cat sat)
                                                characters 3: the, "he ", "e c", " ca", "cat", ...

Each feature is a share of the first sentence's n-grams, each counted as often as it occurs; it is 0 for a sentence that
is too short to have one. The longest common subsequence of forms is divided by the sentence's length, too.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from perpend.text.sentence import Sentence

__all__ = ["Bags", "bags_of", "overlap_features", "share"]

_WORD_SIZES = (1, 2, 3, 4)
_CHARACTER_SIZES = (2, 3, 4, 5)


def share(items: Sequence[object] | Counter[object], others: Sequence[object] | Counter[object]) -> float:
    """The share of the `items` that are among the `others`; an item that occurs twice must be there twice.

    >>> share("abba", "bat")
    0.5
    """
    own, found = Counter(items), Counter(others)
    total = own.total()
    return (own & found).total() / total if total else 0.0


def _ngrams(items: Sequence[str], size: int) -> Counter[object]:
    return Counter(zip(*(items[start:] for start in range(size)), strict=False))


@dataclass(frozen=True, slots=True, eq=False)
class Bags:
    """The n-grams of a sentence by kind and size, each with its count, and the forms of its tokens."""

    ngrams: dict[str, Counter[object]]
    forms: tuple[str, ...]

    @classmethod
    def of(cls, sentence: Sentence) -> "Bags":
        """The bags of a sentence."""
        kinds = (("words", sentence.tokens), ("forms", sentence.forms), ("lemmas", sentence.lower_lemmas))
        found = {f"{name} {size}": _ngrams(items, size) for name, items in kinds for size in _WORD_SIZES}
        written = " ".join(sentence.tokens).lower()
        found |= {f"characters {size}": _ngrams(written, size) for size in _CHARACTER_SIZES}
        return cls(found, sentence.forms)

    def shares(self, other: "Bags") -> dict[str, float]:
        """The shares of its n-grams that are in the other's, by name."""
        values = {name: _common(own, other.ngrams[name]) for name, own in self.ngrams.items()}
        values["subsequence"] = LCSseq.similarity(self.forms, other.forms) / (len(self.forms) or 1)
        return values


def _common(own: Counter[object], others: Counter[object]) -> float:
    """`share` of two counters, without creating a third."""
    total = own.total()
    if not total:
        return 0.0
    return sum(min(count, others[item]) for item, count in own.items() if item in others) / total


def bags_of(sentence: Sentence) -> Bags:
    """The n-grams of a `sentence`, cached on it."""
    return sentence.annotation("bags", Bags.of)


def overlap_features(sentence: Sentence, other: Sentence) -> dict[str, float]:
    """The shares by name, from `sentence` to `other`.

    >>> cat = Sentence.tagged("the cat sat".split(), "DT NN VBD".split())
    >>> sat = Sentence.tagged("a cat sat down".split(), "DT NN VBD RP".split())
    >>> found = overlap_features(cat, sat)
    >>> round(found["forms 1"], 2), found["forms 2"], found["forms 3"]
    (0.67, 0.5, 0.0)
    """
    return bags_of(sentence).shares(bags_of(other))
