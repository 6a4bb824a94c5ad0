"""The settings of a pivot table.

Everything except `memory` is part of the table's metadata and of the subject of its work folder, since the result
depends on it.
"""

import re
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from perpend.errors import SettingError
from perpend.lexicon.phrases.pivot.filters import Filters
from perpend.lexicon.words import stop_words as stop_list
from perpend.text.normalize import Normalization

__all__ = ["MAX_LENGTH", "PivotSettings", "bytes_of"]

MAX_LENGTH = 10
_LEAST_MEMORY = 1 << 20
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def bytes_of(amount: str) -> int:
    """Returns an `amount` of memory, such as "2G", in bytes.

    >>> bytes_of("2G"), bytes_of("1.5M"), bytes_of("800")
    (2147483648, 1572864, 800)
    """
    match = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)([KMG]?)B?", amount.strip().upper())
    if match is None:
        raise SettingError(f"{amount!r} is no amount of memory; use for example 500M or 2G")
    return int(float(match[1]) * _UNITS[match[2]])


@dataclass(frozen=True, slots=True)
class PivotSettings:
    """How a table is made; `memory` is in bytes and does not change the result.

    Phrases have at most `max_length` words; `lower` lower-cases them; `filters` select translations and paraphrases;
    `stop_words` replace TERp's English list.
    """

    memory: int = 2 << 30
    max_length: int = 7
    lower: bool = True
    filters: Filters = field(default_factory=Filters)
    stop_words: frozenset[str] | None = None

    def __post_init__(self) -> None:
        if self.memory < _LEAST_MEMORY:
            raise SettingError(f"{self.memory:,} bytes of memory: at least {_LEAST_MEMORY:,} are needed")
        if not 1 <= self.max_length <= MAX_LENGTH:
            raise SettingError(
                f"phrases of at most {self.max_length} words: a number from 1 to {MAX_LENGTH} was needed"
            )

    @property
    def stops(self) -> frozenset[str]:
        """The given stop words, or TERp's English list."""
        return stop_list(Normalization()) if self.stop_words is None else self.stop_words

    def to_dict(self) -> dict[str, Any]:
        """Returns the settings that the result depends on, as JSON values."""
        stops = sha256("\n".join(sorted(self.stops)).encode("utf-8", "surrogatepass")).hexdigest()[:8]
        return {"max_length": self.max_length, "lower": self.lower, "stop_list": stops, **self.filters.to_dict()}
