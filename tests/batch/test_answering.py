"""Columns of any model: the same values with and without reasons, in the words that all answers share."""

import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from perpend.answers import Answer
from perpend.batch.answering import answer_columns
from perpend.files.filling import Tally, fill_table
from perpend.files.tables import open_table
from perpend.learning.limits import check_pair

DATA = b"text1\ttext2\naaa\ta\na\ta\nonly one\n"


@dataclass(frozen=True)
class Difference(Answer):
    """A toy answer."""

    number: float
    label: str | None = None

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
        return facts | ({"probability": 0.75} if self.label else {"raw": self.number, "base": 0.0})

    def __repr__(self) -> str:
        return "<Difference>"


class Numbers:
    """A toy model of numbers."""

    signature = "toy"

    def check(self, text1: str, text2: str) -> None:
        check_pair("score", text1, text2)

    def predict(self, pairs: Sequence[tuple[str, str]]) -> Any:
        return np.array([one.value for one in self.explain_many(pairs)])

    def explain_many(self, pairs: Sequence[tuple[str, str]]) -> Iterator[Difference]:
        return (Difference(float(len(one) - len(other))) for one, other in pairs)


class Labels(Numbers):
    """A toy classifier."""

    labels = ("no", "yes")

    def explain_many(self, pairs: Sequence[tuple[str, str]]) -> Iterator[Difference]:
        return (Difference(0.0, "yes" if one == other else "no") for one, other in pairs)

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> Any:
        return np.array([[0.25, 0.75] if one == other else [0.75, 0.25] for one, other in pairs])


def filled(model: Any, **options: bool) -> list[dict[str, Any]]:
    output = io.BytesIO()
    with open_table(io.BytesIO(DATA)) as table:
        assert fill_table(answer_columns(model, **options), table, output, format="jsonl") == Tally(3, 1)
    return [json.loads(line) for line in output.getvalue().decode().splitlines()]


def test_numbers() -> None:
    plain, explained = filled(Numbers()), filled(Numbers(), explain=True)
    assert [row["value"] for row in plain] == [row["value"] for row in explained] == [1.0, 0.0, None]
    assert list(plain[0]) == ["line", "text1", "text2", "value", "error", "signature"]
    assert list(explained[0])[3:] == ["value", "raw", "base", "reasons", "contributions", "error", "signature"]
    assert (explained[0]["raw"], explained[0]["reasons"]) == (2.0, ["the texts have different lengths"])


def test_labels() -> None:
    plain, explained = filled(Labels()), filled(Labels(), explain=True)
    for rows in (plain, explained):
        assert [(row["value"], row["probability"]) for row in rows] == [("no", 0.75), ("yes", 0.75), (None, None)]
    assert list(explained[0])[3:] == ["value", "probability", "reasons", "contributions", "error", "signature"]


@pytest.mark.parametrize("model", [Numbers(), Labels()])
def test_texts_that_are_too_long_are_bad_rows(model: Any) -> None:
    long = "word " * 1200
    with open_table(io.BytesIO(f"text1\ttext2\n{long}\t{long}\n".encode())) as table:
        output = io.BytesIO()
        assert fill_table(answer_columns(model), table, output) == Tally(1, 1)
    assert b"score: two texts with 1,440,000 pairs of words are too long" in output.getvalue()
