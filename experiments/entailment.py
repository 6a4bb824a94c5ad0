"""Does a hypothesis follow, on sources that nobody learned from: each source is left out in turn, and the own suites.

    read_inference(mirror) ──> evaluate_entailment(sources, made) ──> a row for each system and source

A model learns from all other sources (`experiments.inference_pairs`) and from pairs made by rule of their sentences,
and answers the source that was left out. XNLI is never learned from. The systems:

    everyday              the model behind `entail-everyday`
    no made pairs         the same without pairs made by rule
    no findings           the same without the findings of rules
    logistic regression   on the same features
    rules                 the plain rules over the findings (`perpend.entailment.findings.verdict_of`)
    hypothesis only       logistic regression with an empty text in place of each: what hypotheses alone give away
    entail-sick           the paper's system; it has learned from SICK, and from nothing else. It is slow, so at most
                          250 pairs of a source are asked, evenly spread
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

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from experiments.generated_inference import Generated
from experiments.inference_pairs import HELD_OUT, NOT, Inference
from perpend import __version__
from perpend.entailment.everyday_features import FEATURE_GROUPS, FEATURE_NAMES
from perpend.entailment.everyday_model import LABELS, InferenceModel, probabilities_of
from perpend.entailment.everyday_training import Labelled, read_features, train_inference_of, weights_of
from perpend.entailment.rules import Label
from perpend.evaluation.calibration import expected_calibration_error
from perpend.files.tables import read_pairs
from perpend.learning.calibration import Calibration
from perpend.learning.folds import stratified_folds
from perpend.learning.logistic import fit_logistic
from perpend.learning.model import Classifier
from perpend.learning.registry import load
from perpend.learning.scaling import Scaling
from perpend.lexicon.words import is_stop_word
from perpend.similarity.likeness_model import Usual
from perpend.text.annotate import Annotator
from perpend.types import Doubles, Flags, Progress

__all__ = ["ENTAILMENT_SYSTEMS", "EntailmentTable", "Read", "evaluate_entailment", "read_suites"]

_MADE, _PAPER = "made", "entail-sick"
_FOLDS = 5
_PENALTY = 1e-3
_MOST = 250

Texts = tuple[str, str]

_TWO = np.array([[0, 1, 0], [1, 0, 1]], np.float64)

ENTAILMENT_SYSTEMS = (
    "everyday", "no made pairs", "no findings", "logistic regression", "rules", "hypothesis only", _PAPER, "overlap",
    "majority",
)  # fmt: skip
"""The systems, in the order of the rows."""


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """A source with the features of its pairs, and what its texts are like."""

    source: Inference
    rows: Doubles
    usual: Usual

    @property
    def labels(self) -> list[str]:
        """The labels as the model names them."""
        return [label.upper() for label in self.source.labels]

    @property
    def taught(self) -> list[str]:
        """The labels that are learned from."""
        return [label.upper() for label in self.source.taught]


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
    write_model: Path | None = None,
) -> EntailmentTable:
    """Trains and measures each of `systems` without each of `sources` in turn.

    :param sources: the sources.
    :param made: pairs made by rule from their sentences.
    :param suites: sets of pairs for the shipped models.
    :param systems: names of ENTAILMENT_SYSTEMS.
    :param progress: called with a description, the number of completed steps and their total.
    :param write_model: where the model of all sources is written, which then is measured in place of the shipped one.
    """
    trial = _Trial(sources, made, progress)
    if write_model:
        # The files of a package are where it is installed; a table of another model than the one written is of no use.
        trial.trained(None, name="entail-everyday").save(write_model)
    rows = [trial.row(system, number) for system in systems for number in range(len(sources))]
    shipped = load(write_model or "entail-everyday")
    for name, model in (("entail-everyday", shipped), (_PAPER, load(_PAPER))):
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
        self._origins = made.origins
        self._alone: dict[str, Doubles] = {}

    def _read(self, source: Inference) -> Read:
        return Read(source, *read_features(source.pairs, self._annotator, self._progress))

    def row(self, system: str, number: int) -> dict[str, Any]:
        """The figures of a `system` on the source of that `number`, from a model that has not seen it."""
        if self._progress:
            self._progress(system, number, len(self.sources))
        asked = self.sources[number]
        chances, source = _ASK[system](self, asked), asked.source
        if len(chances) < len(source.pairs):
            places = _some(len(source.pairs))
            source = replace(source, labels=tuple(source.labels[place] for place in places))
        return _row("sources", system, source, chances)

    def labelled(self, asked: Read | None, *, made: bool = True) -> tuple[list[Texts], Labelled]:
        """The pairs of all sources but `asked` that may be learned from, and those made of their sentences."""
        used = [one for one in self.sources if one.source.name != HELD_OUT and one is not asked]
        kept = np.array([made and (not asked or origin != asked.source.name) for origin in self._origins], np.bool_)
        places = np.flatnonzero(kept).tolist()
        labels = [label for one in used for label in one.taught] + [self.made.taught[place] for place in places]
        names = [one.source.name for one in used for _ in one.source.pairs] + [_MADE] * len(places)
        pairs = [pair for one in used for pair in one.source.pairs] + [self.made.source.pairs[k] for k in places]
        return pairs, Labelled(np.vstack([*(one.rows for one in used), self.made.rows[kept]]), labels, names)

    def trained(
        self, asked: Read | None, *, made: bool = True, keep: Flags | None = None, name: str = ""
    ) -> InferenceModel:
        """The model of all sources but `asked`; features that are not to `keep` are 0."""
        pairs, labelled = self.labelled(asked, made=made)
        usual = max((one.usual for one in self.sources), key=lambda one: one.longest)
        if keep is not None:
            labelled = replace(labelled, rows=labelled.rows * keep)
        tags = self._annotator.signature()
        return train_inference_of(pairs, usual, labelled, made=(_MADE,), name=name or "trial", tags=tags)

    def everyday(self, asked: Read, *, made: bool = True, keep: Flags | None = None) -> Doubles:
        """The probabilities of the model of all other sources."""
        model = self.trained(asked, made=made, keep=keep)
        rows = asked.rows if keep is None else asked.rows * keep
        return probabilities_of(model.log_odds(rows))

    def without_findings(self, asked: Read) -> Doubles:
        """The same without the findings."""
        return self.everyday(asked, keep=~np.isin(FEATURE_NAMES, FEATURE_GROUPS["findings"]))

    def regression(self, asked: Read) -> Doubles:
        """Logistic regressions on the same features, weighted as the trees are."""
        labelled = self.labelled(asked)[1]
        return _regressed(labelled, weights_of(labelled, (_MADE,)), asked.rows)

    def hypothesis_only(self, asked: Read) -> Doubles:
        """The same without made pairs, taught and asked with an empty text."""
        labelled = self.labelled(asked, made=False)[1]
        alone = [self._emptied(one) for one in self.sources if one.source.name != HELD_OUT and one is not asked]
        labelled = replace(labelled, rows=np.vstack(alone))
        return _regressed(labelled, weights_of(labelled, ()), self._emptied(asked))

    def _emptied(self, one: Read) -> Doubles:
        if one.source.name not in self._alone:
            alone = [("", hypothesis) for _, hypothesis in one.source.pairs]
            self._alone[one.source.name] = read_features(alone, self._annotator, self._progress)[0]
        return self._alone[one.source.name]

    def paper(self, asked: Read) -> Doubles:
        """The probabilities of the paper's system for some of the pairs."""
        model = load(_PAPER)
        assert isinstance(model, Classifier)
        return model.probabilities([asked.source.pairs[place] for place in _some(len(asked.source.pairs))])


