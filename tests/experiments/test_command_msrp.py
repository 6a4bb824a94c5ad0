"""`python -m experiments msrp` with a blank spaCy pipeline, which has no tags: tables, folds, and mistakes."""

import json
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner

from experiments.__main__ import app
from perpend.cli.main import app as perpend
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
    run("train", "paraphrase", str(pairs), "-o", str(path), *options, app=perpend)
    return str(path)


def run(*arguments: str, app: Typer = app) -> str:
    result = CliRunner().invoke(app, list(arguments))
    if isinstance(result.exception, PerpendError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def test_mistakes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no folder"):
        run("msrp", "-o", str(tmp_path / "none" / "x.json"))
    with pytest.raises(InputError, match="--folds, --tables and --model exclude each other"):
        run("msrp", "--folds", "--tables")


def test_evaluating_a_model_refuses_pairs_it_saw(model: str, pairs: Path, pipeline: str, tmp_path: Path) -> None:
    (tmp_path / "msrp").mkdir()
    for name in ("train.tsv", "test.tsv"):
        (tmp_path / "msrp" / name).write_bytes(pairs.read_bytes())
    options = ["--model", model, "--mirror", str(tmp_path), "--pipeline", pipeline, "--json"]
    with pytest.raises(InputError, match="the model learned from 32 of these 32 pairs"):
        run("msrp", *options)
    fresh = pairs.read_text(encoding="utf-8").replace("house", "barn").replace("firm", "shop")
    (tmp_path / "msrp" / "test.tsv").write_text(fresh, encoding="utf-8")
    report = json.loads(run("msrp", *options))
    assert report["task"] == "msrp"
    assert report["rows"][0]["metrics"]["Accuracy"] > 90.0


def test_the_table_of_a_small_corpus(pairs: Path, pipeline: str, tmp_path: Path) -> None:
    (tmp_path / "msrp").mkdir()
    for name in ("train.tsv", "test.tsv"):
        (tmp_path / "msrp" / name).write_bytes(pairs.read_bytes())
    output = tmp_path / "msrp.json"
    options = ["--system", "PER", "--mirror", str(tmp_path), "--pipeline", pipeline, "-o", str(output)]
    shown = run("msrp", *options)
    assert "71.88" in shown
    assert "right_yes" in shown
    assert json.loads(output.read_text(encoding="utf-8"))["rows"][0]["system"] == "PER"


def test_folds_and_small_tables(pairs: Path, pipeline: str, tmp_path: Path) -> None:
    for folder, names in (("msrp", ("train.tsv", "test.tsv")), ("rte", ("rte1_dev.tsv", "rte1_test.tsv"))):
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / name).write_bytes(pairs.read_bytes())
    options = ["--mirror", str(tmp_path), "--pipeline", pipeline, "--json"]
    folds = json.loads(run("msrp", "--folds", "--system", "PER", *options))
    assert folds["task"] == "msrp-folds"
    assert folds["rows"][0]["half_widths"]["Accuracy"] >= 0.0
    tables = json.loads(run("msrp", "--tables", *options))
    systems = [row["system"] for row in tables["rows"]]
    assert systems[:4] == ["MSRP", "PASCAL", "Low LDR", "High LDR"]
    assert "PER, stem nouns and verbs" in systems
    assert tables["paper_sizes"] == {"train": 1008, "test": 438}
