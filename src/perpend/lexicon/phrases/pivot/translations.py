"""Counts of phrase pairs -> translation probabilities in both directions.

    count("verde", "green") = 3     p(green | verde) = 3 / (all phrase pairs with "verde")
                                    p(verde | green) = 3 / (all phrase pairs with "green")

The step "translations" writes three columns in the order of (source phrase, target phrase): the keys of the pairs,
`forward`, the probability of the target given the source, and `backward`, that of the source given the target.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perpend.files.writing import atomic_write
from perpend.lexicon.phrases.pivot.filters import Effect, Filters, effect_facts
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.lexicon.phrases.pivot.numbering import phrase_count
from perpend.lexicon.phrases.pivot.runs import Keys, first_of, second_of
from perpend.types import Progress

__all__ = ["Translations", "from_counts", "write_translations"]

_BLOCK = 1 << 21


class Translations(NamedTuple):
    """The `keys` of phrase pairs, their `forward` and `backward` probabilities, and their `counts`, if known."""

    keys: Keys
    forward: NDArray[np.float64]
    backward: NDArray[np.float64]
    counts: NDArray[np.uint32] | None


def from_counts(journal: Journal, progress: Progress) -> Iterator[Translations]:
    """Yields the relative frequencies of the phrase pairs counted in `journal`; calls `progress` for each block."""
    all_keys, all_counts = journal.column("counts.keys"), journal.column("counts.values")
    source, target = journal.column("source.totals"), journal.column("target.totals")
    for start in range(0, len(all_keys), _BLOCK):
        progress("probabilities of translations", start, len(all_keys))
        keys, counts = all_keys[start : start + _BLOCK], all_counts[start : start + _BLOCK]
        yield Translations(keys, counts / source[first_of(keys)], counts / target[second_of(keys)], counts)


def write_translations(journal: Journal, blocks: Iterable[Translations], filters: Filters) -> None:
    """Runs the step "translations" of `journal`: writes the rows of `blocks` that pass `filters`."""
    seen = np.zeros(1 + phrase_count(journal, "target"), np.bool_)
    effects = [Effect("min_count", 0, 0), Effect("min_translation", 0, 0)]
    kept = 0
    with (
        atomic_write(journal.path("translations.keys")) as keys,
        atomic_write(journal.path("translations.forward")) as forward,
        atomic_write(journal.path("translations.backward")) as backward,
    ):
        for block in blocks:
            often = _often(block, filters.min_count)
            least = filters.min_translation
            likely = often & (block.forward >= least) & (block.backward >= least)
            came, passed, left = len(often), int(often.sum()), int(likely.sum())
            new = Effect("min_count", came, came - passed), Effect("min_translation", passed, passed - left)
            effects = [old + more for old, more in zip(effects, new, strict=True)]
            keys.write(block.keys[likely].data)
            forward.write(block.forward[likely].data)
            backward.write(block.backward[likely].data)
            seen[second_of(block.keys[likely])] = True
            kept += left
    facts = {"kept": kept, "phrases": int(seen.sum()), "effects": effect_facts(effects)}
    journal.finish(
        "translations",
        {
            "translations.keys": np.uint64,
            "translations.forward": np.float64,
            "translations.backward": np.float64,
        },
        facts,
    )


def _often(block: Translations, least: int) -> NDArray[np.bool_]:
    return np.ones(len(block.keys), np.bool_) if block.counts is None else block.counts >= least
