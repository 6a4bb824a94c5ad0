"""What `perpend variants` reads and writes: lists and tables of words in, ranked pairs or groups out, as TSV or CSV.

word1  word2  probability  differ  only1  only2  distance  canonical   born_1  born_2
smith  smyth  0.9817       1       i      y      1         1           1850    1851

group  canonical  word   count  probability  weakest  weakest1  weakest2
1      smith      smith  900    1.0000       0.9817   smith     smyth
1      smith      smyth  12     0.9817       0.9817   smith     smyth

With --column, the other columns of the table follow: those of the first row that has the word.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from perpend.errors import SettingError
from perpend.files.tables import read_table
from perpend.spelling.likely_variants import LikelyPairs
from perpend.spelling.variant_answer import VariantPair
from perpend.spelling.variant_groups import VariantGroup
from perpend.spelling.word_index import WordIndex, open_words
from perpend.spelling.word_list import Matching, WordList, encoded

__all__ = ["GROUP_COLUMNS", "Listed", "PAIR_COLUMNS", "format_of", "read_list", "write_groups", "write_pairs"]

PAIR_COLUMNS = ("word1", "word2", "probability", "differ", "only1", "only2", "distance", "canonical")
GROUP_COLUMNS = ("group", "canonical", "word", "count", "probability", "weakest", "weakest1", "weakest2")
_FORMATS = ("tsv", "csv")


@dataclass(frozen=True, slots=True)
class Listed:
    """The words, and the other columns of the table they came from with the first row of each word."""

    index: WordIndex
    columns: tuple[str, ...] = ()
    rows: dict[str, list[str]] = field(default_factory=dict)

    def cells(self, *words: str) -> list[str]:
        """The other columns of the rows of `words`: for each column, that of each word."""
        return [self.rows[word][place] for place in range(len(self.columns)) for word in words]


def read_list(path: Path, column: str | None, matching: Matching) -> Listed:
    """Reads the words at `path`: a list or an index, or the `column` of a table."""
    if column is None:
        return Listed(open_words(path, matching))
    table = read_table(path)
    words = [cell.strip() for cell in table.column(column)]
    place = [name.strip().lower() for name in table.names].index(column.strip().lower())
    rows: dict[str, list[str]] = {}
    for word, row in zip(words, table.rows, strict=True):
        rows.setdefault(word, [*row[:place], *row[place + 1 :]])
    others = tuple(name for number, name in enumerate(table.names) if number != place)
    return Listed(WordIndex.of(WordList.of(words), matching), others, rows)


def format_of(wanted: str | None, output: Path | None) -> str:
    """Returns the format `wanted`, or that of the ending of `output`: tsv or csv."""
    if wanted is None:
        return "csv" if output is not None and output.suffix.lower() == ".csv" else "tsv"
    if wanted not in _FORMATS:
        raise SettingError(f"the format {wanted!r} is not known: {' or '.join(_FORMATS)}")
    return wanted


def write_pairs(file: IO[bytes], pairs: LikelyPairs, listed: Listed, form: str) -> None:
    """Writes the `pairs` of the words `listed` to `file`, in the format `form`."""
    others = [f"{name}_{number}" for name in listed.columns for number in (1, 2)]
    rows = ([*_cells(pair), *listed.cells(pair.word1, pair.word2)] for pair in pairs)
    _write(file, [*PAIR_COLUMNS, *others], rows, form)


def _cells(pair: VariantPair) -> list[str]:
    more = {pair.word1: "1", pair.word2: "2"}.get(pair.canonical or "", "=")
    letters = [str(pair.differ), pair.only1, pair.only2, str(pair.distance), more]
    return [pair.word1, pair.word2, f"{pair.probability:.4f}", *letters]


def write_groups(file: IO[bytes], groups: Iterable[VariantGroup], listed: Listed, form: str) -> None:
    """Writes the `groups` of the words `listed` to `file`, in the format `form`: a line for each word."""
    numbers = {word: number for number, word in enumerate(listed.index)}
    rows = (
        [*cells, *listed.cells(cells[2])]
        for number, group in enumerate(groups, 1)
        for cells in _group_cells(number, group, numbers, listed.index.counts)
    )
    _write(file, [*GROUP_COLUMNS, *listed.columns], rows, form)


def _group_cells(number: int, group: VariantGroup, numbers: dict[str, int], counts: Any) -> Iterator[list[str]]:
    weakest = [f"{group.weakest:.4f}", *group.weakest_pair]
    for word, probability in zip(group.words, group.probabilities, strict=True):
        yield [str(number), group.canonical, word, str(counts[numbers[word]]), f"{probability:.4f}", *weakest]


def _write(file: IO[bytes], columns: Sequence[str], rows: Iterable[Sequence[str]], form: str) -> None:
    if form == "csv":
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(columns)
        for row in rows:
            writer.writerow(row)
            if buffer.tell() > 1 << 16:
                _empty(buffer, file)
        _empty(buffer, file)
        return
    file.write(_line(columns))
    for row in rows:
        file.write(_line(row))


def _empty(buffer: io.StringIO, file: IO[bytes]) -> None:
    file.write(encoded(buffer.getvalue()))
    buffer.seek(0)
    buffer.truncate()


def _line(cells: Sequence[str]) -> bytes:
    """Returns a line of a TSV file, in which no cell has a tab or the end of a line."""
    return encoded("\t".join(" ".join(cell.splitlines()).replace("\t", " ") for cell in cells) + "\n")
