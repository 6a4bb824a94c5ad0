"""`perpend suggest`: the words that may have been meant by a word, the most probable first.

perpend suggest recieve
perpend suggest smiht jhones --words names.txt -d 2 -n 3
cat words.txt | perpend suggest - --json
"""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.options import AsJson, Html, IgnoreAccents, IgnoreCase, Letters, Limit, Model, Words
from perpend.cli.output import print_answer, print_details, print_json_line, print_table, write_output
from perpend.errors import SettingError

if TYPE_CHECKING:
    from perpend.spelling.suggestion import Suggestions

__all__ = ["suggest"]

_AT_ONCE = 1000


def suggest(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words as written; - for lines of stdin.")],
    listed: Words = None,
    model: Model = None,
    letters: Letters = None,
    distance: Annotated[
        int | None,
        typer.Option("--distance", "-d", metavar="N", min=0, max=10, help="Within this edit distance instead."),
    ] = None,
    limit: Limit = 5,
    ignore_case: IgnoreCase = False,
    ignore_accents: IgnoreAccents = False,
    as_json: AsJson = False,
    html: Html = None,
) -> None:
    """Suggest what each WORD may have been meant to be; the word itself is never replaced. A limit of 0 lists all.

    Examples:

        perpend suggest recieve

        perpend suggest smiht jhones --words names.txt -d 2 -n 3
    """
    from perpend.spelling.suggestion import find_suggester

    if letters is not None and distance is not None:
        raise SettingError("--letters counts letters that differ, --distance edits: give one of them")
    if html and (as_json or words != words[:1] or words == ["-"]):
        raise SettingError("--html shows the suggestions for one word: give one WORD, and no --json")
    suggester = find_suggester(listed, model, ignore_case=ignore_case, ignore_accents=ignore_accents)
    written = _written(words)
    while some := list(islice(written, _AT_ONCE)):
        for found in suggester.suggest_all(some, limit, distance=distance, k=letters):
            if as_json:
                print_json_line(found.to_dict())
            elif html:
                write_output(html, [found.to_html(page=True)])
            else:
                _show(found)


def _written(words: list[str]) -> Iterator[str]:
    """Yields the words, or those on standard input, of which there may be any number."""
    from perpend.files.lines import read_lines

    if "-" not in words:
        yield from words
        return
    if len(words) > 1:
        raise SettingError("- stands for all words on standard input: give it alone")
    yield from (word for line in read_lines("-", errors="surrogateescape") if (word := line.strip()))


def _show(found: "Suggestions") -> None:
    title = f"{found.written}: {'in the list' if found.known else 'not in the list'}"
    if found.words:
        rows = [(one.word, f"{one.score:.2f}", one.distance, one.differ, f"{one.count:,}") for one in found.words]
        print_table(["suggestion", "score", "edits", "letters", "count"], rows, title=title)
    else:
        print_answer(f"{title}, nothing near it")
    print_details(found.signature)
