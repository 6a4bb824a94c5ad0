"""Several tables of paraphrases -> one with all their pairs.

    A   early -> soon 0.2      early -> in time 0.1
    B   early -> soon 0.3      late -> tardy 0.5
        early -> soon 0.3      early -> in time 0.1      late -> tardy 0.5

A pair that occurs several times, in one table or in several, gets its highest probability.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import CorruptResource, SettingError
from perpend.files.arrays import write_arrays
from perpend.files.word_numbers import code_units
from perpend.lexicon.phrases.arrays import Pairs, Phrases, phrase_arrays
from perpend.lexicon.phrases.builder import check_table
from perpend.lexicon.phrases.layout import DIRECTION, KIND, VERSION
from perpend.lexicon.phrases.table import PhraseTable
from perpend.types import Progress

__all__ = ["merge_phrase_tables"]


def merge_phrase_tables(
    paths: Sequence[Path], target: Path, *, name: str | None = None, progress: Progress | None = None
) -> dict[str, Any]:
    """Merges the tables at `paths` into the table `target`, written atomically; returns its metadata.

    `name` is used in signatures (default: the names of the tables joined by +). Calls `progress` during the work.
    """
    if len(paths) < 2:
        raise SettingError(f"{len(paths)} table{'s' * (len(paths) != 1)} to merge: two or more were needed")
    tables = [PhraseTable.open(path) for path in paths]
    name = name or "+".join(table.name for table in tables)
    check_table(target, name)
    columns = [_columns(table) for table in tables]
    words = sorted({word for names, _, _ in columns for word in names}, key=code_units)
    place = {word: number for number, word in enumerate(words)}
    numbers = [np.array([place[word] for word in names], np.int32) for names, _, _ in columns]
    before = np.cumsum([0, *(len(phrases.lengths) for _, phrases, _ in columns)])
    phrases = Phrases(
        np.concatenate([number[one.words] for number, (_, one, _) in zip(numbers, columns, strict=True)]),
        np.concatenate([one.lengths for _, one, _ in columns]),
    )
    pairs = Pairs(
        np.concatenate([one.ref + shift for (_, _, one), shift in zip(columns, before, strict=False)]),
        np.concatenate([one.hyp + shift for (_, _, one), shift in zip(columns, before, strict=False)]),
        np.concatenate([one.p for _, _, one in columns]),
    )
    arrays, sizes = phrase_arrays(words, phrases, pairs, progress or (lambda *_: None), distinct=True)
    tables_named = [table.signature() for table in tables]
    meta = {"name": name, "format": "merged", "tables": tables_named, "direction": DIRECTION, **sizes}
    write_arrays(target, kind=KIND, version=VERSION, arrays=arrays, meta=meta)
    return meta


def _columns(table: PhraseTable) -> tuple[list[str], Phrases, Pairs]:
    """Returns the words of a table, and its phrases and pairs as numbers; phrase k is that of node k + 1."""
    table.verify()
    arrays = table.arrays
    parent, word, start = arrays["parent"], arrays["word"], arrays["pair_start"]
    nodes = np.arange(len(parent))
    sound = len(parent) > 1 and (
        (parent[1:] < nodes[1:]).all()
        and (parent[1:] >= 0).all()
        and _within(word[1:], table.word_count)
        and _within(arrays["pair_hyp"] - 1, len(parent) - 1)
        and (np.diff(start[1:]) >= 0).all()
        and (int(start[1]), int(start[-1])) == (0, len(table))
    )
    if not sound:
        raise CorruptResource(f"{table.info()['path']} has indices out of range: build it again")
    ref = np.repeat(nodes[:-1], np.diff(start[1:])).astype(np.int32)
    pairs = Pairs(ref, arrays["pair_hyp"] - 1, arrays["pair_p"])
    return [table.word(number) for number in range(table.word_count)], _phrases(parent, word, table.longest), pairs


def _within(numbers: NDArray[np.int32], count: int) -> bool:
    return not len(numbers) or bool(numbers.min() >= 0 and numbers.max() < count)


def _phrases(parent: NDArray[np.int32], word: NDArray[np.int32], longest: int) -> Phrases:
    """Returns the words that lead to each node except the root."""
    lengths = np.zeros(len(parent), np.int32)
    node = np.arange(len(parent))
    for _ in range(longest):
        lengths += node > 0
        node = np.where(node > 0, parent[node], 0)
    ends = np.cumsum(lengths, dtype=np.int64)
    words = np.zeros(int(ends[-1]), np.int32)
    node, alive = np.arange(len(parent)), np.arange(1, len(parent))
    for back in range(1, longest + 1):
        alive = alive[lengths[alive] >= back]
        words[ends[alive] - back] = word[node[alive]]
        node[alive] = parent[node[alive]]
    return Phrases(words, lengths[1:])
