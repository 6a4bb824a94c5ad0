"""`--pairs FILE` of `perpend score`, `relate`, `paraphrase` and `entail`: new columns for every row of a table.

perpend score --pairs pairs.tsv -o scored.tsv --model model.json
cut -f 3,4 pairs.tsv | perpend score --pairs - --no-header --json --model model.json
perpend paraphrase --pairs pairs.tsv -o judged.tsv

Rows that could not be answered are named on stderr by line number, stay in the output, and make the exit code 1.
"""

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import typer

from perpend.cli.output import byte_progress, visible
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.batch.filled_table import NewColumns, Tally
    from perpend.files.pair_rows import PairRow

__all__ = ["BAD_ROWS", "check_ways", "score_file"]

BAD_ROWS = 1
"""The exit code when all is done, but some rows have no score."""


def check_ways(pairs: str | None, texts: tuple[str | None, str | None], for_tables: Mapping[str, object]) -> None:
    """Two texts, or a table of them; `for_tables` has the options that go with a table only, as they were given."""
    if pairs is None and None in texts:
        raise InputError("two texts are needed, or a table of pairs: give TEXT1 TEXT2 or --pairs FILE")
    if pairs is not None and texts != (None, None):
        raise InputError("TEXT1 TEXT2 and --pairs exclude each other: give two texts or a file")
    if pairs is None and any(for_tables.values()):
        *names, last = for_tables
        raise InputError(f"{', '.join(names)} and {last} go with --pairs FILE: give it")


def score_file(
    new: "NewColumns",
    source: str,
    goal: str,
    *,
    swap: bool = False,
    as_json: bool = False,
    columns: Sequence[str] = (),
    header: bool = True,
    allow_bad: bool = False,
) -> None:
    """Fill the table `source` into `goal`; "-" is standard input or output."""
    from perpend.batch.filled_table import fill_table
    from perpend.files.pair_rows import PairRows

    name = "standard input" if source == "-" else source

    def report(row: "PairRow") -> None:
        print(visible(f"{name}:{row.number}: {row.problem}"), file=sys.stderr)

    # The output is opened before the bar, which takes sys.stdout for itself while it is drawn.
    with _input(source) as (file, size), _output(goal) as output, byte_progress() as bar:
        table = PairRows(file, name, columns=columns, header=header)
        tally = fill_table(
            new,
            table,
            output,
            swap=swap,
            as_json=as_json,
            report=report,
            progress=lambda: bar("scoring", table.read, size),
        )
    _summarise(tally, goal, new.signature)
    if tally.bad and not allow_bad:
        raise typer.Exit(BAD_ROWS)


@contextmanager
def _input(source: str) -> Iterator[tuple[IO[bytes], int]]:
    """The bytes, and how many there will be: 0 if that is not known."""
    from perpend.files.pair_rows import open_table

    if source == "-":
        yield sys.stdin.buffer, 0
        return
    with open_table(source) as file:
        yield file, Path(source).stat().st_size if isinstance(file, io.BufferedReader) else 0


@contextmanager
def _output(goal: str) -> Iterator[IO[bytes]]:
    """Standard output, a device or a pipe as it is; a file that appears when it is complete."""
    from perpend.files.writing import atomic_write

    path = Path(goal)
    if goal == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    elif path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
    else:
        with atomic_write(path) as file:
            yield file


def _summarise(tally: "Tally", goal: str, signature: str) -> None:
    rows = f"{tally.rows:,} rows" if tally.rows != 1 else "1 row"
    bad = f", {tally.bad:,} of them without a score (see the column error)" if tally.bad else ""
    where = "" if goal == "-" else f" written to {visible(goal)}"
    print(f"perpend: {rows}{where}{bad}; {visible(signature)}", file=sys.stderr)
