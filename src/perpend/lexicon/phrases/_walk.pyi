from perpend.types import Int32, UInt8

class Walker:
    def __init__(
        self,
        first_child: Int32,
        word: Int32,
        parent: Int32,
        sides: UInt8,
        pair_start: Int32,
        pair_hyp: Int32,
        longest: int,
    ) -> None: ...
    def child(self, node: int, word: int) -> int: ...
    def walk(self, numbers: Int32, wanted: int = 3) -> tuple[Int32, Int32, Int32]: ...
    def matches(self, ref: Int32, hyp: Int32, limit: int = ...) -> tuple[Int32, Int32, Int32, Int32, Int32]: ...
