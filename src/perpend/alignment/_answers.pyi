from typing import Any

from numpy.typing import NDArray

class Encoded:
    def solve(self) -> tuple[NDArray[Any], ...]: ...
