"""Plots: well-formed SVG with every series, the same bytes twice, and those of docs/ drawn from the records."""

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from experiments.plots import bar_plot, line_plot, names_plots, spelling_plots

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def texts(plot: str) -> list[str]:
    return ["".join(node.itertext()) for node in ElementTree.fromstring(plot).iter(f"{SVG}text")]


def test_a_line_plot_has_its_title_labels_and_series() -> None:
    series = {"ours <1>": [(3, 30.0), (1, 10.0), (2, 40.0)], "theirs": [(1, 5.0), (3, 7.0)]}
    found = texts(line_plot("Recall & more", series, x_label="k", y_label="%", top=100))
    assert {"Recall & more", "k", "%", "ours <1>", "theirs", "100"} <= set(found)


def test_points_are_joined_in_the_order_of_x() -> None:
    forward, shuffled = [(1.0, 10.0), (2.0, 40.0), (3.0, 30.0)], [(3.0, 30.0), (1.0, 10.0), (2.0, 40.0)]
    assert line_plot("", {"a": forward}) == line_plot("", {"a": shuffled})


def test_a_bar_plot_has_its_categories() -> None:
    found = texts(bar_plot("Patterns", ["few", "many"], {"Russian": [10, 40], "Arabic": [0, 20]}))
    assert {"Patterns", "few", "many", "Russian", "Arabic"} <= set(found)


def test_nothing_is_drawn_without_rows() -> None:
    assert spelling_plots({"rows": []}) == names_plots({"rows": []}) == {}


@pytest.mark.parametrize(("name", "plots"), [("spelling", spelling_plots), ("names", names_plots)])
def test_the_same_record_gives_the_same_bytes(name: str, plots: Callable[[Mapping[str, Any]], dict[str, str]]) -> None:
    record = json.loads((ROOT / "results" / f"{name}.json").read_text(encoding="utf-8"))
    first, second = plots(record), plots(record)
    assert first == second
    assert all("<dc:date>" not in plot for plot in first.values())
    drawn = {path.name for path in (ROOT / "docs" / "images").glob(f"{name}-*.svg")}
    assert set(first) == drawn
