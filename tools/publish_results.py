"""Writes the tables of recorded results into the pages that show them, so that no published number is typed.

<!-- from results/bench.json -->
| what | value | ...                 everything between the two marks is made from the file
<!-- end -->

python tools/publish_results.py      after `make bench`, `make test-long` or `make pipeline`, which all run it
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from overview import overview

__all__ = ["PAGES", "published"]

ROOT = Path(__file__).resolve().parents[1]
_DOCS = (
    "annotation", "benchmarks", "entailment", "evaluation", "names", "paraphrase", "pivot", "relatedness", "spelling"
)  # fmt: skip
PAGES = (ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in _DOCS))
_MARKED = re.compile(r"(<!-- from (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def published(text: str) -> str:
    """The page with every marked table made anew."""
    return _MARKED.sub(lambda found: f"{found[1]}\n{_made(found[2])}\n\n{found[3]}", text)


def _made(name: str) -> str:
    if name == "results/":
        return _table(["question", "Perpend", "beside it", "whose", "page"], overview(ROOT / name))
    text = (ROOT / name).read_text(encoding="utf-8")
    return _TABLES[name](json.loads(text) if name.endswith(".json") else text)


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


def _metrics(record: dict[str, Any]) -> str:
    """A table for each set of judgments: one line a metric, intervals in brackets."""
    tables = []
    for part, facts in record["data"].items():
        names = [name for name in record["rows"][0]["metrics"] if name.startswith(f"{part} ")]
        rows = [
            (row["system"], *(_between(row["metrics"][name], row["intervals"][name]) for name in names))
            for row in record["rows"]
            if names[0] in row["metrics"]
        ]
        ties = f"{100 * facts['human ties'] / facts['pairs']:.0f} %"
        size = (
            f"{facts['systems']} systems, {facts['segments']:,} segments, {facts['pairs']:,} pairs, {ties} of them ties"
        )
        columns = [f"{part}: {size}", *(name.removeprefix(f"{part} ") for name in names)]
        tables.append(_table(columns, rows))
    return "\n\n".join(tables)


def _between(value: float, interval: dict[str, float]) -> str:
    return f"{value:.3f} ({interval['low']:.3f} to {interval['high']:.3f})"


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
    "words": "words of the treebank that are a token",
    "sentences cut": "sentences cut in two, %",
}


def _pipeline(record: dict[str, Any]) -> str:
    """One line a figure, on the treebank's words and on our tokens, and what both rest on."""
    gold, own, targets, met = record["treebank words"], record["own tokens"], record["targets"], record["met"]
    rows = [
        (title, f"{gold[name]:.2f}", f"{own[name]:.2f}", *_target(targets.get(name), met.get(name)))
        for name, title in _PIPELINE.items()
    ]
    speed, training = _shown(record["tokens per second"]), record["training"]
    rows.append(("tokens a second, one core", "", speed, *_target(targets["tokens/s"], met["tokens/s"])))
    about = (
        f"{record['test']}, {record['sentences']:,} sentences, by `{record['pipeline']}` ({record['megabytes']} MB), "
        f"seed {training['seed']}, epoch {training['epoch'] + 1} of {training['epochs']}."
    )
    return f"{_table(['what', 'value', 'on our tokens', 'target', 'met'], rows)}\n\n{about}"


def _target(bound: float | None, met: bool | None) -> tuple[str, str]:
    return (f">= {bound:,.0f}", "yes" if met else "no") if bound is not None else ("", "")


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


def _percentages(record: dict[str, Any]) -> str:
    """One line a system: our figures in percent, with intervals if there are any, and the paper's in brackets."""
    columns = list(record["rows"][0]["metrics"])
    rows = [(row["system"], *(_percentage(row, name) for name in columns)) for row in record["rows"]]
    return f"{_table(['system', *columns], rows)}\n\nSignature: `{record['signature']}`"


def _small_tables(record: dict[str, Any]) -> str:
    """A table for each run of rows that have the same columns."""
    groups = [list(rows) for _, rows in groupby(record["rows"], key=lambda row: list(row["metrics"]))]
    tables = [
        _table(
            ["system", *rows[0]["metrics"]],
            [(row["system"], *(_percentage(row, name) for name in row["metrics"])) for row in rows],
        )
        for rows in groups
    ]
    return "\n\n".join([*tables, f"Signature: `{record['signature']}`"])


def _spelling(record: dict[str, Any]) -> str:
    """A table for each run of rows that have the same columns; the paper's figures in brackets."""
    tables = []
    for columns, group in groupby(record["rows"], key=lambda row: list(row["metrics"])):
        rows = [(row["system"], *(_figure(row, name) for name in columns)) for row in group]
        tables.append(_table(["system", *columns], rows))
    return "\n\n".join([*tables, f"Signature: `{record['signature']}`"])


def _figure(row: dict[str, Any], name: str) -> str:
    value = row["metrics"][name]
    shown = f"{value:,.0f}" if value >= 1000 else f"{value:.3g}" if value < 1 else f"{value:.1f}"
    paper = (row["paper"] or {}).get(name)
    return shown if paper is None else f"{shown} ({paper:,.0f})" if paper >= 1 else f"{shown} ({paper:g})"


