"""`python -m experiments wordsim`: the shipped word vectors beside people's judgments of words."""

from typing import TYPE_CHECKING

from experiments.commands.options import AsJson, Mirror, Output, Seed, check_output, print_end, record_or_print
from perpend.cli.output import print_table

if TYPE_CHECKING:
    from experiments.wordsim import WordsimReport, WordsimRow

__all__ = ["wordsim"]


def wordsim(seed: Seed = 0, mirror: Mirror = None, output: Output = None, as_json: AsJson = False) -> None:
    """Measure word vectors on six lists of word pairs by Spearman's correlation, with intervals.

    Examples:

        python -m experiments wordsim

        python -m experiments wordsim --json -o results/wordsim.json
    """
    from experiments.wordsim import evaluate_wordsim, read_wordsim

    check_output(output)
    report = evaluate_wordsim(read_wordsim(mirror), seed=seed)
    if record_or_print(report.to_dict(), output, as_json):
        _show(report)
        print_end(report.to_dict(), output)


def _show(report: "WordsimReport") -> None:
    print_table(["list", "pairs", *(row.system for row in report.rows)], _lines(report))


def _lines(report: "WordsimReport") -> list[list[str]]:
    return [[name, f"{count:,}", *(_figure(row, name) for row in report.rows)] for name, count in report.pairs.items()]


def _figure(row: "WordsimRow", name: str) -> str:
    if row.intervals is None or row.known is None:
        return f"{row.metrics[name]:.3f}"
    interval = row.intervals[name]
    return f"{row.metrics[name]:.3f} ({interval.low:.3f} to {interval.high:.3f}), {row.known[name]:.0%} known"
