"""`perpend phrases extract`, `merge` and `sample`, as a person runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

FILES = {
    "text.es": "bajo control\nbajo control\ndominado\n",
    "text.en": "Under control\nin check\nin check\n",
    "text.links": "0-0 1-1\n0-0 1-1\n0-0 0-1\n",
    "moses.txt": "dominado ||| in check ||| 1 1 0.5 1\ndominado ||| mastered ||| 1 1 0.5 1\n",
}


def perpend(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", "phrases", *map(str, arguments)]
    env = os.environ | {"COLUMNS": "200"} | environment
    return subprocess.run(command, capture_output=True, text=True, env=env, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def extract(folder: Path, *more: str | Path) -> subprocess.CompletedProcess[str]:
    return perpend("extract", "--source", folder / "text.es", "--target", folder / "text.en", *more)


def test_extract_merge_lookup_sample(folder: Path) -> None:
    pivot, moses, both = folder / "pivot.phrases", folder / "moses.phrases", folder / "both.phrases"
    done = extract(folder, "--alignments", folder / "text.links", "-o", pivot, "--min-count", "1", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["info"]["pairs"] == 4
    assert [effect["filter"] for effect in report["effects"]][:3] == ["min_count", "min_translation", "same"]
    assert perpend("extract", "--moses", folder / "moses.txt", "-o", moses).returncode == 0
    assert perpend("merge", pivot, moses, "-o", both).returncode == 0
    found = json.loads(perpend("lookup", both, "in", "check", "--json").stdout)
    assert {" ".join(one["words"]): one["p"] for one in found["paraphrases"]} == {
        "mastered": 0.5,
        "under control": 0.25,
    }
    drawn = perpend("sample", both, "-n", "2", "--seed", "1").stdout.splitlines()
    assert drawn[0] == "ref\thyp\tp"
    assert all(line.count("\t") == 2 for line in drawn)


def test_effects_are_shown(folder: Path) -> None:
    done = extract(
        folder, "--alignments", folder / "text.links", "-o", folder / "table", "--min-count=1", "--keep-stop-words"
    )
    assert done.returncode == 0, done.stderr
    assert "min_translation" in done.stdout
    assert "stop_words" not in done.stdout
    assert "peak memory: perpend" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["extract", "-o", "table"], "give --source and --target, two parallel files, or --moses, a phrase table"),
        (["extract", "-o", "table", "--source", "text.es"], "give --source and --target"),
        (["extract", "-o", "table", "--moses", "moses.txt", "--source", "text.es"], "give --source and --target"),
        (["extract", "-o", "table", "--moses", "moses.txt", "--memory", "lots"], "'lots' is no amount of memory"),
        (["extract", "-o", "table", "--moses", "moses.txt", "--memory", "1K"], "at least 1,048,576 are needed"),
        (["extract", "-o", "no/table", "--moses", "moses.txt"], "there is no folder no"),
        (
            ["extract", "-o", "table", "--moses", "moses.txt", "--min-probability", "7"],
            "a number from 0 to 1 is needed",
        ),
        (["extract", "-o", "table", "--moses", "moses.txt", "--max-length", "12"], "a number from 1 to 10 is needed"),
        (["extract", "-o", "table", "--moses", "moses.txt", "--stop-words", "none"], "name a list of stop words"),
        (["extract", "-o", "table", "--moses", "moses.txt", "--work", "."], "holds other files"),
        (["extract", "-o", "table", "--source", "text.es", "--target", "text.en"], "eflomal-align is not on the PATH"),
        (["merge", "table", "-o", "both"], "two or more were needed"),
    ],
)
def test_errors_are_one_line(folder: Path, arguments: list[str], message: str) -> None:
    command = [sys.executable, "-m", "perpend", "phrases", *arguments]
    env = os.environ | {"PATH": str(folder)}
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=folder, check=False)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (folder / "table").exists()
