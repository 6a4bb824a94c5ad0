"""`perpend models`: the models that come with Perpend, of every kind, and the card or the facts of one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perpend.cli.commands import App
from perpend.cli.completing import model_names
from perpend.cli.options import AsJson
from perpend.cli.output import print_answer, print_facts, print_json, print_markdown, print_table

if TYPE_CHECKING:
    from perpend.learning.model import Model
    from perpend.learning.registry import Entry

__all__ = ["app", "facts_of_file"]

app = App(
    help="Models that come with Perpend: list them, show a card.",
    example="perpend models show perp-sts",
    default="list",
    no_args_is_help=False,
)


@app.command("list", hidden=True)
def list_(as_json: AsJson = False) -> None:
    """Show every model that comes with Perpend; any of these names may stand where a model file is asked for.

    Examples:

        perpend models

        perpend models --json
    """
    from perpend.learning.registry import entries

    found = entries()
    if as_json:
        print_json({"models": [_facts(entry) for entry in found]})
        return
    print_table(
        ["name", "kind", "default", "for"],
        ([entry.name, entry.kind, "yes" if entry.default else "", entry.about] for entry in found),
    )
    print_answer(
        "The default of a kind is used unless another model is named; `perpend models show NAME` prints a card."
    )


def _facts(entry: "Entry") -> dict[str, Any]:
    from perpend.learning.registry import load

    model = load(entry.name)
    named = {"name": entry.name, "kind": entry.kind, "default": entry.default, "about": entry.about}
    return {**named, **model.facts(), "identity": model.identity}


@app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="MODEL", autocompletion=model_names, help="A name that `perpend models` lists, or a model file."
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Print the card of a shipped model, or what a model file says of itself.

    A card tells what the model learned from, its figures, what it is good for and what not.

    Examples:

        perpend models show perp-sts

        perpend models show mine.model --json
    """
    from perpend.learning.registry import card, entries, load

    known = {entry.name: entry for entry in entries()}
    if name in known:
        print_json({**_facts(known[name]), "card": card(name)}) if as_json else print_markdown(card(name))
        return
    print_facts(facts_of_file(load(name), name), as_json)


def facts_of_file(model: "Model", file: Path | str) -> dict[str, Any]:
    """What a model in a file says of itself; `perpend train` prints the same."""
    return {"file": str(file), "kind": model.kind, **model.facts(), "identity": model.identity}
