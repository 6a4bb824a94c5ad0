"""What a hypothesis is to a text, and why: `EverydayEntailment`, the answer of models of the kind inference.

    entail("No guest left before midnight.", "A guest left before midnight.")

        CONTRADICTION: the hypothesis contradicts the text, with probability 0.97
        'No' denies 'left' in the text only

    log-odds that it follows        =  - 0.4 start  - 3.1 findings  - 0.2 coverage  + ...
    log-odds that it contradicts    =  - 0.1 start  + 2.9 findings  + 0.8 changes   + ...

The points of the contributions to a question sum to its log-odds, but for rounding. Reasons are findings
(`perpend.entailment.findings`) that a check proves true of the two texts (`perpend.entailment.finding_reasons`): those
that speak for the answer first, then the others. Warnings say that a text is unlike those that the model learned from.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from perpend.answers import Answer, GroupPoints
from perpend.entailment.everyday_features import FEATURE_GROUPS, FEATURE_NAMES, ReadPair, feature_values
from perpend.entailment.everyday_model import QUESTIONS, InferenceModel, Stage
from perpend.entailment.finding_reasons import reason_of
from perpend.entailment.findings import Effect
from perpend.entailment.rules import Label
from perpend.features.distances import RAREST
from perpend.similarity.likeness import Likeness
from perpend.similarity.likeness import explained as likeness_of
from perpend.types import Doubles

__all__ = ["EverydayEntailment", "MEANINGS", "QuestionPoints", "explained"]

MEANINGS = {
    "ENTAILMENT": "the hypothesis follows from the text",
    "CONTRADICTION": "the hypothesis contradicts the text",
    "NEUTRAL": "the hypothesis neither follows from the text nor contradicts it",
}
"""Labels in words."""

_SPEAKS_FOR = {
    str(Label.ENTAILMENT): Effect.FOLLOWS,
    str(Label.CONTRADICTION): Effect.CONTRADICTS,
    str(Label.NEUTRAL): Effect.OPEN,
}
_TRIVIAL = ("same", "inflected")


@dataclass(frozen=True, slots=True)
class QuestionPoints(GroupPoints):
    """What a group of features adds to the log-odds of one `question`: "follows" or "contradicts"."""

    question: str


@dataclass(frozen=True, slots=True, repr=False)
class EverydayEntailment(Answer):
    """The answer for one pair: a label or "can't tell", the probability of each label, log-odds, and reasons.

    `probability` is that of `value`; if that is "can't tell", it is the probability of the most probable label.

    >>> import perpend
    >>> found = perpend.entail("A boy sang a song.", "No boy sang.")
    >>> found
    <EverydayEntailment CONTRADICTION>
    >>> parts = [part.points for part in found.contributions if part.question == "follows"]
    >>> abs(sum(parts) - found.log_odds["follows"]) < 1e-9
    True
    """

    value: str = field()
    probability: float
    probabilities: dict[str, float]
    log_odds: dict[str, float]
    """Of "follows": that the hypothesis follows; of "contradicts": that it contradicts the text if it does not."""
    reasons: tuple[str, ...] = field()
    warnings: tuple[str, ...]
    """Why the answer may be less certain than its probability says."""
    contributions: tuple[QuestionPoints, ...] = field()
    comparison: Likeness = field()
    """The two texts as the default scorer compares them, with weights that were learned from nothing."""
    signature: str

    @property
    def headline(self) -> str:
        """The answer as a sentence."""
        if self.value in MEANINGS:
            return f"{self.value}: {MEANINGS[self.value]}, with probability {self.probability:.2f}"
        told = ", ".join(f"{label} {chance:.2f}" for label, chance in self.probabilities.items())
        return f"{self.value}: {told}"

    def rows(self) -> list[tuple[str, str]]:
        """The cells of the table of contributions: those to each question, and their sum."""
        found = []
        for question in QUESTIONS:
            parts = [one for one in self.contributions if one.question == question]
            found += [(f"{question}: {one.name}", f"{one.points:+.4f}") for one in parts]
            found.append((f"({question}, log-odds)", f"{self.log_odds[question]:+.4f}"))
        return found

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        return {
            "value": self.value,
            "probability": self.probability,
            "probabilities": dict(self.probabilities),
            "log_odds": dict(self.log_odds),
            "reasons": list(self.reasons),
            "warnings": list(self.warnings),
            "contributions": [one.to_dict() for one in self.contributions],
            **self.comparison.linked_texts(),
            "signature": self.signature,
        }

    def to_html(self, page: bool = False) -> str:
        """Both texts with their links, the answer, reasons and contributions; `page` makes a complete document."""
        from perpend.similarity import likeness_report

        told = (*self.reasons, *(f"less certain: {one}" for one in self.warnings))
        return likeness_report.html_of(
            self.comparison, self.headline, self.rows(), self.signature, title="Entailment", page=page, told=told
        )

    def __str__(self) -> str:
        return "\n".join([self.headline, *self.reasons, *(f"less certain: {one}" for one in self.warnings)])


def explained(model: InferenceModel, pair: ReadPair) -> EverydayEntailment:
    """The answer of a `model` for a `pair`, with its reasons and contributions."""
    rows = feature_values(pair)[None, :]
    log_odds = model.log_odds(rows)
    found = model.decided(log_odds)
    probabilities = dict(zip(model.labels, found.probabilities[0].tolist(), strict=True))  # type: ignore[index]
    comparison = likeness_of(model.comparing, pair.compared)
    return EverydayEntailment(
        value=str(found.labels[0]),
        probability=max(probabilities.values()),
        probabilities=probabilities,
        log_odds=dict(zip(QUESTIONS, log_odds[0].tolist(), strict=True)),
        reasons=tuple(dict.fromkeys(_reasons(pair, max(probabilities, key=lambda one: probabilities[one])))),
        warnings=tuple(_warnings(model, pair)),
        contributions=tuple(_contributions(model, rows[0], log_odds[0])),
        comparison=comparison,
        signature=model.signature,
    )


# -------------------- reasons and warnings


def _reasons(pair: ReadPair, label: str) -> Iterator[str]:
    """What speaks for the label, the heaviest first, then what else was found; without any, words that are the same."""
    effect, told = _SPEAKS_FOR[label], False
    ordered = sorted(pair.findings, key=lambda one: (one.kind in _TRIVIAL, one.effect is not effect, -one.weight))
    for one in ordered:
        if told and one.kind in _TRIVIAL:
            return
        if reason := reason_of(pair.text, pair.hypothesis, one):
            told = told or one.kind not in _TRIVIAL
            yield reason
    if pair.text.raw == pair.hypothesis.raw:
        yield "the two texts are the same"


def _warnings(model: InferenceModel, pair: ReadPair) -> Iterator[str]:
    for name, words in zip(("the text", "the hypothesis"), pair.words, strict=True):
        length = int((~words.signs).sum())
        known = words.information[~words.signs] < RAREST
        if not length:
            yield f"{name} has no word"
        elif model.usual.longest and length > model.usual.longest:
            yield f"{name} has {length:,} words, more than nearly all training texts ({model.usual.longest})"
        elif known.sum() < length / 2:
            yield f"most words of {name} are no known English words"


# -------------------- contributions


def _contributions(model: InferenceModel, row: Doubles, log_odds: Doubles) -> Iterator[QuestionPoints]:
    for question, stage, total in zip(QUESTIONS, model.stages, log_odds.tolist(), strict=True):
        parts = dict(_stage_parts(stage, row))
        if question == QUESTIONS[0] and model.shift:
            parts["prior"] = model.shift
        # What was settled, whatever the trees say, is a part of its own; so is what rounding leaves.
        rest = total - sum(parts.values())
        if abs(rest) > _ROUNDING:
            parts["holds for any such texts"] = rest
        else:
            parts["start"] += rest
        ordered = sorted(parts.items(), key=lambda part: -abs(part[1]))
        yield from (QuestionPoints(name, points, question) for name, points in ordered if points or name == "start")


def _stage_parts(stage: Stage, row: Doubles) -> Iterator[tuple[str, float]]:
    """What each group of features adds to the log-odds of a stage."""
    correction = stage.correction
    kept = (1.0 - correction.amount) * correction.slope
    points = kept * stage.slope * stage.trees.contributions(row)
    start = kept * (stage.slope * stage.trees.start + stage.offset) + (1.0 - correction.amount) * correction.offset
    if correction.trees:
        log_odds = stage.slope * float(stage.trees.decisions(row[None, :])[0]) + stage.offset
        own = correction.amount * correction.trees.contributions(np.append(row, log_odds))
        points = points + own[:-1]
        start += correction.amount * correction.trees.start
        yield "the model started from", float(own[-1])
    yield "start", start
    for group, names in FEATURE_GROUPS.items():
        yield group, float(points[[_PLACES[name] for name in names]].sum())


_ROUNDING = 1e-6
_PLACES = {name: place for place, name in enumerate(FEATURE_NAMES)}
