from perpend.types import Doubles, Integers, UInt32, UInt64

def extract(
    source_starts: Integers,
    target_starts: Integers,
    link_starts: Integers,
    links: UInt32,
    source_numbers: UInt32,
    target_numbers: UInt32,
    line: int,
    max_length: int,
    keys: UInt64,
) -> tuple[int, int]: ...
def cross(
    pairs: UInt64, forward: Doubles, backward: Doubles, row: int, one: float, same: bool, keys: UInt64, values: Integers
) -> tuple[int, int]: ...
