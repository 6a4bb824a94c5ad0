"""`perpend ter` and `perpend terp` as a person runs them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from perpend.metrics.ter import ter
from perpend.metrics.terp import terp

HYPS = ["On the mat, the cat sat.", "He ran <home> \U0001f3e0", ""]
REFS = ["The cat sat on the mat.", "He was running home", "Nothing."]
MORE = ["A cat sat on a mat.", "He ran home", "Nothing at all."]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perpend", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=120, check=False)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, lines in {"hyp": HYPS, "ref": REFS, "more": MORE, "short": REFS[:2]}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    rows = ["id\thyp\tref", *(f"s{k}\t{pair[0]}\t{pair[1]}" for k, pair in enumerate(zip(HYPS, REFS, strict=True)))]
    (tmp_path / "pairs.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return tmp_path


def test_the_same_json_from_python(files: Path) -> None:
    done = run(files, "metric", "ter", "--hyp", "hyp.txt", "--ref", "ref.txt", "--json", "--segments")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == ter(HYPS, REFS).to_dict(segments=True)
    done = run(
        files,
        "metric",
        "terp",
        "--hyp",
        "hyp.txt",
        "--ref",
        "ref.txt",
        "--ref",
        "more.txt",
        "--costs",
        "terph",
        "--json",
    )
    assert json.loads(done.stdout) == terp(HYPS, [REFS, MORE], "terph").to_dict()


def test_switches_reach_the_library(files: Path) -> None:
    switches = ["--tokenizer", "sacrebleu", "--normalized", "--no-punct", "--asian-support", "--match-case"]
    more = ["--cap", "--chosen-length", "--lengths", "more.txt", "--json"]
    done = run(files, "metric", "ter", "--hyp", "hyp.txt", "--ref", "ref.txt", *switches, *more)
    expected = ter(
        HYPS, REFS, tokenizer="sacrebleu", normalized=True, no_punct=True, asian_support=True, case_sensitive=True,
        cap=True, average_length=False, lengths=MORE,
    )  # fmt: skip
    assert json.loads(done.stdout) == expected.to_dict()
    done = run(files, "metric", "terp", "--hyp", "hyp.txt", "--ref", "ref.txt", "--no-cap", "--json")
    assert json.loads(done.stdout) == terp(HYPS, REFS, cap=False).to_dict()


def test_a_line_of_json_for_each_segment(files: Path) -> None:
    done = run(files, "metric", "terp", "--pairs", "pairs.tsv", "--explain", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["id"] for line in lines] == ["s0", "s1", "s2"]
    for line, segment in zip(lines, terp(HYPS, REFS).segments, strict=True):
        assert line == {"id": line["id"], "reference": 0, "score": segment.score, **segment.alignment.to_dict()}


def test_tables_for_people(files: Path) -> None:
    done = run(files, "metric", "ter", "--hyp", "hyp.txt", "--ref", "ref.txt", "--segments", "--verbose")
    assert done.returncode == 0, done.stderr
    result = ter(HYPS, REFS)
    assert f"{100 * result.score:.2f}" in done.stdout
    assert "shifted words" in done.stdout
    assert result.signature in done.stdout.replace("\n", "")


def test_files_of_the_original(files: Path) -> None:
    done = run(
        files,
        "metric",
        "terp",
        "--hyp",
        "hyp.txt",
        "--ref",
        "ref.txt",
        "--native",
        "out.",
        "--native-formats",
        "sum,nist",
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == [f"wrote out.{end}" for end in ("sum", ".seg.scr", ".doc.scr", ".sys.scr")]
    assert (files / "out.sum").read_text(encoding="utf-8").startswith("Hypothesis File: hyp.txt\nReference File: ref")


def test_phrases(files: Path) -> None:
    (files / "table.tsv").write_text("was running\tran\t0.9\n", encoding="utf-8")
    assert run(files, "phrases", "build", "table.tsv", "--format", "tsv", "-o", "t.phrases").returncode == 0
    done = run(files, "metric", "terp", "--hyp", "hyp.txt", "--ref", "ref.txt", "--phrases", "t.phrases", "--json")
    assert json.loads(done.stdout) == terp(HYPS, REFS, phrases=files / "t.phrases").to_dict()
    assert json.loads(done.stdout)["counts"]["phrase"] == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["metric", "ter", "--hyp", "hyp.txt", "--ref", "short.txt"], "hyp.txt has 3 lines, short.txt has 2"),
        (["metric", "ter", "--hyp", "hyp.txt"], "nothing to score: give --hyp FILE and --ref FILE, or --pairs FILE"),
        (["metric", "terp"], "nothing to score"),
        (["metric", "ter", "--pairs", "pairs.tsv", "--hyp", "hyp.txt"], "--pairs holds both sides"),
        (["metric", "ter", "--pairs", "hyp.txt"], "hyp.txt:1: columns"),
        (["metric", "ter", "--hyp", "none.txt", "--ref", "ref.txt"], "none.txt cannot be read"),
        (
            ["metric", "ter", "--pairs", "pairs.tsv", "--format", "pdf", "--lengths", "ref.txt"],
            "unknown segment format 'pdf'",
        ),
        (["metric", "ter", "--pairs", "pairs.tsv", "--tokenizer", "x"], "unknown tokenizer of TER 'x'"),
        (
            ["metric", "ter", "--pairs", "pairs.tsv", "--asian-support"],
            "asian_support is a switch of the sacrebleu tokenizer",
        ),
        (
            ["metric", "ter", "--pairs", "pairs.tsv", "--explain", "--native", "x"],
            "--explain keeps nothing for --native",
        ),
        (
            ["metric", "ter", "--pairs", "pairs.tsv", "--native", "x", "--native-formats", "pdf"],
            "unknown output format 'pdf'",
        ),
        (
            ["metric", "ter", "--pairs", "pairs.tsv", "--native", "hyp.txt/x"],
            "hyp.txt/x.sum: there is no folder hyp.txt",
        ),
        (["metric", "terp", "--pairs", "pairs.tsv", "--costs", "x"], "unknown costs 'x'"),
        (["metric", "terp", "--pairs", "pairs.tsv", "--phrases", "x"], "x"),
    ],
)
def test_mistakes_are_one_line(files: Path, arguments: list[str], problem: str) -> None:
    done = run(files, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("perpend: ")
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1


def test_help_has_examples() -> None:
    for command in ("ter", "terp"):
        done = run(Path.cwd(), "metric", command, "--help")
        assert f"perpend metric {command} --hyp system.txt --ref human.txt" in done.stdout
