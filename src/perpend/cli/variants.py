"""`perpend variants`: the pairs of a word list that may be spellings of one word; `perpend variants index` for search.

perpend variants names.txt -o pairs.tsv
perpend variants names.txt -k 2 -c 0 --count
perpend variants index names.txt -o names.index
"""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from perpend.cli.output import json_text, print_json, step_progress
from perpend.errors import InputError, SettingError
from perpend.files.writing import check_output

__all__ = ["IgnoreAccents", "IgnoreCase", "app"]


class WordsOrCommand(TyperGroup):
    """A group whose first word may also be a file or an option: then the command `list` is meant."""

    default = "list"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the name of the command before its file."""
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = [self.default, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=WordsOrCommand,
    help="Spellings of one word in a word list: pairs that differ by few letters and begin or end alike.",
    epilog="Example: `perpend variants names.txt -k 3 -c 1 -o pairs.tsv`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

WordFile = Annotated[
    Path, typer.Argument(metavar="WORDS", help="Words, one a line, with a count after a tab if known; or an index.")
]
IgnoreCase = Annotated[bool, typer.Option("--ignore-case", help="Compare without regard to case.")]
IgnoreAccents = Annotated[bool, typer.Option("--ignore-accents", help="Compare without accents and other marks.")]


@app.callback()
def group() -> None:
    """Spellings of one word in a word list: pairs that differ by few letters and begin or end alike."""


@app.command("list")
def list_(
    words: WordFile,
    k: Annotated[int, typer.Option("-k", min=1, max=10, help="By how many letters two words may differ.")] = 3,
    common: Annotated[
        int, typer.Option("-c", "--common", min=0, help="How many first or last letters they share; 0 for none.")
    ] = 1,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the pairs here.")] = None,
    count: Annotated[bool, typer.Option("--count", help="Only say how many pairs there are.")] = False,
    ignore_case: IgnoreCase = False,
    ignore_accents: IgnoreAccents = False,
    threads: Annotated[int | None, typer.Option(min=1, max=64, help="[default: as many as cores]")] = None,
    full_names: Annotated[
        bool, typer.Option("--full-names", help="Lines are full names: order, initials, particles and suffixes count.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON; pairs as one object a line.")] = False,
) -> None:
    """List the pairs of WORDS that may be spellings of one word, in order, as TSV; nothing is corrected.

    A line has both words, how many letters differ and which, the edit distance, and which word is more frequent: 1, 2,
    or = when that is not known.

    Examples:

        perpend variants names.txt -k 3 -c 1 -o pairs.tsv

        perpend variants names.txt -k 2 -c 0 --ignore-case --count

        perpend variants people.txt --full-names -o pairs.tsv
    """
    from perpend.cli.full_names import list_full_names
    from perpend.spelling.variants import count_variants, write_variants
    from perpend.spelling.word_index import open_words
    from perpend.spelling.word_list import Matching

    if count and output:
        raise SettingError("--count writes no pairs: leave out --output, or --count")
    if output:
        check_output(output, words)
    if full_names:
        list_full_names(words, k, common, output, count=count, as_json=as_json)
        return
    index = open_words(words, Matching(ignore_case, ignore_accents))
    facts: dict[str, Any] = {"words": len(index), "k": k, "common": common, "matching": index.matching.signature}
    if count:
        _show({**facts, "pairs": count_variants(index, k, common, threads=threads)}, as_json)
        return
    with step_progress() as bar:
        if output:
            written = write_variants(index, output, k, common, threads=threads, progress=bar)
        elif as_json:
            _print_objects(index, k, common)
            return
        else:
            sys.stdout.flush()
            written = write_variants(index, sys.stdout.buffer, k, common, threads=threads, progress=bar)
    facts |= {"pairs": written.pairs, "sha256": written.sha256}
    if output:
        _show({**facts, "output": str(output)}, as_json)
    else:
        print(_line(facts), file=sys.stderr)


def _print_objects(index: Any, k: int, common: int) -> None:
    from dataclasses import asdict

    from perpend.spelling.variants import find_variants

    for pair in find_variants(index, k, common):
        print(json_text(asdict(pair)))


def _show(facts: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(facts)
    else:
        print(_line(facts))


def _line(facts: dict[str, Any]) -> str:
    text = f"{facts['words']:,} words, k = {facts['k']}, c = {facts['common']}: {facts['pairs']:,} pairs"
    if "sha256" in facts:
        text += f", sha256 {facts['sha256']}"
    return f"{text}, written to {facts['output']}" if "output" in facts else text


@app.command()
def index(
    words: WordFile,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="INDEX", help="The index to write.")],
    ignore_case: IgnoreCase = False,
    ignore_accents: IgnoreAccents = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Make an index of WORDS: a file that is memory-mapped, so that a search among millions of words starts at once.

    Examples:

        perpend variants index names.txt -o names.index

        perpend suggest smiht --words names.index
    """
    from perpend.spelling.word_index import WordIndex, is_index
    from perpend.spelling.word_list import Matching, read_words

    check_output(output, words)
    if is_index(words):
        raise InputError(f"{words} is an index already: name the list of words that it was made from")
    listed = read_words(words)
    made = WordIndex.of(listed, Matching(ignore_case, ignore_accents))
    made.write(output)
    facts = {
        "words": len(made),
        "blank lines": listed.blank,
        "repeated": listed.repeated,
        "letters": len(made.alphabet.points),
        "bytes": output.stat().st_size,
        "matching": made.matching.signature,
        "index": str(output),
    }
    if as_json:
        print_json(facts)
    else:
        left_out = f"{listed.blank:,} blank lines and {listed.repeated:,} repetitions left out"
        print(f"{len(made):,} words ({left_out}), {facts['bytes']:,} bytes, written to {output}")
