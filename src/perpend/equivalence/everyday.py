"""Whether two texts mean the same, and why: `Equivalence`, the answer of models of the kind equivalence.

    paraphrase("The shop is open on Monday.", "The shop is closed on Monday.")

        no: the texts do not mean the same, with probability 0.98
        'open' and 'closed' are opposites

    log-odds  =  + 4.9 texts that differ in nothing  + 0.0 prior 0.5  - 7.5 opposite: 'open' - 'closed'  - 1.0 words ...

The points of all contributions sum to `decision`, the log-odds that the texts mean the same: above 0 the answer is yes.
Reasons are those of the default scorer (`perpend.similarity.likeness_reasons`), about the same comparison of the two
texts: first what contradicts, then what only one text says or says in other words, then the texts as a whole.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from perpend.answers import Answer, GroupPoints
from perpend.equivalence.everyday_model import EquivalenceModel
from perpend.features.distances import CHANGED, Compared, group_of
from perpend.similarity.likeness import Likeness
from perpend.similarity.likeness import explained as likeness_of

__all__ = ["Equivalence", "explained"]

_EQUAL = "texts that differ in nothing"
_MEANINGS = {"yes": "the texts mean the same", "no": "the texts do not mean the same"}


@dataclass(frozen=True, slots=True, repr=False)
class Equivalence(Answer):
    """The answer for one pair: "yes", "no" or "can't tell", with the log-odds of yes, their parts, and reasons.

    `probability` is that of `value`; if that is "can't tell", it is the probability of the more probable answer.

    >>> import perpend
    >>> found = perpend.paraphrase("The shop is open on Monday.", "The shop is closed on Monday.")
    >>> found, found.reasons[0]
    (<Equivalence no>, "'open' and 'closed' are opposites")
    >>> abs(sum(part.points for part in found.contributions) - found.decision) < 1e-9
    True
    """

    value: str = field()
    probability: float
    probabilities: dict[str, float]
    """The probability of "no" and of "yes"."""
    decision: float
    """The log-odds of yes."""
    prior: float
    """The share of yes among the pairs that are asked about, as the model was told."""
    contributions: tuple[GroupPoints, ...] = field()
    comparison: Likeness = field()
    """The two texts as the default scorer compares them, with weights that were learned from nothing."""
    signature: str

    @property
    def reasons(self) -> tuple[str, ...]:
        """What the two texts differ in; what changes the meaning first."""
        return self.comparison.reasons

    @property
    def warnings(self) -> tuple[str, ...]:
        """Why the answer may be less certain than its probability says."""
        return self.comparison.warnings

    @property
    def headline(self) -> str:
        """The answer as a sentence."""
        if self.value in _MEANINGS:
            return f"{self.value}: {_MEANINGS[self.value]}, with probability {self.probability:.2f}"
        return f"{self.value} whether the texts mean the same: yes has probability {self.probabilities['yes']:.2f}"

    def rows(self) -> list[tuple[str, str]]:
        """The cells of the table of contributions: each with its points, and their sum."""
        rows = [(one.name, f"{one.points:+.4f}") for one in self.contributions]
        return [*rows, ("(log-odds)", f"{self.decision:+.4f}")]

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        return {
            "value": self.value,
            "probability": self.probability,
            "probabilities": dict(self.probabilities),
            "decision": self.decision,
            "prior": self.prior,
            "reasons": list(self.reasons),
            "warnings": list(self.warnings),
            "contributions": [one.to_dict() for one in self.contributions],
            **self.comparison.linked_texts(),
            "signature": self.signature,
        }

    def to_html(self, page: bool = False) -> str:
        """Both texts with their links, the answer, reasons and contributions; `page` makes a complete document."""
        from perpend.similarity import likeness_report

        return likeness_report.html_of(
            self.comparison, self.headline, self.rows(), self.signature, title="Paraphrase", page=page
        )

    def __str__(self) -> str:
        from perpend.similarity import likeness_report

        return likeness_report.text_of(self.comparison, self.headline)


def explained(model: EquivalenceModel, pair: Compared) -> Equivalence:
    """The answer of a `model` for a compared `pair`, with its contributions."""
    measured = model.measured([pair])
    log_odds = model.log_odds(measured)
    found = model.decided(log_odds)
    probabilities = dict(zip(model.labels, found.probabilities[0].tolist(), strict=True))  # type: ignore[index]
    comparison = likeness_of(model.comparing, pair)
    return Equivalence(
        value=str(found.labels[0]),
        probability=max(probabilities.values()),
        probabilities=probabilities,
        decision=float(log_odds[0]),
        prior=model.prior,
        contributions=tuple(_contributions(model, pair, comparison, float(log_odds[0]))),
        comparison=comparison,
        signature=model.signature,
    )


def _contributions(
    model: EquivalenceModel, pair: Compared, comparison: Likeness, decision: float
) -> Iterator[GroupPoints]:
    """What the decision is made of: equal texts, the prior, then what the texts differ in, the largest first."""
    yield GroupPoints(_EQUAL, model.equal)
    if model.shift:
        yield GroupPoints("prior", model.shift)
    if not pair.distances.any():
        if rest := decision - model.equal - model.shift:
            yield GroupPoints("both texts have the same words", rest)
        return
    yield from sorted(_losses(model, pair, comparison), key=lambda one: one.points)


def _losses(model: EquivalenceModel, pair: Compared, comparison: Likeness) -> Iterator[GroupPoints]:
    """The points of each group of distances, and of each change of meaning; those of a kind cost the same."""
    groups: dict[str, float] = {}
    for name, loss in zip(model.names, model.losses(model.measured([pair]))[0].tolist(), strict=True):
        groups[group_of(name)] = groups.get(group_of(name), 0.0) - loss
    for group, points in groups.items():
        parts = [one.name for one in comparison.contributions if one.kind == group] if group in CHANGED else [group]
        yield from (GroupPoints(name, points / len(parts)) for name in parts if points)
