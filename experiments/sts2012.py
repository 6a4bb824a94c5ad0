"""The STS-2012 table of PERP's paper, made again: every row of it, ours beside the published figures.

    read_sts2012(mirror) ──> evaluate_sts2012(data, phrases, seeds) ──> Report ──> rows, .to_dict()

A row is a system; its metrics are ALL, ALLnrm, Mean (`correlations`) and the Pearson correlation of each subtask. PERP
shuffles its pairs, so its rows are the mean over several seeds, with the standard deviation as spread. With one seed
there is no spread, and neither has a system without chance. Intervals and tests are those of `uncertainty`.

"PERPphrases" needs a table of paraphrases. Without one it is left out, and the report says why. TERp's two rows use the
table too if there is one, as TERp itself does.

The published figures are in data/sts2012-paper.toml: Table 2, row by row, and Table 3, which sets PERPphrases beside
the best of all 88 submissions. The ranks there need the other submissions, which are not published as files; so ours
has a correlation beside the best one, and no rank.

"everyday" is the default scorer under the paper's mapping: a model of each training set, which starts from plain
weights and learns from that set alone (`likeness`); "everyday-encoder" is the same with a sentence encoder, where the
extra and the resource that it needs are at hand. With `ablation`, it is trained without each group of its distances
too, and measured by cross-validation on the training sets.

"PERP (chosen)" and "PERPphrases (chosen)" are the same two systems with settings that cross-validation on the training
data has chosen (`choices`), where the others have the paper's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from experiments.choices import PerpSettings, chosen_settings
from experiments.datasets import STS2012_SUBTASKS, Sts2012
from experiments.likeness import Comparisons, ablated, likeness_predictions, resources_signature
from experiments.sources import published
from experiments.systems import Predictions, overlap_predictions, perp_runs, terp_predictions, tuned_costs
from experiments.threads import counted
from experiments.uncertainty import intervals_of, williams_tests
from perpend import __version__
from perpend.alignment import Aligner, Costs
from perpend.errors import MissingExtra, MissingResource, SettingError
from perpend.evaluation.correlations import Judged, joined_pearson, mean_pearson, normalised_pearson, pearson
from perpend.evaluation.significance import Interval, Williams
from perpend.lexicon import frequency
from perpend.lexicon.phrases.table import PhraseTable
from perpend.text.tokenizers import TOKENIZERS
from perpend.types import Progress

__all__ = [
    "ENCODED",
    "EVERYDAY",
    "METRICS",
    "Report",
    "Row",
    "Settings",
    "evaluate_sts2012",
    "metrics_of",
    "published_figures",
]

METRICS = ("ALL", "ALLnrm", "Mean", *STS2012_SUBTASKS)
"""The names of the columns, in the order of the published table."""

EVERYDAY, ENCODED = "everyday", "everyday-encoder"
"""The rows of the default scorer, without and with a sentence encoder."""

_TESTED = (EVERYDAY, "PERP")


@dataclass(frozen=True, slots=True)
class Row:
    """One system: its figures, their standard deviation over seeds, and the published figures."""

    system: str
    metrics: Mapping[str, float]
    spread: Mapping[str, float] | None
    paper: Mapping[str, float] | None
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    tests: Mapping[str, Williams] = field(default_factory=dict)
    """The default scorer's row and PERP's are tested against TERp (tuned)."""

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values."""
        spread, paper = (dict(part) if part is not None else None for part in (self.spread, self.paper))
        intervals, tests = (
            {name: one.to_dict() for name, one in part.items()} for part in (self.intervals, self.tests)
        )
        figures = {"system": self.system, "metrics": dict(self.metrics), "spread": spread, "paper": paper}
        return figures | {"intervals": intervals, "tests": tests}


@dataclass(frozen=True, slots=True)
class Report:
    """All rows, the systems that were left out with the reason for each, and the signature."""

    rows: tuple[Row, ...]
    left_out: Mapping[str, str]
    signature: str
    ablation: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @property
    def table3(self) -> dict[str, dict[str, float]]:
        """For each metric: our PERPphrases if there is one, the submitted one, its rank, and the best submission."""
        ours = next((row.metrics for row in self.rows if row.system == "PERPphrases"), {})
        rank, submitted, best = (published("sts2012-paper")["table3"][name] for name in ("rank", "PERPphrases", "best"))
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
            "published": published("sts2012-paper")["published"],
            "ablation": {name: dict(figures) for name, figures in self.ablation.items()},
            "signature": self.signature,
        }


@dataclass(frozen=True, slots=True)
class Settings:
    """How PERP is trained: the number of seeds, epochs, the rate, the first seed. Defaults are the paper's."""

    seeds: int = 5
    epochs: int = 200
    rate: float = 0.01
    seed: int = 0

    def __post_init__(self) -> None:
        if self.seeds < 1 or self.epochs < 1 or not 0.0 < self.rate < np.inf:
            raise SettingError(
                f"seeds {self.seeds}, epochs {self.epochs}, rate {self.rate:g}: at least 1, 1 and above 0 are needed"
            )

    @property
    def signature(self) -> str:
        """The settings as they stand in a signature; PERP's search for shifts has neither of TERp's two limits."""
        first = f"|seed:{self.seed}" if self.seed else ""
        about = f"seeds:{self.seeds}{first}|epochs:{self.epochs}|rate:{self.rate:g}"
        return f"{about}|limits:no|freq:{frequency.signature()}"


