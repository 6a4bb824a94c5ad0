"""Phrase tables: how long a build takes and how much memory, how soon a table is open, how fast texts are walked.

The source is METEOR's table of 5.27 million pairs: the resource `meteor-paraphrases`, or a file named by the variable
PERPEND_PHRASES. Texts are English, twenty words each: what Python's own help says.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

from figures import Figure, best_seconds, seconds
from perpend.errors import MissingResource
from perpend.lexicon.phrases.table import PhraseTable

__all__ = ["run"]

_BUILD = """
import json, pathlib, resource, sys, time
from perpend.lexicon.phrases.builder import build_phrase_table
start = time.perf_counter()
build_phrase_table(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), name="meteor")
seconds = time.perf_counter() - start
print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20]))
"""


def run() -> Iterator[Figure]:
    """Build, open and walk; nothing but a message when the source is absent."""
    try:
        source = _source()
    except MissingResource as error:
        print(f"phrases: skipped, {error}", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table")
        build_seconds, peak = _built(source, path)
        table = PhraseTable.open(path)
        measured = partial(Figure, rests_on=table.signature())
        yield measured(f"phrase table: build, {len(table):,} pairs", build_seconds, "s", "< 60")
        yield measured("phrase table: peak memory of build", peak, "GB", "< 2.5")
        yield measured("phrase table: size", path.stat().st_size / 1e6, "MB")
        yield measured("phrase table: open", 1e3 * best_seconds(lambda: PhraseTable.open(path)), "ms", "< 5")
        for name, rate, unit, target in _walks(table):
            yield measured(name, rate, unit, target)


def _built(source: Path, target: Path) -> tuple[float, float]:
    """Seconds and gigabytes of a build, in a process of its own so that its memory is its own."""
    command = [sys.executable, "-c", _BUILD, str(source), str(target)]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    taken, peak = json.loads(shown)
    return taken, peak


def _source() -> Path:
    named = os.environ.get("PERPEND_PHRASES")
    if named:
        return Path(named)
    from perpend.resources.store import resource_path

    return resource_path("meteor-paraphrases")


def _walks(table: PhraseTable) -> Iterator[tuple[str, float, str, str | None]]:
    texts = _texts()
    count = len(texts)
    numbers = [table.numbers(text) for text in texts]
    opened = PhraseTable.open(table.info()["path"])
    cold = seconds(lambda: [opened.walk_ids(opened.numbers(text)) for text in texts])
    yield "phrase walk: texts, first time", count / cold, "texts/s", ">= 20,000"
    warm = best_seconds(lambda: [table.walk_ids(table.numbers(text)) for text in texts])
    yield "phrase walk: texts, words known", count / warm, "texts/s", ">= 20,000"
    ids = best_seconds(lambda: [table.walk_ids(text) for text in numbers])
    yield "phrase walk: word numbers", count / ids, "texts/s", ">= 100,000"
    matches = best_seconds(lambda: [table.matches_of(*pair) for pair in pairwise(numbers)])
    yield "phrase matches: word numbers", count / matches, "pairs of texts/s", None


def _texts() -> list[list[str]]:
    from pydoc_data.topics import topics

    words = [word for name in sorted(topics) for word in re.findall(r"[a-z]+|[.,;:]", topics[name].lower())]
    return [words[start : start + 20] for start in range(0, len(words) - 19, 20)]
