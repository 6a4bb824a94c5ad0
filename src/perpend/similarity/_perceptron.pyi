from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perpend.alignment import Search
from perpend.similarity.pairs import EncodedPair

class Examples:
    count: int
    def __init__(self, pairs: Sequence[EncodedPair], search: Search = ...) -> None: ...
    def epoch(
        self,
        order: NDArray[np.int32],
        truth: NDArray[np.float64],
        rate: float,
        least_shift: float,
        weights: NDArray[np.float64],
        total: NDArray[np.float64],
    ) -> float: ...
    def feature_matrix(self, weights: NDArray[np.float64]) -> NDArray[np.float64]: ...
