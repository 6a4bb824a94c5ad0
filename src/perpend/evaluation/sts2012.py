"""The STS-2012 table of PERP's paper, made again: every row of it, ours beside the published figures.

    read_sts2012(mirror) ──> evaluate_sts2012(data, phrases, seeds) ──> Report ──> rows, .to_dict()

A row is a system; its metrics are ALL, ALLnrm, Mean (`correlations`) and the Pearson correlation of each subtask. PERP
shuffles its pairs, so its rows are the mean over several seeds, with the standard deviation as spread. With one seed
there is no spread, and neither has a system without chance.

"PERPphrases" needs a table of paraphrases. Without one it is left out, and the report says why. TERp's two rows use the
table too if there is one, as TERp itself does.

The published figures are in data/sts2012-paper.toml: Table 2, row by row, and Table 3, which sets PERPphrases beside
the best of all 88 submissions. The ranks there need the other submissions, which are not published as files; so ours
has a correlation beside the best one, and no rank.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from perpend import __version__
from perpend.alignment import Aligner, Costs
from perpend.errors import SettingError
from perpend.evaluation.correlations import Judged, joined_pearson, mean_pearson, normalised_pearson, pearson
from perpend.evaluation.datasets import STS2012_SUBTASKS, Sts2012
from perpend.evaluation.systems import (
    Advance,
    Perp,
    Predictions,
    overlap_predictions,
    terp_predictions,
    tuned_costs,
)
from perpend.lexicon import frequency
from perpend.lexicon.phrase_table import PhraseTable

__all__ = ["METRICS", "Report", "Row", "Settings", "evaluate_sts2012", "metrics_of", "published_figures"]

METRICS = ("ALL", "ALLnrm", "Mean", *STS2012_SUBTASKS)
"""The names of the columns, in the order of the published table."""

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many steps of it are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Row:
    """One system: its figures, their standard deviation over seeds, and the published figures."""

    system: str
    metrics: Mapping[str, float]
    spread: Mapping[str, float] | None
    paper: Mapping[str, float] | None

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values."""
        spread, paper = (dict(part) if part is not None else None for part in (self.spread, self.paper))
        return {"system": self.system, "metrics": dict(self.metrics), "spread": spread, "paper": paper}


@dataclass(frozen=True, slots=True)
class Report:
    """All rows, the systems that were left out with the reason for each, and what the figures depend on."""

    rows: tuple[Row, ...]
    left_out: Mapping[str, str]
    signature: str

    @property
    def table3(self) -> dict[str, dict[str, float]]:
        """For each metric: our PERPphrases if there is one, the submitted one, its rank, and the best submission."""
        ours = next((row.metrics for row in self.rows if row.system == "PERPphrases"), {})
        rank, submitted, best = (_paper()["table3"][name] for name in ("rank", "PERPphrases", "best"))
        return {
            name: ({"ours": ours[name]} if ours else {})
            | {"submitted": submitted[name], "rank": rank[name], "best": best[name]}
            for name in METRICS
        }

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values, in the shape that all evaluations share."""
        rows = [row.to_dict() for row in self.rows]
        return {
            "task": "sts2012",
            "rows": rows,
            "left_out": dict(self.left_out),
            "table3": self.table3,
            "signature": self.signature,
        }


@dataclass(frozen=True, slots=True)
class Settings:
    """How PERP learns: seeds 0, 1, ... as many as asked; passes over the data; the rate. Defaults are the paper's."""

    seeds: int = 5
    epochs: int = 200
    rate: float = 0.01

    def __post_init__(self) -> None:
        if self.seeds < 1 or self.epochs < 1 or not 0.0 < self.rate < np.inf:
            raise SettingError(
                f"seeds {self.seeds}, epochs {self.epochs}, rate {self.rate:g}: at least 1, 1 and above 0 are needed"
            )

    @property
    def signature(self) -> str:
        """The settings as they stand in a signature; PERP's search for shifts has neither of TERp's two limits."""
        return f"seeds:{self.seeds}|epochs:{self.epochs}|rate:{self.rate:g}|limits:no|freq:{frequency.signature()}"


def evaluate_sts2012(
    data: Sts2012,
    phrases: PhraseTable | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Report:
    """Train and score every system of the table."""
    settings = settings or Settings()
    paper = published_figures()
    left_out = {} if phrases else {"PERPphrases": "no table of paraphrases was given: --phrases TABLE"}
    runs = _runs(data, phrases, settings, progress)
    rows = tuple(_row(system, [metrics_of(data, one) for one in found], paper) for system, found in runs)
    costs = Aligner(Costs.named("terpa"), phrases).signature.removesuffix(f"|version:{__version__}")
    return Report(rows, left_out, f"data:{data.signature}|perp:{settings.signature}|terp:{costs}|version:{__version__}")


def metrics_of(data: Sts2012, predictions: Predictions) -> dict[str, float]:
    """Every metric of one system's predictions."""
    parts = [Judged(found, test.gold) for found, test in zip(predictions, data.tests, strict=True)]
    together = [joined_pearson(parts), normalised_pearson(parts), mean_pearson(parts)]
    return dict(zip(METRICS, [*together, *map(pearson, parts)], strict=True))


def published_figures() -> dict[str, dict[str, float]]:
    """The figures of the paper's Table 2: system -> metric -> value."""
    return {system: figures for system, figures in _paper().items() if system != "table3"}


@cache
def _paper() -> dict[str, dict[str, Any]]:
    text = resources.files("perpend.evaluation").joinpath("data/sts2012-paper.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _runs(
    data: Sts2012, phrases: PhraseTable | None, settings: Settings, progress: Progress | None
) -> Iterator[tuple[str, list[Predictions]]]:
    """Each system in the order of the table, with its predictions: one set for each seed that it has."""
    tables = {"PERPphrases": phrases, "PERP": None} if phrases else {"PERP": None}
    for system, table in tables.items():
        steps = settings.seeds * len(data.training) * settings.epochs
        advance = _counter(system, steps, progress)
        perp = Perp(data, table)
        found = perp.predictions(range(settings.seeds), epochs=settings.epochs, rate=settings.rate, advance=advance)
        yield system, found
    tuned = tuned_costs(data, phrases, _counter("TERp (tuned)", len(data.training), progress))
    yield "TERp (tuned)", [terp_predictions(data, {name: one.costs for name, one in tuned.items()}, phrases)]
    yield "TERp (default)", [terp_predictions(data, dict.fromkeys(data.training, Costs.named("terpa")), phrases)]
    yield "baseline", [overlap_predictions(data)]


def _counter(description: str, total: int, progress: Progress | None) -> Advance:
    """A function that counts its calls and reports them."""
    done = 0
    if progress:
        progress(description, done, total)

    def advance() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(description, done, total)

    return advance


def _row(system: str, figures: Sequence[Mapping[str, float]], paper: Mapping[str, Mapping[str, float]]) -> Row:
    values = {name: [one[name] for one in figures] for name in METRICS}
    spread = {name: float(np.std(found, ddof=1)) for name, found in values.items()} if len(figures) > 1 else None
    return Row(system, {name: float(np.mean(found)) for name, found in values.items()}, spread, paper.get(system))
