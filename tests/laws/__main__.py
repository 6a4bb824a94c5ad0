"""Prints the table of laws for the default models of `perpend score` and `perpend relate`, tf-idf, and others.

python -m tests.laws                                    from the root of a checkout
python -m tests.laws --model perp-msrpar --model FILE   these models and tf-idf
python -m tests.laws --model NAME --broken "light above swapped"
                                                        also the cases in which each of them breaks the law
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from perpend.errors import PerpendError
from perpend.evaluation.baselines import tf_idf
from perpend.learning.registry import entries, load
from tests.laws.laws import COLUMNS, LAWS, Kept, Scale, Scorer, kept, read_answers, read_bases, read_equal_forms

Named = tuple[str, Scorer, Scale | None]

_OTHERS = ("symmetry", "right above trap", "equal forms")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what the command line names, and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.laws", description="How well scorers keep the laws.")
    parser.add_argument("--model", action="append", help="a shipped model or a model file; may be repeated")
    parser.add_argument("--broken", metavar="LAW", choices=[*LAWS, *_OTHERS], help="list the cases that break this law")
    options = parser.parse_args(arguments)
    try:
        scorers = [*map(_model, options.model or _defaults()), _tf_idf()]
        cases = {name: kept(scorer, scale=scale) for name, scorer, scale in scorers}
    except PerpendError as error:
        sys.exit(f"laws: {error}")
    print(_table(cases))
    if options.broken:
        for name, laws in cases.items():
            if options.broken in laws:
                print(f"\n{name} breaks '{options.broken}' in", *_broken(options.broken, laws), sep="\n")


def _defaults() -> list[str]:
    return [one.name for kind in ("likeness", "relatedness") for one in entries(kind) if one.default]


def _model(name: str) -> Named:
    model: Any = load(name)
    return name, model.predict, getattr(model, "scale", None)


def _tf_idf() -> Named:
    return "tf-idf", lambda pairs: np.array([tf_idf(*pair) for pair in pairs]), (0.0, 1.0)


def _table(cases: Mapping[str, Kept]) -> str:
    mean = "mean of the 13 laws"
    shares = [{law: float(each.mean()) for law, each in laws.items()} for laws in cases.values()]
    shares = [{**one, mean: float(np.mean([one[law] for law in LAWS]))} for one in shares]
    lines = [("", *cases)]
    for law in (*LAWS, mean, *_OTHERS):
        lines += [(law, *(f"{one[law]:.3f}" if law in one else "-" for one in shares))]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(_aligned(line, widths) for line in lines)


def _aligned(line: Sequence[str], widths: Sequence[int]) -> str:
    numbers = (cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))
    return "  ".join([line[0].ljust(widths[0]), *numbers])


def _broken(law: str, laws: Kept) -> list[str]:
    names = {
        "symmetry": [f"{base.id} {column}" for column in COLUMNS for base in read_bases()],
        "right above trap": [f"{row['id']} {row['right']}" for row in read_answers()],
        "equal forms": [f"{row['id']} {row['text1']} | {row['text2']}" for row in read_equal_forms()],
    }.get(law) or [f"{base.id} {base.text}" for base in read_bases()]
    return [f"    {name}" for name, holds in zip(names, laws[law], strict=True) if not holds]


if __name__ == "__main__":
    main()
