"""Which scorer holds on a source that nobody trained on? Each graded source is left out in turn.

    read_graded(mirror) ──> evaluate_holdout(sources, unwanted) ──> a row for each system, a column for each source

A figure is Pearson's correlation with people's judgments on the test part of a source, by a model that has learned from
the training parts of all other sources, and from no pair that any figure is reported for (`graded`). Sources without a
training part are judged by a model of all others.

    everyday          the default scorer, trained by `train_likeness` with the sources named
    everyday-related  the same with mild penalties for changes of meaning, as `relate` uses it for texts of one size
    everyday-encoder  the default scorer with a sentence encoder
    PERP              an intercept for each source, rate .1, 100 epochs, as `sts2012-pooling` chose
    relate            the model of relatedness with all features
    tf-idf            cosine of weighted counts of words, and of stems; nothing is learned
    idf coverage      how much of each text the other covers, by information, with stems and synonyms
    MiniLM            cosine of sentence vectors

The two rows with a sentence encoder are left out, with the reason, where it is not at hand. Beside the table stands
what the default scorer reaches on a source of which it has learned the own training part, and nothing else
(`own_source`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import sqrt
from typing import Any

import numpy as np

from experiments.choices import PerpSettings
from experiments.datasets import Subtask
from experiments.graded import Pool, Source, signature_of, training_pairs
from experiments.likeness import Comparisons, resources_signature, values_of
from experiments.uncertainty import intervals_of
from perpend import __version__
from perpend.errors import PerpendError
from perpend.evaluation.baselines import tf_idf
from perpend.evaluation.correlations import Judged, pearson
from perpend.evaluation.significance import Interval
from perpend.features.annotated_pairs import Pair
from perpend.features.coverage import covered, information
from perpend.lexicon.sentence_encoder import MiniLM, sentence_vectors
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.relatedness.training import train_values
from perpend.similarity.likeness_model import MILD_PENALTIES, PENALTIES, Penalty
from perpend.similarity.likeness_training import train_compared
from perpend.similarity.training import train_perp
from perpend.text import Normalization, stems
from perpend.text.annotate import Annotator
from perpend.text.sentence import Sentence
from perpend.types import Doubles, Progress

__all__ = ["HOLDOUT_SYSTEMS", "Holdout", "HoldoutRow", "evaluate_holdout", "stem_tf_idf"]

HOLDOUT_SYSTEMS = (
    "everyday",
    "everyday-related",
    "everyday-encoder",
    "relate",
    "PERP",
    "tf-idf",
    "tf-idf of stems",
    "idf coverage",
    "MiniLM",
)
"""The rows, in the order of the table."""

_ENCODED = ("everyday-encoder", "MiniLM")
_OWN = ("everyday", "everyday-related", "everyday-encoder")

_PERP = PerpSettings(rate=0.1, epochs=100)

Texts = tuple[str, str]
Learner = Callable[[Pool, str], Callable[[Source], Doubles]]
"""From a pool, and its name, to a function that gives the values of a source's test part."""


@dataclass(frozen=True, slots=True)
class HoldoutRow:
    """One system: the correlation on each source, their mean, and 95 % intervals."""

    system: str
    metrics: Mapping[str, float]
    intervals: Mapping[str, Interval]

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values."""
        intervals = {name: one.to_dict() for name, one in self.intervals.items()}
        return {"system": self.system, "metrics": dict(self.metrics), "paper": None, "intervals": intervals}


@dataclass(frozen=True, slots=True)
class Holdout:
    """All rows, the systems that were left out with the reason, how many pairs were learned from, and the signature."""

    rows: tuple[HoldoutRow, ...]
    learned_from: Mapping[str, int]
    dropped: Mapping[str, int]
    signature: str
    left_out: Mapping[str, str] = field(default_factory=dict)
    own_source: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """System -> source -> the correlation of a model that has learned from the source's own training part."""

    def to_dict(self) -> dict[str, Any]:
        """The table as plain JSON values, in the shape that all evaluations share."""
        return {
            "task": "holdout",
            "rows": [row.to_dict() for row in self.rows],
            "learned_from": dict(self.learned_from),
            "dropped": dict(self.dropped),
            "left_out": dict(self.left_out),
            "own_source": {system: dict(figures) for system, figures in self.own_source.items()},
            "signature": self.signature,
        }


