"""Translations that people judged at WMT, the conference on machine translation: systems, references, judgments.

    <mirror>/wmt/
      wmt13/fr-en/    ref.en     sys/<system>.en        one segment a line, all files of equal length
      wmt21/zh-en/    refA.en    sys/<system>.en
      wmt22/zh-en/    refA.en    sys/<system>.en
      human/wmt13.fr-en.pairwise.tsv        part  seg  judge  sysA  sysB  rel      rel is <, > or =; <: sysA is better
      human/wmt21.zh-en.mqm.tsv             system  seg  score                     0 is without error, less is worse
      human/wmt22.zh-en.mqm-200seg.tsv      system  seg  score

`seg` is the number of the line, from 1 on. Systems without a file of translations are left out, segments that nobody
judged too. In 2013 a judge ranked up to five systems at once, which is ten rows; the same two translations may be
judged by several people, and each judgment counts. Of those rows only the part `train` is read: the 2,000 rows of the
part `test` are in it too.

MQM (Freitag et al. 2021) is a sum of weighted errors that professional translators marked: every system on the same
segments, so the scores are a table without holes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from pathlib import Path

import numpy as np

from experiments.sources import data_folder
from perpend.errors import FormatError, MissingResource
from perpend.files.lines import read_lines
from perpend.files.tables import read_table
from perpend.types import Doubles, Integers

__all__ = ["Mqm", "Rankings", "Translations", "Wmt", "read_mqm", "read_rankings", "read_wmt"]

_RANKINGS = ("wmt13", "wmt/wmt13/fr-en", "ref.en", "wmt/human/wmt13.fr-en.pairwise.tsv")
_MQM = {
    "wmt21": ("wmt/wmt21/zh-en", "refA.en", "wmt/human/wmt21.zh-en.mqm.tsv"),
    "wmt22": ("wmt/wmt22/zh-en", "refA.en", "wmt/human/wmt22.zh-en.mqm-200seg.tsv"),
}
_ORDERS = {"<": 1, "=": 0, ">": -1}
_READ_PART, _REPEATED_PART = "train", "test"


@dataclass(frozen=True, slots=True, eq=False)
class Translations:
    """The outputs of several systems, `hyps[system][segment]`, and a reference for each segment."""

    name: str
    systems: tuple[str, ...]
    hyps: tuple[tuple[str, ...], ...]
    refs: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Rankings:
    """Judgments of two translations of a segment: `orders` is 1 if the first is better, -1 the second, 0 neither.

    `segments`, `first` and `second` are indices into the translations.
    """

    translations: Translations
    segments: Integers
    first: Integers
    second: Integers
    orders: Integers


@dataclass(frozen=True, slots=True, eq=False)
class Mqm:
    """A judgment of every translation: `scores[system, segment]`, the higher the better."""

    translations: Translations
    scores: Doubles


@dataclass(frozen=True, slots=True, eq=False)
class Wmt:
    """Rankings of 2013, and MQM of two years: metrics may be tuned on the first and tested on the second."""

    rankings: Rankings
    tuning: Mqm
    test: Mqm

    @property
    def signature(self) -> str:
        """The name of the data, and a checksum of all texts and judgments."""
        digest, judged = sha256(), self.rankings
        for part in (judged.translations, self.tuning.translations, self.test.translations):
            digest.update(repr((part.name, part.systems, part.hyps, part.refs)).encode("utf-8", "replace"))
        for column in (judged.segments, judged.first, judged.second, judged.orders):
            digest.update(column.astype("<i8").tobytes())
        for scores in (self.tuning.scores, self.test.scores):
            digest.update(scores.astype("<f8").tobytes())
        return f"wmt/{digest.hexdigest()[:8]}"


def read_wmt(mirror: Path | str | None = None) -> Wmt:
    """Reads everything from the folder `mirror`, by default the one that PERPEND_MIRROR names."""
    found = data_folder(mirror, "", "WMT's translations")
    return Wmt(read_rankings(found), read_mqm("wmt21", found), read_mqm("wmt22", found))


def read_rankings(mirror: Path) -> Rankings:
    """Reads the pairwise judgments of WMT13, French to English, from the folder `mirror`."""
    name, folder, ref, judgments = _RANKINGS
    corpus, path = _Corpus(mirror / folder, ref), _present(mirror / judgments)
    read: list[tuple[int, str, str, int]] = []
    for number, row in _rows(path, ["part", "seg", "judge", "sysA", "sysB", "rel"]):
        part, segment, _, first, second, order = row
        if part not in (_READ_PART, _REPEATED_PART) or order not in _ORDERS:
            raise FormatError(path, number, f"{part!r} and {order!r}: train or test, and one of < > = are needed")
        place = corpus.place(path, number, segment)
        if part == _READ_PART and corpus.has(first, second):
            read.append((place, first, second, _ORDERS[order]))
    segments, systems = sorted({row[0] for row in read}), sorted({name for row in read for name in row[1:3]})
    _require(path, systems, segments)
    at, of = ({item: place for place, item in enumerate(items)} for items in (segments, systems))
    columns = np.array([(at[place], of[a], of[b], order) for place, a, b, order in read], np.int64).T
    return Rankings(corpus.translations(name, systems, segments), *columns)


def read_mqm(year: str, mirror: Path) -> Mqm:
    """Reads the MQM scores of `year` (wmt21 or wmt22), Chinese to English, from the folder `mirror`."""
    folder, ref, judgments = _MQM[year]
    corpus, path = _Corpus(mirror / folder, ref), _present(mirror / judgments)
    scores: dict[tuple[str, int], float] = {}
    for number, (system, segment, score) in _rows(path, ["system", "seg", "score"]):
        place, value = corpus.place(path, number, segment), _finite(path, number, score)
        if (system, place) in scores:
            raise FormatError(path, number, f"{system} has a score for segment {segment} already: one is needed")
        if corpus.has(system):
            scores[system, place] = value
    systems, segments = sorted({system for system, _ in scores}), sorted({place for _, place in scores})
    _require(path, systems, segments)
    for cell in ((system, place) for system in systems for place in segments):
        if cell not in scores:
            raise FormatError(path, None, f"{cell[0]} has no score for segment {cell[1] + 1}: all systems need one")
    table = np.array([[scores[system, place] for place in segments] for system in systems])
    return Mqm(corpus.translations(year, systems, segments), table)


class _Corpus:
    """A folder of translations: which systems there are, and their texts."""

    def __init__(self, folder: Path, ref: str) -> None:
        self._folder, self._ref = folder, ref
        self._refs = _lines(_present(folder / ref))
        # Names in judgments are only compared with these, and so never lead to a file elsewhere.
        self._systems = {path.name.removesuffix(".en") for path in (folder / "sys").glob("*.en")}

    def has(self, *systems: str) -> bool:
        """Whether there are translations of all these systems."""
        return self._systems.issuperset(systems)

    def place(self, path: Path, number: int, segment: str) -> int:
        """The place of a segment, from its number in a file of judgments."""
        known = segment.isascii() and segment.isdecimal() and len(segment) < 10
        if not known or not 1 <= int(segment) <= len(self._refs):
            raise FormatError(
                path, number, f"segment {segment!r}: a line of {self._ref}, 1 to {len(self._refs)}, is needed"
            )
        return int(segment) - 1

    def translations(self, name: str, systems: Sequence[str], places: Sequence[int]) -> Translations:
        """The texts of some systems at some places."""
        hyps = tuple(_at(self._outputs(system), places) for system in systems)
        return Translations(name, tuple(systems), hyps, _at(self._refs, places))

    def _outputs(self, system: str) -> list[str]:
        path = self._folder / "sys" / f"{system}.en"
        lines = _lines(path)
        if len(lines) != len(self._refs):
            raise FormatError(
                path, None, f"{len(lines)} lines, but {self._ref} has {len(self._refs)}: as many are needed"
            )
        return lines


def _at(lines: Sequence[str], places: Sequence[int]) -> tuple[str, ...]:
    return tuple(lines[place] for place in places)


def _lines(path: Path) -> list[str]:
    return list(read_lines(path))


def _present(path: Path) -> Path:
    if not path.is_file():
        raise MissingResource(f"{path} is not there: all of wmt is needed; check --mirror or PERPEND_MIRROR")
    return path


def _rows(path: Path, columns: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The rows below the names of the columns, each with the number of its line."""
    table = read_table(path)
    if table.names != columns:
        raise FormatError(path, 1, f"columns {', '.join(columns)} are needed here, separated by tabs")
    return zip(table.lines, table.rows, strict=True)


def _finite(path: Path, number: int, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise FormatError(path, number, f"{text!r} is no finite number: a score is needed here")
    return value


def _require(path: Path, systems: Sequence[str], segments: Sequence[int]) -> None:
    if len(systems) < 2 or not segments:
        raise FormatError(path, None, f"judgments of {len(systems)} systems with translations: two at least are needed")
