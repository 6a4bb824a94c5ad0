"""How well answers of yes or no agree with people: the confusion table and the four measures read from it.

                  people: yes     people: no
    answer yes    right_yes       wrong_yes         Precision  right_yes / (right_yes + wrong_yes)
    answer no     wrong_no        right_no          Recall     right_yes / (right_yes + wrong_no)

    Accuracy      (right_yes + right_no) / all      F-measure  2 Precision Recall / (Precision + Recall)

All are in percent; a share of nothing is 0. The interval of a mean over folds is Student's, at 95 %.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.evaluation.significance import two_sided_p

__all__ = ["CLASSIFICATION_METRICS", "Confusion", "half_width"]

CLASSIFICATION_METRICS = ("Accuracy", "Precision", "Recall", "F-measure")
_LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Confusion:
    """How many answers there were of each kind; tables add.

    >>> table = Confusion.of(np.array([True, True, False, False]), np.array([True, False, False, True]))
    >>> table, table.metrics["Accuracy"]
    (Confusion(right_yes=1, wrong_yes=1, wrong_no=1, right_no=1), 50.0)
    """

    right_yes: int
    wrong_yes: int
    wrong_no: int
    right_no: int

    @classmethod
    def of(cls, answers: NDArray[np.bool_], truth: NDArray[np.bool_]) -> "Confusion":
        """The table of answers beside what people said."""
        if answers.shape != truth.shape:
            raise InputError(f"{len(answers)} answers for {len(truth)} judgments: as many of both are needed")
        kinds = ((True, True), (True, False), (False, True), (False, False))
        return cls(*(int(((answers == answer) & (truth == true)).sum()) for answer, true in kinds))

    @property
    def metrics(self) -> dict[str, float]:
        """The four measures, in percent."""
        total = self.right_yes + self.wrong_yes + self.wrong_no + self.right_no
        precision = _percent(self.right_yes, self.right_yes + self.wrong_yes)
        recall = _percent(self.right_yes, self.right_yes + self.wrong_no)
        f_measure = _percent(2 * self.right_yes, 2 * self.right_yes + self.wrong_yes + self.wrong_no)
        found = (_percent(self.right_yes + self.right_no, total), precision, recall, f_measure)
        return dict(zip(CLASSIFICATION_METRICS, found, strict=True))

    def to_dict(self) -> dict[str, int]:
        """The table as plain JSON values."""
        return asdict(self)


def _percent(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0


def half_width(values: Sequence[float]) -> float:
    """Half of the 95 % interval of the mean of these values; 0 for one value.

    >>> round(half_width([74.0, 75.0, 76.0]), 3)
    2.484
    """
    count = len(values)
    if count < 2:
        return 0.0
    return _critical(count - 1) * float(np.std(values, ddof=1)) / sqrt(count)


def _critical(degrees: int) -> float:
    """Where Student's distribution leaves 5 % outside, by halving."""
    low, high = 0.0, 1e3
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if two_sided_p(middle, degrees) > 1 - _LEVEL else (low, middle)
    return (low + high) / 2
