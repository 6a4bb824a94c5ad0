r"""Files of paraphrases in other formats -> entries, as a stream.

An entry is (line number, p, A, B): where a hypothesis has B, a reference may have A, with probability p. Entries
are one-directional. Three formats are read, plain or compressed by gzip or xz, in UTF-8:

    terp      0.25 <p>at the beginning of</p> <p>early</p>      A then B; other lines are not entries
              0.25 0.2 <p>at the beginning of</p> <p>early</p>  A -> B twice, once with each number
    meteor    0.25                                              three lines per entry: p, A, B
              at the beginning of
              early
    tsv       at the beginning of<TAB>early<TAB>0.25            a first line `ref<TAB>hyp<TAB>p` is a header

`terp` is what the original TER-Plus loads, line for line: two numbers do not mean two directions. In `meteor`, p is
the probability of the third line given the second (summed over paraphrases of one phrase it stays near or below 1;
the other way round it does not), and METEOR's own reader calls the second line the reference: so A is the second
line. METEOR itself then uses every pair in both directions; here a pair is used from A to B only.

A line that is not an entry is yielded as a BadLine, so that nothing is lost silently:

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "table.tsv")
    ...     _ = path.write_text("early\tat the beginning\t0.25\nsoon\tquickly\n")
    ...     list(read_entries(path))
    [(1, 0.25, 'early', 'at the beginning'), BadLine(line=2, problem='2 columns, 3 needed: ref, hyp, p')]
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import TypeAlias

from perpend.errors import FormatError, unknown_name
from perpend.files.compressed import open_file, unpacked
from perpend.types import Progress

__all__ = ["BadLine", "Entry", "detect_format", "read_entries", "words_of"]

Entry: TypeAlias = tuple[int, float, str, str]


@dataclass(frozen=True, slots=True)
class BadLine:
    """A `line` that is not an entry, by its number, and the `problem`."""

    line: int
    problem: str


_FORMATS = ("meteor", "terp", "tsv")

_BLOCK = 1 << 22
_MAX_LINE = 1 << 20
_SAMPLE = 200
_MARK = "\ufeff"
# White space for Java's trim and \s, which the original uses; narrower than Python's.
_TRIMMED = "".join(map(chr, range(33)))
_BLANKS = re.compile(r"\s+", re.ASCII)
_NUMBER = r"([0-9.eE\-]+)\s+"
_SIDES = r"<p>(.*)</p>\s+<p>(.*)</p>"
_BREAKS = re.compile("[\x85\u2028\u2029]")
_ONE_NUMBER = re.compile(_NUMBER + _SIDES, re.ASCII)
_TWO_NUMBERS = re.compile(_NUMBER + _NUMBER + _SIDES, re.ASCII)


def words_of(phrase: str) -> list[str]:
    r"""Returns the words of `phrase`, split at white space as Java's trim and \s define it, otherwise unchanged.

    >>> words_of(" in order  to ")
    ['in', 'order', 'to']
    """
    if phrase.isascii() and phrase.isprintable():
        return phrase.split()
    trimmed = phrase.strip(_TRIMMED)
    return _BLANKS.split(trimmed) if trimmed else []


def read_entries(path: Path, format: str | None = None, progress: Progress | None = None) -> Iterator[Entry | BadLine]:  # noqa: A002
    """Yields the entries of the file at `path` in order, and a BadLine for each line that is none.

    `format` is meteor, terp or tsv (default: detected from the content). Calls `progress` with the bytes read.
    """
    reader = _READERS.get(format or detect_format(path))
    if reader is None:
        raise unknown_name("format of phrase tables", str(format), _FORMATS)
    return reader(chain.from_iterable(_blocks(path, progress)))


def detect_format(path: Path) -> str:
    """Returns the format of the first lines of the file at `path`: meteor, terp or tsv."""
    sample = list(islice(chain.from_iterable(_blocks(path, None)), _SAMPLE))
    if any(_terp_match(line) for line in sample):
        return "terp"
    if any(line.count("\t") == 2 for line in sample):
        return "tsv"
    if sample and _probability(sample[0].lstrip(_MARK)) is not None:
        return "meteor"
    if not sample:
        raise FormatError(path, None, "it is empty; name a file of paraphrases")
    raise FormatError(path, None, f"none of the formats {', '.join(_FORMATS)}; name one if the first lines mislead")


def _terp_match(line: str) -> re.Match[str] | None:
    trimmed = line.strip(_TRIMMED)
    # In Java a dot matches no line break. As part of the pattern, both tests would take quadratic time.
    if not trimmed.endswith("</p>") or _BREAKS.search(trimmed):
        return None
    return _ONE_NUMBER.fullmatch(trimmed) or _TWO_NUMBERS.fullmatch(trimmed)


def _read_terp(lines: Iterable[str]) -> Iterator[Entry | BadLine]:
    for line, text in enumerate(lines, 1):
        match = _terp_match(text)
        if match is None:
            yield BadLine(line, "not of the form `P <p>A</p> <p>B</p>` or `P1 P2 <p>A</p> <p>B</p>`")
            continue
        *numbers, ref, hyp = match.groups()
        try:
            values = [float(number) for number in numbers]
        except ValueError:
            yield BadLine(line, f"{' '.join(numbers)!r} is not a number")
            continue
        for p in values:
            yield line, p, ref, hyp


def _read_meteor(lines: Iterable[str]) -> Iterator[Entry | BadLine]:
    stream = iter(lines)
    line = 1
    for number, ref, hyp in zip_longest(stream, stream, stream):
        if hyp is None:
            yield BadLine(line, "the last entry has not its three lines: probability, phrase, paraphrase")
            return
        p = _probability(number.lstrip(_MARK) if line == 1 else number)
        if p is None:
            yield BadLine(line, f"{number[:40]!r} is not a finite number")
        else:
            yield line, p, ref, hyp
        line += 3


def _read_tsv(lines: Iterable[str]) -> Iterator[Entry | BadLine]:
    for line, text in enumerate(lines, 1):
        columns = (text.lstrip(_MARK) if line == 1 else text).split("\t")
        if len(columns) != 3:
            yield BadLine(line, f"{len(columns)} column{'s' * (len(columns) != 1)}, 3 needed: ref, hyp, p")
            continue
        ref, hyp, number = columns
        p = _probability(number)
        if p is not None:
            yield line, p, ref, hyp
        elif line != 1 or [ref, hyp, number] != ["ref", "hyp", "p"]:
            yield BadLine(line, f"{number[:40]!r} is not a finite number")


_READERS: dict[str, Callable[[Iterable[str]], Iterator[Entry | BadLine]]] = {
    "meteor": _read_meteor,
    "terp": _read_terp,
    "tsv": _read_tsv,
}


def _probability(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    # float() also accepts underscores and the digits of every script.
    return value if math.isfinite(value) and text.isascii() and "_" not in text else None


def _blocks(path: Path, progress: Progress | None) -> Iterator[list[str]]:
    """Yields the lines of a file in blocks; lines end as in Java, by LF, CR or CR LF."""
    line, rest = 1, b""
    with open_file(path, "a file of paraphrases") as raw:
        total = path.stat().st_size
        stream = unpacked(raw, path)
        while block := stream.read(_BLOCK):
            block = rest + block
            cut = 1 + max(block.rfind(b"\n"), block.rfind(b"\r", 0, -1))
            lines, rest = _lines(block[:cut], path, line), block[cut:]
            line += len(lines)
            if len(rest) > _MAX_LINE:
                raise FormatError(path, line, f"a line of more than {_MAX_LINE:,} bytes")
            if progress:
                progress("reading", raw.tell(), total)
            yield lines
    yield _lines(rest, path, line)


def _lines(block: bytes, path: Path, line: int) -> list[str]:
    try:
        text = block.decode("utf-8")
    except UnicodeDecodeError as error:
        line += len(_split(block[: error.start].decode("utf-8"))) - 1
        raise FormatError(path, line, "not UTF-8; convert the file, for example with iconv") from None
    lines = _split(text)
    return lines if lines[-1] else lines[:-1]


def _split(text: str) -> list[str]:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")
