"""A process that runs commands on hostile texts, one after another, and says of each what it is doing.

    python -m tests.fuzzing.command_worker SEED FIRST COUNT FOLDER COMMAND...

It speaks as `worker` does. A case is right if it ends with a documented exit code; with code 2 and one line on standard
error, or without a traceback; if what it prints has no control character and, with --json, is JSON; if a table has
all of its rows, in order; and if nothing is left in the folder that should not be there. `problem` judges, for cases
that ran in this process and for those that ran as programs.
"""

import contextlib
import csv
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import warnings
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from perpend.cli.main import main as perpend
from tests.fuzzing.command_lines import CASES, REFUSED, SLOW, Case, Hostile, commands
from tests.fuzzing.watching import attempt, keep_input, limit_memory, say

__all__ = ["Ended", "case_of", "load", "main", "problem", "run_program"]

_MOST_SECONDS, _MOST_SECONDS_OF_SLOW = 5.0, 60.0
_MOST_BYTES = 1 << 30
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_OWN = {"stdout", "stderr", "home"}


class Ended(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    stdout: bytes
    stderr: bytes


class Wrong(Exception):
    """A case that ended as it should not; its kind is what comes before the details."""

    @property
    def kind(self) -> str:
        """What all cases have in common that are wrong in this way."""
        return str(self).partition(":")[0][:60]


def case_of(name: str, seed: str, number: int, folder: Path) -> Case:
    """The case with this number; number -1 has ordinary texts. Its folder has nothing but its files."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return CASES[name](Hostile(random.Random(f"{seed} {name} {number}"), folder, calm=number < 0))


def problem(case: Case, ended: Ended, before: set[Path], folder: Path) -> str:
    """What is wrong about the way that the case ended; "" is nothing."""
    allowed = (0, 1) if case.rows >= 0 else (0, 2)
    if ended.code not in allowed:
        return f"exit code {ended.code}: {ended.stderr[-300:]!r}"
    if ended.code == 2 and not (ended.stderr.startswith(b"perpend: ") and ended.stderr.count(b"\n") == 1):
        return f"{ended.stderr.count(chr(10).encode())} lines on standard error: {ended.stderr[-300:]!r}"
    if b"Traceback" in ended.stderr:
        return f"a traceback: {ended.stderr[-300:]!r}"
    left = {
        path.relative_to(folder)
        for path in {*folder.rglob("*")} - before
        if path.relative_to(folder).parts[0] not in _OWN
    }
    if left and (ended.code == 2 or any(str(path).endswith(".part") for path in left)):
        return f"left behind: {', '.join(sorted(map(str, left)))}"
    return _wrong_output(case, ended)


def _wrong_output(case: Case, ended: Ended) -> str:
    out, errors = ended.stdout.decode("utf-8"), ended.stderr.decode("utf-8")
    if found := _CONTROL.search(errors):
        return f"a control character on standard error: {errors[-300:]!r}"
    if (case.as_json or not case.passes) and (found := _CONTROL.search(out)):
        near = out[max(0, found.start() - 100) : found.start() + 100]
        return f"a control character on standard output: {found[0]!r} in {near!r}"
    if case.as_json and ended.code != 2 and (found_in := _not_json(out)):
        return found_in
    if case.rows >= 0:
        text = out if case.table is None else case.table.read_text(encoding="utf-8", errors="surrogateescape")
        ids = _ids(text, case.format)
        if ids != [f"n{number}" for number in range(case.rows)]:
            return f"rows {ids} of {case.rows}"
    return ""


def _not_json(text: str) -> str:
    def refuse(name: str) -> NoReturn:
        raise ValueError(f"{name} in JSON")

    try:
        json.loads(text, parse_constant=refuse)
    except ValueError:
        try:
            for line in text.split("\n"):
                if line:
                    json.loads(line, parse_constant=refuse)
        except ValueError as error:
            return f"no JSON ({error}): {text[:300]!r}"
    return ""


def _ids(text: str, form: str) -> list[Any]:
    if form == "jsonl":
        return [json.loads(line)["id"] for line in text.split("\n") if line]
    if form == "csv":
        rows = list(csv.reader(io.StringIO(text, newline="")))
    else:
        rows = [line.split("\t") for line in text.split("\n") if line]
    return [row[rows[0].index("id")] for row in rows[1:]]


def run_program(case: Case, folder: Path) -> Ended:
    """The case as a program of its own."""
    words = [os.fsencode(word) for word in case.words]
    command = [sys.executable, "-m", "perpend", *words]
    environment = os.environ | {"PERPEND_HOME": str(folder / "home"), "PYTHONWARNINGS": "error"}
    ended = subprocess.run(command, input=case.stdin, capture_output=True, check=False, timeout=120, env=environment)
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def _run_here(case: Case, folder: Path) -> Ended:
    """The case in this process, on files as its streams."""
    kept = sys.argv, sys.stdin, sys.stdout, sys.stderr
    places = folder / "stdout", folder / "stderr"
    code = 0
    with places[0].open("w", encoding="utf-8") as out, places[1].open("w", encoding="utf-8") as errors:
        sys.argv, sys.stdin = (
            ["perpend", *case.words],
            io.TextIOWrapper(io.BytesIO(case.stdin), "utf-8", "surrogateescape"),
        )
        sys.stdout, sys.stderr = out, errors
        try:
            perpend()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        finally:
            # The command's own streams are on the same descriptors.
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(ValueError):
                    stream.flush()
            sys.argv, sys.stdin, sys.stdout, sys.stderr = kept
    return Ended(code, places[0].read_bytes(), places[1].read_bytes())


def _check(case: Case, folder: Path, *, answered: bool) -> None:
    before = {*folder.rglob("*")}
    ended = _run_here(case, folder)
    if wrong := problem(case, ended, before, folder):
        raise Wrong(wrong)
    if answered and ended.code:
        raise Wrong(f"ordinary texts are refused: {ended.stderr[-300:]!r}")


def _fuzz(name: str, seed: str, numbers: range, folder: Path) -> None:
    seconds = _MOST_SECONDS_OF_SLOW if name in SLOW else _MOST_SECONDS
    place = folder / "files"
    for number in (-1, *numbers[:: SLOW.get(name, 1)]):
        case = case_of(name, seed, number, place)
        _describe(case, place)
        begun = {"begin": name, "number": number, "victim": "case.json"}
        say(begun)
        check = partial(_check, case, place, answered=number < 0 and name not in REFUSED)
        if failure := attempt(check, seconds if number >= 0 else 600, _MOST_BYTES):
            keep_input(folder, begun)
            say(failure)


def _describe(case: Case, folder: Path) -> None:
    facts = {"words": case.words, "stdin": case.stdin.decode("utf-8", "backslashreplace")}
    (folder / "case.json").write_text(json.dumps(facts), encoding="utf-8")


def load() -> None:
    """Import all commands."""
    commands()


def main() -> None:
    """Run the commands of the command line."""
    seed, first, count, folder, *chosen = sys.argv[1:]
    os.environ["PERPEND_HOME"] = str(Path(folder) / "home")
    load()
    warnings.simplefilter("error")
    limit_memory()
    start = int(first)
    for name in chosen:
        _fuzz(name, seed, range(start, int(count)), Path(folder))
        start = 0


if __name__ == "__main__":
    main()
