"""The objective of tuning: the agreement of scores with human judgments, at a chosen level.

    segment pearson                 each pair is a point
    weighted document spearman      each document of a system is a point, weighted by its length
    segment pearson mean-removed    differences from the mean over all systems, segment by segment
    preferences                     the share of preferences that the scores satisfy

The value of a document or a system is the mean over its segments, weighted by length. All of these are sums over
segments with fixed coefficients, so they are computed once for every feature, not for every set of weights:

    segments x features  ──points──>  points x features  ──· weights──>  points x candidates  ──values──>  candidates

Scores are error rates: the lower, the better. A preference is satisfied if the better one's score is below the other's.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.arguments import items_of, number
from perpend.errors import InputError, SettingError
from perpend.metrics.correlation import pearson, spearman
from perpend.metrics.segments import SegmentId
from perpend.types import Doubles

__all__ = ["Goal", "Judgments", "Objective"]

_LEVELS = ("segment", "document", "system")
_STATISTICS = {"pearson": pearson, "spearman": spearman}
_OPTIONS = ("weighted", "mean-removed")
_PREFERENCES = "preferences"
_DECIMALS = 12
_BLOCK = 1 << 21
"""The most scores in memory at once while candidates are compared."""


@dataclass(frozen=True)
class Judgments:
    """Human judgments of pairs of texts.

    :param values: the judgment of each pair.
    :param ids: segment, document and system of each pair.
    :param lengths: the weights of the pairs; by default the lengths of the references.
    :param preferences: pairs of indices: (the better, the worse).
    """

    values: Sequence[float] = ()
    ids: Sequence[SegmentId] = ()
    lengths: Sequence[float] = ()
    preferences: Sequence[tuple[int, int]] = ()

    @classmethod
    def of(cls, judgments: "Sequence[float] | Judgments") -> "Judgments":
        """Returns `judgments`, converted if they are numbers."""
        if isinstance(judgments, Judgments):
            return judgments
        needed = "judgments must be a list of numbers"
        return cls([number(value, "a judgment") for value in items_of(judgments, needed, ordered=True)])

    def check(self, pairs: int) -> None:
        """Raises InputError unless there is one of everything for each of `pairs` pairs."""
        for name, items in (("judgments", self.values), ("ids", self.ids), ("lengths", self.lengths)):
            if len(items) not in (0, pairs):
                raise InputError(f"{len(items)} {name} for {pairs} pairs of texts: there must be one for each pair")
        if not np.isfinite(np.asarray(self.values, np.float64)).all():
            raise InputError("a judgment is not a finite number: leave out the pairs that have none")
        if any(not 0 <= place < pairs for preference in self.preferences for place in preference):
            raise InputError(f"a preference names a pair that does not exist: indices go from 0 to {pairs - 1}")


@dataclass(frozen=True)
class Objective:
    """A statistic, and the level at which it is computed.

    >>> print(Objective.parse("Spearman document weighted"))
    weighted document spearman
    """

    level: str = "segment"
    statistic: str = "pearson"
    weighted: bool = False
    mean_removed: bool = False

    @classmethod
    def parse(cls, text: str) -> "Objective":
        """Parses the words of `text`, in any order; the default is "segment pearson"."""
        words = text.lower().split()
        if words == [_PREFERENCES]:
            return cls(_PREFERENCES, "")
        levels, statistics = [w for w in words if w in _LEVELS], [w for w in words if w in _STATISTICS]
        unknown = [word for word in words if word not in (*_LEVELS, *_STATISTICS, *_OPTIONS)]
        if unknown or len(levels) > 1 or len(statistics) > 1:
            raise SettingError(
                f"objective {text!r} is not known: give one of {', '.join(_LEVELS)} with one of "
                f"{', '.join(_STATISTICS)}, and if wanted {' or '.join(_OPTIONS)}; or {_PREFERENCES}"
            )
        return cls((*levels, "segment")[0], (*statistics, "pearson")[0], "weighted" in words, "mean-removed" in words)

    def __str__(self) -> str:
        words = (
            "weighted" * self.weighted,
            self.level,
            self.statistic,
            "mean-removed" * self.mean_removed,
        )
        return " ".join(filter(None, words))


class Goal:
    """An objective with judgments: maps features or scores of segments to one value for each set of weights.

    :param objective: the statistic and its level.
    :param judgments: the human judgments.
    :param words: the reference length of each pair.
    :param higher_is_better: whether a high judgment is good; None ignores the sign of the correlation.
    """

    def __init__(
        self, objective: Objective, judgments: Judgments, words: Doubles, higher_is_better: bool | None = None
    ) -> None:
        judgments.check(len(words))
        self.objective, self._judgments = objective, judgments
        self._lengths = np.asarray(judgments.lengths, np.float64) if len(judgments.lengths) else words
        self._sign = {True: -1.0, False: 1.0, None: 0.0}[higher_is_better]
        self._better, self._worse = np.array(judgments.preferences, np.int64).reshape(-1, 2).T
        if objective.level == _PREFERENCES:
            self._require(len(self._better) > 0, "there are no preferences")
            return
        self._segments, self._groups = self._codes(_segment), self._codes(_GROUPS[objective.level])
        self._weights = self._sums(self._lengths[:, None])[:, 0] if objective.weighted else None
        self._require(len(judgments.values) > 0, "there are no judgments")
        self._gold = self.points(np.asarray(judgments.values, np.float64)[:, None])[:, 0]
        self._require(len(self._gold) > 1, f"the {objective.level} level has one point only")
        self._require(bool(np.ptp(self._gold) > 0), f"the judgments at the {objective.level} level are all equal")

    def points(self, columns: Doubles) -> Doubles:
        """Returns the points of the statistic from `columns` of values of segments, column by column."""
        if self.objective.level == _PREFERENCES:
            return columns[self._worse] - columns[self._better]
        if self.objective.mean_removed:
            sizes = np.bincount(self._segments)[:, None]
            columns = columns - (_grouped(columns, self._segments) / sizes)[self._segments]
        if self.objective.level == "segment":
            return columns
        return self._sums(columns * self._lengths[:, None]) / self._sums(self._lengths[:, None])

    def values(self, points: Doubles) -> Doubles:
        """Returns the value of each column of points."""
        # Rounding keeps equal scores equal in ranks and preferences.
        points = points.round(_DECIMALS)
        if self.objective.level == _PREFERENCES:
            return np.asarray(np.count_nonzero(points > 0, axis=0) / len(points), np.float64)
        agreement = _STATISTICS[self.objective.statistic](points, self._gold, self._weights)
        return self._sign * agreement if self._sign else np.abs(agreement)

    def value(self, scores: Doubles) -> float:
        """Returns the value of the scores of the segments."""
        return float(self.values(self.points(scores[:, None]))[0])

    def values_of_weights(self, points: Doubles, weights: Doubles) -> Doubles:
        """Returns the value of each row of `weights`, for `points` x features."""
        block = max(1, _BLOCK // max(1, len(points)))
        parts = (weights[k : k + block] for k in range(0, len(weights), block))
        return np.concatenate([self.values(points @ part.T) for part in parts])

    def _sums(self, columns: Doubles) -> Doubles:
        return columns if self.objective.level == "segment" else _grouped(columns, self._groups)

    def _codes(self, key: Any) -> NDArray[np.int64]:
        """Returns a number for each pair, equal for names with equal keys."""
        needed = self.objective.level != "segment" or self.objective.mean_removed
        if not needed:
            return np.zeros(0, np.int64)
        self._require(len(self._judgments.ids) > 0, "the pairs have no names")
        return _numbered(key(name) for name in self._judgments.ids)

    def _require(self, fulfilled: bool, problem: str) -> None:
        if not fulfilled:
            raise InputError(f"{problem}: nothing can be tuned to the objective {str(self.objective)!r}")


def _segment(name: SegmentId) -> Hashable:
    return name.set, name.document, name.segment or name.raw


def _document(name: SegmentId) -> Hashable:
    return name.set, name.system, name.document


def _system(name: SegmentId) -> Hashable:
    return name.set, name.system


_GROUPS = {"segment": _segment, "document": _document, "system": _system}


def _numbered(keys: Iterable[Hashable]) -> NDArray[np.int64]:
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], np.int64)


def _grouped(columns: Doubles, groups: NDArray[np.int64]) -> Doubles:
    """Returns the sum of each column over each group."""
    return np.column_stack([np.bincount(groups, weights=column) for column in columns.T])
