"""The default scorer keeps the laws: on the suite that it was made with, and on three that strangers wrote.

The bounds are those that the scorer was made to reach, below what it reaches (results/laws.json). They say what holds
of sentences in general; single pairs with their reasons are in tests/features and tests/similarity.
"""

from functools import cache

import pytest

from perpend.learning.registry import load
from perpend.similarity.likeness_model import LikenessModel
from tests.laws.laws import CHANGES, SUITES, measure, read_answers, read_bases


@cache
def shares(suite: str) -> dict[str, float]:
    model = load("everyday")
    assert isinstance(model, LikenessModel)
    return measure(model.predict, scale=model.scale, suite=suite)


@pytest.mark.parametrize("suite", SUITES)
def test_identity_is_the_top_and_order_makes_no_difference(suite: str) -> None:
    assert shares(suite)["identity is the top"] == shares(suite)["symmetry"] == 1.0


@pytest.mark.parametrize("suite", SUITES)
@pytest.mark.parametrize("change", CHANGES)
def test_paraphrases_are_above_changes_of_meaning(suite: str, change: str) -> None:
    assert shares(suite)[f"light above {change}"] >= 0.95
    assert shares(suite)[f"free above {change}"] >= 0.70


@pytest.mark.parametrize("suite", SUITES)
def test_the_laws_together(suite: str) -> None:
    assert shares(suite)["mean"] >= 0.92


def test_equal_forms() -> None:
    assert shares("own")["equal forms"] >= 0.90


@pytest.mark.parametrize("suite", SUITES[1:])
def test_the_suites_of_strangers_are_whole(suite: str) -> None:
    assert len(read_bases(suite)) == 50
    assert len({base.text for base in read_bases(suite)}) == 50
    assert len(read_answers(suite)) >= 40
    assert all(all(base.texts.values()) for base in read_bases(suite))
    assert all(all(row.values()) for row in read_answers(suite))
