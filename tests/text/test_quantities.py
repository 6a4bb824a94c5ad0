"""Quantities: the same amount written in different ways has the same value and dimension."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.text.penn import penn_tokens
from perpend.text.quantities import quantities_of


def found(text: str) -> list[tuple[str, float, str]]:
    tokens = penn_tokens(text)
    return [(" ".join(tokens[one.start : one.end]), one.value, one.dimension) for one in quantities_of(tokens)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1.2 million people", "1,200,000 people"),
        ("48 hours", "two days"),
        ("ten percent", "10 %"),
        ("10 per cent", "10%"),
        ("half an hour", "30 minutes"),
        ("a dozen eggs", "12 eggs"),
        ("half a dozen eggs", "six eggs"),
        ("$3bn", "$3 billion"),
        ("3pm", "15:00"),
        ("3:30 p.m.", "15:30"),
        ("the 2nd floor", "the second floor"),
        ("two hundred and five", "205"),
        ("twenty-five", "25"),
        ("twice", "two times"),
        ("20kg", "20 kg"),
        ("a week", "seven days"),
        ("10-year plan", "a plan of ten years"),
        ("0.1 kg", "100 g"),
    ],
)
def test_equal_amounts(one: str, other: str) -> None:
    assert [(value, unit) for _, value, unit in found(one)] == [(value, unit) for _, value, unit in found(other)] != []


@pytest.mark.parametrize(
    "text", ["no one knows", "the one who left", "one of them", "", "a car", "hello!", "the white one"]
)
def test_no_quantity(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "quantities"),
    [
        ("It took nine hours.", [("nine hours", 32_400.0, "time")]),
        ("a 9-volt bulb", [("9-volt", 9.0, "")]),
        ("five six seven", [("five", 5.0, ""), ("six", 6.0, ""), ("seven", 7.0, "")]),
        ("three million two hundred thousand", [("three million two hundred thousand", 3_200_000.0, "")]),
        ("a second chance in one second", [("second", 2.0, "ordinal"), ("one second", 1.0, "time")]),
        ("-3 degrees", [("-3", -3.0, "")]),
        ("No. 6", [("6", 6.0, "")]),
        ("one shoe", [("one", 1.0, "")]),
    ],
)
def test_values(text: str, quantities: list[tuple[str, float, str]]) -> None:
    assert found(text) == quantities


@given(
    st.lists(
        st.sampled_from(
            [
                "a",
                "an",
                "one",
                "two",
                "hundred",
                "and",
                "million",
                "dozen",
                "half",
                "3",
                "7%",
                "$",
                "5k",
                "10:30",
                "pm",
                "of",
                "the",
                "twice",
                "second",
                "x",
            ]
        )
    )
)
def test_quantities_are_ranges_in_order(tokens: list[str]) -> None:
    last = 0
    for one in quantities_of(tokens):
        assert last <= one.start < one.end <= len(tokens)
        last = one.end


@given(st.lists(st.text(max_size=8), max_size=12))
def test_any_tokens(tokens: list[str]) -> None:
    assert all(one.value == one.value for one in quantities_of(tokens))


@pytest.mark.parametrize("number", [0, 7, 19, 20, 42, 99, 100, 101, 999, 12_345, 1_000_000])
def test_digits_with_commas(number: int) -> None:
    assert found(f"{number:,} cars") == [(f"{number:,}", float(number), "")]
