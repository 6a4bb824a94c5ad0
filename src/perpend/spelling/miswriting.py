"""The answer of a spelling channel (`channel`): how a word came to be written as another.

written recieve, meant receive     -6.31     'ei' was written 'ie'
"""

from dataclasses import dataclass, field
from math import isinf
from typing import Any

from perpend.answers import Answer

__all__ = ["GroupEdit", "Miswriting", "OtherWays"]


@dataclass(frozen=True, slots=True)
class GroupEdit:
    """A group of none, one or two letters, how it was written, and the log probability of this edit."""

    meant: str
    written: str
    points: float

    @property
    def name(self) -> str:
        """The group that was meant and what was written."""
        return f"{self.meant} -> {self.written}".strip()

    @property
    def sentence(self) -> str:
        """The edit as a clause."""
        if not self.meant:
            return f"{self.written!r} was put in"
        return f"{self.meant!r} was left out" if not self.written else f"{self.meant!r} was written {self.written!r}"

    def to_dict(self) -> dict[str, Any]:
        """Returns the edit as plain JSON values."""
        return {"name": self.name, "points": self.points, "meant": self.meant, "written": self.written}


@dataclass(frozen=True, slots=True)
class OtherWays:
    """What all ways but the most probable one add to the log probability."""

    points: float
    name: str = "other ways"

    def to_dict(self) -> dict[str, Any]:
        """Returns the contribution as plain JSON values."""
        return {"name": self.name, "points": self.points}


@dataclass(frozen=True, slots=True, repr=False)
class Miswriting(Answer):
    """The log probability that `meant` was written as `written`, and the most probable edits.

    The value sums over all ways to split both words into groups. `edits` is the most probable way; the contribution
    "other ways" is the difference to the value.
    """

    written: str
    meant: str
    value: float = field()
    edits: tuple[GroupEdit, ...]
    signature: str

    @property
    def contributions(self) -> tuple[GroupEdit | OtherWays, ...]:
        """The edits of the most probable way, and "other ways"; their points sum to the value."""
        if isinf(self.value):
            return ()
        rest = self.value - sum(one.points for one in self.edits)
        return (*self.edits, OtherWays(rest)) if self.edits else ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """The changed groups of the most probable way."""
        if isinf(self.value):
            return (f"no edits of the channel lead from {self.meant!r} to {self.written!r}",)
        changed = tuple(one.sentence for one in self.edits if one.meant != one.written)
        return changed or (f"{self.meant!r} was written as it is",)

    def to_dict(self) -> dict[str, Any]:
        """Returns the answer as plain JSON values; the log of a probability of 0 is null."""
        return {
            "written": self.written,
            "meant": self.meant,
            "value": None if isinf(self.value) else self.value,
            "reasons": list(self.reasons),
            "contributions": [one.to_dict() for one in self.contributions],
            "signature": self.signature,
        }
