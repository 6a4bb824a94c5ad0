"""`python -m experiments wordsim`, on lists of our own, and its record."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from experiments.sources import published
from experiments.wordsim import WORD_LISTS, evaluate_wordsim, read_wordsim
from perpend.lexicon.piece_vectors import PieceVectors

Run = Callable[..., subprocess.CompletedProcess[str]]
ROWS = [
    "0\t9\tkettle\tteapot",
    "1\t8\tlorry\ttruck",
    "2\t3\tkettle\tstove",
    "3\t0\tlorry\tqqqjxz",
    "4\t0\tkettle\tlawsuit",
]
RECORD = Path(__file__).resolve().parents[2] / "results" / "wordsim.json"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "wordsim").mkdir()
    for file in WORD_LISTS.values():
        (tmp_path / "wordsim" / file).write_text("\n".join(["id\tgold\ttext1\ttext2", *ROWS]) + "\n", encoding="utf-8")
    return tmp_path


def test_rows_have_agreement_and_the_share_of_known_pairs(small: Path) -> None:
    report = evaluate_wordsim(read_wordsim(small))
    pieces, lsa, teacher = report.rows
    assert set(pieces.metrics) == set(WORD_LISTS)
    assert pieces.metrics["RG-65"] > 0.7
    assert pieces.known
    assert pieces.known["RG-65"] == 1.0
    assert pieces.intervals
    assert all(one.low <= pieces.metrics[name] <= one.high for name, one in pieces.intervals.items())
    assert lsa.known
    assert lsa.known["RG-65"] <= 0.8
    assert teacher.known is None
    assert dict(teacher.metrics) == published("wordsim-teacher")["spearman"]


def test_the_command_prints_a_table_or_json(small: Path, run_table: Run, tmp_path: Path) -> None:
    shown = run_table("wordsim", "--mirror", small)
    assert shown.returncode == 0, shown.stderr
    assert "SimLex-999" in shown.stdout
    assert "known" in shown.stdout
    found = run_table("wordsim", "--mirror", small, "--json", "-o", tmp_path / "x.json")
    assert json.loads(found.stdout) == json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))


def test_an_absent_list_is_named(tmp_path: Path, run_table: Run) -> None:
    failed = run_table("wordsim", "--mirror", tmp_path)
    assert failed.returncode != 0
    assert "simlex-999.tsv" in failed.stderr


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return dict(json.loads(RECORD.read_text(encoding="utf-8")))


def test_the_record_is_of_the_shipped_vectors_and_the_mirrors_lists(record: dict[str, Any], mirror: Path) -> None:
    assert f"|pieces:{PieceVectors.shipped().signature()}|" in record["signature"]
    assert record == evaluate_wordsim(read_wordsim(mirror)).to_dict()


def test_piece_vectors_agree_with_people_better_than_lsa_on_similarity(record: dict[str, Any]) -> None:
    pieces, lsa, _ = (row["metrics"] for row in record["rows"])
    for name in ("SimLex-999", "SimVerb-3500", "Rare Words"):
        assert pieces[name] > lsa[name] + 0.05, name
