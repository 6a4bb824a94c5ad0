"""The whole of the making: the same bytes whatever the memory and however often it is killed; errors of one line."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from perpend.errors import InputError, MissingResource, PerpendError, ResourceError, SettingError
from perpend.lexicon.phrases.pivot.filters import Filters
from perpend.lexicon.phrases.pivot.maker import extract_phrase_table
from perpend.lexicon.phrases.pivot.settings import PivotSettings, bytes_of
from perpend.lexicon.phrases.table import PhraseTable

# Kills itself right before the n-th file would get its name.
DRIVER = """
import os, signal, sys
from pathlib import Path
from perpend.lexicon.phrases.pivot.filters import Filters
from perpend.lexicon.phrases.pivot.maker import extract_phrase_table
from perpend.lexicon.phrases.pivot.settings import PivotSettings

left, plain = int(sys.argv[2]), Path.replace

def replace(self, target):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    return plain(self, target)

Path.replace = replace
folder = Path(sys.argv[1])
extract_phrase_table(
    folder / "text.es", folder / "text.en", folder / "table.phrases", alignments=folder / "text.links",
    settings=PivotSettings(memory=1 << 20, filters=Filters(min_count=1)), resume=sys.argv[3] == "resume",
)
print(left)
"""


def larger(bitext: Any, lines: int = 400) -> None:
    """Replace the sentences by many, drawn by chance: enough for several runs in the least memory."""
    chance = Random(7)
    rows = []
    for _ in range(lines):
        words = [chance.randrange(30) for _ in range(chance.randint(1, 12))]
        target = [f"t{word}" if chance.random() < 0.6 else f"u{word}" for word in words]
        rows.append((" ".join(f"s{word}" for word in words), " ".join(target), len(words)))
    bitext.source.write_text("".join(f"{one}\n" for one, _, _ in rows), encoding="utf-8")
    bitext.target.write_text("".join(f"{one}\n" for _, one, _ in rows), encoding="utf-8")
    links = (" ".join(f"{k}-{k}" for k in range(size)) for _, _, size in rows)
    bitext.links.write_text("".join(f"{one}\n" for one in links), encoding="utf-8")


def make(bitext: Any, **settings: Any) -> bytes:
    chosen = PivotSettings(**{"filters": Filters(min_count=1), **settings})
    extract_phrase_table(bitext.source, bitext.target, bitext.output, alignments=bitext.links, settings=chosen)
    assert not bitext.work.exists()
    return bitext.output.read_bytes()


def drive(folder: Path, left: int, how: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", DRIVER, str(folder), str(left), how]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_memory_changes_no_byte(bitext: Any) -> None:
    larger(bitext)
    assert make(bitext, memory=1 << 20) == make(bitext, memory=1 << 30)
    PhraseTable.open(bitext.output).verify()


def test_killed_again_and_again_it_ends_with_the_same_bytes(bitext: Any, tmp_path: Path) -> None:
    larger(bitext)
    wanted = make(bitext, memory=1 << 20)
    bitext.output.unlink()
    # First of all, how many files get their names in a run that is not killed.
    renamed = 10**6 - int(drive(tmp_path, 10**6, "anew").stdout)
    assert bitext.output.read_bytes() == wanted
    bitext.output.unlink()
    kills, how = 0, "anew"
    while True:
        done = drive(tmp_path, 9, how)
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL, done.stderr
        assert not bitext.output.exists(), "a table was there before it was whole"
        kills, how = kills + 1, "resume"
        assert kills <= renamed, "no headway"
    assert kills >= 4
    assert bitext.output.read_bytes() == wanted
    assert not bitext.work.exists()


@pytest.mark.parametrize("left", [2, 5, 12, 17])
def test_nothing_is_done_twice(bitext: Any, tmp_path: Path, left: int) -> None:
    """The steps that were entered before a kill are untouched by what follows: their files keep their times."""
    wanted = make(bitext)
    bitext.output.unlink()
    assert drive(tmp_path, left, "anew").returncode == -signal.SIGKILL
    manifest = bitext.work / "manifest.json"
    before = {path.name: path.stat().st_mtime_ns for path in bitext.work.iterdir() if not path.name.startswith(".")}
    entered = json.loads(manifest.read_text(encoding="utf-8"))["steps"]
    kept = {name for step in entered.values() for name in step["columns"]}
    assert drive(tmp_path, 2, "resume").returncode == -signal.SIGKILL
    for name in kept & {path.name for path in bitext.work.iterdir()}:
        assert (bitext.work / name).stat().st_mtime_ns == before[name], name
    assert drive(tmp_path, 10**6, "resume").returncode == 0
    assert bitext.output.read_bytes() == wanted


def test_unequal_files(bitext: Any) -> None:
    bitext.source.write_text("una\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        make(bitext)
    assert "text.es ends after 1 lines, but" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("text.en", b"\xff\n", "text.en:1: byte 0xff is not UTF-8"),
        ("text.es", b"a " * 65_536 + b"\n", "text.es:1: a line of 65,536 words; at most 65,535 are taken"),
        ("text.links", b"0-9\n", "text.links:1: the link 0-9 is out of range"),
        ("text.links", b"hello\n", "text.links:1: 'hello' is not a link"),
        ("text.links", b"", "text.links: it ends after 0 lines"),
        ("text.en", b"\x1f\x8bnonsense", "text.en: the compressed data end early or are damaged"),
    ],
)
def test_wrong_files(bitext: Any, name: str, content: bytes, message: str) -> None:
    (bitext.output.parent / name).write_bytes(content)
    with pytest.raises(PerpendError) as caught:
        make(bitext)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not bitext.output.exists()
    assert not bitext.work.exists(), "the next run, on a better file, would be refused"


def test_empty_files(bitext: Any) -> None:
    for path in (bitext.source, bitext.target, bitext.links):
        path.write_bytes(b"")
    with pytest.raises(InputError, match="are empty: name files of parallel sentences"):
        make(bitext)


def test_absent_files(bitext: Any) -> None:
    bitext.source.unlink()
    with pytest.raises(InputError, match=r"text.es cannot be read: No such file or directory; name a file as source"):
        make(bitext)


def test_absent_eflomal(bitext: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingResource) as caught:
        extract_phrase_table(bitext.source, bitext.target, bitext.output)
    assert "`pip install eflomal`" in str(caught.value)
    assert "--alignments FILE" in str(caught.value)
    assert not bitext.work.exists()


def stand_in(folder: Path, script: str) -> None:
    """A program of that name that gets its arguments in eflomal's order."""
    folder.mkdir()
    program = folder / "eflomal-align"
    program.write_text(f"#!{sys.executable}\nimport sys\n{script}", encoding="utf-8")
    program.chmod(0o755)


