"""`python -m experiments metrics`, as a person runs it: its tables, its JSON, its file and its mistakes."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

QUICK = ("--samples", "20", "--rounds", "1")


Run = Callable[..., subprocess.CompletedProcess[str]]


def test_there_is_a_table_for_each_set(small_wmt: Path, run_table: Run) -> None:
    shown = run_table("metrics", *QUICK, PERPEND_MIRROR=str(small_wmt))
    assert shown.returncode == 0, shown.stderr
    for text in ("WMT13", "WMT21", "WMT22", "tau13", "tau10", "tau14", "acc_eq calibrated", "systems", " to ", "chrF"):
        assert text in shown.stdout
    assert shown.stdout.count("TERp (tuned) ") == 2
    assert "TERp (tuned): no figures on wmt21" in shown.stdout
    assert "samples:20|seed:0" in shown.stdout


def test_the_file_holds_what_is_printed(small_wmt: Path, run_table: Run) -> None:
    shown = run_table("metrics", *QUICK, "--mirror", small_wmt, "--json", "-o", small_wmt / "out.json")
    assert shown.returncode == 0, shown.stderr
    assert (small_wmt / "out.json").read_text(encoding="utf-8") == shown.stdout
    assert json.loads(shown.stdout)["task"] == "metrics"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no mirror is named"),
        (("--mirror", "nowhere"), "not a folder"),
        (("-o", "nowhere/out.json"), "there is no folder nowhere"),
    ],
)
def test_a_mistake_is_one_line(arguments: tuple[str, ...], message: str, run_table: Run) -> None:
    failed = run_table("metrics", *arguments)
    assert failed.returncode == 2
    assert message in failed.stderr
    assert failed.stderr.startswith("experiments: ")
    assert failed.stderr.count("\n") == 1


def test_a_mirror_without_the_data_is_named(tmp_path: Path, run_table: Run) -> None:
    failed = run_table("metrics", "--mirror", tmp_path)
    assert failed.returncode == 2
    assert "ref.en is not there" in failed.stderr
    assert failed.stderr.count("\n") == 1
