"""The tables of what was measured on a machine: speed, long tests, the pipeline."""

import json
from itertools import groupby
from pathlib import Path
from typing import Any

from table_text import shown, table

__all__ = ["bench", "limits", "long_tests", "pipeline"]


_BEFORE = Path(__file__).resolve().parents[1] / "results" / "bench-0.1.0.json"
_PIPELINE = {
    "tag": "Penn tags, % right",
    "coarse": "coarse tags, % right",
    "lemma": "lemmas, % right",
    "UAS": "heads (UAS), % right",
    "LAS": "heads and relations (LAS), % right",
    "LAS without punctuation": "the same without punctuation",
    "entity precision": "entities, precision",
    "entity recall": "entities, recall",
    "entity F1": "entities, F1",
    "PER F1": "people, F1",
    "LOC F1": "places, F1",
    "ORG F1": "organisations, F1",
    "words": "words of the treebank that are a token",
    "sentences cut": "sentences cut in two, %",
}


def bench(record: dict[str, Any]) -> str:
    """One line per figure, beside that of version 0.1.0 on the same kind of machine, and what all of them depend on."""
    before = {figure["name"]: figure["value"] for figure in json.loads(_BEFORE.read_text(encoding="utf-8"))["figures"]}
    rows = [
        (
            figure["name"],
            f"{shown(figure['value'])} {figure['unit']}",
            shown(before[figure["name"]]) if figure["name"] in before else "",
            figure["target"] or "",
            {True: "yes", False: "no", None: ""}[figure["met"]],
            f"{figure['peer']}: {shown(figure['peer_value'])}" if figure["peer"] else "",
        )
        for figure in record["figures"]
    ]
    about = (
        f"Perpend {record['perpend']}, Python {record['python']}, numpy {record['numpy']}, on {record['cores']} cores "
        f"of {record['processor']}. Data: {', '.join(f'`{name}`' for name in record['data'])}."
    )
    return f"{table(['what', 'value', '0.1.0', 'target', 'met', 'peer'], rows)}\n\n{about}"


def limits(record: dict[str, Any]) -> str:
    """One line a command: its limits, seconds as its input grows, and the slowest and largest of the largest inputs."""
    rows = []
    for name, found in record["commands"].items():
        growing = [one for one in found["figures"] if one["kind"] == found["figures"][0]["kind"]]
        largest = [one for one in found["figures"] if one["size"] == growing[-1]["size"]]
        stated = ", ".join(f"{most:,} {unit}" for unit, most in found["limits"].items()) or "none"
        sized = len(growing) > 1
        growth = ", ".join((f"{one['size']:,}: " if sized else "") + f"{one['seconds']:.1f}" for one in growing)
        slowest = max(largest, key=lambda one: one["seconds"])
        worst = f"{slowest['seconds']:.1f} ({slowest['kind']})"
        rows.append(
            (f"`{name}`", stated, found["unit"], growth, worst, f"{max(one['megabytes'] for one in largest):,}")
        )
    columns = ["command", "limits", "size", "size: seconds", "most seconds", "most MB"]
    commits = ", ".join(sorted({one["commit"][:10] for one in record["commands"].values()}))
    about = f"Perpend {record['version']} (commit {commits}), Python {record['python']}, {record['machine']}."
    return f"{table(columns, rows)}\n\n{about}"


def long_tests(record: dict[str, Any]) -> str:
    """When and on what tests ran; one line a part; one line a test, its parameters taken together."""
    rows = []
    for name, group in groupby(record["tests"], key=lambda test: test["test"].partition("[")[0]):
        tests = list(group)
        outcomes = " ".join(sorted({test["outcome"] for test in tests}))
        examples = sum(test.get("examples", 0) for test in tests)
        seconds = sum(test["seconds"] for test in tests)
        rows.append((_title(name), f"{examples:,}" if examples else "", f"{seconds:.0f}", outcomes))
    tests = table(["test", "inputs", "seconds", "outcome"], rows)
    return f"{_parts(record)}\n\n{tests}" if "parts" in record else tests


def _parts(record: dict[str, Any]) -> str:
    """The parts of the long tests and of the sanitizers, with the commits that they ran on, and the runs."""
    rows = [
        (
            title,
            f"{part['inputs']:,}",
            f"{part['tests']:,}",
            f"{part['failed']:,}",
            f"{part['skipped']:,}",
            f"{part['seconds'] / 60:,.0f}",
            ", ".join(commit[:10] for commit in part["commits"]),
        )
        for title, part in record["parts"].items()
    ]
    if sanitized := record.get("sanitized"):
        numbers = [f"{sanitized[name]:,}" for name in ("tests", "failed", "skipped")]
        minutes = f"{sanitized['seconds'] / 60:,.0f}"
        rows.append(("compiled modules under sanitizers", "", *numbers, minutes, sanitized["commit"][:10]))
    columns = ["part", "inputs", "tests", "failed", "skipped", "minutes", "commit"]
    return f"{_runs(record['runs'])}\n\n{table(columns, rows)}"


def _runs(runs: list[dict[str, Any]]) -> str:
    """When and where the parts ran."""
    last, changed = runs[-1], any(run["changed"] for run in runs)
    changes = " Some files had changes that were not committed." if changed else ""
    times = f"{runs[0]['when']} and {last['when']}" if len(runs) > 1 else last["when"]
    count = f"in {len(runs)} runs that began between {times}" if len(runs) > 1 else f"in a run that began {times}"
    return f"Made {count} (UTC), with Python {last['python']} on {last['system']}, {last['cores']} cores.{changes}"


def pipeline(record: dict[str, Any]) -> str:
    """One line a figure, on the treebank's words and on our tokens, and what both rest on."""
    kinds, targets, met = ("treebank words", "own tokens", "lower-cased"), record["targets"], record["met"]
    rows = [
        (title, *(_value(record[kind], name) for kind in kinds), *_target(targets.get(name), met.get(name)))
        for name, title in _PIPELINE.items()
    ]
    speed, training = shown(record["tokens per second"]), record["training"]
    rows.append(("tokens a second, one core", "", speed, "", *_target(targets["tokens/s"], met["tokens/s"])))
    about = (
        f"{record['test']}, {record['sentences']:,} sentences, by `{record['pipeline']}` ({record['megabytes']} MB); "
        f"{_training(training)}; names: {_training(training['names'])}."
    )
    return f"{table(['what', 'value', 'on our tokens', 'lower-cased', 'target', 'met'], rows)}\n\n{about}"


def _value(figures: dict[str, float], name: str) -> str:
    return f"{figures[name]:.2f}" if name in figures else ""


def _training(settings: dict[str, Any]) -> str:
    return f"seed {settings['seed']}, epoch {settings['epoch'] + 1} of {settings['epochs']}"


def _target(bound: float | None, met: bool | None) -> tuple[str, str]:
    return (f">= {bound:,.0f}", "yes" if met else "no") if bound is not None else ("", "")


def _title(test: str) -> str:
    path, _, name = test.partition("::")
    return f"{Path(path).parent.name}: {name.removeprefix('test_').replace('_', ' ')}"
