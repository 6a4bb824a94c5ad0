"""Runs tests on the sanitized build and records how they ended: called by `make test-sanitized`.

    python tools/sanitized.py RECORD TEST...

The record is a JSON object, which `make test-long` puts into its own:

    {"when": "2026-01-31 09:00", "commit": "c0ffee", "sanitizers": ["address", "undefined"], "tests": 812, "failed": 0,
     "outcome": "clean", "files": [...]}

A sanitizer that finds an error ends the process that runs the tests, so that their end is not seen: the outcome is then
"stopped". The tests must use the sanitized build: without the sanitizer's library the run is refused. If no test has
imported one of the compiled modules, the outcome is "incomplete".
"""

import json
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.recording import tree

__all__ = ["main"]

_SUMMARY = re.compile(r"(\d+) (passed|failed|error|skipped)")


def _is_sanitized() -> bool:
    """Returns whether the compiled aligner that is imported is linked with the sanitizer."""
    from perpend.alignment import _kernel

    return b"__asan_init" in Path(_kernel.__file__).read_bytes()


def _compiled() -> list[str]:
    """The compiled modules of the build."""
    import perpend

    root = Path(perpend.__file__).parent
    return sorted(
        ".".join(("perpend", *path.relative_to(root).parent.parts, path.name.partition(".")[0]))
        for path in root.rglob("*.so")
    )


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Says in the process that runs the tests which compiled modules they did not import: this file is its plugin."""
    left = [name for name in _compiled() if name not in sys.modules]
    terminalreporter.write_line(f"not imported: {' '.join(left) or 'none'}")


def _run(tests: list[str]) -> tuple[int, str]:
    """Runs the tests in a process of their own; returns its exit code and its last lines."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        "tools.sanitized",
        *tests,
    ]
    lines: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines = [*lines[-200:], line]
    return process.returncode, "".join(lines)


def _record(code: int, output: str, tests: list[str]) -> dict[str, Any]:
    counts = {kind: int(number) for number, kind in _SUMMARY.findall(output.strip().rpartition("\n")[2])}
    failed = counts.get("failed", 0) + counts.get("error", 0)
    reports = re.findall(r"ERROR: AddressSanitizer: .*|runtime error: .*", output)
    told = re.findall(r"^not imported: (.*)$", output, re.MULTILINE)
    missing = [name for name in (told[-1].split() if told else ()) if name != "none"]
    outcome = (
        "incomplete"
        if code == 0 and (missing or not told)
        else "clean"
        if code == 0 and not reports
        else "failed"
        if failed and not reports
        else "stopped"
    )
    return {
        "sanitizers": ["address", "undefined"],
        "tests": counts.get("passed", 0) + failed,
        "failed": failed,
        "skipped": counts.get("skipped", 0),
        "outcome": outcome,
        "reports": reports,
        "modules": len(_compiled()),
        "not imported": missing,
        "files": tests,
    }


def main(path: str, *tests: str) -> int:
    """Runs `tests`, writes the record to `path`, and returns the exit code."""
    if not _is_sanitized():
        print("the compiled modules are not sanitized: use `make test-sanitized`", file=sys.stderr)
        return 2
    about, begun = {"when": datetime.now(UTC).strftime("%Y-%m-%d %H:%M"), **tree()}, time.monotonic()
    code, output = _run([*tests])
    record = {**about, "seconds": round(time.monotonic() - begun), **_record(code, output, [*tests])}
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    return 0 if record["outcome"] == "clean" else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
