"""Word alignments by eflomal, a program of its own (Östling and Tiedemann 2016, github.com/robertostling/eflomal).

    numbered words of both sides ──> eflomal-align ──> links.forward, links.backward    in Pharaoh's format

eflomal is free software under the GPL, so it is no part of Perpend and nothing of it is imported: the command
`eflomal-align` is looked for on the PATH (`pip install eflomal` puts it there and needs a C compiler). It aligns both
directions at once, without priors. It has no seed: two runs give slightly different alignments. From given alignments
on, everything is reproducible; that is what `--alignments` is for.
"""

import shutil
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perpend.errors import MissingResource, ResourceError
from perpend.lexicon.phrases.pivot.alignments import read_alignments, symmetrised, write_links
from perpend.lexicon.phrases.pivot.bitext import SIDES
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.types import Progress

__all__ = ["PROGRAM", "align", "find_program", "line_lengths"]

PROGRAM = "eflomal-align"
_DIRECTIONS = ("links.forward", "links.backward")
_BLOCK = 10_000


def find_program() -> str:
    """The path of eflomal's command."""
    found = shutil.which(PROGRAM)
    if found is None:
        raise MissingResource(
            f"{PROGRAM} is not on the PATH: `pip install eflomal` (a program under the GPL), or give --alignments FILE"
        )
    return found


def align(journal: Journal, progress: Progress) -> None:
    """The steps "eflomal" and "links": align the words of the journal in both directions and join the two."""
    if journal.facts("eflomal") is None:
        _run(journal, progress)
    lengths = line_lengths(journal)
    both = [read_alignments(journal.path(name), lengths) for name in _DIRECTIONS]
    write_links(journal, symmetrised(*both), len(lengths), progress)
    journal.discard("eflomal")


def line_lengths(journal: Journal) -> list[tuple[int, int]]:
    """How many words each sentence pair has on either side."""
    source, target = (np.diff(journal.column(f"{side}.starts")).tolist() for side in SIDES)
    return list(zip(source, target, strict=True))


def _run(journal: Journal, progress: Progress) -> None:
    program = find_program()
    inputs = [journal.path(f"{side}.text.part") for side in SIDES]
    for side, path in zip(SIDES, inputs, strict=True):
        _write_lines(journal.column(f"{side}.words"), journal.column(f"{side}.starts"), path)
    outputs = [journal.path(f"{name}.part") for name in _DIRECTIONS]
    progress("aligning words with eflomal", 0, 0)
    command = [program, "-s", inputs[0], "-t", inputs[1], "-f", outputs[0], "-r", outputs[1], "--overwrite"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, errors="replace", check=False)
    if done.returncode or not all(path.is_file() for path in outputs):
        said = (done.stderr.strip().splitlines() or [f"it ended with code {done.returncode}"])[-1]
        raise ResourceError(f"{program} failed ({said[:200]}): try it by hand, or give --alignments FILE")
    for output, name in zip(outputs, _DIRECTIONS, strict=True):
        output.replace(journal.path(name))
    for path in inputs:
        path.unlink()
    journal.finish("eflomal", dict.fromkeys(_DIRECTIONS, np.uint8))


def _write_lines(words: NDArray[np.int32], starts: NDArray[np.int64], path: Path) -> None:
    """Sentences for eflomal, words by their numbers: no character of theirs can then be taken amiss."""
    with path.open("w", encoding="ascii") as file:
        for first in range(0, len(starts) - 1, _BLOCK):
            file.writelines(_lines(words, starts[first : first + _BLOCK + 1]))


def _lines(words: NDArray[np.int32], starts: NDArray[np.int64]) -> Iterator[str]:
    ends = (starts - starts[0]).tolist()
    block = list(map(str, words[starts[0] : starts[-1]].tolist()))
    for start, end in pairwise(ends):
        yield " ".join(block[start:end]) + "\n"
