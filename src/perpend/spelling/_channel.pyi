import numpy as np
from numpy.typing import NDArray

def expected(
    table: NDArray[np.float64],
    words: NDArray[np.uint8],
    starts: NDArray[np.int64],
    written: NDArray[np.uint8],
    written_starts: NDArray[np.int64],
    weights: NDArray[np.float64],
    counts: NDArray[np.float64],
) -> float: ...
def log_probabilities(
    table: NDArray[np.float64],
    written: NDArray[np.uint8],
    words: NDArray[np.uint8],
    starts: NDArray[np.int64],
) -> NDArray[np.float64]: ...
