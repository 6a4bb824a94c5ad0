"""Do two texts mean the same? The suites of laws as pairs with the answer yes or no.

    yes    the base with itself ("identity"), light, free, synonym
    no     negated, swapped, number, opposite, related, unrelated

A text with one more detail ("added") is neither. `measured(log_odds, suite)` gives the balanced accuracy, the mean of
the shares of yes and of no that are answered right; the AUC, how probable it is that a pair of yes is above a pair of
no; and for each column the share of pairs that are answered with yes.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.evaluation.classification import auc
from perpend.learning.model import Classifier
from perpend.learning.registry import load
from tests.laws.laws import OWN, SUITES, read_bases

__all__ = ["NO", "YES", "decisions_of", "measured", "record"]

IDENTITY = "identity"
YES = (IDENTITY, "light", "free", "synonym")
NO = ("negated", "swapped", "number", "opposite", "related", "unrelated")

Pair = tuple[str, str]
Decider = Callable[[Sequence[Pair]], NDArray[np.float64]]


def decisions_of(name: str, **options: Any) -> Decider:
    """A function that gives the log-odds of yes by the classifier called `name`."""
    model = load(name, **options)
    assert isinstance(model, Classifier)

    def decide(pairs: Sequence[Pair]) -> NDArray[np.float64]:
        yes = np.clip(model.probabilities(pairs)[:, 1], 1e-12, 1 - 1e-12)
        return np.asarray(np.log(yes / (1.0 - yes)))

    return decide


def measured(decide: Decider, suite: str = OWN) -> dict[str, float]:
    """The figures of the module for the log-odds of yes that `decide` gives to the pairs of a `suite`."""
    bases = read_bases(suite)
    found = {
        column: decide([(base.text, base.text if column == IDENTITY else base.texts[column]) for base in bases])
        for column in (*YES, *NO)
    }
    same, other = (np.concatenate([found[column] for column in columns]) for columns in (YES, NO))
    truth = np.concatenate([np.ones(len(same)), np.zeros(len(other))])
    return {
        "balanced accuracy": float((same >= 0).mean() + (other < 0).mean()) / 2,
        "AUC": auc(np.concatenate([same, other]), truth),
        **{f"yes to {column}": float((values >= 0).mean()) for column, values in found.items()},
    }


def record(names: Sequence[str], suites: Sequence[str] = SUITES) -> dict[str, Any]:
    """The figures of the models called `names` on `suites`, in the shape that all evaluations share."""
    rows = [
        {"system": name, "suite": suite, "metrics": measured(decisions_of(name), suite), "paper": None}
        for suite in suites
        for name in names
    ]
    return {"task": "yes and no", "rows": rows, "signature": "; ".join(load(name).signature for name in names)}
