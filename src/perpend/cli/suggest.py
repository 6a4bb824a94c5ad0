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

from perpend.cli.output import json_text, print_table
from perpend.cli.variants import IgnoreAccents, IgnoreCase
from perpend.errors import SettingError

if TYPE_CHECKING:
    from perpend.spelling.suggestion import Suggestions
    from perpend.spelling.word_index import WordIndex

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
    from perpend.learning.registry import load
    from perpend.spelling.channel import Channel
    from perpend.spelling.suggestion import Suggester

    if k is not None and distance is not None:
        raise SettingError("-k counts letters that differ, -d edits: give one of them")
    learned = load(channel, "spelling")
    assert isinstance(learned, Channel)
    suggester = Suggester(_index(listed, ignore_case, ignore_accents), learned)
    asked = f"d:{distance}" if distance is not None else f"k:{k or suggester.channel.k}"
    for found in suggester.suggest_all(list(_written(words)), count, distance=distance, k=k):
        if as_json:
            print(json_text(asdict(found) | {"signature": f"{suggester.channel.signature}|candidates:{asked}"}))
        else:
            _show(found)


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
        title += ", nothing near it"
    rows = [(one.word, f"{one.score:.2f}", one.distance, one.differ, f"{one.count:,}") for one in found.words]
    print_table(["suggestion", "score", "edits", "letters", "count"], rows, title=title)
