"""`perpend variants --full-names`: the pairs of a list of full names that may be one person's.

name1              name2               verdict   words                                           turned
Anna van der Berg  Berg, A.            initials  Anna=A. (initial) Berg=Berg (equal)             no
Boris Berezovski   Boris Berezovsky    variant   Boris=Boris (equal) Berezovski=Berezovsky (spelling 1)  no
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from perpend.cli.output import open_output, print_json, say, step_progress
from perpend.files.escapes import json_text

if TYPE_CHECKING:
    from perpend.people.full_names import NameMatch

__all__ = ["list_full_names"]

_COLUMNS = ("name1", "name2", "verdict", "words", "turned")


def list_full_names(path: Path, k: int, common: int, output: Path | None, *, count: bool, as_json: bool) -> None:
    """Write the pairs as TSV or as one JSON object a line, or count them."""
    from perpend.people.blocking import find_full_name_variants

    names = _names(path)
    pairs = 0
    with open_output(None if count else output) as file, step_progress() as bar:
        if not (count or as_json):
            file.write(("\t".join(_COLUMNS) + "\n").encode())
        for one, other, match in find_full_name_variants(names, k, common, progress=bar):
            pairs += 1
            if not count:
                file.write(_line(one, other, match, as_json).encode("utf-8", "backslashreplace"))
    facts = {"names": len(names), "k": k, "common": common, "pairs": pairs}
    if count or output:
        print_json(facts) if as_json else say(f"{len(names):,} names: {pairs:,} pairs")


def _names(path: Path) -> Sequence[str]:
    """The names of a file, one a line; what stands after a tab is not read."""
    from perpend.files.lines import read_lines

    lines = read_lines(path, whole=True)
    return [name for line in lines if (name := line.partition("\t")[0].strip())]


def _line(one: str, other: str, match: "NameMatch", as_json: bool) -> str:
    if as_json:
        return json_text({"name1": one, "name2": other, **match.to_dict()}) + "\n"
    words = [
        f"{pair.a}={pair.b} ({pair.how}{f' {pair.letters}' if pair.letters else ''})".replace("\t", " ")
        for pair in match.pairs
    ]
    return "\t".join([one, other, match.verdict, " ".join(words), "yes" if match.turned else "no"]) + "\n"
