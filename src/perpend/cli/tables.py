"""The options of commands that answer one pair of texts or every row of a table: `--pairs` and what goes with it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from perpend.cli.options import AllowBad, Columns, NoHeader, Output, Pairs
from perpend.cli.score_file import check_ways, score_file

if TYPE_CHECKING:
    from perpend.batch.filled_table import NewColumns

__all__ = ["TableOptions"]


@dataclass(frozen=True, slots=True)
class TableOptions:
    """A table of pairs, and where the filled table goes."""

    pairs: Pairs = None
    columns: Columns = None
    no_header: NoHeader = False
    output: Output = None
    allow_bad: AllowBad = False

    def check(self, text1: str | None, text2: str | None) -> None:
        """Refuse two texts beside a table, and options of tables without one."""
        for_tables = {
            "--columns": self.columns,
            "--no-header": self.no_header,
            "--output": self.output,
            "--allow-bad": self.allow_bad,
        }
        check_ways(self.pairs, (text1, text2), for_tables)

    def fill(self, new: "NewColumns", *, as_json: bool, swap: bool = False) -> None:
        """Add the columns to every row of the table."""
        score_file(
            new,
            self.pairs or "-",
            str(self.output or "-"),
            swap=swap,
            as_json=as_json,
            columns=self.columns or (),
            header=not self.no_header,
            allow_bad=self.allow_bad,
        )
