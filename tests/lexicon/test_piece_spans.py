"""Spans of word pieces: the same pieces as without spans, and the characters that they came from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.lexicon.piece_spans import spans_of_pieces
from perpend.lexicon.word_pieces import WordPieces
from tests.lexicon.mini_bert import PIECES

SPLITTER = WordPieces([*PIECES, "#", "##cat", "한", "ᄒ", "##ᅡ", "##ᆫ"])


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("The cats sleep.", ["The", "cat", "s", "sleep", "."]),
        ("Zoë's", ["Zoë", "'", "s"]),
        ("Zoe\u0308's", ["Zoe", "'", "s"]),
        ("  a\tdog ", ["a", "dog"]),
        ("c\u00adat,dog", ["c\u00adat", ",", "dog"]),
        ("elephant sleeping", ["elephant", "sleep", "ing"]),
        ("##cat", ["#", "#", "cat"]),
        ("한", ["한", "한", "한"]),
        ("", []),
        (" \u200b ", []),
    ],
)
def test_a_piece_covers_its_characters(text: str, pieces: list[str]) -> None:
    assert [text[piece.start : piece.end] for piece in spans_of_pieces(SPLITTER, text)] == pieces


TEXT = st.one_of(st.text(max_size=40), st.text("catdogsleping zoë#'.,한\u00ad\u0308\u3000東", max_size=40))


@given(text=TEXT)
def test_the_pieces_are_those_of_the_splitter(text: str) -> None:
    found = spans_of_pieces(SPLITTER, text)
    assert [piece.number for piece in found] == SPLITTER.split(text)
    assert all(0 <= piece.start < piece.end <= len(text) for piece in found)
    starts = [piece.start for piece in found]
    assert starts == sorted(starts)
