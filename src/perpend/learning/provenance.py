"""Where a model comes from: the pairs it was trained on, and what it looks words up in.

    fingerprint("one text", "another")     16 digits that stand for a pair in either order
    Training.has_seen(text1, text2)        whether a model must not be tested on this pair
    resources()                            signatures of WordNet and of the word frequencies on this machine

A model carries the fingerprint of each pair it learned from, so that evaluation can refuse a leak.
"""

import hashlib
from dataclasses import dataclass, field
from math import isfinite

from perpend.errors import SettingError
from perpend.lexicon import frequency
from perpend.lexicon.wordnet.database import WordNet
from perpend.text import Normalization

__all__ = ["Training", "check_scale", "fingerprint", "resources"]


@dataclass(frozen=True, slots=True)
class Training:
    """On what a model was trained."""

    name: str
    count: int
    fingerprints: tuple[str, ...] = field(repr=False)
    groups: int = 0
    """How many sources had an intercept of their own; 0 if the labels were taken as they are."""

    def has_seen(self, text1: str, text2: str) -> bool:
        """Whether the pair, in either order, was among the training pairs."""
        return fingerprint(text1, text2) in self.fingerprints


def resources() -> dict[str, str]:
    """Signatures of what the features look words up in."""
    return {"wordnet": WordNet.shipped().signature(), "frequencies": frequency.signature()}


def fingerprint(text1: str, text2: str) -> str:
    """Sixteen digits that stand for a pair; case, spacing and the order of the two texts make no difference.

    >>> fingerprint("The cat sat.", "A dog ran.") == fingerprint("a dog  ran.", "the cat sat.")
    True
    """
    normalization = Normalization()
    sides = sorted(" ".join(normalization.tokens(text)) for text in (text1, text2))
    return hashlib.sha256("\n".join(sides).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def check_scale(scale: tuple[float, float]) -> None:
    """Refuse a scale that does not go up from one finite number to another."""
    low, high = scale
    if not (isfinite(low) and isfinite(high) and low < high):
        raise SettingError(f"a scale from {low} to {high}: give two finite numbers, the lower first")
