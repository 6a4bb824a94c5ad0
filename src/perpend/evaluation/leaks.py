"""Leak check: no model is evaluated on its training pairs.

    refuse_leaks(model.training, pairs)     raises an InputError with the number of training pairs and the first of them

A model carries a fingerprint of each training pair (`perpend.learning.provenance.fingerprint`), which does not depend
on case, spacing and the order of the two texts. Some data sets share pairs: SICK's test pairs include training pairs of
STS-2012's MSRvid.
"""

from collections.abc import Iterable

from perpend.errors import InputError
from perpend.learning.provenance import Training, fingerprint

__all__ = ["leaks", "refuse_leaks"]

_SHOWN = 60
"""The most characters of a text in a message."""


def leaks(training: Training, pairs: Iterable[tuple[str, str]]) -> list[int]:
    """The indices of the `pairs` that are in the `training` data, in either order.

    >>> seen = Training("mine", 1, (fingerprint("The cat sat.", "A dog ran."),))
    >>> leaks(seen, [("It rains.", "It pours."), ("A dog  ran.", "the cat sat.")])
    [1]
    """
    seen = frozenset(training.fingerprints)
    return [place for place, pair in enumerate(pairs) if fingerprint(*pair) in seen] if seen else []


def refuse_leaks(training: Training, pairs: Iterable[tuple[str, str]]) -> None:
    """Raises an InputError if any of the `pairs` is in the `training` data."""
    pairs = list(pairs)
    if found := leaks(training, pairs):
        text1, text2 = (_short(text) for text in pairs[found[0]])
        raise InputError(
            f"the model learned from {len(found)} of these {len(pairs)} pairs, first from pair {found[0] + 1}, "
            f"{text1!r} and {text2!r} (training data {training.name!r}): leave them out, or use another model"
        )


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
