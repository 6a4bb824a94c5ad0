"""Answers of all kinds of models keep one protocol."""

import json
from copy import deepcopy
from dataclasses import fields

import pytest

from perpend.answers import Answer
from perpend.learning.registry import kinds, load

PAIRS = {
    "spelling": [("recieve", "receive"), ("cat", "cat"), ("", "dog")],
    "names": [("Boris Berezovski", "B. Berezovsky"), ("Ann Lee", "Tom Lee"), ("", "X")],
}
TEXTS = [
    ("A man plays a guitar.", "A man is playing a guitar."),
    ("Nobody knows.", "3 <b> people & dogs know \t it"),
    ("", ""),
]


@pytest.mark.parametrize("kind", [one.name for one in kinds()])
def test_answers_show_themselves_and_are_the_predictions(kind: str) -> None:
    model, pairs = load(kind=kind), PAIRS.get(kind, TEXTS)
    answers = list(model.explain_many(pairs))
    assert model.predict(pairs).tolist() == [answer.value for answer in answers]
    for pair, answer in zip(pairs, answers, strict=True):
        assert isinstance(answer, Answer)
        assert model.explain(*pair).value == answer.value
        found = json.loads(json.dumps(answer.to_dict(), allow_nan=False))
        assert {"value", "reasons", "contributions", "signature"} <= found.keys()
        assert found["signature"] == model.signature
        assert answer.reasons
        assert all(reason and "\n" not in reason for reason in answer.reasons)
        assert [part["name"] for part in found["contributions"]] == [one.name for one in answer.contributions]
        assert type(answer.value) in (float, str)
        assert len(repr(answer)) < 80
        assert "np." not in repr(answer) + repr(answer.to_dict()) + str(answer)
        assert answer.to_html(page=True).startswith("<!DOCTYPE html>")
        assert "<b>" not in answer._repr_html_()


@pytest.mark.parametrize("kind", [one.name for one in kinds()])
def test_a_model_is_copied_without_what_it_opened(kind: str) -> None:
    model, pairs = load(kind=kind), PAIRS.get(kind, TEXTS)
    before = model.predict(pairs).tolist()
    copy = deepcopy(model)
    assert set(copy.__dict__) <= {one.name for one in fields(copy)}
    assert copy.predict(pairs).tolist() == before


@pytest.mark.parametrize("kind", [one.name for one in kinds()])
def test_no_pairs_have_no_predictions(kind: str) -> None:
    assert load(kind=kind).predict([]).shape == (0,)
    assert list(load(kind=kind).explain_many(iter([]))) == []
