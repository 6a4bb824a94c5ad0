"""How good is a table of paraphrases? Measured on the training sets of STS-2012, and on paraphrases judged by hand.

    read_sts2012(mirror) ──> evaluate_phrases(data, tables, settings) ──> PhraseReport ──> rows, .to_dict()

A row is a table, and the first row no table at all. Its figures:

    usable       the share of the pairs in which a paraphrase of the table could be used: one side of it stands in one
                 text, the other in the other
    Mean, ...    Pearson's correlation of PERP with the table, by cross-validation within each training set: dealt into
                 folds, each fold is judged by a model that learned from the others; the mean over seeds, with the
                 standard deviation as spread. No test pair is used

Precision is the share of judged paraphrases that are right, by bands of probability.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from experiments.choices import dealt
from experiments.datasets import Sts2012
from experiments.perp import PackedPairs, at_epochs
from experiments.threads import Advance, across_cores, counted
from perpend import __version__
from perpend.errors import FormatError, SettingError
from perpend.evaluation.correlations import Judged, pearson
from perpend.files.tables import read_table
from perpend.lexicon import frequency
from perpend.lexicon.phrases.table import PhraseTable
from perpend.types import Doubles, Progress

__all__ = [
    "BANDS",
    "Band",
    "Judgment",
    "PhraseReport",
    "PhraseRow",
    "PhraseSettings",
    "evaluate_phrases",
    "precision_by_band",
    "read_judgments",
]

BANDS = (0.0, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
"""Where bands of probability begin and end."""


@dataclass(frozen=True, slots=True)
class PhraseSettings:
    """How PERP is trained in cross-validation: `seeds` runs from `seed` on, each with its own folds."""

    seeds: int = 5
    folds: int = 3
    epochs: int = 100
    rate: float = 0.1
    seed: int = 0

    def __post_init__(self) -> None:
        if self.seeds < 1 or self.folds < 2 or self.epochs < 1 or not 0.0 < self.rate < np.inf:
            raise SettingError(
                f"seeds {self.seeds}, folds {self.folds}, epochs {self.epochs}, rate {self.rate:g}: "
                "at least 1, 2, 1 and above 0 are needed"
            )

    def __str__(self) -> str:
        first = f"|seed:{self.seed}" if self.seed else ""
        return f"seeds:{self.seeds}{first}|folds:{self.folds}|epochs:{self.epochs}|rate:{self.rate:g}"


@dataclass(frozen=True, slots=True)
class PhraseRow:
    """One table, by its signature: the share of usable pairs, and the correlation of PERP with it."""

    system: str
    usable: Mapping[str, int]
    metrics: Mapping[str, float]
    spread: Mapping[str, float] | None

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values."""
        spread = None if self.spread is None else dict(self.spread)
        return {
            "system": self.system,
            "metrics": dict(self.metrics),
            "spread": spread,
            "paper": None,
            "usable": dict(self.usable),
        }


@dataclass(frozen=True, slots=True)
class Judgment:
    """A paraphrase, its probability, and whether a judge found it right."""

    ref: str
    hyp: str
    p: float
    right: bool


@dataclass(frozen=True, slots=True)
class Band:
    """The judgments with a probability from `low` to below `high`: their number, and how many are right."""

    low: float
    high: float
    judged: int
    right: int

    def to_dict(self) -> dict[str, Any]:
        """The band as plain JSON values, with its precision."""
        precision = self.right / self.judged if self.judged else None
        return {"low": self.low, "high": self.high, "judged": self.judged, "right": self.right, "precision": precision}


