"""The recorded runs of tables: the right data, the right settings, and as good as they must be."""

import json
from pathlib import Path
from typing import Any

import pytest

from experiments.choices import chosen_settings
from experiments.datasets import read_sts2012
from experiments.sts2012 import EVERYDAY, METRICS, Settings, published_figures
from experiments.wmt import read_wmt
from experiments.wmt_metrics import METRICS as METRICS_OF_WMT
from experiments.wmt_metrics import TUNED


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
    found = {row["system"] for row in record["rows"]} | record["left_out"].keys()
    assert found == paper.keys() | chosen_settings().keys() | {EVERYDAY, "everyday-encoder"}
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
        (EVERYDAY, "Mean", 0.725),
        (EVERYDAY, "ALL", 0.86),
    ],
)
def test_figures_are_as_good_as_they_must_be(record: dict[str, Any], system: str, metric: str, least: float) -> None:
    (row,) = (row for row in record["rows"] if row["system"] == system)
    assert row["metrics"][metric] >= least


@pytest.fixture(scope="module")
def metrics_record() -> dict[str, Any]:
    path = Path(__file__).resolve().parents[2] / "results" / "metrics.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


def test_the_metrics_were_measured_on_the_data_of_the_mirror(metrics_record: dict[str, Any], mirror: Path) -> None:
    if not (mirror / "wmt").is_dir():
        pytest.skip("no folder wmt in the mirror")
    assert metrics_record["signature"].startswith(f"data:{read_wmt(mirror).signature}|samples:1000|seed:0|")


def test_every_metric_is_recorded_with_intervals(metrics_record: dict[str, Any]) -> None:
    assert [row["system"] for row in metrics_record["rows"]] == [*METRICS_OF_WMT, TUNED]
    for row in metrics_record["rows"]:
        assert row["intervals"].keys() == row["metrics"].keys()
        for name, one in row["intervals"].items():
            assert one["low"] <= row["metrics"][name] <= one["high"]
        assert any(name.startswith("wmt21") for name in row["metrics"]) == (row["system"] != TUNED)


@pytest.mark.parametrize(
    ("system", "metric", "least"),
    [
        ("BLEU", "wmt13 tau13", 0.22),
        ("chrF", "wmt13 tau13", 0.25),
        ("TERp", "wmt13 tau13", 0.25),
        ("chrF", "wmt21 systems", 0.70),
        (TUNED, "wmt22 systems", 0.70),
        (TUNED, "wmt22 tau_b", 0.08),
    ],
)
def test_metrics_agree_as_well_as_they_must(
    metrics_record: dict[str, Any], system: str, metric: str, least: float
) -> None:
    (row,) = (row for row in metrics_record["rows"] if row["system"] == system)
    assert row["metrics"][metric] >= least
