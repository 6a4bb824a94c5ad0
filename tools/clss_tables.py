"""The tables of similarity across levels, from results/clss.json to Markdown."""

from itertools import groupby
from typing import Any

from table_text import correlation, table

__all__ = ["clss", "clss_reproduced"]


def clss(record: dict[str, Any]) -> str:
    """A line for each system and correlation, the paper's in brackets; then the ablation."""
    columns = list(dict.fromkeys(name for row in record["rows"] for name in row["metrics"]))
    rows = []
    for name, ours, paper in (("Pearson", "metrics", "paper"), ("Spearman", "spearman", "paper_spearman")):
        rows += [
            (row["system"], name, *(_beside_if(row[ours], row[paper] or {}, one) for one in columns))
            for row in record["rows"]
        ]
        rows += [
            (f"{system} (published)", name, *(_in_brackets(figures, one) for one in columns))
            for system, figures in record["published"][name.lower()].items()
        ]
    left_out = [
        table(
            [f"{system}, in cross-validation", *found],
            [
                (name, *(correlation(one[name]) if name in one else "" for one in found.values()))
                for name in dict.fromkeys(name for one in found.values() for name in one)
            ],
        )
        for system, found in record["ablation"].items()
    ]
    main = table(["system", "correlation", *columns], rows)
    sizes = f"The row paper has topic models of {', '.join(map(str, record['topics']))} topics."
    if record["missing_topics"]:
        missing = ", ".join(map(str, record["missing_topics"]))
        sizes += f" The paper's models of {missing} topics were not trained when this was recorded."
    return "\n\n".join([sizes, main, *left_out, f"Signature: `{record['signature']}`"])


def clss_reproduced(record: dict[str, Any]) -> str:
    """A line for each figure of the paper, with its verdict and a reason; then one for each part of its system."""
    lines = []
    for (system, level), group in groupby(record["checks"], key=lambda one: (one["system"], one["level"])):
        found = list(group)
        figures = (", ".join(correlation(one[side]) for one in found) for side in ("paper", "ours"))
        verdicts = list(dict.fromkeys(one["verdict"] for one in found))
        said = verdicts[0] if len(verdicts) == 1 else "; ".join(f"{one['measure']} {one['verdict']}" for one in found)
        lines.append((f"{system}, {level}", *figures, said, found[0]["why"]))
    lines += [(one["part"], "", "", one["state"], one["why"]) for one in record["parts"]]
    return table(["of the paper: a figure or a part", "there", "here", "verdict", "why"], lines)


def _beside_if(ours: dict[str, float], paper: dict[str, float], name: str) -> str:
    beside = _in_brackets(paper, name)
    return f"{correlation(ours[name])} {beside}".rstrip() if name in ours else beside


def _in_brackets(figures: dict[str, float], name: str) -> str:
    return f"({correlation(figures[name])})" if name in figures else ""