def evaluate_sts2012(
    data: Sts2012,
    phrases: PhraseTable | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
    *,
    ablation: bool = False,
) -> Report:
    """Trains and scores every system of the table.

    :param data: the training and test sets.
    :param phrases: a phrase table.
    :param settings: how PERP is trained.
    :param progress: called with a description, the number of completed steps and their total.
    :param ablation: also train "everyday" without each group of its distances.
    """
    settings = settings or Settings()
    paper = published_figures()
    reason = "no table of paraphrases was given: --phrases TABLE"
    left_out = {} if phrases else dict.fromkeys(("PERPphrases", "PERPphrases (chosen)"), reason)
    compared = Comparisons()
    runs = dict(_runs(data, phrases, settings, compared, left_out, progress))
    rows = tuple(
        _tested(_row(system, [metrics_of(data, one) for one in found], paper), data, runs)
        for system, found in runs.items()
    )
    costs = Aligner(Costs.named("terpa"), phrases).signature.removesuffix(f"|version:{__version__}")
    chosen = "|".join(f"{system}:{one}" for system, one in chosen_settings().items() if system not in left_out)
    about = f"perp:{settings.signature}|{chosen}|terp:{costs}"
    about += f"|everyday:{resources_signature()}"
    without = ablated(data, compared, seed=settings.seed, progress=progress) if ablation else {}
    return Report(rows, left_out, f"data:{data.signature}|{about}|version:{__version__}", without)


def metrics_of(data: Sts2012, predictions: Predictions) -> dict[str, float]:
    """Every metric of one system's `predictions` for the test sets of `data`."""
    parts = [Judged(found, test.gold) for found, test in zip(predictions, data.tests, strict=True)]
    together = [joined_pearson(parts), normalised_pearson(parts), mean_pearson(parts)]
    return dict(zip(METRICS, [*together, *map(pearson, parts)], strict=True))


def _tested(row: Row, data: Sts2012, runs: Mapping[str, Sequence[Predictions]]) -> Row:
    found = runs[row.system]
    tests = williams_tests(data.tests, found, runs["TERp (tuned)"]) if row.system.startswith(_TESTED) else {}
    return replace(row, intervals=intervals_of(data.tests, found), tests=tests)


def published_figures() -> dict[str, dict[str, float]]:
    """The figures of the paper's Table 2: system -> metric -> value."""
    tables = published("sts2012-paper")
    return {system: figures for system, figures in tables.items() if system not in ("table3", "published")}


def _runs(
    data: Sts2012,
    phrases: PhraseTable | None,
    settings: Settings,
    compared: Comparisons,
    left_out: dict[str, str],
    progress: Progress | None,
) -> Iterator[tuple[str, list[Predictions]]]:
    """Each system in the order of the table, with its predictions: one set for each seed that it has.

    A system whose resources are not at hand goes into `left_out`.
    """
    usual = PerpSettings(rate=settings.rate, epochs=settings.epochs)
    systems = {"PERPphrases": usual, "PERP": usual, **chosen_settings()}
    for system, one in systems.items():
        table = phrases if system.startswith("PERPphrases") else None
        if table or not system.startswith("PERPphrases"):
            advance = counted(system, settings.seeds * len(data.training) * one.epochs, progress)
            yield (
                system,
                perp_runs(
                    data,
                    range(settings.seed, settings.seed + settings.seeds),
                    table,
                    tokenizer=TOKENIZERS[one.tokens],
                    epochs=one.epochs,
                    rate=one.rate,
                    advance=advance,
                ),
            )
    yield EVERYDAY, [likeness_predictions(data, compared, progress)]
    try:
        yield ENCODED, [likeness_predictions(data, Comparisons(encoder=True), progress)]
    except (MissingExtra, MissingResource) as error:
        left_out[ENCODED] = str(error)
    tuned = tuned_costs(data, phrases, counted("TERp (tuned)", len(data.training), progress))
    yield "TERp (tuned)", [terp_predictions(data, {name: one.costs for name, one in tuned.items()}, phrases)]
    yield "TERp (default)", [terp_predictions(data, dict.fromkeys(data.training, Costs.named("terpa")), phrases)]
    yield "baseline", [overlap_predictions(data)]


def _row(system: str, figures: Sequence[Mapping[str, float]], paper: Mapping[str, Mapping[str, float]]) -> Row:
    values = {name: [one[name] for one in figures] for name in METRICS}
    spread = {name: float(np.std(found, ddof=1)) for name, found in values.items()} if len(figures) > 1 else None
    return Row(system, {name: float(np.mean(found)) for name, found in values.items()}, spread, paper.get(system))
