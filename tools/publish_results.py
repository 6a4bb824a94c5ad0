"""Writes the tables of recorded results into the pages that show them, so that no published number is typed.

<!-- from results/bench.json -->      or results/clss.json#reproduced: another table of that file
| what | value | ...                 everything between the two marks is made from the file
<!-- end -->

python tools/publish_results.py      after `make bench`, `make test-long` or `make pipeline`, which all run it
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clss_tables
import experiment_tables
import measurement_tables
import sick_tables
from overview import overview
from paper_summary import paper_summary
from table_text import table

__all__ = ["PAGES", "published"]

ROOT = Path(__file__).resolve().parents[1]
_DOCS = (
    "annotation", "benchmarks", "entailment", "entailment-paper", "evaluation", "lexicon", "limits", "names",
    "paraphrase", "paraphrase-paper", "pivot", "relatedness-paper", "score", "spelling",
)  # fmt: skip
PAGES = (ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in _DOCS))
_MARKED = re.compile(r"(<!-- from (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def published(text: str) -> str:
    """The page with every marked table made anew."""
    return _MARKED.sub(lambda found: f"{found[1]}\n{_made(found[2])}\n\n{found[3]}", text)


def _made(name: str) -> str:
    if name == "results/":
        return table(["question", "Perpend", "beside it", "whose", "page"], overview(ROOT / name))
    if name.endswith(".toml"):
        return paper_summary(ROOT / name, ROOT / "results")
    path = ROOT / name.partition("#")[0]
    text = path.read_text(encoding="utf-8")
    return _TABLES[name](json.loads(text) if path.suffix == ".json" else text)


_TABLES: dict[str, Callable[[Any], str]] = {
    "results/bench.json": measurement_tables.bench,
    "results/answers.json": experiment_tables.answers,
    "results/clss.json": clss_tables.clss,
    "results/clss.json#reproduced": clss_tables.clss_reproduced,
    "results/entailment.json": experiment_tables.entailment,
    "results/equivalence.json": experiment_tables.equivalence,
    "results/combination.json": experiment_tables.combination,
    "results/holdout.json": experiment_tables.holdout,
    "results/laws.json": experiment_tables.laws,
    "results/metrics.json": experiment_tables.metrics,
    "results/limits.json": measurement_tables.limits,
    "results/long-tests.json": measurement_tables.long_tests,
    "results/pipeline.json": measurement_tables.pipeline,
    "results/msrp.json": experiment_tables.percentages,
    "results/names.json": experiment_tables.names,
    "results/msrp-folds.json": experiment_tables.percentages,
    "results/msrp-tables.json": experiment_tables.small_tables,
    "results/rte1.json": experiment_tables.percentages,
    "results/phrase-judgments.tsv": experiment_tables.judgments,
    "results/phrases.json": experiment_tables.phrases,
    "results/pivot.json": experiment_tables.pivot,
    "results/sick.json": sick_tables.sick,
    "results/spelling.json": experiment_tables.spelling,
    "results/variant-judgments.tsv": experiment_tables.variant_judgments,
    "results/variants.json": experiment_tables.variants,
    "results/sts2012.json": experiment_tables.sts2012,
    "results/wordsim.json": experiment_tables.wordsim,
    "results/yes-or-no.json": experiment_tables.yes_or_no,
}


if __name__ == "__main__":
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        page.write_text(published(text), encoding="utf-8")
