"""Models whose answers are given beforehand: all of `Model` but explanations and files."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

import numpy as np

from perpend.answers import Answer
from perpend.learning.model import Classifier, Decisions, Model, Numbers, TextPair
from perpend.learning.provenance import Training
from perpend.types import Doubles


class Given(Model):
    kind: ClassVar[str] = "given"
    command: ClassVar[str] = "score"
    training = Training("toys", 0, ())
    signature = "toy"
    identity = "toy"

    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[Answer]:
        raise NotImplementedError

    def save(self, path: Path | str) -> None:
        raise NotImplementedError

    @classmethod
    def read(cls, path: Path | str) -> Self:
        raise NotImplementedError


@dataclass
class GivenNumbers(Given, Numbers):
    """Answers with `values`, on a scale from 0 to 1."""

    values: Doubles
    scale: tuple[float, float] = (0.0, 1.0)

    def raw(self, pairs: Iterable[TextPair]) -> Doubles:
        return self.values


@dataclass
class GivenLabels(Given, Classifier):
    """Answers with the label whose probability in `table` is highest; `certain` hides the probabilities."""

    labels: tuple[str, ...]  # type: ignore[misc]
    table: Doubles
    certain: bool = False

    def decide(self, pairs: Iterable[TextPair]) -> Decisions:
        labels = np.array(self.labels)[self.table.argmax(axis=1)]
        return Decisions(labels, None if self.certain else self.table)
