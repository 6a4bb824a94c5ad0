"""The factor by least squares."""

from collections.abc import Sequence

import numpy as np

from perpend.learning.provenance import Training, fingerprint
from tests.learning.toy.model import ToyModel


def train_toy(pairs: Sequence[tuple[str, str]], labels: Sequence[float], *, name: str = "pairs") -> ToyModel:
    """The model of pairs and numbers."""
    lengths = np.array([len(one) - len(other) for one, other in pairs], np.float64)
    factor = float(lengths @ np.asarray(labels) / (lengths @ lengths))
    return ToyModel(factor, Training(name, len(pairs), tuple(sorted({fingerprint(*pair) for pair in pairs}))))
