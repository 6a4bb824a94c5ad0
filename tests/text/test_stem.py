"""Porter stems: against the original's output, and against nltk's port on words made to meet every rule."""

import lzma
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

from perpend.errors import InputError
from perpend.text.stem import porter, stem, stems

ORACLE = PorterStemmer(mode=PorterStemmer.MARTIN_EXTENSIONS)
SUFFIXES = (
    *("ational", "tional", "enci", "anci", "izer", "bli", "abli", "alli", "entli", "eli", "ousli", "ization", "ation"),
    *("ator", "alism", "iveness", "fulness", "ousness", "aliti", "iviti", "biliti", "logi", "logy", "bly", "icate"),
    *(
        "ative",
        "alize",
        "iciti",
        "ical",
        "ful",
        "ness",
        "al",
        "ance",
        "ence",
        "er",
        "ic",
        "able",
        "ible",
        "ant",
        "ement",
    ),
    *("ment", "ent", "sion", "tion", "ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize", "ed", "ing", "eed", "s"),
    *("es", "ies", "sses", "y", "ly", "e", "ll"),
)
DOUBLES = st.sampled_from("bcdfghjklmnpqrstvwxyz").map(lambda letter: letter * 2)
BUILT = st.tuples(
    st.text("aeiouybcdlstwxz", max_size=5),
    st.one_of(st.just(""), DOUBLES),
    st.lists(st.sampled_from(SUFFIXES), max_size=3).map("".join),
).map("".join)
ANY_WORD = st.one_of(BUILT, st.text("abcdefghijklmnopqrstuvwxyz"), st.text("aeyYsSbé1'-"), st.text(st.characters()))


def test_every_stem_of_the_original_agrees(gold: Path) -> None:
    with lzma.open(gold / "unit" / "stems.tsv.xz", "rt", encoding="utf-8") as file:
        pairs = [line.rstrip("\n").split("\t") for line in file]
    assert len(pairs) == 34616
    assert [word for word, expected in pairs if stem(word) != expected or porter(word) != expected] == []


@settings(max_examples=2000, deadline=None)
@given(ANY_WORD)
def test_any_word_has_the_stem_of_the_oracle(word: str) -> None:
    assert stem(word) == porter(word) == ORACLE.stem(word, to_lowercase=False)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("", ""),
        ("is", "is"),
        ("as", "as"),
        ("possibly", "possibl"),
        ("ecology", "ecolog"),
        ("geology", "geologi"),
        ("siccing", "sic"),
        ("agreed", "agre"),
        ("hopping", "hop"),
        ("hoping", "hope"),
        ("falling", "fall"),
        ("Running", "Run"),
        ("RUNNING", "RUNNING"),
        ("1990s", "1990"),
        ("cafés", "café"),
    ],
)
def test_known_stems(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_long_words_end() -> None:
    for piece in ("a", "y", "ing", "s", "é", "ational"):
        assert porter(piece * 100_000)


@pytest.mark.parametrize("word", [["cat"], None, b"cats", 3, {"a": 1}])
def test_a_word_that_is_no_string(word: Any) -> None:
    with pytest.raises(InputError, match="a word must be a string, but"):
        stem(word)


def test_stems_of_many() -> None:
    assert stems(["dogs", "barked"]) == ("dog", "bark")
