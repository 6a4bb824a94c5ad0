"""`perpend paraphrase` with its default model: for people, for programs, for tables."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import perpend
from perpend.cli.main import app
from perpend.errors import InputError, PerpendError

SAME = ("The council closed the old bridge in March.", "In March, the council closed the old bridge.")
OTHER = ("The factory cut its prices again.", "The factory raised its prices again.")


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    if isinstance(result.exception, PerpendError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


def test_an_answer_for_people() -> None:
    shown = run("paraphrase", *OTHER, "--explain")
    assert shown.startswith("no: the texts do not mean the same, with probability 0.")
    assert "- 'cut' and 'raised' are opposites" in shown
    assert "cut{!1}" in shown
    assert "texts that differ in nothing" in shown
    assert "(log-odds)" in shown


def test_an_answer_for_programs_is_that_of_the_function() -> None:
    options = ["--prior", "0.3", "--least-confidence", "0.7"]
    facts = json.loads(run("paraphrase", *SAME, "--json", *options))
    assert facts == perpend.paraphrase(*SAME, prior=0.3, least_confidence=0.7).to_dict()
    assert facts["prior"] == 0.3
    assert "prior:0.3|least-confidence:0.7" in facts["signature"]


def test_a_page(tmp_path: Path) -> None:
    run("paraphrase", *OTHER, "--html", str(tmp_path / "page.html"))
    assert "are opposites" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_table(tmp_path: Path) -> None:
    pairs, judged = tmp_path / "pairs.tsv", tmp_path / "judged.jsonl"
    rows = ["\t".join(pair) for pair in (SAME, OTHER, ("", "a"))]
    pairs.write_text("\n".join(["text1\ttext2", *rows]) + "\n", encoding="utf-8")
    run("paraphrase", "--pairs", str(pairs), "-o", str(judged), "--explain", "--least-confidence", "0.99")
    found = [json.loads(line) for line in judged.read_text(encoding="utf-8").splitlines()]
    assert [one["value"] for one in found] == ["can't tell", "can't tell", "no"]
    assert all(0.5 <= one["probability"] <= 1 and one["reasons"] for one in found)
    assert found[1]["reasons"][0] == "'cut' and 'raised' are opposites"
    shown = run("paraphrase", "--pairs", str(pairs)).splitlines()
    assert [line.split("\t")[2] for line in shown[1:]] == ["yes", "no", "no"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (
            ["a", "b", "--model", "paraphrase-msrp", "--prior", "0.4"],
            "prior is for models of the kind equivalence, not",
        ),
        (["a", "b", "--model", "paraphrase-msrp", "--least-confidence", "0.9"], "least confidence is for models of"),
        (["a", "b", "--model", "everyday"], "'equivalence' or 'paraphrase' was needed"),
    ],
)
def test_what_does_not_fit_the_model_is_one_line(arguments: list[str], problem: str) -> None:
    with pytest.raises(PerpendError, match=problem):
        run("paraphrase", *arguments)


def test_another_tagger_is_refused(blank_pipeline: str) -> None:
    with pytest.raises(PerpendError, match=r"annotator \(--pipeline\) is for models of the kind paraphrase, not"):
        run("paraphrase", "a", "b", "--pipeline", blank_pipeline)


def test_two_texts_or_a_table() -> None:
    with pytest.raises(InputError, match="two texts are needed"):
        run("paraphrase", "one text")
