"""TERp's parameter files -> `TerpParameters`, and back.

    Beam Width (integer)             : 35
    Default Insertion Cost (float)   : 0.2588527567630183     ->  TerpParameters(beam_width=35, insertion_cost=0.258...)
    Shift Constraint (string)        : relax

A line is split at its first colon; the name counts with its type. As in the original: later lines win; an empty value
leaves numbers, booleans and lists as they were, but empties a string; only "true", in any case, is true; lists are
separated by commas, blanks and tabs; unknown names and lines without a colon have no effect. Here they are named in
`warnings`, and a value that is no number, or out of range, is an error with its line.

`TerpParameters()` holds the original's built-in values: plain TER without tokenisation. The sets `ter`, `terpa` and
`terph` are the files in `data/`; those for TERp switch WordNet on but name no files.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from math import inf
from pathlib import Path
from typing import Any

from perpend.arguments import number, whole_number
from perpend.errors import FormatError, InputError, SettingError, unknown_name
from perpend.files.compressed import read_bytes
from perpend.files.lines import text_lines
from perpend.files.writing import atomic_write

__all__ = [
    "MAX_COST",
    "MAX_WHOLE",
    "PARAMETER_SETS",
    "PHRASE_FUNCTIONS",
    "SHIFT_CONSTRAINTS",
    "TerpParameters",
    "check_phrase_function",
]

MAX_COST = 1e9
"""The largest cost of an edit, of either sign: sums of costs must stay finite and exact enough to compare."""

MAX_WHOLE = 2**31 - 1
"""The largest whole number of a parameter file, as in Java."""

PARAMETER_SETS = ("ter", "terpa", "terph")
SHIFT_CONSTRAINTS = ("exact", "relax", "relax_nophrase", "allow_mismatch", "noshift")
PHRASE_FUNCTIONS = {"": 0, "NONE": 0, "STD": 4, "STDINV": 4, "STDNONED": 3, "STDINVNONED": 3}
"""The number of parameters of each phrase function; the empty name is NONE."""

_DATA = Path(__file__).with_name("data")
_NAME_WIDTH = 39
_LIST_SEPARATOR = re.compile(r"[, \t]+")
_FLOAT = re.compile(r"[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)", re.ASCII)
_INTEGER = re.compile(r"[+-]?\d{1,10}", re.ASCII)
_WITHOUT_EFFECT = (
    "Dump Phrase Table (boolean)",
    "Filter Phrase Table (boolean)",
    "Normalize Phrase Table (boolean)",
    "Shift Size (integer)",
    "Sum Duplicate Phrases (boolean)",
)


def _named(name: str, default: Any) -> Any:
    return field(default=default, metadata={"name": name})


@dataclass(frozen=True)
class TerpParameters:
    """Every parameter of TERp that has an effect, with its built-in value.

    >>> TerpParameters.of_set("terpa").insertion_cost
    0.2588527567630183
    """

    verbose: bool = _named("Verbose (boolean)", False)
    normalize: bool = _named("Normalize (boolean)", False)
    new_normalization: bool = _named("New Normalization (boolean)", False)
    use_average_length: bool = _named("Use Average Length (boolean)", True)
    show_all_references: bool = _named("Show All References (boolean)", False)
    case_sensitive: bool = _named("Case Sensitive (boolean)", False)
    strip_punctuation: bool = _named("Strip Punctuation (boolean)", False)
    reference_file: str = _named("Reference File (filename)", "")
    hypothesis_file: str = _named("Hypothesis File (filename)", "")
    output_formats: tuple[str, ...] = _named("Output Formats (list)", ("all",))
    output_prefix: str = _named("Output Prefix (filename)", "")
    beam_width: int = _named("Beam Width (integer)", 20)
    reference_length_file: str = _named("Reference Length File (filename)", "")
    shift_distance: int = _named("Shift Distance (integer)", 50)
    cap: bool = _named("Cap Maximum TER (boolean)", False)
    phrase_function: str = _named("Adjust Phrase Table Func (string)", "")
    phrase_parameters: tuple[float, ...] = _named("Adjust Phrase Table Params (float list)", ())
    phrase_min: float = _named("Adjust Phrase Table Min (float)", -inf)
    phrase_max: float = _named("Adjust Phrase Table Max (float)", inf)
    use_porter: bool = _named("Use Porter Stemming (boolean)", False)
    use_wordnet: bool = _named("Use WordNet Synonymy (boolean)", False)
    wordnet_directory: str = _named("WordNet Database Directory (filename)", "")
    word_class_file: str = _named("Word Class File (filename)", "")
    deletion_cost: float = _named("Default Deletion Cost (float)", 1.0)
    stem_cost: float = _named("Default Stem Cost (float)", 1.0)
    synonym_cost: float = _named("Default Synonym Cost (float)", 1.0)
    insertion_cost: float = _named("Default Insertion Cost (float)", 1.0)
    substitution_cost: float = _named("Default Substitution Cost (float)", 1.0)
    match_cost: float = _named("Default Match Cost (float)", 0.0)
    shift_cost: float = _named("Default Shift Cost (float)", 1.0)
    shift_constraint: str = _named("Shift Constraint (string)", "exact")
    shift_stop_list: str = _named("Shift Stop Word List (string)", "")
    weight_file: str = _named("Weight File (filename)", "")
    generalize_numbers: bool = _named("Generalize Numbers (boolean)", False)
    normalize_numbers: bool = _named("Normalize Numbers (boolean)", False)
    normalization_file: str = _named("Normalization File (filename)", "")
    phrase_database: str = _named("Phrase Database (filename)", "")
    ignore_missing_hypothesis: bool = _named("Ignore Missing Hypothesis (boolean)", False)
    ignore_test_set_id: bool = _named("Ignore Test Set ID (boolean)", False)
    use_multi_word_class: bool = _named("Use Multi Word Class (boolean)", False)
    warnings: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.shift_constraint not in SHIFT_CONSTRAINTS:
            raise unknown_name("shift constraint", self.shift_constraint, SHIFT_CONSTRAINTS)
        for name, attribute in _FIELDS.items():
            _check_range(name, getattr(self, attribute))
        check_phrase_function(self.phrase_function, self.phrase_parameters)

    @classmethod
    def of_set(cls, name: str) -> "TerpParameters":
        """Returns the set `name`: ter, terpa or terph."""
        if name not in PARAMETER_SETS:
            raise unknown_name("parameter set", name, PARAMETER_SETS)
        return cls.read(_DATA / f"{name}.param")

    @classmethod
    def read(cls, *paths: Path | str) -> "TerpParameters":
        """Returns the built-in values, changed by the files `paths` one after another."""
        return cls().updated(*paths)

    def updated(self, *paths: Path | str) -> "TerpParameters":
        """Returns these values, changed by the files `paths` one after another."""
        changes: dict[str, Any] = {}
        warnings = list(self.warnings)
        for path in map(Path, paths):
            for place, line in enumerate(_lines(path), start=1):
                name, colon, value = (part.strip() for part in line.partition(":"))
                if colon and name in _FIELDS:
                    changes |= _change(path, place, name, value)
                elif line.strip():
                    warnings.append(f"{path}:{place}: {_why_ignored(name, colon)}")
        return replace(self, **changes, warnings=tuple(warnings))

    def lines(self) -> Iterator[str]:
        """Returns the lines of a parameter file with all values."""
        for name, attribute in _FIELDS.items():
            yield f"{name:<{_NAME_WIDTH}}  : {_written(getattr(self, attribute))}\n"

    def write(self, path: Path | str) -> None:
        """Writes to `path` a parameter file that the original program can read."""
        with atomic_write(Path(path)) as file:
            file.writelines(line.encode() for line in self.lines())


_FIELDS = {item.metadata["name"]: item.name for item in fields(TerpParameters) if item.metadata}


def check_phrase_function(function: str, parameters: tuple[float, ...]) -> None:
    """Raises SettingError unless `function` is one of PHRASE_FUNCTIONS, with as many `parameters` as it takes."""
    if function not in PHRASE_FUNCTIONS:
        raise unknown_name("phrase function", function, filter(None, PHRASE_FUNCTIONS))
    needed = PHRASE_FUNCTIONS[function]
    if needed and len(parameters) != needed:
        raise SettingError(
            f"phrase function {function} takes {needed} parameters, "
            f"{len(parameters)} are given: set Adjust Phrase Table Params"
        )


def _check_range(name: str, value: Any) -> None:
    """Raises InputError for a number that the parameter `name` cannot have."""
    if name.endswith("(integer)"):
        whole_number(value, name, 0, MAX_WHOLE)
    elif name in ("Adjust Phrase Table Min (float)", "Adjust Phrase Table Max (float)"):
        number(value, name)
    elif name.endswith("(float)"):
        number(value, name, -MAX_COST, MAX_COST)
    elif name.endswith("(float list)"):
        for part in value:
            number(part, name, -MAX_COST, MAX_COST)


def _lines(path: Path) -> Iterable[str]:
    return text_lines(path, read_bytes(path, "a parameter file"), lone_cr=True)


def _why_ignored(name: str, colon: str) -> str:
    if not colon:
        return "no colon in this line; ignored"
    if name in _WITHOUT_EFFECT:
        return f"{name!r} has no effect, as in the original"
    return f"unknown parameter {name!r}; ignored (a name includes its type, as in 'Beam Width (integer)')"


def _change(path: Path, line: int, name: str, value: str) -> dict[str, Any]:
    """Returns the fields that the line changes; none for an empty value that keeps its field."""
    kind = name[name.rindex("(") + 1 : -1]
    if not value and kind not in ("string", "filename"):
        return {}
    try:
        parsed = _parsed(kind, value)
    except ValueError:
        raise FormatError(path, line, f"{value!r} is no {kind}: {name} needs one") from None
    try:
        _check_range(name, parsed)
    except InputError as error:
        raise FormatError(path, line, str(error)) from None
    return {_FIELDS[name]: parsed}


def _parsed(kind: str, value: str) -> Any:
    match kind:
        case "boolean":
            return value.lower() == "true"
        case "integer":
            return _integer(value)
        case "float":
            return _float(value)
        case "float list":
            return tuple(_float(part) for part in _LIST_SEPARATOR.split(value))
        case "list":
            return tuple(_LIST_SEPARATOR.split(value))
        case _:
            return value


def _checked(form: re.Pattern[str], value: str) -> str:
    if not form.fullmatch(value):
        raise ValueError(value)
    return value


def _integer(value: str) -> int:
    found = int(_checked(_INTEGER, value))
    if not -(2**31) <= found < 2**31:
        raise ValueError(value)
    return found


def _float(value: str) -> float:
    return float(_checked(_FLOAT, value))


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return " ".join(_written(part) for part in value)
    return repr(value).replace("inf", "Infinity").replace("nan", "NaN") if isinstance(value, float) else str(value)
