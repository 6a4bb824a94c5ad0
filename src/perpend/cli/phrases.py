"""`perpend phrases`: make, build and merge tables of paraphrases, look phrases up, and say what a table holds."""

from pathlib import Path
from typing import Annotated, Any

import typer

from perpend.cli.commands import App
from perpend.cli.completing import one_of
from perpend.cli.extract import extract
from perpend.cli.options import AsJson, Limit, Name, OutputFile, Seed
from perpend.cli.output import complain, print_json, print_table, say, step_progress, write_output
from perpend.files.escapes import visible

__all__ = ["app"]

app = App(
    help="Tables of paraphrases: extract, build, merge, look up, inspect.",
    example="perpend phrases build meteor-paraphrases -o meteor.phrases",
)

app.command()(extract)

_Table = Annotated[Path, typer.Argument(metavar="TABLE", help="A table that `extract`, `build` or `merge` made.")]


@app.command()
def build(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A file, or the resource `meteor-paraphrases`.")],
    output: OutputFile,
    format: Annotated[
        str | None,
        typer.Option(
            "--format", help="Format of SOURCE. [default: told from its content]", **one_of("terp", "meteor", "tsv")
        ),
    ] = None,
    clamp: Annotated[
        bool | None,
        typer.Option(
            "--clamp/--no-clamp", help="Bring probabilities above 1 down to 1. [default: if the format is not terp]"
        ),
    ] = None,
    name: Name = None,
    as_json: AsJson = False,
) -> None:
    """Build TABLE from a file of paraphrases: TER-Plus's text, METEOR's three lines an entry, or TSV (ref, hyp, p).

    Examples:

        perpend phrases build meteor-paraphrases -o meteor.phrases

        perpend phrases build pivot.txt.gz --format terp -o pivot.phrases
    """
    from perpend.lexicon.phrases.builder import build_phrase_table

    path, known = _source(source)
    with step_progress() as bar:
        report = build_phrase_table(
            path,
            output,
            format=format,
            clamp=clamp,
            name=name or known,
            progress=bar,
        )
    for bad in report.bad_lines:
        complain(f"{path}:{bad.line}: {bad.problem}")
    if report.info["bad_lines"] > len(report.bad_lines):
        complain(f"... {report.info['bad_lines']:,} bad lines in all")
    info(output, as_json)


@app.command()
def merge(
    tables: Annotated[list[Path], typer.Argument(metavar="TABLE...", help="Two tables or more.")],
    output: OutputFile,
    name: Name = None,
    as_json: AsJson = False,
) -> None:
    """Write one table that has the pairs of all; a pair that several have keeps its highest probability.

    Example:

        perpend phrases merge meteor.phrases pivot.phrases -o both.phrases
    """
    from perpend.lexicon.phrases.merge import merge_phrase_tables

    with step_progress() as bar:
        merge_phrase_tables(
            tables,
            output,
            name=name,
            progress=bar,
        )
    info(output, as_json)


@app.command()
def sample(
    table: _Table,
    limit: Limit = 50,
    best: Annotated[
        int, typer.Option("--best", metavar="N", min=1, max=1000, help="How many paraphrases of each, at most.")
    ] = 3,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Draw phrases by chance and print their best paraphrases as TSV, to be judged by people.

    Example:

        perpend phrases sample pivot.phrases -n 50 --seed 1
    """
    from perpend.lexicon.phrases.sample import sample_phrases
    from perpend.lexicon.phrases.table import PhraseTable

    opened = PhraseTable.open(table)
    drawn = [(" ".join(ref), " ".join(hyp), p) for ref, hyp, p in sample_phrases(opened, limit, seed=seed, best=best)]
    if as_json:
        rows = [{"ref": ref, "hyp": hyp, "p": p} for ref, hyp, p in drawn]
        print_json({"sample": rows, "seed": seed, "signature": opened.signature()})
        return
    lines = (f"{visible(ref)}\t{visible(hyp)}\t{p:.6g}\n" for ref, hyp, p in drawn)
    write_output(None, ["ref\thyp\tp\n", *lines])


@app.command()
def lookup(
    table: _Table,
    phrase: Annotated[list[str], typer.Argument(metavar="PHRASE...", help="The words of one phrase.")],
    limit: Limit = 20,
    as_json: AsJson = False,
) -> None:
    """Show what a hypothesis may say for PHRASE, the most probable first.

    Example:

        perpend phrases lookup meteor.phrases take place -n 5
    """
    from perpend.lexicon.phrases.table import PhraseTable

    opened = PhraseTable.open(table)
    wanted = " ".join(phrase)
    found = opened.lookup(wanted)
    best = sorted(found, key=lambda paraphrase: -paraphrase.p)[:limit]
    rows = [(" ".join(words), p) for words, p in best]
    if as_json:
        paraphrases = [{"words": words, "p": p} for words, p in best]
        print_json({"phrase": wanted, "found": len(found), "paraphrases": paraphrases, "signature": opened.signature()})
    elif rows:
        print_table(["paraphrase", "p"], rows, title=f"{wanted}: {len(rows):,} of {len(found):,} paraphrases")
    else:
        say(f"{wanted}: no paraphrases in {table}")


@app.command()
def info(
    table: _Table,
    as_json: AsJson = False,
    verify: Annotated[bool, typer.Option("--verify", help="Also read the whole file and check its checksum.")] = False,
) -> None:
    """Say what TABLE holds and where it comes from.

    Example:

        perpend phrases info meteor.phrases --verify
    """
    from perpend.lexicon.phrases.table import PhraseTable

    opened = PhraseTable.open(table)
    if verify:
        opened.verify()
    facts: dict[str, Any] = opened.info() | ({"verified": True} if verify else {})
    if as_json:
        print_json(facts)
    else:
        print_table(["fact", "value"], [(key, _shown(value)) for key, value in facts.items()])


def _shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _source(source: str) -> tuple[Path, str | None]:
    """The file that SOURCE means; a resource also lends the table its name."""
    if source != "meteor-paraphrases" or Path(source).exists():
        return Path(source), None
    from perpend.resources.store import resource_path

    return resource_path(source), source
