"""The recorded run of the STS-2012 table: the right data, the paper's settings, and as good as it must be."""

import json
from pathlib import Path
from typing import Any

import pytest

from perpend.evaluation.choices import chosen_settings
from perpend.evaluation.datasets import read_sts2012
from perpend.evaluation.sts2012 import METRICS, Settings, published_figures


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    path = Path(__file__).resolve().parents[2] / "results" / "sts2012.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


def test_the_settings_are_those_of_the_paper(record: dict[str, Any]) -> None:
    assert Settings().signature.split("|freq:")[0] in record["signature"]


def test_the_data_are_those_of_the_mirror(record: dict[str, Any], mirror: Path) -> None:
    assert f"data:{read_sts2012(mirror).signature}|" in record["signature"]


def test_every_system_of_the_table_is_there_or_has_a_reason(record: dict[str, Any]) -> None:
    paper = published_figures()
    assert {row["system"] for row in record["rows"]} | record[
        "left_out"
    ].keys() == paper.keys() | chosen_settings().keys()
    for row in record["rows"]:
        assert tuple(row["metrics"]) == METRICS
        assert row["paper"] == paper.get(row["system"])
        assert (row["spread"] is not None) == row["system"].startswith("PERP")


@pytest.mark.parametrize(
    ("system", "metric", "least"),
    [
        ("PERP", "Mean", 0.64),
        ("PERP", "ALL", 0.80),
        ("PERPphrases", "Mean", 0.655),
        ("PERPphrases", "ALL", 0.805),
        ("PERP (chosen)", "Mean", 0.65),
        ("PERP (chosen)", "ALL", 0.81),
        ("PERPphrases (chosen)", "Mean", 0.66),
        ("TERp (tuned)", "Mean", 0.54),
    ],
)
def test_figures_are_as_good_as_they_must_be(record: dict[str, Any], system: str, metric: str, least: float) -> None:
    (row,) = (row for row in record["rows"] if row["system"] == system)
    assert row["metrics"][metric] >= least
