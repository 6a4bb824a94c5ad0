"""`perpend models`: the models that come with Perpend, and the card of each."""

from typing import Annotated, Any

import typer

from perpend.cli.output import print_json, print_table

__all__ = ["app"]

app = typer.Typer(
    help="Models that come with Perpend: list them, show a card.",
    epilog="Examples: `perpend models` · `perpend models show perp-sts`",
    rich_markup_mode="markdown",
)


@app.callback(invoke_without_command=True)
def list_(
    context: typer.Context, as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False
) -> None:
    """Show every model that comes with Perpend; any of these names may stand where a model file is asked for.

    Examples:

        perpend models

        perpend models --json
    """
    if context.invoked_subcommand:
        return
    from perpend.paraphrase.shipped import SHIPPED_NAME
    from perpend.similarity.shipped import DEFAULT_MODEL, shipped_models
    from perpend.spelling.coreference_model import SHIPPED_NAMES_MODEL

    facts = [_facts(name) for name in shipped_models()]
    if as_json:
        others = {"paraphrase": _paraphrase_facts(), "names": _names_facts()}
        print_json({"default": DEFAULT_MODEL, "models": facts, **others})
        return
    columns = ["name", "trained on", "pairs", "epochs", "rate", "phrases"]
    print_table(columns, ([one[column] or "no" for column in columns] for one in facts))
    print(f"{DEFAULT_MODEL} is used unless another is named, and {SHIPPED_NAME} by `perpend paraphrase`")
    print(f"{SHIPPED_NAMES_MODEL} is used by `perpend names`")
    print("`perpend models show NAME` prints a card")


def _facts(name: str) -> dict[str, Any]:
    from perpend.similarity.model import PerpModel

    model = PerpModel.shipped(name)
    return {
        "name": name,
        "trained on": model.training.name,
        "pairs": model.training.count,
        "epochs": model.settings.epochs,
        "rate": model.settings.rate,
        "seed": model.settings.seed,
        "phrases": model.phrases,
        "signature": model.signature,
    }


def _paraphrase_facts() -> dict[str, Any]:
    from perpend.paraphrase.shipped import SHIPPED_NAME, find_paraphrase_model

    model = find_paraphrase_model()
    return {
        "name": SHIPPED_NAME,
        "trained on": model.training.name,
        "pairs": model.training.count,
        "features": model.features,
        "signature": model.signature,
    }


def _names_facts() -> dict[str, Any]:
    from perpend.spelling.coreference_model import SHIPPED_NAMES_MODEL, CoreferenceModel

    model = CoreferenceModel.shipped()
    return {"name": SHIPPED_NAMES_MODEL, **model.about, "signature": model.signature()}


def _show_names(as_json: bool) -> None:
    from perpend.spelling.coreference_model import names_card

    if as_json:
        print_json({**_names_facts(), "card": names_card()})
    else:
        print(names_card(), end="")


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name that `perpend models` lists.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Print the card of a model: what it learned from, its figures, what it is good for and what not.

    Example:

        perpend models show perp-sts
    """
    from perpend.paraphrase.shipped import SHIPPED_NAME, paraphrase_card
    from perpend.similarity.shipped import model_card
    from perpend.spelling.coreference_model import SHIPPED_NAMES_MODEL

    if name == SHIPPED_NAMES_MODEL:
        _show_names(as_json)
        return
    is_paraphrase = name == SHIPPED_NAME
    card = paraphrase_card() if is_paraphrase else model_card(name)
    if as_json:
        print_json({**(_paraphrase_facts() if is_paraphrase else _facts(name)), "card": card})
    else:
        print(card, end="")
