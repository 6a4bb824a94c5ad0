"""One form for several spellings, and no form for words that only look alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.lexicon.spellings import plain_form, spelling_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Flavour", "flavor"),
        ("labelled", "labeled"),
        ("Catalogue", "catalog"),
        ("sabre", "saber"),
        ("realising", "realizing"),
        ("naïve", "naive"),
        ("'salt'", "salt"),
        ("#rain", "rain"),
        ("4th", "fourth"),
        ("3", "three"),
        ("25,000", "25000"),
        ("Sept.", "September"),
        ("&", "and"),
        ("n’t", "not"),
    ],
)
def test_spellings_of_one_form(one: str, other: str) -> None:
    assert plain_form(one) == plain_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("US", "us"),
        ("four", "for"),
        ("tour", "tor"),
        ("filling", "filing"),
        ("shoe", "she"),
        ("No", "No."),
        ("its", "it"),
        ("1.2", "12"),
        ("か", "が"),
    ],
)
def test_different_forms(one: str, other: str) -> None:
    assert plain_form(one) != plain_form(other)


@given(st.text(max_size=12))
def test_any_token_has_a_form(token: str) -> None:
    spelling = spelling_of(token)
    assert spelling.form == plain_form(token)
    assert bool(spelling.form) == bool(token)
