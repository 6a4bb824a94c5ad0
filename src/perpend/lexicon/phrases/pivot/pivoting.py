"""Phrases that share translations are paraphrases (Bannard and Callison-Burch 2005).

    p(B | A) = sum over pivot phrases f of p(B | f) p(f | A)

    under control ── .75 ──> bajo control ── .5 ──> in check        p(in check | under control) = .75 * .5 + .25 * .2
                  └─ .25 ──> dominado ────── .2 ──┘                                             = .425

`shared` is the definition, for small tables. `pivot_runs` does the same with numbered phrases and sorted runs (`runs`),
in which a probability is an integer multiple of 2^-50: integer sums do not depend on their order, so the result does
not depend on the memory.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np

from perpend.files.writing import atomic_write
from perpend.lexicon.phrases.pivot._pivot import cross
from perpend.lexicon.phrases.pivot.filters import Effect, WordFilters, effect_facts
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.lexicon.phrases.pivot.numbering import Phrases
from perpend.lexicon.phrases.pivot.runs import Rows, first_of, merged, second_of, sum_rows, write_run
from perpend.lexicon.phrases.pivot.settings import PivotSettings
from perpend.types import Progress

__all__ = ["ONE", "pivot_runs", "shared", "write_paraphrases"]

ONE = float(1 << 50)
"""The integer for probability 1."""

# Keys and values, their sort order, both sorted, and the distinct ones.
_BYTES_A_ROW = 72
_FILTER_BLOCK = 1 << 18


def shared(translations: Mapping[tuple[str, str], tuple[float, float]]) -> dict[tuple[str, str], float]:
    """Returns (A, B) -> p(B | A), by the definition.

    `translations` are (pivot f, phrase e) -> (p(e | f), p(f | e)).

    >>> shared({("f", "a"): (0.25, 1.0), ("f", "b"): (0.75, 0.5)})
    {('a', 'b'): 0.75, ('b', 'a'): 0.125}
    """
    sums: defaultdict[tuple[str, str], float] = defaultdict(float)
    for (pivot, a), (_, backward) in translations.items():
        for (other, b), (forward, _) in translations.items():
            if other == pivot and a != b:
                sums[a, b] += forward * backward
    return dict(sums)


def pivot_runs(journal: Journal, settings: PivotSettings, progress: Progress) -> list[str]:
    """Runs the steps "pivot-0", ... of `journal`: sorted runs of (A, B) with the part of p(B | A) of some pivots.

    `settings` give the memory and filters; calls `progress` with the rows done. Returns the names of the steps.
    """
    columns = [journal.column(f"translations.{name}") for name in ("keys", "forward", "backward")]
    total, row, steps = len(columns[0]), 0, list[str]()
    room = max(settings.memory // _BYTES_A_ROW, 1)
    keys, values = np.empty(room, np.uint64), np.empty(room, np.int64)
    while row < total:
        step = f"pivot-{len(steps)}"
        if journal.facts(step) is None:
            progress("pivoting", row, total)
            count, end = cross(columns[0], columns[1], columns[2], row, ONE, not settings.filters.same, keys, values)
            if end == row:
                # The paraphrases of one phrase by one pivot do not fit.
                keys, values = np.empty(2 * len(keys), np.uint64), np.empty(2 * len(keys), np.int64)
                continue
            write_run(journal, step, sum_rows(keys[:count], values[:count]), {"end": end, "links": count})
        row = journal.recorded(step).integer("end", least=row + 1, most=total)
        steps.append(step)
    return steps


def write_paraphrases(
    journal: Journal, runs: list[str], phrases: Phrases, words: WordFilters, settings: PivotSettings, progress: Progress
) -> None:
    """Runs the step "paraphrases" of `journal`: merges `runs` and writes columns keys and p of what passes filters.

    `phrases` give the words of numbers, `words` and `settings` the filters. Calls `progress` with the rows done.
    """
    rows = [Rows(journal.column(f"{run}.keys"), journal.column(f"{run}.values")) for run in runs]
    total, done = sum(len(run.keys) for run in rows), 0
    effects = dict[str, Effect]()
    filters = settings.filters
    least = int(np.ceil(filters.min_probability * ONE))
    with atomic_write(journal.path("paraphrases.keys")) as keys, atomic_write(journal.path("paraphrases.p")) as p:
        for block in merged(rows, settings.memory // _BYTES_A_ROW):
            done += len(block.keys)
            progress("filtering paraphrases", done, total)
            likely = block.values >= least
            _note(effects, "min_probability", len(likely), int(likely.sum()))
            block = Rows(block.keys[likely], block.values[likely])
            for start in range(0, len(block.keys), _FILTER_BLOCK):
                end = start + _FILTER_BLOCK
                part = Rows(block.keys[start:end], block.values[start:end])
                kept = _filtered(part, phrases, words, effects)
                keys.write(part.keys[kept].data)
                p.write(np.minimum(part.values[kept] / ONE, 1.0).data)
    columns = {"paraphrases.keys": np.uint64, "paraphrases.p": np.float64}
    if filters.same:
        # A phrase with translations is always a paraphrase of itself; pivoting leaves it out.
        itself = journal.recorded("translations").integer("phrases", least=0)
        effects = {"same": Effect("same", done + itself, itself), **effects}
    facts = {"distinct": done, "effects": effect_facts(effects.values())}
    journal.finish("paraphrases", columns, facts)
    journal.discard(*runs)


def _filtered(part: Rows, phrases: Phrases, words: WordFilters, effects: dict[str, Effect]) -> Any:
    kept = np.ones(len(part.keys), np.bool_)
    for name, keep in words.apply(phrases.words(first_of(part.keys)), phrases.words(second_of(part.keys))):
        came = int(kept.sum())
        kept &= keep
        _note(effects, name, came, int(kept.sum()))
    return kept


def _note(effects: dict[str, Effect], name: str, came: int, left: int) -> None:
    effects[name] = effects.get(name, Effect(name, 0, 0)) + Effect(name, came, came - left)
