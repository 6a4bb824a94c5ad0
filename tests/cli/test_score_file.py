"""`perpend score --pairs`, as a person runs it: files and pipes, bad rows, exit codes and mistakes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from perpend.similarity.training import train_perp

PAIRS = [("The doctor left.", "Left, the physician."), ("A cat", "A dog"), ("Two dogs ran.", "It rains.")]
GOOD = b"id\ttext1\ttext2\nn1\tA cat ran\tThe cat ran\nn2\tHe left\tShe left\n"
BAD = b"id\ttext1\ttext2\nn1\tA cat ran\tThe cat ran\nn2\tHe left\nn3\tcaf\xe9\tcafe\n"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "model.json"
    train_perp(PAIRS, [4.5, 2.0, 0.0], epochs=20, rate=0.1).save(path)
    return path


def score(*words: str | Path, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "perpend", "score", *map(str, words)]
    return subprocess.run(command, input=data, capture_output=True, env=os.environ | {"COLUMNS": "200"}, check=False)


def test_files_and_pipes_give_the_same_bytes(model: Path, tmp_path: Path) -> None:
    (tmp_path / "in.tsv").write_bytes(GOOD)
    filed = score("--pairs", tmp_path / "in.tsv", "-o", tmp_path / "out.tsv", "--model", model)
    piped = score("--pairs", "-", "-o", "-", "--model", model, data=GOOD)
    assert (filed.returncode, filed.stdout, piped.returncode) == (0, b"", 0)
    assert (tmp_path / "out.tsv").read_bytes() == piped.stdout
    assert piped.stdout.startswith(b"id\ttext1\ttext2\tvalue\terror\nn1\tA cat ran\tThe cat ran\t")
    assert b"2 rows" in filed.stderr
    assert b"perp:pairs/" in filed.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.tsv", "out.tsv"]


def test_the_input_is_not_the_output(model: Path, tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_bytes(GOOD)
    ended = score("--pairs", tmp_path / "x.tsv", "-o", tmp_path / "x.tsv", "--model", model)
    assert (ended.returncode, b"is an input, which the result would replace" in ended.stderr) == (2, True)
    assert (tmp_path / "x.tsv").read_bytes() == GOOD


def test_bad_rows_are_named_and_stay(model: Path, tmp_path: Path) -> None:
    (tmp_path / "in.tsv").write_bytes(BAD)
    for option, code in (((), 1), (("--allow-bad",), 0)):
        ended = score("--pairs", tmp_path / "in.tsv", "-o", tmp_path / "out.tsv", "--model", model, *option)
        assert ended.returncode == code
        told = ended.stderr.decode().splitlines()
        assert [line.split("in.tsv:")[1] for line in told[:-1]] == [
            "3: 2 columns, 3 needed as in line 1",
            "4: byte 0xe9 is not UTF-8",
        ]
        assert "3 rows" in told[-1]
        assert "2 of them without an answer" in told[-1]
        rows = (tmp_path / "out.tsv").read_text(encoding="utf-8").splitlines()
        assert rows[2:] == [
            "n2\tHe left\t\t\t2 columns, 3 needed as in line 1",
            "n3\tcaf\\xe9\tcafe\t\tbyte 0xe9 is not UTF-8",
        ]


def test_json_lines_without_a_header(model: Path) -> None:
    options = ("--pairs", "-", "--no-header", "--json", "--explain", "--columns", "2", "1", "--model", model)
    ended = score(*options, data=b"A cat ran\tThe cat ran\nb\tc\n")
    first, second = map(json.loads, ended.stdout.splitlines())
    assert (first["line"], first["1"], second["2"]) == (1, "A cat ran", "c")
    assert first["contributions"][0]["hyp"] == ["a"]
    assert ended.returncode == 0


def test_a_failure_leaves_the_old_file_alone(model: Path, tmp_path: Path) -> None:
    (tmp_path / "out.tsv").write_text("old", encoding="utf-8")
    (tmp_path / "in.tsv").write_bytes(GOOD + b"x" * (17 << 20))
    ended = score("--pairs", tmp_path / "in.tsv", "-o", tmp_path / "out.tsv", "--model", model)
    assert ended.returncode == 2
    assert b"in.tsv:4: a line of more than 16 MB" in ended.stderr
    assert (tmp_path / "out.tsv").read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.tsv", "out.tsv"]


def test_a_named_pipe_is_written_to_and_not_replaced(model: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE) as reader:
        assert score("--pairs", "-", "-o", tmp_path / "pipe", "--model", model, data=GOOD).returncode == 0
        assert reader.communicate()[0] == score("--pairs", "-", "--model", model, data=GOOD).stdout
    assert (tmp_path / "pipe").is_fifo()


def test_mistakes_are_one_line(model: Path, tmp_path: Path) -> None:
    for words, message in [
        (("a", "b", "--pairs", "x.tsv"), "exclude each other"),
        (("a", "--pairs", "x.tsv"), "exclude each other"),
        (("a",), "two texts are needed"),
        ((), "two texts are needed"),
        (("a", "b", "--no-header"), "go with --pairs"),
        (("a", "b", "-o", "x.tsv"), "go with --pairs"),
        (("--pairs", "x.tsv", "--svg", "x.svg"), "draw one pair"),
        (("--pairs", tmp_path / "absent.tsv"), "absent.tsv cannot be read: No such file"),
        (("--pairs", tmp_path), "Is a directory"),
        (("--pairs", "-"), "standard input: empty"),
    ]:
        ended = score(*words, "--model", model)
        assert ended.returncode == 2
        assert message in ended.stderr.decode()
        assert ended.stderr.startswith(b"perpend: ")
        assert ended.stderr.count(b"\n") == 1


def test_the_delimiter_and_the_prefix_may_be_named(model: Path) -> None:
    data = GOOD.replace(b"\t", b";")
    ended = score("--pairs", "-", "--delimiter", ";", "--prefix", "perp_", "--model", model, data=data)
    assert ended.returncode == 0, ended.stderr
    header, *rows = ended.stdout.decode().splitlines()
    assert header == "id;text1;text2;perp_value;perp_error"
    assert len(rows) == 2
