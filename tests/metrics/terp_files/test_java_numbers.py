import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.metrics.terp_files.java_numbers import java_double, java_fixed

finite = st.floats(allow_nan=False, allow_infinity=False)


def from_java(text: str) -> float:
    return float(text.replace("Infinity", "inf"))


@given(st.floats(allow_nan=False))
def test_parses_back_to_the_same_double(value: float) -> None:
    assert struct.pack(">d", from_java(java_double(value))) == struct.pack(">d", value)


@given(finite)
def test_form_depends_on_the_size(value: float) -> None:
    text = java_double(value)
    plain = value == 0 or 1e-3 <= abs(value) < 1e7
    assert ("E" in text) != plain
    mantissa = text.split("E")[0].lstrip("-")
    whole, _, digits = mantissa.partition(".")
    assert digits
    assert plain or (len(whole) == 1 and whole != "0")


# Printed by Java 17 for doubles chosen to be awkward.
@pytest.mark.parametrize(
    ("value", "double", "fixed"),
    [
        (0.0005, "5.0E-4", "0.001"),
        (1.0005, "1.0005", "1.001"),
        (0.1235, "0.1235", "0.124"),
        (1e-9, "1.0E-9", "0.000"),
        (-0.0, "-0.0", "-0.000"),
        (-0.0001, "-1.0E-4", "-0.000"),
        (9999999.0, "9999999.0", "9999999.000"),
        (123456789.0, "1.23456789E8", "123456789.000"),
        (2 / 3, "0.6666666666666666", "0.667"),
        (1234.5675, "1234.5675", "1234.568"),
        (5e-324, "4.9E-324", "0.000"),
        (math.inf, "Infinity", "Infinity"),
        (math.nan, "NaN", "NaN"),
    ],
)
def test_as_java_prints(value: float, double: str, fixed: str) -> None:
    assert java_double(value) == double
    assert java_fixed(value, 3) == fixed


@given(finite, st.integers(1, 8))
def test_fixed_has_its_places_and_is_near(value: float, places: int) -> None:
    text = java_fixed(value, places)
    assert len(text.partition(".")[2]) == places
    assert math.isclose(float(text), value, rel_tol=1e-12, abs_tol=0.5 * 10**-places * (1 + 1e-9))
