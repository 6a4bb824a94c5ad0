"""The provenance of a model: the pairs that it was trained on, and the resources that its features use.

    fingerprint("one text", "another")     a hash of a pair, the same in either order
    Training.has_seen(text1, text2)        whether the pair was a training pair
    resources()                            signatures of WordNet and of the word frequencies on this machine

A model carries the fingerprint of each training pair, so that evaluation can refuse test pairs that it has seen.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite

from perpend.errors import InputError, SettingError
from perpend.lexicon import frequency
from perpend.lexicon.wordnet.database import WordNet
from perpend.text import Normalization

__all__ = ["Training", "check_labels", "check_scale", "fingerprint", "resources"]


@dataclass(frozen=True, slots=True)
class Training:
    """What a model was trained on: the name of the data, the number of pairs, and a fingerprint of each pair."""

    name: str
    count: int
    fingerprints: tuple[str, ...] = field(repr=False)
    groups: int = 0
    """The number of sources with an intercept of their own; 0 if all pairs shared one."""

    @classmethod
    def of(cls, name: str, pairs: Sequence[tuple[str, str]], groups: int = 0) -> "Training":
        """The provenance of a model trained on `pairs` that are called `name`; `groups` is the number of sources."""
        return cls(name, len(pairs), tuple(sorted({fingerprint(*pair) for pair in pairs})), groups)

    def has_seen(self, text1: str, text2: str) -> bool:
        """Whether the pair of `text1` and `text2`, in either order, was among the training pairs."""
        return fingerprint(text1, text2) in self.fingerprints


def resources() -> dict[str, str]:
    """Signatures of the resources that the features look words up in."""
    return {"wordnet": WordNet.shipped().signature(), "frequencies": frequency.signature()}


def fingerprint(text1: str, text2: str) -> str:
    """A hash of a pair, 16 hex digits; case, spacing and the order of `text1` and `text2` make no difference.

    >>> fingerprint("The cat sat.", "A dog ran.") == fingerprint("a dog  ran.", "the cat sat.")
    True
    """
    normalization = Normalization()
    sides = sorted(" ".join(normalization.tokens(text)) for text in (text1, text2))
    return hashlib.sha256("\n".join(sides).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def check_scale(scale: tuple[float, float]) -> None:
    """Raises a SettingError unless `scale` is two finite numbers, the lower one first."""
    low, high = scale
    if not (isfinite(low) and isfinite(high) and low < high):
        raise SettingError(f"a scale from {low} to {high}: give two finite numbers, the lower first")


def check_labels(labels: Sequence[float], scale: tuple[float, float]) -> None:
    """Raises an InputError that names the first of the `labels` that is not on the `scale`."""
    check_scale(scale)
    low, high = scale
    for number, label in enumerate(labels, start=1):
        if not low <= label <= high:
            raise InputError(f"label {label} of pair {number} is not on the scale {low:g} to {high:g}: give its scale")
