"""`perpend suggest`: the words that may have been meant by a word, the most probable first.

perpend suggest recieve
perpend suggest smiht jhones --words names.txt -d 2 -n 3
cat words.txt | perpend suggest - --json
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.output import json_text, print_table
from perpend.cli.variants import IgnoreAccents, IgnoreCase
from perpend.errors import SettingError

if TYPE_CHECKING:
    from perpend.spelling.suggestion import Suggestions

__all__ = ["suggest"]


def suggest(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words as written; - for lines of stdin.")],
    listed: Annotated[
        Path | None,
        typer.Option("--words", metavar="FILE", help="Words to choose from, or an index. [default: English]"),
    ] = None,
    k: Annotated[
        int | None, typer.Option("-k", min=1, max=10, help="By how many letters they may differ. [default: 3]")
    ] = None,
    distance: Annotated[
        int | None, typer.Option("-d", "--distance", min=0, max=10, help="Within this edit distance instead.")
    ] = None,
    count: Annotated[int, typer.Option("-n", min=0, help="How many suggestions; 0 for all.")] = 5,
    channel: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A channel of `perpend train spelling`. [default: english]")
    ] = None,
    ignore_case: IgnoreCase = False,
    ignore_accents: IgnoreAccents = False,
    as_json: Annotated[bool, typer.Option("--json", help="A line of JSON a word.")] = False,
) -> None:
    """Suggest what each WORD may have been meant to be; the word itself is never replaced.

    Examples:

        perpend suggest recieve

        perpend suggest smiht jhones --words names.txt -d 2 -n 3
    """
    from perpend.spelling.suggestion import find_suggester

    suggester = find_suggester(listed, channel, ignore_case=ignore_case, ignore_accents=ignore_accents)
    for found in suggester.suggest_all(list(_written(words)), count, distance=distance, k=k):
        if as_json:
            print(json_text(found.to_dict()))
        else:
            _show(found)


def _written(words: list[str]) -> list[str]:
    if "-" not in words:
        return words
    if len(words) > 1:
        raise SettingError("- stands for all words on standard input: give it alone")
    lines = sys.stdin.buffer.read().decode("utf-8", "surrogateescape").split("\n")
    return [line.strip() for line in lines if line.strip()]


def _show(found: "Suggestions") -> None:
    title = f"{found.written}: {'in the list' if found.known else 'not in the list'}"
    if not found.words:
        title += ", nothing near it"
    rows = [(one.word, f"{one.score:.2f}", one.distance, one.differ, f"{one.count:,}") for one in found.words]
    print_table(["suggestion", "score", "edits", "letters", "count"], rows, title=title)
