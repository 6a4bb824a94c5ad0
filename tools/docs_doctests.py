"""For `make docs`: shows the doctests of docstrings as code, where Markdown would see nested quotations in `>>>`."""

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


class FencedDoctests(griffe.Extension):
    """An extension of griffe, which reads the docstrings."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put a fence around every doctest of one module, class or function."""
        if obj.docstring:
            obj.docstring.value = DOCTEST.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
