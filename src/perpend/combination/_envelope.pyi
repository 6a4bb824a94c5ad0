from numpy import float64, int64
from numpy.typing import NDArray

def crossings(
    starts: NDArray[int64], heights: NDArray[float64], slopes: NDArray[float64]
) -> tuple[NDArray[int64], list[tuple[int, int, float, int, int]]]: ...
