"""The recorded runs on MSRP and RTE-1: the right data, every row, and as good as they must be."""

import json
from pathlib import Path
from typing import Any

import pytest

from experiments.labelled_pairs import read_msrp, read_rte1
from experiments.msrp import paper_figures
from experiments.rte1 import RTE1_SYSTEMS
from perpend.equivalence.mt_features import MT_FEATURES
from perpend.equivalence.vectors import FEATURE_SETS

RESULTS = Path(__file__).resolve().parents[2] / "results"


def rows_of(name: str) -> dict[str, dict[str, Any]]:
    record = json.loads((RESULTS / name).read_text(encoding="utf-8"))
    return {row["system"]: row for row in record["rows"]}


def test_every_feature_set_has_a_row() -> None:
    assert list(rows_of("msrp.json")) == list(FEATURE_SETS)


def test_the_recorded_rows_of_the_folds_are_feature_sets() -> None:
    assert {"POS-", "POS+", "POS"} <= rows_of("msrp-folds.json").keys() <= FEATURE_SETS.keys()


def test_every_system_of_rte1_has_a_row() -> None:
    assert list(rows_of("rte1.json")) == list(RTE1_SYSTEMS)


def test_the_data_are_those_of_the_mirror(mirror: Path) -> None:
    for name, parts in (("msrp.json", read_msrp(mirror)), ("rte1.json", read_rte1(mirror))):
        signature = json.loads((RESULTS / name).read_text(encoding="utf-8"))["signature"]
        assert f"data:{parts[0].signature}+{parts[1].signature}|" in signature


def test_every_row_has_the_same_grid() -> None:
    assert {row["learned"]["C"] for row in rows_of("msrp.json").values()} <= {1.0, 4.0, 16.0}
    single = {rows_of("msrp.json")[name]["learned"]["C"] for name in MT_FEATURES}
    assert single != {1.0}


def test_every_row_of_the_paper_is_recorded_with_features_that_are_not_scaled() -> None:
    found = {name: row for name, row in rows_of("msrp-tables.json").items() if name.endswith(", not scaled")}
    assert [name.partition(",")[0] for name in found] == list(paper_figures()["table3"])
    assert {row["learned"]["gamma"] for row in found.values()} == {1.0}


def test_rows_of_the_same_answers_have_a_remark() -> None:
    for row in (*rows_of("msrp.json").values(), *rows_of("msrp-tables.json").values()):
        if "confusion" not in row:
            continue
        table = row["confusion"]
        same = 0 in (table["right_yes"] + table["wrong_yes"], table["right_no"] + table["wrong_no"])
        assert same == ("remark" in row)


def test_both_halves_by_lengths_have_the_sizes_of_the_paper() -> None:
    record = json.loads((RESULTS / "msrp-tables.json").read_text(encoding="utf-8"))
    assert record["sizes"] == record["paper_sizes"] == {"train": 1008, "test": 438}


@pytest.mark.parametrize(
    ("name", "system", "metric", "least"),
    [
        ("msrp.json", "POS", "Accuracy", 74.2),
        ("msrp.json", "ALL", "Accuracy", 74.96),
        ("msrp.json", "full", "Accuracy", 78.0),
        ("msrp-folds.json", "POS", "Accuracy", 74.18 - 0.94),
        ("rte1.json", "ALL", "ALL", 56.75),
        ("rte1.json", "ALL, by task", "ALL", 56.75),
    ],
)
def test_figures_are_as_good_as_they_must_be(name: str, system: str, metric: str, least: float) -> None:
    assert rows_of(name)[system]["metrics"][metric] >= least
