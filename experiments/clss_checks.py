"""Which figures of the cross-level paper are reached: ours beside each, with an interval, a verdict and a reason.

    checked(rows, {"paragraph2sentence": 500, ...})
        [{"system": "paper", "level": "phrase2word", "measure": "Pearson", "paper": .305, "ours": .24, "low": .15, ...,
          "verdict": "below", "why": "..."}, ...]

The interval of 95 % is Fisher's for a correlation over so many pairs; that of a sum adds the variances of its parts.
The paper's figure inside it is "reproduced", one above it makes ours "below", one under it "above".
"""

from collections.abc import Mapping, Sequence
from math import atanh, sqrt, tanh
from typing import Any

from experiments.sources import published

__all__ = ["checked", "interval_of"]

_COLUMNS = {"Pearson": ("metrics", "paper"), "Spearman": ("spearman", "paper_spearman")}
_NORMAL = 1.96
_MOST = 0.999999


def interval_of(correlation: float, pairs: int) -> tuple[float, float]:
    """Fisher's interval of 95 % of a `correlation` over a number of `pairs`, more than 3.

    >>> [round(end, 2) for end in interval_of(0.5, 103)]
    [0.34, 0.63]
    """
    middle, half = atanh(max(-_MOST, min(_MOST, correlation))), _NORMAL / sqrt(pairs - 3)
    return tanh(middle - half), tanh(middle + half)


def checked(rows: Sequence[Mapping[str, Any]], pairs: Mapping[str, int]) -> list[dict[str, Any]]:
    """The checks of all `rows` that the paper has figures for; `pairs` is the number of test pairs of each level."""
    return [
        _check(row, level, measure, pairs)
        for row in rows
        for level in row["paper"] or {}
        for measure in _COLUMNS
        if level in row["metrics"]
    ]


def _check(row: Mapping[str, Any], level: str, measure: str, pairs: Mapping[str, int]) -> dict[str, Any]:
    ours, paper = (row[column] for column in _COLUMNS[measure])
    low, high = _interval(ours, level, pairs)
    return {
        "system": row["system"],
        "level": level,
        "measure": measure,
        "paper": paper[level],
        "ours": ours[level],
        "low": low,
        "high": high,
        "verdict": "below" if high < paper[level] else "above" if low > paper[level] else "reproduced",
        "why": published("clss-paper")["reasons"][row["system"]].get(level, ""),
    }


def _interval(figures: Mapping[str, float], level: str, pairs: Mapping[str, int]) -> tuple[float, float]:
    if level in pairs:
        return interval_of(figures[level], pairs[level]) if pairs[level] > 3 else (-1.0, 1.0)
    ends = [_interval(figures, part, pairs) for part in pairs]
    half = sqrt(sum(((high - low) / 2) ** 2 for low, high in ends))
    return figures[level] - half, figures[level] + half
