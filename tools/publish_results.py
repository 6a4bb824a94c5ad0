"""Writes the tables of recorded results into the pages that show them, so that no published number is typed.

<!-- from results/bench.json -->
| what | value | ...                 everything between the two marks is made from the file
<!-- end -->

python tools/publish_results.py      after a result was recorded; `make bench` and `make test-long` run it themselves
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

__all__ = ["PAGES", "published"]

ROOT = Path(__file__).resolve().parents[1]
PAGES = (ROOT / "README.md", ROOT / "docs" / "benchmarks.md", ROOT / "docs" / "evaluation.md")
_MARKED = re.compile(r"(<!-- from (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def published(text: str) -> str:
    """The page with every marked table made anew."""
    return _MARKED.sub(lambda found: f"{found[1]}\n{_made(found[2])}\n\n{found[3]}", text)


def _made(name: str) -> str:
    record = json.loads((ROOT / name).read_text(encoding="utf-8"))
    return _TABLES[name](record)


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _bench(record: dict[str, Any]) -> str:
    """One line a figure, and what all of them depend on."""
    rows = [
        (
            figure["name"],
            f"{_shown(figure['value'])} {figure['unit']}",
            figure["target"] or "",
            {True: "yes", False: "no", None: ""}[figure["met"]],
            f"{figure['peer']}: {_shown(figure['peer_value'])}" if figure["peer"] else "",
        )
        for figure in record["figures"]
    ]
    about = (
        f"Perpend {record['perpend']}, Python {record['python']}, numpy {record['numpy']}, on {record['cores']} cores "
        f"of {record['processor']}. Data: {', '.join(f'`{name}`' for name in record['data'])}."
    )
    return f"{_table(['what', 'value', 'target', 'met', 'peer'], rows)}\n\n{about}"


def _long_tests(record: dict[str, Any]) -> str:
    """One line a test, its parameters taken together."""
    rows = []
    for name, group in groupby(record["tests"], key=lambda test: test["test"].partition("[")[0]):
        tests = list(group)
        outcomes = " ".join(sorted({test["outcome"] for test in tests}))
        examples = sum(test.get("examples", 0) for test in tests)
        seconds = sum(test["seconds"] for test in tests)
        rows.append((_title(name), f"{examples:,}" if examples else "", f"{seconds:.0f}", outcomes))
    return _table(["test", "examples", "seconds", "outcome"], rows)


def _title(test: str) -> str:
    path, _, name = test.partition("::")
    return f"{Path(path).parent.name}: {name.removeprefix('test_').replace('_', ' ')}"


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _sts2012(record: dict[str, Any]) -> str:
    """One line a system: our figures, and the paper's in brackets."""
    columns = list(record["rows"][0]["metrics"])
    rows = [
        (row["system"], *(_beside(row["metrics"][name], (row["paper"] or {}).get(name)) for name in columns))
        for row in record["rows"]
    ]
    best = ("best of 88 submissions", *(f"({_correlation(record['table3'][name]['best'])})" for name in columns))
    return _table(["system", *columns], [*rows, best])


def _beside(ours: float, paper: float | None) -> str:
    return f"{_correlation(ours)} ({_correlation(paper)})" if paper is not None else _correlation(ours)


def _correlation(value: float) -> str:
    return f"{value:.4f}".replace("0.", ".", 1)


def _combination(record: dict[str, Any]) -> str:
    """One line a row of the paper's table, with ours beyond it; then which differences could be chance."""
    parts = []
    for task, report in record["tasks"].items():
        rows = [
            (name, *(f"{row[metric]:.2f}" for metric in ("BLEU", "TERp")), f"{row['length']:.3f}")
            for name, row in report["rows"].items()
            if name in _COMBINED_ROWS
        ]
        tested = [
            (f"{one['system']} - {one['minus']}", *(_difference(one[metric]) for metric in ("BLEU", "TERp")))
            for one in report["differences"]
        ]
        parts += [f"**{task}**", _table(["row", "BLEU", "TERp", "length"], rows)]
        parts += [_table(["difference", "BLEU", "TERp"], tested), f"`{report['signature']}`"]
    return "\n\n".join(parts)


_COMBINED_ROWS = (
    "Worst Single", "Best Single", "Best Published", "TER-MBR-U", "TER-MBR-W", "TERp-MBR-U", "TERp-MBR-W",
    "TER Word-level CN", "TERp Word-level CN", "TERp-Two-pass CN", "extended",
)  # fmt: skip


def _difference(found: dict[str, Any]) -> str:
    low, high = found["interval"]
    return f"{found['difference']:+.2f} ({low:+.2f} to {high:+.2f}), p {found['p']:.3f}"


_TABLES: dict[str, Callable[[dict[str, Any]], str]] = {
    "results/bench.json": _bench,
    "results/combination.json": _combination,
    "results/long-tests.json": _long_tests,
    "results/sts2012.json": _sts2012,
}


if __name__ == "__main__":
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        page.write_text(published(text), encoding="utf-8")
