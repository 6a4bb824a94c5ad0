"""How well a model agrees with the people who judged your own pairs, beside simple rivals.

    read_judged("pairs.tsv", "gold") ──> evaluate_pairs(data, {"mine": scorer}) ──> PairsReport ──> rows, .to_dict()

The rows are the models, then other systems whose scores stand in columns of the file, then TERp under the costs of
TERp-A (minus its score, divided by the reference's length and capped at 1), then the share of words that the two texts
have in common. Predictions are not clipped. Each row has Pearson's, Spearman's and Kendall's correlation with gold, an
interval that holds 95 % of what resampling gives (`significance`; not for Kendall's, which would take long), and
Williams' test of its Pearson against that of every row below.

If a column names groups, each group has its own figures, and a row has ALL, ALLnrm and Mean over groups too.

A model that learned from any of the pairs is refused, unless that is allowed; its row then says how many.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from perpend import __version__
from perpend.alignment import Aligner, Costs
from perpend.errors import FormatError, InputError
from perpend.evaluation.correlations import (
    Judged,
    joined_pearson,
    kendall,
    mean_pearson,
    normalised_pearson,
    pearson,
    spearman,
)
from perpend.evaluation.leaks import leaks
from perpend.evaluation.significance import Interval, Williams, bootstrap_interval, williams_test
from perpend.files.tables import read_pairs
from perpend.learning.limits import check_lengths
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity.score import PerpScorer
from perpend.types import Doubles, Progress

__all__ = ["Figures", "JudgedPairs", "PairsReport", "PairsRow", "evaluate_pairs", "overlap", "read_judged"]


_FEWEST_TESTED = 4
"""Williams' test needs so many pairs."""


def overlap(text1: str, text2: str) -> float:
    """The cosine of two texts as sets of words, which are whatever stands between blanks.

    >>> overlap("the cat sat", "the cat")
    0.8164965809277261
    """
    first, second = set(text1.split()), set(text2.split())
    return len(first & second) / sqrt(len(first) * len(second)) if first and second else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class JudgedPairs:
    """Pairs (text1 the reference), what people said of them, groups if there are any, and scores of other systems."""

    name: str
    pairs: tuple[tuple[str, str], ...]
    gold: Doubles
    lines: tuple[int, ...] = ()
    groups: tuple[str, ...] = ()
    others: Mapping[str, Doubles] = field(default_factory=dict)

    def __post_init__(self) -> None:
        sizes = {len(self.pairs), len(self.gold), *map(len, self.others.values())}
        sizes |= {len(part) for part in (self.groups, self.lines) if part}
        if len(sizes) > 1 or len(self.pairs) < 2:
            raise InputError(
                f"{len(self.pairs)} judged pairs in {self.name}: as many of all, and two at least, are needed"
            )
        for group, places in self.parts.items():
            if len(places) < 2:
                raise InputError(f"group {group!r} of {self.name} has one pair: correlations need two at least")

    @property
    def parts(self) -> dict[str, list[int]]:
        """The places of the pairs of each group, groups in the order in which they come."""
        found: dict[str, list[int]] = {}
        for place, group in enumerate(self.groups):
            found.setdefault(group, []).append(place)
        return found

    @property
    def signature(self) -> str:
        """The name of the data, and a checksum of pairs, judgments and groups."""
        content = repr((self.pairs, self.gold.tolist(), self.groups))
        return f"{self.name}/{sha256(content.encode('utf-8', 'backslashreplace')).hexdigest()[:8]}"


def read_judged(
    path: Path | str,
    gold: str = "gold",
    *,
    columns: Sequence[str] = (),
    group: str | None = None,
    against: Sequence[str] = (),
) -> JudgedPairs:
    """The pairs of a table (`perpend.files.tables`); `against` names columns of other systems' scores."""
    found = read_pairs(path, columns=columns, gold=gold)
    for line, texts in zip(found.lines, found.texts, strict=True):
        _check_lengths(path, line, texts)
    return JudgedPairs(
        Path(path).name,
        tuple(found.texts),
        np.array(found.numbers(), np.float64),
        tuple(found.lines),
        tuple(found.column(group)) if group else (),
        {name: np.array(found.numbers(name), np.float64) for name in against},
    )


def _check_lengths(path: Path | str, line: int, texts: tuple[str, str]) -> None:
    try:
        check_lengths(*texts)
    except InputError as error:
        raise FormatError(path, line, str(error)) from None


@dataclass(frozen=True, slots=True)
class Figures:
    """Measures of agreement by name, and intervals of those that have one."""

    count: int
    metrics: Mapping[str, float]
    intervals: Mapping[str, Interval]

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain JSON values."""
        intervals = {name: one.to_dict() for name, one in self.intervals.items()}
        return {"metrics": dict(self.metrics), "intervals": intervals, "count": self.count}


@dataclass(frozen=True, slots=True)
class PairsRow:
    """One system: figures over all pairs and for each group, tests against the systems of the rows below.

    `seen` is how many of the pairs it learned from.
    """

    system: str
    figures: Figures
    groups: Mapping[str, Figures]
    tests: Mapping[str, Williams]
    signature: str
    seen: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values, in the shape that all evaluations share."""
        return {
            "system": self.system,
            **self.figures.to_dict(),
            "paper": None,
            "groups": {name: one.to_dict() for name, one in self.groups.items()},
            "tests": {name: one.to_dict() for name, one in self.tests.items()},
            "seen": self.seen,
            "signature": self.signature,
        }


