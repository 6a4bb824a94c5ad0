"""`perpend combine` and `perpend combine tune`, as a person runs them."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from perpend.combination.combiner import combine

SYSTEMS = {
    "online": ["The cat sat on the mat.", "He saw a dog.", ""],
    "phrases": ["A cat sat on the mat.", "He saw the dog.", "Yes."],
    "rules": ["The cat sat on a mat.", "He sees a dog.", ""],
}
REFERENCE = ["The cat sat on the mat.", "He saw a dog.", "Yes."]


def perpend(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", "combine", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    for name, lines in {**SYSTEMS, "ref": REFERENCE}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return [tmp_path / f"{name}.txt" for name in SYSTEMS]


@pytest.mark.parametrize("method", ["mbr", "network", "two-pass", "extended"])
def test_a_line_for_each_segment(files: list[Path], method: str) -> None:
    shown = perpend("--method", method, *files)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.splitlines() == REFERENCE


def test_json_names_the_voters_of_every_word(files: list[Path], tmp_path: Path) -> None:
    shown = perpend(*files, "--json", "--method", "network", "--metric", "ter", "-o", tmp_path / "out.jsonl")
    assert (shown.returncode, shown.stdout) == (0, "")
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    parts = ["backbone", "score", "method", "signature"]
    assert list(lines[0]) == ["value", "reasons", "contributions", *parts]
    assert lines[0]["contributions"][0] == {"name": "The", "points": 2.0, "voters": ["online", "rules"]}
    python = combine([lines[0] for lines in SYSTEMS.values()], method="network", metric="ter").to_dict()
    assert python["value"] == lines[0]["value"]
    assert python["score"] == lines[0]["score"]


def test_a_network_is_drawn(files: list[Path], tmp_path: Path) -> None:
    assert perpend("--line", 1, "--svg", tmp_path / "one.svg", *files, "--method", "two-pass").returncode == 0
    assert ElementTree.parse(tmp_path / "one.svg").getroot().tag.endswith("svg")


def test_tuned_weights_are_used(files: list[Path], tmp_path: Path) -> None:
    ref, weights = tmp_path / "ref.txt", tmp_path / "weights.json"
    tuned = perpend(
        "tune", "--ref", ref, *files, "-o", weights, "--method", "network", "--rounds", "2", "--paths", "10"
    )
    assert tuned.returncode == 0, tuned.stderr
    assert "weights written to" in tuned.stdout
    assert list(json.loads(weights.read_text(encoding="utf-8"))["systems"]) == list(SYSTEMS)
    again = perpend(
        "tune", "--ref", ref, *files, "-o", weights, "--method", "network", "--rounds", "2", "--paths", "10", "--json"
    )
    assert json.loads(again.stdout) == json.loads(weights.read_text(encoding="utf-8"))
    shown = perpend("--weights", weights, *files)
    assert shown.stdout.splitlines() == REFERENCE
    others = perpend("--weights", weights, *reversed(files))
    assert others.returncode == 2
    assert "same systems in the same order" in others.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--json", "--line", "1", "--svg", "x.svg"), "--json and --output exclude each other"),
        (("--svg", "x.svg"), "name it with --line LINE"),
        (("--line", "9", "--svg", "-"), "there is no line 9"),
        (("--line", "0"), "--line: "),
        (("--method", "vote"), "unknown method 'vote'"),
        (("--metric", "wer"), "unknown metric 'wer'"),
        (("--metric", "ter", "--phrases", "x"), "knows no paraphrases"),
        (("--weights", "none.json"), "perpend combine tune"),
        (("none.txt",), "cannot be read"),
    ],
)
def test_mistakes_take_one_line(files: list[Path], arguments: tuple[str, ...], message: str) -> None:
    shown = perpend(*arguments, *files)
    assert shown.returncode == 2
    assert message in shown.stderr
    assert shown.stderr.count("\n") == 1


def test_unequal_files_are_refused(files: list[Path], tmp_path: Path) -> None:
    (tmp_path / "short.txt").write_text("One line.\n", encoding="utf-8")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\n\n\n")
    for name, message in (("short.txt", "different numbers of lines"), ("bytes.txt", "is not UTF-8")):
        shown = perpend(*files, tmp_path / name)
        assert (shown.returncode, shown.stderr.count("\n")) == (2, 1)
        assert message in shown.stderr
    refused = perpend("tune", "--ref", tmp_path / "short.txt", *files, "-o", tmp_path / "w.json")
    assert "has 1 lines, the systems have 3 segments" in refused.stderr


def test_help_shows_both_uses() -> None:
    shown = perpend("--help").stdout
    assert "--weights" in shown
    assert "SYSTEM..." in shown
    assert "tune" in shown
    assert "files" not in shown.replace("files of", "")
