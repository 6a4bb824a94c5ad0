"""`make bench`: every benchmark of this folder -> one table, and results/bench.json.

    python benchmarks/run.py               all; the results are recorded
    python benchmarks/run.py phrases       those whose name has "phrases" in it; nothing is recorded
    python benchmarks/run.py --json        JSON instead of the table

Recorded is what the figures depend on: versions, processor, signatures of data. There is no date, so that two runs on
one machine differ in what was measured and nowhere else. The exit code is 1 when a target is missed.
"""

import argparse
import importlib
import json
import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy

import perpend
from figures import Figure
from perpend.cli.output import print_json, print_table
from perpend.files.writing import atomic_write

__all__ = ["main"]

FOLDER = Path(__file__).resolve().parent
RECORD = FOLDER.parent / "results" / "bench.json"
_DIGITS = 4


def main() -> int:
    """Read the arguments, measure, show, record."""
    parser = argparse.ArgumentParser(description="Measure how fast Perpend is.")
    parser.add_argument("filter", nargs="?", default="", help="only benchmarks with this in their name")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    measured = list(measure(arguments.filter))
    if not measured:
        parser.error(f"no benchmark has {arguments.filter!r} in its name; there are {', '.join(benchmarks())}")
    record = described(measured)
    if arguments.json:
        print_json(record)
    else:
        print_table(["what", "value", "unit", "target", "met", "peer", "peer's value"], map(row, measured))
    if not arguments.filter:
        with atomic_write(RECORD) as file:
            file.write(json.dumps(record, ensure_ascii=False, indent=2).encode() + b"\n")
    return int(any(figure.met is False for figure in measured))


def benchmarks() -> Iterator[str]:
    """The names of the modules here that have a function `run`, in order."""
    names = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "run")
    return (name for name in names if hasattr(importlib.import_module(name), "run"))


def measure(part: str) -> Iterator[Figure]:
    """The figures of every benchmark with `part` in its name."""
    for name in benchmarks():
        if part in name:
            print(f"{name} ...", file=sys.stderr, flush=True)
            yield from importlib.import_module(name).run()


def described(measured: list[Figure]) -> dict[str, Any]:
    """The record: what was measured, and on what."""
    return {
        "perpend": perpend.__version__,
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "processor": processor(),
        "cores": os.cpu_count(),
        "data": sorted({figure.rests_on for figure in measured if figure.rests_on}),
        "figures": [rounded(asdict(figure) | {"met": figure.met}) for figure in measured],
    }


def processor() -> str:
    """The name of the processor, as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def rounded(figure: dict[str, Any]) -> dict[str, Any]:
    """The same with numbers of four digits, which is more than two runs share."""
    return {key: float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value for key, value in figure.items()}


def row(figure: Figure) -> tuple[str, ...]:
    """One line of the table for people."""
    met = {True: "yes", False: "NO", None: ""}[figure.met]
    peers = "" if figure.peer_value is None else shown(figure.peer_value)
    return (figure.name, shown(figure.value), figure.unit, figure.target or "", met, figure.peer or "", peers)


def shown(value: float) -> str:
    """A number for people: three digits, thousands apart.

    >>> shown(0.012345), shown(7.0), shown(123456.7)
    ('0.0123', '7', '123,457')
    """
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
