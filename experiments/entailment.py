"""Does a hypothesis follow, on sources that nobody learned from: each source is left out in turn, and the own suites.

    read_inference(mirror) ──> evaluate_entailment(sources, made) ──> a row for each system and source

A model learns from all other sources (`experiments.inference_pairs`) and from pairs made by rule of their sentences,
and answers the source that was left out. XNLI is never learned from. The systems:

    everyday              the model behind `entail-everyday`
    no made pairs         the same without pairs made by rule
    no findings           the same without the findings of rules
    logistic regression   on the same features
    rules                 the plain rules over the findings (`perpend.entailment.findings.verdict_of`)
    hypothesis only       the model with an empty text in place of each text: what hypotheses alone give away
    entail-sick           the paper's system; it has learned from SICK, and from nothing else
    overlap               follows if enough of the hypothesis's words are in the text; the border is fitted on other
                          folds of the same source, its best case. What does not follow has the other label that is
                          more frequent there
    majority              the most frequent label of the source

    Accuracy   percent right; where the labels are two, NEUTRAL and CONTRADICTION count as not_entailment
    ECE        the expected calibration error of the answers
    ECE prior  the same if the share of pairs that follow is stated

`shipped` has the figures of the models that come with Perpend on suites that were written for it
(tests/entailment/suites); nothing was learned from these.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from experiments.generated_inference import Generated
from experiments.inference_pairs import HELD_OUT, NOT, Inference
from perpend import __version__
from perpend.entailment.everyday_features import FEATURE_GROUPS, FEATURE_NAMES, ReadPair, read_pair
from perpend.entailment.everyday_model import LABELS, InferenceModel, features_of, probabilities_of
from perpend.entailment.everyday_training import Labelled, train_inference_of
from perpend.entailment.rules import Label
from perpend.evaluation.calibration import expected_calibration_error
from perpend.features.annotated_pairs import annotate_pairs
from perpend.files.tables import read_pairs
from perpend.learning.calibration import Calibration
from perpend.learning.folds import stratified_folds
from perpend.learning.logistic import fit_logistic
from perpend.learning.model import Classifier
from perpend.learning.registry import load
from perpend.learning.scaling import Scaling
from perpend.lexicon.words import is_stop_word
from perpend.text.annotate import Annotator
from perpend.text.sentence import Sentence
from perpend.types import Doubles, Flags, Progress

__all__ = ["ENTAILMENT_SYSTEMS", "EntailmentTable", "Read", "evaluate_entailment", "read_suites"]

_MADE, _PAPER = "made", "entail-sick"
_FOLDS = 5
_PENALTY = 1e-3
_TWO = np.array([[0, 1, 0], [1, 0, 1]], np.float64)

ENTAILMENT_SYSTEMS = (
    "everyday", "no made pairs", "no findings", "logistic regression", "rules", "hypothesis only", _PAPER, "overlap",
    "majority",
)  # fmt: skip
"""The systems, in the order of the rows."""


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """A source with its pairs read, their features, and the features with an empty text in place of each text."""

    source: Inference
    pairs: tuple[ReadPair, ...]
    rows: Doubles

    @property
    def labels(self) -> list[str]:
        """The labels as the model names them."""
        return [label.upper() for label in self.source.labels]


@dataclass(frozen=True, slots=True)
class EntailmentTable:
    """All rows, the sizes of the sources, and the signature."""

    rows: tuple[Mapping[str, Any], ...]
    sizes: Mapping[str, Mapping[str, int]]
    signature: str
    task: str = field(default="entailment")

    def to_dict(self) -> dict[str, Any]:
        """The table as plain JSON values, in the shape that all evaluations share."""
        sizes = {name: dict(one) for name, one in self.sizes.items()}
        return {"task": self.task, "rows": list(self.rows), "sizes": sizes, "signature": self.signature}


def read_suites(folder: Path | str, names: Sequence[str]) -> tuple[Inference, ...]:
    """Reads the suites `names` from a `folder`."""
    found = [(name, read_pairs(Path(folder) / f"{name}.tsv", gold="gold")) for name in names]
    # A suite without contradictions asks whether it follows; that is a question of two labels.
    return tuple(Inference(name, tuple(one.texts), _labels(one.gold)) for name, one in found)


def _labels(gold: Sequence[str]) -> tuple[str, ...]:
    whole = "contradiction" in gold
    return tuple(NOT if label == "neutral" and not whole else label for label in gold)


def evaluate_entailment(
    sources: Sequence[Inference],
    made: Generated,
    suites: Sequence[Inference] = (),
    systems: Sequence[str] = ENTAILMENT_SYSTEMS,
    progress: Progress | None = None,
) -> EntailmentTable:
    """Trains and measures each of `systems` without each of `sources` in turn.

    :param sources: the sources.
    :param made: pairs made by rule from their sentences.
    :param suites: sets of pairs for the shipped models.
    :param systems: names of ENTAILMENT_SYSTEMS.
    :param progress: called with a description, the number of completed steps and their total.
    """
    trial = _Trial(sources, made, progress)
    rows = [trial.row(system, number) for system in systems for number in range(len(sources))]
    shipped = load("entail-everyday")
    for name in ("entail-everyday", _PAPER):
        model = load(name)
        assert isinstance(model, Classifier)
        rows += [_row("shipped", name, suite, model.probabilities(suite.pairs)) for suite in suites]
    sizes = {one.name: {"pairs": len(one.pairs), "left out": one.left_out} for one in sources}
    sizes[_MADE] = {"pairs": len(made.pairs), "rules": len(set(made.rules))}
    return EntailmentTable(tuple(rows), sizes, f"{shipped.signature}|rows:{len(rows)}|version:{__version__}")


def _row(part: str, system: str, source: Inference, chances: Doubles) -> dict[str, Any]:
    return {"part": part, "system": system, "source": source.name, "metrics": measures(chances, source), "paper": None}


def measures(chances: Doubles, source: Inference) -> dict[str, float]:
    """The figures of the module for the probabilities `chances` of LABELS, a row for each pair of a `source`."""
    names = [str(one).lower() for one in LABELS]
    truth = np.array([names.index(one) if one in names else 0 for one in source.labels], np.float64)
    if not source.is_three_way:
        truth = np.array([one == NOT for one in source.labels], np.float64)
        chances = chances @ _TWO.T
    column = 0 if not source.is_three_way else 1
    share = float((truth == column).mean())
    return {
        "Accuracy": 100 * float((chances.argmax(axis=1) == truth).mean()),
        "ECE": expected_calibration_error(chances, truth),
        "ECE prior": expected_calibration_error(_with_share(chances, column, share), truth),
    }


def _with_share(chances: Doubles, column: int, share: float) -> Doubles:
    """The same moved by the log-odds of the stated `share` of a column against that which the chances expect."""
    own = np.clip(chances[:, column], 1e-9, 1 - 1e-9)
    expected = float(np.clip(own.mean(), 1e-3, 1 - 1e-3))
    share = float(np.clip(share, 1e-3, 1 - 1e-3))
    shift = np.log(share / (1 - share)) - np.log(expected / (1 - expected))
    moved = Calibration(1.0).probabilities(np.log(own / (1 - own)) + shift)
    found = chances * ((1 - moved) / (1 - own))[:, None]
    found[:, column] = moved
    return found


class _Trial:
    """The systems; a pair is parsed and compared once, however many models learn from it."""

    def __init__(self, sources: Sequence[Inference], made: Generated, progress: Progress | None) -> None:
        self._progress, self._annotator = progress, Annotator()
        self.sources = [self._read(one) for one in sources]
        self.made = self._read(made.source)
        self._origins = np.array(made.origins)

    def _read(self, source: Inference) -> Read:
        pairs = []
        for done, pair in enumerate(annotate_pairs(source.pairs, self._annotator)):
            if self._progress and done % 200 == 0:
                self._progress(f"reading {source.name}", done, len(source.pairs))
            pairs.append(read_pair(*pair))
        return Read(source, tuple(pairs), features_of(pairs))

    def row(self, system: str, number: int) -> dict[str, Any]:
        """The figures of a `system` on the source of that `number`, from a model that has not seen it."""
        if self._progress:
            self._progress(system, number, len(self.sources))
        asked = self.sources[number]
        return _row("sources", system, asked.source, _ASK[system](self, asked))

    def trained(self, asked: Read, *, made: bool = True, keep: Flags | None = None) -> InferenceModel:
        """The model of all sources but `asked`; features that are not to `keep` are 0."""
        used = [one for one in self.sources if one.source.name not in (asked.source.name, HELD_OUT)]
        pairs, read = [pair for one in used for pair in one.source.pairs], [pair for one in used for pair in one.pairs]
        labels = [label for one in used for label in one.labels]
        names, rows = [one.source.name for one in used for _ in one.pairs], [one.rows for one in used]
        if made:
            kept = self._origins != asked.source.name
            rows.append(self.made.rows[kept])
            labels += [label for label, one in zip(self.made.labels, kept.tolist(), strict=True) if one]
            names += [_MADE] * int(kept.sum())
        whole = np.vstack(rows)
        labelled = Labelled(whole if keep is None else whole * keep, labels, names)
        return train_inference_of(pairs, read, labelled, made=(_MADE,), name="trial")

    def everyday(self, asked: Read, *, made: bool = True, keep: Flags | None = None) -> Doubles:
        """The probabilities of the model of all other sources."""
        model = self.trained(asked, made=made, keep=keep)
        rows = asked.rows if keep is None else asked.rows * keep
        return probabilities_of(model.log_odds(asked.pairs, rows))

    def without_findings(self, asked: Read) -> Doubles:
        """The same without the findings."""
        return self.everyday(asked, keep=~np.isin(FEATURE_NAMES, FEATURE_GROUPS["findings"]))

    def hypothesis_only(self, asked: Read) -> Doubles:
        """The same, asked and taught with an empty text: the model of hypotheses alone."""
        empty = next(iter(self._annotator.annotate_many([""])))
        own = [_emptied(one, empty) for one in (*self.sources, self.made)]
        alone = replace_read(self, own[:-1], own[-1])
        target = next(one for one in own if one.source.name == asked.source.name)
        model = alone.trained(target)
        found = np.column_stack([stage.log_odds(target.rows) for stage in model.stages])
        return probabilities_of(found)

    def regression(self, asked: Read) -> Doubles:
        """Logistic regressions on the same features, weighted as the trees are."""
        from perpend.entailment.everyday_training import _weights

        used = [one for one in self.sources if one.source.name not in (asked.source.name, HELD_OUT)]
        kept = self._origins != asked.source.name
        rows = np.vstack([*(one.rows for one in used), self.made.rows[kept]])
        labels = [label for one in used for label in one.labels] + list(np.array(self.made.labels)[kept])
        names = [one.source.name for one in used for _ in one.pairs] + [_MADE] * int(kept.sum())
        labelled = Labelled(rows, labels, names)
        scaling, found = Scaling.of(rows), []
        for part, truth in labelled.questions:
            weights = _weights(labelled, part, (_MADE,))[part]
            one = fit_logistic(scaling.rows(rows[part]), truth[part], _PENALTY, weights / weights.sum())
            found.append(scaling.rows(asked.rows) @ one.weights + one.intercept)
        return probabilities_of(np.column_stack(found))


def replace_read(trial: _Trial, sources: Sequence[Read], made: Read) -> _Trial:
    """The same `trial` with other `sources` and `made` pairs."""
    found = _Trial.__new__(_Trial)
    found.__dict__.update(trial.__dict__)
    found.sources, found.made = list(sources), made
    return found


def _emptied(one: Read, empty: Sentence) -> Read:
    pairs = tuple(read_pair(empty, pair.hypothesis) for pair in one.pairs)
    return replace(one, pairs=pairs, rows=features_of(pairs))


def _rules(_: _Trial, asked: Read) -> Doubles:
    """The verdicts as probabilities of nought and one."""
    columns = [FEATURE_NAMES.index(f"found verdict {str(one).lower()}") for one in LABELS]
    return asked.rows[:, columns]


def _paper(_: _Trial, asked: Read) -> Doubles:
    model = load(_PAPER)
    assert isinstance(model, Classifier)
    return model.probabilities(asked.source.pairs)


def _majority(_: _Trial, asked: Read) -> Doubles:
    return _constant(asked.labels, len(asked.labels))


def _constant(labels: Sequence[str], count: int) -> Doubles:
    """The shares of the labels, for each of `count` pairs."""
    shares = [
        labels.count(str(one)) + (labels.count("NOT_ENTAILMENT") if one is Label.NEUTRAL else 0) for one in LABELS
    ]
    return np.tile(np.array(shares) / len(labels), (count, 1))


def _overlap(_: _Trial, asked: Read) -> Doubles:
    """A border on the share of the hypothesis's words in the text, from the other folds of the same source."""
    values = np.array([_shared(pair.text, pair.hypothesis) for pair in asked.pairs])
    labels = np.array(asked.labels)
    follows, found = labels == str(Label.ENTAILMENT), np.zeros((len(labels), len(LABELS)))
    folds = stratified_folds(follows, _FOLDS, 0)
    for fold in range(_FOLDS):
        own, rest = folds == fold, folds != fold
        other = max(set(labels[rest & ~follows]), key=lambda one: int((labels[rest & ~follows] == one).sum()))
        right = {
            border: int(((values[rest] >= border) & follows[rest]).sum())
            + int(((values[rest] < border) & (labels[rest] == other)).sum())
            for border in np.unique(values[rest].round(3))
        }
        best = max(right, key=lambda border: right[border])
        column = 0 if other == str(Label.CONTRADICTION) else 2
        found[own, np.where(values[own] >= best, 1, column)] = 1.0
    return found


def _shared(text: Sentence, hypothesis: Sentence) -> float:
    words1, words2 = ({one.lower() for one in side.tokens if one.isalnum()} for side in (text, hypothesis))
    content = {one for one in words2 if not is_stop_word(one)} or words2
    return len(content & words1) / len(content) if content else 1.0


_ASK: Mapping[str, Callable[[_Trial, Read], Doubles]] = {
    "everyday": _Trial.everyday,
    "no made pairs": lambda trial, asked: trial.everyday(asked, made=False),
    "no findings": _Trial.without_findings,
    "logistic regression": _Trial.regression,
    "rules": _rules,
    "hypothesis only": _Trial.hypothesis_only,
    _PAPER: _paper,
    "overlap": _overlap,
    "majority": _majority,
}
