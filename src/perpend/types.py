"""Type names that every package uses: arrays of numbers, named numbers, and the progress callback.

numpy is imported with the first array type that is used, so that modules without arrays import quickly.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Doubles: TypeAlias = NDArray[np.float64]
    """Numbers in 64 bits."""

    Flags: TypeAlias = NDArray[np.bool_]
    """Booleans."""

    Floats: TypeAlias = NDArray[np.float32]
    """Numbers in 32 bits."""

    Int32: TypeAlias = NDArray[np.int32]
    """Whole numbers in 32 bits."""

    Integers: TypeAlias = NDArray[np.int64]
    """Whole numbers in 64 bits."""

    UInt8: TypeAlias = NDArray[np.uint8]
    """Numbers of at least 0 in 8 bits, such as bytes of text."""

    UInt16: TypeAlias = NDArray[np.uint16]
    """Numbers of at least 0 in 16 bits."""

    UInt32: TypeAlias = NDArray[np.uint32]
    """Numbers of at least 0 in 32 bits."""

    UInt64: TypeAlias = NDArray[np.uint64]
    """Numbers of at least 0 in 64 bits, such as sets of bits."""

__all__ = [
    "Doubles",
    "Flags",
    "Floats",
    "Int32",
    "Integers",
    "Progress",
    "UInt16",
    "UInt32",
    "UInt64",
    "UInt8",
    "Values",
]

Progress: TypeAlias = Callable[[str, int, int], None]
"""A callback with a description of the work, the number of completed steps, and their total (0: unknown)."""

Values: TypeAlias = dict[str, float]
"""Named numbers, such as the features of a pair."""

_ARRAYS = {
    "Doubles": "float64",
    "Flags": "bool_",
    "Floats": "float32",
    "Int32": "int32",
    "Integers": "int64",
    "UInt16": "uint16",
    "UInt32": "uint32",
    "UInt64": "uint64",
    "UInt8": "uint8",
}


def __getattr__(name: str) -> Any:
    if name not in _ARRAYS:
        raise AttributeError(f"module 'perpend.types' has no attribute {name!r}")
    import numpy as np
    from numpy.typing import NDArray

    kind: Any = getattr(np, _ARRAYS[name])
    return NDArray[kind]
