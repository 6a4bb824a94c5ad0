from perpend.types import Int32, Integers, UInt8, UInt16, UInt32, UInt64

class Layout:
    order: UInt32
    sig: UInt64
    length: UInt8
    group: Integers
    start: Integers
    def __init__(self, order: UInt32, sig: UInt64, length: UInt8, group: Integers, start: Integers) -> None: ...

class Words:
    count: int
    alphabet: int
    def __init__(
        self,
        letters: UInt16,
        ordered: UInt16,
        starts: Integers,
        sig: UInt64,
        inexact: UInt8,
        text: UInt8,
        text_starts: Integers,
        letter_text: UInt8,
        letter_starts: Integers,
        letter_of_bit: UInt16,
        counts: Integers,
    ) -> None: ...
    def count_inexact(self, layout: Layout, numbers: UInt32, begin: int, end: int, k: int) -> int: ...
    def list_pairs(
        self, prefixes: Layout, suffixes: Layout | None, begin: int, end: int, k: int, most: int = -1
    ) -> tuple[bytes, int]: ...
    def near_pairs(
        self, prefixes: Layout, suffixes: Layout | None, begin: int, end: int, k: int, share: float, most: int
    ) -> UInt32: ...
    def within(
        self, layout: Layout, letters: UInt16, ordered: UInt16, starts: Integers, sig: UInt64, k: int, common: int
    ) -> tuple[Integers, UInt32, UInt8]: ...

def count_cells(
    sig: UInt64,
    weight: UInt32,
    start: Integers,
    group: Integers,
    length: Int32,
    sums: UInt64,
    begin: int,
    end: int,
    k: int,
) -> int: ...
def use_path(highest: int = 2) -> int: ...
