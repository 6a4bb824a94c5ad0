"""Files of random bytes, and good files that were damaged, as inputs of the commands of phrase tables.

A wrong file is exit code 2 and one line on stderr. A damaged file may still be a good one; a traceback is never right.
`tests/fuzzing` does the same with every reader, without a program for each file.
"""

import gzip
import lzma
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perpend.errors import PerpendError
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.glosses import Glosses

pytestmark = pytest.mark.long

COMMANDS = 40
MINIATURES = Path(__file__).parents[1] / "lexicon" / "mini-wordnet"
TSV = b"ref\thyp\tp\ntake place\toccur\t0.9\nearly\tat the beginning\t0.25\nsoon\tearly\t1.5\n"
METEOR = b"0.25\nat the beginning of\nearly\n0.5\ntake place\noccur\n"
TERP = b"0.25 <p>at the beginning of</p> <p>early</p>\n0.25 0.2 <p>take place</p> <p>occur</p>\n"
SOURCES = {"tsv": TSV, "meteor": METEOR, "terp": TERP}
WRAPPINGS: list[Callable[[bytes], bytes]] = [bytes, gzip.compress, lzma.compress]


def random_bytes(chance: random.Random) -> bytes:
    """Bytes of any length, some of them behind the first bytes of a format that is known here."""
    start = chance.choice(
        (b"", b"", b"\x1f\x8b", b"\xfd7zXZ\x00", b"perpend\0", b"[", b"0.5\n", b"<p>", b"\xef\xbb\xbf")
    )
    return start + chance.randbytes(chance.choice((0, 1, 7, 60, 500, 5_000)))


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The content with some bytes altered, lost or inserted, or cut short."""
    result = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 10))):
        place = chance.randrange(len(result) + 1)
        match chance.randrange(4):
            case 0:
                del result[place:]
            case 1:
                result[place : place + 1] = chance.randbytes(1)
            case 2:
                del result[place : place + chance.randrange(20)]
            case 3:
                result[place:place] = chance.randbytes(chance.randrange(1, 20))
    return bytes(result)


def perpend(*words: str | Path) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "perpend", *map(str, words)]
    return subprocess.run(command, capture_output=True, check=False, timeout=120)


def table_of(folder: Path) -> bytes:
    (folder / "good.tsv").write_bytes(TSV)
    build_phrase_table(folder / "good.tsv", folder / "good")
    return (folder / "good").read_bytes()


@pytest.mark.parametrize("format_", [None, *SOURCES])
def test_random_bytes_to_build_from(
    tmp_path: Path, chance: random.Random, format_: str | None, record_property: Any
) -> None:
    path, table = tmp_path / "source", tmp_path / "table"
    for _ in range(COMMANDS):
        path.write_bytes(random_bytes(chance))
        ended = perpend("phrases", "build", path, "-o", table, *(("--format", format_) if format_ else ()))
        assert (ended.returncode, ended.stdout, ended.stderr.count(b"\n")) == (2, b"", 1), ended.stderr
        assert sorted(tmp_path.iterdir()) == [path]
    record_property("examples", COMMANDS)


@pytest.mark.parametrize("words", [("info",), ("info", "--verify"), ("lookup", "take")], ids=" ".join)
def test_random_bytes_as_a_table(
    tmp_path: Path, chance: random.Random, words: tuple[str, ...], record_property: Any
) -> None:
    good, path = table_of(tmp_path), tmp_path / "table"
    for number in range(COMMANDS):
        path.write_bytes(random_bytes(chance) if number % 2 else damaged(good, chance))
        ended = perpend("phrases", words[0], path, *words[1:])
        assert b"Traceback" not in ended.stderr
        if number % 2 or ended.returncode:
            assert (ended.returncode, ended.stdout, ended.stderr.count(b"\n")) == (2, b"", 1), ended.stderr
    record_property("examples", COMMANDS)


def test_glosses_of_random_files(tmp_path: Path, chance: random.Random, record_property: Any) -> None:
    wordnet = WordNet.shipped()
    cat = wordnet.synsets("cat", "n")[0]
    size = wordnet.tables.file.meta["sources"]["data.noun"]["size"]
    for number in range(COMMANDS):
        # Every other file has the right size, so that it is read.
        content = chance.randbytes(1_000)
        (tmp_path / "data.noun").write_bytes((content * (size // 1_000 + 1))[:size] if number % 2 else content)
        with pytest.raises(PerpendError):
            Glosses(tmp_path).gloss(cat)
    record_property("examples", COMMANDS)
