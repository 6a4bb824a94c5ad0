"""`perpend tune`, as a person runs it: one process, its output, its files and its exit code."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from perpend.cli.main import app
from perpend.metrics import tuning
from perpend.metrics.edit_features import features_of

HYPS = ["a b c", "a b", "a x y", "a b c d e f", "q r s", "c b a"]
REFS = ["a b c"] * 6
GOLD = ["5", "2.5", "1.5", "4", "0", "4.5"]


def perpend(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", "tune", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | {"COLUMNS": "200"}, check=False)


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    rows = [f"p{n}\t{gold}\t{ref}\t{hyp}" for n, (gold, ref, hyp) in enumerate(zip(GOLD, REFS, HYPS, strict=True))]
    (tmp_path / "pairs.tsv").write_text("\n".join(["id\tgold\ttext1\ttext2", *rows]) + "\n", encoding="utf-8")
    for name, lines in (("hyp", HYPS), ("ref", REFS), ("gold", GOLD)):
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def test_tuned_costs_are_written_and_can_be_used(pairs: Path) -> None:
    tuned = perpend("--pairs", pairs / "pairs.tsv", "-o", pairs / "tuned.param", "--iterations", "4", "--json")
    assert tuned.returncode == 0, tuned.stderr
    first = json.loads(tuned.stdout)
    assert first["after"]["value"] > first["before"]["value"]
    assert first["after"]["value"] == max(first["rounds"])
    assert first["after"]["weights"]["match"] == 0.0
    assert str(pairs) not in (pairs / "tuned.param").read_text(encoding="utf-8")
    again = perpend("--pairs", pairs / "pairs.tsv", "--costs", pairs / "tuned.param", "--iterations", "0", "--json")
    assert json.loads(again.stdout)["before"] == first["after"]


def test_a_table_may_come_from_standard_input(pairs: Path) -> None:
    command = [sys.executable, "-m", "perpend", "tune", "--pairs", "-", "--iterations", "1", "--json"]
    piped = subprocess.run(
        command, input=(pairs / "pairs.tsv").read_text(), capture_output=True, text=True, check=False
    )
    assert piped.returncode == 0, piped.stderr
    assert piped.stdout == perpend("--pairs", pairs / "pairs.tsv", "--iterations", "1", "--json").stdout


def test_lines_say_the_same_as_a_table(pairs: Path) -> None:
    lines = ("--hyp", pairs / "hyp.txt", "--ref", pairs / "ref.txt", "--judgments", pairs / "gold.txt")
    options = ("--iterations", "2", "--starts", "2", "--seed", "7", "--freeze", "match", "--freeze", "stem", "--json")
    one, other = perpend(*lines, *options), perpend("--pairs", pairs / "pairs.tsv", *options)
    assert one.stdout == other.stdout
    answer = json.loads(one.stdout)
    assert answer["after"]["weights"]["match"] == 0.0
    assert "seed:7|freeze:match,stem" in answer["signature"]


def test_the_table_shows_weights_and_objective(pairs: Path) -> None:
    shown = perpend(
        "--pairs", pairs / "pairs.tsv", "-o", pairs / "tuned.param", "--objective", "segment spearman", "-v"
    )
    assert shown.returncode == 0, shown.stderr
    for text in ("before", "after", "insertion", "shift", "segment spearman", "costs:terpa", "tuned.param"):
        assert text in shown.stdout


def test_preferences_take_the_place_of_judgments(tmp_path: Path) -> None:
    table, preferences = tmp_path / "pairs.tsv", tmp_path / "preferences.tsv"
    rows = ["[A][news][d][1]\ta b\ta b x", "[B][news][d][1]\ta b\ta"]
    table.write_text("\n".join(["id\tref\thyp", *rows]) + "\n", encoding="utf-8")
    preferences.write_text("news\td\t1\tA\tB\n", encoding="utf-8")
    tuned = perpend("--pairs", table, "--preferences", preferences, "--costs", "ter", "--json")
    assert tuned.returncode == 0, tuned.stderr
    answer = json.loads(tuned.stdout)
    assert (answer["before"]["value"], answer["after"]["value"]) == (0.0, 1.0)
    assert "objective:preferences" in answer["signature"]


def test_mistakes_are_one_line(pairs: Path) -> None:
    (pairs / "short.txt").write_text("1\n2\n", encoding="utf-8")
    hyp, ref, table = pairs / "hyp.txt", pairs / "ref.txt", pairs / "pairs.tsv"
    for arguments, message in [
        ((), "give --pairs, or --hyp, one --ref and --judgments"),
        (("--pairs", table, "--hyp", hyp), "give --pairs, or --hyp, one --ref and --judgments"),
        (("--pairs", table, "--gold", "score"), "no column 'score'"),
        (("--pairs", table, "--freeze", "x"), "unknown weight to freeze 'x'"),
        (("--pairs", table, "--costs", "terq"), "unknown costs 'terq'"),
        (
            ("--hyp", hyp, "--ref", pairs / "short.txt", "--judgments", pairs / "gold.txt"),
            "short.txt 2: each hypothesis needs its own",
        ),
        (
            ("--hyp", hyp, "--ref", ref, "--judgments", pairs / "short.txt"),
            "short.txt 2: each hypothesis needs its own",
        ),
        (("--pairs", pairs / "none.tsv"), "cannot be read"),
    ]:
        refused = perpend(*arguments)
        assert refused.returncode == 2
        assert message in refused.stderr
        assert refused.stderr.count("\n") == 1
        assert refused.stdout == ""


def test_an_interruption_writes_the_best_so_far(pairs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def twice_then_stop(*arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return features_of(*arguments)

    monkeypatch.setattr(tuning, "features_of", twice_then_stop)
    arguments = ["tune", "--pairs", str(pairs / "pairs.tsv"), "-o", str(pairs / "tuned.param")]
    stopped = CliRunner().invoke(app, arguments)
    assert stopped.exit_code == 130
    assert "interrupted; the best so far is kept" in stopped.output
    assert (pairs / "tuned.param").exists()


def test_help_has_examples() -> None:
    assert "perpend tune --pairs pairs.tsv -o tuned.param" in perpend("--help").stdout
