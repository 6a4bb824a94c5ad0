"""Are probabilities calibrated? Of all answers with probability 0.8, four in five should be right.

    brier                          the mean squared difference between the probabilities and the truth: 0 is perfect
    reliability                    answers in bins by their probability, with mean probability and accuracy
    expected_calibration_error     the mean difference of the two over bins, weighted by the answers in each

`probabilities` have a row for each pair and a column for each label; `truth` has the index of the true label.

                 bin          answers   probability   accuracy
                 0.7 to 0.8      40         .76         .55     overconfident by .21
                 0.9 to 1.0      60         .97         .95
"""

from dataclasses import asdict, dataclass

import numpy as np

from perpend.errors import InputError
from perpend.types import Doubles

__all__ = ["Bin", "brier", "expected_calibration_error", "reliability"]

_BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """The answers whose probability is from `low` to `high`: their number, mean probability, and accuracy."""

    low: float
    high: float
    count: int
    confidence: float
    accuracy: float

    def to_dict(self) -> dict[str, float]:
        """The bin as plain JSON values."""
        return asdict(self)


def brier(probabilities: Doubles, truth: Doubles) -> float:
    """Brier's score: for two labels the squared error of the probability of yes, for more the sum over labels.

    `probabilities` has a row for each pair and a column for each label; `truth` has the index of the true label.

    >>> round(brier(np.array([[0.2, 0.8], [0.6, 0.4]]), np.array([1.0, 1.0])), 3)
    0.2
    """
    _check(probabilities, truth)
    wanted = np.eye(probabilities.shape[1])[truth.astype(np.int64)]
    distances = ((probabilities - wanted) ** 2).sum(axis=1)
    return float((distances / 2 if probabilities.shape[1] == 2 else distances).mean())


def reliability(probabilities: Doubles, truth: Doubles, bins: int = _BINS) -> list[Bin]:
    """The bins with answers; an answer is the label with the highest probability.

    `probabilities` and `truth` as in `brier`; `bins` is the number of bins from 0 to 1.

    >>> [one.count for one in reliability(np.array([[0.2, 0.8], [0.95, 0.05]]), np.array([1.0, 1.0]))]
    [1, 1]
    """
    places, confidence, right = _answers(probabilities, truth, bins)
    return [
        Bin(k / bins, (k + 1) / bins, int(here.sum()), float(confidence[here].mean()), float(right[here].mean()))
        for k in range(bins)
        if (here := places == k).any()
    ]


def expected_calibration_error(probabilities: Doubles, truth: Doubles, bins: int = _BINS) -> float:
    """The mean over answers of the difference between the mean probability and the accuracy of their bin.

    `probabilities`, `truth` and `bins` as in `reliability`.

    >>> round(expected_calibration_error(np.array([[0.2, 0.8], [0.95, 0.05]]), np.array([1.0, 0.0])), 3)
    0.125
    """
    places, confidence, right = _answers(probabilities, truth, bins)
    sums = np.bincount(places, weights=confidence - right, minlength=bins)
    return float(np.abs(sums).sum() / len(truth))


def _answers(probabilities: Doubles, truth: Doubles, bins: int) -> tuple[Doubles, Doubles, Doubles]:
    """For each pair the bin of its answer, its probability, and 1 if it is right."""
    _check(probabilities, truth)
    confidence = probabilities.max(axis=1)
    places = np.minimum((confidence * bins).astype(np.int64), bins - 1)
    return places, confidence, (probabilities.argmax(axis=1) == truth).astype(np.float64)


def _check(probabilities: Doubles, truth: Doubles) -> None:
    if probabilities.ndim != 2 or len(probabilities) != len(truth) or not len(truth):
        raise InputError(
            f"probabilities of shape {probabilities.shape} for {len(truth)} judgments: a row for each is needed"
        )
