"""SemEval-2014 task 3, similarity across levels: the tables of Vo, Caselli and Popescu (2014) made again.

    <mirror>/clss/<level>.{train,trial,test}.tsv       columns id, gold (0 to 4), text1, text2

    paragraph2sentence   sentence2phrase   phrase2word   word2sense (text1 word#part, text2 a sense key)

A row is a system, a figure the correlation with people's judgments on the 500 test pairs of a level: Pearson's, and
Spearman's beside it. "paper" has the paper's own features, "full" all; both learn from train and trial pairs, and
cross-validation on those chooses everything; a pair that is tested on too is not learned from. "LCS" is the organisers'
baseline. The paper's links of Wikipedia are absent, as no dump is at hand. The ablation leaves one family of features
out at a time, and is measured by cross-validation on the training pairs: the test pairs are for one table.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from experiments.sources import data_folder, published
from perpend import __version__
from perpend.evaluation.correlations import Judged, pearson, spearman
from perpend.evaluation.leaks import refuse_leaks
from perpend.learning.kernel_regression import Choices, Learned, choose
from perpend.learning.provenance import fingerprint
from perpend.learning.provenance import resources as look_ups
from perpend.learning.scaling import Scaling
from perpend.metrics.terp_files.reading_tsv import read_column, read_pairs
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.relatedness.families import LEVELS, families_of
from perpend.relatedness.model import RelatednessModel
from perpend.relatedness.string_features import substring_share
from perpend.relatedness.training import choices_for, train_values
from perpend.text.annotate import Annotator
from perpend.types import Doubles, Flags, Progress

__all__ = [
    "CLSS_LEVELS",
    "CLSS_SCALE",
    "ClssReport",
    "ClssRow",
    "Level",
    "evaluate_clss",
    "published_levels",
    "read_clss",
]

CLSS_LEVELS = LEVELS[1:]
CLSS_SCALE = (0.0, 4.0)
_PARTS = ("train", "trial", "test")

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


@dataclass(frozen=True, slots=True)
class ClssRow:
    """One system: Pearson's and Spearman's correlation by level, the published figures, and how it was trained."""

    system: str
    metrics: Mapping[str, float]
    spearman: Mapping[str, float]
    paper: Mapping[str, float] | None = None
    paper_spearman: Mapping[str, float] | None = None
    learned: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values."""
        return {
            "system": self.system,
            "metrics": dict(self.metrics),
            "paper": dict(self.paper) if self.paper else None,
            "spearman": dict(self.spearman),
            "paper_spearman": dict(self.paper_spearman) if self.paper_spearman else None,
            "learned": {name: dict(facts) for name, facts in self.learned.items()},
        }


