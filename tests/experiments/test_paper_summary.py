"""The table of what a paper's figures are and ours, on records made for the test."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

ROWS = [
    {"system": "A", "metrics": {"x": 50.0, "y": 61.0}, "paper": {"x": 49.0, "y": 62.5}},
    {"system": "B", "metrics": {"x": 70.0, "y": 62.0}, "paper": {"x": 70.0, "y": 62.0}},
    {"system": "ours", "metrics": {"x": 1.0, "y": 1.0}, "paper": None},
    {"system": "with", "metrics": {"Accuracy": 72.5}, "paper": None},
    {"system": "without", "metrics": {"Accuracy": 72.0}, "paper": None},
]


def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str) -> str:
    monkeypatch.syspath_prepend(ROOT / "tools")
    from paper_summary import paper_summary  # type: ignore[import-not-found, unused-ignore]

    (tmp_path / "r.json").write_text(json.dumps({"rows": ROWS}), encoding="utf-8")
    parts = tmp_path / "parts.toml"
    parts.write_text(f'[[part]]\ntitle = "T"\nrecord = "r"\nwhy = "because"\n{settings}', encoding="utf-8")
    last: str = paper_summary(parts, tmp_path).splitlines()[-1]
    return last


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", "| T | 4 | 3 | 0.62 | A y 61.0 (62.5) | because |"),
        ('metrics = ["y"]', "| T | 2 | 1 | 0.75 | A 61.0 (62.5) | because |"),
        ('systems = ["B"]', "| T | 2 | 2 | 0.00 | none | because |"),
        ("same = true", "| T | 4 | all within 1.50 | 0.62 |  | because |"),
        ('minus = ["with", "without"]\npaper = 0.4', "| T | 1 | 1 | 0.10 | none | because |"),
        ('minus = ["with", "without"]\npaper = 0.6', "| T | 1 | 0 | 0.10 | gain 0.5 (0.6) | because |"),
    ],
)
def test_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str, expected: str) -> None:
    assert line(tmp_path, monkeypatch, settings) == expected


def test_a_part_without_a_record_has_its_remark_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "tools")
    from paper_summary import paper_summary  # type: ignore[import-not-found, unused-ignore]

    parts = tmp_path / "parts.toml"
    parts.write_text('[[part]]\ntitle = "T"\nwhy = "because"\n', encoding="utf-8")
    assert paper_summary(parts, tmp_path).splitlines()[-1] == "| T |  |  |  |  | because |"
