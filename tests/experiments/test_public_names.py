"""The experiments use public names only: what a module lists in `__all__`, and no module that begins with `_`."""

import ast
import importlib
import importlib.util
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "experiments"
MODULES = sorted(FOLDER.rglob("*.py"))


def imported(tree: ast.AST) -> list[tuple[str, str]]:
    """Each name that is imported from Perpend, with its module; the name is empty for `import perpend.x`."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found += [(str(node.module), alias.name) for alias in node.names]
    return [(module, name) for module, name in found if module.split(".")[0] == "perpend"]


def is_module(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_only_public_names_are_imported(path: Path) -> None:
    for module, name in imported(ast.parse(path.read_text(encoding="utf-8"))):
        assert not any(part.startswith("_") for part in module.split(".")), f"{module} is private"
        if name and name != "__version__" and name not in importlib.import_module(module).__all__:
            assert not name.startswith("_")
            assert is_module(f"{module}.{name}"), f"{name} is not in __all__ of {module}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_modules_teach_and_list_their_public_names(path: Path) -> None:
    name = ".".join(["experiments", *path.relative_to(FOLDER).with_suffix("").parts]).removesuffix(".__init__")
    module = importlib.import_module(name)
    assert module.__doc__
    assert module.__all__ == sorted(module.__all__)
    assert all(hasattr(module, item) for item in module.__all__)
