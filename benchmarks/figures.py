"""One measured figure, with the target it should meet and, where there is one, a peer's figure for the same work.

    Figure("wordnet: open", 0.21, "ms", target="< 5")                                      met
    Figure("stems, never seen", 9e5, "words/s", peer="nltk", peer_value=3e4)               30 times the peer

A benchmark is a module of this folder with a function `run` that gives figures; `run.py` finds it by that.
"""

import operator
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Figure", "best_seconds", "seconds"]

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A name, a value and its unit; `rests_on` is the signature of the data that were used."""

    name: str
    value: float
    unit: str
    target: str | None = None
    peer: str | None = None
    peer_value: float | None = None
    rests_on: str | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None when there is none.

        >>> Figure("open", 0.2, "ms", "< 5").met, Figure("walk", 9_000, "texts/s", ">= 20,000").met
        (True, False)
        """
        if self.target is None:
            return None
        relation, bound = self.target.split()
        return _COMPARE[relation](self.value, float(bound.replace(",", "")))


def seconds(action: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def best_seconds(action: Callable[[], object], times: int = 3) -> float:
    """How long a call takes at best: what disturbs a measurement only ever adds to it."""
    return min(seconds(action) for _ in range(times))
