"""Sorted runs: whatever the cuts and the memory, merged they are the counts of all rows."""

from collections import Counter
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from perpend.lexicon.phrases.pivot.runs import Rows, count_keys, first_of, keys_of, merged, second_of, sum_rows

PAIRS = st.lists(st.tuples(st.integers(0, 5) | st.integers(2**32 - 2, 2**32 - 1), st.integers(0, 4)), max_size=30)


def rows_of(pairs: list[tuple[int, int]]) -> Rows:
    columns = np.array(pairs, np.uint64).reshape(-1, 2)
    return count_keys(keys_of(columns[:, 0], columns[:, 1]))


@given(st.lists(PAIRS, max_size=5), st.integers(1, 40))
def test_merged_runs_are_the_counts_of_all_rows(parts: list[list[tuple[int, int]]], limit: int) -> None:
    blocks = list(merged([rows_of(part) for part in parts], limit))
    found = [
        (first, second, value)
        for block in blocks
        for first, second, value in zip(
            first_of(block.keys).tolist(), second_of(block.keys).tolist(), block.values.tolist(), strict=True
        )
    ]
    wanted = Counter(pair for part in parts for pair in part)
    assert found == [(*pair, wanted[pair]) for pair in sorted(wanted)]
    for before, after in pairwise(blocks):
        assert first_of(before.keys)[-1] < first_of(after.keys)[0], "a group was divided"


@given(PAIRS)
def test_the_highest_instead_of_the_sum(pairs: list[tuple[int, int]]) -> None:
    columns = np.array(pairs, np.uint64).reshape(-1, 2)
    rows = sum_rows(keys_of(columns[:, 0], columns[:, 0]), columns[:, 1].astype(np.int64), np.maximum)
    highest = {first: max(value for one, value in pairs if one == first) for first, _ in pairs}
    assert dict(zip(first_of(rows.keys).tolist(), rows.values.tolist(), strict=True)) == highest


def test_ranges_are_as_small_as_memory_asks() -> None:
    runs = [rows_of([(k, 0) for k in range(start, 1000, 3)]) for start in range(3)]
    assert max(len(block.keys) for block in merged(runs, 30)) <= 30