def _some(count: int) -> list[int]:
    """The places of at most 250 of `count` pairs, evenly spread."""
    return [int(place) for place in np.unique(np.linspace(0, count - 1, min(count, _MOST)).astype(np.int64))]


def _regressed(labelled: Labelled, weights: Doubles, asked: Doubles) -> Doubles:
    # Features that are the same everywhere only take time.
    used = np.ptp(labelled.rows, axis=0) > 0
    rows, found = labelled.rows[:, used], []
    scaling = Scaling.of(rows)
    for part, truth in labelled.questions:
        counts = weights[part] / weights[part].sum()
        one = fit_logistic(scaling.rows(rows[part]), truth[part], _PENALTY, counts)
        found.append(scaling.rows(asked[:, used]) @ one.weights + one.intercept)
    return probabilities_of(np.column_stack(found))


def _rules(_: _Trial, asked: Read) -> Doubles:
    """The verdicts as probabilities of nought and one."""
    columns = [FEATURE_NAMES.index(f"found verdict {str(one).lower()}") for one in LABELS]
    return asked.rows[:, columns]


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
    values = np.array([_shared(*pair) for pair in asked.source.pairs])
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


def _shared(text: str, hypothesis: str) -> float:
    words1, words2 = (set(_WORDS.findall(side.lower())) for side in (text, hypothesis))
    content = {one for one in words2 if not is_stop_word(one)} or words2
    return len(content & words1) / len(content) if content else 1.0


_WORDS = re.compile(r"\w+")

_ASK: Mapping[str, Callable[[_Trial, Read], Doubles]] = {
    "everyday": _Trial.everyday,
    "no made pairs": lambda trial, asked: trial.everyday(asked, made=False),
    "no findings": _Trial.without_findings,
    "logistic regression": _Trial.regression,
    "rules": _rules,
    "hypothesis only": _Trial.hypothesis_only,
    _PAPER: _Trial.paper,
    "overlap": _overlap,
    "majority": _majority,
}