@dataclass(frozen=True, slots=True)
class ClssReport:
    """All rows, the ablation, published rows, and the signature."""

    rows: tuple[ClssRow, ...]
    ablation: Mapping[str, Mapping[str, Mapping[str, float]]]
    signature: str
    left_out: Mapping[str, int] = field(default_factory=dict)
    """For each level how many pairs were not learned from, as they are tested on."""

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values, in the shape that all evaluations share."""
        return {
            "task": "clss",
            "rows": [row.to_dict() for row in self.rows],
            "ablation": {
                name: {level: dict(one) for level, one in found.items()} for name, found in self.ablation.items()
            },
            "published": published_levels("published"),
            "absent": "links of Wikipedia: no dump is at hand",
            "left_out": dict(self.left_out),
            "signature": self.signature,
        }


def published_levels(table: str) -> dict[str, Any]:
    """The published figures in `table`: "pearson" and "spearman" of reproduced systems, "published" of others."""
    found = published("clss-paper")[table]
    return {name: _by_level(rows) for name, rows in found.items()} if table == "published" else _by_level(found)


def _by_level(rows: Mapping[str, Sequence[float]]) -> dict[str, dict[str, float]]:
    levels = published("clss-paper")["levels"]
    return {row: dict(zip(levels, figures, strict=True)) for row, figures in rows.items()}


def evaluate_clss(
    levels: Sequence[Level],
    systems: Sequence[str] = ("paper", "full"),
    *,
    annotator: Annotator | None = None,
    ablation: bool = True,
    seed: int = 0,
    models: Callable[[str, RelatednessModel], None] | None = None,
    progress: Progress | None = None,
) -> ClssReport:
    """Trains and tests the systems at each level.

    :param levels: the data.
    :param systems: feature sets of relatedness.
    :param annotator: the tagger and parser.
    :param ablation: also leave out each family of features.
    :param seed: the seed of all folds.
    :param models: called with the name and the model of each system.
    :param progress: called with a description, the number of completed steps and their total.
    """
    annotator = annotator or Annotator()
    found: dict[str, dict[str, tuple[float, float, dict[str, float]]]] = {"LCS": {}, **{name: {} for name in systems}}
    ablated: dict[str, dict[str, dict[str, float]]] = {}
    signatures: dict[str, None] = {}
    for level in levels:
        found["LCS"][level.name] = (*_agreement(_baseline(level), level.test_gold), {})
        run = _Run(level, systems, annotator, seed, _named(progress, level.name))
        signatures |= dict.fromkeys(run.extractor.signature().split(","))
        for system in systems:
            model = run.model(system)
            found[system][level.name] = run.tested(model)
            if models:
                models(system, model)
            if ablation:
                ablated.setdefault(system, {})[level.name] = run.ablated(system, model.learned)
    rows = tuple(_row(name, by_level) for name, by_level in found.items())
    data = "+".join(level.signature for level in levels)
    parts = {"clss": "1", "data": data, **look_ups(), "words": ",".join(signatures), "tags": annotator.signature()}
    parts |= {"choices": choices_for("full", 500, seed).signature, "version": __version__}
    signed = "|".join(f"{name}:{value}" for name, value in parts.items())
    return ClssReport(rows, ablated, signed, {level.name: level.left_out for level in levels})


def _named(progress: Progress | None, name: str) -> Progress:
    return lambda what, done, total: progress(f"{name}: {what}", done, total) if progress else None


def _row(system: str, by_level: Mapping[str, tuple[float, float, dict[str, float]]]) -> ClssRow:
    return ClssRow(
        system,
        {level: figures[0] for level, figures in by_level.items()},
        {level: figures[1] for level, figures in by_level.items()},
        published_levels("pearson").get(system),
        published_levels("spearman").get(system),
        {level: figures[2] for level, figures in by_level.items() if figures[2]},
    )


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
        self, level: Level, systems: Sequence[str], annotator: Annotator, seed: int, progress: Progress
    ) -> None:
        self.level, self.seed, self.progress = level, seed, progress
        wanted = dict.fromkeys(family for system in systems for family in families_of(system, level.name))
        self.extractor = RelatednessFeatures("+".join(wanted), level.name, annotator=annotator)
        self.values = self.extractor.matrix(level.pairs, progress)
        self.test_values = self.extractor.matrix(level.test_pairs, progress)
        self.owners = np.array([name.partition(": ")[0] for name in self.extractor.names])

    def model(self, system: str) -> RelatednessModel:
        """The system's model, the same that `train_relatedness` trains."""
        level, keep = self.level, self._kept(system)
        own = RelatednessFeatures(system, level.name, annotator=self.extractor.annotator)
        order = [self.extractor.names.index(name) for name in own.names]
        assert sorted(order) == np.flatnonzero(keep).tolist()
        choices = choices_for(system, len(level.pairs), self.seed)
        name = f"clss-{level.name}"
        values = self.values[:, order]
        return train_values(own, level.pairs, values, level.gold, None, choices, CLSS_SCALE, name, self.progress)

    def tested(self, model: RelatednessModel) -> tuple[float, float, dict[str, float]]:
        """Both correlations on the test pairs, and how it was trained."""
        refuse_leaks(model.training, self.level.test_pairs)
        order = [self.extractor.names.index(name) for name in model.names]
        answers = model.clipped(model.predictions(self.test_values[:, order]))
        learned = model.learned
        facts = {"C": learned.cost, "gamma": learned.gamma, "blend": learned.blend, "cv": learned.correlation}
        return (*_agreement(answers, self.level.test_gold), facts)

    def ablated(self, system: str, learned: Learned) -> dict[str, float]:
        """The correlation in cross-validation with everything, without each family, and with each alone."""
        kept = self._kept(system)
        width = learned.gamma * int(kept.sum())
        choices = Choices(costs=(learned.cost,), gammas=(width,), rounds=3, seed=self.seed)
        return {name: self._crossed(keep, choices) for name, keep in self._selections(system, kept)}

    def _kept(self, system: str) -> Flags:
        return np.isin(self.owners, families_of(system, self.level.name))

    def _selections(self, system: str, kept: Flags) -> Iterator[tuple[str, Flags]]:
        yield "all", kept
        for family in families_of(system, self.level.name):
            own = self.owners == family
            if (kept & ~own).any():
                yield f"without {family}", kept & ~own
            yield f"{family} alone", own

    def _crossed(self, keep: Flags, choices: Choices) -> float:
        values = self.values[:, keep]
        return choose(Scaling.of(values).rows(values), self.level.gold, choices, self.progress).correlation
