"""`perpend variants`: the pairs of a word list that may be spellings of one word; `perpend variants index` for search.

perpend variants names.txt -o pairs.tsv
perpend variants names.txt -k 2 -c 0 --count
perpend variants index names.txt -o names.index
"""

from pathlib import Path
from typing import Annotated, Any

import typer

from perpend.cli.commands import App
from perpend.cli.options import (
    LETTERS,
    AsJson,
    Common,
    Html,
    IgnoreAccents,
    IgnoreCase,
    Letters,
    Output,
    OutputFile,
    Threads,
)
from perpend.cli.output import (
    complain,
    details_are_shown,
    open_output,
    print_json,
    print_json_line,
    say,
    step_progress,
    write_output,
)
from perpend.errors import InputError, SettingError

__all__ = ["app"]

app = App(
    help="Spellings of one word in a word list: pairs that differ by few letters and begin or end alike.",
    example="perpend variants names.txt -k 3 -c 1 -o pairs.tsv",
    default="list",
)

WordFile = Annotated[
    Path, typer.Argument(metavar="WORDS", help="Words, one a line, with a count after a tab if known; or an index.")
]


@app.command("list", hidden=True)
def list_(
    words: WordFile,
    letters: Letters = None,
    common: Common = 1,
    output: Output = None,
    count: Annotated[bool, typer.Option("--count", help="Only say how many pairs there are.")] = False,
    ignore_case: IgnoreCase = False,
    ignore_accents: IgnoreAccents = False,
    threads: Threads = None,
    full_names: Annotated[
        bool, typer.Option("--full-names", help="Lines are full names: order, initials, particles and suffixes count.")
    ] = False,
    as_json: AsJson = False,
    html: Html = None,
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
    from perpend.spelling.variants import count_variants, variants, write_variants
    from perpend.spelling.word_index import open_words
    from perpend.spelling.word_list import Matching

    k = letters or LETTERS
    if count and output:
        raise SettingError("--count writes no pairs: leave out --output, or --count")
    if html and (as_json or output or count or full_names):
        raise SettingError("--html goes without --json, --output, --count and --full-names: leave them out")
    if full_names:
        list_full_names(words, k, common, output, count=count, as_json=as_json)
        return
    index = open_words(words, Matching(ignore_case, ignore_accents))
    facts: dict[str, Any] = {"words": len(index), "k": k, "common": common, "matching": index.matching.signature}
    if count:
        _show({**facts, "pairs": count_variants(index, k, common, threads=threads)}, as_json)
        return
    if html:
        write_output(html, [variants(index, letters=k, common=common).to_html(page=True)])
        return
    with step_progress() as bar:
        if output:
            written = write_variants(index, output, k, common, threads=threads, progress=bar)
        elif as_json:
            _print_objects(index, k, common)
            return
        else:
            with open_output(None) as file:
                written = write_variants(index, file, k, common, threads=threads, progress=bar)
    facts |= {"pairs": written.pairs, "sha256": written.sha256}
    if output:
        _show({**facts, "output": str(output)}, as_json)
    else:
        complain(_line(facts))


def _print_objects(index: Any, k: int, common: int) -> None:
    from perpend.spelling.variants import find_variants

    for pair in find_variants(index, k, common):
        print_json_line(pair.to_dict())


def _show(facts: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(facts)
    else:
        say(_line(facts))


def _line(facts: dict[str, Any]) -> str:
    text = f"{facts['words']:,} words, k = {facts['k']}, c = {facts['common']}: {facts['pairs']:,} pairs"
    if "sha256" in facts and details_are_shown():
        text += f", sha256 {facts['sha256']}"
    return f"{text}, written to {facts['output']}" if "output" in facts else text


@app.command()
def index(
    words: WordFile,
    output: OutputFile,
    ignore_case: IgnoreCase = False,
    ignore_accents: IgnoreAccents = False,
    as_json: AsJson = False,
) -> None:
    """Make an index of WORDS: a file that is memory-mapped, so that a search among millions of words starts at once.

    Examples:

        perpend variants index names.txt -o names.index

        perpend suggest smiht --words names.index
    """
    from perpend.spelling.word_index import WordIndex, is_index
    from perpend.spelling.word_list import Matching, read_words

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
        say(f"{len(made):,} words ({left_out}), {facts['bytes']:,} bytes, written to {output}")
