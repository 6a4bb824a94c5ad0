"""How long two texts may be to be compared: their words make at most a million pairs."""

from perpend.errors import InputError
from perpend.text import Normalization

__all__ = ["MAX_CELLS", "check_lengths"]

MAX_CELLS = 1_000_000
"""The most word pairs that two texts may have: the number of words of one times that of the other."""


def check_lengths(text1: str, text2: str) -> None:
    """Raises an InputError if `text1` and `text2` are too long to be compared word by word."""
    if len(text1) * len(text2) <= MAX_CELLS:
        return
    ref, hyp = (len(Normalization().tokens(text)) for text in (text1, text2))
    if ref * hyp > MAX_CELLS:
        raise InputError(f"texts of {ref:,} and {hyp:,} words are too long for PERP: split them into sentences")
