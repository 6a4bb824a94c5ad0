"""The table of metrics on a miniature WMT: its rows, its figures by hand, its intervals."""

from pathlib import Path

import pytest

from experiments.wmt import Wmt, read_wmt
from experiments.wmt_metrics import TUNED, Report, Settings, evaluate_metrics, tuned_terp
from perpend.errors import SettingError
from perpend.evaluation.segments import METRICS

QUICK = Settings(samples=50, rounds=2)
MQM_FIGURES = ("acc_eq", "acc_eq calibrated", "tau_b", "systems")


@pytest.fixture
def data(small_wmt: Path) -> Wmt:
    return read_wmt(small_wmt)


@pytest.fixture
def report(data: Wmt) -> Report:
    return evaluate_metrics(data, QUICK)


def test_every_metric_has_a_row_and_the_tuned_one_no_figure_that_it_was_tuned_on(report: Report) -> None:
    assert [row.system for row in report.rows] == [*METRICS, TUNED]
    rankings = [f"wmt13 {name}" for name in ("tau13", "tau10", "tau14")]
    years = {year: [f"{year} {name}" for name in MQM_FIGURES] for year in ("wmt21", "wmt22")}
    for row in report.rows[:-1]:
        assert [*row.metrics] == [*row.intervals] == rankings + years["wmt21"] + years["wmt22"]
    assert [*report.rows[-1].metrics] == rankings + years["wmt22"]
    assert "wmt21" in report.left_out[TUNED]


def test_figures_by_hand(report: Report) -> None:
    # WER on wmt13: segment 1 has good above fair (one for, one against) and fair above poor (for); in segment 3 good
    # and fair wrote the same, which people had equal once and not once; in segment 4 good is above poor, as people say.
    wer = report.rows[0].metrics
    assert wer["wmt13 tau13"] == (3 - 1) / 4
    assert wer["wmt13 tau10"] == (3 - 2) / 5
    assert wer["wmt13 tau14"] == (3 - 1) / 5
    # On MQM it orders all pairs as people do, and the equal pair is equal.
    assert [wer[f"wmt21 {name}"] for name in MQM_FIGURES] == [1.0, 1.0, 1.0, 1.0]
    assert report.data["wmt13"] == {"systems": 3, "segments": 3, "pairs": 6, "human ties": 1}
    assert report.data["wmt22"] == {"systems": 3, "segments": 4, "pairs": 12, "human ties": 1}


def test_figures_lie_within_what_they_can_be(report: Report) -> None:
    for row in report.rows:
        for name, one in row.intervals.items():
            assert -1.0 <= one.low <= one.high <= 1.0
            if "tau" not in name:
                assert 0.0 <= row.metrics[name] <= 1.0
        assert all(row.metrics[f"{year} acc_eq calibrated"] >= row.metrics[f"{year} acc_eq"] for year in row.thresholds)


def test_two_runs_are_the_same(data: Wmt, report: Report) -> None:
    assert evaluate_metrics(data, QUICK).to_dict() == report.to_dict()


def test_json_has_the_shape_that_evaluations_share(report: Report) -> None:
    found = report.to_dict()
    assert found["task"] == "metrics"
    assert {"system", "metrics", "spread", "paper", "intervals"} <= found["rows"][0].keys()
    assert found["rows"][0]["paper"] is None
    assert found["signature"].startswith("data:wmt/")
    assert "samples:50|seed:0|" in found["signature"]


def test_tuning_never_makes_its_own_value_worse(data: Wmt) -> None:
    tuned = tuned_terp(data.tuning, QUICK)
    assert tuned.after >= tuned.before
    assert "segment pearson mean-removed" in tuned.signature


def test_progress_is_told(data: Wmt) -> None:
    told: list[tuple[str, int, int]] = []
    evaluate_metrics(data, QUICK, lambda *step: told.append(step))
    assert [what for what, done, _ in told if done == 0] == [*METRICS, "tuning on wmt21", TUNED]
    assert all(0 <= done <= total for _, done, total in told)


def test_an_interrupt_of_tuning_ends_it(data: Wmt) -> None:
    def interrupt(what: str, done: int, _total: int) -> None:
        if what.startswith("tuning") and done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate_metrics(data, QUICK, interrupt)


@pytest.mark.parametrize("wrong", [{"samples": 0}, {"seed": -1}, {"rounds": -1}])
def test_impossible_settings(wrong: dict[str, int]) -> None:
    with pytest.raises(SettingError, match="at least"):
        Settings(**wrong)


def test_intervals_have_a_width_where_segments_differ(report: Report) -> None:
    found = report.rows[0].intervals
    assert found["wmt13 tau13"].low < report.rows[0].metrics["wmt13 tau13"] < found["wmt13 tau13"].high
    # All segments have the systems in the right order, so every sample of them has.
    assert (found["wmt21 systems"].low, found["wmt21 systems"].high) == (1.0, 1.0)
