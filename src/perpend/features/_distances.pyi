from perpend.alignment.linking._cells import Word
from perpend.types import Doubles

DISTANCES: int

def measure(
    words1: tuple[Word, ...],
    words2: tuple[Word, ...],
    alike: Doubles,
    cells: tuple[tuple[int, int], ...],
    anchors: dict[int, int],
    given: tuple[float, ...],
) -> Doubles: ...
