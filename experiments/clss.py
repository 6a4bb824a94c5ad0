"""SemEval-2014 task 3, similarity across levels: the tables of Vo, Caselli and Popescu (2014) made again.

    <mirror>/clss/<level>.{train,trial,test}.tsv       columns id, gold (0 to 4), text1, text2

    paragraph2sentence   sentence2phrase   phrase2word   word2sense (text1 word#part, text2 a sense key)

A row is a system, a figure the correlation with people's judgments on the 500 test pairs of a level: Pearson's, and
Spearman's beside it; Sum is that of all levels. `clss_systems` lists the systems: "paper" has the paper's features and
settings and nothing else, "paper + ..." what was added, one family at a time, "full" is that of the shipped models. All
learn from train and trial pairs, and cross-validation on those chooses everything; a pair that is tested on too is not
learned from. "LCS" is the organisers' baseline. The ablation leaves out one family of features at a time, and is
measured by cross-validation on the training pairs: the test pairs are for one table. `clss_checks` puts the published
figures beside ours.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from experiments.clss_report import ClssReport, Figures, LevelResult, Measured
from experiments.clss_systems import CLSS_LEVELS, SYSTEMS, ClssSystem
from experiments.sources import data_folder
from experiments.topic_models import topic_models
from perpend import __version__
from perpend.evaluation.correlations import Judged, pearson, spearman
from perpend.evaluation.leaks import refuse_leaks
from perpend.learning.kernel_regression import Choices, Learned, choose
from perpend.learning.provenance import fingerprint
from perpend.learning.provenance import resources as look_ups
from perpend.lexicon.topic_model import TopicModel
from perpend.metrics.terp_files.reading_tsv import read_column, read_pairs
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.relatedness.families import families_of
from perpend.relatedness.model import RelatednessModel
from perpend.relatedness.string_features import substring_share
from perpend.relatedness.training import train_values
from perpend.text.annotate import Annotator
from perpend.types import Doubles, Flags, Progress

__all__ = [
    "CLSS_LEVELS",
    "CLSS_SCALE",
    "ClssReport",
    "Level",
    "evaluate_clss",
    "read_clss",
]

CLSS_SCALE = (0.0, 4.0)
_PARTS = ("train", "trial", "test")
_ABLATED = ("paper", "full")

Texts = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The training pairs of one level, train before trial, and its test pairs.

    Training pairs that are also test pairs are left out; `left_out` is their number.
    """

    name: str
    pairs: tuple[Texts, ...]
    gold: Doubles
    test_pairs: tuple[Texts, ...]
    test_gold: Doubles
    left_out: int = 0

    @property
    def signature(self) -> str:
        """The name of the level, and a checksum of all pairs and judgments."""
        content = repr((self.pairs, self.gold.tolist(), self.test_pairs, self.test_gold.tolist()))
        return f"{self.name}/{sha256(content.encode('utf-8', 'replace')).hexdigest()[:8]}"


def read_clss(mirror: Path | str | None = None, levels: Sequence[str] = CLSS_LEVELS) -> list[Level]:
    """Reads the `levels` from the folder `mirror`, by default the one that PERPEND_MIRROR names."""
    files = [f"{name}.{part}.tsv" for name in levels for part in _PARTS]
    folder = data_folder(mirror, "clss", "SemEval-2014 task 3", files)
    return [_level(folder, name) for name in levels]


def _level(folder: Path, name: str) -> Level:
    read: dict[str, tuple[list[Texts], list[float]]] = {}
    for part in _PARTS:
        path = folder / f"{name}.{part}.tsv"
        table = read_pairs(path)
        sides = zip(table.refs[0].segments, table.hyp.segments, strict=True)
        read[part] = [(ref.text, hyp.text) for ref, hyp in sides], read_column(path, "gold")
    (train, gold), (trial, more), (test, judged) = (read[part] for part in _PARTS)
    tested = {fingerprint(*pair) for pair in test}
    known = list(zip([*train, *trial], [*gold, *more], strict=True))
    kept = [(pair, label) for pair, label in known if fingerprint(*pair) not in tested]
    labels = np.array([label for _, label in kept])
    return Level(name, tuple(pair for pair, _ in kept), labels, tuple(test), np.array(judged), len(known) - len(kept))


def evaluate_clss(
    levels: Sequence[Level],
    systems: Sequence[str] = tuple(SYSTEMS),
    *,
    annotator: Annotator | None = None,
    topics: Callable[[], Mapping[int, TopicModel]] = topic_models,
    ablation: bool = True,
    seed: int = 0,
    models: Callable[[str, RelatednessModel], None] | None = None,
    progress: Progress | None = None,
) -> ClssReport:
    """Trains and tests the systems at each level.

    :param levels: the data.
    :param systems: names of `SYSTEMS`.
    :param annotator: the tagger and parser.
    :param topics: returns the topic models; called if a level needs them.
    :param ablation: also leave out each family of features of "paper" and "full".
    :param seed: the seed of all folds.
    :param models: called with the name and the model of each system.
    :param progress: called with a description, the number of completed steps and their total.
    """
    annotator = annotator or Annotator()
    results = []
    for level in levels:
        here = [SYSTEMS[name] for name in systems if level.name in SYSTEMS[name].features]
        run = _Run(level, here, annotator, topics, seed, _named(progress, level.name))
        figures, ablated = {"LCS": Figures(*_agreement(_baseline(level), level.test_gold))}, {}
        for system in here:
            model = run.model(system)
            figures[system.name] = run.tested(model)
            if models:
                models(system.name, model)
            if ablation and system.name in _ABLATED:
                ablated[system.name] = run.ablated(system, model.learned)
        results.append(LevelResult(level.name, figures, ablated, run.measured))
    settings = {**look_ups(), "tags": annotator.signature()}
    settings |= {name: SYSTEMS[name].signature(500, seed) for name in _ABLATED} | {"version": __version__}
    return ClssReport(tuple(results), settings)


