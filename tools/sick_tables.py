"""The tables of SICK: systems, labels, rules, and what sense-discriminative patterns change."""

from typing import Any

from table_text import correlation, table

__all__ = ["sick"]


def sick(record: dict[str, Any]) -> str:
    """One line a system, with and without overlapping pairs; precision and recall; what rules and patterns did."""
    columns = ("Pearson", "Spearman", "Accuracy")
    rows = [
        (
            row["system"],
            *(_figure(name, row["metrics"], row["paper"]) for name in columns),
            _figure("Accuracy", row["without_overlap"], None),
        )
        for row in record["rows"]
    ]
    rows += [
        (f"{name} (published)", *(_figure(one, figures, None) for one in columns), "")
        for name, figures in record["published"].items()
    ]
    labels = [
        (row["system"], name, f"{one['Precision']:.1f}", f"{one['Recall']:.1f}")
        for row in record["rows"]
        if row["system"] in ("baseline", "full", *record["rules"])
        for name, one in row["labels"].items()
    ]
    return "\n\n".join(
        [
            table(["system", *columns, f"Accuracy without {record['overlapping']} overlapping pairs"], rows),
            table(["system", "label", "precision", "recall"], labels),
            table(["rule", "trial: decided", "right", "test: decided", "right", "coverage, %"], _rules(record)),
            table(["verdicts", "part", "pairs", "changed by patterns", "right with", "without"], _patterns(record)),
            *(_pattern_rules(name, found) for name, found in record["patterns"].items() if _is_changed(found)),
            f"Signature: `{record['signature']}`",
        ]
    )


def _rules(record: dict[str, Any]) -> list[tuple[str, ...]]:
    trial, test = (record["rules"]["full, patterns only"][part] for part in ("trial", "test"))
    return [
        (
            rule,
            *(str(part[rule][count]) for part in (trial, test) for count in ("decided", "right")),
            f"{test[rule]['coverage']:.1f}",
        )
        for rule in trial
    ]


def _patterns(record: dict[str, Any]) -> list[tuple[str, ...]]:
    return [
        (name, part, *(f"{one:,}" for one in (row["pairs"], row["changed"], *row["right"])))
        for name, found in record["patterns"].items()
        for part, row in found["parts"].items()
    ]


def _is_changed(found: dict[str, Any]) -> bool:
    return any(row["changed"] for row in found["parts"].values())


def _pattern_rules(name: str, found: dict[str, Any]) -> str:
    """For each rule how many verdicts it gives and how many are right, with and without patterns, in each part."""
    parts = found["parts"]
    columns = [f"{part} {side}" for part in parts for side in ("with", "without")]
    lines = [
        (
            rule,
            *(
                "/".join(map(str, parts[part]["rules"][rule][side][::-1]))
                for part in parts
                for side in ("with", "without")
            ),
        )
        for rule in parts["test"]["rules"]
    ]
    use = found["use"]
    told = (
        f"Of {use['frames']:,} frames of test hypotheses, {use['matched']:,} share a pattern with the frame they are "
        f"compared with. In {use['other kinships']:,} of these it relates two words otherwise than WordNet alone does."
    )
    return f'Verdicts of "{name}", right/all:\n\n{table(["rule", *columns], lines)}\n\n{told}'


def _figure(name: str, figures: dict[str, float], paper: dict[str, float] | None) -> str:
    shown = (lambda value: f"{value:.2f}") if name == "Accuracy" else correlation
    beside = f" ({shown(paper[name])})" if paper and name in paper else ""
    return f"{shown(figures[name])}{beside}" if name in figures else ""
