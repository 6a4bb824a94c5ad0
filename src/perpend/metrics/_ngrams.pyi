import numpy as np
from numpy.typing import NDArray

def clipped_matches(
    ids: NDArray[np.int32], bounds: NDArray[np.int64], first: NDArray[np.int64], order: int
) -> NDArray[np.int64]: ...
