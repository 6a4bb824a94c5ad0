"""Charts: well-formed SVG, every point in its place, the same bytes twice, and errors for what cannot be drawn."""

import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.plots import Series, bar_chart, line_chart, ticks
from perpend.errors import InputError

NUMBERS = st.floats(-1e9, 1e9, allow_nan=False).map(lambda value: round(value, 3))
SVG = "{http://www.w3.org/2000/svg}"


def drawn(chart: str) -> ElementTree.Element:
    return ElementTree.fromstring(chart)


def test_higher_points_are_drawn_higher_and_in_order_of_x() -> None:
    root = drawn(line_chart("Recall", [Series("ours", [(3, 30), (1, 10), (2, 40)])], x_label="k", y_label="%"))
    circles = [mark for mark in root.iter(f"{SVG}circle") if mark.get("r") == "3"][:3]
    xs = [float(str(mark.get("cx"))) for mark in circles]
    one, two, three = (float(str(mark.get("cy"))) for mark in circles)
    assert xs == sorted(xs)
    assert two < three < one
    assert [text.text for text in root.iter(f"{SVG}text")].count("ours") == 1


def test_bars_have_heights_in_proportion() -> None:
    root = drawn(bar_chart("Patterns", ["few", "many"], [Series("Russian", [10, 40]), Series("Arabic", [0, 20])]))
    heights = [
        float(str(bar.get("height")))
        for bar in root.iter(f"{SVG}rect")
        if (title := bar.find(f"{SVG}title")) is not None and ":" in str(title.text)
    ]
    assert heights[1] == pytest.approx(4 * heights[0], abs=0.5)
    assert heights[2] == 0
    assert heights[3] == pytest.approx(2 * heights[0], abs=0.5)


def test_bars_below_zero_hang_from_it() -> None:
    root = drawn(bar_chart("Change", ["a", "b"], [Series("s", [-5, 5])]))
    bars = [
        bar
        for bar in root.iter(f"{SVG}rect")
        if (title := bar.find(f"{SVG}title")) is not None and ":" in str(title.text)
    ]
    ground = float(str(bars[0].get("y")))
    assert ground == pytest.approx(float(str(bars[1].get("y"))) + float(str(bars[1].get("height"))), abs=0.2)


def test_the_same_numbers_give_the_same_bytes_and_both_schemes_are_there() -> None:
    series = [Series("<a&b>", [(1, 2), (2, 3)]), Series("other", [(1, 1)])]
    chart = line_chart('"T" <1>', series)
    assert chart == line_chart('"T" <1>', series)
    assert "prefers-color-scheme:dark" in chart
    assert "&lt;a&amp;b&gt;" in chart
    assert "<script" not in chart
    assert chart.index(".line{fill:none") > chart.rindex("{fill:#"), "a later rule of colours would fill the lines"


def test_equal_steps_on_a_logarithmic_axis_are_equal_ratios() -> None:
    root = drawn(line_chart("Time", [Series("s", [(1, 0.1), (2, 1), (3, 10)])], log_y=True))
    ys = [float(str(mark.get("cy"))) for mark in root.iter(f"{SVG}circle") if mark.get("r") == "3"][:3]
    assert ys[0] - ys[1] == pytest.approx(ys[1] - ys[2], abs=0.2)


def test_a_long_legend_goes_on_in_the_next_line_and_the_chart_grows() -> None:
    short = drawn(line_chart("T", [Series("a", [(0, 0), (1, 1)])]))
    long = drawn(line_chart("T", [Series(f"a rather long name {n}", [(0, n), (1, n)]) for n in range(12)]))
    assert float(str(long.get("height"))) > float(str(short.get("height")))


@given(NUMBERS, st.floats(0.001, 1e9))
def test_ticks_are_even_and_enclose_the_range(low: float, width: float) -> None:
    high = low + width
    found = ticks(low, high)
    assert 2 <= len(found) <= 9
    tolerance = 1e-6 * max(abs(low), abs(high), 1)
    assert found[0] <= low + tolerance
    assert found[-1] >= high - tolerance
    steps = [after - before for before, after in pairwise(found)]
    assert max(steps) - min(steps) <= tolerance


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=20), st.text(max_size=20).filter(str.isprintable))
def test_any_points_make_a_picture_that_stays_inside_its_frame(points: list[tuple[float, float]], name: str) -> None:
    chart = line_chart(name, [Series(name, points)])
    root = drawn(chart)
    for mark in root.iter(f"{SVG}circle"):
        assert 0 <= float(str(mark.get("cx"))) <= float(str(root.get("width")))
        assert 0 <= float(str(mark.get("cy"))) <= float(str(root.get("height")))
    assert not re.search(r"nan|inf", re.sub(r"<t.*?</t\w+>", "", chart))


@pytest.mark.parametrize(
    ("series", "log", "message"),
    [
        ([], False, "at least one series"),
        ([Series("s", [])], False, "'s' is empty"),
        ([Series("s", [(1, float("nan"))])], False, "not a finite number"),
        ([Series("s", [1.0, 2.0])], False, r"points \(x, y\)"),
        ([Series("s", [(1, 0)])], True, "logarithmic"),
    ],
)
def test_what_cannot_be_drawn_is_an_error(series: list[Series], log: bool, message: str) -> None:
    with pytest.raises(InputError, match=message):
        line_chart("T", series, log_y=log)


def test_bars_need_a_number_for_each_category() -> None:
    with pytest.raises(InputError, match="1 values for 2 categories"):
        bar_chart("T", ["a", "b"], [Series("s", [1])])
    with pytest.raises(InputError, match="one for each category"):
        bar_chart("T", ["a"], [Series("s", [(1, 2)])])
