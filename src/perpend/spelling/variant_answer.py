"""The answer of `perpend.variants`: the pairs of a word list that may be spellings of one word, and why."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from perpend.answers import Answer
from perpend.spelling.variant_evidence import VariantEvidence, variant_reasons
from perpend.spelling.variant_groups import VariantGroup, group_pairs

if TYPE_CHECKING:
    from perpend.spelling.variant_model import VariantModel

__all__ = ["VariantPair", "Variants"]


@dataclass(frozen=True, slots=True)
class VariantPair:
    """Two words, the letters that only one of them has, the edit distance, and the more frequent word if known.

    `probability` is how probable it is that both are spellings of one word; None if that was not asked.
    """

    word1: str
    word2: str
    differ: int
    only1: str
    only2: str
    distance: int
    canonical: str | None
    probability: float | None = None

    @property
    def name(self) -> str:
        """Both words."""
        return f"{self.word1} ~ {self.word2}"

    @property
    def points(self) -> float:
        """The probability, or the number of letters by which they differ."""
        return float(self.differ) if self.probability is None else self.probability

    def to_dict(self) -> dict[str, Any]:
        """Returns the pair as plain JSON values."""
        values = asdict(self)
        if self.probability is None:
            del values["probability"]
        return {"name": self.name, "points": self.points, **values}


@dataclass(frozen=True, slots=True, repr=False)
class Variants(Answer):
    """The pairs of a word list that may be spellings of one word, the most probable first.

    `words` is the number of words in the list; `letters`, `common` and `min_probability` are the settings of the
    search; the last is None if all pairs of the scan were asked for, which have no probability.

    >>> import perpend
    >>> found = perpend.variants(["smith", "smyth", "jones"])
    >>> found.value, len(found), [pair.distance for pair in found], found.pairs[0].probability > 0.5
    ((('smith', 'smyth'),), 1, [1], True)
    >>> found.reasons
    ("'smith' and 'smyth': 'i' is written 'y' between 'sm' and 'th', they sound the same",)
    """

    pairs: tuple[VariantPair, ...]
    words: int
    letters: int
    common: int
    signature: str = ""
    min_probability: float | None = None
    counts: Mapping[str, int] = field(default_factory=dict, compare=False)
    model: "VariantModel | None" = field(default=None, compare=False)

    def __iter__(self) -> Iterator[VariantPair]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    @property
    def value(self) -> tuple[tuple[str, str], ...]:
        """The two words of each pair."""
        return tuple((pair.word1, pair.word2) for pair in self.pairs)

    @property
    def reasons(self) -> tuple[str, ...]:
        """For each pair, which letters differ, and whether the words sound the same."""
        if not self.pairs:
            return ("no two words of the list are likely to be spellings of one",)
        if self.min_probability is None:
            shared = " begin or end alike and" if self.common else ""
            return tuple(_reason(pair, shared) for pair in self.pairs)
        return tuple(_sentence(pair) for pair in self.pairs)

    @property
    def contributions(self) -> tuple[VariantPair, ...]:
        """The pairs."""
        return self.pairs

    @property
    def groups(self) -> tuple[VariantGroup, ...]:
        """Groups of words in which every two are a pair, each with its canonical word and its weakest link."""
        return group_pairs(((one.word1, one.word2, one.points) for one in self.pairs), self.counts)

    def evidence(self, number: int) -> VariantEvidence | None:
        """Returns what the probability of pair `number` is made of; None if the pairs have no probability."""
        pair = self.pairs[number]
        return None if self.model is None else next(iter(self.model.explain_many([(pair.word1, pair.word2)])))

    def to_dict(self) -> dict[str, Any]:
        """Returns the pairs as plain JSON values."""
        return {
            "value": [list(both) for both in self.value],
            "reasons": list(self.reasons),
            "contributions": [pair.to_dict() for pair in self.pairs],
            "words": self.words,
            "letters": self.letters,
            "common": self.common,
            "min_probability": self.min_probability,
            "signature": self.signature,
        }


def _sentence(pair: VariantPair) -> str:
    said = variant_reasons(pair.word1, pair.word2)
    return said[0] if said[0].startswith(repr(pair.word1)) else f"{pair.word1!r} and {pair.word2!r}: {', '.join(said)}"


def _reason(pair: VariantPair, shared: str) -> str:
    words = f"{pair.word1!r} and {pair.word2!r}{shared}"
    if not pair.differ:
        return f"{words} have the same letters"
    letters = " and ".join(repr(only) for only in (pair.only1, pair.only2) if only)
    return f"{words} differ by {pair.differ} letter{'s' * (pair.differ > 1)}: {letters}"
