"""`python -m experiments msrp` with a blank spaCy pipeline, which has no tags: tables, folds, and mistakes."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from experiments.__main__ import app
from perpend.errors import InputError, PerpendError

pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
pytest.importorskip("spacy", reason="spaCy absent: pip install 'perpend[nlp]'")


def run(*arguments: str) -> str:
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


def test_evaluating_a_model_refuses_pairs_it_saw(
    paraphrase_model: str, paraphrase_pairs: Path, blank_pipeline: str, tmp_path: Path
) -> None:
    (tmp_path / "msrp").mkdir()
    for name in ("train.tsv", "test.tsv"):
        (tmp_path / "msrp" / name).write_bytes(paraphrase_pairs.read_bytes())
    options = ["--model", paraphrase_model, "--mirror", str(tmp_path), "--pipeline", blank_pipeline, "--json"]
    with pytest.raises(InputError, match="the model learned from 32 of these 32 pairs"):
        run("msrp", *options)
    fresh = paraphrase_pairs.read_text(encoding="utf-8").replace("house", "barn").replace("firm", "shop")
    (tmp_path / "msrp" / "test.tsv").write_text(fresh, encoding="utf-8")
    report = json.loads(run("msrp", *options))
    assert report["task"] == "msrp"
    assert report["rows"][0]["metrics"]["Accuracy"] > 90.0


def test_the_table_of_a_small_corpus(paraphrase_pairs: Path, blank_pipeline: str, tmp_path: Path) -> None:
    (tmp_path / "msrp").mkdir()
    for name in ("train.tsv", "test.tsv"):
        (tmp_path / "msrp" / name).write_bytes(paraphrase_pairs.read_bytes())
    output = tmp_path / "msrp.json"
    options = ["--system", "PER", "--mirror", str(tmp_path), "--pipeline", blank_pipeline, "-o", str(output)]
    shown = run("msrp", *options)
    assert "71.88" in shown
    assert "right_yes" in shown
    assert json.loads(output.read_text(encoding="utf-8"))["rows"][0]["system"] == "PER"


def test_folds_and_small_tables(paraphrase_pairs: Path, blank_pipeline: str, tmp_path: Path) -> None:
    for folder, names in (("msrp", ("train.tsv", "test.tsv")), ("rte", ("rte1_dev.tsv", "rte1_test.tsv"))):
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / name).write_bytes(paraphrase_pairs.read_bytes())
    options = ["--mirror", str(tmp_path), "--pipeline", blank_pipeline, "--json"]
    folds = json.loads(run("msrp", "--folds", "--system", "PER", *options))
    assert folds["task"] == "msrp-folds"
    assert folds["rows"][0]["half_widths"]["Accuracy"] >= 0.0
    tables = json.loads(run("msrp", "--tables", *options))
    systems = [row["system"] for row in tables["rows"]]
    assert systems[:4] == ["MSRP", "PASCAL", "Low LDR", "High LDR"]
    assert "BLEU, as in Table 3" in systems
    assert "PER, stem nouns and verbs" in systems
    assert tables["paper_sizes"] == {"train": 1008, "test": 438}
