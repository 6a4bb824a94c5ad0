from collections.abc import Sequence
from typing import Any

from perpend.alignment import Search
from perpend.alignment.edits import Alignment, Edit, Shift
from perpend.similarity._words import Words
from perpend.similarity.pairs import EncodedPair
from perpend.types import Doubles, Int32, Values

class Solver:
    def __init__(self, search: Search = ...) -> None: ...

class Examples:
    count: int
    def __init__(self, pairs: Sequence[EncodedPair] = ()) -> None: ...
    def __len__(self) -> int: ...
    def add(self, words: Words, hyp: tuple[str, ...], ref: tuple[str, ...]) -> None: ...
    def epoch(
        self,
        order: Int32,
        truth: Doubles,
        rate: float,
        least_shift: float,
        weights: Doubles,
        total: Doubles,
        search: Search = ...,
    ) -> float: ...
    def feature_matrix(self, weights: Doubles, search: Search = ...) -> Doubles: ...
    def costs(self, weights: Doubles, solver: Solver) -> Doubles:
        """The predicted cost of every pair under 36 weights, computed without the GIL.

        Each is the first number of `explain`, bit for bit. `solver` is the memory to align in: one for each thread.
        """

    def explain(
        self, k: int, weights: Doubles, solver: Solver, signature: str
    ) -> tuple[float, Alignment, list[tuple[Edit | Shift, tuple[str, ...], tuple[str, ...], Values, float]]]: ...
    def packed(self, k: int) -> dict[str, Any]: ...

def check_features(features: Sequence[str]) -> None: ...
def feature_numbers() -> dict[str, int]: ...
