"""`perpend entail` with its default model: for people, for programs, for tables; `perpend train entail` from it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import perpend
from perpend.cli.main import app
from perpend.errors import InputError, PerpendError

FOLLOWS = ("A poodle barked at the postman.", "A dog barked.")
OTHER = ("The shop is open.", "The shop is closed.")


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    if isinstance(result.exception, PerpendError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


def test_an_answer_for_people() -> None:
    shown = run("entail", *FOLLOWS, "--explain")
    assert shown.startswith("ENTAILMENT: the hypothesis follows from the text, with probability ")
    assert "- 'poodle' is a kind of 'dog'" in shown
    assert "follows: findings" in shown
    assert "(contradicts, log-odds)" in shown


def test_an_answer_for_programs_is_that_of_the_function() -> None:
    options = ["--prior", "0.3", "--least-confidence", "0.7"]
    facts = json.loads(run("entail", *OTHER, "--json", *options))
    assert facts == perpend.entail(*OTHER, prior=0.3, least_confidence=0.7).to_dict()
    assert "prior:0.3|least-confidence:0.7" in facts["signature"]


def test_a_page(tmp_path: Path) -> None:
    run("entail", *FOLLOWS, "--html", str(tmp_path / "page.html"))
    assert "is a kind of" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_table(tmp_path: Path) -> None:
    pairs, judged = tmp_path / "pairs.tsv", tmp_path / "judged.jsonl"
    rows = ["\t".join(pair) for pair in (FOLLOWS, OTHER, ("", "a dog"))]
    pairs.write_text("\n".join(["text1\ttext2", *rows]) + "\n", encoding="utf-8")
    run("entail", "--pairs", str(pairs), "-o", str(judged), "--explain")
    found = [json.loads(line) for line in judged.read_text(encoding="utf-8").splitlines()]
    assert [one["value"] for one in found] == ["ENTAILMENT", "CONTRADICTION", "NEUTRAL"]
    assert found[0]["reasons"][0] == "'poodle' is a kind of 'dog'"


def test_patterns_are_those_of_the_paper() -> None:
    facts = json.loads(run("entail", "The gate is opening", "The gate is closing", "--patterns-only", "--json"))
    assert facts["patterns"]["label"] == facts["value"]
    with pytest.raises(PerpendError, match="patterns only is for models of the kind entailment"):
        run("entail", *OTHER, "--patterns-only", "--model", "entail-everyday")


def test_a_few_labels_leave_the_default_as_it_is(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    people = ("baker", "nurse", "pilot", "judge")
    rows = [(f"The {one} slept.", f"The {one} was not awake.", "ENTAILMENT") for one in people]
    rows += [(f"The {one} slept.", f"The {one} sold a car.", "NEUTRAL") for one in people]
    rows += [(f"The {one} slept.", f"The {one} did not sleep.", "CONTRADICTION") for one in people]
    pairs = tmp_path / "pairs.tsv"
    lines = ["\t".join(row) for row in [("text1", "text2", "entailment"), *rows]]
    pairs.write_text("\n".join(lines) + "\n", encoding="utf-8")
    mine = tmp_path / "mine.model"
    shown = run("train", "entail", str(pairs), "-o", str(mine))
    assert shown.startswith("12 pairs; follows: ")
    found = json.loads(run("entail", *FOLLOWS, "--model", str(mine), "--json"))
    assert found["value"] == "ENTAILMENT"
    with pytest.raises(InputError, match="--start goes with no --paper"):
        run("train", "entail", str(pairs), "-o", str(mine), "--start", "entail-everyday", "--paper")