@dataclass(frozen=True, slots=True)
class PhraseReport:
    """All rows, precision by band if there are judgments, and the signature."""

    rows: tuple[PhraseRow, ...]
    bands: tuple[Band, ...]
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values, in the shape that all evaluations share."""
        rows, bands = [row.to_dict() for row in self.rows], [band.to_dict() for band in self.bands]
        return {"task": "phrases", "rows": rows, "bands": bands, "signature": self.signature}


def evaluate_phrases(
    data: Sts2012,
    tables: Sequence[PhraseTable],
    settings: PhraseSettings | None = None,
    judgments: Iterable[Judgment] = (),
    progress: Progress | None = None,
) -> PhraseReport:
    """Cross-validates PERP without a table and with each of the `tables`.

    :param data: the training sets.
    :param tables: phrase tables.
    :param settings: how PERP is trained.
    :param judgments: judged paraphrases.
    :param progress: called after each epoch.
    """
    settings = settings or PhraseSettings()
    rows = tuple(_row(data, table, settings, progress) for table in (None, *tables))
    bands = precision_by_band(judgments)
    signature = f"data:{data.signature}|{settings}|freq:{frequency.signature()}|version:{__version__}"
    return PhraseReport(rows, bands, signature)


def read_judgments(path: Path) -> list[Judgment]:
    """Reads a TSV file `path` with the header ref, hyp, p, right; the last is yes or no."""
    table, found = read_table(path), []
    columns = (table.column(name) for name in ("ref", "hyp", "p", "right"))
    for line, ref, hyp, p, right in zip(table.lines, *columns, strict=True):
        try:
            found.append(Judgment(ref, hyp, float(p), {"yes": True, "no": False}[right]))
        except (ValueError, KeyError):
            raise FormatError(path, line, f"p {p!r} and right {right!r}: a number and yes or no were needed") from None
    return found


def precision_by_band(judgments: Iterable[Judgment], edges: Sequence[float] = BANDS) -> tuple[Band, ...]:
    """The bands between `edges` that have `judgments`; the last one includes its upper end.

    >>> precision_by_band([Judgment("commission", "panel", 0.02, True), Judgment("room to", "floor", 0.01, False)])
    (Band(low=0.01, high=0.03, judged=2, right=1),)
    """
    judged = list(judgments)
    bands = []
    for low, high in pairwise(edges):
        inside = [one.right for one in judged if low <= one.p and (one.p < high or high == edges[-1])]
        bands.append(Band(low, high, len(inside), sum(inside)))
    return tuple(band for band in bands if band.judged)


def _row(data: Sts2012, table: PhraseTable | None, settings: PhraseSettings, progress: Progress | None) -> PhraseRow:
    name = table.signature() if table else "phrases:no"
    packed = {part: PackedPairs(one.pairs, one.gold, table) for part, one in data.training.items()}
    usable = {part: one.usable() for part, one in packed.items()}
    jobs = [(seed, part) for seed in range(settings.seed, settings.seed + settings.seeds) for part in packed]

    def judge(job: tuple[int, str], step: Advance) -> float:
        seed, part = job
        return _cross_validated(packed[part], settings, seed, step)

    counter = counted(name, len(jobs) * settings.folds * settings.epochs, progress)
    figures = across_cores(judge, jobs, counter)
    each = {part: [value for (_, one), value in zip(jobs, figures, strict=True) if one == part] for part in packed}
    each = {"Mean": np.mean(list(each.values()), axis=0).tolist(), **each}
    spread = {part: float(np.std(values, ddof=1)) for part, values in each.items()} if settings.seeds > 1 else None
    metrics = {"usable": sum(usable.values()) / sum(map(len, packed.values()))}
    metrics |= {part: float(np.mean(values)) for part, values in each.items()}
    return PhraseRow(name, usable, metrics, spread)


def _cross_validated(packed: PackedPairs, settings: PhraseSettings, seed: int, step: Advance) -> float:
    """The correlation over one training set, every pair judged by a model that did not learn from it."""
    predicted: Doubles = np.zeros(len(packed))
    for held_out in dealt(len(packed), settings.folds, seed):
        members = np.setdiff1d(np.arange(len(packed)), held_out)
        for _, weights in at_epochs(packed.averages(members, rate=settings.rate, seed=seed), [settings.epochs]):
            step()
            if weights is not None:
                predicted[held_out] = packed.predictions(weights)[held_out]
    return pearson(Judged(predicted, packed.gold))
