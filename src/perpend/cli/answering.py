"""What `perpend score`, `relate`, `paraphrase` and `entail` share: one pair of texts, or `--pairs FILE`, is answered.

perpend score "one text" "another" --html page.html
perpend score --pairs pairs.tsv -o scored.tsv --model model.json
cut -f 3,4 pairs.tsv | perpend score --pairs - --no-header --json --model model.json

Tables are TSV, CSV, JSON lines or Parquet, plain or compressed (`perpend.files.tables`). Rows that could not be
answered are named on stderr by line number, stay in the output, and make the exit code 1.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perpend.cli.checking import check_forms
from perpend.cli.input import read_texts
from perpend.cli.options import AllowBad, AsJson, Columns, Explain, Html, NoHeader, Output, Pairs
from perpend.cli.output import byte_progress, complain, details_are_shown, open_output, print_json, write_output
from perpend.errors import InputError

if TYPE_CHECKING:
    from perpend.files.filling import NewColumns, Tally
    from perpend.files.tables import Row
    from perpend.learning.model import Model

__all__ = ["Asked", "BAD_ROWS", "Explained"]

BAD_ROWS = 1
"""The exit code when all is done, but some rows have no answer."""

Explained = tuple[str, str] | None
"""The two texts if their answer is to be shown in detail, or None."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of a command that answers one pair of texts, or every row of a table."""

    pairs: Pairs = None
    columns: Columns = None
    no_header: NoHeader = False
    delimiter: Annotated[
        str | None,
        typer.Option(
            "--delimiter",
            metavar="CHARACTER",
            help="What separates the columns: tab, a comma, ... [default: as the file's ending says]",
        ),
    ] = None
    prefix: Annotated[
        str | None, typer.Option("--prefix", metavar="TEXT", help="What the names of the new columns begin with.")
    ] = None
    explain: Explain = False
    output: Output = None
    as_json: AsJson = False
    html: Html = None
    allow_bad: AllowBad = False

    def check(self, text1: str | None, text2: str | None, svg: Path | None = None) -> None:
        """Refuse two texts beside a table, options of tables without one, and several forms of one answer."""
        if self.pairs is None and None in (text1, text2):
            raise InputError("two texts are needed, or a table of pairs: give TEXT1 TEXT2 or --pairs FILE")
        if self.pairs is not None and (text1, text2) != (None, None):
            raise InputError("TEXT1 TEXT2 and --pairs exclude each other: give two texts or a file")
        if self.pairs is None:
            self._check_options_of_tables()
        elif svg or self.html:
            raise InputError("--svg and --html draw one pair: give TEXT1 TEXT2 instead of --pairs")
        check_forms({"--json": self.as_json, "--svg": svg, "--html": self.html})

    def _check_options_of_tables(self) -> None:
        given = {
            "--columns": self.columns,
            "--no-header": self.no_header,
            "--delimiter": self.delimiter,
            "--prefix": self.prefix,
            "--output": self.output,
            "--allow-bad": self.allow_bad,
        }
        if names := [name for name, value in given.items() if value]:
            raise InputError(f"{' and '.join(names)} go with --pairs FILE: give it")

    def answer(
        self,
        model: "Model",
        texts: tuple[str | None, str | None],
        show: "Callable[[Any, Explained], None]",
        *,
        swap: bool = False,
        svg: Path | None = None,
        more: Callable[[str, str], Mapping[str, Any]] | None = None,
    ) -> None:
        """Ask the model and print, draw or write its answer.

        `show` prints the answer to one pair for people. `swap` exchanges the texts. `svg` is where the alignment of the
        answer is drawn. `more` returns what --explain adds to the JSON.
        """
        if self.pairs is not None:
            self._fill(model, swap)
            return
        first, second = read_texts(*texts[::-1] if swap else texts)
        found: Any = model.explain(first, second)
        if self.as_json:
            print_json({**found.to_dict(), **(more(first, second) if more and self.explain else {})})
        elif svg or self.html:
            write_output(svg or self.html, [found.alignment.to_svg() if svg else found.to_html(page=True)])
        else:
            show(found, (first, second) if self.explain or details_are_shown() else None)

    def _fill(self, model: "Model", swap: bool) -> None:
        from perpend.batch.answering import answer_columns

        new = answer_columns(model, explain=self.explain)
        tally = self._filled(new, swap)
        _summarise(tally, self.output, new.signature)
        if tally.bad and not self.allow_bad:
            raise typer.Exit(BAD_ROWS)

    def _filled(self, new: "NewColumns", swap: bool) -> "Tally":
        """The table goes out in the format that the ending of --output stands for, else in its own, or as JSON."""
        from perpend.files.filling import fill_table
        from perpend.files.rows import format_of
        from perpend.files.tables import open_table

        def report(row: "Row") -> None:
            complain(f"{table.name}:{row.number}: {row.problem}")

        goal = str(self.output or "-")
        opened = open_table(
            self.pairs or "-", columns=self.columns or (), header=not self.no_header, delimiter=self.delimiter
        )
        # The output is opened before the bar, which takes sys.stdout for itself while it is drawn.
        with opened as table, open_output(goal) as output, byte_progress() as bar:
            return fill_table(
                new,
                table,
                output,
                swap=swap,
                format="jsonl" if self.as_json else format_of(goal),
                prefix=self.prefix or "",
                report=report,
                progress=lambda: bar("answering", table.read, table.size),
            )


def _summarise(tally: "Tally", output: Path | None, signature: str) -> None:
    rows = f"{tally.rows:,} rows" if tally.rows != 1 else "1 row"
    bad = f", {tally.bad:,} of them without an answer (see the column error)" if tally.bad else ""
    where = f" written to {output}" if output and str(output) != "-" else ""
    complain(f"perpend: {rows}{where}{bad}; {signature}")
