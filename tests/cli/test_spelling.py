"""`perpend variants`, `suggest` and `train spelling`: files in, lines out, errors on one line."""

import csv
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
    result = RUN.invoke(app, ["variants", str(names), "--all", "-k", "1"])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "word1\tword2\tdiffer\tonly1\tonly2\tdistance\tcanonical",
        "jhones\tjones\t1\th\t\t1\t2",
        "smith\tsmithe\t1\t\te\t1\t1",
        "smith\tsmyth\t1\ti\ty\t1\t1",
    ]
    assert result.stderr == "5 words, k = 1, c = 1: 3 pairs\n"
    checksum = hashlib.sha256(result.stdout.encode()).hexdigest()
    detailed = RUN.invoke(app, ["variants", str(names), "--all", "-k", "1", "--verbose"])
    assert f"5 words, k = 1, c = 1: 3 pairs, sha256 {checksum}\n" in detailed.stderr


def test_pairs_in_a_file_and_as_json(names: Path, tmp_path: Path) -> None:
    output = tmp_path / "pairs.tsv"
    result = RUN.invoke(app, ["variants", str(names), "--all", "-k", "1", "-o", str(output), "--json"])
    facts = json.loads(result.stdout)
    assert facts["pairs"] == 3
    assert facts["sha256"] == hashlib.sha256(output.read_bytes()).hexdigest()
    lines = RUN.invoke(app, ["variants", str(names), "--all", "-k", "1", "--json"]).stdout.splitlines()
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


def test_likely_pairs_are_the_default_and_the_change_is_said(names: Path) -> None:
    result = RUN.invoke(app, ["variants", str(names)])
    header, *rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert header == ["word1", "word2", "probability", "differ", "only1", "only2", "distance", "canonical"]
    probabilities = [float(row[2]) for row in rows]
    assert probabilities == sorted(probabilities, reverse=True)
    assert min(probabilities) >= 0.5
    assert ["smith", "smyth"] in [row[:2] for row in rows]
    assert result.stderr == f"5 words, k = 3, c = 1: {len(rows)} pairs of probability 0.5 or more\n"
    warned = RUN.invoke(app, ["variants", str(names), "-k", "1"])
    assert "every pair, as in 0.1.0, is --all" in warned.stderr
    asked = RUN.invoke(app, ["variants", str(names), "-k", "1", "--min-probability", "0.5"])
    assert "as in 0.1.0" not in asked.stderr


def test_all_within_a_distance_are_some_of_all(names: Path) -> None:
    everything = RUN.invoke(app, ["variants", str(names), "--all"]).stdout.splitlines()
    near = RUN.invoke(app, ["variants", str(names), "--all", "--max-distance", "1"]).stdout.splitlines()
    assert near == [everything[0], *(line for line in everything[1:] if int(line.split("\t")[5]) <= 1)]
    likely = RUN.invoke(app, ["variants", str(names), "--max-distance", "1", "--min-probability", "0"]).stdout
    assert {line.split("\t")[6] for line in likely.splitlines()[1:]} == {"1"}


def test_a_column_of_a_table_and_csv_with_the_columns_of_both_rows(tmp_path: Path) -> None:
    table, output = tmp_path / "people.csv", tmp_path / "pairs.csv"
    table.write_text('id,name,lived\n7,Smith,"York, Leeds"\n8,Smyth,Hull\n9,,Bath\n10,Jones,Ely\n')
    result = RUN.invoke(app, ["variants", str(table), "--column", "NAME", "-o", str(output)])
    assert result.stdout.startswith("3 words")
    header, row = csv.reader(output.read_text().splitlines())
    assert header[8:] == ["id_1", "id_2", "lived_1", "lived_2"]
    assert (row[:2], row[8:]) == (["Smith", "Smyth"], ["7", "8", "York, Leeds", "Hull"])
    assert "no column 'nme'" in str(RUN.invoke(app, ["variants", str(table), "--column", "nme"]).exception)


def test_groups_have_a_canonical_word_and_their_weakest_link(names: Path) -> None:
    result = RUN.invoke(app, ["variants", str(names), "--groups", "--format", "csv"])
    rows = list(csv.DictReader(result.stdout.splitlines()))
    smiths = [row for row in rows if row["canonical"] == "smith"]
    assert {row["word"] for row in smiths} >= {"smith", "smyth"}
    assert smiths[0]["word"] == "smith"
    assert smiths[0]["count"] == "900"
    assert len({row["weakest"] for row in smiths}) == 1
    lines = RUN.invoke(app, ["variants", str(names), "--groups", "--json"]).stdout.splitlines()
    assert [json.loads(line)["canonical"] for line in lines] == list(dict.fromkeys(row["canonical"] for row in rows))


@pytest.mark.parametrize(
    "words",
    [
        ("--all", "--groups"),
        ("--all", "--min-probability", "0.1"),
        ("--full-names", "--groups"),
        ("--groups", "--html", "x"),
    ],
)
def test_options_that_exclude_one_another(names: Path, words: tuple[str, ...]) -> None:
    result = RUN.invoke(app, ["variants", str(names), *words])
    assert result.exit_code != 0
