"""Relatedness and entailment on SICK (SemEval-2014 task 1): Tables 1 and 2 of Vo, Popescu and Caselli (2014).

    read_sick(mirror) ──> evaluate_sick(sick, annotator) ──> SickReport

Rows, each with Pearson and Spearman of relatedness and the accuracy of entailment in percent, where it has them:

    paper                  the paper's features of relatedness; baseline and patterns decide
    full                   all features and word evidence; the learned layer decides
    baseline               relatedness by the paper's features alone: ENTAILMENT from the threshold on
    full, patterns only    patterns over the relatedness of "full"
    layer without ...      the learned layer without a group of its features, and "layer without patterns"
    hypothesis only        words of the hypothesis, no text: how much the hypotheses alone give away
    majority               the most frequent label

All learning is on train and trial pairs, all choices by cross-validation on those. Some test pairs stand in train or
trial too, in either order: `without_overlap` has the figures without them. `rules` tells for each rule how often it
decided a trial pair and a test pair and how often it was right, and the ids of the trial pairs that it got wrong;
there the quasi-synonyms and the relatedness are those of models that did not learn from the trial pairs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.sick_rows import ablated, rule_table, without_texts
from experiments.sources import data_folder, published
from perpend.entailment.model import LABELS, EntailmentModel
from perpend.entailment.patterns import Patterns
from perpend.entailment.prepared import Prepared, prepare
from perpend.entailment.reading import EntailmentPairs, read_labelled
from perpend.entailment.rules import Verdict
from perpend.entailment.training import Trainer, Unseen
from perpend.learning.provenance import fingerprint
from perpend.metrics.correlation import pearson, spearman
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.text.annotate import Annotator
from perpend.types import Doubles, Integers, Progress

__all__ = ["Sick", "SickReport", "evaluate_sick", "read_sick"]


_PARTS = ("train", "trial", "test")


@dataclass(frozen=True, slots=True)
class Sick:
    """The three parts of the data."""

    train: EntailmentPairs
    trial: EntailmentPairs
    test: EntailmentPairs

    @property
    def known(self) -> EntailmentPairs:
        """Train and trial pairs together."""
        return EntailmentPairs(
            self.train.ids + self.trial.ids,
            self.train.pairs + self.trial.pairs,
            self.train.labels + self.trial.labels,
            (self.train.relatedness or ()) + (self.trial.relatedness or ()),
        )

    @property
    def signature(self) -> str:
        """The name of the data, and a checksum of all pairs and judgments."""
        return f"sick/{sha256(repr((self.train, self.trial, self.test)).encode('utf-8', 'replace')).hexdigest()[:8]}"


def read_sick(mirror: Path | str | None = None) -> Sick:
    """Reads the data from the folder `mirror`, by default the one that PERPEND_MIRROR names."""
    folder = data_folder(mirror, "sick", "SICK", [f"{part}.tsv" for part in _PARTS])
    return Sick(*(read_labelled(folder / f"{part}.tsv", gold_column="gold") for part in _PARTS))


@dataclass(frozen=True, slots=True)
class SickRow:
    """One system: its figures, those without overlapping pairs, precision and recall of each label."""

    system: str
    metrics: Mapping[str, float]
    without_overlap: Mapping[str, float]
    labels: Mapping[str, Mapping[str, float]] | None = None

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values."""
        found: dict[str, Any] = {
            "system": self.system,
            "metrics": dict(self.metrics),
            "paper": published("sick-paper")["rows"].get(self.system),
            "without_overlap": dict(self.without_overlap),
        }
        return found | ({"labels": {name: dict(one) for name, one in self.labels.items()}} if self.labels else {})


