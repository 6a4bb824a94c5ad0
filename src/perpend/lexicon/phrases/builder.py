"""A file of paraphrases -> an array file that opens in a millisecond, whatever its size.

Entries are read as a stream (`sources`) into columns of numbers, from which `phrase_arrays` makes the arrays of the
file. Duplicates are kept. The same source gives the same bytes.
"""

import logging
import re
from array import array
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.arguments import path_of
from perpend.errors import FormatError, InputError, SettingError
from perpend.files.arrays import write_arrays
from perpend.files.stamps import file_checksum
from perpend.files.word_numbers import code_units
from perpend.lexicon.phrases.arrays import Pairs, Phrases, phrase_arrays
from perpend.lexicon.phrases.layout import DIRECTION, KIND, MAX_WORDS, VERSION
from perpend.lexicon.phrases.sources import BadLine, Entry, detect_format, read_entries, words_of
from perpend.types import Progress

__all__ = ["BuildReport", "build_phrase_table", "check_table", "table_name"]

_logger = logging.getLogger(__name__)
_QUOTED = 20
_NAME = re.compile(r"[A-Za-z0-9._+-]+")
_SUFFIXES = {".gz", ".xz", ".txt", ".tsv"}


@dataclass(frozen=True)
class BuildReport:
    """The result of a build: the `path` of the table, its `info`, and the first 20 `bad_lines`."""

    path: Path
    info: dict[str, Any]
    bad_lines: tuple[BadLine, ...]


def build_phrase_table(
    source: Path,
    target: Path,
    *,
    format: str | None = None,  # noqa: A002
    clamp: bool | None = None,
    name: str | None = None,
    progress: Progress | None = None,
) -> BuildReport:
    """Reads `source` and writes the table `target` atomically.

    `format` is meteor, terp or tsv (default: detected). `clamp` reduces probabilities above 1 to 1; by default for
    METEOR and TSV, but not for TER-Plus, which uses them unchanged. `name` is used in signatures (default: the name of
    the file). Calls `progress` during the work.
    """
    name = table_name(source) if name is None else name
    check_table(target, name)
    format = format or detect_format(source)  # noqa: A001
    clamp = format != "terp" if clamp is None else clamp
    _logger.debug("reading %s as %s, probabilities above 1 %s", source, format, "clamped" if clamp else "kept")
    columns = _Columns(clamp)
    columns.collect(read_entries(source, format, progress))
    if not columns.p:
        raise FormatError(source, None, _nothing(columns, format))
    _logger.debug("%s pairs of phrases, %s distinct words", f"{len(columns.p):,}", f"{len(columns.ids):,}")
    arrays, sizes = _arrays(columns, progress or (lambda *_: None))
    meta = {
        "name": name,
        "format": format,
        "clamp": clamp,
        "direction": DIRECTION,
        "source": source.name,
        "source_sha256": file_checksum(source),
        **sizes,
        **columns.tally,
    }
    write_arrays(target, kind=KIND, version=VERSION, arrays=arrays, meta=meta)
    _logger.debug("wrote %s, %s bytes", target, f"{target.stat().st_size:,}")
    return BuildReport(target, meta, tuple(columns.bad_lines))


def check_table(target: Path, name: str) -> None:
    """Raises an error if a table cannot be written to `target` under `name`; call it before long work."""
    if not _NAME.fullmatch(name):
        raise SettingError(f"{name!r} cannot name a phrase table; use letters, digits and . _ + - only")
    if target.is_dir():
        raise InputError(f"{target} is a folder, but the table is one file: name a file in it")


def table_name(source: Path) -> str:
    """Returns the default name of a table made from the file `source`."""
    name = path_of(source, "a phrase table").name
    while Path(name).suffix in _SUFFIXES:
        name = Path(name).stem
    return re.sub(r"[^A-Za-z0-9._+-]+", "-", name)


def _nothing(columns: "_Columns", format: str) -> str:  # noqa: A002
    first = f"; line {columns.bad_lines[0].line}: {columns.bad_lines[0].problem}" if columns.bad_lines else ""
    return f"no pair of phrases in it, read as {format}{first}"


@dataclass
class _Columns:
    """Entries as numbers: phrases are runs of provisional word numbers, pairs refer to two phrases each."""

    clamp: bool
    ids: defaultdict[str, int] = field(default_factory=defaultdict)
    words: "array[int]" = field(default_factory=lambda: array("i"))
    lengths: "array[int]" = field(default_factory=lambda: array("i"))
    ref: "array[int]" = field(default_factory=lambda: array("i"))
    hyp: "array[int]" = field(default_factory=lambda: array("i"))
    p: "array[float]" = field(default_factory=lambda: array("d"))
    bad_lines: list[BadLine] = field(default_factory=list)
    tally: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("above_one", "bad_lines", "blank", "not_positive", "same"), 0)
    )

    def collect(self, entries: Iterable[Entry | BadLine]) -> None:
        """Reads a stream; successive entries often share A, which is then stored once."""
        self.ids.default_factory = self.ids.__len__
        text, ref_words, ref = "", [""] * 0, -1
        for entry in entries:
            if isinstance(entry, BadLine):
                self._bad(entry)
                continue
            line, p, ref_text, hyp_text = entry
            if ref_text != text:
                text, ref_words, ref = ref_text, words_of(ref_text), -1
            hyp_words = words_of(hyp_text)
            if self._usable(line, ref_words, hyp_words):
                ref = self._phrase(ref_words) if ref < 0 else ref
                self.ref.append(ref)
                self.hyp.append(self._phrase(hyp_words))
                self.p.append(p if 0 < p <= 1 else self._unusual(p))

    def _usable(self, line: int, ref: list[str], hyp: list[str]) -> bool:
        if not ref or not hyp:
            self.tally["blank"] += 1
        elif ref == hyp:
            self.tally["same"] += 1
        elif max(len(ref), len(hyp)) > MAX_WORDS:
            self._bad(BadLine(line, f"a phrase of {max(len(ref), len(hyp))} words; at most {MAX_WORDS} are taken"))
        else:
            return True
        return False

    def _bad(self, bad: BadLine) -> None:
        self.tally["bad_lines"] += 1
        if len(self.bad_lines) < _QUOTED:
            self.bad_lines.append(bad)

    def _phrase(self, words: list[str]) -> int:
        self.words.extend(map(self.ids.__getitem__, words))
        self.lengths.append(len(words))
        return len(self.lengths) - 1

    def _unusual(self, p: float) -> float:
        if p <= 0:
            self.tally["not_positive"] += 1
            return p
        self.tally["above_one"] += 1
        return 1.0 if self.clamp else p


def _arrays(columns: _Columns, progress: Progress) -> tuple[dict[str, NDArray[Any]], dict[str, int]]:
    words = sorted(columns.ids, key=code_units)
    number = np.empty(len(words), np.int32)
    number[[columns.ids[word] for word in words]] = np.arange(len(words), dtype=np.int32)
    return phrase_arrays(
        words,
        Phrases(number[np.frombuffer(columns.words, np.int32)], np.frombuffer(columns.lengths, np.int32)),
        Pairs(
            np.frombuffer(columns.ref, np.int32),
            np.frombuffer(columns.hyp, np.int32),
            np.frombuffer(columns.p, np.float64),
        ),
        progress,
    )
