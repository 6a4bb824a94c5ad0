"""What a hypothesis is to a text, and why: `Entailment`, the answer, and `entail`, the function.

    entail("A boy is running in the park", "A child is running")

        ENTAILMENT, probability 0.95
        'child' is more general than 'boy' in the same slot (subject: A boy)

The patterns say which words decided and what they would answer; the learned layer weighs what they found together with
relatedness and word pairs, and has the last word unless the patterns alone are asked for. An empty text, or one without
a verb, has no frames, so no pattern applies to it and relatedness decides; so it is, mostly, for other languages than
English, of which only equal words are seen.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perpend.answers import Answer
from perpend.entailment.rules import Label
from perpend.learning.model import Model
from perpend.learning.registry import load_kept
from perpend.text.annotate import Annotator

__all__ = ["Entailment", "LayerPart", "entail"]


@dataclass(frozen=True, slots=True)
class LayerPart:
    """What a group of features adds to the logarithm of the odds of the answer against the next probable label."""

    name: str
    points: float

    def to_dict(self) -> dict[str, Any]:
        """The part as plain JSON values."""
        return {"name": self.name, "points": self.points}


@dataclass(frozen=True, slots=True, repr=False)
class Entailment(Answer):
    """The answer for one pair: the label, how probable each label is, relatedness, and what the patterns found.

    `probability`, `probabilities` and `contributions` come from the learned layer; where the patterns decide, the first
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

    :param text: what is known.
    :param hypothesis: what may follow from it.
    :param model: a name that `perpend models` lists, a model file or a model of the kind entailment; `entail-sick`
        unless given.
    :param patterns_only: let the patterns decide, without the learned layer.
    :param annotator: the tagger and parser; the shipped one unless given.

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
