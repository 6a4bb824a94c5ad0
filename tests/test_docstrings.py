"""Each parameter of a public function is named in its docstring; that of a method there, or in its class or module."""

import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "perpend"
MODULES = sorted(
    ".".join(["perpend", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__")
    for path in SOURCE.rglob("*.py")
    if (path.name == "__init__.py" or not path.name.startswith("_")) and "cli" not in path.relative_to(SOURCE).parts
)


def public_methods(cls: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The methods that the class itself defines; `__init__` only if it was written by hand."""
    generated = "__dataclass_fields__" in vars(cls) or getattr(cls, "_is_protocol", False)
    for name, value in vars(cls).items():
        method = value.__func__ if isinstance(value, staticmethod | classmethod) else value
        public = not name.startswith("_") or (name == "__init__" and not generated)
        if public and isinstance(method, FunctionType):
            yield f"{cls.__name__}.{name}", method


def described(module: ModuleType) -> Iterator[tuple[str, Callable[..., Any], str]]:
    """The public functions and methods of `module`, each with its name and the text that should name its parameters."""
    for name in module.__all__:
        value = getattr(module, name)
        if getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(value):
            yield name, value, value.__doc__ or ""
        elif inspect.isclass(value):
            for full_name, method in public_methods(value):
                yield full_name, method, "\n".join(filter(None, (method.__doc__, value.__doc__, module.__doc__)))


def undescribed(module: ModuleType) -> list[str]:
    """The parameters of `module` that no docstring names, as `function(parameter)`."""
    return [
        f"{name}({parameter})"
        for name, function, text in described(module)
        for parameter in inspect.signature(function).parameters
        if parameter not in ("self", "cls") and not re.search(rf"\b{parameter}\b", text)
    ]


@pytest.mark.parametrize("name", MODULES)
def test_every_public_parameter_is_described(name: str) -> None:
    assert undescribed(importlib.import_module(name)) == []


def test_a_parameter_without_description_is_found() -> None:
    module = ModuleType("example", "Teaches about heights.")
    exec("def grow(height, width):\n    'Returns `width`.'\n__all__ = ['grow']", vars(module))
    assert undescribed(module) == ["grow(height)"]
