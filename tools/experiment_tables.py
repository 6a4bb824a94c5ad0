"""The tables of the experiments: one function for each shape of record, from its JSON to Markdown."""

from itertools import groupby
from typing import Any

from table_text import correlation, table

__all__ = [
    "answers",
    "combination",
    "entailment",
    "equivalence",
    "holdout",
    "judgments",
    "laws",
    "metrics",
    "names",
    "percentages",
    "phrases",
    "pivot",
    "small_tables",
    "spelling",
    "sts2012",
    "variant_judgments",
    "variants",
    "wordsim",
    "yes_or_no",
]


def answers(record: dict[str, Any]) -> str:
    """A table for each figure: a line for each system, a column for each number of labels, ranges in brackets."""
    sizes = sorted({int(name.split()[1]) for row in record["rows"] for name in row["metrics"]})
    tables = []
    for figure in ("Pearson", "RMSE"):
        rows = [(row["system"], *(_drawn(row, f"{figure} {size}") for size in sizes)) for row in record["rows"]]
        tables.append(table([f"{figure}, labels:", *map(str, sizes)], rows))
    return "\n\n".join([*tables, f"Signature: `{record['signature']}`"])


def _drawn(row: dict[str, Any], name: str) -> str:
    if name not in row["metrics"]:
        return ""
    mean, least, most = (row[part][name] for part in ("metrics", "least", "most"))
    return correlation(mean) if least == most else f"{correlation(mean)} ({correlation(least)} to {correlation(most)})"


def equivalence(record: dict[str, Any]) -> str:
    """A table of sources that were left out and one of the shipped model; a line for each system and source."""
    titles = {"sources": "each source left out", "shipped": "the shipped model"}
    tables = []
    for part, title in titles.items():
        rows = [row for row in record["rows"] if row["part"] == part]
        columns = list(rows[0]["metrics"])
        cells = [(row["system"], row["source"], *(_share(row["metrics"][name]) for name in columns)) for row in rows]
        tables.append(table([title, "source", *columns], cells))
    return "\n\n".join([*tables, f"Signature: `{record['signature']}`"])


def entailment(record: dict[str, Any]) -> str:
    """For each figure of sources left out a line for each system, a column for each source; then the suites."""
    tables = []
    for part, title in (("sources", "source left out"), ("shipped", "suite")):
        rows = [row for row in record["rows"] if row["part"] == part]
        names, systems = (list(dict.fromkeys(row[key] for row in rows)) for key in ("source", "system"))
        known = {(row["system"], row["source"]): row["metrics"] for row in rows}
        for figure in rows[0]["metrics"]:
            cells = [(one, *(_share(known[one, name][figure]) for name in names)) for one in systems]
            tables.append(table([f"{figure}, {title}:", *names], cells))
    return "\n\n".join([*tables, f"Signature: `{record['signature']}`"])


def yes_or_no(record: dict[str, Any]) -> str:
    """A table for each suite: one line a figure, a column for each model; then the signature."""
    tables = []
    for suite, group in groupby(record["rows"], key=lambda row: row["suite"]):
        rows = list(group)
        lines = [(name, *(f"{row['metrics'][name]:.2f}" for row in rows)) for name in rows[0]["metrics"]]
        tables.append(table([f"suite: {suite}", *(row["system"] for row in rows)], lines))
    return "\n\n".join([*tables, f"Signature: `{record['signature']}`"])


def _share(value: float) -> str:
    """A percentage with one digit behind the point, a share with three."""
    return f"{value:.1f}" if value > 1 else f"{value:.3f}"


def holdout(record: dict[str, Any]) -> str:
    """One line a system, a column for each source that was left out."""
    columns = list(record["rows"][0]["metrics"])
    rows = [(row["system"], *(f"{row['metrics'][name]:.3f}" for name in columns)) for row in record["rows"]]
    dropped = ", ".join(f"{count} of {name}" for name, count in record["dropped"].items())
    note = f"Never learned from, because figures are reported for them: {dropped}."
    tables = [table(["each source left out", *columns], rows), note]
    for title, key in (("learned from the source itself", "own_source"), ("share of labels in the interval", "inside")):
        if figures := record[key]:
            names = list(next(iter(figures.values())))
            tables.append(
                table([title, *names], [(one, *(f"{found[k]:.3f}" for k in names)) for one, found in figures.items()])
            )
    return "\n\n".join([*tables, f"Signature: `{record['signature']}`"])


