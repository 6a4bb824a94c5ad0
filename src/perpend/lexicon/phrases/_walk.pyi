from typing import Any

from numpy.typing import NDArray

from perpend.lexicon.phrases.walk import Int32

class Walker:
    def __init__(
        self,
        first_child: NDArray[Any],
        word: NDArray[Any],
        parent: NDArray[Any],
        sides: NDArray[Any],
        pair_start: NDArray[Any],
        pair_hyp: NDArray[Any],
        longest: int,
    ) -> None: ...
    def child(self, node: int, word: int) -> int: ...
    def walk(self, numbers: Int32, wanted: int = 3) -> tuple[Int32, Int32, Int32]: ...
    def matches(self, ref: Int32, hyp: Int32, limit: int = ...) -> tuple[Int32, Int32, Int32, Int32, Int32]: ...
