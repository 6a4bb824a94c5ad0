"""Perpend tells how alike two short texts are in meaning, and shows why.

The names below load their rooms only when they are used, so that `import perpend` costs a few milliseconds.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perpend.errors import PerpendError
    from perpend.metrics.ter import ter
    from perpend.metrics.terp import terp

__all__ = ["PerpendError", "__version__", "ter", "terp"]

__version__ = "0.1.0"

_HOMES = {"PerpendError": "perpend.errors", "ter": "perpend.metrics.ter", "terp": "perpend.metrics.terp"}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'perpend' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
