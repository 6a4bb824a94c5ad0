"""The commands with a blank spaCy pipeline: it has no tags, which changes nothing in how commands behave."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from perpend.cli.main import app
from perpend.errors import InputError, PerpendError
from perpend.learning.registry import load
from perpend.text.annotate import Annotator

pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
pytest.importorskip("spacy", reason="spaCy absent: pip install 'perpend[nlp]'")

SAME = ("the cat bought the house.", "the cat quickly bought the house.")
OTHER = ("the cat bought the house.", "red apples slept on the house.")


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    if isinstance(result.exception, PerpendError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


def test_training_tells_what_it_did(paraphrase_pairs: Path, blank_pipeline: str, tmp_path: Path) -> None:
    path = tmp_path / "my.model"
    options = ["--features", "PER", "--threshold", "0", "--folds", "2", "--pipeline", blank_pipeline, "--json"]
    facts = json.loads(run("train", "paraphrase", str(paraphrase_pairs), "-o", str(path), *options))
    assert (facts["pairs"], facts["features"], facts["threshold"]) == (32, "PER", 0.0)
    assert facts["identity"].startswith("small/PER/")
    assert facts["accuracy"] > 0.9
    assert path.is_file()


def test_labels_must_be_0_or_1(tmp_path: Path, blank_pipeline: str) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("gold\ttext1\ttext2\n4.5\ta\tb\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"label 4\.5 in column 'gold': 1 for yes or 0 for no"):
        run("train", "paraphrase", str(path), "-o", str(tmp_path / "m"), "--pipeline", blank_pipeline)


def test_an_answer_for_people(paraphrase_model: str, blank_pipeline: str) -> None:
    shown = run("paraphrase", *SAME, "--model", paraphrase_model, "--pipeline", blank_pipeline, "--explain")
    assert shown.startswith("yes: the texts mean the same, with probability ")
    assert "only in text 2" in shown
    assert "- both texts have '" in shown
    assert "quickly" in shown
    assert "BLEU2" in shown


def test_an_answer_for_programs(paraphrase_model: str, blank_pipeline: str) -> None:
    options = ["--model", paraphrase_model, "--pipeline", blank_pipeline, "--json"]
    facts = json.loads(run("paraphrase", *OTHER, *options))
    assert facts["value"] == "no"
    assert 0.5 < facts["probability"] <= 1
    assert "WER" in facts["features"]
    found = load(paraphrase_model, "paraphrase", annotator=Annotator(blank_pipeline)).explain(*OTHER)
    assert facts == found.to_dict()


def test_a_table_is_judged_row_by_row(
    paraphrase_model: str, blank_pipeline: str, paraphrase_pairs: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.tsv"
    broken.write_bytes(paraphrase_pairs.read_bytes() + b"99\t1\tonly one text\n")
    output = tmp_path / "judged.tsv"
    options = ["--pairs", str(broken), "-o", str(output), "--model", paraphrase_model, "--pipeline", blank_pipeline]
    run("paraphrase", *options, code=1)
    lines = [line.split("\t") for line in output.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == ["id", "gold", "text1", "text2", "value", "probability", "error"]
    assert [line[4] for line in lines[1:-1]] == ["yes", "no"] * 16
    assert lines[-1][4:6] == ["", ""]
    assert "3 columns, 4 needed" in lines[-1][6]
    one = json.loads(run("paraphrase", *SAME, "--model", paraphrase_model, "--pipeline", blank_pipeline, "--json"))
    assert float(lines[1][5]) == one["probability"]


def test_explained_rows_have_their_words(
    paraphrase_model: str, blank_pipeline: str, paraphrase_pairs: Path, tmp_path: Path
) -> None:
    output = tmp_path / "judged.jsonl"
    options = ["-o", str(output), "--explain", "--json", "--model", paraphrase_model, "--pipeline", blank_pipeline]
    run("paraphrase", "--pairs", str(paraphrase_pairs), *options)
    first = json.loads(output.read_text(encoding="utf-8").splitlines()[0])
    assert "'quickly' of text 2 has no match" in first["reasons"]
    assert {"name", "points"} <= first["contributions"][0].keys()
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
def test_wrong_arguments_are_one_line(
    arguments: list[str], problem: str, paraphrase_model: str, blank_pipeline: str
) -> None:
    with pytest.raises(InputError, match=problem):
        run("paraphrase", *arguments, "--model", paraphrase_model, "--pipeline", blank_pipeline)


def test_any_bytes_are_judged(paraphrase_model: str, blank_pipeline: str) -> None:
    command = [
        sys.executable,
        "-m",
        "perpend",
        "paraphrase",
        "-",
        "a cat",
        "--model",
        paraphrase_model,
        "--pipeline",
        blank_pipeline,
    ]
    done = subprocess.run(command, input=b"\xff\xfe \x00 cat \x1b[31m", capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"probability" in done.stdout
    assert b"\x1b" not in done.stdout


def test_a_missing_model(blank_pipeline: str, tmp_path: Path) -> None:
    with pytest.raises(PerpendError, match=r"none\.model cannot be read: No such file"):
        run("paraphrase", "a", "b", "--model", str(tmp_path / "none.model"), "--pipeline", blank_pipeline)
