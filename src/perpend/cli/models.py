"""`perpend models`: the models that come with Perpend, and the card of each."""

from collections.abc import Callable
from functools import partial
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
    from perpend.entailment.shipped import SHIPPED_ENTAILMENT
    from perpend.paraphrase.shipped import SHIPPED_NAME
    from perpend.similarity.relatedness.shipped import SHIPPED_MODELS
    from perpend.similarity.shipped import DEFAULT_MODEL, shipped_models

    facts = [_facts(name) for name in shipped_models()]
    if as_json:
        others = {
            "paraphrase": _paraphrase_facts(),
            "entailment": _entailment_facts(),
            "relatedness": [_relatedness_facts(name) for name in SHIPPED_MODELS],
        }
        print_json({"default": DEFAULT_MODEL, "models": facts, **others})
        return
    columns = ["name", "trained on", "pairs", "epochs", "rate", "phrases"]
    print_table(columns, ([one[column] or "no" for column in columns] for one in facts))
    print(f"{DEFAULT_MODEL} is used unless another is named, and {SHIPPED_NAME} by `perpend paraphrase`")
    print(f"`perpend entail` uses {SHIPPED_ENTAILMENT}")
    print(f"`perpend relate` uses {', '.join(SHIPPED_MODELS)}, each at its level")
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


def _entailment_facts() -> dict[str, Any]:
    from perpend.entailment.shipped import SHIPPED_ENTAILMENT, find_entailment_model

    model = find_entailment_model()
    return {
        "name": SHIPPED_ENTAILMENT,
        "trained on": model.training.name,
        "pairs": model.training.count,
        "features": model.relating.features,
        "signature": model.signature,
    }


def _relatedness_facts(name: str) -> dict[str, Any]:
    from perpend.similarity.relatedness.shipped import find_relatedness_model

    model = find_relatedness_model(name)
    return {
        "name": name,
        "trained on": model.training.name,
        "pairs": model.training.count,
        "level": model.level,
        "features": model.features,
        "signature": model.signature,
    }


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name that `perpend models` lists.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Print the card of a model: what it learned from, its figures, what it is good for and what not.

    Example:

        perpend models show perp-sts
    """
    from perpend.entailment.shipped import SHIPPED_ENTAILMENT, entailment_card
    from perpend.paraphrase.shipped import SHIPPED_NAME, paraphrase_card
    from perpend.similarity.relatedness.shipped import SHIPPED_MODELS, relatedness_card
    from perpend.similarity.shipped import model_card

    facts: Callable[[], dict[str, Any]]
    if name == SHIPPED_NAME:
        card, facts = paraphrase_card(), _paraphrase_facts
    elif name == SHIPPED_ENTAILMENT:
        card, facts = entailment_card(), _entailment_facts
    elif name in SHIPPED_MODELS:
        card, facts = relatedness_card(name), partial(_relatedness_facts, name)
    else:
        card, facts = model_card(name), partial(_facts, name)
    if as_json:
        print_json({**facts(), "card": card})
    else:
        print(card, end="")
