"""What of a paper is reproduced and what is below it: one line a table of the paper, from the recorded results.

tools/paraphrase_paper.toml ── figures of which record ──> | part | figures | as high | distance | below | remark |

A part has a `title`, its `record`, and in `why` the remark. It compares `metrics` (by default all) of the rows that
have a figure of the paper, or of these only `systems`. With `same` it shows the largest difference. With `minus`, two
systems, it compares how much the first is above the second with the gain `paper`. A part without a `record` is one for
which the paper prints no figure: only its remark is shown.
"""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from table_text import table

__all__ = ["paper_summary"]

_COLUMNS = ("part of the paper", "figures", "as high", "mean distance", "below (the paper's in brackets)", "remark")


def paper_summary(parts: Path, results: Path) -> str:
    """The table of the `parts`, a TOML file; `results` is the folder of records."""
    lines = []
    for part in tomllib.loads(parts.read_text(encoding="utf-8"))["part"]:
        if "record" not in part:
            lines.append((part["title"], *("",) * 4, part["why"]))
            continue
        record = json.loads((results / f"{part['record']}.json").read_text(encoding="utf-8"))
        found = _gain(part, record) if "minus" in part else _compared(part, list(_figures(part, record)))
        lines.append((part["title"], *found, part["why"]))
    return table(_COLUMNS, lines)


def _figures(part: dict[str, Any], record: dict[str, Any]) -> Iterator[tuple[str, float, float]]:
    """What was measured, our figure, and the paper's."""
    metrics = part.get("metrics") or list(next(row for row in record["rows"] if _wanted(part, row))["metrics"])
    for row in record["rows"]:
        if _wanted(part, row):
            for name in metrics:
                shown = row["system"] if len(metrics) == 1 else f"{row['system']} {name}"
                yield shown, row["metrics"][name], row["paper"][name]


def _wanted(part: dict[str, Any], row: dict[str, Any]) -> bool:
    return bool(row["paper"]) and row["system"] in part.get("systems", [row["system"]])


def _compared(part: dict[str, Any], figures: list[tuple[str, float, float]]) -> tuple[str, ...]:
    distances = [abs(ours - paper) for _, ours, paper in figures]
    mean = f"{sum(distances) / len(distances):.2f}"
    if part.get("same"):
        return str(len(figures)), f"all within {max(distances):.2f}", mean, ""
    below = [f"{name} {ours:.1f} ({paper:.1f})" for name, ours, paper in figures if round(ours, 2) < paper]
    return str(len(figures)), str(len(figures) - len(below)), mean, "; ".join(below) or "none"


def _gain(part: dict[str, Any], record: dict[str, Any]) -> tuple[str, ...]:
    rows = {row["system"]: row["metrics"]["Accuracy"] for row in record["rows"] if "Accuracy" in row["metrics"]}
    first, second = part["minus"]
    return _compared(part, [("gain", rows[first] - rows[second], part["paper"])])
