"""How long `import perpend` takes in a new interpreter, and whether it loads anything heavy."""

import subprocess
import sys
from collections.abc import Iterator

from figures import Figure, best_seconds

__all__ = ["run"]

_HEAVY = ("numpy", "scipy", "sklearn", "rich", "typer", "wordfreq", "marisa_trie", "platformdirs", "Stemmer")
_PROGRAM = """
import sys, time
start = time.perf_counter()
import perpend
print(1e3 * (time.perf_counter() - start), sum(name in sys.modules for name in {heavy}))
"""


def run() -> Iterator[Figure]:
    """Five new interpreters; the best counts."""
    measured = [_imported() for _ in range(5)]
    yield Figure("import perpend", min(taken for taken, _ in measured), "ms", "< 100")
    yield Figure("import perpend: heavy packages loaded", max(heavy for _, heavy in measured), "packages", "<= 0")
    command = [sys.executable, "-m", "perpend", "--version"]
    taken = best_seconds(lambda: subprocess.run(command, check=True, capture_output=True), times=5)
    yield Figure("perpend --version, from the shell", 1e3 * taken, "ms")


def _imported() -> tuple[float, int]:
    command = [sys.executable, "-c", _PROGRAM.format(heavy=_HEAVY)]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    taken, heavy = shown.split()
    return float(taken), int(heavy)
