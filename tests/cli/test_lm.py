"""`perpend lm`, as a person runs it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = "The cat sat.\nA cat 's toy.\nThe dog sat.\n"


def perpend(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", "lm", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def text(tmp_path: Path) -> Path:
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    return tmp_path / "text.txt"


def test_a_model_is_trained_on_words_as_combine_cuts_them(text: Path, tmp_path: Path) -> None:
    shown = perpend("train", text, "-o", tmp_path / "lm.arpa", "--order", 3, "--prune", "0 0 1", "--json")
    assert (shown.returncode, shown.stderr) == (0, "")
    facts = json.loads(shown.stdout)
    assert (facts["sentences"], facts["words"]) == (3, 12)
    model = (tmp_path / "lm.arpa").read_text(encoding="utf-8")
    assert model.startswith("\\data\\\nngram 1=")
    assert "\tcat's\t" in model
    assert perpend("train", text, "-o", tmp_path / "two.arpa", "--tokenizer", "spaces").returncode == 0
    assert "\tsat.\t" in (tmp_path / "two.arpa").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--prune", "0 x"], "whole numbers"),
        (["--tokenizer", "letters"], "combine"),
        (["--memory", "lots"], "amount of memory"),
        (["--order", "9"], "--order: a number from 1 to 6 is needed"),
    ],
)
def test_mistakes_are_one_line(text: Path, tmp_path: Path, arguments: list[str], problem: str) -> None:
    shown = perpend("train", text, "-o", tmp_path / "lm.arpa", *arguments)
    assert shown.returncode == 2
    assert problem in shown.stderr
    assert len(shown.stderr.splitlines()) == 1
    assert not (tmp_path / "lm.arpa").exists()


def test_scores_and_perplexity(text: Path, tmp_path: Path) -> None:
    pytest.importorskip("kenlm", reason="kenlm absent: pip install 'perpend[lm]'")
    assert perpend("train", text, "-o", tmp_path / "lm.arpa").returncode == 0
    (tmp_path / "new.txt").write_text("The cat sat.\n\nzebra\n", encoding="utf-8")
    lines = [
        json.loads(line)
        for line in perpend("score", tmp_path / "lm.arpa", tmp_path / "new.txt", "--json").stdout.splitlines()
    ]
    assert [(line["words"], line["unknown"]) for line in lines] == [(4, 0), (0, 0), (1, 1)]
    plain = perpend("score", tmp_path / "lm.arpa", tmp_path / "new.txt").stdout.splitlines()
    assert [float(line) for line in plain] == pytest.approx([line["log10"] for line in lines], abs=1e-5)
    whole = json.loads(perpend("perplexity", tmp_path / "lm.arpa", tmp_path / "new.txt", "--json").stdout)
    assert whole["log10"] == pytest.approx(sum(line["log10"] for line in lines))
    assert whole["perplexity"] == pytest.approx(10 ** (-whole["log10"] / (5 + 3)))
