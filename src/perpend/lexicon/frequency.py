"""A word -> how often it occurs in English, from the large list of the package wordfreq (about 320,000 words).

    log10_frequency("the")        -1.27     one word in 19
    log10_frequency("perpend")    -7.97     one word in 93 million
    log10_frequency("zzxqj")      None      not listed: rarer than about one word in 10^8

wordfreq replaces the newspaper counts of the PERP paper. Its frequencies are rounded to a hundredth of a power of
ten (one centibel), so words of nearly the same frequency have the same value. Words are looked up in lower case and
otherwise unchanged: digits are not merged and phrases not split.

The paper's vocabulary is the words with at least 100 occurrences in about 10^9, a relative frequency of 1e-7; a rarer
word is out of vocabulary. This applies to words of letters only: "1,000" or "u.s." is never out of vocabulary.
"""

import gzip
import math
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from perpend.errors import ResourceError
from perpend.lexicon.words import is_letters

__all__ = ["frequency", "is_out_of_vocabulary", "listed", "log10_frequency", "signature"]

_CUT = 1e-7


@cache
def _frequencies() -> Mapping[str, float]:
    """The list, read from wordfreq's file; its own reader loads three packages for other languages first.

    The file is a list in msgpack: a header, then the words of 0, -1, -2 ... hundredths of a power of ten.
    """
    import msgpack

    with gzip.open(_path()) as stream:
        header, *levels = msgpack.unpack(stream, raw=False)
    if not isinstance(header, dict) or (header.get("format"), header.get("version")) != ("cB", 1):
        raise ResourceError(f"{_path()} is no list of word frequencies: install wordfreq again")
    found: dict[str, float] = {}
    for level, words in enumerate(levels):
        found.update(dict.fromkeys(words, 10 ** (-level / 100)))
    return found


def _path() -> Path:
    spec = find_spec("wordfreq")
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        raise ResourceError("the package wordfreq is absent: install Perpend again")
    return Path(folders[0]) / "data" / "large_en.msgpack.gz"


def frequency(word: str) -> float:
    """Returns the relative frequency of `word` in English; 0.0 for a word that is not listed.

    >>> frequency("The") > frequency("cat") > frequency("perpend")
    True
    """
    return _frequencies().get(word.lower().replace("’", "'"), 0.0)


def listed(rarest: float = 0.0) -> Iterator[tuple[str, float]]:
    """Yields all words with a relative frequency of at least `rarest`, each with its frequency.

    >>> max(listed(0.01), key=lambda one: one[1])[0]
    'the'
    """
    return ((word, share) for word, share in _frequencies().items() if share >= rarest)


def log10_frequency(word: str) -> float | None:
    """Returns the decimal logarithm of the frequency of `word`; None for a word that is not listed.

    >>> log10_frequency("the"), log10_frequency("zzxqj")
    (-1.27, None)
    """
    share = frequency(word)
    return round(math.log10(share), 2) if share else None


def is_out_of_vocabulary(word: str, cut: float = _CUT) -> bool:
    """Returns whether `word` has only letters and a frequency below `cut`.

    >>> is_out_of_vocabulary("perpend"), is_out_of_vocabulary("weigh"), is_out_of_vocabulary("x-1")
    (True, False, False)
    """
    return is_letters(word) and frequency(word) < cut


def signature() -> str:
    """Returns the name and version of the list, for the signature of a score."""
    return f"wordfreq:{version('wordfreq')}:large"
