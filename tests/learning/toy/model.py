"""How much longer one text is than the other, times a learned factor."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from perpend.answers import Answer
from perpend.files.documents import Fields
from perpend.files.writing import write_text
from perpend.learning.model import Numbers, TextPair
from perpend.learning.model_file import read_json, read_training, training_fields
from perpend.learning.provenance import Training
from perpend.types import Doubles


@dataclass(frozen=True, slots=True)
class Length:
    name: str
    points: float

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, repr=False)
class ToyAnswer(Answer):
    value: float = field()
    contributions: tuple[Length, ...] = field()
    signature: str

    @property
    def reasons(self) -> tuple[str, ...]:
        return tuple(f"{one.name} counts {one.points:g}" for one in self.contributions)

    def to_dict(self) -> dict[str, Any]:
        parts = [one.to_dict() for one in self.contributions]
        return {"value": self.value, "reasons": list(self.reasons), "contributions": parts, "signature": self.signature}


@dataclass(frozen=True)
class ToyModel(Numbers):
    factor: float
    training: Training
    kind: ClassVar[str] = "toy"
    scale: tuple[float, float] = (-100.0, 100.0)

    @property
    def identity(self) -> str:
        return f"{self.training.name}/{self.factor:g}"

    @property
    def signature(self) -> str:
        return f"toy:{self.identity}"

    def raw(self, pairs: Iterable[TextPair]) -> Doubles:
        return np.array([self.factor * len(one) - self.factor * len(other) for one, other in pairs], np.float64)

    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[ToyAnswer]:
        for pair in pairs:
            signs = zip(("text1", "text2"), (1, -1), pair, strict=True)
            parts = tuple(Length(name, sign * self.factor * len(text)) for name, sign, text in signs)
            yield ToyAnswer(float(self.predict([pair])[0]), parts, self.signature)

    def save(self, path: Path | str) -> None:
        facts = {"format": "toy-model", "factor": self.factor, "training": training_fields(self.training)}
        write_text(path, json.dumps(facts))

    @classmethod
    def read(cls, path: Path | str) -> "ToyModel":
        return read_json(path, lambda fields: cls._of(fields))

    @classmethod
    def _of(cls, fields: Fields) -> "ToyModel":
        return cls(fields.number("factor"), read_training(fields))
