from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from perpend.alignment._answers import Encoded
from perpend.alignment._vocabulary import Vocabulary
from perpend.alignment.problem import Search
from perpend.lexicon.phrases.table import PhraseTable

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
