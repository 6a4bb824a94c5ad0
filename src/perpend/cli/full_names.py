"""`perpend variants --full-names`: the pairs of a list of full names that are likely to be one person's.

name1              name2               probability  verdict  words                                              turned
Boris Berezovski   Boris Berezovsky    0.9512       variant  Boris=Boris (equal) Berezovski=Berezovsky (spelling 1)  no
Bill Berezovski    William Berezovski  0.9311       variant  Bill=William (nickname) ...                             no

With --all, every pair that is not surely different, in the order of the list and without probability.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from perpend.cli.output import open_output, print_json, say, step_progress
from perpend.files.escapes import json_text
from perpend.types import Progress

if TYPE_CHECKING:
    from perpend.people.full_names import NameMatch

__all__ = ["FullNameSearch", "list_full_names"]

_COLUMNS = ("name1", "name2", "probability", "verdict", "words", "turned")


@dataclass(frozen=True, slots=True)
class FullNameSearch:
    """What is searched: the letters that words may differ by and share, the least probability (None for all pairs)."""

    k: int
    common: int
    min_probability: float | None
    model: str | None = None

    def pairs(self, names: Sequence[str], progress: Progress) -> Iterator[tuple[str, str, "NameMatch", float | None]]:
        """Yields the pairs of `names` with their match and probability; `progress` is called after each name."""
        from perpend.people.blocking import find_full_name_variants
        from perpend.people.likely_names import find_likely_names

        if self.min_probability is None:
            for one, other, match in find_full_name_variants(names, self.k, self.common, progress=progress):
                yield one, other, match, None
            return
        least = self.min_probability
        for found in find_likely_names(
            names, self.model, self.k, self.common, min_probability=least, progress=progress
        ):
            yield found.name1, found.name2, found.match, found.value


def list_full_names(
    path: Path, column: str | None, search: FullNameSearch, output: Path | None, *, count: bool, as_json: bool
) -> None:
    """Write the pairs as TSV or as one JSON object a line, or count them."""
    names = _names(path) if column is None else _cells(path, column)
    columns = [name for name in _COLUMNS if name != "probability" or search.min_probability is not None]
    pairs = 0
    with open_output(None if count else output) as file, step_progress() as bar:
        if not (count or as_json):
            file.write(("\t".join(columns) + "\n").encode())
        for one, other, match, probability in search.pairs(names, bar):
            pairs += 1
            if not count:
                file.write(_line(one, other, match, probability, as_json).encode("utf-8", "backslashreplace"))
    facts = {"names": len(names), "k": search.k, "common": search.common, "pairs": pairs}
    if count or output:
        print_json(facts) if as_json else say(f"{len(names):,} names: {pairs:,} pairs")


def _cells(path: Path, column: str) -> Sequence[str]:
    """The names in a column of a table."""
    from perpend.files.tables import read_table

    return [name for cell in read_table(path).column(column) if (name := " ".join(cell.split()))]


def _names(path: Path) -> Sequence[str]:
    """The names of a file, one a line; what stands after a tab is not read."""
    from perpend.files.lines import read_lines

    lines = read_lines(path, whole=True)
    return [name for line in lines if (name := line.partition("\t")[0].strip())]


def _line(one: str, other: str, match: "NameMatch", probability: float | None, as_json: bool) -> str:
    if as_json:
        judged = {} if probability is None else {"probability": probability}
        return json_text({"name1": one, "name2": other, **judged, **match.to_dict()}) + "\n"
    words = [
        f"{pair.a}={pair.b} ({pair.how}{f' {pair.letters}' if pair.letters else ''})".replace("\t", " ")
        for pair in match.pairs
    ]
    judged_cells = [] if probability is None else [f"{probability:.4f}"]
    return (
        "\t".join([one, other, *judged_cells, match.verdict, " ".join(words), "yes" if match.turned else "no"]) + "\n"
    )