@dataclass(frozen=True, slots=True)
class SickReport:
    """All rows, the statistics of each rule, the signature, and the model of the row "full"."""

    rows: tuple[SickRow, ...]
    rules: Mapping[str, Any]
    about: Mapping[str, Any]
    signature: str
    model: EntailmentModel

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values, in the shape that all evaluations share."""
        return {
            "task": "sick",
            "rows": [row.to_dict() for row in self.rows],
            "published": published("sick-paper")["published"],
            "rules": dict(self.rules),
            **self.about,
            "signature": self.signature,
        }


class _Scorer:
    """Answers for the test pairs -> rows."""

    def __init__(self, sick: Sick) -> None:
        self.labels = _numbers(sick.test)
        self.degrees = np.array(sick.test.relatedness, np.float64)
        seen = {fingerprint(*pair) for pair in sick.known.pairs}
        self.fresh = np.array([fingerprint(*pair) not in seen for pair in sick.test.pairs])

    def row(self, system: str, answers: Integers | None, related: Doubles | None = None) -> SickRow:
        """The row of a system that gave answers, relatedness or both."""
        everything = np.ones(len(self.labels), np.bool_)
        return SickRow(
            system,
            self._metrics(answers, related, everything),
            self._metrics(answers, related, self.fresh),
            None if answers is None else self._by_label(answers),
        )

    def _metrics(self, answers: Integers | None, related: Doubles | None, kept: NDArray[np.bool_]) -> dict[str, float]:
        found: dict[str, float] = {}
        if related is not None:
            column = related[kept][:, None]
            found["Pearson"] = float(pearson(column, self.degrees[kept])[0])
            found["Spearman"] = float(spearman(column, self.degrees[kept])[0])
        if answers is not None:
            found["Accuracy"] = 100.0 * float((answers[kept] == self.labels[kept]).mean())
        return found

    def _by_label(self, answers: Integers) -> dict[str, dict[str, float]]:
        found = {}
        for number, label in enumerate(LABELS):
            right = float(((answers == number) & (self.labels == number)).sum())
            said, true = float((answers == number).sum()), float((self.labels == number).sum())
            found[str(label)] = {"Precision": _percent(right, said), "Recall": _percent(right, true)}
        return found


@dataclass(frozen=True, slots=True, eq=False)
class _System:
    """A trained system: its model, its test pairs, and the out-of-fold results on training pairs."""

    model: EntailmentModel
    known: Prepared
    asked: Prepared
    unseen: Unseen


def evaluate_sick(
    sick: Sick, annotator: Annotator | None = None, seed: int = 0, progress: Progress | None = None
) -> SickReport:
    """Trains every system on train and trial pairs of `sick` and scores it on the test pairs.

    `annotator` is the tagger and parser, `seed` that of all folds; `progress` is called with a description, the number
    of completed steps and their total.
    """
    patterns, full = Patterns.shipped(), RelatednessFeatures("full", annotator=annotator)
    paper = RelatednessFeatures("paper", annotator=full.annotator)
    known, asked = (prepare(part.pairs, full, patterns, progress) for part in (sick.known, sick.test))
    columns = [full.names.index(name) for name in paper.names]
    systems = {
        "paper": _trained(sick, paper, _columns(known, columns), _columns(asked, columns), patterns, seed, progress),
        "full": _trained(sick, full, known, asked, patterns, seed, progress),
    }
    scorer, rows, rules = _Scorer(sick), list[SickRow](), dict[str, Any]()
    for name, system in systems.items():
        related = system.model.relatedness(system.asked)
        verdicts = system.model.verdicts(system.asked, related)
        answers = _rule_answers(verdicts)
        layered = system.model.layer is not None
        decided = system.model.layer_probabilities(system.asked, related).argmax(axis=1) if layered else answers
        rows.append(scorer.row(name, decided, related))
        beside = _baseline(system.model, related) if name == "paper" else answers
        rows.append(scorer.row("baseline" if name == "paper" else "full, patterns only", beside))
        rules[name] = {
            "trial": rule_table(system.unseen.verdicts[-len(sick.trial.ids) :], sick.trial.labels, sick.trial.ids),
            "test": rule_table(verdicts, sick.test.labels),
        }
    rows += [
        scorer.row(*one)
        for one in ablated(systems["full"].model, known, asked, systems["full"].unseen, _numbers(sick.known), progress)
    ]
    rows += [scorer.row(*one) for one in without_texts(sick.known, sick.test)]
    return SickReport(
        tuple(rows),
        rules,
        _about(sick, systems, scorer),
        _signature(sick, systems, seed),
        systems["full"].model,
    )


def _about(sick: Sick, systems: Mapping[str, _System], scorer: _Scorer) -> dict[str, Any]:
    models = {name: system.model for name, system in systems.items()}
    layer = models["full"].layer
    return {
        "overlapping": int((~scorer.fresh).sum()),
        "pairs": {name: len(getattr(sick, name).pairs) for name in _PARTS},
        "thresholds": {name: model.threshold for name, model in models.items()},
        "quasi_synonyms": len(models["full"].quasi),
        "layer": {"strength": layer.learned.strength, "cv": 100.0 * layer.learned.accuracy} if layer else None,
    }


def _signature(sick: Sick, systems: Mapping[str, _System], seed: int) -> str:
    models = "+".join(system.model.identity for system in systems.values())
    return f"data:{sick.signature}|seed:{seed}|models:{models}|{systems['full'].model.signature}"


def _trained(
    sick: Sick,
    extractor: RelatednessFeatures,
    known: Prepared,
    asked: Prepared,
    patterns: Patterns,
    seed: int,
    progress: Progress | None,
) -> _System:
    """A system over one set of relatedness features; the layer comes with all features only."""
    degrees = np.array(sick.known.relatedness, np.float64)
    trainer = Trainer(known, _numbers(sick.known), degrees, extractor, patterns, "sick-train-trial", seed, progress)
    model = trainer.model(layer=extractor.features == "full")
    return _System(model.using(extractor=extractor, patterns=patterns), known, asked, trainer.unseen)


def _columns(prepared: Prepared, columns: Sequence[int]) -> Prepared:
    return Prepared(prepared.texts, prepared.sentences, prepared.values[:, list(columns)], prepared.words)


def _numbers(labelled: EntailmentPairs) -> Integers:
    return np.array([LABELS.index(label) for label in labelled.labels], np.int64)


def _rule_answers(verdicts: Sequence[Verdict]) -> Integers:
    return np.array([LABELS.index(verdict.label) for verdict in verdicts], np.int64)


def _baseline(model: EntailmentModel, related: Doubles) -> Integers:
    return np.array([LABELS.index(model.rules.baseline(one)) for one in related.tolist()], np.int64)


def _percent(part: float, whole: float) -> float:
    return 100.0 * part / whole if whole else 0.0
