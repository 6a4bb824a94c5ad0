"""Quantities: the same amount written in different ways has the same value and dimension."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.text.penn import penn_tokens
from perpend.text.quantities import are_one_amount, quantities_agree, quantities_of


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
        ("a quarter of an hour", "15 minutes"),
        ("three quarters of an hour", "45 minutes"),
        ("half of an hour", "30 minutes"),
        ("an hour and a half", "90 minutes"),
        ("one and a half metres", "1.5 m"),
        ("two and a half hours", "150 minutes"),
        ("1/3 of the land", "one third of the land"),
        ("2 1/2 cups", "2.5 cups"),
        ("1½ cups", "1 1/2 cups"),
        ("12 s", "twelve seconds"),
        ("100m", "100 metres"),
        ("a half-hour talk", "a talk of half an hour"),
        ("£3m", "£ 3 million"),
        ("50 mph", "50 miles per hour"),
        ("20 °C", "20 degrees Celsius"),
        ("10 to 15 minutes", "10 minutes to 15 minutes"),
        ("between 2 and 3 km", "2 km and 3 km"),
        ("Q2", "the second quarter"),
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
        ("the 1990s", [("1990s", 1990.0, "decade")]),
        ("the nineties", [("nineties", 90.0, "decade")]),
        ("10-15 eggs", [("10-15", 10.0, "")]),
        ("9/11", []),
        ("a two-hour film", [("two-hour", 7200.0, "time")]),
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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("£3m", "three million pounds"),
        ("5 pounds", "80 ounces"),
        ("the 1990s", "the nineties"),
        ("5m", "5,000,000"),
        ("half", "50 %"),
    ],
)
def test_quantities_in_other_units_agree(one: str, other: str) -> None:
    (first,), (second,) = quantities_of(penn_tokens(one)), quantities_of(penn_tokens(other))
    assert quantities_agree(first, second)
    assert quantities_agree(second, first)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("£3", "£4"),
        ("the 1990s", "the 1980s"),
        ("Q2", "Q4"),
        ("room 4B", "room 5B"),
        ("room 4B", "room 4C"),
        ("group A", "group B"),
        ("10-15", "10-20"),
        ("a two-hour walk", "a half-hour walk"),
    ],
)
def test_other_quantities_do_not_agree(one: str, other: str) -> None:
    first, second = (quantities_of(penn_tokens(text))[-1] for text in (one, other))
    assert not are_one_amount(first, second)
    assert not quantities_agree(first, second)


def test_a_range_has_both_ends() -> None:
    (found,) = quantities_of(penn_tokens("10-15 kg"))
    assert (found.value, found.most, found.dimension, found.end) == (10_000.0, 15_000.0, "grams", 2)
