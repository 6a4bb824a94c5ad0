"""`python -m experiments spelling`: how many misspellings are found and put right, and what finding them costs."""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.commands.options import (
    AsJson,
    Mirror,
    Output,
    Plots,
    Seed,
    check_output,
    print_end,
    record_or_print,
    write_plots,
)
from perpend.cli.output import print_table, step_progress
from perpend.errors import InputError

if TYPE_CHECKING:
    from experiments.spelling import SpellingRow

__all__ = ["spelling"]

_PARTS = ("coverage", "suggestions", "speed", "names")


def spelling(
    parts: Annotated[
        list[str] | None, typer.Option("--part", metavar="|".join(_PARTS), help="Only this part; may be repeated.")
    ] = None,
    plots: Plots = None,
    seed: Seed = 0,
    mirror: Mirror = None,
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    """Make the tables and figures of the paper on misspellings again: coverage, memory, time, candidates, suggestions.

    Coverage of prime mapping for k = 1 to 10 and a common part of 0, 1 and k letters on Mitton's corpora; suggestions
    in two folds by the word that was meant; times for 20,000 and 200,000 names; candidates by the length of a name.

    Examples:

        python -m experiments spelling -o results/spelling.json --plots docs/images

        python -m experiments spelling --part coverage --json
    """
    from experiments.spelling import read_corpora, read_names, spelling_signature

    check_output(output)
    if plots:
        check_output(plots / "spelling-candidates.svg")
    wanted = parts or list(_PARTS)
    if unknown := [part for part in wanted if part not in _PARTS]:
        raise InputError(f"unknown part {unknown[0]!r}; known: {', '.join(_PARTS)}")
    corpora = read_corpora(mirror)
    surnames, variants = read_names(mirror)
    rows = _rows(wanted, corpora, surnames, variants, seed)
    record = {
        "task": "spelling",
        "rows": [row.to_dict() for row in rows],
        "signature": spelling_signature(corpora, surnames, seed),
    }
    if plots:
        from experiments.plots import spelling_plots

        write_plots(spelling_plots(record), plots)
    if record_or_print(record, output, as_json):
        for table in _tables(rows):
            print_table(*table)
        print_end(record, output)


def _rows(
    wanted: Sequence[str],
    corpora: dict[str, list[tuple[str, str]]],
    surnames: list[str],
    variants: list[set[str]],
    seed: int,
) -> "list[SpellingRow]":

    from experiments.spelling import candidate_rows, coverage_rows, letter_set_rows, table_rows
    from experiments.spelling_speed import speed_rows
    from experiments.suggestions import shipped_row, suggestion_rows
    from perpend.learning.registry import load
    from perpend.spelling.channel import Channel

    rows: list[SpellingRow] = []
    with step_progress() as bar:
        if "coverage" in wanted:
            rows += [*coverage_rows(corpora), *table_rows(), *letter_set_rows(corpora, surnames)]
        if "suggestions" in wanted:
            channel = load(kind="spelling")
            assert isinstance(channel, Channel)
            rows += [*suggestion_rows(corpora, seed, bar), shipped_row(corpora, channel)]
        if "speed" in wanted:
            rows += speed_rows(corpora, surnames, bar)
        if "names" in wanted:
            rows += candidate_rows(surnames, variants)
    return rows


def _tables(rows: "Sequence[SpellingRow]") -> list[tuple[list[str], list[list[str]]]]:
    """A table for each run of rows that have the same columns; the paper's figures in brackets."""
    tables = []
    for columns, group in groupby(rows, key=lambda row: tuple(row.metrics)):
        lines = [[row.system, *(_cell(row, name) for name in columns)] for row in group]
        tables.append((["system", *columns], lines))
    return tables


def _cell(row: "SpellingRow", name: str) -> str:
    value = f"{row.metrics[name]:,.0f}" if row.metrics[name] >= 1000 else f"{row.metrics[name]:.4g}"
    published = (row.paper or {}).get(name)
    return f"{value} ({published:,.6g})" if published is not None else value
