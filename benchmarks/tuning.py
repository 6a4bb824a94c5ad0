"""TERp tuned on each training set of STS 2012: Pearson's correlation before and after, and seconds for a round.

    python benchmarks/tuning.py                                         shows the figures
    python benchmarks/tuning.py --phrases meteor.phrases --record       and writes results/terp-tuning.json

The data sets lie in the folder PERPEND_MIRROR, else in shared/data beside the project. With `--phrases`, a table that
`perpend phrases build` made, everything is tuned once without and once with paraphrases. What is recorded is the same
in every run; the cost of a match is tuned too, as in the original. The figures are those of the data that was tuned
on: they say what the search reaches, not how well the costs serve on other texts.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from figures import Figure
from perpend.metrics.terp_files.reading_tsv import read_column, read_pairs
from perpend.metrics.tuning import TuningResult, tune

__all__ = ["run"]

_ROOT = Path(__file__).resolve().parents[1]
_RECORD = _ROOT / "results" / "terp-tuning.json"
_SETS = ("MSRpar", "MSRvid", "SMTeuroparl")
_SEED = 0


def run(phrases: Path | None = None, *, record: bool = False) -> list[Figure]:
    """The figures; none, with a message, when the data are absent."""
    folder = Path(os.environ.get("PERPEND_MIRROR") or _ROOT.parent / "shared" / "data") / "sts2012"
    if not folder.is_dir():
        print("tuning: skipped, data sets absent: set PERPEND_MIRROR to their folder", file=sys.stderr)
        return []
    figures: list[Figure] = []
    results: list[dict[str, Any]] = []
    for table in (None, phrases) if phrases else (None,):
        for name in _SETS:
            result, seconds = _tuned(folder / f"train.{name}.tsv", table)
            title = f"tuning: {name}{', with phrases' if table else ''}"
            figures += _figures(title, result, seconds)
            results.append(
                {"training": f"sts2012/train.{name}", "phrases": bool(table), "seed": _SEED, **result.to_dict()}
            )
    if record:
        _RECORD.parent.mkdir(exist_ok=True)
        _RECORD.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    return figures


def _tuned(path: Path, phrases: Path | None) -> tuple[TuningResult, float]:
    """The result and the seconds that a round took."""
    pairs = read_pairs(path)
    hyps, refs = ([segment.text for segment in side.segments] for side in (pairs.hyp, pairs.refs[0]))
    start = time.perf_counter()
    result = tune(hyps, refs, read_column(path, "gold"), costs="terpa", phrases=phrases, seed=_SEED, tune_match=True)
    return result, (time.perf_counter() - start) / len(result.history)


def _figures(title: str, result: TuningResult, seconds: float) -> list[Figure]:
    return [
        Figure(f"{title}, before", result.before, "Pearson", rests_on=result.signature),
        Figure(f"{title}, after", result.after, "Pearson", f"> {result.before:.4f}", rests_on=result.signature),
        Figure(f"{title}, one round", seconds, "s", "< 1"),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="TERp tuned on each training set of STS 2012")
    parser.add_argument("--phrases", type=Path, metavar="TABLE", help="also tune with this table of paraphrases")
    parser.add_argument("--record", action="store_true", help=f"write {_RECORD.relative_to(_ROOT)}")
    arguments = parser.parse_args()
    for figure in run(arguments.phrases, record=arguments.record):
        print(f"{figure.name:<44} {figure.value:>8.4f} {figure.unit:<8} {figure.target or ''}")
