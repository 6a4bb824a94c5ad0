"""Yes or no on sources that nobody trained on: each source of pairs that mean the same or do not is left out in turn.

    read_equivalent(mirror) ──> evaluate_equivalence(sources) ──> a row for each system and source

A model learns from the training pairs of all other sources, and answers the test pairs of the one that was left out;
sources without training pairs are answered by a model of all. The systems:

    everyday            the model behind `paraphrase-everyday`
    three distances     the same without "near count"
    one distance        the same with one distance and the changes of meaning as inputs
    no changes          the same without changes of meaning
    all distances       the same with all distances
    tf-idf              a logistic regression on the cosine of weighted counts of words
    paraphrase-msrp     the paper's system with more features; it has learned from MSRP, and from nothing else

    Accuracy, Balanced  percent right, and the mean of that of yes and of that of no, at the default prior of one half
    AUC                 how probable it is that a pair of yes is above a pair of no
    ECE                 the expected calibration error, where the prior is the share of yes in the source
    ECE at 0.5          the same where nobody states a prior

`shipped` has the figures of the model that comes with Perpend on the test pairs, whose sources it has learned from.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from experiments.equivalent_pairs import Equivalent, Pool, pool_of
from perpend import __version__
from perpend.equivalence.everyday_model import EquivalenceModel
from perpend.equivalence.everyday_training import INPUTS, train_equivalence_of
from perpend.evaluation.baselines import tf_idf
from perpend.evaluation.calibration import expected_calibration_error
from perpend.evaluation.classification import auc
from perpend.features.distances import CHANGED, DISTANCES, Compared, compared
from perpend.learning.calibration import Calibration
from perpend.learning.logistic import fit_logistic
from perpend.learning.model import Classifier
from perpend.learning.registry import load
from perpend.types import Doubles, Flags, Progress

__all__ = ["EQUIVALENCE_SYSTEMS", "EquivalenceTable", "evaluate_equivalence", "measures"]

_INPUTS: Mapping[str, Sequence[str]] = {
    "everyday": INPUTS,
    "three distances": tuple(name for name in INPUTS if name != "near count"),
    "one distance": ("near long", *CHANGED),
    "no changes": tuple(name for name in INPUTS if name not in CHANGED),
    "all distances": DISTANCES,
}
_MSRP, _SHIPPED = "paraphrase-msrp", "paraphrase-everyday"

EQUIVALENCE_SYSTEMS = (*_INPUTS, "tf-idf", _MSRP)
"""The systems, in the order of the rows."""

_PART = 200

Texts = tuple[str, str]


@dataclass(frozen=True, slots=True)
class EquivalenceTable:
    """All rows, the sizes of the sources, and the signature."""

    rows: tuple[Mapping[str, Any], ...]
    sizes: Mapping[str, Mapping[str, int]]
    signature: str
    task: str = field(default="equivalence")

    def to_dict(self) -> dict[str, Any]:
        """The table as plain JSON values, in the shape that all evaluations share."""
        sizes = {name: dict(one) for name, one in self.sizes.items()}
        return {"task": self.task, "rows": list(self.rows), "sizes": sizes, "signature": self.signature}


def evaluate_equivalence(
    sources: Sequence[Equivalent],
    systems: Sequence[str] = EQUIVALENCE_SYSTEMS,
    progress: Progress | None = None,
) -> EquivalenceTable:
    """Trains and measures each of `systems` without each of `sources` in turn.

    :param sources: the sources.
    :param systems: names of EQUIVALENCE_SYSTEMS.
    :param progress: called with a description, the number of completed steps and their total.
    """
    trial = _Trial(progress)
    rows: list[dict[str, Any]] = []
    for system in systems:
        for source in sources:
            values = trial.log_odds(system, pool_of(sources, source.name), source.test_pairs)
            rows.append(_row("sources", system, source, values, shifts=system != _MSRP))
    shipped = load(_SHIPPED)
    assert isinstance(shipped, EquivalenceModel)
    own = ((source, trial.answers_of(shipped, source.test_pairs)) for source in sources)
    rows += [_row("shipped", _SHIPPED, source, values) for source, values in own]
    sizes = {one.name: _sizes(one) for one in sources}
    signature = f"{shipped.signature}|rows:{len(rows)}|version:{__version__}"
    return EquivalenceTable(tuple(rows), sizes, signature)


def _sizes(source: Equivalent) -> dict[str, int]:
    return {
        "learned from": len(source.pairs),
        "yes": int(source.labels.sum()),
        "left out": source.left_out,
        "tested on": len(source.test_pairs),
        "tested yes": int(source.test_labels.sum()),
    }


def _row(part: str, system: str, source: Equivalent, values: Doubles, *, shifts: bool = True) -> dict[str, Any]:
    metrics = measures(values, source.test_labels, shifts=shifts)
    return {"part": part, "system": system, "source": source.name, "metrics": metrics, "paper": None}


def measures(log_odds: Doubles, truth: Flags, *, shifts: bool = True) -> dict[str, float]:
    """The figures of the module for the `log_odds` of yes; without `shifts` the system knows no prior."""
    said, share = log_odds >= 0.0, float(truth.mean())
    shift = float(np.log(share / (1.0 - share))) if shifts and 0 < share < 1 else 0.0
    return {
        "Accuracy": 100 * float((said == truth).mean()),
        "Balanced": 50 * float(said[truth].mean() + (~said[~truth]).mean()),
        "AUC": auc(log_odds, truth.astype(np.float64)),
        "ECE": _calibration_error(log_odds + shift, truth),
        "ECE at 0.5": _calibration_error(log_odds, truth),
    }


def _calibration_error(log_odds: Doubles, truth: Flags) -> float:
    yes = Calibration(1.0).probabilities(log_odds)
    return expected_calibration_error(np.column_stack([1.0 - yes, yes]), truth.astype(np.float64))


class _Trial:
    """The systems; a pair is compared once, however many models learn from it."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._known: dict[Texts, Compared] = {}

    def log_odds(self, system: str, pool: Pool, pairs: Sequence[Texts]) -> Doubles:
        """The log-odds of yes for `pairs` by a `system` that has learned from a `pool`."""
        if system == _MSRP:
            return self._msrp(pairs)
        if system == "tf-idf":
            return _by_tf_idf(pool, pairs)
        found, options = self._compared(pool.pairs), {"sources": pool.sources, "inputs": _INPUTS[system]}
        model = train_equivalence_of(pool.pairs, found, pool.labels, **options)  # type: ignore[arg-type]
        return self.answers_of(model, pairs)

    def answers_of(self, model: EquivalenceModel, pairs: Sequence[Texts]) -> Doubles:
        """The log-odds of yes for `pairs` by a `model`."""
        return model.log_odds(model.measured(self._compared(pairs)))

    def _compared(self, pairs: Sequence[Texts]) -> list[Compared]:
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        for done in range(0, len(new), _PART):
            if self._progress:
                self._progress("comparing", done, len(new))
            self._known |= {pair: compared(*pair) for pair in new[done : done + _PART]}
        return [self._known[pair] for pair in pairs]

    def _msrp(self, pairs: Sequence[Texts]) -> Doubles:
        model = load(_MSRP)
        assert isinstance(model, Classifier)
        return np.concatenate([_odds_of(model, part) for part in self._parts(pairs)])

    def _parts(self, pairs: Sequence[Texts]) -> Iterator[Sequence[Texts]]:
        for done in range(0, len(pairs), _PART):
            if self._progress:
                self._progress(_MSRP, done, len(pairs))
            yield pairs[done : done + _PART]


def _odds_of(model: Classifier, pairs: Sequence[Texts]) -> Doubles:
    found = np.clip(model.probabilities(pairs)[:, 1], 1e-9, 1 - 1e-9)
    return np.asarray(np.log(found / (1.0 - found)))


def _by_tf_idf(pool: Pool, pairs: Sequence[Texts]) -> Doubles:
    """A logistic regression; both answers of a source count the same, and sources by the root of their size."""
    names, truth = np.array(pool.sources), np.array(pool.labels, np.bool_)
    counts = np.zeros(len(truth))
    for name in dict.fromkeys(pool.sources):
        part = names == name
        for answer in (True, False):
            rows = part & (truth == answer)
            counts[rows] = np.sqrt(part.sum()) / max(rows.sum(), 1)
    values = np.array([[tf_idf(*pair)] for pair in pool.pairs])
    learned = fit_logistic(values, truth, 1e-3, counts / counts.sum())
    return np.array([[tf_idf(*pair)] for pair in pairs]) @ learned.weights + learned.intercept
