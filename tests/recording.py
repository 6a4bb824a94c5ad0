"""The record of long tests: `pytest --record FILE` writes what ran, when, on what commit, and how it ended.

    pytest -m "long or hypothesis" --record results/long-tests.json tests/cli          a new record
    pytest -m long --record results/long-tests.json --keep-record tests/text           that of tests/text beside it

With `--keep-record` the tests that the file has already stay in it, unless they run again, so that a long run may be
made in parts. The file is written again while tests run: what ended is in it even if the run is stopped.
"""

import json
import os
import platform
import subprocess
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

__all__ = ["Record", "tree"]

_ROOT = Path(__file__).resolve().parents[1]
# What the files of long tests are called in the record; all others are property tests.
_PARTS = {
    "tests/alignment/test_engine.py": "long random alignments",
    "tests/cli/test_long_fuzz.py": "random and damaged files for commands",
    "tests/cli/test_long_growth.py": "growth of every command",
    "tests/cli/test_long_kill.py": "signals, full disks and two writers",
    "tests/files/test_growth.py": "a megabyte of each pattern for readers",
    "tests/fuzzing/test_long_commands.py": "hostile texts for every command",
    "tests/fuzzing/test_long_readers.py": "hostile files for every reader",
    "tests/text/test_long_soak.py": "random strings for the tokenizers",
}
_FRAGMENTS = ("sanitized",)
"""Records of other targets beside this one, which become part of it."""
_EVERY = 20.0
"""Seconds between two writes of the file."""


class Record:
    """A pytest plugin that keeps for each test its outcome, seconds, inputs and commit; seeds where it failed."""

    def __init__(self, path: Path, *, keep: bool = False) -> None:
        self._path = path
        self._run: dict[str, Any] = {"when": datetime.now(UTC).strftime("%Y-%m-%d %H:%M"), **tree(), **_machine()}
        self._begun = self._written = time.monotonic()
        known = json.loads(path.read_text("utf-8")) if keep and path.is_file() else {}
        self._runs: list[dict[str, Any]] = known.get("runs", [])
        self._tests: dict[str, dict[str, Any]] = {facts["test"]: facts for facts in known.get("tests", [])}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep how a test ended."""
        if report.when == "call" or report.outcome != "passed":
            facts = {"test": report.nodeid, "outcome": report.outcome, "seconds": round(report.duration, 1)}
            properties = dict(report.user_properties)
            if "examples" in properties:
                facts["examples"] = properties["examples"]
            if report.failed and "seed" in properties:
                facts["seed"] = properties["seed"]
            self._tests[report.nodeid] = {**facts, "commit": self._run["commit"]}
            if time.monotonic() > self._written + _EVERY:
                self._write()

    def pytest_sessionfinish(self) -> None:
        """Write the record a last time."""
        self._write()

    def _write(self) -> None:
        self._written = time.monotonic()
        self._run["seconds"] = round(self._written - self._begun)
        record = {
            "runs": [*self._runs, self._run],
            "parts": self._parts(),
            "tests": [self._tests[name] for name in sorted(self._tests)],
            **self._fragments(),
        }
        self._path.parent.mkdir(exist_ok=True)
        self._path.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")

    def _parts(self) -> dict[str, dict[str, Any]]:
        parts: dict[str, dict[str, Any]] = {}
        for facts in self._tests.values():
            title = _PARTS.get(facts["test"].partition("::")[0], "property tests")
            empty = {"inputs": 0, "tests": 0, "failed": 0, "skipped": 0, "seconds": 0.0, "commits": []}
            part = parts.setdefault(title, empty)
            part["inputs"] += facts.get("examples", 0)
            part["tests"] += 1
            part["seconds"] = round(part["seconds"] + facts["seconds"], 1)
            part["commits"] = sorted({*part["commits"], str(facts["commit"])})
            if facts["outcome"] != "passed":
                part[facts["outcome"]] += 1
        return {title: parts[title] for title in sorted(parts)}

    def _fragments(self) -> dict[str, Any]:
        places = {name: self._path.with_name(f"{name}.json") for name in _FRAGMENTS}
        return {name: json.loads(path.read_text("utf-8")) for name, path in places.items() if path.is_file()}


def tree() -> dict[str, Any]:
    """The commit that is tested, and whether files differ from it; records and pages do not count."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=_ROOT, capture_output=True, text=True, check=True).stdout.strip()

    try:
        changes = git("status", "--porcelain", "--", ".", ":!results", ":!docs", ":!*.md")
        return {"commit": git("rev-parse", "HEAD"), "changed": bool(changes)}
    except (OSError, subprocess.CalledProcessError):
        return {"commit": None, "changed": None}


def _machine() -> dict[str, Any]:
    system = f"{platform.system()} {platform.release()}"
    return {"python": platform.python_version(), "system": system, "cores": os.cpu_count()}
