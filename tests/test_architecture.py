"""The rules of ARCHITECTURE.md that a machine can check: direction of imports, public names, teaching modules."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "perpend"
LEVELS = [
    ["answers", "errors", "types"],
    ["arguments"],
    ["files"],
    ["limits"],
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
BESIDE_THE_ROOMS = {
    *("__init__.py", "__main__.py", "answers.py", "arguments.py", "deprecated.py", "errors.py", "limits.py"),
    *("limits.toml", "py.typed", "types.py"),
}
COMPILED = sorted(path for path in SOURCE.rglob("*.p*") if path.suffix in (".pxd", ".pxi", ".pyx"))
STUBS = sorted(SOURCE.rglob("*.pyi"))
MODULES = sorted(
    path
    for path in SOURCE.rglob("*.py")
    if path.parent != SOURCE or path.name in ("answers.py", "arguments.py", "errors.py", "limits.py", "types.py")
)

_STRING_OR_COMMENT = re.compile(r"""(\"{3}|'{3}).*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\#[^\n]*""", re.DOTALL)
_FROM = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+c?import[ \t]*(\([^)]*\)|[^\n]+)", re.MULTILINE)
_IMPORT = re.compile(r"^[ \t]*c?import[ \t]+([^\n]+)", re.MULTILINE)
_INCLUDE = re.compile(r"^[ \t]*include[ \t]", re.MULTILINE)


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def names_in_python(source: str) -> Iterator[str]:
    """The full name of everything that Python source imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module}.{alias.name}" for alias in node.names)


def bare(source: str) -> str:
    """Cython source without strings and comments, a statement a line."""
    plain = _STRING_OR_COMMENT.sub(lambda found: "" if found[0].startswith("#") else '""', source)
    return plain.replace("\\\n", " ").replace(";", "\n")


def names_in_cython(source: str) -> Iterator[str]:
    """The full name of everything that Cython source imports or cimports."""
    statements = bare(source)
    for found in _IMPORT.finditer(statements):
        yield from (part.split()[0] for part in found[1].split(","))
    for found in _FROM.finditer(statements):
        parts = found[2].strip("() \n").split(",")
        yield from (f"{found[1]}.{part.split()[0]}" for part in parts if part.strip())


def imported_rooms(path: Path) -> set[str]:
    source = path.read_text(encoding="utf-8")
    names = [*(names_in_cython(source) if path in COMPILED else names_in_python(source))]
    assert not [name for name in names if name.startswith(".")], "imports are absolute"
    return {name.split(".")[1] for name in names if name.startswith("perpend.")} & LEVEL.keys()


def test_imports_of_cython_are_read() -> None:
    source = '''
# from perpend.cli import comment
"""from perpend.cli import docstring
import perpend.cli.docstring
"""
from libc.stdint cimport int32_t, int64_t
import numpy as np
import perpend.text.stem as stem, perpend.files
cimport perpend.alignment._kernel as kernel
from perpend cimport lexicon
from perpend.alignment._lists cimport Integers as List, push  # as comment
from perpend.alignment._problem cimport (
    MATCH,  # the first
    Input as Problem,
)
from perpend.learning.model import (Model)
from perpend.metrics import *
from perpend.similarity._words \\
    cimport Words
cdef extern from "_lanes.h" nogil:
    enum: LANES
def late():
    text = "it's \\" # no comment"; from perpend.features cimport edits
    from perpend.people import names
from .sideways cimport thing
from . cimport beside
'''
    assert sorted(names_in_cython(source)) == [
        "..beside",
        ".sideways.thing",
        "libc.stdint.int32_t",
        "libc.stdint.int64_t",
        "numpy",
        "perpend.alignment._kernel",
        "perpend.alignment._lists.Integers",
        "perpend.alignment._lists.push",
        "perpend.alignment._problem.Input",
        "perpend.alignment._problem.MATCH",
        "perpend.features.edits",
        "perpend.files",
        "perpend.learning.model.Model",
        "perpend.lexicon",
        "perpend.metrics.*",
        "perpend.people.names",
        "perpend.similarity._words.Words",
        "perpend.text.stem",
    ]


@pytest.mark.parametrize("path", STUBS + MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_python_read_as_cython_has_the_same_imports(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert set(names_in_cython(source)) == set(names_in_python(source))


def test_only_rooms_and_the_listed_files_stand_in_the_package() -> None:
    found = {path.name for path in SOURCE.iterdir() if path.name != "__pycache__"}
    assert found - BESIDE_THE_ROOMS <= LEVEL.keys()
    assert found >= BESIDE_THE_ROOMS


@pytest.mark.parametrize("path", MODULES + STUBS + COMPILED, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_down_only(path: Path) -> None:
    room = room_of(path)
    for other in imported_rooms(path):
        assert other == room or LEVEL[other] < LEVEL[room], f"{room} may not use {other}"


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: str(path.relative_to(SOURCE)))
def test_compiled_sources_import_what_they_use_and_include_nothing(path: Path) -> None:
    assert not _INCLUDE.search(bare(path.read_text(encoding="utf-8")))


def test_every_compiled_module_is_built_and_typed() -> None:
    listed = re.findall(r"\['([\w/]+)', '(\w+)'\]", (ROOT / "meson.build").read_text(encoding="utf-8"))
    sources = [path.relative_to(SOURCE).with_suffix("") for path in COMPILED if path.suffix == ".pyx"]
    assert sorted(Path(folder, name) for folder, name in listed) == sources
    public = [path for path in sources if importlib.import_module(".".join(["perpend", *path.parts])).__all__]
    assert [path.relative_to(SOURCE).with_suffix("") for path in STUBS] == public


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


UNBOUNDED_READS = {"read_bytes", "read_text", "readlines"}
"""Methods that read a file to its end, whatever its size."""


def unbounded_reads(path: Path) -> Iterator[str]:
    """The calls of a module that read a file without a limit, and its uses of standard input."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name, given = node.func.attr, bool(node.args or node.keywords)
            if name in UNBOUNDED_READS or (name == "read" and not given):
                yield f"line {node.lineno}: .{name}()"
            owner = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
            if (owner, name) in {("json", "load"), ("np", "load"), ("np", "fromfile"), ("tomllib", "load")}:
                yield f"line {node.lineno}: {owner}.{name}()"
        elif isinstance(node, ast.Attribute) and node.attr == "stdin":
            yield f"line {node.lineno}: stdin"


NO_STRANGERS_FILE = {
    SOURCE / "cli" / "streams.py": "replaces a closed standard input and reads nothing",
}


@pytest.mark.parametrize(
    "path", [path for path in MODULES if room_of(path) != "files" and path not in NO_STRANGERS_FILE], ids=str
)
def test_files_are_read_through_the_room_files(path: Path) -> None:
    """There every read has a limit; a device, a pipe or a compressed file has no size that could be asked for."""
    assert [*unbounded_reads(path)] == []


def test_unbounded_reads_are_found(tmp_path: Path) -> None:
    source = "a.read()\nb.read(9)\nPath().read_text()\njson.load(c)\nsys.stdin.buffer\nd.readlines()\n"
    (tmp_path / "module.py").write_text(source, encoding="utf-8")
    assert len([*unbounded_reads(tmp_path / "module.py")]) == 5
