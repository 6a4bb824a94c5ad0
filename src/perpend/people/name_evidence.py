"""The answer of a model of names (`coreference_model`): whether two full names are one person, by the names alone."""

from dataclasses import dataclass, field
from typing import Any

from perpend.answers import Answer, GroupPoints
from perpend.people.full_names import NameMatch, PartMatch

__all__ = ["NameEvidence"]


@dataclass(frozen=True, slots=True, repr=False)
class NameEvidence(Answer):
    """The probability, and which part of one name matched which part of the other.

    `base` and the points of all contributions, one for each feature, sum to the log odds, unless the names are
    different: then the value is 0.
    """

    value: float = field()
    name1: str
    name2: str
    match: NameMatch
    base: float
    contributions: tuple[GroupPoints, ...] = field()
    signature: str

    @property
    def reasons(self) -> tuple[str, ...]:
        """How the parts of the names match."""
        found = [_sentence(pair) for pair in self.match.pairs]
        for number, words in ((1, self.match.only_a), (2, self.match.only_b)):
            found += [f"only name {number} has {word!r}" for word in words]
        return tuple(found) or ("no part of one name matches the other",)

    def to_dict(self) -> dict[str, Any]:
        """Returns the answer as plain JSON values."""
        return {
            "value": self.value,
            "base": self.base,
            "reasons": list(self.reasons),
            "contributions": [one.to_dict() for one in self.contributions],
            "match": self.match.to_dict(),
            "signature": self.signature,
        }


def _sentence(pair: PartMatch) -> str:
    if pair.how == "equal":
        return f"both names have {pair.a!r}"
    if pair.how == "folded":
        return f"{pair.a!r} and {pair.b!r} differ only in case, accents or punctuation"
    if pair.how == "initial":
        return f"{pair.a!r} and {pair.b!r} match by an initial"
    if pair.how == "nickname":
        return f"{pair.a!r} and {pair.b!r} are forms of one given name"
    if pair.how == "joined":
        return f"{pair.a!r} and {pair.b!r} are equal when written as one word"
    differ = "1 letter differs" if pair.letters == 1 else f"{pair.letters} letters differ"
    return f"{pair.a!r} and {pair.b!r} are spelled alike, {differ}"
