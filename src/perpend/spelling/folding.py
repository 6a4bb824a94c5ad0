"""A name or word -> the form in which it is compared: case folded, diacritics and apostrophes gone.

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
    """Case folded; diacritics and apostrophes gone.

    >>> fold("Müller"), fold("O'Neil"), fold("ŁÓDŹ")
    ('muller', 'oneil', 'lodz')
    """
    plain = unicodedata.normalize("NFKD", APOSTROPHES.sub("", text).casefold())
    return "".join(char for char in plain if not unicodedata.combining(char)).translate(_UNDECOMPOSED)
