"""`import perpend` is light: what is heavy loads when it is used. And what it exports is what its home defines."""

import ast
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import perpend
import perpend.lexicon

HEAVY = {"numpy", "scipy", "sklearn", "rich", "typer", "wordfreq", "marisa_trie", "platformdirs", "spacy", "Stemmer"}


def loaded_by(statement: str) -> set[str]:
    program = f"import sys, json; {statement}; print(json.dumps(sorted(sys.modules)))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in json.loads(ended.stdout)}


@pytest.mark.parametrize("module", ["perpend", "perpend.lexicon", "perpend.resources.store"])
def test_it_loads_nothing_heavy(module: str) -> None:
    assert loaded_by(f"import {module}") & HEAVY == set()


@pytest.mark.parametrize("module", [perpend, perpend.lexicon], ids=lambda module: module.__name__)
def test_editors_see_the_homes_that_are_loaded_at_run_time(module: ModuleType) -> None:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    declared = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module != "typing"
        for alias in node.names
    }
    assert declared == module._HOMES
    assert sorted(declared) == [name for name in module.__all__ if name != "__version__"]
    for name, home in declared.items():
        if importlib.util.find_spec(str(home)) and hasattr(importlib.import_module(str(home)), name):
            assert getattr(module, name) is getattr(sys.modules[str(home)], name)


def test_a_name_is_looked_up_once() -> None:
    assert perpend.align is vars(perpend)["align"]
