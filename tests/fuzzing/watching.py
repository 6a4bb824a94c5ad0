"""One attempt in a worker: its exception, its processor time and its memory, lines of JSON about it, and its input."""

import json
import os
import re
import resource
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from perpend.errors import PerpendError

__all__ = ["attempt", "keep_input", "kept_input", "limit_memory", "say"]


_MOST_TRIES = 3


def attempt(run: Callable[[], object], most_seconds: float, most_bytes: int) -> dict[str, str] | None:
    """Run it; what was wrong, or None. Allowed are a return and a PerpendError of one line.

    What takes too long is tried again, and the shortest time counts: other work on the machine makes processor time
    longer too, but not each time.
    """
    failure, seconds, grown = _tried(run)
    for _ in range(_MOST_TRIES - 1):
        if failure is not None or seconds <= most_seconds:
            break
        failure, again, _more = _tried(run)
        seconds = min(seconds, again)
    if failure is None and seconds > most_seconds:
        failure = {"failed": f"{seconds:.1f} s of processor time", "where": "time"}
    if failure is None and grown > most_bytes:
        failure = {"failed": f"{grown >> 20} MB of memory", "where": "memory"}
    return failure


def _tried(run: Callable[[], object]) -> tuple[dict[str, str] | None, float, int]:
    """Run it once; what was wrong with how it ended, its processor time, and by how much memory grew."""
    before, begun = _peak_memory(reset=True), time.process_time()
    failure = None
    try:
        run()
    except PerpendError as error:
        if "\n" in str(error) or not str(error).strip():
            failure = _failure(error, f"an error of {str(error).count(chr(10)) + 1} lines: {str(error)!r}")
    except RecursionError as error:
        failure = _failure(error, "RecursionError")
    except (Exception, SystemExit) as error:
        failure = _failure(error, f"{type(error).__name__}: {error}")
    return failure, time.process_time() - begun, _peak_memory() - before


def _failure(error: BaseException, what: str) -> dict[str, str]:
    """The failure, with the last function of Perpend's own code in its traceback."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if f"perpend{os.sep}" in frame.filename]
    where = f"{Path(frames[-1].filename).name}:{frames[-1].name}" if frames else "outside of perpend"
    kind = getattr(error, "kind", f"{where} {type(error).__name__}")
    return {"failed": what[:300], "where": kind}


def _peak_memory(*, reset: bool = False) -> int:
    """The highest resident memory of this process in bytes, by Linux; elsewhere 0."""
    try:
        if reset:
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return int(status.partition("VmHWM:")[2].split()[0]) << 10
    except (OSError, IndexError, ValueError):
        return 0


def say(fact: dict[str, Any]) -> None:
    sys.__stdout__.write(json.dumps(fact) + "\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


def limit_memory() -> None:
    """A reader that asks for gigabytes gets a MemoryError, not the machine."""
    pages = (
        int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) if Path("/proc/self/statm").exists() else 0
    )
    limit = pages * resource.getpagesize() + (3 << 30)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def kept_input(folder: Path, begun: Mapping[str, Any]) -> Path:
    """Where the input that was begun is kept if it fails."""
    label = re.sub(r"[^\w.#-]+", "-", str(begun["begin"]).rpartition(":")[2])
    return folder / "failed" / f"{label}-{begun['number']}{Path(begun['victim']).suffix}"


def keep_input(folder: Path, begun: Mapping[str, Any]) -> Path:
    """Copy the input that was begun to the place where it is kept."""
    kept = kept_input(folder, begun)
    kept.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(folder / "files" / begun["victim"], kept)
    return kept
