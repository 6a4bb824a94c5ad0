"""No model is tested on what it learned from: training pairs among test pairs are refused.

    refuse_leaks(model.training, pairs)     nothing, or an error that names how many there are and the first of them

A model carries a fingerprint of each pair that it was trained on (`perpend.similarity.model.fingerprint`). Case,
spacing and the order of the two texts make no difference to it. Data sets that share pairs are not rare: some of SICK's
test pairs stand in the training data of STS-2012's MSRvid.
"""

from collections.abc import Iterable

from perpend.errors import InputError
from perpend.learning.provenance import Training, fingerprint

__all__ = ["leaks", "refuse_leaks"]

_SHOWN = 60
"""How many characters of a text a message shows."""


def leaks(training: Training, pairs: Iterable[tuple[str, str]]) -> list[int]:
    """The places, from 0, of the pairs that were trained on, in either order.

    >>> seen = Training("mine", 1, (fingerprint("The cat sat.", "A dog ran."),))
    >>> leaks(seen, [("It rains.", "It pours."), ("A dog  ran.", "the cat sat.")])
    [1]
    """
    seen = frozenset(training.fingerprints)
    return [place for place, pair in enumerate(pairs) if fingerprint(*pair) in seen] if seen else []


def refuse_leaks(training: Training, pairs: Iterable[tuple[str, str]]) -> None:
    """Raise an InputError if any of the pairs was trained on."""
    pairs = list(pairs)
    if found := leaks(training, pairs):
        text1, text2 = (_short(text) for text in pairs[found[0]])
        raise InputError(
            f"the model learned from {len(found)} of these {len(pairs)} pairs, first from pair {found[0] + 1}, "
            f"{text1!r} and {text2!r} (training data {training.name!r}): leave them out, or use another model"
        )


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
