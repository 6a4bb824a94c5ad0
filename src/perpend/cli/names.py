"""`perpend names`: which mentions of names in many documents name the same person.

perpend names DOCS.jsonl -o CHAINS.jsonl
perpend names DOCS.jsonl --json
perpend names news.jsonl.gz --same 0.8 -o chains.jsonl
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perpend.cli.checking import check_forms
from perpend.cli.options import LETTERS, AsJson, Common, Html, Letters, Model, Output, Pipeline
from perpend.cli.output import (
    print_answer,
    print_details,
    print_json,
    print_table,
    say,
    step_progress,
    write_output,
)

if TYPE_CHECKING:
    from perpend.people.coreference import Names

__all__ = ["names"]

_SHOWN = 20
"""So many chains are shown to people; files and JSON have all."""


def names(
    documents: Annotated[
        Path, typer.Argument(metavar="DOCS.jsonl", help="Documents, one JSON object a line: id, text, mentions.")
    ],
    model: Model = None,
    same: Annotated[
        float, typer.Option(min=0, max=1, help="Equal names are one person from this probability on.")
    ] = 0.5,
    coreference: Annotated[
        float, typer.Option(min=0, max=1, help="Names spelled alike: the first threshold of Algorithm 2.")
    ] = 0.98,
    accuracy: Annotated[
        float, typer.Option(min=0, max=1, help="The last threshold, and the least probability of a pattern.")
    ] = 0.90,
    with_pattern: Annotated[
        float, typer.Option(min=0, max=1, help="The threshold for names that fit a pattern.")
    ] = 0.80,
    occurrences: Annotated[
        int, typer.Option(min=0, max=1_000_000_000, help="A pattern must occur more often than this.")
    ] = 10,
    step: Annotated[
        float, typer.Option(min=0.0001, max=1, help="How much the threshold falls from round to round.")
    ] = 0.005,
    letters: Letters = None,
    common: Common = 1,
    pipeline: Pipeline = "perpend",
    output: Output = None,
    as_json: AsJson = False,
    html: Html = None,
) -> None:
    """Chain the mentions of names in many documents: each chain is one person.

    A line of DOCS.jsonl is an object with `text`, and `id` and `mentions` (objects with `start` and `end`, places of
    characters) if they are known. Where `mentions` is missing, persons are found by the annotation pipeline (extra
    `nlp`). The file of --output has every document, in the same order, with the number of its chain for each mention.

    Examples:

        perpend names docs.jsonl -o chains.jsonl

        perpend names docs.jsonl --json --same 0.8 -k 2
    """
    from perpend.files.escapes import json_text
    from perpend.files.writing import write_text
    from perpend.people.bootstrapping import BootstrapSettings
    from perpend.people.coreference import ChainSettings
    from perpend.people.coreference import names as find_names

    check_forms({"--json": as_json, "--html": html})
    bootstrap = BootstrapSettings(coreference, accuracy, with_pattern, occurrences, step)
    settings = ChainSettings(same, bootstrap, letters or LETTERS, common)
    with step_progress() as bar:
        found = find_names(documents, model=model, settings=settings, pipeline=pipeline, progress=bar)
    if output:
        write_text(output, "".join(json_text(one) + "\n" for one in found.document_dicts()))
    if as_json:
        print_json(found.to_dict())
    elif html:
        write_output(html, [found.to_html(page=True)])
    else:
        _show(found, output)


def _show(found: "Names", output: Path | None) -> None:
    people = sorted(found.contributions, key=lambda person: (-len(person.mentions), person.chain))
    rows = [
        (one.chain, one.name, one.documents, len(one.mentions), ", ".join(one.written[:5])) for one in people[:_SHOWN]
    ]
    mentions = sum(len(one.mentions) for one in people)
    print_answer(f"{len(found.documents):,} documents, {mentions:,} mentions, {len(people):,} persons")
    print_table(["chain", "name", "documents", "mentions", "written"], rows)
    patterns = (f"pattern {pattern}: {pattern.occurrences} of {pattern.seen}" for pattern in found.patterns)
    print_details(*list(patterns)[:_SHOWN], found.signature)
    if output:
        say(f"written to {output}")
