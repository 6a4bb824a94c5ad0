from dataclasses import fields, replace
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.alignment import Aligner, Costs
from perpend.alignment.parameters import MAX_COST, PARAMETER_SETS, SHIFT_CONSTRAINTS, TerpParameters
from perpend.alignment.weights import read_weights, weights_of, with_weights, write_weights
from perpend.errors import FormatError, InputError, SettingError

numbers = st.floats(-MAX_COST, MAX_COST)
parameters = st.builds(
    TerpParameters,
    normalize=st.booleans(),
    cap=st.booleans(),
    beam_width=st.integers(0, 2**31 - 1),
    deletion_cost=numbers,
    phrase_function=st.just("STD"),
    phrase_parameters=st.tuples(numbers, numbers, numbers, numbers),
    phrase_max=st.floats(allow_nan=False),
    shift_constraint=st.sampled_from(SHIFT_CONSTRAINTS),
    output_formats=st.lists(st.sampled_from(["pra", "sum", "nist"]), min_size=1).map(tuple),
    phrase_database=st.text(st.characters(codec="utf-8", categories=["L", "N", "P"])),
)


def param(folder: Path, content: str) -> Path:
    path = folder / "x.param"
    path.write_text(content, encoding="utf-8")
    return path


@given(parameters)
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, given_values: TerpParameters) -> None:
    path = tmp_path_factory.mktemp("param") / "x.param"
    given_values.write(path)
    found = TerpParameters.read(path)
    assert found == given_values
    assert found.warnings == ()


def test_every_parameter_is_written(tmp_path: Path) -> None:
    lines = list(TerpParameters().lines())
    assert len(lines) == len(fields(TerpParameters)) - 1
    assert "Beam Width (integer)                     : 20\n" in lines
    assert "Adjust Phrase Table Max (float)          : Infinity\n" in lines
    assert "Cap Maximum TER (boolean)                : false\n" in lines


def test_how_lines_are_read(tmp_path: Path) -> None:
    found = TerpParameters.read(
        param(
            tmp_path,
            "Beam Width (integer): 7\n"
            "Beam Width (integer):\n"
            "  Normalize (boolean)  :  TRUE \n"
            "Case Sensitive (boolean): yes\n"
            "Phrase Database (filename): C:\\tables: new\n"
            "Output Formats (list): pra, sum\tnist\r\n"
            "Default Shift Cost (float): 2\n"
            "Default Shift Cost (float): 3e-1\n"
            "Adjust Phrase Table Max (float): Infinity\n"
            "Shift Stop Word List (string): stop.txt\n"
            "Shift Stop Word List (string):\n",
        )
    )
    assert (found.beam_width, found.normalize, found.case_sensitive) == (7, True, False)
    assert (found.phrase_database, found.output_formats) == ("C:\\tables: new", ("pra", "sum", "nist"))
    assert (found.shift_cost, found.phrase_max, found.shift_stop_list) == (0.3, inf, "")
    assert found.warnings == ()


def test_what_is_ignored_is_named(tmp_path: Path) -> None:
    path = param(tmp_path, "Beam Width: 7\nhello\n\nShift Size (integer): 3\nbeam width (integer): 1\n")
    found = TerpParameters.read(path)
    assert found == TerpParameters()
    assert [warning.removeprefix(f"{path}:") for warning in found.warnings] == [
        "1: unknown parameter 'Beam Width'; ignored (a name includes its type, as in 'Beam Width (integer)')",
        "2: no colon in this line; ignored",
        "4: 'Shift Size (integer)' has no effect, as in the original",
        "5: unknown parameter 'beam width (integer)'; ignored (a name includes its type, as in 'Beam Width (integer)')",
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Beam Width (integer): 3.5", r"x.param:1: '3.5' is no integer: Beam Width \(integer\) needs one"),
        ("Beam Width (integer): 1_0", r"'1_0' is no integer"),
        ("Beam Width (integer): 3000000000", r"'3000000000' is no integer"),
        ("Default Shift Cost (float): cheap", r"'cheap' is no float"),
        ("Default Shift Cost (float): 0x1p3", r"'0x1p3' is no float"),
        ("Adjust Phrase Table Params (float list): 1 2 x", r"'1 2 x' is no float list"),
        (
            "\nBeam Width (integer) : -5",
            r"x.param:2: Beam Width \(integer\) must be a whole number from 0 .* but -5 came",
        ),
        ("Shift Distance (integer): -1", r"Shift Distance \(integer\) must be a whole number from 0"),
        ("Default Shift Cost (float): NaN", r"Default Shift Cost \(float\) must be a number from .*, but nan came"),
        ("Default Match Cost (float): -Infinity", r"Default Match Cost \(float\) must be a number from"),
        ("Default Deletion Cost (float): 1e308", r"Default Deletion Cost \(float\) must be a number from"),
        ("Adjust Phrase Table Params (float list): 1 1e30", r"Adjust Phrase Table Params \(float list\) must be a"),
        ("Adjust Phrase Table Min (float): NaN", r"Adjust Phrase Table Min \(float\) must be a number, but nan came"),
    ],
)
def test_values_that_are_no_numbers(tmp_path: Path, line: str, problem: str) -> None:
    with pytest.raises(FormatError, match=problem):
        TerpParameters.read(param(tmp_path, line))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Shift Constraint (string): loose", r"unknown shift constraint 'loose'; known: allow_mismatch, exact"),
        ("Adjust Phrase Table Func (string): SQRT", r"unknown phrase function 'SQRT'; known: NONE, STD, STDINV"),
        ("Adjust Phrase Table Func (string): STD", r"phrase function STD takes 4 parameters, 0 are given"),
    ],
)
def test_settings_that_cannot_be(tmp_path: Path, line: str, problem: str) -> None:
    with pytest.raises(SettingError, match=problem):
        TerpParameters.read(param(tmp_path, line))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere cannot be read: No such file or directory; name a parameter file"):
        TerpParameters.read(tmp_path / "nowhere")
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    with pytest.raises(FormatError, match=r"latin:1: byte 0xe9 is not UTF-8"):
        TerpParameters.read(tmp_path / "latin")


