"""Relatedness and entailment on SICK (SemEval-2014 task 1): Tables 1 and 2 of Vo, Popescu and Caselli (2014).

    read_sick(mirror) ──> evaluate_sick(sick, annotator) ──> SickReport

Rows, each with Pearson and Spearman of relatedness and the accuracy of entailment in percent, where it has them:

    paper                      the paper's features of relatedness, and its rules where one pattern matches both frames
    paper, without patterns    the same rules for all frames, whether a pattern matches them or not
    paper +                    as before; modifiers and adverbs are compared, too
    baseline                   relatedness by the paper's features alone: ENTAILMENT from the threshold on
    full                       all features and word evidence; the learned layer decides
    full, patterns only        rules over the relatedness of "full", which decides about one replaced word
    layer without ...          the learned layer without a group of its features, and "layer without patterns"
    hypothesis only            words of the hypothesis, no text: how much the hypotheses alone give away
    majority                   the most frequent label

All learning is on train and trial pairs, all choices by cross-validation on those. Some test pairs stand in train or
trial too, in either order: `without_overlap` has the figures without them. `rules` tells for each rule how often it
decided a trial pair and a test pair and how often it was right, and the ids of the trial pairs that it got wrong.
`patterns` tells how verdicts with and without patterns differ (`sick_patterns`). For train and trial pairs the
quasi-synonyms and the relatedness are those of models that did not learn from the pair.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.sick_patterns import NO_PATTERNS, pattern_effect, pattern_use, without_patterns
from experiments.sick_rows import ablated, rule_table, without_texts
from experiments.sources import data_folder, published
from perpend.entailment.model import LABELS, EntailmentModel
from perpend.entailment.patterns import Patterns
from perpend.entailment.prepared import Prepared, prepare
from perpend.entailment.reading import EntailmentPairs, read_labelled
from perpend.entailment.rules import PAPER, PAPER_PLUS, WEIGHED, Reading, Verdict
from perpend.entailment.training import Trainer
from perpend.learning.provenance import fingerprint
from perpend.metrics.correlation import pearson, spearman
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.text.annotate import Annotator
from perpend.types import Doubles, Integers, Progress

__all__ = ["Sick", "SickReport", "evaluate_sick", "read_sick"]


_PARTS = ("train", "trial", "test")
_READINGS = {
    "paper": {"paper": PAPER, "paper, without patterns": without_patterns(PAPER), "paper +": PAPER_PLUS},
    "full": {"full, patterns only": WEIGHED},
}
"""The rows that rules decide, by the system whose relatedness they have."""


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
    """All rows, the statistics of each rule and of patterns, the signature, and the model of the row "full"."""

    rows: tuple[SickRow, ...]
    rules: Mapping[str, Any]
    patterns: Mapping[str, Any]
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
            "patterns": dict(self.patterns),
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
    """A trained system: its model, what trained it, its test pairs and their relatedness."""

    model: EntailmentModel
    trainer: Trainer
    asked: Prepared
    related: Doubles

    def verdicts(self, reading: Reading, patterns: Patterns) -> Mapping[str, Sequence[Verdict]]:
        """The verdicts on train, trial and test pairs under a `reading`."""
        rules = replace(self.model.rules, reading=reading, patterns=patterns)
        pairs = zip(self.asked.sentences, self.related.tolist(), strict=True)
        known = self.trainer.unseen_verdicts(reading, patterns)
        return {"known": known, "test": [rules.decide(*pair, related) for pair, related in pairs]}


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
    scorer = _Scorer(sick)
    rows, rules, used = list[SickRow](), dict[str, Any](), dict[str, Any]()
    for name, system in systems.items():
        if name == "paper":
            rows.append(scorer.row("baseline", _baseline(system.model, system.related)))
        for row, reading in _READINGS[name].items():
            shipped = NO_PATTERNS if row == "paper, without patterns" else patterns
            on = system.verdicts(reading, shipped)
            off = system.verdicts(without_patterns(reading), NO_PATTERNS)
            rows.append(scorer.row(row, _rule_answers(on["test"]), system.related))
            rules[row] = _rule_tables(sick, on)
            if shipped is patterns:
                used[row] = _pattern_effects(sick, system, reading, on, off)
    whole = systems["full"]
    decided = whole.model.layer_probabilities(whole.asked, whole.related).argmax(axis=1)
    rows.append(scorer.row("full", decided, whole.related))
    rows += [
        scorer.row(*one)
        for one in ablated(whole.model, known, asked, whole.trainer.unseen, _numbers(sick.known), progress)
    ]
    rows += [scorer.row(*one) for one in without_texts(sick.known, sick.test)]
    about = _about(sick, systems, scorer)
    return SickReport(tuple(rows), rules, used, about, _signature(sick, systems, seed), whole.model)


def _rule_tables(sick: Sick, verdicts: Mapping[str, Sequence[Verdict]]) -> dict[str, Any]:
    trial = verdicts["known"][len(sick.train.ids) :]
    return {
        "trial": rule_table(trial, sick.trial.labels, sick.trial.ids),
        "test": rule_table(verdicts["test"], sick.test.labels),
    }


def _pattern_effects(
    sick: Sick,
    system: _System,
    reading: Reading,
    on: Mapping[str, Sequence[Verdict]],
    off: Mapping[str, Sequence[Verdict]],
) -> dict[str, Any]:
    """The effect of patterns on each part, and how often one matches the frames of test pairs."""
    count = len(sick.train.ids)
    effects = {
        "train": pattern_effect(on["known"][:count], off["known"][:count], sick.train.labels),
        "trial": pattern_effect(on["known"][count:], off["known"][count:], sick.trial.labels),
        "test": pattern_effect(on["test"], off["test"], sick.test.labels),
    }
    use = pattern_use(replace(system.model.rules, reading=reading), system.asked.sentences)
    return {"parts": effects, "use": use}


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
    model = model.using(extractor=extractor, patterns=patterns)
    return _System(model, trainer, asked, model.relatedness(asked))


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
