"""The answer for two words that may be spellings of one (`variant_model`), and why."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from perpend.answers import Answer, GroupPoints
from perpend.spelling.changes import changes
from perpend.spelling.folding import fold
from perpend.spelling.phonetic import sound_codes

__all__ = ["VariantEvidence", "variant_reasons"]


@dataclass(frozen=True, slots=True, repr=False)
class VariantEvidence(Answer):
    """The probability that two words are spellings of one; `base` and the points of all contributions are its log odds.

    >>> import perpend
    >>> found = perpend.load(kind="variants").explain("smith", "smyth")
    >>> found.value > 0.5, found.reasons[0]
    (True, "'i' is written 'y' between 'sm' and 'th'")
    """

    value: float = field()
    word1: str
    word2: str
    base: float
    contributions: tuple[GroupPoints, ...] = field()
    reasons: tuple[str, ...] = field()
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """Returns the answer as plain JSON values."""
        return {
            "value": self.value,
            "word1": self.word1,
            "word2": self.word2,
            "base": self.base,
            "reasons": list(self.reasons),
            "contributions": [one.to_dict() for one in self.contributions],
            "signature": self.signature,
        }


def variant_reasons(word1: str, word2: str) -> tuple[str, ...]:
    """Returns which letters of `word1` are others in `word2`, and whether the words sound the same.

    >>> variant_reasons("Müller", "Muller")
    ("'Müller' and 'Muller' differ only in case, accents or punctuation",)
    >>> variant_reasons("katz", "cats")
    ("'k' is written 'c' at the beginning", "'z' is written 's' at the end", 'they sound the same')
    """
    one, other = fold(word1), fold(word2)
    if one == other:
        return (f"{word1!r} and {word2!r} differ only in case, accents or punctuation",)
    found = list(_changes(one, other))
    if set(sound_codes(word1)) & set(sound_codes(word2)):
        found.append("they sound the same")
    return tuple(found)


def _changes(one: str, other: str) -> Iterator[str]:
    for change in changes(one, other):
        old, new = repr(change.old), repr(change.new)
        if change.old and change.new:
            what = f"{old} is written {new}"
        else:
            what = f"{old} is left out" if change.old else f"{new} is added"
        yield f"{what} {_place(change.before, change.after)}"


def _place(before: str, after: str) -> str:
    if before == "^":
        return "at the beginning"
    if after == "$":
        return "at the end"
    return f"between {before.removeprefix('^')[-2:]!r} and {after.removesuffix('$')[:2]!r}"