@dataclass(frozen=True, slots=True)
class PairsReport:
    """All rows, and what the figures depend on."""

    rows: tuple[PairsRow, ...]
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values, in the shape that all evaluations share."""
        return {"task": "pairs", "rows": [row.to_dict() for row in self.rows], "signature": self.signature}


@dataclass(frozen=True, slots=True, eq=False)
class _System:
    name: str
    predictions: Doubles
    signature: str
    seen: int = 0


def evaluate_pairs(
    data: JudgedPairs,
    models: Mapping[str, PerpScorer],
    phrases: PhraseTable | None = None,
    *,
    symmetric: bool = False,
    allow_seen: bool = False,
    samples: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> PairsReport:
    """Measure every model, by the name of its row, and the rivals; `phrases` is TERp's table."""
    tell = progress or (lambda *_: None)
    seen = {name: _seen(data, name, scorer, allow_seen) for name, scorer in models.items()}
    systems = [
        _System(name, _predicted(data, scorer, symmetric, name, tell), scorer.signature(symmetric), seen[name])
        for name, scorer in models.items()
    ]
    systems += [_System(name, scores, "given") for name, scores in data.others.items()]
    systems += _rivals(data, phrases)
    names = [system.name for system in systems]
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"two systems are named {twice[0]!r}: rename the column or the model")
    rows = []
    for place, system in enumerate(systems):
        tell(f"measuring {system.name}", place, len(systems))
        rows.append(_row(data, system, systems[place + 1 :], samples, seed))
    return PairsReport(tuple(rows), f"data:{data.signature}|samples:{samples}|seed:{seed}|version:{__version__}")


def _seen(data: JudgedPairs, name: str, scorer: PerpScorer, allowed: bool) -> int:
    found = leaks(scorer.model.training, data.pairs)
    if found and not allowed:
        line = data.lines[found[0]] if data.lines else found[0] + 1
        raise InputError(
            f"{name} learned from {len(found)} of the {len(data.pairs)} pairs of {data.name}, first from line {line}: "
            "take them out, use another model, or allow it (--allow-seen), which marks the figures"
        )
    return len(found)


def _predicted(data: JudgedPairs, scorer: PerpScorer, symmetric: bool, name: str, tell: Progress) -> Doubles:
    found = np.empty(len(data.pairs))
    for place, score in enumerate(scorer.score_many(data.pairs, symmetric)):
        found[place] = score.raw
        if place % 100 == 0:
            tell(f"scoring with {name}", place, len(data.pairs))
    return found


def _rivals(data: JudgedPairs, phrases: PhraseTable | None) -> Iterator[_System]:
    aligner = Aligner(Costs.named("terpa"), phrases)
    aligned = aligner.align_many([hyp for _, hyp in data.pairs], [ref for ref, _ in data.pairs])
    yield _System("TERp (default)", -np.array([alignment.score for alignment in aligned]), aligner.signature)
    shared = np.array([overlap(*pair) for pair in data.pairs])
    yield _System("baseline", shared, f"overlap|version:{__version__}")


def _row(data: JudgedPairs, system: _System, below: Sequence[_System], samples: int, seed: int) -> PairsRow:
    whole = Judged(system.predictions, data.gold)
    parts = {name: Judged(whole.predictions[places], whole.gold[places]) for name, places in data.parts.items()}
    figures = _figures(whole, list(parts.values()), samples, seed)
    groups = {name: _figures(part, (), samples, seed) for name, part in parts.items()}
    tests = {other.name: _test(data.gold, system, other) for other in below if len(data.gold) >= _FEWEST_TESTED}
    return PairsRow(system.name, figures, groups, tests, system.signature, system.seen)


def _figures(whole: Judged, parts: Sequence[Judged], samples: int, seed: int) -> Figures:
    single: dict[str, Callable[[Judged], float]] = {"Pearson": pearson, "Spearman": spearman, "Kendall": kendall}
    together = {"ALL": joined_pearson, "ALLnrm": normalised_pearson, "Mean": mean_pearson} if parts else {}
    metrics = {name: measure(whole) for name, measure in single.items()}
    metrics |= {name: measure(parts) for name, measure in together.items()}

    def interval(measure: Callable[[Sequence[Judged]], float], over: Sequence[Judged]) -> Interval:
        return bootstrap_interval(measure, over, samples=samples, seed=seed)

    # Kendall's would take long.
    intervals = {name: interval(_of_one(single[name]), [whole]) for name in ("Pearson", "Spearman")}
    intervals |= {name: interval(measure, parts) for name, measure in together.items()}
    return Figures(len(whole.gold), metrics, intervals)


def _of_one(measure: Callable[[Judged], float]) -> Callable[[Sequence[Judged]], float]:
    return lambda drawn: measure(drawn[0])


def _test(gold: Doubles, one: _System, other: _System) -> Williams:
    ours, theirs = pearson(Judged(one.predictions, gold)), pearson(Judged(other.predictions, gold))
    return williams_test(ours, theirs, pearson(Judged(one.predictions, other.predictions)), len(gold))
