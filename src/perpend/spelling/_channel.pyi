from perpend.types import Doubles, Integers, UInt8

def expected(
    table: Doubles,
    words: UInt8,
    starts: Integers,
    written: UInt8,
    written_starts: Integers,
    weights: Doubles,
    counts: Doubles,
) -> float: ...
def log_probabilities(table: Doubles, written: UInt8, words: UInt8, starts: Integers) -> Doubles: ...
