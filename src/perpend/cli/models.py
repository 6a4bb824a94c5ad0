"""`perpend models`: the models that come with Perpend, and the card of each."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import typer

from perpend.cli.commands import App
from perpend.cli.completing import model_names
from perpend.cli.options import AsJson
from perpend.cli.output import print_json, print_table
from perpend.errors import unknown_name

__all__ = ["app"]

_Facts = Callable[[], dict[str, Any]]

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
    from perpend.entailment.shipped import SHIPPED_ENTAILMENT
    from perpend.equivalence.shipped import SHIPPED_NAME
    from perpend.people.coreference_model import SHIPPED_NAMES_MODEL
    from perpend.relatedness.shipped import SHIPPED_MODELS
    from perpend.similarity.shipped import DEFAULT_MODEL, shipped_models
    from perpend.spelling.shipped import SHIPPED_CHANNEL

    facts = [_facts(name) for name in shipped_models()]
    if as_json:
        others = {
            "paraphrase": _paraphrase_facts(),
            "entailment": _entailment_facts(),
            "relatedness": [_relatedness_facts(name) for name in SHIPPED_MODELS],
            "names": _names_facts(),
            "spelling": _channel_facts(),
        }
        print_json({"default": DEFAULT_MODEL, "models": facts, **others})
        return
    columns = ["name", "trained on", "pairs", "epochs", "rate", "phrases"]
    print_table(columns, ([one[column] or "no" for column in columns] for one in facts))
    print(f"{DEFAULT_MODEL} is used unless another is named, and {SHIPPED_NAME} by `perpend paraphrase`")
    print(f"`perpend relate` uses {', '.join(SHIPPED_MODELS)}, each at its level")
    print(f"`perpend entail` uses {SHIPPED_ENTAILMENT}, `perpend names` {SHIPPED_NAMES_MODEL}")
    print(f"`perpend suggest` uses the channel {SHIPPED_CHANNEL}")
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
    from perpend.equivalence.shipped import SHIPPED_NAME, find_paraphrase_model

    return _learned_facts(SHIPPED_NAME, model := find_paraphrase_model(), features=model.features)


def _entailment_facts() -> dict[str, Any]:
    from perpend.entailment.shipped import SHIPPED_ENTAILMENT, find_entailment_model

    return _learned_facts(SHIPPED_ENTAILMENT, model := find_entailment_model(), features=model.relating.features)


def _relatedness_facts(name: str) -> dict[str, Any]:
    from perpend.relatedness.shipped import find_relatedness_model

    return _learned_facts(name, model := find_relatedness_model(name), level=model.level, features=model.features)


def _learned_facts(name: str, model: Any, **more: Any) -> dict[str, Any]:
    training = {"trained on": model.training.name, "pairs": model.training.count}
    return {"name": name, **training, **more, "signature": model.signature}


def _names_facts() -> dict[str, Any]:
    from perpend.people.coreference_model import SHIPPED_NAMES_MODEL, CoreferenceModel

    model = CoreferenceModel.shipped()
    return {"name": SHIPPED_NAMES_MODEL, **model.about, "signature": model.signature()}


def _channel_facts() -> dict[str, Any]:
    from perpend.spelling.shipped import SHIPPED_CHANNEL, find_channel

    return {"name": SHIPPED_CHANNEL, "signature": find_channel().signature}


@app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", autocompletion=model_names, help="A name that `perpend models` lists."),
    ],
    as_json: AsJson = False,
) -> None:
    """Print the card of a model: what it learned from, its figures, what it is good for and what not.

    Example:

        perpend models show perp-sts
    """
    card, facts = _card(name)
    if as_json:
        print_json({**facts(), "card": card})
    else:
        print(card, end="")


def _card(name: str) -> tuple[str, _Facts]:
    """The card of a model, and the way to its facts."""
    from perpend.entailment.shipped import SHIPPED_ENTAILMENT, entailment_card
    from perpend.equivalence.shipped import SHIPPED_NAME, paraphrase_card
    from perpend.people.coreference_model import SHIPPED_NAMES_MODEL, names_card
    from perpend.relatedness.shipped import SHIPPED_MODELS, relatedness_card
    from perpend.similarity.shipped import model_card, shipped_models
    from perpend.spelling.shipped import SHIPPED_CHANNEL, channel_card

    if name in SHIPPED_MODELS:
        return relatedness_card(name), partial(_relatedness_facts, name)
    cards: dict[str, tuple[Callable[[], str], _Facts]] = {
        SHIPPED_NAME: (paraphrase_card, _paraphrase_facts),
        SHIPPED_ENTAILMENT: (entailment_card, _entailment_facts),
        SHIPPED_NAMES_MODEL: (names_card, _names_facts),
        SHIPPED_CHANNEL: (channel_card, _channel_facts),
    }
    if name in cards:
        card, facts = cards[name]
        return card(), facts
    if name not in shipped_models():
        raise unknown_name("model", name, [*shipped_models(), *SHIPPED_MODELS, *cards])
    return model_card(name), partial(_facts, name)
