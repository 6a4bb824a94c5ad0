"""README's overview: one line for each question that Perpend answers, taken from the records of all evaluations.

tools/overview.toml ── which figure of which record ──> | question | Perpend | beside it | whose | page |
"""

import json
import tomllib
from pathlib import Path
from typing import Any

__all__ = ["overview"]

_LINES = Path(__file__).with_name("overview.toml")


def overview(results: Path) -> list[tuple[str, ...]]:
    """The lines of the table; `results` is the folder of records."""
    rows = []
    for line in tomllib.loads(_LINES.read_text(encoding="utf-8"))["line"]:
        record = json.loads((results / f"{line['record']}.json").read_text(encoding="utf-8"))
        ours, theirs = (_shown(_at(record, line[name])) for name in ("figure", "beside"))
        rows.append((line["question"], ours, theirs, line["whose"], f"[{line['page']}](docs/{line['page']}.md)"))
    return rows


def _at(record: Any, path: list[str]) -> float:
    for step in path:
        record = record[step] if isinstance(record, dict) else next(row for row in record if step in _names(row))
    return float(record)


def _names(row: dict[str, Any]) -> tuple[str, str]:
    """What a path may call a row: its system, or for a record of several suites or sources the system and that."""
    return row["system"], f"{row['system']} on {row.get('suite', row.get('source'))}"


def _shown(value: float) -> str:
    """A share with three digits behind the point, a percentage or BLEU with one.

    >>> _shown(0.8641), _shown(88.33)
    ('.864', '88.3')
    """
    return f"{value:.3f}".removeprefix("0") if abs(value) < 1 else f"{value:.1f}"