def laws(record: dict[str, Any]) -> str:
    """One line a law, a column for each scorer, a table for each suite; then the signature."""
    tables = []
    for suite, group in groupby(record["rows"], key=lambda row: row["suite"]):
        rows = list(group)
        lines = [
            (law, *(f"{row['metrics'][law]:.2f}" if law in row["metrics"] else "" for row in rows))
            for law in dict.fromkeys(law for row in rows for law in row["metrics"])
        ]
        tables.append(table([f"suite: {suite}", *(row["system"] for row in rows)], lines))
    return "\n\n".join([*tables, f"Signature: `{record['signature']}`"])


def metrics(record: dict[str, Any]) -> str:
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
        tables.append(table(columns, rows))
    return "\n\n".join(tables)


def _between(value: float, interval: dict[str, float]) -> str:
    return f"{value:.3f} ({interval['low']:.3f} to {interval['high']:.3f})"


def sts2012(record: dict[str, Any]) -> str:
    """One line a system: our figures, and the paper's in brackets."""
    columns = list(record["rows"][0]["metrics"])
    rows = [
        (row["system"], *(_beside(row["metrics"][name], (row["paper"] or {}).get(name)) for name in columns))
        for row in record["rows"]
    ]
    others = {**record.get("published", {}), "best of 88 submissions": _best(record["table3"])}
    rows += [(name, *(f"({correlation(one[column])})" for column in columns)) for name, one in others.items()]
    tables = [table(["system", *columns], rows)]
    if without := record.get("ablation"):
        names = list(next(iter(without.values())))
        lines = [(name, *(correlation(one[column]) for column in names)) for name, one in without.items()]
        tables.append(table(["everyday, in cross-validation", *names], lines))
    return "\n\n".join(tables)


def _best(table3: dict[str, dict[str, float]]) -> dict[str, float]:
    return {name: figures["best"] for name, figures in table3.items()}


def _beside(ours: float, paper: float | None) -> str:
    return f"{correlation(ours)} ({correlation(paper)})" if paper is not None else correlation(ours)


def percentages(record: dict[str, Any]) -> str:
    """One line a system: our figures in percent, with intervals and a remark if any, and the paper's in brackets."""
    return f"{_percentages(record['rows'])}\n\nSignature: `{record['signature']}`"


def _percentages(rows: list[dict[str, Any]]) -> str:
    columns = list(rows[0]["metrics"])
    remarks = ["remark"] if any("remark" in row for row in rows) else []
    lines = [
        (row["system"], *(_percentage(row, name) for name in columns), *(row.get(name, "") for name in remarks))
        for row in rows
    ]
    return table(["system", *columns, *remarks], lines)


def small_tables(record: dict[str, Any]) -> str:
    """A table for each run of rows that have the same columns, and the number of pairs in each half of Table 5."""
    groups = [list(rows) for _, rows in groupby(record["rows"], key=lambda row: list(row["metrics"]))]
    sizes, paper = (" and ".join(f"{count:,} to {part}" for part, count in record[name].items()) for name in _SIZES)
    tables = [_percentages(rows) for rows in groups]
    note = f"Pairs in each half by lengths: {sizes} (the paper's: {paper})."
    return "\n\n".join([*tables, note, f"Signature: `{record['signature']}`"])


_SIZES = ("sizes", "paper_sizes")


def spelling(record: dict[str, Any]) -> str:
    """A table for each run of rows that have the same columns; the paper's figures in brackets."""
    tables = []
    for columns, group in groupby(record["rows"], key=lambda row: list(row["metrics"])):
        rows = [(row["system"], *(_figure(row, name) for name in columns)) for row in group]
        tables.append(table(["system", *columns], rows))
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


def pivot(record: dict[str, Any]) -> str:
    """What each filter dropped, and what each stage took."""
    effects = [(one["filter"], f"{one['came']:,}", f"{one['dropped']:,}") for one in record["effects"]]
    seconds = [(stage, f"{taken:,.0f}") for stage, taken in record["seconds"].items()]
    memory = ", ".join(f"{name} {size / 2**20:,.0f} MB" for name, size in record["peak_memory"].items() if size)
    about = f"{record['info']['pairs']:,} paraphrases are left. Peak memory: {memory}."
    return f"{table(['filter', 'came', 'dropped'], effects)}\n\n{about}\n\n{table(['stage', 'seconds'], seconds)}"


def phrases(record: dict[str, Any]) -> str:
    """One line a table: pairs with a usable paraphrase, correlations and their spread; then precision by band."""
    columns = [name for name in record["rows"][0]["metrics"] if name != "usable"]
    rows = [
        (
            f"`{row['system'].removeprefix('phrases:').partition(';')[0]}`",
            f"{sum(row['usable'].values()):,} ({row['metrics']['usable']:.0%})",
            *(f"{correlation(row['metrics'][name])} ± {correlation(row['spread'][name])}" for name in columns),
        )
        for row in record["rows"]
    ]
    bands = [
        (f"{band['low']:g} to {band['high']:g}", str(band["judged"]), str(band["right"]), f"{band['precision']:.2f}")
        for band in record["bands"]
    ]
    judged = table(["probability", "judged", "right", "precision"], bands)
    return f"{table(['table', 'usable for', *columns], rows)}\n\n{judged}\n\n`{record['signature']}`"


