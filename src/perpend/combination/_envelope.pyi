from perpend.types import Doubles, Integers

def crossings(
    starts: Integers, heights: Doubles, slopes: Doubles
) -> tuple[Integers, list[tuple[int, int, float, int, int]]]: ...
