"""What a shell may offer after an option: names of models and fixed choices.

perpend --install-completion
perpend relate --level <Tab>        paragraph2sentence  phrase2word  sentence  sentence2phrase  word2sense
"""

from typing import Any

__all__ = ["model_names", "one_of"]


def model_names(incomplete: str) -> list[str]:
    """The names of all models that come with Perpend and begin with `incomplete`."""
    from perpend.learning.registry import entries

    return [entry.name for entry in entries() if entry.name.startswith(incomplete)]


def one_of(*names: str, metavar: str | None = None) -> dict[str, Any]:
    """Settings of an option that takes one of `names`: they are shown in the help and completed.

    FILE among them stands for any file.
    """

    def complete(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete) and name != "FILE"]

    return {"metavar": metavar or "|".join(names), "autocompletion": complete}
