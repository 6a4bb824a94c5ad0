from perpend.types import Doubles, Integers, UInt8, UInt32

def expected(
    table: Doubles,
    words: UInt8,
    starts: Integers,
    written: UInt8,
    written_starts: Integers,
    weights: Doubles,
    counts: Doubles,
) -> float: ...
def pair_log_probabilities(
    table: Doubles, words: UInt8, starts: Integers, meant: UInt32, written: UInt32
) -> Doubles: ...
def log_probabilities(table: Doubles, written: UInt8, words: UInt8, starts: Integers) -> Doubles: ...