def _percentage(row: dict[str, Any], name: str) -> str:
    width = f" ± {row['half_widths'][name]:.2f}" if "half_widths" in row else ""
    paper = f" ({row['paper'][name]:.2f})" if row["paper"] else ""
    return f"{row['metrics'][name]:.2f}{width}{paper}"


def _pivot(record: dict[str, Any]) -> str:
    """What each filter dropped, and what each stage took."""
    effects = [(one["filter"], f"{one['came']:,}", f"{one['dropped']:,}") for one in record["effects"]]
    seconds = [(stage, f"{taken:,.0f}") for stage, taken in record["seconds"].items()]
    memory = ", ".join(f"{name} {size / 2**20:,.0f} MB" for name, size in record["peak_memory"].items() if size)
    about = f"{record['info']['pairs']:,} paraphrases are left. Peak memory: {memory}."
    return f"{_table(['filter', 'came', 'dropped'], effects)}\n\n{about}\n\n{_table(['stage', 'seconds'], seconds)}"


def _phrases(record: dict[str, Any]) -> str:
    """One line a table: pairs with a usable paraphrase, correlations and their spread; then precision by band."""
    columns = [name for name in record["rows"][0]["metrics"] if name != "usable"]
    rows = [
        (
            f"`{row['system'].removeprefix('phrases:').partition(';')[0]}`",
            f"{sum(row['usable'].values()):,} ({row['metrics']['usable']:.0%})",
            *(f"{_correlation(row['metrics'][name])} ± {_correlation(row['spread'][name])}" for name in columns),
        )
        for row in record["rows"]
    ]
    bands = [
        (f"{band['low']:g} to {band['high']:g}", str(band["judged"]), str(band["right"]), f"{band['precision']:.2f}")
        for band in record["bands"]
    ]
    judged = _table(["probability", "judged", "right", "precision"], bands)
    return f"{_table(['table', 'usable for', *columns], rows)}\n\n{judged}\n\n`{record['signature']}`"


def _judgments(text: str) -> str:
    """One line a phrase, with its best paraphrases, each with its probability and its mark."""
    lines = [line.split("\t") for line in text.splitlines()[1:]]
    marks = {"yes": "right", "no": "wrong"}
    rows = [
        (ref, "; ".join(f"{hyp} ({float(p):.3f}, {marks[right]})" for _, hyp, p, right in group))
        for ref, group in groupby(lines, key=lambda line: line[0])
    ]
    return _table(["phrase", "best paraphrases"], rows)


def _combination(record: dict[str, Any]) -> str:
    """For each task the rows of the paper's table and ours, all systems, and which differences could be chance."""
    parts = []
    for task, report in record["tasks"].items():
        made = [name for name in report["rows"] if name in _COMBINED_ROWS]
        rows = [
            (
                name,
                *(f"{report['rows'][name][metric]:.2f}" for metric in ("BLEU", "TERp")),
                f"{report['rows'][name]['length']:.3f}",
                "yes" if report["rows"][name].get("lm") else "",
            )
            for name in made
        ]
        tested = [
            (f"{one['system']} - {one['minus']}", *(_difference(one[metric]) for metric in ("BLEU", "TERp")))
            for one in report["differences"]
        ]
        given = {name: row["BLEU"] for name, row in report["rows"].items() if name not in _COMBINED_ROWS}
        ranked = sorted(given, key=lambda name: -given[name])
        listed = (
            f"{title}: {', '.join(f'{name} {given[name]:.2f}' for name in ranked if ('-combo' in name) is published)}."
            for title, published in (("Published combinations, BLEU", True), ("Single systems, BLEU", False))
        )
        parts += [f"**{task}**", _table(["row", "BLEU", "TERp", "length", "LM"], rows), *listed]
        parts += [_table(["difference", "BLEU", "TERp"], tested), f"`{report['signature']}`"]
    return "\n\n".join(part for part in parts if not part.endswith(": ."))


_COMBINED_ROWS = (
    "Worst Single", "Best Single", "Best Published", "TER-MBR-U", "TER-MBR-W", "TERp-MBR-U", "TERp-MBR-W",
    "TER Word-level CN", "TERp Word-level CN", "TERp-Two-pass CN without LM", "TERp-Two-pass CN", "extended",
)  # fmt: skip


def _difference(found: dict[str, Any]) -> str:
    low, high = found["interval"]
    return f"{found['difference']:+.2f} ({low:+.2f} to {high:+.2f}), p {found['p']:.3f}"


