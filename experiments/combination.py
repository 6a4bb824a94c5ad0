"""System combination on WMT's outputs: the rows of the paper's Table 2, the extended method, published combinations.

    row                        method            aligned by    systems' weights
    TER-MBR-U, TERp-MBR-U      mbr               ter, terp     equal
    TER-MBR-W, TERp-MBR-W      mbr               ter, terp     tuned
    TER Word-level CN          network           ter           tuned
    TERp Word-level CN         network           terp          tuned
    TERp-Two-pass CN           two-pass          terp          tuned
    ... without LM             two-pass          terp          tuned, and no language model
    extended                   extended          terp          tuned, and no language model but the candidates' own

Each row has BLEU (as sacrebleu counts it) and TERp, times 100, and the length of the output as a part of the
reference's, and says whether it used a language model. Differences between rows are tested by paired bootstrap. On
wmt10 our weights are tuned on the other half of the test set; the published combinations had 455 lines of it, and far
larger language models.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from experiments.sources import published
from experiments.wmt_outputs import WmtSet, WmtTask
from perpend import __version__
from perpend.combination.aligning import Aligners
from perpend.combination.backbone import edit_losses
from perpend.combination.combiner import Combiner
from perpend.combination.decode import LanguageModel
from perpend.combination.segment import Segment, segment_of
from perpend.combination.tuning import Tuning, references_of, tune
from perpend.combination.weights import untuned
from perpend.lexicon.phrases.table import PhraseTable
from perpend.metrics.bleu import Bleu
from perpend.metrics.comparison import Scored, compare
from perpend.metrics.corpus_score import CorpusScore
from perpend.metrics.scorer import Scorer
from perpend.metrics.streams import groups_of
from perpend.metrics.terp import terp_scorer
from perpend.types import Doubles, Progress

__all__ = ["COMPARED", "ROWS", "Settings", "TaskReport", "evaluate_task", "published_figures", "record_of"]


class Row(NamedTuple):
    """The method, the metric that aligns, whether weights are tuned, and whether there is a language model."""

    method: str
    metric: str
    tuned: bool = True
    lm: bool = True


ROWS = {
    "TER-MBR-U": Row("mbr", "ter", tuned=False, lm=False),
    "TER-MBR-W": Row("mbr", "ter", lm=False),
    "TERp-MBR-U": Row("mbr", "terp", tuned=False, lm=False),
    "TERp-MBR-W": Row("mbr", "terp", lm=False),
    "TER Word-level CN": Row("network", "ter"),
    "TERp Word-level CN": Row("network", "terp"),
    "TERp-Two-pass CN without LM": Row("two-pass", "terp", lm=False),
    "TERp-Two-pass CN": Row("two-pass", "terp"),
    "extended": Row("extended", "terp", lm=False),
}
"""The rows that are made. Without a language model the two-pass row is the same as the one `without LM`. The extended
method has a language model of the candidates; one of news did not help it on wmt13, which is no test here."""

COMPARED = (
    ("extended", "Best Published"),
    ("extended", "TERp Word-level CN"),
    ("TERp-Two-pass CN", "Best Single"),
    ("TERp-Two-pass CN", "TERp Word-level CN"),
    ("TERp-Two-pass CN", "TERp-Two-pass CN without LM"),
    ("TERp Word-level CN", "TER Word-level CN"),
)
"""Rows whose difference is tested, each against the second."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How combinations are tuned, which rows are made (all if none is named), samples of each test, and more."""

    tuning: Tuning = field(default_factory=Tuning)
    rows: tuple[str, ...] = ()
    samples: int = 1_000
    threads: int | None = None
    lm: LanguageModel | None = None
    lm_signature: str = "none"


