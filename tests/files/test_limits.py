"""Reading ends: devices, pipes without an end, files that unpack to far more than they are, lines without an end."""

import bz2
import gzip
import io
import lzma
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from perpend.alignment.parameters import TerpParameters
from perpend.cli.input import read_texts
from perpend.combination.reading import read_candidates
from perpend.combination.weights import read_weights
from perpend.errors import FormatError, PerpendError
from perpend.files import compressed, lines, tables
from perpend.files.compressed import open_input, read_bytes
from perpend.files.documents import parse_json, read_document
from perpend.files.limits import FREE_UNPACKED, MAX_COLUMNS, MAX_TEXT
from perpend.files.lines import read_lines, read_text, text_lines
from perpend.files.tables import open_table, read_table
from perpend.files.toml import read_toml
from perpend.learning.registry import load
from perpend.lexicon.corpus import read_corpus
from perpend.lexicon.language_model.sentences import read_sentences
from perpend.lexicon.phrases.table import PhraseTable
from perpend.metrics.terp_files.reading import read_segments
from perpend.people.mentions import read_documents
from perpend.spelling.channel import Channel
from perpend.spelling.word_index import WordIndex, open_words
from perpend.text.rewrites import Rewrites
from perpend.text.wordlist import read_word_list

ZERO = Path("/dev/zero")
DEVICE_READERS: dict[str, Callable[[Path], object]] = {
    "channel": Channel.read,
    "combination weights": read_weights,
    "document": read_document,
    "index": WordIndex.open,
    "model": load,
    "names": read_documents,
    "normalisation": Rewrites.read,
    "parameters": TerpParameters.read,
    "phrases": PhraseTable.open,
    "segments": read_segments,
    "table": read_table,
    "texts": lambda path: list(read_lines(path)),
    "candidates": lambda path: read_candidates([path]),
    "words": open_words,
    "word list": read_word_list,
}


@pytest.mark.skipif(not ZERO.is_char_device(), reason="needs /dev/zero")
@pytest.mark.parametrize("name", DEVICE_READERS)
def test_a_device_without_an_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Smaller limits save time; that they hold is what is tested.
    monkeypatch.setattr(lines, "MAX_WHOLE", 1 << 22)
    monkeypatch.setattr(tables, "MAX_WHOLE", 1 << 22)
    monkeypatch.setattr(compressed.read_bytes, "__defaults__", ("a file", 1 << 22))
    with pytest.raises(PerpendError) as caught:
        DEVICE_READERS[name](ZERO)
    assert "\n" not in str(caught.value)
    assert "/dev/zero" in str(caught.value)


PACKERS: list[Callable[[bytes], bytes]] = [gzip.compress, lzma.compress, bz2.compress]


@pytest.mark.parametrize("pack", PACKERS)
def test_a_file_that_unpacks_to_too_much(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """Memory stays near the limit, not near what the file would unpack to."""
    path, most = tmp_path / "bomb", 1 << 18
    path.write_bytes(pack(bytes(64 << 20)))
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match="bomb: unpacks to more than 50 times its size, as no text does"):
            read_bytes(path)
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()
    path.write_bytes(pack(random.Random(0).randbytes(most + 1)))
    with pytest.raises(FormatError, match="bomb: more than 262144 bytes, the most that is read here"):
        read_bytes(path, most=most)
    path.write_bytes(pack(bytes(most)))
    assert read_bytes(path, most=most) == bytes(most)


BOMB_READERS: dict[str, Callable[[Path], object]] = {
    "lines": lambda path: sum(1 for _ in read_lines(path)),
    "table": lambda path: read_table(path),
    "toml": read_toml,
    "corpus": lambda path: read_corpus([path], least=1),
    "sentences": lambda path: read_sentences([path], str.split),
    "words": open_words,
}


@pytest.mark.parametrize("name", BOMB_READERS)
def test_a_bomb_is_refused_at_once(name: str, tmp_path: Path) -> None:
    """It is the ratio that is refused, so that no reader works through what some kilobytes unpack to."""
    (tmp_path / "bomb").write_bytes(gzip.compress(b"\n" * (16 << 20)))
    with pytest.raises(FormatError, match="bomb: unpacks to more than 50 times its size"):
        BOMB_READERS[name](tmp_path / "bomb")


