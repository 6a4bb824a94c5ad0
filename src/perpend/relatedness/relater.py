"""How related are two texts? A relater: a model, and an answer with every feature and what each group contributed.

    Relater().relate("A man plays a guitar.", "A man is playing the guitar.")

        Relatedness 4.8 on 1 to 5
        3.5 mean of the training pairs, +0.4 vectors, +0.3 word evidence, ...

The answer is brought to the scale of the training labels; `raw` is what the regression says. A text without words is
compared like any other: it shares nothing with any text but an empty one. Texts of up to 10,000 tokens are taken whose
words make at most a million pairs; longer ones are an InputError. The shipped models know English; of another language
they see equal words and strings only.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import perpend
from perpend.errors import SettingError
from perpend.features.annotated_pairs import Pair
from perpend.learning.provenance import resources
from perpend.lexicon.wordnet.link_table import LinkTable
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.relatedness.model import RelatednessModel
from perpend.relatedness.shipped import find_relatedness_model
from perpend.text.annotate import Annotator
from perpend.types import Doubles

__all__ = ["Relatedness", "Relater"]

_log = logging.getLogger(__name__)
_CHUNK = 256


@dataclass(frozen=True, slots=True)
class Relatedness:
    """The answer for one pair: its value on the scale, what each group of features added, and all features."""

    value: float
    raw: float
    base: float
    shares: dict[str, float]
    features: dict[str, float]
    groups: dict[str, str]
    scale: tuple[float, float]
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        return {
            "relatedness": self.value,
            "raw": self.raw,
            "scale": list(self.scale),
            "base": self.base,
            "shares": dict(self.shares),
            "features": {name: {"value": value, "group": self.groups[name]} for name, value in self.features.items()},
            "signature": self.signature,
        }


class Relater:
    """Answers with one model, its file, a shipped one by name, or the shipped one of a level."""

    def __init__(
        self,
        model: RelatednessModel | Path | str | None = None,
        *,
        level: str = "sentence",
        annotator: Annotator | None = None,
        links: LinkTable | None = None,
    ) -> None:
        self.model = find_relatedness_model(model, level)
        self.extractor = RelatednessFeatures(self.model.features, self.model.level, annotator=annotator, links=links)
        if self._names != self.model.names:
            raise SettingError(
                f"{self.model.signature} has other features than this Perpend has for {self.model.features!r}"
                + (", or needs its table of links" if links is None else "")
                + ": train it again"
            )
        for name, here in {**resources(), "words": self.extractor.signature()}.items():
            if (then := self.model.resources.get(name)) != here:
                _log.warning("%s was trained with %s, here is %s", self.model.signature, then, here)

    @property
    def _names(self) -> tuple[str, ...]:
        extra = self.model.names[-1:] if self.model.evidence else ()
        return (*self.extractor.names, *extra)

    def signature(self) -> str:
        """The model, and everything else that its answers depend on."""
        parts = {"relatedness": self.model.signature, **resources(), "words": self.extractor.signature()}
        if not self.extractor.of_senses:
            parts["tags"] = self.extractor.annotator.signature()
        return "|".join(f"{name}:{value}" for name, value in {**parts, "version": perpend.__version__}.items())

    def values(self, pairs: Sequence[tuple[str, str]]) -> Doubles:
        """The features of pairs, in the order of the model's names."""
        values = self.extractor.matrix(pairs)
        if self.model.evidence is None:
            return values
        return np.column_stack([values, self.model.evidence.estimates(self.extractor.annotate(pairs))[:, :1]])

    def values_of_sentences(self, pairs: Sequence[Pair]) -> Doubles:
        """The same of pairs that are annotated already."""
        values = self.extractor.matrix_of_sentences(pairs)
        if self.model.evidence is None:
            return values
        return np.column_stack([values, self.model.evidence.estimates(pairs)[:, :1]])

    def predict(self, pairs: Iterable[tuple[str, str]]) -> Doubles:
        """The relatedness of each pair, brought to the scale; some hundred are worked on at a time."""
        waiting, found = iter(pairs), [np.zeros(0)]
        while chunk := list(islice(waiting, _CHUNK)):
            found.append(self.model.clipped(self.model.predictions(self.values(chunk))))
        return np.concatenate(found)

    def predict_sentences(self, pairs: Sequence[Pair]) -> Doubles:
        """The same of pairs that are annotated already."""
        return self.model.clipped(self.model.predictions(self.values_of_sentences(pairs)))

    def relate(self, text1: str, text2: str) -> Relatedness:
        """How related two texts are, and why."""
        return next(self.relate_many([(text1, text2)]))

    def relate_many(self, pairs: Iterable[tuple[str, str]]) -> Iterator[Relatedness]:
        """The answer for each pair, in their order."""
        waiting, signature = iter(pairs), self.signature()
        while chunk := list(islice(waiting, _CHUNK)):
            values = self.values(chunk)
            for row, raw in zip(values, self.model.predictions(values).tolist(), strict=True):
                yield Relatedness(
                    float(self.model.clipped(np.array(raw))),
                    raw,
                    self.model.base,
                    self.model.shares(row),
                    dict(zip(self.model.names, row.tolist(), strict=True)),
                    dict(zip(self.model.names, self.model.groups, strict=True)),
                    self.model.scale,
                    signature,
                )
