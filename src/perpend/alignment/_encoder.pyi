from collections.abc import Callable, Iterable, Sequence
from typing import Any

from numpy.typing import NDArray

from perpend.alignment.problem import Search
from perpend.lexicon.phrases.table import PhraseTable

class Vocabulary:
    def __init__(
        self,
        *,
        stem_of: Callable[[str], str] | None,
        synsets_of: Callable[[str], Iterable[int]] | None,
        phrase_number_of: Callable[[str], int] | None,
        stop_words: Iterable[str],
    ) -> None: ...
    def __len__(self) -> int: ...

class Encoded:
    def solve(self) -> tuple[NDArray[Any], ...]: ...

class Encoder:
    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        search: Search,
        pair_costs: Sequence[float],
        insertion: float,
        deletion: float,
        relations_agree: bool,
        table: PhraseTable | None = None,
        function: str = "NONE",
        params: Sequence[float] = (),
        lowest_phrase: float = ...,
        highest_phrase: float = ...,
    ) -> None: ...
    def solve_many(self, hyps: Sequence[Sequence[str]], refs: Sequence[Sequence[str]]) -> tuple[NDArray[Any], ...]: ...
    def active(self, hyp: Sequence[str], ref: Sequence[str]) -> list[tuple[int, int, tuple[str, ...], float, int]]: ...
    def encode_many(self, hyps: Sequence[Sequence[str]], refs: Sequence[Sequence[str]]) -> Encoded: ...
