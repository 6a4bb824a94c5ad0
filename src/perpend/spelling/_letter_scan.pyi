import numpy as np
from numpy.typing import NDArray

class Layout:
    order: NDArray[np.uint32]
    sig: NDArray[np.uint64]
    length: NDArray[np.uint8]
    group: NDArray[np.int64]
    start: NDArray[np.int64]
    def __init__(
        self,
        order: NDArray[np.uint32],
        sig: NDArray[np.uint64],
        length: NDArray[np.uint8],
        group: NDArray[np.int64],
        start: NDArray[np.int64],
    ) -> None: ...

class Words:
    count: int
    alphabet: int
    def __init__(
        self,
        letters: NDArray[np.uint16],
        ordered: NDArray[np.uint16],
        starts: NDArray[np.int64],
        sig: NDArray[np.uint64],
        inexact: NDArray[np.uint8],
        text: NDArray[np.uint8],
        text_starts: NDArray[np.int64],
        letter_text: NDArray[np.uint8],
        letter_starts: NDArray[np.int64],
        letter_of_bit: NDArray[np.uint16],
        counts: NDArray[np.int64],
    ) -> None: ...
    def count_inexact(self, layout: Layout, numbers: NDArray[np.uint32], begin: int, end: int, k: int) -> int: ...
    def list_pairs(
        self, prefixes: Layout, suffixes: Layout | None, begin: int, end: int, k: int
    ) -> tuple[bytes, int]: ...
    def within(
        self,
        layout: Layout,
        letters: NDArray[np.uint16],
        ordered: NDArray[np.uint16],
        starts: NDArray[np.int64],
        sig: NDArray[np.uint64],
        k: int,
        common: int,
    ) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.uint8]]: ...

def count_cells(
    sig: NDArray[np.uint64],
    weight: NDArray[np.uint32],
    start: NDArray[np.int64],
    group: NDArray[np.int64],
    length: NDArray[np.int32],
    sums: NDArray[np.uint64],
    begin: int,
    end: int,
    k: int,
) -> int: ...
def letter_sums(
    ordered: NDArray[np.uint16], starts: NDArray[np.int64], part: NDArray[np.uint8]
) -> NDArray[np.uint64]: ...
def occurrences(
    ordered: NDArray[np.uint16], starts: NDArray[np.int64], alphabet: int, most: int
) -> NDArray[np.int64]: ...
def signatures(
    ordered: NDArray[np.uint16],
    starts: NDArray[np.int64],
    bucket: NDArray[np.uint8],
    first: NDArray[np.uint8],
    room: NDArray[np.uint8],
    shared: NDArray[np.uint8],
) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]: ...
def sorted_letters(letters: NDArray[np.uint16], starts: NDArray[np.int64]) -> NDArray[np.uint16]: ...
def use_path(highest: int = 2) -> int: ...
