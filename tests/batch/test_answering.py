"""Columns of any model: the same values with and without reasons, in the words that all answers share."""

import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from perpend.answers import Answer
from perpend.batch.answering import answer_columns
from perpend.files.filling import Tally, fill_table
from perpend.files.tables import open_table
from perpend.learning.model import Classifier, Decisions, Numbers, TextPair
from perpend.learning.registry import load
from perpend.types import Doubles
from tests.learning.toy.given import Given

DATA = b"text1\ttext2\naaa\ta\na\ta\nonly one\n"


@dataclass(frozen=True)
class Difference(Answer):
    """A toy answer."""

    number: float
    label: str | None = None
    probability: float | None = None

    @property
    def value(self) -> Any:
        return self.label or min(self.number, 1.0)

    @property
    def reasons(self) -> tuple[str, ...]:
        return ("the texts have different lengths",) if self.number else ()

    @property
    def contributions(self) -> tuple[Any, ...]:
        return ()

    def to_dict(self) -> dict[str, Any]:
        facts = {"value": self.value, "reasons": list(self.reasons), "contributions": [], "signature": "toy"}
        return facts | ({"probability": self.probability} if self.label else {"raw": self.number, "base": 0.0})

    def __repr__(self) -> str:
        return "<Difference>"


class Lengths(Given, Numbers):
    """A toy model of numbers."""

    scale = (-9.0, 1.0)

    def raw(self, pairs: Iterable[TextPair]) -> Doubles:
        return np.array([float(len(one) - len(other)) for one, other in pairs])

    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[Difference]:
        return (Difference(one) for one in self.raw(pairs).tolist())


class Labels(Given, Classifier):
    """A toy classifier that counts the pairs it is asked for."""

    labels = ("no", "yes")

    def __init__(self, certain: bool = False) -> None:
        self.asked, self.certain = 0, certain

    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[Difference]:
        chance = None if self.certain else 0.75
        return (Difference(0.0, "yes" if one == other else "no", chance) for one, other in pairs)

    def decide(self, pairs: Iterable[TextPair]) -> Decisions:
        equal = np.array([one == other for one, other in pairs])
        self.asked += len(equal)
        table = np.where(equal[:, None], [0.25, 0.75], [0.75, 0.25])
        return Decisions(np.where(equal, "yes", "no"), None if self.certain else table)


def filled(model: Any, **options: bool) -> list[dict[str, Any]]:
    output = io.BytesIO()
    with open_table(io.BytesIO(DATA)) as table:
        assert fill_table(answer_columns(model, **options), table, output, format="jsonl") == Tally(3, 1)
    return [json.loads(line) for line in output.getvalue().decode().splitlines()]


def test_numbers() -> None:
    plain, explained = filled(Lengths()), filled(Lengths(), explain=True)
    assert [row["value"] for row in plain] == [row["value"] for row in explained] == [1.0, 0.0, None]
    assert list(plain[0]) == ["line", "text1", "text2", "value", "error", "signature"]
    assert list(explained[0])[3:] == ["value", "raw", "base", "reasons", "contributions", "error", "signature"]
    assert (explained[0]["raw"], explained[0]["reasons"]) == (2.0, ["the texts have different lengths"])


def test_labels() -> None:
    plain, explained = filled(Labels()), filled(Labels(), explain=True)
    for rows in (plain, explained):
        assert [(row["value"], row["probability"]) for row in rows] == [("no", 0.75), ("yes", 0.75), (None, None)]
    assert list(explained[0])[3:] == ["value", "probability", "reasons", "contributions", "error", "signature"]


def test_labels_without_probabilities_have_empty_cells() -> None:
    plain, explained = filled(Labels(certain=True)), filled(Labels(certain=True), explain=True)
    for rows in (plain, explained):
        assert [(row["value"], row["probability"]) for row in rows] == [("no", None), ("yes", None), (None, None)]
    output = io.BytesIO()
    with open_table(io.BytesIO(DATA)) as table:
        fill_table(answer_columns(Labels(certain=True)), table, output)
    assert output.getvalue().decode().splitlines()[1] == "aaa\ta\tno\t\t"


def test_a_model_of_names_answers_with_numbers() -> None:
    """Its method `probabilities` takes features, which makes it no classifier."""
    model, pairs = load("names-ecbplus"), [("Anna Lee", "A. Lee"), ("Anna Lee", "Otto Berg")]
    new = answer_columns(model)
    assert (new.names, "value" in new.numeric) == (("value",), True)
    assert list(new.cells(pairs)) == [(one.value,) for one in model.explain_many(pairs)]


def test_a_classifier_is_asked_once_for_each_pair() -> None:
    model = Labels()
    filled(model)
    assert model.asked == 2


@pytest.mark.parametrize("model", [Lengths(), Labels()])
def test_texts_that_are_too_long_are_bad_rows(model: Any) -> None:
    long = "word " * 1200
    with open_table(io.BytesIO(f"text1\ttext2\n{long}\t{long}\n".encode())) as table:
        output = io.BytesIO()
        assert fill_table(answer_columns(model), table, output) == Tally(1, 1)
    assert b"score: two texts with 1,440,000 pairs of words are too long" in output.getvalue()
