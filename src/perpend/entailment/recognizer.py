"""Does the hypothesis follow from the text, contradict it, or neither? A model, and an answer with its reasons.

    EntailmentRecognizer().judge("A boy is running in the park", "A child is running")

        Judgment: ENTAILMENT, probability 0.95
        rule hyponym: 'child' is more general than 'boy' in the same slot (subject: A boy)

The patterns say which words decided and what they would answer; the learned layer weighs what they found together with
relatedness and word pairs, and has the last word unless `patterns_only` is asked for. An empty text, or one without a
verb, has no frames, so no pattern applies to it and relatedness decides; so it is, mostly, for other languages than
English, of which only equal words are seen. Texts of up to 10,000 tokens whose words make at most a million pairs are
taken; longer ones are an InputError.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import perpend
from perpend.entailment.frames import frames_of
from perpend.entailment.model import LABELS, EntailmentModel
from perpend.entailment.patterns import Patterns
from perpend.entailment.reasons import reasons
from perpend.entailment.rules import Label, Rules, Verdict
from perpend.entailment.shipped import find_entailment_model
from perpend.entailment.training import Prepared, layer_values, pattern_rows, prepare
from perpend.errors import SettingError
from perpend.learning.provenance import resources
from perpend.relatedness import RelatednessFeatures
from perpend.text.annotate import Annotator
from perpend.types import Doubles

__all__ = ["EntailmentJudgment", "EntailmentRecognizer"]

_log = logging.getLogger(__name__)
_CHUNK = 256


@dataclass(frozen=True, slots=True)
class EntailmentJudgment:
    """The answer for one pair: the label, how probable each label is, relatedness, and what the patterns found."""

    label: Label
    probabilities: dict[str, float] | None
    relatedness: float
    rule: str
    rule_label: Label
    reasons: tuple[str, ...]
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """The judgment as plain JSON values."""
        return {
            "label": str(self.label),
            "probabilities": self.probabilities,
            "relatedness": self.relatedness,
            "patterns": {"label": str(self.rule_label), "rule": self.rule, "reasons": list(self.reasons)},
            "signature": self.signature,
        }


class EntailmentRecognizer:
    """Judges pairs with one model, its file, or the one that comes with Perpend."""

    def __init__(
        self,
        model: EntailmentModel | Path | str | None = None,
        *,
        annotator: Annotator | None = None,
        extractor: RelatednessFeatures | None = None,
        patterns: Patterns | None = None,
        patterns_only: bool = False,
    ) -> None:
        self.model = find_entailment_model(model)
        self.extractor = extractor or RelatednessFeatures(self.model.relating.features, annotator=annotator)
        self.patterns = patterns or Patterns.shipped()
        self.rules = Rules(self.patterns, self.model.quasi, self.model.threshold)
        self.layer = None if patterns_only else self.model.layer
        if self.extractor.names != self.model.relating.names:
            raise SettingError(
                f"{self.model.signature} has other features of relatedness than this Perpend has: train it again"
            )
        here = {**resources(), "words": self.extractor.signature(), "patterns": self.patterns.signature()}
        for name, value in here.items():
            if (then := self.model.resources.get(name)) != value:
                _log.warning("%s was trained with %s, here is %s", self.model.signature, then, value)

    def signature(self) -> str:
        """The model, and everything else that its answers depend on."""
        parts = {
            "entailment": self.model.signature,
            "decides": "patterns" if self.layer is None else "layer",
            **resources(),
            "words": self.extractor.signature(),
            "patterns": self.patterns.signature().partition(":")[2],
            "tags": self.extractor.annotator.signature(),
            "version": perpend.__version__,
        }
        return "|".join(f"{name}:{value}" for name, value in parts.items())

    def judge(self, text: str, hypothesis: str) -> EntailmentJudgment:
        """What the hypothesis is to the text."""
        return next(self.judge_many([(text, hypothesis)]))

    def frames(self, text: str, hypothesis: str) -> dict[str, list[str]]:
        """The frames of both texts in words."""
        found = {}
        sides = self.extractor.annotate([(text, hypothesis)])[0]
        for name, sentence in zip(("text", "hypothesis"), sides, strict=True):
            found[name] = [frame.describe(sentence) for frame in frames_of(sentence)]
        return found

    def judge_many(self, pairs: Iterable[tuple[str, str]]) -> Iterator[EntailmentJudgment]:
        """The judgment of each pair (text, hypothesis), in their order; some hundred are worked on at a time."""
        waiting = iter(pairs)
        while chunk := list(islice(waiting, _CHUNK)):
            yield from self.judge_prepared(prepare(chunk, self.extractor, self.patterns))

    def judge_prepared(self, prepared: Prepared) -> Iterator[EntailmentJudgment]:
        """The judgments of pairs that are prepared already."""
        related = self.relatedness(prepared)
        probabilities, signature = self.probabilities(prepared, related), self.signature()
        verdicts = self.verdicts(prepared, related)
        for k, (pair, verdict) in enumerate(zip(prepared.sentences, verdicts, strict=True)):
            degree = float(related[k])
            row = None if probabilities is None else probabilities[k]
            yield EntailmentJudgment(
                label=verdict.label if row is None else LABELS[int(row.argmax())],
                probabilities=None if row is None else dict(zip(map(str, LABELS), row.tolist(), strict=True)),
                relatedness=degree,
                rule=str(verdict.rule),
                rule_label=verdict.label,
                reasons=tuple(reasons(verdict, *pair, degree, self.model.threshold)),
                signature=signature,
            )

    def relatedness(self, prepared: Prepared) -> Doubles:
        """The relatedness of prepared pairs, from 1 to 5."""
        found = self.model.relating.relatedness(prepared.values, prepared.sentences)
        return np.clip(found, 1.0, 5.0)

    def verdicts(self, prepared: Prepared, related: Doubles) -> Sequence[Verdict]:
        """What the rules say of each pair."""
        pairs = zip(prepared.sentences, related.tolist(), strict=True)
        return [self.rules.decide(*pair, degree) for pair, degree in pairs]

    def probabilities(self, prepared: Prepared, related: Doubles) -> Doubles | None:
        """How probable each label is, by the learned layer; None where the rules decide."""
        if self.layer is None:
            return None
        words = self.layer.pairs.estimates(prepared.words)
        values = layer_values(pattern_rows(self.rules, prepared, related), prepared.values, related, words)
        return self.layer.softmax.probabilities(self.layer.scaling.rows(values))
