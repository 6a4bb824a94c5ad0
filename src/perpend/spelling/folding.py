"""A name or word -> its form for comparison: case folded, without diacritics and apostrophes.

Müller -> muller      O'Neil -> oneil      Łódź -> lodz
"""

import re
import unicodedata
from functools import lru_cache

__all__ = ["APOSTROPHES", "fold"]

APOSTROPHES = re.compile(r"['’ʼʻ`´ʿʾ]")
_UNDECOMPOSED = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i"})


@lru_cache(maxsize=1 << 16)
def fold(text: str) -> str:
    """Returns `text` case folded, without diacritics and apostrophes.

    >>> fold("Müller"), fold("O'Neil"), fold("ŁÓDŹ")
    ('muller', 'oneil', 'lodz')
    """
    plain = unicodedata.normalize("NFKD", APOSTROPHES.sub("", text).casefold())
    return "".join(char for char in plain if not unicodedata.combining(char)).translate(_UNDECOMPOSED)
