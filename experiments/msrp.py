"""Paraphrases in the Microsoft Research Paraphrase Corpus: the tables of Finch, Hwang and Sumita (2005), made again.

    read_msrp(mirror) ──> Msrp(train, test, annotator) ──> .table3()   the provided train and test set
                                                           .table2()   ten folds over all pairs, with intervals

A row is a feature set (`perpend.equivalence.vectors`), and "full" is ours. All choices are made by cross-validation on
training pairs alone, over one grid for all rows: the threshold within which words match by meaning, and cost and gamma
of each row's machine. In the ten folds they are made anew in each, on a sample of its training pairs. The published
figures are in data/msrp-paper.toml.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.labelled_pairs import LabelledPairs
from experiments.sources import published
from perpend import __version__
from perpend.equivalence.model import ParaphraseModel
from perpend.equivalence.training import THRESHOLDS, best_threshold, choose_threshold
from perpend.equivalence.vectors import FEATURE_SETS, Directed, Extractor, FeatureSettings, groups_of
from perpend.evaluation.classification import CLASSIFICATION_METRICS, Confusion, half_width
from perpend.evaluation.leaks import refuse_leaks
from perpend.features.annotated_pairs import Pair, annotate_pairs
from perpend.learning.folds import stratified_folds
from perpend.learning.kernel_classifier import Choices, Learned, fit
from perpend.learning.provenance import resources as look_ups
from perpend.learning.scaling import Scaling
from perpend.text.annotate import Annotator
from perpend.types import Flags, Progress

__all__ = [
    "CHOICES",
    "FOLD_CHOICES",
    "Msrp",
    "Report",
    "Row",
    "constant",
    "paper_figures",
    "score_model",
    "trained_answers",
]


CHOICES = Choices()
"""The grid of cost, gamma and threshold for cross-validation on the training pairs."""

FOLD_CHOICES = Choices(folds=3, sample=1000)
"""The same grid for each of the ten folds, chosen on a sample of its training pairs; its machines are trained on all.

Without `sample` the choices would be made on all 5,221 training pairs of a fold, which takes about ten times as long.
"""

_FOLDS = 10


@dataclass(frozen=True, slots=True)
class Row:
    """One system: its figures in percent, its confusion table, the published figures, and how it was trained."""

    system: str
    metrics: Mapping[str, float]
    paper: Mapping[str, float] | None
    confusion: Confusion | None = None
    half_widths: Mapping[str, float] | None = None
    paper_half_widths: Mapping[str, float] | None = None
    learned: Learned | None = None
    remark: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values, without empty ones except `paper`."""
        found: dict[str, Any] = {
            "system": self.system,
            "metrics": dict(self.metrics),
            "paper": dict(self.paper) if self.paper else None,
        }
        for name in ("half_widths", "paper_half_widths"):
            found |= {name: dict(value)} if (value := getattr(self, name)) else {}
        found |= {"confusion": self.confusion.to_dict()} if self.confusion else {}
        found |= {"remark": self.remark} if self.remark else {}
        if self.learned:
            found["learned"] = {"C": self.learned.cost, "gamma": self.learned.gamma, "cv": 100 * self.learned.accuracy}
        return found


