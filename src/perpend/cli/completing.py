"""What a shell may offer after an option: names of models and fixed choices.

perpend --install-completion
perpend relate --level <Tab>        paragraph2sentence  phrase2word  sentence  sentence2phrase  word2sense
"""

from typing import Any

__all__ = ["model_names", "one_of"]


def model_names(incomplete: str) -> list[str]:
    """The names of all models that come with Perpend and begin with `incomplete`."""
    from perpend.entailment.shipped import SHIPPED_ENTAILMENT
    from perpend.equivalence.shipped import SHIPPED_NAME
    from perpend.people.coreference_model import SHIPPED_NAMES_MODEL
    from perpend.relatedness.shipped import SHIPPED_MODELS
    from perpend.similarity.shipped import shipped_models
    from perpend.spelling.shipped import SHIPPED_CHANNEL

    names = [*shipped_models(), *SHIPPED_MODELS, SHIPPED_NAME, SHIPPED_ENTAILMENT, SHIPPED_NAMES_MODEL, SHIPPED_CHANNEL]
    return [name for name in names if name.startswith(incomplete)]


def one_of(*names: str, metavar: str | None = None) -> dict[str, Any]:
    """Settings of an option that takes one of `names`: they are shown in the help and completed.

    FILE among them stands for any file.
    """

    def complete(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete) and name != "FILE"]

    return {"metavar": metavar or "|".join(names), "autocompletion": complete}
