"""`--pairs FILE` of `perpend score`, `relate`, `paraphrase` and `entail`: new columns for every row of a table.

perpend score --pairs pairs.tsv -o scored.tsv --model model.json
cut -f 3,4 pairs.tsv | perpend score --pairs - --no-header --json --model model.json
perpend paraphrase --pairs pairs.csv -o judged.csv

Tables are TSV, CSV, JSON lines or Parquet, plain or compressed (`perpend.files.tables`). Rows that could not be
answered are named on stderr by line number, stay in the output, and make the exit code 1.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from perpend.cli.output import byte_progress, visible
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.files.filling import NewColumns, Tally
    from perpend.files.tables import Row

__all__ = [
    "AllowBad",
    "BAD_ROWS",
    "Columns",
    "Delimiter",
    "FirstText",
    "NoHeader",
    "SecondText",
    "Table",
    "TableOutput",
    "check_ways",
    "score_file",
]

BAD_ROWS = 1
"""The exit code when all is done, but some rows have no score."""

FirstText = Annotated[str | None, typer.Argument(metavar="TEXT1", help="The first text; - reads standard input.")]
SecondText = Annotated[str | None, typer.Argument(metavar="TEXT2", help="The second text; - reads standard input.")]
Table = Annotated[
    str | None,
    typer.Option("--pairs", metavar="FILE", help="Answer every row of this table instead; - reads standard input."),
]
TableOutput = Annotated[
    str, typer.Option("--output", "-o", metavar="FILE", help="Where the filled table goes; - is standard output.")
]
AllowBad = Annotated[bool, typer.Option("--allow-bad", help="Exit with 0 even if some rows have no answer.")]
Columns = Annotated[
    tuple[str, str] | None,
    typer.Option(metavar="A B", help="The columns of the two texts; else text1 and text2, or ref and hyp."),
]
Delimiter = Annotated[
    str | None,
    typer.Option(metavar="CHARACTER", help="What separates columns: tab, a comma, ...; else the file's ending tells."),
]
NoHeader = Annotated[bool, typer.Option("--no-header", help="The first line is a pair; columns are named 1, 2, ...")]


def check_ways(pairs: str | None, texts: tuple[str | None, str | None], for_tables: Mapping[str, object]) -> None:
    """Two texts, or a table of them; `for_tables` has the options that go with a table only, as they were given."""
    if pairs is None and None in texts:
        raise InputError("two texts are needed, or a file of pairs: give TEXT1 TEXT2 or --pairs FILE")
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
    delimiter: str | None = None,
    allow_bad: bool = False,
) -> None:
    """Fill the table `source` into `goal`; "-" is standard input or output.

    The result is written in the format that the ending of `goal` stands for, else in that of `source`; with `as_json`
    as JSON lines.
    """
    from perpend.files.filling import fill_table
    from perpend.files.rows import format_of
    from perpend.files.tables import open_table

    def report(row: "Row") -> None:
        print(f"{visible(str(table.name))}:{row.number}: {row.problem}", file=sys.stderr)

    # The output is opened before the bar, which takes sys.stdout for itself while it is drawn.
    options = {"columns": columns, "header": header, "delimiter": delimiter}
    with open_table(source, **options) as table, _output(goal) as output, byte_progress() as bar:  # type: ignore[arg-type]
        tally = fill_table(
            new,
            table,
            output,
            swap=swap,
            format="jsonl" if as_json else format_of(goal),
            report=report,
            progress=lambda: bar("scoring", table.read, table.size),
        )
    _summarise(tally, goal, new.signature)
    if tally.bad and not allow_bad:
        raise typer.Exit(BAD_ROWS)


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
    print(f"perpend: {rows}{where}{bad}; {signature}", file=sys.stderr)