def test_later_files_win(tmp_path: Path) -> None:
    changed = TerpParameters.of_set("terpa").updated(param(tmp_path, "Beam Width (integer): 5\n"))
    assert changed == replace(TerpParameters.of_set("terpa"), beam_width=5)


@pytest.mark.parametrize("name", PARAMETER_SETS)
def test_the_sets_are_those_of_the_original(name: str, gold: Path) -> None:
    original = TerpParameters.read(gold / "inputs" / f"{name}.param")
    assert TerpParameters.of_set(name) == original
    assert {warning.split(":", 2)[2].split(" (")[0] for warning in original.warnings} <= {
        " 'Shift Size", " 'Filter Phrase Table", " 'Normalize Phrase Table", " 'Sum Duplicate Phrases"
    }  # fmt: skip


def test_an_unknown_set() -> None:
    with pytest.raises(SettingError, match=r"unknown parameter set 'terq'; known: ter, terpa, terph"):
        TerpParameters.of_set("terq")


# -------------------- costs


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("beam", (-1, -0.5, -inf, nan, None, "20", True, -(10**400))),
        ("distance", (-1, 2.0, nan, inf, 10**30, None, "50", False)),
        ("insertion", (nan, inf, -inf, 1e308, 10**30, 10**400, None, "1", True, [1.0])),
        ("match", (nan, 1e10)),
        ("shift", (nan, -1e10)),
        ("phrase_parameters", ((nan,), (1e308,), (None,), [1.0], None, 3)),
        ("phrase_min", (nan, None)),
        ("phrase_max", (nan, "1")),
        ("cap", (None, 1, "yes")),
        ("use_stems", (None, 0)),
        ("stop_words", ({"the"}, ("the",), None, frozenset({None}), frozenset({1}))),
        ("normalization", (None, 3, "terp")),
        ("name", (None, 3, b"ter")),
        ("phrase_function", (None, 3)),
        ("shift_constraint", (None, 3)),
    ],
)
def test_costs_that_cannot_be(name: str, values: tuple[Any, ...]) -> None:
    for value in values:
        with pytest.raises(InputError, match="must be"):
            replace(Costs.named("ter"), **{name: value})


def test_names_of_costs_that_are_unknown() -> None:
    with pytest.raises(SettingError, match="unknown shift constraint 'far'"):
        Costs("x", shift_constraint="far")
    with pytest.raises(SettingError, match="unknown phrase function 'SQRT'"):
        Costs("x", phrase_function="SQRT")
    with pytest.raises(SettingError, match="phrase function STD takes 4 parameters, 1000 are given"):
        Costs("x", phrase_function="STD", phrase_parameters=(1.0,) * 1000)


@pytest.mark.parametrize("beam", [0, 0.5, 35, inf])
def test_costs_that_can_be(beam: float) -> None:
    costs = replace(Costs.named("terpa"), beam=beam, distance=0, shift=-0.5, phrase_max=inf)
    assert Aligner(costs).align("b a", "a b").cost < 5


@pytest.mark.parametrize("source", [None, 3, b"ter", {"a": 1}, ["ter"], nan, "a\0b", "\ud800"])
def test_costs_are_read_from_names_and_paths(source: Any) -> None:
    with pytest.raises(InputError):
        Costs.read(source)


# -------------------- weight files


@pytest.mark.parametrize("name", PARAMETER_SETS)
def test_weights_are_read_back(tmp_path: Path, name: str) -> None:
    values = TerpParameters.of_set(name)
    write_weights(tmp_path / "w", values)
    found = read_weights(tmp_path / "w")
    assert len(found) == 11
    assert with_weights(values, found) == values
    assert weights_of(with_weights(TerpParameters(), found[:7])) == found[:7]


def test_weights_without_those_of_phrases_leave_them() -> None:
    values = TerpParameters.of_set("terpa")
    changed = with_weights(values, (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0))
    assert changed.phrase_parameters == values.phrase_parameters
    assert (changed.insertion_cost, changed.deletion_cost, changed.shift_cost) == (1.0, 2.0, 6.0)
    with pytest.raises(SettingError, match=r"8 weights given; 7 costs are needed, or 11 with phrases"):
        with_weights(values, (nan,) * 8)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"only a title\n", r"w:2: no weights: the second line holds them"),
        (b"title\n1 two 3\n", r"w:2: could not convert string to float: 'two': the second line"),
        (b"\xff\n1\n", r"w:1: byte 0xff is not UTF-8"),
    ],
)
def test_weight_files_that_are_wrong(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "w").write_bytes(content)
    with pytest.raises(FormatError, match=problem):
        read_weights(tmp_path / "w")
    with pytest.raises(InputError, match=r"nowhere cannot be read: .*; name a weight file"):
        read_weights(tmp_path / "nowhere")
