"""How fast pairs are related by the shipped model for sentences once they are annotated, on one thread.

Everything that depends on one text alone counts as its annotation: tags, n-grams, vectors, topics. The regression has a
peer: scikit-learn's SVR, given the same support vectors' number and rows.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from figures import Figure, best_seconds
from perpend.learning.registry import load
from perpend.relatedness.model import RelatednessModel

__all__ = ["run"]

TARGET = ">= 1,000"
_WHO = ("A man", "Two children", "The woman in a red coat", "A brown dog", "Some musicians", "An old sailor")
_DOES = ("is playing a guitar", "are running through the park", "is slicing an onion", "watches the boats", "is asleep")
_WHERE = ("on a wooden bench", "near the harbour", "in front of a crowd", "", "while it is raining")


def sentences() -> list[str]:
    """A hundred and fifty sentences such as captions of pictures."""
    return [" ".join(filter(None, parts)) for parts in product(_WHO, _DOES, _WHERE)]


def run() -> Iterator[Figure]:
    """A thousand pairs, annotated before; explained ones; and the regression alone."""
    model, texts = load(kind="relatedness"), sentences()
    assert isinstance(model, RelatednessModel)
    random = np.random.default_rng(0)
    pairs = [(texts[one], texts[two]) for one, two in random.integers(len(texts), size=(1000, 2))]
    signature = model.signature
    model.predict(pairs)
    rate = len(pairs) / best_seconds(lambda: model.predict(pairs))
    yield Figure("relatedness, annotated pairs", rate, "pairs/s", TARGET, rests_on=signature)
    few = pairs[:100]
    explained = len(few) / best_seconds(lambda: list(model.explain_many(few)))
    yield Figure("relatedness, with shares", explained, "pairs/s", rests_on=signature)
    rows = model.scaling.rows(model.values(pairs))
    own = len(rows) / best_seconds(lambda: model.regression.machine.by_products(rows))
    yield Figure(
        "support vector regression",
        own,
        "rows/s",
        peer="scikit-learn",
        peer_value=_peer(model, rows),
        rests_on=signature,
    )


def _peer(model: RelatednessModel, rows: np.ndarray) -> float:
    """Rows a second of scikit-learn's SVR with as many support vectors."""
    from sklearn.svm import SVR

    own = model.regression.machine
    labels = np.random.default_rng(1).normal(size=len(own.vectors))
    machine = SVR(C=1.0, gamma=own.gamma, epsilon=0.0).fit(own.vectors, labels)
    return len(rows) / best_seconds(lambda: machine.predict(rows))
