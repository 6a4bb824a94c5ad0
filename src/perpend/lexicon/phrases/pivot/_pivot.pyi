from numpy import float64, int64, uint32, uint64
from numpy.typing import NDArray

def extract(
    source_starts: NDArray[int64],
    target_starts: NDArray[int64],
    link_starts: NDArray[int64],
    links: NDArray[uint32],
    source_numbers: NDArray[uint32],
    target_numbers: NDArray[uint32],
    line: int,
    max_length: int,
    keys: NDArray[uint64],
) -> tuple[int, int]: ...
def cross(
    pairs: NDArray[uint64],
    forward: NDArray[float64],
    backward: NDArray[float64],
    row: int,
    one: float,
    same: bool,
    keys: NDArray[uint64],
    values: NDArray[int64],
) -> tuple[int, int]: ...