def evaluate_holdout(
    sources: Sequence[Source],
    unwanted: frozenset[str],
    systems: Sequence[str] = HOLDOUT_SYSTEMS,
    *,
    annotator: Annotator | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Holdout:
    """Trains and scores each of `systems` without each source in turn.

    :param sources: the graded sources.
    :param unwanted: the keys of pairs (`pair_key`) that are never learned from.
    :param systems: names of HOLDOUT_SYSTEMS.
    :param annotator: the tagger and parser of relate and of idf coverage; the shipped one by default.
    :param seed: the seed of all training and of the intervals' samples.
    :param progress: called with a description, the number of completed steps and their total.
    """
    trial = _Trial(sources, annotator, seed, progress)
    found: dict[str, list[Doubles]] = {}
    own: dict[str, dict[str, float]] = {}
    left_out: dict[str, str] = {}
    for name in systems:
        try:
            found[name] = list(_values(trial.learner(name), sources, unwanted))
        except PerpendError as error:
            if name not in _ENCODED:
                raise
            left_out[name] = str(error)
        if name in found and name in _OWN:
            own[name] = dict(_own_source(trial.learner(name), sources, unwanted))
    tests = [Subtask(one.name, one.name, one.test_pairs, one.test_gold) for one in sources]
    rows = tuple(_row(name, tests, values, seed) for name, values in found.items())
    whole = training_pairs(sources, unwanted)
    learned = {one.name: len(training_pairs(sources, unwanted, one.name).pairs) for one in sources}
    about = f"data:{signature_of(sources)}|seed:{seed}|perp:{_PERP}|everyday:{resources_signature()}"
    return Holdout(rows, learned, whole.left_out, f"{about}|version:{__version__}", left_out, own)


def _values(learner: Learner, sources: Sequence[Source], unwanted: frozenset[str]) -> Iterator[Doubles]:
    """The values of each source's test part; sources that were not learned from share one model."""
    shared: Callable[[Source], Doubles] | None = None
    for source in sources:
        if source.pairs:
            yield learner(training_pairs(sources, unwanted, source.name), f"without {source.name}")(source)
        else:
            shared = shared or learner(training_pairs(sources, unwanted), "all")
            yield shared(source)


def _own_source(learner: Learner, sources: Sequence[Source], unwanted: frozenset[str]) -> Iterator[tuple[str, float]]:
    """The correlation on the test part of each source by a model of its training part."""
    for source in sources:
        pool = training_pairs([source], unwanted)
        if pool.pairs:
            values = learner(pool, f"{source.name} alone")(source)
            yield source.name, pearson(Judged(values, source.test_gold))


def _row(name: str, tests: Sequence[Subtask], values: Sequence[Doubles], seed: int) -> HoldoutRow:
    each = {test.name: pearson(Judged(one, test.gold)) for test, one in zip(tests, values, strict=True)}
    intervals = intervals_of(tests, [tuple(values)], seed=seed)
    kept = {test.name: intervals[test.name] for test in tests}
    return HoldoutRow(name, {"mean": float(np.mean(list(each.values()))), **each}, kept)


class _Trial:
    """The systems; what several models need of a pair is computed once."""

    def __init__(
        self, sources: Sequence[Source], annotator: Annotator | None, seed: int, progress: Progress | None
    ) -> None:
        self._seed, self._progress, self._annotator = seed, progress, annotator
        self._sources, self._compared = sources, {encoder: Comparisons(encoder=encoder) for encoder in (False, True)}
        self._features: dict[Texts, Doubles] = {}
        self._annotated: dict[Texts, Pair] = {}
        self._relating: RelatednessFeatures | None = None

    def learner(self, name: str) -> Learner:
        """The system called `name`."""
        known: dict[str, Learner] = {
            "everyday": partial(self._everyday, PENALTIES, False),
            "everyday-related": partial(self._everyday, MILD_PENALTIES, False),
            "everyday-encoder": partial(self._everyday, PENALTIES, True),
            "relate": self._relate,
            "PERP": self._perp,
            "tf-idf": _untrained(tf_idf),
            "tf-idf of stems": _untrained(stem_tf_idf),
            "idf coverage": self._coverage,
            "MiniLM": self._encoder,
        }
        return known[name]

    def _everyday(
        self, penalties: Mapping[str, Penalty], encoder: bool, pool: Pool, name: str
    ) -> Callable[[Source], Doubles]:
        paired = self._compared[encoder]
        start, found = replace(paired.start, penalties=penalties), paired.of(pool.pairs, self._progress)
        labels, sources = pool.labels.tolist(), pool.sources
        model = train_compared(pool.pairs, found, labels, start=start, sources=sources, seed=self._seed, name=name)
        return lambda source: values_of(model, paired.of(source.test_pairs, self._progress))

    def _perp(self, pool: Pool, name: str) -> Callable[[Source], Doubles]:
        model = train_perp(
            pool.pairs,
            pool.labels.tolist(),
            groups=pool.sources,
            epochs=_PERP.epochs,
            rate=_PERP.rate,
            seed=self._seed,
            name=name,
        )
        return lambda source: model.predict(source.test_pairs, clipped=False)

    def _relate(self, pool: Pool, name: str) -> Callable[[Source], Doubles]:
        extractor = self._extractor()
        self._featured(pool.pairs)
        values, pairs = np.array([self._features[pair] for pair in pool.pairs]), list(pool.pairs)
        sentences = [self._annotated[pair] for pair in pairs]
        model = train_values(extractor, pairs, values, pool.labels, sentences, name=name, progress=self._progress)
        return lambda source: model.raw(source.test_pairs)

    def _extractor(self) -> RelatednessFeatures:
        self._relating = self._relating or RelatednessFeatures("full", annotator=self._annotator)
        return self._relating

    def _featured(self, pairs: Sequence[Texts]) -> None:
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._features]
        if new:
            self._features |= zip(new, self._extractor().matrix(new, self._progress), strict=True)
            self._annotated |= zip(new, self._extractor().annotate(new), strict=True)

    def _coverage(self, _pool: Pool, _name: str) -> Callable[[Source], Doubles]:
        annotator = self._extractor().annotator
        return lambda source: np.array(
            [_covered_both_ways(*(annotator.annotate(text) for text in pair)) for pair in source.test_pairs]
        )

    def _encoder(self, _pool: Pool, _name: str) -> Callable[[Source], Doubles]:
        encoder = MiniLM.stored(progress=self._progress)

        def values(source: Source) -> Doubles:
            first, second = (
                sentence_vectors(encoder.encode, [pair[side] for pair in source.test_pairs]) for side in (0, 1)
            )
            return np.asarray(np.einsum("ij,ij->i", first, second), np.float64)

        return values