@dataclass(frozen=True, slots=True)
class Report:
    """All rows of a table, facts about it, and the signature."""

    task: str
    rows: tuple[Row, ...]
    signature: str
    about: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values, in the shape that all evaluations share."""
        rows = [row.to_dict() for row in self.rows]
        return {"task": self.task, "rows": rows, **self.about, "signature": self.signature}


def paper_figures() -> dict[str, Any]:
    """The published tables by their names: table1 to table5."""
    return published("msrp-paper")


def _published(table: str, system: str) -> dict[str, float] | None:
    figures: Sequence[float] | None = paper_figures()[table].get(system)
    return dict(zip(CLASSIFICATION_METRICS, figures, strict=True)) if figures else None


def trained_answers(
    train: Directed, labels: Flags, test: Directed, features: str, choices: Choices, *, scaled: bool = True
) -> tuple[NDArray[np.bool_], Learned]:
    """Chooses and trains a machine, and answers the test pairs.

    :param train: the features of the training pairs.
    :param labels: their labels.
    :param test: the features of the test pairs.
    :param features: the feature set.
    :param choices: the grid of cross-validation.
    :param scaled: bring every feature to mean 0 and standard deviation 1; otherwise they stay as they are.
    """
    values, others = train.select(features)[1], test.select(features)[1]
    scaling = Scaling.of(values) if scaled else Scaling(np.zeros(values.shape[1]), np.ones(values.shape[1]))
    fitted = fit(scaling.rows(values), labels, choices)
    return fitted.machine.by_differences(scaling.rows(others)) >= 0.0, fitted.learned


def constant(tables: Sequence[Confusion]) -> str | None:
    """A remark if all answers counted in one of the `tables` are the same, and in how many of them."""
    count = sum(table.right_yes + table.wrong_yes == 0 or table.wrong_no + table.right_no == 0 for table in tables)
    where = "" if len(tables) == 1 else f" in {count} of {len(tables)} folds"
    return f"the same answer to every pair{where}" if count else None


class Msrp:
    """The corpus `train` and `test`, annotated once by `annotator`; each table trains its own machines.

    `progress` is called with a description, the number of completed steps and their total.
    """

    def __init__(
        self, train: LabelledPairs, test: LabelledPairs, annotator: Annotator, progress: Progress | None = None
    ) -> None:
        self.train, self.test, self.progress = train, test, progress or (lambda _what, _done, _total: None)
        self.annotator = annotator
        self.pairs: list[Pair] = annotate_pairs([*train.pairs, *test.pairs], annotator, progress=progress)
        self.labels = np.concatenate([train.labels, test.labels])

    def table3(self, systems: Sequence[str] = tuple(FEATURE_SETS), choices: Choices = CHOICES) -> Report:
        """Every system on the provided train and test set."""
        count = len(self.train.labels)
        pairs, labels = self.pairs[:count], self.train.labels
        threshold = choose_threshold(pairs, labels, choices, self.progress)
        extractor = Extractor(FeatureSettings(threshold=threshold))
        groups = tuple(dict.fromkeys(group for system in systems for group in groups_of(system)))
        train = extractor.train(pairs, groups, self.progress)
        test = extractor.extract(self.pairs[count:], groups, self.progress)
        rows = []
        for done, system in enumerate(systems):
            self.progress(f"training {system}", done, len(systems))
            answers, learned = trained_answers(train, labels, test, system, choices)
            table = Confusion.of(answers, self.test.labels)
            paper, remark = _published("table3", system), constant([table])
            rows.append(Row(system, table.metrics, paper, table, learned=learned, remark=remark))
        about = {"threshold": threshold, "pairs": {"train": count, "test": len(self.test.labels)}}
        return Report("msrp", tuple(rows), self.signature(choices), about)

    def table2(self, systems: Sequence[str] = tuple(FEATURE_SETS), choices: Choices = FOLD_CHOICES) -> Report:
        """Every system in ten folds over all pairs: means, and half of their 95 % intervals."""
        numbers = stratified_folds(self.labels, _FOLDS, choices.seed)
        everywhere = self._features(dict.fromkeys(group for system in systems for group in groups_of(system)))
        tables: dict[str, list[Confusion]] = {system: [] for system in systems}
        thresholds: list[float | None] = []
        for number in range(_FOLDS):
            inside, outside = np.flatnonzero(numbers != number), np.flatnonzero(numbers == number)
            known = {one: features.take(inside) for one, features in everywhere.items()}
            thresholds.append(best_threshold(known, self.labels[inside], choices))
            train, test = known[thresholds[-1]], everywhere[thresholds[-1]].take(outside)
            train, test = self._with_information(train, test, inside, outside)
            for done, system in enumerate(systems):
                self.progress(f"fold {number + 1}: {system}", number * len(systems) + done, _FOLDS * len(systems))
                answers, _ = trained_answers(train, self.labels[inside], test, system, choices)
                tables[system].append(Confusion.of(answers, self.labels[outside]))
        rows = tuple(_fold_row(system, found) for system, found in tables.items())
        about = {"thresholds": thresholds, "folds": _FOLDS, "pairs": len(self.labels)}
        return Report("msrp-folds", rows, self.signature(choices), about)

    def _features(self, groups: Iterable[str]) -> dict[float | None, Directed]:
        """The features of all pairs for each threshold, those of tags among them; NIST's are without information."""
        changing = groups_of("ALL")
        lasting = Extractor().extract(self.pairs, [one for one in groups if one not in changing], self.progress)
        return {
            threshold: lasting.with_groups_of(
                Extractor(FeatureSettings(threshold=threshold)).extract(self.pairs, changing, self.progress)
            )
            for threshold in THRESHOLDS
        }

    def _with_information(
        self, train: Directed, test: Directed, inside: NDArray[np.int64], outside: NDArray[np.int64]
    ) -> tuple[Directed, Directed]:
        """NIST's features with the n-grams of a fold's training pairs; no other feature depends on these."""
        extractor = Extractor()
        pairs, others = ([self.pairs[k] for k in places.tolist()] for places in (inside, outside))
        counted = extractor.train(pairs, ["mt"]), extractor.extract(others, ["mt"])
        return _with_nist(train, counted[0]), _with_nist(test, counted[1])

    def signature(self, choices: Choices) -> str:
        """The data, the settings, and all resources."""
        parts = {
            "data": f"{self.train.signature}+{self.test.signature}",
            "svm": choices.signature,
            "tags": self.annotator.signature(),
            **look_ups(),
            "version": __version__,
        }
        return "|".join(f"{name}:{value}" for name, value in parts.items())


def _with_nist(features: Directed, counted: Directed) -> Directed:
    """The `features`, with NIST's from `counted`."""
    names, values = features.groups["mt"]
    nist = np.array([name.startswith("NIST") for name in names])
    joined = np.where(nist, counted.groups["mt"][1], values)
    return features.with_groups_of(Directed({"mt": (names, joined)}))


def _fold_row(system: str, tables: Sequence[Confusion]) -> Row:
    figures = {name: [table.metrics[name] for table in tables] for name in CLASSIFICATION_METRICS}
    return Row(
        system,
        {name: float(np.mean(values)) for name, values in figures.items()},
        _published("table2", system),
        half_widths={name: half_width(values) for name, values in figures.items()},
        paper_half_widths=_published("table2_half_widths", system),
        remark=constant(tables),
    )


def score_model(
    model: ParaphraseModel, annotator: Annotator, test: LabelledPairs, advance: Callable[[], None] | None = None
) -> Report:
    """The row of a trained `model` on `test` pairs; raises an error if it was trained on any of them.

    `annotator` is the tagger and parser; `advance` is called after each pair.
    """
    refuse_leaks(model.training, test.pairs)
    used = model.using(annotator=annotator)
    answers = []
    for judgment in used.explain_many(test.pairs):
        answers.append(judgment.value == "yes")
        if advance:
            advance()
    table = Confusion.of(np.array(answers, np.bool_), test.labels)
    row = Row(model.identity, table.metrics, None, table, learned=model.learned)
    return Report("msrp", (row,), f"data:{test.signature}|{used.signature}")
