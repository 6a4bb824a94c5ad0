"""Filters, one by one: what each drops, on phrases worked out by hand."""

import numpy as np
import pytest

from perpend.errors import SettingError
from perpend.lexicon.phrases.pivot.filters import Filters, WordFilters

NAMES = ["house", "green", "1989", "1990", ",", "of", "the", "home", "1990s"]
WIDTH = 4


def dropped_by(first: str, second: str, **switches: bool) -> list[str]:
    off = dict.fromkeys(("numbers", "punctuation", "stop_words", "contained"), False)
    chosen = Filters(**(switches or dict.fromkeys(off, True)))  # type: ignore[arg-type]
    rows = [np.array([numbers_of(phrase)], np.int32) for phrase in (first, second)]
    return [name for name, keep in WordFilters(chosen, NAMES, {"of", "the", ","}).apply(*rows) if not keep[0]]


def numbers_of(phrase: str) -> list[int]:
    words = [NAMES.index(word) for word in phrase.split()]
    return words + [-1] * (WIDTH - len(words))


@pytest.mark.parametrize(
    ("first", "second", "dropped"),
    [
        ("house", "home", []),
        ("house 1989", "home 1990", ["numbers"]),
        ("house 1989", "1989 home", []),
        ("house 1990s", "home", ["numbers"]),
        ("house 1989 1989", "1989 home", ["numbers"]),
        ("house ,", "home", ["punctuation"]),
        (", house", "home ,", []),
        ("of the", "home", ["stop_words"]),
        ("home", "of , the", ["punctuation", "stop_words"]),
        (",", "of", ["punctuation", "stop_words"]),
        ("the house", "house", ["contained"]),
        ("house", "green house home", ["contained"]),
        ("green home", "green house home", []),
        ("house", "house", []),
    ],
)
def test_what_each_drops(first: str, second: str, dropped: list[str]) -> None:
    assert dropped_by(first, second) == dropped
    assert dropped_by(second, first) == dropped


def test_each_is_a_switch() -> None:
    assert dropped_by("of ,", "of , 1989", numbers=True, punctuation=True, stop_words=False, contained=False) == [
        "numbers"
    ]
    assert dropped_by("of ,", "of , 1989", numbers=False, punctuation=False, stop_words=True, contained=False) == [
        "stop_words"
    ]
    assert dropped_by("of ,", "of , 1989", numbers=False, punctuation=False, stop_words=False, contained=True) == [
        "contained"
    ]


@pytest.mark.parametrize(
    "wrong", [{"min_count": 0}, {"min_probability": -0.1}, {"min_probability": 2.0}, {"min_translation": float("nan")}]
)
def test_impossible_settings(wrong: dict[str, float]) -> None:
    with pytest.raises(SettingError, match="was needed"):
        Filters(**wrong)  # type: ignore[arg-type]
