"""Training needs scikit-learn, which predictions do not: asked for here, with a message that says what to install."""

import importlib.util

from perpend.errors import MissingExtra

__all__ = ["need_sklearn"]


def need_sklearn() -> None:
    """Raise MissingExtra if scikit-learn is not installed."""
    if importlib.util.find_spec("sklearn") is None:
        raise MissingExtra("training", "scikit-learn", "learn")
