"""`perpend metric` as a person runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from perpend.metrics.bleu import bleu
from perpend.metrics.chrf import chrf
from perpend.metrics.comparison import compare
from perpend.metrics.nist import Nist, nist
from perpend.metrics.per import per
from perpend.metrics.ter import ter
from perpend.metrics.terp import terp
from perpend.metrics.wer import wer

HYPS = ["The cat sat on the mat, it did.", "He ran <home> \U0001f3e0", ""]
REFS = ["The cat sat on a mat, it did!", "He was running home", "Nothing."]
MORE = ["A cat sat on a mat.", "He ran home", "Nothing at all."]
METRICS: dict[str, Any] = {
    "bleu": bleu, "chrf": chrf, "nist": nist, "per": per, "ter": ter, "terp": terp, "wer": wer,
}  # fmt: skip
BOTH = ["--hyp", "hyp.txt", "--ref", "ref.txt"]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", *arguments]
    return subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        env=os.environ | {"COLUMNS": "200"},
        check=False,
    )


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, lines in {"hyp": HYPS, "ref": REFS, "more": MORE, "short": REFS[:2], "empty": []}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (tmp_path / "latin.txt").write_bytes(b"fine\ncaf\xe9\nfine\n")
    return tmp_path


@pytest.mark.parametrize("name", METRICS)
def test_the_same_json_from_python(files: Path, name: str) -> None:
    done = run(files, "metric", name, *BOTH, "--ref", "more.txt", "--json", "--segments")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == METRICS[name](HYPS, [REFS, MORE]).to_dict(segments=True)


@pytest.mark.parametrize(
    ("name", "switches", "settings"),
    [
        ("wer", ["--tokenizer", "13a", "--ignore-case", "--chosen-length"],
         {"tokenizer": "13a", "lowercase": True, "average_length": False}),
        ("per", ["--tokenizer", "char"], {"tokenizer": "char"}),
        ("bleu", ["--order", "3", "--tokenizer", "intl", "--smooth", "add-k", "--smooth-value", "2",
                  "--effective-order", "--no-brevity-penalty", "--reference-length", "shortest", "--ignore-case"],
         {"order": 3, "tokenizer": "intl", "smooth": "add-k", "smooth_value": 2.0, "effective_order": True,
          "brevity_penalty": False, "reference_length": "shortest", "lowercase": True}),
        ("chrf", ["--char-order", "4", "--word-order", "2", "--beta", "3", "--ignore-case", "--whitespace",
                  "--eps-smoothing"],
         {"char_order": 4, "word_order": 2, "beta": 3.0, "lowercase": True, "whitespace": True, "eps_smoothing": True}),
        ("nist", ["--order", "2", "--tokenizer", "none", "--ignore-case"],
         {"order": 2, "tokenizer": "none", "lowercase": True}),
    ],
)  # fmt: skip
def test_switches_reach_the_library(files: Path, name: str, switches: list[str], settings: dict[str, Any]) -> None:
    done = run(files, "metric", name, *BOTH, *switches, "--json")
    assert json.loads(done.stdout) == METRICS[name](HYPS, REFS, **settings).to_dict()


def test_information_from_files(files: Path) -> None:
    done = run(
        files,
        "metric",
        "nist",
        *BOTH,
        "--information",
        "ref.txt",
        "--information",
        "more.txt",
        "--own-ngrams",
        "--json",
    )
    expected = Nist().trained([*REFS, *MORE], own_ngrams=True).score(HYPS, REFS)
    assert json.loads(done.stdout) == expected.to_dict()


def test_tables_for_people(files: Path) -> None:
    done = run(files, "metric", "bleu", *BOTH, "--segments", "--verbose")
    assert done.returncode == 0, done.stderr
    result = bleu(HYPS, REFS)
    assert f"{100 * result.score:.2f}" in done.stdout
    assert "match 1" in done.stdout
    assert done.stdout.endswith(f"{result.signature}\n")


@pytest.mark.parametrize("command", [["metric", "ter"], ["metric", "terp"], ["metric", "chrf"]])
def test_several_systems(files: Path, command: list[str]) -> None:
    others = [
        "--compare",
        "more.txt",
        "--compare",
        "hyp.txt",
        "--test",
        "randomisation",
        "--samples",
        "50",
        "--seed",
        "3",
    ]
    done = run(files, *command, *BOTH, *others, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    metric = METRICS[command[-1]]
    results = {"hyp.txt": metric(HYPS, REFS), "more.txt": metric(MORE, REFS), "hyp.txt (2)": metric(HYPS, REFS)}
    expected = compare(results, test="randomisation", samples=50, seed=3).to_dict()
    assert [system.pop("result") for system in found["systems"]] == [result.to_dict() for result in results.values()]
    assert found == expected
    done = run(files, *command, *BOTH, *others, "--segments", "--verbose")
    assert done.returncode == 0, done.stderr
    assert "hyp.txt (2)" in done.stdout
    assert "difference" in done.stdout
    assert done.stdout.endswith(f"{expected['signature']}\n")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["bleu", "--hyp", "hyp.txt", "--ref", "short.txt"], "hyp.txt has 3 lines, short.txt has 2"),
        (["bleu", *BOTH, "--compare", "short.txt"], "short.txt has 2 lines, ref.txt has 3"),
        (["wer", "--hyp", "hyp.txt"], "nothing to score: give --hyp FILE and --ref FILE, or --pairs FILE"),
        (["per"], "nothing to score"),
        (["chrf", "--hyp", "latin.txt", "--ref", "ref.txt"], "latin.txt:2: byte 0xe9 is not UTF-8"),
        (["chrf", "--hyp", "hyp.txt", "--ref", "latin.txt"], "latin.txt:2: byte 0xe9 is not UTF-8"),
        (["nist", "--hyp", "none.txt", "--ref", "ref.txt"], "none.txt cannot be read"),
        (["bleu", *BOTH, "--tokenizer", "x"], "unknown tokenizer 'x'; known: 13a, char, intl, none, zh"),
        (["bleu", *BOTH, "--smooth", "x"], "unknown smoothing 'x'"),
        (["bleu", *BOTH, "--order", "0"], "--order: a number from 1 to 100 is needed"),
        (["bleu", *BOTH, "--compare", "more.txt", "--test", "x"], "unknown test 'x'; known: bootstrap, randomisation"),
        (["nist", *BOTH, "--own-ngrams"], "give --information FILE too"),
        (["wer", "--pairs", "x.tsv", "--compare", "more.txt"], "--compare needs a baseline"),
        (["wer", "--hyp", "empty.txt", "--ref", "empty.txt", "--compare", "empty.txt"], "nothing to compare"),
        (["ter", *BOTH, "--compare", "more.txt", "--explain"], "leave out --explain and --native"),
    ],
)
def test_mistakes_are_one_line(files: Path, arguments: list[str], problem: str) -> None:
    done = run(files, "metric", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("perpend: ")
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_line_of_100_megabytes_is_one_line_of_complaint(files: Path) -> None:
    with (files / "huge.txt").open("wb") as file:
        file.write(b"fine\n")
        for _ in range(100):
            file.write(b"word and " * (2**20 // 9))
        file.write(b"\nfine\n")
    for name in ("wer", "bleu", "chrf"):
        done = run(files, "metric", name, "--hyp", "huge.txt", "--ref", "ref.txt")
        assert done.returncode == 2
        assert done.stderr == "perpend: huge.txt:2: a line of more than 16 MB: is it a text file?\n"


def test_empty_files_and_empty_references(files: Path) -> None:
    done = run(files, "metric", "bleu", "--hyp", "empty.txt", "--ref", "empty.txt", "--json")
    assert (json.loads(done.stdout)["score"], json.loads(done.stdout)["segment_count"]) == (0.0, 0)
    (files / "blank.txt").write_text("\n\n\n", encoding="utf-8")
    done = run(files, "metric", "wer", "--hyp", "hyp.txt", "--ref", "blank.txt", "--json")
    assert json.loads(done.stdout)["score"] == 1.0


def test_help_has_examples() -> None:
    for name in METRICS:
        done = run(Path.cwd(), "metric", name, "--help")
        assert f"perpend metric {name} --hyp system.txt" in done.stdout
