"""`perpend entail` and `perpend train entail` on a small model: same answers as the library, tables, errors."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from perpend.cli.main import app
from perpend.errors import FormatError, InputError, PerpendError
from perpend.learning.registry import load

pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
pytest.importorskip("spacy", reason="spaCy absent: pip install 'perpend[nlp]'")

TEXT, HYPOTHESIS = "A boy is lifting a stone", "A child is lifting a stone"


def rows() -> Iterator[tuple[str, str, str]]:
    for (subject, general), deed in product(
        (("boy", "child"), ("puppy", "dog")), ("wash", "pull", "watch", "push", "lift")
    ):
        text = f"A {subject} is {deed}ing a box"
        yield text, f"A {general} is {deed}ing a box", "ENTAILMENT"
        yield text, f"There is no {subject} {deed}ing a box", "CONTRADICTION"
        yield text, f"A {subject} is eating a cake", "NEUTRAL"


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    if isinstance(result.exception, PerpendError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pairs") / "small.tsv"
    lines = ["\t".join((str(number), *row)) for number, row in enumerate(rows(), start=1)]
    path.write_text("\n".join(["id\ttext1\ttext2\tentailment", *lines]) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def model(pairs: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("models") / "my.model"
    facts = json.loads(run("train", "entail", str(pairs), "-o", str(path), "--features", "paper", "--json"))
    assert facts["pairs"] == 30
    return str(path)


def test_json_is_what_the_library_says(model: str) -> None:
    shown = json.loads(run("entail", TEXT, HYPOTHESIS, "--model", model, "--json"))
    assert shown == load(model, "entailment").explain(TEXT, HYPOTHESIS).to_dict()
    assert shown["value"] == "ENTAILMENT"


def test_people_see_the_reasons_and_frames(model: str) -> None:
    shown = run("entail", TEXT, HYPOTHESIS, "--model", model, "--explain")
    assert "'child' is more general than 'boy' in the same slot (subject: A boy)" in shown
    assert "lift (subject: A child, object: a stone)" in shown
    explained = json.loads(run("entail", TEXT, HYPOTHESIS, "--model", model, "--explain", "--json"))
    assert any("lift (subject: A child" in frame for frames in explained["frames"].values() for frame in frames)


def test_patterns_can_decide_alone(model: str) -> None:
    shown = json.loads(run("entail", TEXT, HYPOTHESIS, "--model", model, "--json", "--patterns-only"))
    assert shown["probabilities"] is None
    assert shown["value"] == shown["patterns"]["label"] == "ENTAILMENT"


def test_tables_of_patterns_have_no_probability(model: str, pairs: Path, tmp_path: Path) -> None:
    options = ["--pairs", str(pairs), "--model", model, "--patterns-only"]
    for explain in ([], ["--explain"]):
        rows = [json.loads(line) for line in run("entail", *options, *explain, "--json").splitlines()]
        assert {row["probability"] for row in rows} == {None}
        lines = run("entail", *options, *explain).splitlines()[1:]
        assert {line.split("\t")[5] for line in lines} == {""}


def test_a_model_of_patterns_is_evaluated_by_its_labels(pairs: Path, tmp_path: Path) -> None:
    path = str(tmp_path / "patterns.model")
    run("train", "entail", str(pairs), "-o", path, "--features", "paper", "--patterns-only")
    options = ["--gold", "entailment", "--model", path, "--allow-seen", "--samples", "5", "--json"]
    (row, *_) = json.loads(run("evaluate", "pairs", str(pairs), *options))["rows"]
    assert list(row["metrics"]) == ["Accuracy", "macro F1"]
    assert row["metrics"]["Accuracy"] > 60.0


def test_every_row_of_a_table_has_an_answer(model: str, pairs: Path, tmp_path: Path) -> None:
    goal = tmp_path / "out.tsv"
    run("entail", "--pairs", str(pairs), "-o", str(goal), "--model", model, "--explain")
    header, *lines = goal.read_text(encoding="utf-8").splitlines()
    assert header.split("\t")[4:] == ["value", "probability", "reasons", "contributions", "error"]
    assert len(lines) == 30
    assert all(line.split("\t")[4] in ("ENTAILMENT", "CONTRADICTION", "NEUTRAL") for line in lines)


def test_wrong_input_is_an_error_of_one_line(model: str, pairs: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two texts are needed"):
        run("entail", TEXT)
    with pytest.raises(InputError, match="exclude each other"):
        run("entail", TEXT, HYPOTHESIS, "--pairs", str(pairs))
    with pytest.raises(FormatError, match="no column 'label'"):
        run("train", "entail", str(pairs), "-o", str(tmp_path / "x.model"), "--label-column", "label")
    with pytest.raises(PerpendError):
        run("entail", TEXT, HYPOTHESIS, "--model", str(pairs))
