"""The rules of ARCHITECTURE.md that a machine can check: direction of imports, public names, teaching modules."""

import ast
import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "perpend"
LEVELS = [
    ["answers", "errors", "types"],
    ["files"],
    ["resources"],
    ["text"],
    ["lexicon"],
    ["alignment"],
    ["metrics"],
    ["learning"],
    ["features"],
    ["similarity"],
    ["relatedness", "spelling"],
    ["entailment", "equivalence", "people"],
    ["combination"],
    ["batch", "evaluation"],
    ["cli", "service"],
]
LEVEL = {room: height for height, rooms in enumerate(LEVELS) for room in rooms}
MODULES = sorted(
    path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.name in ("answers.py", "errors.py")
)


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_rooms(tree: ast.AST) -> set[str]:
    rooms = set()
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        rooms |= {parts[1] for parts in (name.split(".") for name in names) if parts[0] == "perpend" and len(parts) > 1}
    return rooms & LEVEL.keys()


def test_every_room_has_a_level() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms <= LEVEL.keys()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_down_only(path: Path) -> None:
    room = room_of(path)
    for other in imported_rooms(ast.parse(path.read_text(encoding="utf-8"))):
        assert other == room or LEVEL[other] < LEVEL[room], f"{room} may not use {other}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_module_teaches_and_lists_its_public_names(path: Path) -> None:
    name = ".".join(["perpend", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__")
    module = importlib.import_module(name)
    assert module.__doc__, f"{name} does not say what it is"
    public = module.__all__
    assert public == sorted(public), f"__all__ of {name} is not sorted"
    assert all(hasattr(module, item) for item in public)


def test_the_package_exports_what_it_lists() -> None:
    import perpend

    assert perpend.__all__ == sorted(perpend.__all__)
    assert all(getattr(perpend, name) is not None for name in perpend.__all__)
    assert dir(perpend) == perpend.__all__
    with pytest.raises(AttributeError, match="nonsense"):
        _ = perpend.nonsense


def test_no_pickle() -> None:
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "import pickle" not in text
        assert "joblib" not in text
        assert "allow_pickle=True" not in text
