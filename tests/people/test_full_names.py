"""Full names: order, initials, particles, suffixes, hyphens and spelling; symmetric, and robust to any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import SettingError
from perpend.people.full_names import name_matches, words_alike
from perpend.people.name_parts import MOST_PARTS, full_name
from perpend.spelling.folding import fold
from perpend.spelling.patterns import Pattern, Patterns
from perpend.spelling.phonetic import soundex

PARTS = st.sampled_from(
    ["Anna", "A.", "Berg", "Bergh", "van", "der", "Jr.", "Sr", "Jean-Paul", "O'Neil", "müller", "Mr"]
)
FULL = st.lists(PARTS, max_size=5).map(" ".join) | st.text(max_size=20)


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        ("Anna Berg", "Anna Berg", "same"),
        ("Anna Berg", "BERG, Anna", "same"),
        ("Anna Berg", "Berg Anna", "same"),
        ("Anna van der Berg", "Anna Berg", "same"),
        ("Anna van der Berg", "Anna Vanderberg", "same"),
        ("Jean-Paul Duroc", "Jean Paul Duroc", "same"),
        ("Jean-Paul Duroc", "Jeanpaul Duroc", "same"),
        ("Dr. José Muñoz", "Jose Munoz", "same"),
        ("Sean O'Neil", "Sean Oneil", "same"),
        ("Anna Berg's", "Anna Berg", "same"),
        ("Boris Berezovski", "Boris Berezovsky", "variant"),
        ("Ana Berg", "Anna Berg", "variant"),
        ("A. Berg", "Anna Berg", "initials"),
        ("J.R. Stone", "John Robert Stone", "initials"),
        ("A. Vanderberg", "Anna van der Berg", "initials"),
        ("Berg", "Anna Berg", "part"),
        ("Anna Maria Berg", "Anna Berg", "part"),
        ("Ken Stone Jr.", "Ken Stone", "same"),
        ("Ken Stone Jr.", "Ken Stone Sr.", "different"),
        ("Ken Stone Jr.", "Ken Stone, Junior", "same"),
        ("Amy Stone", "Alan Stone", "different"),
        ("A. Stone", "B. Stone", "different"),
        ("A.", "Anna", "different"),
        ("Anna Berg", "Anna Stone", "different"),
        ("", "Anna", "different"),
        ("", "", "different"),
        ("🙂", "🙂", "different"),
    ],
)
def test_verdicts(a: str, b: str, verdict: str) -> None:
    assert name_matches(a, b).verdict == verdict


def test_the_match_says_which_words_were_taken_for_which() -> None:
    match = name_matches("Boris Berezovski", "BEREZOVSKY, Boris")
    assert [(pair.a, pair.b, pair.how, pair.letters) for pair in match.pairs] == [
        ("Boris", "Boris", "equal", 0),
        ("Berezovski", "BEREZOVSKY", "spelling", 1),
    ]
    assert not match.turned
    assert name_matches("Anna Berg", "Berg Anna").turned
    assert name_matches("Anna Maria Berg", "Anna Berg").only_a == ("Maria",)


def test_a_pattern_is_surer_than_spelling_and_reaches_farther() -> None:
    patterns = Patterns([Pattern(("", "chtch"), "s", "", 20, 20, 1.0, 1.0, 1.0)])
    assert name_matches("Ivan Suk", "Ivan Schtchuk").verdict == "different"
    match = name_matches("Ivan Suk", "Ivan Schtchuk", patterns=patterns)
    assert match.verdict == "variant"
    assert match.pairs[1].how == "pattern"


@given(FULL, FULL)
def test_the_order_of_the_two_makes_no_difference(a: str, b: str) -> None:
    one, other = name_matches(a, b), name_matches(b, a)
    assert one.verdict == other.verdict
    assert sorted(one.only_a) == sorted(other.only_b)
    assert sorted((pair.b, pair.a, pair.how, pair.letters) for pair in one.pairs) == sorted(
        tuple(pair) for pair in other.pairs
    )


@given(FULL)
def test_a_name_with_words_is_the_same_as_itself(a: str) -> None:
    words = full_name(a).words
    if any(part.kind == "word" for part in words) or len(words) > 1:
        assert name_matches(a, a).verdict == "same"


@given(st.text(max_size=200))
def test_any_text_has_parts_and_every_part_a_form(text: str) -> None:
    for part in full_name(text).parts:
        assert part.written
        assert part.kind in ("word", "initial", "particle", "suffix", "title")


def test_bounds() -> None:
    assert len(full_name("Ann " * 1000).parts) == MOST_PARTS
    assert name_matches("x" * 100_000, "x" * 99_999 + "y").verdict == "variant"
    assert name_matches("Ann " * 1000, "Bo " * 1000).verdict == "different"
    with pytest.raises(SettingError, match="0 or more"):
        name_matches("a", "b", k=-1)


def test_short_words_may_change_less() -> None:
    assert words_alike("ann", "anne") == 1
    assert words_alike("ann", "amy") is None
    assert words_alike("berezovski", "berezovschi") == 2
    assert words_alike("marlene", "darlena") is None
    assert words_alike("marlene", "darlena", c=0) == 2


def test_kinds_of_parts() -> None:
    kinds = [(part.form, part.kind) for part in full_name("Dr. José M. van der Berg, Jr.").parts]
    assert kinds == [
        ("dr", "title"), ("jose", "word"), ("m", "initial"), ("van", "particle"), ("der", "particle"),
        ("berg", "word"), ("jr", "suffix"),
    ]  # fmt: skip
    assert [part.kind for part in full_name("Mac").parts] == ["word"]
    assert [part.form for part in full_name("Ludwig van").words] == ["ludwig", "van"]
    assert fold("Straße") == "strasse"


@pytest.mark.parametrize(
    ("name", "code"),
    [("Robert", "R163"), ("Rupert", "R163"), ("Ashcraft", "A261"), ("Tymczak", "T522"), ("Pfister", "P236"),
     ("Honeyman", "H555"), ("Lee", "L000"), ("Gutierrez", "G362"), ("Jackson", "J250"), ("VanDeusen", "V532")],
)  # fmt: skip
def test_soundex_of_the_national_archives(name: str, code: str) -> None:
    assert soundex(name) == code