COPY = """
_, _, source, _, target, _, forward, _, backward, _ = sys.argv
links = open(sys.argv[2].rsplit("/", 2)[0] + "/text.links").read()
assert len(open(source).readlines()) == len(open(target).readlines()) == 9
assert all(word.isdigit() for word in open(source).read().split())
open(forward, "w").write(links)
open(backward, "w").write(links)
"""


def test_words_aligned_by_a_program(bitext: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in(tmp_path / "bin", COPY)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    saved = tmp_path / "saved.links"
    settings = PivotSettings(filters=Filters(min_count=1))
    extract_phrase_table(bitext.source, bitext.target, bitext.output, save_alignments=saved, settings=settings)
    assert saved.read_text(encoding="utf-8") == bitext.links.read_text(encoding="utf-8")
    aligned = PhraseTable.open(bitext.output)
    assert [aligned.pair(k) for k in range(len(aligned))]
    make(bitext)
    given = PhraseTable.open(bitext.output)
    assert [given.pair(k) for k in range(len(given))] == [aligned.pair(k) for k in range(len(aligned))]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("sys.exit('out of luck')", "failed (out of luck): try it by hand, or give --alignments FILE"),
        ("sys.exit(3)", "failed (it ended with code 3)"),
        ("pass", "failed (it ended with code 0)"),
    ],
)
def test_a_program_that_fails(
    bitext: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, message: str
) -> None:
    stand_in(tmp_path / "bin", script)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    with pytest.raises(ResourceError) as caught:
        extract_phrase_table(bitext.source, bitext.target, bitext.output)
    assert message in str(caught.value)


def test_a_full_disk(bitext: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    wanted = make(bitext)
    bitext.output.unlink()
    monkeypatch.setattr("perpend.lexicon.phrases.pivot.maker.write_paraphrases", full)
    with pytest.raises(InputError, match="No space left on device: make room there, then go on with --resume"):
        make(bitext)
    monkeypatch.undo()
    settings = PivotSettings(filters=Filters(min_count=1))
    extract_phrase_table(
        bitext.source, bitext.target, bitext.output, alignments=bitext.links, settings=settings, resume=True
    )
    assert bitext.output.read_bytes() == wanted


def test_case_and_escapes(bitext: Any) -> None:
    bitext.target.write_text(bitext.target.read_text(encoding="utf-8").replace("in check", "in &apos;Check"), "utf-8")
    make(bitext)
    lower = PhraseTable.open(bitext.output)
    assert ("in", "'check") in [words for words, _ in lower.lookup("under control")]
    make(bitext, lower=False)
    kept = PhraseTable.open(bitext.output)
    assert ("in", "'Check") in [words for words, _ in kept.lookup("under control")]
    assert kept.lookup("Under control")


@pytest.mark.parametrize(
    ("amount", "wanted"), [("2G", 2 << 30), ("500m", 500 << 20), ("1.5 MB".replace(" ", ""), 3 << 19), ("7k", 7 << 10)]
)
def test_amounts_of_memory(amount: str, wanted: int) -> None:
    assert bytes_of(amount) == wanted


@pytest.mark.parametrize("amount", ["", "much", "-2G", "2T", "1e9", "G"])
def test_no_amounts_of_memory(amount: str) -> None:
    with pytest.raises(SettingError, match="is no amount of memory"):
        bytes_of(amount)


@pytest.mark.parametrize("wrong", [{"memory": 1000}, {"max_length": 0}, {"max_length": 11}])
def test_impossible_settings(wrong: dict[str, int]) -> None:
    with pytest.raises(SettingError, match="needed"):
        PivotSettings(**wrong)  # type: ignore[arg-type]
