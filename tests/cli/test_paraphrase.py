"""The commands with a blank spaCy pipeline: it has no tags, which changes nothing in how commands behave."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from perpend.cli.main import app
from perpend.errors import InputError, PerpendError

pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
spacy = pytest.importorskip("spacy", reason="spaCy absent: pip install 'perpend[nlp]'")

SUBJECTS, VERBS, THINGS = ["the cat", "Acme", "a doctor", "our dog"], ["bought", "left"], ["the house", "a firm"]
ROWS = [
    row
    for subject in SUBJECTS
    for verb in VERBS
    for thing in THINGS
    for row in (
        ("1", f"{subject} {verb} {thing}.", f"{subject} quickly {verb} {thing}."),
        ("0", f"{subject} {verb} {thing}.", f"red apples slept on {thing}."),
    )
]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("pipeline") / "blank"
    spacy.blank("en").to_disk(folder)
    return str(folder)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pairs") / "small.tsv"
    lines = [f"{number}\t" + "\t".join(row) for number, row in enumerate(ROWS)]
    path.write_text("\n".join(["id\tgold\ttext1\ttext2", *lines]) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def model(pairs: Path, pipeline: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("models") / "my.model"
    options = ["--features", "ALL", "--threshold", "0", "--folds", "2", "--pipeline", pipeline]
    run("train", "paraphrase", str(pairs), "-o", str(path), *options)
    return str(path)


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    if isinstance(result.exception, PerpendError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


def test_training_tells_what_it_did(pairs: Path, pipeline: str, tmp_path: Path) -> None:
    path = tmp_path / "my.model"
    options = ["--features", "PER", "--threshold", "0", "--folds", "2", "--pipeline", pipeline, "--json"]
    facts = json.loads(run("train", "paraphrase", str(pairs), "-o", str(path), *options))
    assert (facts["pairs"], facts["features"], facts["threshold"]) == (len(ROWS), "PER", 0.0)
    assert facts["signature"].startswith("small/PER/")
    assert facts["learned"]["accuracy"] > 0.9
    assert path.is_file()


def test_labels_must_be_0_or_1(tmp_path: Path, pipeline: str) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("gold\ttext1\ttext2\n4.5\ta\tb\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"label 4\.5 in column 'gold': 1 for yes or 0 for no"):
        run("train", "paraphrase", str(path), "-o", str(tmp_path / "m"), "--pipeline", pipeline)


def test_an_answer_for_people(model: str, pipeline: str) -> None:
    shown = run("paraphrase", ROWS[0][1], ROWS[0][2], "--model", model, "--pipeline", pipeline, "--explain")
    assert shown.startswith("yes, with probability ")
    assert "only in the second" in shown
    assert "quickly" in shown
    assert "BLEU2" in shown


def test_an_answer_for_programs(model: str, pipeline: str) -> None:
    options = ["--model", model, "--pipeline", pipeline, "--json"]
    facts = json.loads(run("paraphrase", *ROWS[1][1:], *options))
    assert facts["value"] == "no"
    assert 0.5 < facts["probability"] <= 1
    assert "features" not in facts
    assert "WER" in json.loads(run("paraphrase", *ROWS[1][1:], *options, "--explain"))["features"]


def test_a_table_is_judged_row_by_row(model: str, pipeline: str, pairs: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.tsv"
    broken.write_bytes(pairs.read_bytes() + b"99\t1\tonly one text\n")
    output = tmp_path / "judged.tsv"
    options = ["--pairs", str(broken), "-o", str(output), "--model", model, "--pipeline", pipeline]
    run("paraphrase", *options, code=1)
    lines = [line.split("\t") for line in output.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == ["id", "gold", "text1", "text2", "answer", "probability", "error"]
    assert [line[4] for line in lines[1:-1]] == ["yes", "no"] * (len(ROWS) // 2)
    assert lines[-1][4:6] == ["", ""]
    assert "3 columns, 4 needed" in lines[-1][6]
    one = json.loads(run("paraphrase", *ROWS[0][1:], "--model", model, "--pipeline", pipeline, "--json"))
    assert float(lines[1][5]) == one["probability"]


def test_explained_rows_have_their_words(model: str, pipeline: str, pairs: Path, tmp_path: Path) -> None:
    output = tmp_path / "judged.jsonl"
    options = ["-o", str(output), "--explain", "--json", "--model", model, "--pipeline", pipeline]
    run("paraphrase", "--pairs", str(pairs), *options)
    first = json.loads(output.read_text(encoding="utf-8").splitlines()[0])
    assert first["words"]["only_text2"] == {"": ["quickly"]}
    assert first["line"] == 2
    assert "tags:" in first["signature"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["one text"], "two texts are needed"),
        (["a", "b", "--pairs", "x.tsv"], "exclude each other"),
        (["a", "b", "-o", "x.tsv"], "go with --pairs"),
        (["-", "-"], "standard input can be read once"),
    ],
)
def test_wrong_arguments_are_one_line(arguments: list[str], problem: str, model: str, pipeline: str) -> None:
    with pytest.raises(InputError, match=problem):
        run("paraphrase", *arguments, "--model", model, "--pipeline", pipeline)


def test_any_bytes_are_judged(model: str, pipeline: str) -> None:
    command = [sys.executable, "-m", "perpend", "paraphrase", "-", "a cat", "--model", model, "--pipeline", pipeline]
    done = subprocess.run(command, input=b"\xff\xfe \x00 cat \x1b[31m", capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"probability" in done.stdout
    assert b"\x1b" not in done.stdout


def test_a_missing_model(pipeline: str, tmp_path: Path) -> None:
    with pytest.raises(PerpendError, match="cannot be read: No such file"):
        run("paraphrase", "a", "b", "--model", str(tmp_path / "none.model"), "--pipeline", pipeline)
