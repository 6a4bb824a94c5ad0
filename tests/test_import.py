"""`import perpend` is light: what is heavy loads when it is used."""

import json
import subprocess
import sys

HEAVY = {"numpy", "scipy", "sklearn", "rich", "typer", "wordfreq", "marisa_trie", "platformdirs", "Stemmer"}


def loaded_by(statement: str) -> set[str]:
    program = f"import sys, json; {statement}; print(json.dumps(sorted(sys.modules)))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in json.loads(ended.stdout)}


def test_the_package_loads_nothing_heavy() -> None:
    assert loaded_by("import perpend") & HEAVY == set()


def test_the_store_needs_no_arrays() -> None:
    assert loaded_by("import perpend.lexicon.store") & HEAVY == set()