def _untrained(measure: Callable[[str, str], float]) -> Learner:
    def learner(_pool: Pool, _name: str) -> Callable[[Source], Doubles]:
        return lambda source: np.array([measure(*pair) for pair in source.test_pairs])

    return learner


def _covered_both_ways(one: Sentence, other: Sentence) -> float:
    """The mean of the two shares of information that the other text has by form, stem or synonym."""
    shares = []
    for sentence, related in ((one, covered(one, other)[1]), (other, covered(other, one)[1])):
        weights = [information(token) for token in sentence.tokens]
        whole = sum(weights)
        shares.append(sum(w for w, here in zip(weights, related, strict=True) if here) / whole if whole else 0.0)
    return sum(shares) / 2


def stem_tf_idf(text1: str, text2: str) -> float:
    """The cosine of the stems of both texts, each with the information of its words.

    >>> round(stem_tf_idf("two cats slept", "two cat slept"), 2)
    1.0
    """
    first, second = (_stem_weights(text) for text in (text1, text2))
    above = sum(weight * second.get(stem, 0.0) for stem, weight in first.items())
    below = sqrt(sum(one * one for one in first.values()) * sum(one * one for one in second.values()))
    return min(1.0, above / below) if below else 0.0


def _stem_weights(text: str) -> dict[str, float]:
    words = tuple(Normalization().tokens(text))
    found: dict[str, float] = {}
    for word, stem in zip(words, stems(words), strict=True):
        found[stem] = found.get(stem, 0.0) + information(word)
    return found
