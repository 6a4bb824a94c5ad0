"""Shipped models predict the bytes that are recorded in recorded-answers.json (hexadecimal).

Those of PERP are of version 0.1.0. A model that is trained anew on purpose is recorded anew, and only that one.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from perpend.entailment.model import EntailmentModel
from perpend.learning.model import Classifier, Numbers
from perpend.learning.registry import load

RECORD = json.loads(Path(__file__).with_name("recorded-answers.json").read_text(encoding="utf-8"))
PAIRS = [tuple(pair) for pair in RECORD["pairs"]]
FOUND: dict[str, Any] = RECORD["found"]
NUMBERS = [name for name in FOUND if name.startswith(("perp-", "relate-"))]


def hexadecimal(values: Any) -> list[str]:
    return [float(value).hex() for value in values]


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers(name: str) -> None:
    shipped, _, how = name.partition(" ")
    model = load(shipped, **({"symmetric": True} if how == "symmetric" else {}))
    assert isinstance(model, Numbers)
    pairs = [tuple(pair) for pair in RECORD["words"]] if shipped == "relate-word2sense" else PAIRS
    assert hexadecimal(model.predict(pairs, clipped=how != "raw")) == FOUND[name]
    explained = list(model.explain_many(pairs))
    assert hexadecimal(one.raw if how == "raw" else one.value for one in explained) == FOUND[name]  # type: ignore[attr-defined]
    assert model.explain(*pairs[2]).value == explained[2].value


def test_paraphrases() -> None:
    model = load("paraphrase-msrp")
    assert isinstance(model, Classifier)
    assert model.predict(PAIRS).tolist() == [label for label, _ in FOUND["paraphrase-msrp"]]
    assert hexadecimal(model.probabilities(PAIRS)[:, 1]) == [chance for _, chance in FOUND["paraphrase-msrp"]]
    assert [one.value for one in model.explain_many(PAIRS)] == model.predict(PAIRS).tolist()


def test_entailment() -> None:
    model = load("entail-sick")
    assert isinstance(model, EntailmentModel)
    answers = list(model.explain_many(PAIRS))
    assert model.predict(PAIRS).tolist() == [one.value for one in answers] == [row[0] for row in FOUND["entail-sick"]]
    for answer, (_, chances, related) in zip(answers, FOUND["entail-sick"], strict=True):
        assert answer.probabilities is not None
        assert {name: value.hex() for name, value in answer.probabilities.items()} == chances
        assert answer.relatedness.hex() == related
    patterns = model.using(patterns_only=True)
    found = [[one.value, one.rule] for one in patterns.explain_many(PAIRS)]
    assert found == [row[:2] for row in FOUND["entail-sick patterns"]]
    assert patterns.predict(PAIRS).tolist() == [label for label, _ in found]


def test_spelling() -> None:
    pairs = [("recieve", word) for word in ("receive", "relieve", "cat", "")]
    assert hexadecimal(load("english").predict(pairs)) == FOUND["english"]
