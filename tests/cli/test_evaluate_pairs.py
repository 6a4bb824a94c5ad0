"""`perpend evaluate pairs`, as a person runs it: its table, its JSON, its file and its mistakes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity.training import train_perp

TRAINING = [("The doctor left.", "Left, the physician."), ("A cat", "A dog"), ("Two dogs ran.", "It rains.")]
LABELS = [4.5, 2.0, 0.0]
ROWS = [
    "a\t5\t4\tthe cat sat\tthe cat sat",
    "a\t3\t2\tthe cat sat\tthe cat was sitting",
    "b\t2\t2\tthe cat sat\ta cat lay there",
    "b\t0\t1\tthe cat sat\tit rains",
]
QUICK = ("--samples", "20")


def evaluate(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", "evaluate", "pairs", *map(str, words), *QUICK]
    environment = os.environ | {"COLUMNS": "200"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evaluate")
    (folder / "mine.tsv").write_text("\n".join(["set\tgold\tthem\ttext1\ttext2", *ROWS]) + "\n", encoding="utf-8")
    train_perp(TRAINING, LABELS, epochs=20, rate=0.1).save(folder / "one.json")
    (folder / "phrases.tsv").write_text("sat\twas sitting\t0.5\n", encoding="utf-8")
    build_phrase_table(folder / "phrases.tsv", folder / "table", format="tsv")
    table = PhraseTable.open(folder / "table")
    train_perp(TRAINING, LABELS, epochs=20, rate=0.1, phrases=table).save(folder / "two.json")
    return folder


def test_the_table_shows_models_and_rivals(folder: Path) -> None:
    ended = evaluate(folder / "mine.tsv", "--model", folder / "one.json", "--group", "set", "--verbose")
    assert ended.returncode == 0, ended.stderr
    for text in ("one.json", "TERp (default)", "overlap", "Pearson", "Kendall", "ALLnrm", " to ", "data:mine.tsv/"):
        assert text in ended.stdout


def test_the_file_holds_what_is_printed(folder: Path) -> None:
    models = ("--model", folder / "one.json", "--model", folder / "two.json", "--phrases", folder / "table")
    ended = evaluate(folder / "mine.tsv", *models, "--against", "them", "--json", "-o", folder / "out.json")
    assert ended.returncode == 0, ended.stderr
    assert (folder / "out.json").read_text(encoding="utf-8") == ended.stdout
    report = json.loads(ended.stdout)
    systems = [str(folder / "one.json"), str(folder / "two.json"), "them", "TERp (default)", "tf-idf", "overlap"]
    assert [row["system"] for row in report["rows"]] == systems
    assert {"task", "gold", "rows", "signature"} == report.keys()
    assert all(list(row["tests"]) == ["them"] for row in report["rows"] if row["system"] != "them")


def test_pairs_that_were_trained_on_are_never_a_secret(folder: Path) -> None:
    rows = [f"{label}\t{one}\t{other}" for label, (one, other) in zip(LABELS, TRAINING, strict=True)]
    (folder / "seen.tsv").write_text("\n".join(["gold\ttext1\ttext2", *rows]) + "\n", encoding="utf-8")
    model = ("--model", folder / "one.json")
    refused = evaluate(folder / "seen.tsv", *model)
    assert refused.returncode == 2
    assert "learned from 3 of the 3 pairs of seen.tsv, first from line 2" in refused.stderr
    assert refused.stderr.count("\n") == 1
    shown = evaluate(folder / "seen.tsv", *model, "--allow-seen")
    assert "one.json (has seen pairs)" in shown.stdout
    assert "one.json learned from 3 of these pairs" in shown.stdout


def test_mistakes_are_one_line(folder: Path) -> None:
    model = ("--model", folder / "one.json")
    for words, message in [
        ((folder / "mine.tsv", *model, "--gold", "judged"), "no column 'judged'"),
        ((folder / "mine.tsv", *model, *model), "named twice"),
        ((folder / "mine.tsv", "--model", folder / "two.json"), "give that table (--phrases)"),
        ((folder / "mine.tsv", *model, "-o", "nowhere/out.json"), "there is no folder nowhere"),
        ((folder / "absent.tsv", *model), "No such file"),
        ((folder / "mine.tsv", *model, "--columns", "text1", "text3"), "no column 'text3'"),
    ]:
        ended = evaluate(*words)
        assert ended.returncode == 2
        assert message in ended.stderr
        assert ended.stderr.startswith("perpend: ")
        assert ended.stderr.count("\n") == 1


def test_columns_alone_need_no_model(folder: Path) -> None:
    ended = evaluate(folder / "mine.tsv", "--column", "them", "--json")
    assert ended.returncode == 0, ended.stderr
    systems = [row["system"] for row in json.loads(ended.stdout)["rows"]]
    assert systems == ["them", "TERp (default)", "tf-idf", "overlap"]


def test_the_old_name_of_a_second_model_still_works(folder: Path) -> None:
    models = ("--model", folder / "one.json", "--compare", "perp-sts")
    ended = evaluate(folder / "mine.tsv", *models, "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["rows"][1]["system"] == "perp-sts"
    assert ended.stderr.startswith("perpend: --compare is called --model now")
    assert ended.stderr.count("\n") == 1


def test_yes_and_no_as_gold(folder: Path) -> None:
    rows = ["Yes\t1\tthe cat sat\tthe cat sat", "no\t1\ta dog ran\tit rains", "NO\t0\ta cow\tone hen", "yes\tyes\tb\tb"]
    (folder / "yes.tsv").write_text("\n".join(["gold\tthem\ttext1\ttext2", *rows]) + "\n", encoding="utf-8")
    ended = evaluate(folder / "yes.tsv", "--column", "them", "--model", "perp-sts", "--json")
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert report["gold"] == "yes/no"
    found = {row["system"]: row for row in report["rows"]}
    assert found["them"]["metrics"]["Accuracy"] == 75.0
    assert found["them"]["confusion"] == {"no": {"no": 1, "yes": 1}, "yes": {"no": 0, "yes": 2}}
    assert found["perp-sts"]["metrics"] == {"AUC": 1.0}
    assert "F-measure" in evaluate(folder / "yes.tsv", "--column", "them").stdout


@pytest.mark.parametrize("table", ["sts2012", "sts2012-choices", "msrp", "combination", "names"])
def test_published_tables_of_the_first_version_are_found_elsewhere(table: str) -> None:
    command = [sys.executable, "-m", "perpend", "evaluate", table, "--mirror", "data", "-o", "x.json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert f"python -m experiments {table}`" in ended.stderr
    assert ended.stderr.count("\n") == 1