def _clss(record: dict[str, Any]) -> str:
    """One line a system and correlation, the paper's in brackets; others' below; then the ablation."""
    columns = list(record["rows"][0]["metrics"])
    rows = []
    for name, ours, paper in (("Pearson", "metrics", "paper"), ("Spearman", "spearman", "paper_spearman")):
        rows += [
            (row["system"], name, *(_beside(row[ours][one], (row[paper] or {}).get(one)) for one in columns))
            for row in record["rows"]
        ]
        rows += [
            (f"{system} (published)", name, *(f"({_correlation(figures[one])})" for one in columns))
            for system, figures in record["published"][name.lower()].items()
        ]
    left_out = [
        _table(
            [f"{system}, in cross-validation", *found],
            [
                (name, *(_correlation(one[name]) if name in one else "" for one in found.values()))
                for name in dict.fromkeys(name for one in found.values() for name in one)
            ],
        )
        for system, found in record["ablation"].items()
    ]
    main = _table(["system", "correlation", *columns], rows)
    return "\n\n".join([main, f"Absent: {record['absent']}.", *left_out, f"Signature: `{record['signature']}`"])


def _sick(record: dict[str, Any]) -> str:
    """One line a system, with and without overlapping pairs; precision and recall; what each rule decided."""
    columns = ("Pearson", "Spearman", "Accuracy")
    rows = [
        (
            row["system"],
            *(_sick_figure(name, row["metrics"], row["paper"]) for name in columns),
            _sick_figure("Accuracy", row["without_overlap"], None),
        )
        for row in record["rows"]
    ]
    rows += [
        (f"{name} (published)", *(_sick_figure(one, figures, None) for one in columns), "")
        for name, figures in record["published"].items()
    ]
    labels = [
        (row["system"], name, f"{one['Precision']:.1f}", f"{one['Recall']:.1f}")
        for row in record["rows"][:4]
        for name, one in row["labels"].items()
    ]
    return "\n\n".join(
        [
            _table(["system", *columns, f"Accuracy without {record['overlapping']} overlapping pairs"], rows),
            _table(["system", "label", "precision", "recall"], labels),
            _table(["rule", "trial: decided", "right", "test: decided", "right", "coverage, %"], _sick_rules(record)),
            f"Signature: `{record['signature']}`",
        ]
    )


def _sick_rules(record: dict[str, Any]) -> list[tuple[str, ...]]:
    trial, test = (record["rules"]["full"][part] for part in ("trial", "test"))
    return [
        (
            rule,
            *(str(part[rule][count]) for part in (trial, test) for count in ("decided", "right")),
            f"{test[rule]['coverage']:.1f}",
        )
        for rule in trial
    ]


def _sick_figure(name: str, figures: dict[str, float], paper: dict[str, float] | None) -> str:
    shown = (lambda value: f"{value:.2f}") if name == "Accuracy" else _correlation
    beside = f" ({shown(paper[name])})" if paper and name in paper else ""
    return f"{shown(figures[name])}{beside}" if name in figures else ""


def _names(record: dict[str, Any]) -> str:
    """A table for each part; below patterns, the most frequent ones, and below scrambled names what was found."""
    parts = []
    for part, group in groupby(record["rows"], key=lambda row: row["part"]):
        rows = list(group)
        columns = list(rows[0]["metrics"])
        lines = [(row["system"], *(_with_spread(row, name) for name in columns)) for row in rows]
        parts.append(_table([part, *columns], lines))
        parts += [_name_patterns(record["patterns"])] if part == "patterns" else []
        parts += [_name_scrambles(record["scrambled"])] if part == "scrambled" else []
    return "\n\n".join([*parts, f"Signature: `{record['signature']}`"])


def _with_spread(row: dict[str, Any], name: str) -> str:
    return f"{row['metrics'][name]:.2f}" + (f" ± {row['spread'][name]:.2f}" if "spread" in row else "")


def _name_patterns(found: dict[str, Any]) -> str:
    frequent = [
        (language, f"`{one['pattern']}`", str(one["occurrences"]), f"{one['probability']:.3f}")
        for language, facts in found.items()
        for one in facts["most frequent"][:8]
    ]
    sizes = "; ".join(
        f"{language}: {facts['names']:,} names, {facts['candidates']:,} candidates" for language, facts in found.items()
    )
    return f"{_table(['language', 'most frequent patterns', 'occurrences', 'probability'], frequent)}\n\n{sizes}."


def _name_scrambles(found: dict[str, Any]) -> str:
    return " ".join(
        f"{name}: {facts['persons']} persons, {facts['misspelled']} misspelled documents, {facts['unrelated']:,} "
        f"unrelated ones; patterns: {', '.join(f'`{one}`' for one in facts['patterns']) or 'none'}."
        for name, runs in found.items()
        for facts in runs
    )


_TABLES: dict[str, Callable[[Any], str]] = {
    "results/bench.json": _bench,
    "results/clss.json": _clss,
    "results/combination.json": _combination,
    "results/metrics.json": _metrics,
    "results/long-tests.json": _long_tests,
    "results/pipeline.json": _pipeline,
    "results/msrp.json": _percentages,
    "results/names.json": _names,
    "results/msrp-folds.json": _percentages,
    "results/msrp-tables.json": _small_tables,
    "results/rte1.json": _percentages,
    "results/phrase-judgments.tsv": _judgments,
    "results/phrases.json": _phrases,
    "results/pivot.json": _pivot,
    "results/sick.json": _sick,
    "results/spelling.json": _spelling,
    "results/sts2012.json": _sts2012,
}


if __name__ == "__main__":
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        page.write_text(published(text), encoding="utf-8")
