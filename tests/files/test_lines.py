"""Lines of files: the same whatever the blocks and the compression; damage is one line."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import FormatError, InputError
from perpend.files import lines
from perpend.files.compressed import open_file, read_bytes
from perpend.files.limits import MAX_LINE
from perpend.files.lines import read_lines, text_lines

PACKERS = [bytes, gzip.compress, lzma.compress, bz2.compress]


@given(st.text(st.sampled_from("ab\u00e9\u2028\r\n\ufeff"), max_size=20), st.sampled_from(PACKERS), st.integers(1, 9))
def test_lines_are_those_of_the_text(
    tmp_path_factory: pytest.TempPathFactory, text: str, pack: Callable[[bytes], bytes], block: int
) -> None:
    path = tmp_path_factory.mktemp("lines") / "x"
    path.write_bytes(pack(text.encode()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "_BLOCK", block)
        found = list(read_lines(path))
    assert found == text_lines(path, text.encode())
    assert read_bytes(path) == text.encode()


@pytest.mark.parametrize("pack", PACKERS[1:])
def test_a_damaged_archive(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    (tmp_path / "x").write_bytes(pack(bytes(range(256)) * 100)[:-9])
    for read in (read_bytes, lambda path: list(read_lines(path))):
        with pytest.raises(FormatError, match="the compressed data end early or are damaged") as caught:
            read(tmp_path / "x")
        assert "\n" not in str(caught.value)


def test_bytes_that_are_no_utf8_name_their_line(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"fine\ncaf\xe9\n")
    with pytest.raises(FormatError, match=r"x:2: byte 0xe9 is not UTF-8"):
        list(read_lines(tmp_path / "x"))


def test_an_endless_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_LINE", 50)
    (tmp_path / "x").write_bytes(b"a\n" + b"b" * 60)
    with pytest.raises(FormatError, match="x:2: a line of more than"):
        list(read_lines(tmp_path / "x"))


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    for path, problem in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(InputError, match=f"{problem}.*; name a list"):
            list(read_lines(path, "a list"))
    with pytest.raises(InputError, match="is not a file"):
        open_file(tmp_path, "a list")


def test_text_with_a_line_that_is_too_long_is_refused_before_it_is_decoded() -> None:
    longest = b"a" * MAX_LINE
    assert len(text_lines(Path("x"), b"b\n" + longest + b"\n" + longest)) == 3
    assert len(text_lines(Path("x"), longest + b"\r" + longest, lone_cr=True)) == 2
    # The byte that is not UTF-8 would be the error if the line were decoded first.
    with pytest.raises(FormatError, match="x:2: a line of more than 16 MB"):
        text_lines(Path("x"), b"b\n\xff" + longest)
