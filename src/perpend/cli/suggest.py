"""`perpend suggest`: the words that may have been meant by a word, the most probable first.

perpend suggest recieve
perpend suggest smiht jhones --words names.txt -d 2 -n 3
cat words.txt | perpend suggest - --json
"""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.options import AsJson, IgnoreAccents, IgnoreCase, Letters, Limit, Model, Words
from perpend.cli.output import print_answer, print_details, print_json_line, print_table
from perpend.errors import SettingError

if TYPE_CHECKING:
    from perpend.spelling.suggestion import Suggestions
    from perpend.spelling.word_index import WordIndex

__all__ = ["suggest"]


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
) -> None:
    """Suggest what each WORD may have been meant to be; the word itself is never replaced. A limit of 0 lists all.

    Examples:

        perpend suggest recieve

        perpend suggest smiht jhones --words names.txt -d 2 -n 3
    """
    from perpend.spelling.shipped import find_channel
    from perpend.spelling.suggestion import Suggester

    if letters is not None and distance is not None:
        raise SettingError("--letters counts letters that differ, --distance edits: give one of them")
    suggester = Suggester(_index(listed, ignore_case, ignore_accents), find_channel(model))
    asked = f"d:{distance}" if distance is not None else f"k:{letters or suggester.channel.k}"
    signature = f"{suggester.channel.signature}|candidates:{asked}"
    for found in suggester.suggest_all(list(_written(words)), limit, distance=distance, k=letters):
        if as_json:
            print_json_line(asdict(found) | {"signature": signature})
        else:
            _show(found)
    if not as_json:
        print_details(signature)


def _index(listed: Path | None, ignore_case: bool, ignore_accents: bool) -> "WordIndex":
    from perpend.spelling.english import english_index
    from perpend.spelling.word_index import open_words
    from perpend.spelling.word_list import Matching

    if listed:
        return open_words(listed, Matching(ignore_case, ignore_accents))
    if ignore_accents:
        raise SettingError("--ignore-accents is for a list of your own: name it with --words")
    return english_index()


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
        print_answer(f"{title}, nothing near it")
        return
    rows = [(one.word, f"{one.score:.2f}", one.distance, one.differ, f"{one.count:,}") for one in found.words]
    print_table(["suggestion", "score", "edits", "letters", "count"], rows, title=title)
