"""Phrase tables: how long a build takes and how much memory, how soon a table is open, how fast texts are walked.

The source is METEOR's table of 5.27 million pairs: the resource `meteor-paraphrases`, or a file named by the variable
PERPEND_PHRASES or on the command line. Texts are English, twenty words each: what Python's own help says.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from perpend.errors import MissingResource
from perpend.lexicon.phrase_table import PhraseTable

__all__ = ["run"]

_BUILD = """
import json, pathlib, resource, sys, time
from perpend.lexicon.phrase_builder import build_phrase_table
start = time.perf_counter()
build_phrase_table(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), name="meteor")
seconds = time.perf_counter() - start
print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20]))
"""


def run(source: Path | None = None) -> list[dict[str, object]]:
    """The figures, each with its name, value, unit and target; none, with a message, when the source is absent."""
    try:
        source = source or _source()
    except MissingResource as error:
        print(f"phrases: skipped, {error}", file=sys.stderr)
        return []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table")
        built = subprocess.run(
            [sys.executable, "-c", _BUILD, source, path], check=True, capture_output=True, text=True
        ).stdout
        seconds, peak = json.loads(built)
        return [
            _figure("phrase table: build", seconds, "s", "< 60"),
            _figure("phrase table: peak memory of build", peak, "GB", "< 2.5"),
            _figure("phrase table: size", path.stat().st_size / 1e6, "MB", "small"),
            _figure("phrase table: open", 1e3 * _best(lambda: PhraseTable.open(path)), "ms", "< 5"),
            *_walks(PhraseTable.open(path)),
        ]


def _source() -> Path:
    named = os.environ.get("PERPEND_PHRASES")
    if named:
        return Path(named)
    from perpend.lexicon.store import resource_path

    return resource_path("meteor-paraphrases")


def _walks(table: PhraseTable) -> list[dict[str, object]]:
    texts = _texts()
    start = time.perf_counter()
    numbers = [table.numbers(text) for text in texts]
    for text in numbers:
        table.walk_ids(text)
    cold = time.perf_counter() - start
    warm = _best(lambda: [table.walk_ids(table.numbers(text)) for text in texts])
    ids = _best(lambda: [table.walk_ids(text) for text in numbers])
    matches = _best(lambda: [table.matches_of(*pair) for pair in pairwise(numbers)])
    count = len(texts)
    return [
        _figure("phrase walk: texts, first time", count / cold, "texts/s", ">= 20,000"),
        _figure("phrase walk: texts, words known", count / warm, "texts/s", ">= 20,000"),
        _figure("phrase walk: word numbers", count / ids, "texts/s", ">= 100,000"),
        _figure("phrase matches: word numbers", count / matches, "pairs of texts/s", "none"),
    ]


def _texts() -> list[list[str]]:
    from pydoc_data.topics import topics

    words = [word for name in sorted(topics) for word in re.findall(r"[a-z]+|[.,;:]", topics[name].lower())]
    return [words[start : start + 20] for start in range(0, len(words) - 19, 20)]


def _best(action: Callable[[], object], times: int = 3) -> float:
    durations = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        durations.append(time.perf_counter() - start)
    return min(durations)


def _figure(name: str, value: float, unit: str, target: str) -> dict[str, object]:
    return {"name": name, "value": value, "unit": unit, "target": target}


if __name__ == "__main__":
    for figure in run(Path(sys.argv[1]) if len(sys.argv) > 1 else None):
        print(f"{figure['name']:<40} {figure['value']:>14,.2f} {figure['unit']:<18} target {figure['target']}")
