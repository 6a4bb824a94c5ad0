"""A file of paraphrases -> one array file that opens in a millisecond, however large.

Entries come in as a stream (`phrase_sources`) and are kept as columns of small numbers. Phrases then become nodes of a
trie, all phrases at once, one word further at each step:

    step 1   key = (0, first word)               the distinct keys, sorted, are nodes 1, 2, 3, ...
    step 2   key = (node of step 1, next word)   the distinct keys, sorted, are the nodes that follow
    ...      until the longest phrase has ended

which numbers the nodes as `phrase_layout` wants them. Pairs are sorted by (node of A, node of B, p, place in the
source); duplicates stay. The same source gives the same bytes.
"""

import hashlib
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

from perpend.errors import FormatError, InputError, SettingError
from perpend.lexicon.arrays import write_arrays
from perpend.lexicon.phrase_layout import DIRECTION, HYP, KIND, MAX_WORDS, REF, VERSION
from perpend.lexicon.phrase_sources import BadLine, Entry, Progress, detect_format, read_entries, words_of
from perpend.lexicon.phrase_words import code_units, pack_words

__all__ = ["BuildReport", "build_phrase_table"]

_logger = logging.getLogger(__name__)
_QUOTED = 20
_NAME = re.compile(r"[A-Za-z0-9._+-]+")
_SUFFIXES = {".gz", ".xz", ".txt", ".tsv"}


@dataclass(frozen=True)
class BuildReport:
    """What came out of a source: the table's `info`, and the first 20 lines that were no entries."""

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
    """Read `source` and write the table `target`, whole or not at all.

    `clamp` brings probabilities above 1 down to 1; by default so for METEOR's tables and TSV, and not for those of
    TER-Plus, which takes them as they are. `name` is what signatures call the table (default: the name of the file).
    """
    name = _name_of(source) if name is None else name
    if not _NAME.fullmatch(name):
        raise SettingError(f"{name!r} cannot name a phrase table; use letters, digits and . _ + - only")
    if target.is_dir():
        raise InputError(f"{target} is a folder, but the table is one file: name a file in it")
    format = format or detect_format(source)  # noqa: A001
    clamp = format != "terp" if clamp is None else clamp
    _logger.debug("reading %s as %s, probabilities above 1 %s", source, format, "clamped" if clamp else "kept")
    columns = _Columns(clamp)
    columns.collect(read_entries(source, format, progress))
    if not columns.p:
        raise FormatError(source, None, _nothing(columns, format))
    _logger.debug("%s pairs of phrases, %s distinct words", f"{len(columns.p):,}", f"{len(columns.ids):,}")
    arrays, sizes = _arrays(columns, progress or _silent)
    meta = {
        "name": name,
        "format": format,
        "clamp": clamp,
        "direction": DIRECTION,
        "source": source.name,
        "source_sha256": _sha256(source),
        **sizes,
        **columns.tally,
    }
    write_arrays(target, kind=KIND, version=VERSION, arrays=arrays, meta=meta)
    _logger.debug("wrote %s, %s bytes", target, f"{target.stat().st_size:,}")
    return BuildReport(target, meta, tuple(columns.bad_lines))


def _name_of(source: Path) -> str:
    name = source.name
    while Path(name).suffix in _SUFFIXES:
        name = Path(name).stem
    return re.sub(r"[^A-Za-z0-9._+-]+", "-", name)


def _nothing(columns: "_Columns", format: str) -> str:  # noqa: A002
    first = f"; line {columns.bad_lines[0].line}: {columns.bad_lines[0].problem}" if columns.bad_lines else ""
    return f"no pair of phrases in it, read as {format}{first}"


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _silent(description: str, done: int, total: int) -> None:
    pass


@dataclass
class _Columns:
    """Entries as numbers: phrases are runs of provisional word ids, pairs name two phrases each."""

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
        """Take in a stream; successive entries often share A, which is then stored once."""
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
    lengths = np.frombuffer(columns.lengths, np.int32)
    parent, word, node_of = _trie(number[np.frombuffer(columns.words, np.int32)], lengths, progress)
    ref, hyp = node_of[np.frombuffer(columns.ref, np.int32)], node_of[np.frombuffer(columns.hyp, np.int32)]
    sides = np.zeros(len(word), np.uint8)
    sides[ref] |= REF
    sides[hyp] |= HYP
    progress("sorting pairs", 0, 1)
    p = np.frombuffer(columns.p, np.float64)
    order = np.lexsort((hyp, ref))
    word_bytes, word_start = pack_words(words)
    arrays: dict[str, NDArray[Any]] = {
        "word_bytes": word_bytes,
        "word_start": word_start,
        "first_child": _starts(parent[1:], len(word), 1),
        "word": word,
        "parent": parent,
        "sides": sides,
        "pair_start": _starts(ref, len(word), 0),
        "pair_hyp": hyp[order],
        "pair_p": p[order],
    }
    sizes = {
        "pairs": len(p),
        "ref_phrases": int(np.count_nonzero(sides & REF)),
        "hyp_phrases": int(np.count_nonzero(sides & HYP)),
        "words": len(words),
        "nodes": len(word),
        "longest": int(lengths.max()),
    }
    progress("sorting pairs", 1, 1)
    return arrays, sizes


def _trie(
    words: NDArray[np.int32], lengths: NDArray[np.int32], progress: Progress
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Parent and word of every node, and the node at which each phrase ends."""
    starts = np.cumsum(lengths, dtype=np.int64) - lengths
    node_of = np.zeros(len(lengths), np.int32)
    parents, edges = [np.array([-1], np.int32)], [np.array([-1], np.int32)]
    nodes, depth, longest = 1, 0, int(lengths.max())
    alive = np.arange(len(lengths), dtype=np.int32)
    while alive.size:
        progress("numbering phrases", depth, longest)
        keys = (node_of[alive].astype(np.int64) << 32) | words[starts[alive] + depth]
        distinct, place = np.unique(keys, return_inverse=True)
        parents.append((distinct >> 32).astype(np.int32))
        edges.append((distinct & 0xFFFFFFFF).astype(np.int32))
        node_of[alive] = nodes + place
        nodes, depth = nodes + len(distinct), depth + 1
        alive = alive[lengths[alive] > depth]
    return np.concatenate(parents), np.concatenate(edges), node_of


def _starts(owners: NDArray[np.int32], count: int, first: int) -> NDArray[np.int32]:
    """Where the items of each owner begin, for items grouped by owner, the first of all being number `first`."""
    starts = np.full(count + 1, first, np.int32)
    starts[1:] += np.cumsum(np.bincount(owners, minlength=count), dtype=np.int32)
    return starts
