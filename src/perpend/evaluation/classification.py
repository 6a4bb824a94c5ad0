"""How well labels agree with people: the confusion table and the measures computed from it.

Of yes and no:

                  people: yes     people: no
    answer yes    right_yes       wrong_yes         Precision  right_yes / (right_yes + wrong_yes)
    answer no     wrong_no        right_no          Recall     right_yes / (right_yes + wrong_no)

    Accuracy      (right_yes + right_no) / all      F-measure  2 Precision Recall / (Precision + Recall)

For several labels (`label_table`): the same for each label against all others, and macro F1, the mean over the labels
that people gave. For scores against yes or no: `auc`, the share of all pairs of a yes and a no in which the yes has the
higher score; equal scores count half.

All but `auc` are in percent; 0 / 0 is 0. The interval of a mean over folds is Student's, at 95 %.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.evaluation.correlations import mean_ranks
from perpend.evaluation.significance import two_sided_p
from perpend.types import Doubles, Integers

__all__ = [
    "CLASSIFICATION_METRICS",
    "Confusion",
    "auc",
    "half_width",
    "label_figures",
    "label_table",
    "macro_f1",
]

CLASSIFICATION_METRICS = ("Accuracy", "Precision", "Recall", "F-measure")
_LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Confusion:
    """The number of answers of each kind.

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
        """Counts the `answers` against the `truth`."""
        if answers.shape != truth.shape:
            raise InputError(f"{len(answers)} answers for {len(truth)} judgments: as many of both are needed")
        kinds = ((True, True), (True, False), (False, True), (False, False))
        return cls(*(int(((answers == answer) & (truth == true)).sum()) for answer, true in kinds))

    @property
    def metrics(self) -> dict[str, float]:
        """The four measures, in percent."""
        total = self.right_yes + self.wrong_yes + self.wrong_no + self.right_no
        accuracy = _percent(self.right_yes + self.right_no, total)
        answered, given = self.right_yes + self.wrong_yes, self.right_yes + self.wrong_no
        return {"Accuracy": accuracy, **_of_label(self.right_yes, answered, given)}

    def to_dict(self) -> dict[str, int]:
        """The table as plain JSON values."""
        return asdict(self)


def _of_label(right: int, answered: int, given: int) -> dict[str, float]:
    """Precision, recall and F-measure of one label, in percent.

    Systems gave it `answered` times and people `given` times, `right` times for the same pair.
    """
    shares = ((right, answered), (right, given), (2 * right, answered + given))
    return {name: _percent(*share) for name, share in zip(CLASSIFICATION_METRICS[1:], shares, strict=True)}


def _percent(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0


def label_table(answers: Doubles, truth: Doubles, labels: int) -> Integers:
    """How often each of `answers` (column) was given for each true label (row).

    Both `answers` and `truth` are indices of labels, of which there are `labels`.

    >>> label_table(np.array([0.0, 1.0, 1.0]), np.array([0.0, 0.0, 1.0]), 2).tolist()
    [[1, 1], [0, 1]]
    """
    cells = truth.astype(np.int64) * labels + answers.astype(np.int64)
    return np.bincount(cells, minlength=labels * labels).reshape(labels, labels).astype(np.int64)


def label_figures(table: Integers, labels: Sequence[str]) -> dict[str, dict[str, float]]:
    """Precision, recall and F-measure of each of the `labels` in percent, and its count, from a confusion `table`."""
    found = {}
    for place, label in enumerate(labels):
        right, answered, given = (int(one) for one in (table[place, place], table[:, place].sum(), table[place].sum()))
        found[label] = {**_of_label(right, answered, given), "count": given}
    return found


def macro_f1(table: Integers) -> float:
    """The mean F-measure of the labels that people gave, in percent, from a confusion `table`.

    >>> round(macro_f1(np.array([[1, 1], [0, 1]])), 1)
    66.7
    """
    given, answered, right = table.sum(axis=1), table.sum(axis=0), table.diagonal()
    kept = given > 0
    return float(100.0 * (2 * right[kept] / (given + answered)[kept]).mean()) if kept.any() else 0.0


def auc(scores: Doubles, truth: Doubles) -> float:
    """The area under the ROC curve of `scores`; `truth` is 1 for yes and 0 for no. 0.5 if people gave only one of both.

    >>> auc(np.array([0.9, 0.4, 0.4]), np.array([1.0, 1.0, 0.0]))
    0.75
    """
    yes = truth > 0
    count, other = int(yes.sum()), int((~yes).sum())
    if not count or not other:
        return 0.5
    return float((mean_ranks(scores)[yes].sum() - count * (count + 1) / 2) / (count * other))


def half_width(values: Sequence[float]) -> float:
    """Half of the 95 % interval of the mean of `values`; 0 for one value.

    >>> round(half_width([74.0, 75.0, 76.0]), 3)
    2.484
    """
    count = len(values)
    if count < 2:
        return 0.0
    return _critical(count - 1) * float(np.std(values, ddof=1)) / sqrt(count)


def _critical(degrees: int) -> float:
    """The value that |t| of Student's distribution exceeds in 5 % of cases, by bisection."""
    low, high = 0.0, 1e3
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if two_sided_p(middle, degrees) > 1 - _LEVEL else (low, middle)
    return (low + high) / 2
