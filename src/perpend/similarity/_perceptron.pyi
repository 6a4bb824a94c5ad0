from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.alignment import Search
from perpend.alignment._encoder import Encoder
from perpend.alignment.edits import Alignment, Edit, Shift
from perpend.features.edits import WordFacts
from perpend.similarity.pairs import EncodedPair
from perpend.types import Values

class Words:
    def __init__(
        self, encoder: Encoder, *, facts_of: Callable[[str], WordFacts], stop_words: Iterable[str], entries: int
    ) -> None: ...
    def __len__(self) -> int: ...

class Solver:
    def __init__(self, search: Search = ...) -> None: ...

class Examples:
    count: int
    def __init__(self, pairs: Sequence[EncodedPair] = ()) -> None: ...
    def __len__(self) -> int: ...
    def add(self, words: Words, hyp: tuple[str, ...], ref: tuple[str, ...]) -> None: ...
    def epoch(
        self,
        order: NDArray[np.int32],
        truth: NDArray[np.float64],
        rate: float,
        least_shift: float,
        weights: NDArray[np.float64],
        total: NDArray[np.float64],
        search: Search = ...,
    ) -> float: ...
    def feature_matrix(self, weights: NDArray[np.float64], search: Search = ...) -> NDArray[np.float64]: ...
    def costs(self, weights: NDArray[np.float64], solver: Solver) -> NDArray[np.float64]: ...
    def explain(
        self, k: int, weights: NDArray[np.float64], solver: Solver, signature: str
    ) -> tuple[float, Alignment, list[tuple[Edit | Shift, tuple[str, ...], tuple[str, ...], Values, float]]]: ...
    def packed(self, k: int) -> dict[str, Any]: ...
