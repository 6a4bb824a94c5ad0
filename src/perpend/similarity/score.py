"""How alike two texts are by a trained PERP, and why: `Score`.

    perpend.score("A man plays a guitar.", "A man is playing guitar.", "perp-sts")      with a shipped model
    perpend.score("one text", "another", "model.json")                                  with a model file

        raw  =    base     +  points of the first edit  +  points of the second  +  ...
        4.31 =     4.83    -          0.22              -          0.30

The first text is the reference, the second the hypothesis. The points of an edit are minus its features times the
weights; its features are those of `perpend.features.edits`, divided by the number of words of both texts. Most edits
have negative points; an edit has positive points if the model learned that pairs with it are more alike. Matches have
none, so two identical texts, or two empty ones, have the base as score: the highest similarity minus the weight of
Intercept, which is learned and need not be the top of the scale.

`value` is `raw` clipped to the scale. A symmetric score is the mean of both directions: edits of both directions count
half, and those of the second direction are marked.

`explain_plainly` is the definition. `PerpModel.explain` uses its compiled twin, `Examples.explain`: the same bits.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from perpend.alignment.edits import Alignment, Edit, Shift
from perpend.alignment.reference import move
from perpend.answers import Answer
from perpend.features.edits import edit_features, feature_vector
from perpend.similarity.pairs import EncodedPair, dot
from perpend.types import Values

__all__ = ["Contribution", "Score", "explain_plainly"]

Explained = tuple[Edit | Shift, tuple[str, ...], tuple[str, ...], Values, float]
"""An edit or shift, its words on both sides, its features and points: the first fields of a `Contribution`."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """The effect of one edit or shift on the score: its words `hyp` and `ref`, and the `points` that it adds."""

    edit: Edit | Shift
    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    features: Values
    points: float
    backward: bool = False
    """Whether it belongs to the other direction of a symmetric score."""

    @property
    def kind(self) -> str:
        """The name of the edit, or "shift"."""
        return self.edit.op if isinstance(self.edit, Edit) else "shift"

    @property
    def name(self) -> str:
        """The edit with its words, such as "insert is"."""
        sides = [" ".join(words) for words in (self.hyp, self.ref) if words]
        return f"{self.kind} {' -> '.join(sides)}" if self.kind != "shift" else f"shift {' '.join(self.hyp)}"

    def halved(self, *, backward: bool) -> "Contribution":
        """The contribution to the mean of two directions; `backward` is whether it belongs to the other one."""
        features = {name: value / 2 for name, value in self.features.items()}
        return replace(self, features=features, points=self.points / 2, backward=backward)

    def to_dict(self) -> dict[str, Any]:
        """The contribution as plain JSON values."""
        return {
            "name": self.name,
            "kind": self.kind,
            "hyp": list(self.hyp),
            "ref": list(self.ref),
            "points": self.points,
            "features": dict(self.features),
            "backward": self.backward,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Score(Answer):
    """A similarity with its explanation: `base` and the points of all contributions sum to `raw`.

    >>> import perpend
    >>> found = perpend.score("A man plays a guitar.", "A man is playing a guitar.", "perp-sts")
    >>> found, abs(found.base + sum(part.points for part in found.contributions) - found.raw) < 1e-9
    (<Score 4.993>, True)
    >>> found.reasons
    ("'playing' and 'plays' are forms of one word", "only text 2 has 'is'")
    """

    value: float = field()
    raw: float
    base: float
    scale: tuple[float, float]
    signature: str
    alignment: Alignment
    contributions: tuple[Contribution, ...] = field()
    backward: Alignment | None = None
    """The alignment of the other direction, for a symmetric score."""

    @property
    def symmetric(self) -> bool:
        """Whether it is the mean of both directions."""
        return self.backward is not None

    @property
    def reasons(self) -> tuple[str, ...]:
        """What the edits say about the two texts; the edit with the most points first."""
        from perpend.similarity.reasons import reasons

        return reasons(self)

    def to_dict(self) -> dict[str, Any]:
        """The score as plain JSON values, the same for the command line, the service and files."""
        return {
            "value": self.value,
            "raw": self.raw,
            "base": self.base,
            "scale": list(self.scale),
            "reasons": list(self.reasons),
            "contributions": [one.to_dict() for one in self.contributions],
            "alignment": self.alignment.to_dict(),
            "backward": self.backward.to_dict() if self.backward else None,
            "signature": self.signature,
        }

    def to_html(self, page: bool = False) -> str:
        """Value, picture and table of contributions, as an HTML fragment or, with `page`, as a complete document."""
        from perpend.similarity import report

        return report.draw_html(self, page)

    def __str__(self) -> str:
        from perpend.similarity import report

        return report.draw_text(self)


def explain_plainly(
    pair: EncodedPair, weights: Sequence[float], signature: str
) -> tuple[float, Alignment, list[Explained]]:
    """The predicted cost of a `pair` under `weights`, its alignment, and the contribution of each edit.

    This is the definition of a score. `signature` becomes that of the alignment.
    """
    alignment = replace(pair.alignment(pair.align(weights)), signature=signature)
    phrases = {use.entry: (use.p, use.q) for use in pair.phrases}
    features = feature_vector(alignment, phrases).tolist()
    cost = sum((weight * value for weight, value in zip(weights, features, strict=True)), 0.0)
    return cost, alignment, list(_explained(alignment, phrases, weights))


def _explained(
    alignment: Alignment, phrases: Mapping[int, tuple[float, float]], weights: Sequence[float]
) -> Iterator[Explained]:
    """Shifts first, then edits from left to right, without matches."""
    length = len(alignment.hyp) + len(alignment.ref)
    for part, hyp, ref in _edited(alignment):
        values = edit_features(alignment, part, phrases) if isinstance(part, Edit) else {"Shift": 1.0}
        features = {name: value / length for name, value in values.items()}
        yield part, hyp, ref, features, -dot(weights, features)


def _edited(alignment: Alignment) -> Iterator[tuple[Edit | Shift, tuple[str, ...], tuple[str, ...]]]:
    """Each shift and each edit that is not a match, with its words on both sides."""
    order = tuple(range(len(alignment.hyp)))
    for shift in alignment.shifts:
        moved = tuple(alignment.hyp[j] for j in order[shift.start : shift.end + 1])
        yield shift, moved, alignment.ref[slice(*shift.ref)]
        order = move(order, shift.start, shift.end, shift.to)
    for edit in alignment.edits:
        if edit.op != "match":
            yield edit, alignment.hyp_shifted[slice(*edit.hyp)], alignment.ref[slice(*edit.ref)]