@dataclass(frozen=True, eq=False)
class TaskReport:
    """The result of one task: rows of metrics, tested differences, and the signature."""

    task: str
    rows: Mapping[str, Mapping[str, Any]]
    differences: Sequence[Mapping[str, Any]]
    signature: str
    outputs: Mapping[str, Sequence[str]] = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values, without the outputs."""
        rows = {name: dict(row) for name, row in self.rows.items()}
        return {"rows": rows, "differences": [dict(one) for one in self.differences], "signature": self.signature}


def evaluate_task(
    task: WmtTask,
    phrases: PhraseTable | None = None,
    settings: Settings | None = None,
    progress: Progress = lambda *_: None,
) -> TaskReport:
    """Computes and scores every row of a task.

    :param task: the outputs to combine.
    :param phrases: a phrase table for TERp.
    :param settings: how to tune and test.
    :param progress: called with a description, the number of completed steps and their total.
    """
    settings = settings or Settings()
    outputs = dict(_combined(task, phrases, settings, progress))
    scores = _Scores(task.test, phrases)
    rows = {name: scores.row(lines) for name, lines in _given(task.test, scores)}
    for name, lines in outputs.items():
        rows[name] = scores.row(lines) | {"lm": ROWS[name].lm and settings.lm is not None}
    named = dict(_given(task.test, scores)) | outputs
    differences = [
        scores.difference(one, other, named, settings.samples)
        for one, other in COMPARED
        if one in named and other in named
    ]
    made_with = f"data:{task.test.signature}|tuned:{_source(task)}|lm:{settings.lm_signature}"
    signature = f"{made_with}|{scores.signature}|version:{__version__}"
    return TaskReport(task.name, rows, differences, signature, outputs)


def _source(task: WmtTask) -> str:
    return task.tuning.signature if task.tuning else "other half, by lines"


def _given(test: WmtSet, scores: "_Scores") -> Iterator[tuple[str, list[str]]]:
    """The worst and the best system, the best published combination, and each of them under its own name."""
    singles = {name: scores.bleu(lines).score for name, lines in test.systems.items()}
    yield "Worst Single", test.systems[min(singles, key=singles.__getitem__)]
    yield "Best Single", test.systems[max(singles, key=singles.__getitem__)]
    yield from test.systems.items()
    combos = {name: scores.bleu(lines).score for name, lines in test.published.items()}
    if combos:
        yield "Best Published", test.published[max(combos, key=combos.__getitem__)]
        yield from test.published.items()


def _combined(
    task: WmtTask, phrases: PhraseTable | None, settings: Settings, progress: Progress
) -> Iterator[tuple[str, list[str]]]:
    for metric in ("ter", "terp"):
        wanted = [name for name in settings.rows or _rows_of(task) if ROWS[name].metric == metric]
        if not wanted:
            continue
        aligners = Aligners(metric, phrases if metric == "terp" else None, settings.threads)
        test = _prepared(task.test, aligners, _named(task, metric, progress))
        tuning = _prepared(task.tuning, aligners, _named(task, metric, progress)) if task.tuning else None
        made: dict[Row, list[str]] = {}
        known: dict[range, Mapping[str, float]] = {}
        for name in wanted:
            row = ROWS[name] if settings.lm else ROWS[name]._replace(lm=False)
            if row not in made:
                made[row] = _row(task, test, tuning, aligners, row, settings, known, _named(task, name, progress))
            yield name, made[row]


def _rows_of(task: WmtTask) -> Sequence[str]:
    """All rows; only the best one if another task has the same lines."""
    return ("extended",) if task.tuning and task.tuning.name == task.test.name else tuple(ROWS)


def _named(task: WmtTask, name: str, progress: Progress) -> Progress:
    return lambda what, done, total: progress(f"{task.name} {name}: {what}", done, total)


@dataclass(frozen=True, eq=False)
class _Prepared:
    segments: list[Segment]
    references: list[list[tuple[str, ...]]]
    losses: list[Doubles]

    def part(self, places: Sequence[int]) -> "_Prepared":
        return _Prepared(
            [self.segments[k] for k in places], [self.references[k] for k in places], [self.losses[k] for k in places]
        )


def _prepared(data: WmtSet, aligners: Aligners, progress: Progress) -> _Prepared:
    segments = [segment_of([[text] for text in row]) for row in zip(*data.systems.values(), strict=True)]
    losses = []
    for number, loss in enumerate(aligners.each(lambda one, part, _: edit_losses(one, part), segments), 1):
        losses.append(loss)
        progress("comparing candidates", number, len(segments))
    return _Prepared(segments, references_of(data.references), losses)


def _row(
    task: WmtTask,
    test: _Prepared,
    tuning: _Prepared | None,
    aligners: Aligners,
    row: Row,
    settings: Settings,
    known: dict[range, Mapping[str, float]],
    progress: Progress,
) -> list[str]:
    """The output of one method, every line made with weights that did not see its reference.

    `known` keeps the systems' weights for the lines that they serve, as they are the same for all methods.
    """
    systems, lm = tuple(task.test.systems), [settings.lm] if row.lm and settings.lm else []
    lines = [""] * len(test.segments)
    for learned, places in _folds(test, tuning):
        weights = untuned(systems, row.method, aligners.metric, len(lm))
        if row.tuned:
            weights = tune(
                learned.segments, learned.references, systems, row.method, aligners, settings.tuning, lm,
                losses=learned.losses, confidences=known.get(places), report=progress,
            )  # fmt: skip
            known[places] = weights.systems
        combiner = Combiner(weights, lm=lm, aligners=aligners)
        for place, text in zip(places, _texts(combiner, test.part(places), progress), strict=True):
            lines[place] = text
    return lines


def _folds(test: _Prepared, tuning: _Prepared | None) -> Iterator[tuple[_Prepared, range]]:
    if tuning is not None:
        yield tuning, range(len(test.segments))
        return
    for fold in (0, 1):
        yield test.part(range(1 - fold, len(test.segments), 2)), range(fold, len(test.segments), 2)


def _texts(combiner: Combiner, part: _Prepared, progress: Progress) -> Iterator[str]:
    for number, found in enumerate(combiner.combine_segments(part.segments, part.losses), 1):
        progress("combining", number, len(part.segments))
        yield found.text


class _Scores:
    """Scores lines against the references of a set, with a cache."""

    def __init__(self, test: WmtSet, phrases: PhraseTable | None) -> None:
        self._references = test.references
        self._terp: Scorer = terp_scorer(phrases=phrases)
        self._known: dict[tuple[str, int], Scored] = {}
        self._bleu: dict[int, CorpusScore] = {}
        self.signature = ""

    def bleu(self, lines: Sequence[str]) -> CorpusScore:
        if id(lines) not in self._bleu:
            self._bleu[id(lines)] = Bleu().score(lines, self._references)
        return self._bleu[id(lines)]

    def terp(self, lines: Sequence[str]) -> Scored:
        key = ("terp", id(lines))
        if key not in self._known:
            self._known[key] = self._terp.score(groups_of(lines, self._references))
        return self._known[key]

    def row(self, lines: Sequence[str]) -> dict[str, Any]:
        bleu, edits = self.bleu(lines), self.terp(lines)
        self.signature = f"{bleu.signature}|{edits.signature}"
        length = bleu.stats["hyp_length"] / bleu.stats["ref_length"]
        return {"BLEU": 100.0 * bleu.score, "TERp": 100.0 * edits.score, "length": length}

    def difference(self, one: str, other: str, named: Mapping[str, Sequence[str]], samples: int) -> dict[str, Any]:
        """BLEU and TERp of one row minus those of another, each with the interval and p of a paired bootstrap."""
        found: dict[str, Any] = {"system": one, "minus": other}
        for metric, score in (("BLEU", self.bleu), ("TERp", self.terp)):
            tested = compare({other: score(named[other]), one: score(named[one])}, samples=samples).systems[1]
            if tested.difference is not None and tested.difference_interval is not None:
                interval = [100.0 * tested.difference_interval.low, 100.0 * tested.difference_interval.high]
                found[metric] = {"difference": 100.0 * tested.difference, "interval": interval, "p": tested.p}
        return found


def record_of(tasks: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The record of some tasks: each in full, and one row for each system with the metrics of all tasks."""
    rows: dict[str, dict[str, Any]] = {}
    paper = published_figures()
    for task, report in tasks.items():
        pair = task.partition("/")[2]
        for system, facts in report["rows"].items():
            row = rows.setdefault(system, {"system": system, "metrics": {}, "paper": paper.get(system)})
            row["metrics"].update({f"{pair} {name}": value for name, value in facts.items() if name != "lm"})
            if "lm" in facts:
                row["lm"] = facts["lm"]
    signature = " ".join(f"{task}:{report['signature']}" for task, report in tasks.items())
    return {"task": "combination", "rows": list(rows.values()), "tasks": dict(tasks), "signature": signature}


def published_figures() -> dict[str, dict[str, float]]:
    """The paper's Table 2: row -> metric -> value."""
    return published("combination-paper")
