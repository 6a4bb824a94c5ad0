"""TERp's weight files: all edit costs in one line of numbers, as tuning writes them.

    Weights of the best round                      the first line says anything
    0.0 0.26 1.43 1.56 0.0 0.0 0.56 -0.23 ...      match insertion deletion substitution stem synonym shift, then the
                                                   parameters of the phrase function

A file for use without a phrase table may end after the shift cost; the phrase parameters then stay as they were.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from perpend.alignment.parameters import TerpParameters
from perpend.errors import FormatError, SettingError
from perpend.files.compressed import read_bytes
from perpend.files.lines import text_lines
from perpend.files.writing import atomic_write

__all__ = ["read_weights", "weights_of", "with_weights", "write_weights"]

_COSTS = (
    "match_cost",
    "insertion_cost",
    "deletion_cost",
    "substitution_cost",
    "stem_cost",
    "synonym_cost",
    "shift_cost",
)


def weights_of(parameters: TerpParameters) -> tuple[float, ...]:
    """Returns the costs and phrase parameters in the order of a weight file.

    >>> weights_of(TerpParameters())
    (0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    """
    return (*(getattr(parameters, name) for name in _COSTS), *parameters.phrase_parameters)


def with_weights(parameters: TerpParameters, weights: tuple[float, ...]) -> TerpParameters:
    """Returns `parameters` with the costs `weights`, which are in the order of a weight file."""
    costs, phrase = weights[: len(_COSTS)], weights[len(_COSTS) :]
    expected = len(parameters.phrase_parameters)
    if len(costs) < len(_COSTS) or len(phrase) not in (0, expected):
        full = len(_COSTS) + expected
        raise SettingError(f"{len(weights)} weights given; {len(_COSTS)} costs are needed, or {full} with phrases")
    changes: dict[str, Any] = dict(zip(_COSTS, costs, strict=True))
    return replace(parameters, **changes, phrase_parameters=phrase or parameters.phrase_parameters)


def read_weights(path: Path | str) -> tuple[float, ...]:
    """Returns the numbers in the second line of the weight file `path`."""
    path = Path(path)
    lines = text_lines(path, read_bytes(path, "a weight file"), lone_cr=True)
    if len(lines) < 2 or not lines[1].strip():
        raise FormatError(path, 2, "no weights: the second line holds them, separated by blanks")
    try:
        return tuple(float(word) for word in lines[1].split())
    except ValueError as error:
        raise FormatError(path, 2, f"{error}: the second line holds numbers, separated by blanks") from None


def write_weights(path: Path | str, parameters: TerpParameters) -> None:
    """Writes the costs of `parameters` to `path` as a weight file that the original program can read."""
    line = " ".join(map(repr, weights_of(parameters)))
    with atomic_write(Path(path)) as file:
        file.write(f"Weights:\n{line}\n".encode())
