"""What a hypothesis is to a text, and why: the function `entail`, and `Entailment`, the answer of models of one kind.

The default, `entail-everyday`, is of the kind inference; its answer is an `EverydayEntailment`, see
`perpend.entailment.everyday`. Models of the kind entailment are the system of Vo, Popescu and Caselli (2014):

    entail("A boy is running in the park", "A child is running", "entail-sick")

        ENTAILMENT, probability 0.95
        'child' is more general than 'boy' in the same slot (subject: A boy)

The patterns give an answer and the words that it rests on; the learned layer combines it with relatedness and word
pairs, and decides unless `patterns_only` is set. An empty text, or one without a verb, has no frames, so no pattern
applies and relatedness decides; the same holds mostly for languages other than English, where only equal words match.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perpend.answers import Answer, GroupPoints
from perpend.arguments import flag
from perpend.entailment.rules import Label
from perpend.errors import SettingError
from perpend.learning.model import Model
from perpend.learning.registry import load_kept
from perpend.text.annotate import Annotator

if TYPE_CHECKING:
    from perpend.entailment.everyday import EverydayEntailment

__all__ = ["Entailment", "LayerPart", "entail", "entailing_model"]

_OTHER = {"inference": "entailment", "entailment": "inference"}


class LayerPart(GroupPoints):
    """What a group of features adds to the log-odds of the answer against the second most probable label."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, repr=False)
class Entailment(Answer):
    """The answer of a model of the kind entailment: label, probabilities, relatedness, and the result of the patterns.

    `probability`, `probabilities` and `contributions` come from the learned layer; if the patterns decide, the first
    two are None and there are no contributions.

    >>> import perpend
    >>> found = perpend.entail("A boy is running in the park", "A child is running", "entail-sick")
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
    prior: float | None = None,
    least_confidence: float | None = None,
    patterns_only: bool = False,
    annotator: Annotator | None = None,
) -> "EverydayEntailment | Entailment":
    """Whether a hypothesis follows from a text, contradicts it, or neither, and why.

    :param text: the premise.
    :param hypothesis: what may follow from it.
    :param model: a name that `perpend models` lists, a model file or a model, of the kind inference or entailment; by
        default `entail-everyday`.
    :param prior: the share of pairs that follow among those that you ask about, 0.01 to 0.99; models of the kind
        inference have it.
    :param least_confidence: the answer is "can't tell" if it is less probable than that, 1/3 to 1, by default 0.4;
        models of the kind inference have it.
    :param patterns_only: decide by the patterns, without the learned layer; of models of the kind entailment, by
        default `entail-sick`.
    :param annotator: the tagger and parser; the shipped one by default.

    >>> found = entail("A dog is running in the park", "An animal is running")
    >>> found.value
    'ENTAILMENT'
    >>> found.reasons[0]
    "'dog' is a kind of 'animal'"
    """
    given = {"prior": prior, "least_confidence": least_confidence, "annotator": annotator}
    options: dict[str, Any] = {name: one for name, one in given.items() if one is not None}
    if flag(patterns_only, "patterns_only"):
        options["patterns_only"] = True
    found: Any = entailing_model(model, **options)
    return found.explain(text, hypothesis)  # type: ignore[no-any-return]


def entailing_model(model: Model | Path | str | None = None, **options: Any) -> Model:
    """Returns the model that `entail` asks.

    :param model: a name, a file or a model of the kind inference or entailment; None for the default.
    :param options: `prior` and `least_confidence` of the kind inference, `patterns_only` of the kind entailment, whose
        default it stands for if no model is named; `annotator` of both.

    >>> entailing_model().kind, entailing_model(patterns_only=True).kind
    ('inference', 'entailment')
    """
    default = "entailment" if options.get("patterns_only") else "inference"
    found = load_kept(model, default) if model is None else load_kept(model)
    if found.kind not in _OTHER:
        raise SettingError(
            f"{found.identity} is a model of the kind {found.kind!r}, but 'inference' or 'entailment' was needed"
        )
    for name in options:
        if name not in found.options:
            raise SettingError(
                f"{_shown(name)} is for models of the kind {_OTHER[found.kind]}, not {found.identity}: omit it"
            )
    return found.using(**options)


def _shown(option: str) -> str:
    return option.replace("_", " ")
