"""Prints the table of laws for the default models of `perpend score` and `perpend relate`, tf-idf, and others.

python -m tests.laws                                    from the root of a checkout
python -m tests.laws --model perp-msrpar --model FILE   these models and tf-idf
python -m tests.laws --suite strangers2                 another suite
python -m tests.laws --model NAME --broken "light above swapped"
                                                        also the cases in which each of them breaks the law
python -m tests.laws --record results/laws.json         all suites, all models of this table: the recorded run
python -m tests.laws --yes-or-no results/yes-or-no.json whether two texts mean the same, by the models of `perpend
                                                        paraphrase`, on all suites (`tests/laws/yes_and_no.py`)
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from perpend import __version__
from perpend.errors import PerpendError
from perpend.evaluation.baselines import tf_idf
from perpend.files.writing import write_text
from perpend.learning.registry import load
from perpend.lexicon.sentence_encoder import MiniLM, sentence_vectors
from perpend.relatedness.relater import DEFAULT
from tests.laws.laws import (
    COLUMNS,
    LAWS,
    OWN,
    SUITES,
    Kept,
    Scale,
    Scorer,
    kept,
    read_answers,
    read_bases,
    read_equal_forms,
)
from tests.laws.yes_and_no import record

Named = tuple[str, Scorer, Scale | None]

_OTHERS = ("symmetry", "right above trap", "equal forms")
_MEAN = "mean of the 13 laws"
_JUDGING = ("paraphrase-everyday", "paraphrase-msrp")
_RECORDED = ("everyday", "everyday-related", "everyday-encoder", "perp-sts", "relate-sentence")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what the command line names, and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.laws", description="How well scorers keep the laws.")
    parser.add_argument("--model", action="append", help="a shipped model or a model file; may be repeated")
    parser.add_argument("--suite", default=OWN, choices=SUITES, help="whose sentences")
    parser.add_argument("--broken", metavar="LAW", choices=[*LAWS, *_OTHERS], help="list the cases that break this law")
    parser.add_argument("--record", metavar="FILE", type=Path, help="measure the models of the docs on all suites")
    parser.add_argument("--yes-or-no", metavar="FILE", type=Path, help="measure yes and no on all suites instead")
    options = parser.parse_args(arguments)
    try:
        if options.yes_or_no:
            found = record(_JUDGING)
            write_text(options.yes_or_no, json.dumps(found, ensure_ascii=False, indent=2) + "\n")
            return
        if options.record:
            write_text(options.record, json.dumps(_record(), ensure_ascii=False, indent=2) + "\n")
            return
        scorers = [*map(_model, options.model or ("everyday", DEFAULT)), _tf_idf()]
        cases = {name: kept(scorer, scale=scale, suite=options.suite) for name, scorer, scale in scorers}
    except PerpendError as error:
        sys.exit(f"laws: {error}")
    print(_table(cases))
    if options.broken:
        for name, laws in cases.items():
            if options.broken in laws:
                print(f"\n{name} breaks '{options.broken}' in")
                print(*_broken(options.broken, laws, options.suite), sep="\n")


def _model(name: str) -> Named:
    model: Any = load(name)
    return name, model.predict, getattr(model, "scale", None)


def _tf_idf() -> Named:
    return "tf-idf", lambda pairs: np.array([tf_idf(*pair) for pair in pairs]), (0.0, 1.0)


def _minilm() -> Named:
    encoder = MiniLM.stored()

    def cosines(pairs: Sequence[tuple[str, str]]) -> Any:
        one, other = (sentence_vectors(encoder.encode, [pair[side] for pair in pairs]) for side in (0, 1))
        return np.round(np.einsum("ij,ij->i", one, other).astype(np.float64), 6)

    return "MiniLM", cosines, (-1.0, 1.0)


def _record() -> dict[str, Any]:
    """The shares of all recorded scorers on all suites, in the shape that all evaluations share."""
    scorers = [*map(_model, _RECORDED), _tf_idf(), _minilm()]
    rows = [
        {"system": name, "suite": suite, "metrics": _shares(kept(scorer, scale=scale, suite=suite)), "paper": None}
        for suite in SUITES
        for name, scorer, scale in scorers
    ]
    signatures = [load(name).signature for name in _RECORDED[:3]]
    return {"task": "laws", "rows": rows, "signature": "; ".join([*signatures, f"version:{__version__}"])}


def _shares(laws: Kept) -> dict[str, float]:
    shares = {law: float(each.mean()) for law, each in laws.items()}
    return {**shares, _MEAN: float(np.mean([shares[law] for law in LAWS]))}


def _table(cases: Mapping[str, Kept]) -> str:
    shares = [*map(_shares, cases.values())]
    lines = [("", *cases)]
    for law in (*LAWS, _MEAN, *_OTHERS):
        lines += [(law, *(f"{one[law]:.3f}" if law in one else "-" for one in shares))]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(_aligned(line, widths) for line in lines)


def _aligned(line: Sequence[str], widths: Sequence[int]) -> str:
    numbers = (cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))
    return "  ".join([line[0].ljust(widths[0]), *numbers])


def _broken(law: str, laws: Kept, suite: str) -> list[str]:
    names = {
        "symmetry": [f"{base.id} {column}" for column in COLUMNS for base in read_bases(suite)],
        "right above trap": [f"{row['id']} {row['right']}" for row in read_answers(suite)],
        "equal forms": [f"{row['id']} {row['text1']} | {row['text2']}" for row in read_equal_forms()],
    }.get(law) or [f"{base.id} {base.text}" for base in read_bases(suite)]
    return [f"    {name}" for name, holds in zip(names, laws[law], strict=True) if not holds]


if __name__ == "__main__":
    main()
