"""What a build counts, keeps and leaves out; and that nothing half-written is ever found."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from perpend.errors import FormatError, SettingError
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable

TSV = """early\tsoon\t0.5
early\tsoon\t1.5
early\tearly\t0.5
early\t \t0.5
early\tin time\t0
early\tsoon
early\tsoon\t-0.25
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "small table.tsv"
    path.write_text(TSV, encoding="utf-8")
    return path


def test_what_is_kept_and_counted(source: Path, tmp_path: Path) -> None:
    report = build_phrase_table(source, tmp_path / "table")
    expected = {"pairs": 4, "above_one": 1, "blank": 1, "same": 1, "not_positive": 2, "bad_lines": 1, "clamp": True}
    assert {key: report.info[key] for key in expected} == expected
    assert [bad.line for bad in report.bad_lines] == [6]
    assert report.info["name"] == "small-table"
    paraphrases = PhraseTable.open(tmp_path / "table").lookup("early")
    assert [p for _, p in paraphrases] == [0.5, 1.0, -0.25, 0.0]


def test_clamping_is_a_switch_and_off_for_terp(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "table"
    build_phrase_table(source, target, clamp=False)
    assert max(PhraseTable.open(target).pair_p) == 1.5
    terp = tmp_path / "terp.txt"
    terp.write_text("7 <p>early</p> <p>soon</p>\n", encoding="utf-8")
    assert build_phrase_table(terp, target).info["clamp"] is False
    assert PhraseTable.open(target).pair_p.tolist() == [7.0]
    build_phrase_table(terp, target, clamp=True)
    assert PhraseTable.open(target).pair_p.tolist() == [1.0]


def test_the_same_source_gives_the_same_bytes(source: Path, tmp_path: Path) -> None:
    build_phrase_table(source, tmp_path / "one")
    build_phrase_table(source, tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_only_the_first_bad_lines_are_quoted(tmp_path: Path) -> None:
    source = tmp_path / "bad.tsv"
    source.write_text("a\tb\t0.5\n" + "oops\n" * 50, encoding="utf-8")
    report = build_phrase_table(source, tmp_path / "table")
    assert report.info["bad_lines"] == 50
    assert [bad.line for bad in report.bad_lines] == list(range(2, 22))


def test_phrases_beyond_the_limit_are_bad_lines(tmp_path: Path) -> None:
    source = tmp_path / "long.tsv"
    source.write_text(f"{'a ' * 255}\tb\t0.5\nb\t{'a ' * 256}\t0.5\n", encoding="utf-8")
    report = build_phrase_table(source, tmp_path / "table")
    assert report.info["longest"] == 255
    assert report.bad_lines[0].problem == "a phrase of 256 words; at most 255 are taken"
    assert len(PhraseTable.open(tmp_path / "table").matches(["a"] * 300, ["b"])) == 46


@pytest.mark.parametrize("content", ["same\tsame\t0.5\n", "a\tb\tnot a number\n", " \t \t1\n"])
def test_no_pairs_are_an_error_and_no_file(tmp_path: Path, content: str) -> None:
    source = tmp_path / "empty.tsv"
    source.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match="no pair of phrases in it, read as tsv"):
        build_phrase_table(source, tmp_path / "table")
    assert list(tmp_path.iterdir()) == [source]


def test_names_fit_into_signatures(source: Path, tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="cannot name a phrase table"):
        build_phrase_table(source, tmp_path / "table", name="a;b")


def test_progress_goes_to_its_end(source: Path, tmp_path: Path) -> None:
    steps = []
    build_phrase_table(source, tmp_path / "table", progress=lambda *step: steps.append(step))
    assert {name for name, _, _ in steps} == {"reading", "numbering phrases", "sorting pairs"}
    assert all(0 <= done <= total for _, done, total in steps)
    assert steps[-1] == ("sorting pairs", 1, 1)


def test_a_failing_build_leaves_the_old_table(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "table"
    build_phrase_table(source, target)
    before = target.read_bytes()
    source.write_bytes(TSV.encode() + b"\xff\n")
    with pytest.raises(FormatError, match=":8: not UTF-8"):
        build_phrase_table(source, target)
    assert target.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == sorted([source, target])


def test_a_killed_build_leaves_the_old_table(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "table"
    build_phrase_table(source, target)
    before = target.read_bytes()
    pipe = tmp_path / "ready"
    os.mkfifo(pipe)
    script = (
        "import sys, pathlib, time\n"
        "from perpend.lexicon.phrases.builder import build_phrase_table\n"
        "def pause(step, done, total):\n"
        "    if step == 'sorting pairs':\n"
        "        pathlib.Path(sys.argv[3]).write_text('now')\n"
        "        time.sleep(60)\n"
        "build_phrase_table(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), progress=pause)\n"
    )
    build = subprocess.Popen([sys.executable, "-c", script, str(source), str(target), str(pipe)])
    assert pipe.read_text() == "now"
    time.sleep(0.01)
    build.send_signal(signal.SIGKILL)
    assert build.wait() == -signal.SIGKILL
    assert target.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == sorted([source, target, pipe])
