"""The splitter equals the package tokenizers: gold/word-pieces.json has its pieces for strings of our own."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.lexicon.piece_vectors import PieceVectors
from perpend.lexicon.word_pieces import UNKNOWN, WordPieces, plain_words

GOLD = json.loads((Path(__file__).parent / "gold" / "word-pieces.json").read_text(encoding="utf-8"))
SPLITTER = PieceVectors.shipped().splitter


@pytest.mark.parametrize("case", GOLD["cases"], ids=lambda case: ascii(case["text"])[:40])
def test_pieces_are_those_of_the_package_tokenizers(case: dict[str, object]) -> None:
    assert SPLITTER.split(str(case["text"])) == case["pieces"]


def test_the_gold_cases_cover_scripts_accents_and_unknown_words() -> None:
    cut = [number for case in GOLD["cases"] for number in case["pieces"]]
    assert len(GOLD["cases"]) >= 200
    assert cut.count(SPLITTER.unknown) >= 10
    assert sum(not case["text"].isascii() for case in GOLD["cases"]) >= 60


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60), st.text(max_size=20))
def test_texts_with_a_blank_between_are_split_apart(one: str, other: str) -> None:
    assert SPLITTER.split(f"{one} {other}") == SPLITTER.split(one) + SPLITTER.split(other)


@given(st.text(max_size=60))
def test_plain_words_are_plain(text: str) -> None:
    words = plain_words(text)
    assert plain_words(" ".join(words)) == words
    assert all(word and not any(char.isspace() for char in word) for word in words)


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=100))
def test_pieces_of_a_word_spell_it(word: str) -> None:
    pieces = [SPLITTER.pieces[number] for number in SPLITTER.split(word)]
    assert "".join(piece.removeprefix("##") for piece in pieces) == word
    assert [piece.startswith("##") for piece in pieces] == [False] + [True] * (len(pieces) - 1)


def test_a_word_of_more_than_100_characters_is_unknown() -> None:
    assert SPLITTER.split("a" * 101) == [SPLITTER.unknown]
    assert SPLITTER.unknown not in SPLITTER.split("a" * 100)


def test_special_pieces_are_not_read_from_texts() -> None:
    assert SPLITTER.split("[SEP]") == SPLITTER.split("[ sep ]")


def test_the_longest_piece_wins_and_a_dead_end_is_unknown() -> None:
    splitter = WordPieces([UNKNOWN, "ab", "a", "##c", "##bc"])
    assert splitter.split("abc a abb ABC") == [1, 3, 2, 0, 1, 3]


def test_a_vocabulary_without_the_unknown_piece_is_refused() -> None:
    with pytest.raises(InputError, match=r"no \[UNK\]"):
        WordPieces(["a", "b"])