@pytest.mark.parametrize("pack", PACKERS)
def test_a_bomb_yields_little_before_it_is_refused(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """Not the size of the file counts but what was read of it, since a pipe has no size."""
    (tmp_path / "bomb").write_bytes(pack(b"\n" * (16 << 20)))
    taken = list[int]()
    with open_input(tmp_path / "bomb") as stream, pytest.raises(FormatError, match="50 times"):
        taken.extend(map(len, iter(lambda: stream.read(1 << 12), b"")))
    assert FREE_UNPACKED <= sum(taken) <= 1 << 20


@pytest.mark.parametrize("pack", PACKERS)
def test_a_large_compressed_table_is_read(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """Its rows are alike; the same again and again they may be up to 512 kB, which no table has reason to exceed."""
    rows = [b"n%d\tthe cat sat on mat %d\tthe dog sat on mat %d\n" % (n, n * n, n % 97) for n in range(20_000)]
    (tmp_path / "x.tsv").write_bytes(pack(b"id\ttext1\ttext2\n" + b"".join(rows)))
    with open_table(tmp_path / "x.tsv") as table:
        assert sum(1 for _ in table) == len(rows)
    (tmp_path / "x.tsv").write_bytes(pack(b"text1\ttext2\n" + b"a\tb\n" * 100_000))
    with open_table(tmp_path / "x.tsv") as table:
        assert sum(1 for _ in table) == 100_000


def test_a_limited_stream_is_like_the_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(bytes(range(256)) * 4000)
    with open_input(tmp_path / "x", most=1 << 20) as stream:
        assert stream.read(10) == bytes(range(10))
        stream.seek(256)
        assert stream.read(3) == bytes([0, 1, 2])
    with open_input(tmp_path / "x", most=1_023_999) as stream, pytest.raises(FormatError):
        stream.read()


def test_lines_that_are_kept_have_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"a\n" * 100)
    monkeypatch.setattr(lines, "MAX_LINES", 100)
    assert len([*read_lines(path, whole=True)]) == len(text_lines(path, path.read_bytes())) == 100
    path.write_bytes(b"a\n" * 101)
    assert len([*read_lines(path)]) == 101
    for read in (lambda: [*read_lines(path, whole=True)], lambda: text_lines(path, path.read_bytes())):
        with pytest.raises(FormatError, match="more than 100 lines"):
            read()
    monkeypatch.setattr(lines, "MAX_WHOLE", 50)
    with pytest.raises(FormatError, match="more than 50 bytes"):
        list(read_lines(path, whole=True))


def test_bytes_that_are_not_utf8_as_the_caller_wants(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"one\r\ncaf\xe9")
    assert [*read_lines(tmp_path / "x", errors="surrogateescape")] == ["one", "caf\udce9"]
    with pytest.raises(FormatError, match="x:2: byte 0xe9 is not UTF-8"):
        read_text(tmp_path / "x")


def test_a_table_has_not_too_many_columns(tmp_path: Path) -> None:
    for name, mark in (("x.tsv", "\t"), ("x.csv", ",")):
        path = tmp_path / name
        path.write_text(mark.join(f"c{number}" for number in range(MAX_COLUMNS)) + "\n", encoding="utf-8")
        assert len(read_table(path).names) == MAX_COLUMNS
        path.write_text(mark * MAX_COLUMNS, encoding="utf-8")
        with pytest.raises(FormatError, match="1,001 columns, 1,000 at most"):
            read_table(path)


def test_rows_that_are_kept_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.tsv").write_text("a\n1\n2\n3\n", encoding="utf-8")
    monkeypatch.setattr(tables, "MAX_LINES", 3)
    assert len(read_table(tmp_path / "x.tsv").rows) == 3
    monkeypatch.setattr(tables, "MAX_LINES", 2)
    with pytest.raises(FormatError, match="more than 2 rows"):
        read_table(tmp_path / "x.tsv")


def test_open_quotes_spoil_their_own_rows_only(tmp_path: Path) -> None:
    """A line that opens a quote whatever was before it: each row fails alone, and the table goes on."""
    path = tmp_path / "x.csv"
    path.write_text("a,b,c\n" + 'x","""\n' * 3 + "1,2,3\n" + '4,"5\n5",6\n', encoding="utf-8")
    with open_table(path, columns=None) as table:
        rows = [*table]
    assert [bool(row.problem) for row in rows] == [True] * 3 + [False, False]
    assert [row.number for row in rows] == [2, 3, 4, 5, 6]
    assert rows[-1].fields == ["4", "5\n5", "6"]


def test_a_name_that_is_there_twice_among_many() -> None:
    names = ", ".join(f'"{number}": 1' for number in range(20_000))
    with pytest.raises(ValueError, match="'z' is there twice"):
        parse_json(f'{{{names}, "z": 1, "z": 2}}')


def test_a_text_on_standard_input_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    for size, fits in ((MAX_TEXT, True), (MAX_TEXT + 1, False)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a" * size)))
        if fits:
            assert read_texts("-") == ("a" * size,)
        else:
            with pytest.raises(FormatError, match="standard input: more than 1 MB"):
                read_texts("-")


@pytest.mark.long
@pytest.mark.skipif(not ZERO.is_char_device(), reason="needs /dev/zero")
@pytest.mark.parametrize(
    "arguments",
    [
        ["suggest", "recieve", "--model", "/dev/zero"],
        ["combine", "{file}", "{other}", "--weights", "/dev/zero"],
        ["names", "/dev/zero"],
        ["ter", "--hyp", "/dev/zero", "--ref", "{file}"],
        ["variants", "/dev/zero"],
        ["words", "-"],
        ["suggest", "-"],
    ],
    ids=" ".join,
)
def test_commands_end_on_a_device(arguments: list[str], tmp_path: Path) -> None:
    """Within 20 seconds and 3 GB of address space, without a traceback, with exit code 2."""
    (tmp_path / "file").write_text("a cat\n", encoding="utf-8")
    (tmp_path / "other").write_text("a dog\n", encoding="utf-8")
    given = [argument.format(file=tmp_path / "file", other=tmp_path / "other") for argument in arguments]
    command = f"ulimit -v {3 << 20}; exec {sys.executable} -m perpend {' '.join(given)} < /dev/zero"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=20, check=False)
    assert ended.returncode == 2, ended.stderr
    assert "Traceback" not in ended.stderr
