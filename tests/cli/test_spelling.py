"""`perpend variants`, `suggest` and `train spelling`: files in, lines out, errors on one line."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from perpend.cli.main import app

RUN = CliRunner()
NAMES = "smith\t900\nsmyth\t12\nsmithe\t3\njones\t500\n\njhones\t2\n"


@pytest.fixture
def names(tmp_path: Path) -> Path:
    path = tmp_path / "names.txt"
    path.write_text(NAMES)
    return path


def test_pairs_on_stdout_and_what_they_are_on_stderr(names: Path) -> None:
    result = RUN.invoke(app, ["variants", str(names), "-k", "1"])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "word1\tword2\tdiffer\tonly1\tonly2\tdistance\tcanonical",
        "jhones\tjones\t1\th\t\t1\t2",
        "smith\tsmithe\t1\t\te\t1\t1",
        "smith\tsmyth\t1\ti\ty\t1\t1",
    ]
    assert result.stderr == "5 words, k = 1, c = 1: 3 pairs\n"
    checksum = hashlib.sha256(result.stdout.encode()).hexdigest()
    detailed = RUN.invoke(app, ["variants", str(names), "-k", "1", "--verbose"])
    assert f"5 words, k = 1, c = 1: 3 pairs, sha256 {checksum}\n" in detailed.stderr


def test_pairs_in_a_file_and_as_json(names: Path, tmp_path: Path) -> None:
    output = tmp_path / "pairs.tsv"
    result = RUN.invoke(app, ["variants", str(names), "-k", "1", "-o", str(output), "--json"])
    facts = json.loads(result.stdout)
    assert facts["pairs"] == 3
    assert facts["sha256"] == hashlib.sha256(output.read_bytes()).hexdigest()
    lines = RUN.invoke(app, ["variants", str(names), "-k", "1", "--json"]).stdout.splitlines()
    assert json.loads(lines[0]) == {
        "name": "jhones ~ jones", "points": 1.0,
        "word1": "jhones", "word2": "jones", "differ": 1, "only1": "h", "only2": "", "distance": 1, "canonical":
        "jones",
    }  # fmt: skip


def test_counting_and_options_before_the_file(names: Path) -> None:
    assert RUN.invoke(app, ["variants", "--count", str(names)]).stdout == "5 words, k = 3, c = 1: 4 pairs\n"


def test_an_index_stands_for_its_words(names: Path, tmp_path: Path) -> None:
    index = tmp_path / "names.index"
    made = RUN.invoke(app, ["variants", "index", str(names), "-o", str(index)])
    assert "5 words (1 blank lines and 0 repetitions left out)" in made.stdout
    from_index = RUN.invoke(app, ["suggest", "smiht", "--words", str(index), "--json"])
    from_words = RUN.invoke(app, ["suggest", "smiht", "--words", str(names), "--json"])
    assert from_index.stdout == from_words.stdout
    assert json.loads(from_index.stdout)["value"][0] == "smith"
    assert RUN.invoke(app, ["variants", str(index), "--count"]).stdout == "5 words, k = 3, c = 1: 4 pairs\n"


def test_suggestions_by_distance_and_from_stdin(names: Path) -> None:
    result = RUN.invoke(
        app, ["suggest", "-", "--words", str(names), "-d", "1", "-n", "0", "--json"], input="smith\n\njone\n"
    )
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["known"]
    assert sorted(first["value"]) == ["smithe", "smyth"]
    assert second["value"] == [one["name"] for one in second["contributions"]] == ["jones"]
    shown = RUN.invoke(app, ["suggest", "zzz", "--words", str(names)]).stdout
    assert "zzz: not in the list, nothing near it" in shown


def test_a_channel_of_ones_own(names: Path, tmp_path: Path) -> None:
    pairs, channel = tmp_path / "pairs.tsv", tmp_path / "channel.json"
    pairs.write_text("correct\tmisspelling\nsmith\tsmiht\njones\tjoens\nsmyth\tsmyht\njhones\tjhoens\nsmithe\tsmihte\n")
    trained = RUN.invoke(app, ["train", "spelling", str(pairs), "--words", str(names), "-o", str(channel), "--json"])
    assert json.loads(trained.stdout)["learned from"] == 5
    found = RUN.invoke(app, ["suggest", "smiht", "--words", str(names), "--model", str(channel), "--json"])
    assert json.loads(found.stdout)["value"][0] == "smith"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["variants", "none.txt"], "none.txt cannot be read"),
        (["variants", "names.txt", "-o", "no/folder/pairs.tsv"], "there is no folder"),
        (["variants", "names.txt", "--count", "-o", "pairs.tsv"], "--count writes no pairs"),
        (["suggest", "smith", "-k", "2", "-d", "2"], "give one of them"),
        (
            ["suggest", "smith", "--words", "names.txt", "--model", "names.txt"],
            "name a file that `perpend train` wrote",
        ),
        (["suggest", "smith", "--ignore-accents"], "name it with --words"),
        (["suggest", "-", "smith"], "give it alone"),
        (["train", "spelling", "names.txt", "-o", "channel.json"], "no column 'correct'"),
    ],
)
def test_mistakes_are_one_line(names: Path, arguments: list[str], message: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "perpend", *arguments], capture_output=True, text=True, cwd=names.parent, check=False
    )
    assert ended.returncode == 2
    assert message in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert [path.name for path in names.parent.iterdir()] == ["names.txt"]


def test_the_same_bytes_on_any_number_of_threads(names: Path) -> None:
    one, two = (RUN.invoke(app, ["variants", str(names), "--threads", threads]).stdout for threads in ("1", "2"))
    assert one == two
