"""Word alignments by eflomal, an external program (Östling and Tiedemann 2016, github.com/robertostling/eflomal).

    numbered words of both sides ──> eflomal-align ──> links.forward, links.backward    in Pharaoh format

eflomal is free software under the GPL, so it is not part of Perpend and is never imported: the command `eflomal-align`
must be on the PATH (`pip install eflomal` installs it and needs a C compiler). It aligns both directions at once,
without priors. It has no seed: two runs give slightly different alignments. With given alignments (`--alignments`) all
further steps are reproducible.
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
    """Returns the path of eflomal's command."""
    found = shutil.which(PROGRAM)
    if found is None:
        raise MissingResource(
            f"{PROGRAM} is not on the PATH: `pip install eflomal` (a program under the GPL), or give --alignments FILE"
        )
    return found


def align(journal: Journal, progress: Progress) -> None:
    """Runs the steps "eflomal" and "links" of `journal`: aligns in both directions and combines them.

    Calls `progress` during the work.
    """
    if journal.facts("eflomal") is None:
        _run(journal, progress)
    lengths = line_lengths(journal)
    both = [read_alignments(journal.path(name), lengths) for name in _DIRECTIONS]
    write_links(journal, symmetrised(*both), len(lengths), progress)
    journal.discard("eflomal")


def line_lengths(journal: Journal) -> list[tuple[int, int]]:
    """Returns the numbers of source and target words of each sentence pair of `journal`."""
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
    """Writes the sentences for eflomal with numbers as words, so that no character can be misread."""
    with path.open("w", encoding="ascii") as file:
        for first in range(0, len(starts) - 1, _BLOCK):
            file.writelines(_lines(words, starts[first : first + _BLOCK + 1]))


def _lines(words: NDArray[np.int32], starts: NDArray[np.int64]) -> Iterator[str]:
    ends = (starts - starts[0]).tolist()
    block = list(map(str, words[starts[0] : starts[-1]].tolist()))
    for start, end in pairwise(ends):
        yield " ".join(block[start:end]) + "\n"
