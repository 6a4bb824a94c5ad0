"""What a hypothesis is to a text, and why: `Entailment`, the answer, and `entail`, the function.

    entail("A boy is running in the park", "A child is running")

        ENTAILMENT, probability 0.95
        'child' is more general than 'boy' in the same slot (subject: A boy)

The patterns give an answer and the words that it rests on; the learned layer combines it with relatedness and word
pairs, and decides unless `patterns_only` is set. An empty text, or one without a verb, has no frames, so no pattern
applies and relatedness decides; the same holds mostly for languages other than English, where only equal words match.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perpend.answers import Answer, GroupPoints
from perpend.entailment.rules import Label
from perpend.learning.model import Model
from perpend.learning.registry import load_kept
from perpend.text.annotate import Annotator

__all__ = ["Entailment", "LayerPart", "entail"]


class LayerPart(GroupPoints):
    """What a group of features adds to the log-odds of the answer against the second most probable label."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, repr=False)
class Entailment(Answer):
    """The answer for one pair: the label, the probability of each label, relatedness, and the result of the patterns.

    `probability`, `probabilities` and `contributions` come from the learned layer; if the patterns decide, the first
    two are None and there are no contributions.

    >>> import perpend
    >>> found = perpend.entail("A boy is running in the park", "A child is running")
    >>> found, found.rule
    (<Entailment ENTAILMENT>, 'hyponym')
    """

    value: str = field()
    probability: float | None
    probabilities: dict[str, float] | None
    relatedness: float
    rule: str
    rule_label: Label
    reasons: tuple[str, ...] = field()
    contributions: tuple[LayerPart, ...] = field()
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        return {
            "value": self.value,
            "probability": self.probability,
            "probabilities": self.probabilities,
            "relatedness": self.relatedness,
            "reasons": list(self.reasons),
            "contributions": [one.to_dict() for one in self.contributions],
            "patterns": {"label": str(self.rule_label), "rule": self.rule},
            "signature": self.signature,
        }

    def __str__(self) -> str:
        how = "by patterns" if self.probability is None else f"probability {self.probability:.2f}"
        return "\n".join([f"{self.value}, {how}", *self.reasons])


def entail(
    text: str,
    hypothesis: str,
    model: Model | Path | str | None = None,
    *,
    patterns_only: bool = False,
    annotator: Annotator | None = None,
) -> Entailment:
    """Whether a hypothesis follows from a text, contradicts it, or neither, and why.

    :param text: the premise.
    :param hypothesis: what may follow from it.
    :param model: a name that `perpend models` lists, a model file or a model of the kind entailment; by default
        `entail-sick`.
    :param patterns_only: decide by the patterns, without the learned layer.
    :param annotator: the tagger and parser; the shipped one by default.

    >>> found = entail("A boy is running in the park", "A child is running")
    >>> found.value
    'ENTAILMENT'
    >>> found.reasons[0]
    "'child' is more general than 'boy' in the same slot (subject: A boy)"
    """
    options: dict[str, Any] = {"patterns_only": True} if patterns_only else {}
    if annotator is not None:
        options["annotator"] = annotator
    found = load_kept(model, "entailment", **options).explain(text, hypothesis)
    assert isinstance(found, Entailment)
    return found
