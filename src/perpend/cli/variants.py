"""`perpend variants`: the pairs of a word list that are spellings of one word; `perpend variants index` for search.

perpend variants names.txt -o pairs.tsv                      likely pairs, the most probable first
perpend variants people.csv --column name --groups           groups with a canonical form, from a table
perpend variants names.txt --all -o pairs.tsv                every pair of the scan, as it streams
perpend variants index names.txt -o names.index
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perpend.cli.commands import App
from perpend.cli.completing import one_of
from perpend.cli.options import (
    LETTERS,
    AsJson,
    Html,
    IgnoreAccents,
    IgnoreCase,
    Letters,
    Model,
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

if TYPE_CHECKING:
    from perpend.cli.variant_lists import Listed
    from perpend.spelling.variant_groups import VariantGroup

__all__ = ["app"]

app = App(
    help="Spellings of one word or name in a word list: likely pairs with their probability, or groups.",
    example="perpend variants names.txt -o pairs.tsv",
    default="list",
)

WordFile = Annotated[
    Path, typer.Argument(metavar="WORDS", help="Words, one a line, with a count after a tab if known; or an index.")
]
_COMMON = 1


@app.command("list", hidden=True)
def list_(
    words: WordFile,
    all_: Annotated[
        bool, typer.Option("--all", help="Every pair of the scan, in order and without probability, as it streams.")
    ] = False,
    min_probability: Annotated[
        float | None,
        typer.Option("--min-probability", metavar="P", min=0, max=1, help="Leave out pairs below. [default: 0.5]"),
    ] = None,
    max_distance: Annotated[
        int | None,
        typer.Option("--max-distance", metavar="N", min=0, max=255, help="Leave out pairs more edits apart."),
    ] = None,
    groups: Annotated[
        bool, typer.Option("--groups", help="Groups of words of which every two are a pair, with a canonical form.")
    ] = False,
    column: Annotated[
        str | None, typer.Option("--column", metavar="NAME", help="WORDS is a table: the column that has the words.")
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", help="Format of the result. [default: by its ending]", **one_of("tsv", "csv")),
    ] = None,
    model: Model = None,
    letters: Letters = None,
    common: Annotated[
        int | None,
        typer.Option(
            "--common",
            "-c",
            metavar="N",
            min=0,
            max=100,
            help="How many first or last letters they share. [default: 1]",
        ),
    ] = None,
    output: Output = None,
    count: Annotated[bool, typer.Option("--count", help="Only say how many pairs the scan of --all has.")] = False,
    ignore_case: IgnoreCase = False,
    ignore_accents: IgnoreAccents = False,
    threads: Threads = None,
    full_names: Annotated[
        bool, typer.Option("--full-names", help="Full names: order, initials, nicknames, particles count.")
    ] = False,
    as_json: AsJson = False,
    html: Html = None,
) -> None:
    """List the pairs of WORDS that are likely to be spellings of one word, the most probable first.

    A line has both words, the probability, how many letters differ and which, the edit distance, and which word is more
    frequent: 1, 2, or = when that is not known. Nothing is corrected.

    Examples:

        perpend variants names.txt -o pairs.tsv

        perpend variants people.csv --column surname --groups --min-probability 0.7 -o groups.csv

        perpend variants names.txt --all -k 2 -c 0 --ignore-case --count

        perpend variants people.txt --full-names -o pairs.tsv
    """
    from perpend.cli.full_names import FullNameSearch, list_full_names
    from perpend.cli.variant_lists import format_of, read_list
    from perpend.spelling.variants import count_variants
    from perpend.spelling.word_list import Matching

    k, shared = letters or LETTERS, _COMMON if common is None else common
    _check_together(locals())
    if full_names:
        least = None if all_ or count else 0.5 if min_probability is None else min_probability
        search = FullNameSearch(k, shared, least, model)
        list_full_names(words, column, search, output, count=count, as_json=as_json)
        return
    listed = read_list(words, column, Matching(ignore_case, ignore_accents))
    index = listed.index
    facts: dict[str, Any] = {"words": len(index), "k": k, "common": shared, "matching": index.matching.signature}
    if count:
        _show({**facts, "pairs": count_variants(index, k, shared, threads=threads)}, as_json)
    elif all_:
        _list_all(index, k, shared, max_distance, threads, output, html, facts, as_json)
    else:
        if (letters is not None or common is not None) and min_probability is None:
            complain("perpend: likely pairs are listed now; every pair, as in 0.1.0, is --all")
        settings: dict[str, Any] = {"letters": k, "common": shared, "max_distance": max_distance, "model": model}
        settings["min_probability"] = 0.5 if min_probability is None else min_probability
        _list_likely(listed, settings, threads, output, html, groups, format_of(form, output), facts, as_json)


def _check_together(given: dict[str, Any]) -> None:
    """Refuses options that exclude one another; `given` are the parameters of the command."""
    if given["count"] and given["output"]:
        raise SettingError("--count writes no pairs: leave out --output, or --count")
    if given["html"] and any(given[name] for name in ("as_json", "output", "count", "full_names", "groups")):
        raise SettingError("--html goes without --json, --output, --count, --full-names and --groups: leave them out")
    if given["full_names"] and (given["groups"] or given["form"] or given["max_distance"] is not None):
        raise SettingError("--full-names goes without --groups, --format and --max-distance: leave them out")
    if given["all_"] and (given["groups"] or given["form"] or given["min_probability"] is not None or given["model"]):
        raise SettingError("--all lists every pair: leave out --groups, --format, --min-probability and --model")


def _list_all(
    index: Any,
    k: int,
    common: int,
    most: int | None,
    threads: int | None,
    output: Path | None,
    html: Path | None,
    facts: dict[str, Any],
    as_json: bool,
) -> None:
    from perpend.spelling.likely_variants import variants
    from perpend.spelling.variants import find_variants, write_variants

    if html:
        found = variants(index, letters=k, common=common, max_distance=most, all_pairs=True)
        write_output(html, [found.to_html(page=True)])
        return
    if as_json and not output:
        for pair in find_variants(index, k, common, most=most):
            print_json_line(pair.to_dict())
        return
    with step_progress() as bar, open_output(output) as file:
        written = write_variants(index, file, k, common, most=most, threads=threads, progress=bar)
    _end({**facts, "pairs": written.pairs, "sha256": written.sha256}, output, as_json)


def _list_likely(
    listed: "Listed",
    settings: dict[str, Any],
    threads: int | None,
    output: Path | None,
    html: Path | None,
    groups: bool,
    form: str,
    facts: dict[str, Any],
    as_json: bool,
) -> None:
    from perpend.cli.variant_lists import write_groups, write_pairs
    from perpend.spelling.likely_variants import find_likely, variant_model, variants
    from perpend.spelling.variant_groups import group_pairs

    if html:
        write_output(html, [variants(listed.index, **settings).to_html(page=True)])
        return
    k, common, model = settings.pop("letters"), settings.pop("common"), variant_model(settings.pop("model"))
    with step_progress() as bar:
        found = find_likely(listed.index, model, k, common, threads=threads, progress=bar, **settings)
    facts |= {"pairs": len(found), "min probability": settings["min_probability"]}
    made: tuple[VariantGroup, ...] = ()
    if groups:
        words = list(listed.index)
        counts = dict(zip(words, listed.index.counts.tolist(), strict=True))
        triples = ((one.word1, one.word2, one.probability or 0.0) for one in found)
        made = group_pairs(triples, counts)
        facts["groups"] = len(made)
    if as_json and not output:
        for one in made if groups else found:
            print_json_line(one.to_dict())
        return
    with open_output(output) as file:
        if groups:
            write_groups(file, made, listed, form)
        else:
            write_pairs(file, found, listed, form)
    _end(facts, output, as_json)


def _end(facts: dict[str, Any], output: Path | None, as_json: bool) -> None:
    """Says what was written: on stdout if the pairs went into a file, else on stderr."""
    if output:
        _show({**facts, "output": str(output)}, as_json)
    else:
        complain(_line(facts))


def _show(facts: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(facts)
    else:
        say(_line(facts))


def _line(facts: dict[str, Any]) -> str:
    text = f"{facts['words']:,} words, k = {facts['k']}, c = {facts['common']}: {facts['pairs']:,} pairs"
    if "min probability" in facts:
        text += f" of probability {facts['min probability']:g} or more"
    if "groups" in facts:
        text += f", {facts['groups']:,} groups"
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