def judgments(text: str) -> str:
    """One line a phrase, with its best paraphrases, each with its probability and its mark."""
    lines = [line.split("\t") for line in text.splitlines()[1:]]
    marks = {"yes": "right", "no": "wrong"}
    rows = [
        (ref, "; ".join(f"{hyp} ({float(p):.3f}, {marks[right]})" for _, hyp, p, right in group))
        for ref, group in groupby(lines, key=lambda line: line[0])
    ]
    return table(["phrase", "best paraphrases"], rows)


def variants(record: dict[str, Any]) -> str:
    """A table for each part: one line for each system and set of names, a column for each figure."""
    titles = {"folds": "labelled surnames, in folds", "foreign": "source left out of the training", "list": "a list"}
    tables = []
    for part, group in groupby(record["rows"], key=lambda row: row["part"]):
        rows = list(group)
        columns = list(dict.fromkeys(name for row in rows for name in row["metrics"]))
        cells = [(row["system"], row["data"], *(_known(row["metrics"].get(name)) for name in columns)) for row in rows]
        tables.append(table([titles[part], "names", *columns], cells))
    return "\n\n".join([*tables, f"Signature: `{record['signature']}`"])


def _known(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}" if value < 1 else f"{value:,.0f}" if value > 100 else f"{value:.1f}"


def variant_judgments(text: str) -> str:
    """Those that were judged plausible, and those that were not, each with its probability; then their numbers."""
    lines = [line.split("\t") for line in text.splitlines()[1:]]
    rows = []
    for verdict, title in (("yes", "plausible"), ("no", "not plausible")):
        found = [f"{one} ~ {other} ({p})" for one, other, p, said in lines if said == verdict]
        rows.append((f"{title}: {len(found)}", "; ".join(found)))
    return table(["verdict", "pairs"], rows)


def combination(record: dict[str, Any]) -> str:
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
        parts += [f"**{task}**", table(["row", "BLEU", "TERp", "length", "LM"], rows), *listed]
        parts += [table(["difference", "BLEU", "TERp"], tested), f"`{report['signature']}`"]
    return "\n\n".join(part for part in parts if not part.endswith(": ."))


_COMBINED_ROWS = (
    "Worst Single", "Best Single", "Best Published", "TER-MBR-U", "TER-MBR-W", "TERp-MBR-U", "TERp-MBR-W",
    "TER Word-level CN", "TERp Word-level CN", "TERp-Two-pass CN without LM", "TERp-Two-pass CN", "extended",
)  # fmt: skip


def _difference(found: dict[str, Any]) -> str:
    low, high = found["interval"]
    return f"{found['difference']:+.2f} ({low:+.2f} to {high:+.2f}), p {found['p']:.3f}"


def names(record: dict[str, Any]) -> str:
    """A table for each part; below patterns, the most frequent ones, and below scrambled names what was found."""
    parts = []
    for part, group in groupby(record["rows"], key=lambda row: row["part"]):
        rows = list(group)
        columns = list(rows[0]["metrics"])
        lines = [(row["system"], *(_with_spread(row, name) for name in columns)) for row in rows]
        parts.append(table([part, *columns], lines))
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
    return f"{table(['language', 'most frequent patterns', 'occurrences', 'probability'], frequent)}\n\n{sizes}."


def _name_scrambles(found: dict[str, Any]) -> str:
    return " ".join(
        f"{name}: {facts['persons']} persons, {facts['misspelled']} misspelled documents, {facts['unrelated']:,} "
        f"unrelated ones; patterns: {', '.join(f'`{one}`' for one in facts['patterns']) or 'none'}."
        for name, runs in found.items()
        for facts in runs
    )


def wordsim(record: dict[str, Any]) -> str:
    """One line a list of word pairs, one column a table of vectors: correlation, interval, share of known pairs."""
    lines = [
        (name, f"{count:,}", *(_word_figure(row, name) for row in record["rows"]))
        for name, count in record["pairs"].items()
    ]
    shown = table(["list", "pairs", *(row["system"] for row in record["rows"])], lines)
    return f"{shown}\n\nSignature: `{record['signature']}`"


def _word_figure(row: dict[str, Any], name: str) -> str:
    if not row["known"]:
        return correlation(row["metrics"][name])
    low, high = (correlation(row["intervals"][name][end]) for end in ("low", "high"))
    return f"{correlation(row['metrics'][name])} ({low} to {high}), {row['known'][name]:.0%}"