def _named(progress: Progress | None, name: str) -> Progress:
    return lambda what, done, total: progress(f"{name}: {what}", done, total) if progress else None


def _agreement(values: Doubles, gold: Doubles) -> tuple[float, float]:
    judged = Judged(values, gold)
    return pearson(judged), spearman(judged)


def _baseline(level: Level) -> Doubles:
    """The longest common substring over the longer text; a sense is compared by its word."""
    pairs = [(one, other) for one, other in level.test_pairs]
    if level.name == "word2sense":
        pairs = [(one.partition("#")[0], other.partition("%")[0]) for one, other in pairs]
    return np.array([substring_share(one, other) for one, other in pairs])


class _Run:
    """All systems at one level; features are computed once, and each system uses some of them."""

    def __init__(
        self,
        level: Level,
        systems: Sequence[ClssSystem],
        annotator: Annotator,
        topics: Callable[[], Mapping[int, TopicModel]],
        seed: int,
        progress: Progress,
    ) -> None:
        self.level, self.seed, self.progress = level, seed, progress
        wanted = dict.fromkeys(
            family for system in systems for family in families_of(system.features[level.name], level.name)
        )
        self.topics = dict(topics()) if "topics" in wanted else {}
        self.extractor = self._extractor("+".join(wanted), annotator)
        self.values = self.extractor.matrix(level.pairs, progress)
        self.test_values = self.extractor.matrix(level.test_pairs, progress)
        self.owners = np.array([name.partition(": ")[0] for name in self.extractor.names])

    def _extractor(self, features: str, annotator: Annotator) -> RelatednessFeatures:
        return RelatednessFeatures(features, self.level.name, annotator=annotator, topics=self.topics)

    def model(self, system: ClssSystem) -> RelatednessModel:
        """The model of the `system`."""
        level, keep = self.level, self._kept(system)
        own = self._extractor(system.features[level.name], self.extractor.annotator)
        order = [self.extractor.names.index(name) for name in own.names]
        assert sorted(order) == np.flatnonzero(keep).tolist()
        values = self.values[:, order]
        return train_values(
            own,
            level.pairs,
            values,
            level.gold,
            choices=system.choices(values, level.gold, self.seed),
            scale=CLSS_SCALE,
            name=f"clss-{level.name}",
            progress=self.progress,
            scaling=system.scaling(values),
        )

    @property
    def measured(self) -> Measured:
        """What the level is measured on."""
        words, level = tuple(self.extractor.signature().split(",")), self.level
        return Measured(level.signature, words, len(level.test_pairs), level.left_out)

    def tested(self, model: RelatednessModel) -> Figures:
        """Both correlations on the test pairs, and how it was trained."""
        refuse_leaks(model.training, self.level.test_pairs)
        order = [self.extractor.names.index(name) for name in model.names]
        answers = model.clipped(model.predictions(self.test_values[:, order]))
        learned = model.learned
        facts = {"C": learned.cost, "gamma": learned.gamma, "blend": learned.blend, "cv": learned.correlation}
        features = {"features": model.features, "count": len(model.names)}
        return Figures(*_agreement(answers, self.level.test_gold), facts | features)

    def ablated(self, system: ClssSystem, learned: Learned) -> dict[str, float]:
        """The correlation in cross-validation with everything, without each family, and with each alone."""
        kept = self._kept(system)
        width, margin = learned.gamma * int(kept.sum()), learned.epsilon / float(self.level.gold.std())
        choices = Choices(costs=(learned.cost,), gammas=(width,), epsilon=margin, rounds=3, seed=self.seed)
        return {name: self._crossed(keep, system, choices) for name, keep in self._selections(system, kept)}

    def _kept(self, system: ClssSystem) -> Flags:
        return np.isin(self.owners, families_of(system.features[self.level.name], self.level.name))

    def _selections(self, system: ClssSystem, kept: Flags) -> Iterator[tuple[str, Flags]]:
        yield "all", kept
        for family in families_of(system.features[self.level.name], self.level.name):
            own = self.owners == family
            if (kept & ~own).any():
                yield f"without {family}", kept & ~own
            yield f"{family} alone", own
            for size in self.topics if family == "topics" else ():
                sizes = np.array([f" {size}," in f"{name}," for name in self.extractor.names])
                yield f"{size} topics alone", own & sizes

    def _crossed(self, keep: Flags, system: ClssSystem, choices: Choices) -> float:
        values = self.values[:, keep]
        return choose(system.scaling(values).rows(values), self.level.gold, choices, self.progress).correlation
