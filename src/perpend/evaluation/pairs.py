"""How well models and other systems agree with human judgments of your own pairs, compared with simple baselines.

    read_judged("pairs.tsv", "gold") ──> evaluate_pairs(data, {"mine": model}) ──> PairsReport ──> rows, .to_dict()

Gold is numbers, yes and no, or labels (`gold`). The rows are the models, then systems whose answers are columns of the
file, then baselines (`systems`). The measures of a row depend on gold and on its answers (`figures`). Every row is
tested against the named systems, by default against the first row.

If a column names groups, each group is measured too. A model that was trained on any of the pairs raises an error,
unless that is allowed; its row then has the number of such pairs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from perpend import __version__
from perpend.errors import FormatError, InputError
from perpend.evaluation.baselines import baselines
from perpend.evaluation.figures import Figures, Test, compared_with, figures_of, label_facts, over_groups
from perpend.evaluation.gold import Gold, as_label
from perpend.evaluation.leaks import leaks
from perpend.evaluation.systems import System, column_system, model_labels, model_system, rivals_of
from perpend.files.tables import read_pairs
from perpend.learning.limits import check_pair
from perpend.learning.model import Model, TextPair
from perpend.lexicon.phrases.table import PhraseTable
from perpend.types import Progress

__all__ = ["JudgedPairs", "PairsReport", "PairsRow", "evaluate_pairs", "read_judged"]


@dataclass(frozen=True, slots=True, eq=False)
class JudgedPairs:
    """Pairs (text1, text2), human judgments, groups if there are any, and the answers of other systems.

    `lines` are the line numbers of the pairs in the file, for messages.
    """

    name: str
    pairs: tuple[TextPair, ...]
    gold: Gold
    lines: tuple[int, ...] = ()
    groups: tuple[str, ...] = ()
    systems: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        sizes = {len(self.pairs), len(self.gold.values), *map(len, self.systems.values())}
        sizes |= {len(part) for part in (self.groups, self.lines) if part}
        if len(sizes) > 1 or len(self.pairs) < 2:
            raise InputError(
                f"{len(self.pairs)} judged pairs in {self.name}: as many of all, and two at least, are needed"
            )

    @property
    def parts(self) -> dict[str, list[int]]:
        """The indices of the pairs of each group; groups in order of appearance."""
        found: dict[str, list[int]] = {}
        for place, group in enumerate(self.groups):
            found.setdefault(group, []).append(place)
        return found

    @property
    def signature(self) -> str:
        """The name of the data, and a hash of pairs, judgments and groups."""
        said = self.gold.values.tolist()
        content = repr(
            (self.pairs, [self.gold.labels[int(one)] for one in said] if self.gold.labels else said, self.groups)
        )
        return f"{self.name}/{sha256(content.encode('utf-8', 'backslashreplace')).hexdigest()[:8]}"


def read_judged(
    path: Path | str,
    gold: str = "gold",
    *,
    columns: Sequence[str] = (),
    group: str | None = None,
    systems: Sequence[str] = (),
    against: Sequence[str] = (),
) -> JudgedPairs:
    """Reads the pairs of a table with column names.

    :param path: the file.
    :param gold: the column of human judgments.
    :param columns: the columns of the two texts; by default text1 and text2, or ref and hyp.
    :param group: a column that names groups of pairs.
    :param systems: columns with the answers of other systems.
    :param against: names of systems to test against; those that are columns are read like `systems`.
    """
    found = read_pairs(path, columns=columns, gold=gold)
    known = {name.lower() for name in found.other}
    wanted = dict.fromkeys((*systems, *(name for name in against if name.strip().lower() in known)))
    for line, texts in zip(found.lines, found.texts, strict=True):
        _check_lengths(path, line, texts, partial(check_pair, "evaluate pairs"))
    return JudgedPairs(
        Path(path).name,
        tuple(found.texts),
        Gold.of(found.gold, path, tuple(found.lines)),
        tuple(found.lines),
        tuple(found.column(group)) if group else (),
        {name: found.column(name) for name in wanted},
    )


def _check_lengths(path: Path | str, line: int, texts: TextPair, check: Callable[[str, str], None]) -> None:
    try:
        check(*texts)
    except InputError as error:
        raise FormatError(path, line, str(error)) from None


@dataclass(frozen=True, slots=True)
class PairsRow:
    """One system: measures over all pairs and for each group, tests against other systems, and facts about labels.

    `seen` is the number of pairs that it was trained on.
    """

    system: str
    figures: Figures
    groups: Mapping[str, Figures]
    tests: Mapping[str, Test]
    labels: Mapping[str, Any]
    signature: str
    seen: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values, in the shape that all evaluations share."""
        return {
            "system": self.system,
            **self.figures.to_dict(),
            "paper": None,
            "groups": {name: one.to_dict() for name, one in self.groups.items()},
            "tests": {name: {"test": type(one).__name__, **one.to_dict()} for name, one in self.tests.items()},
            **self.labels,
            "seen": self.seen,
            "signature": self.signature,
        }


@dataclass(frozen=True, slots=True)
class PairsReport:
    """All rows, the kind of gold, the signature of the measures, and what was evaluated: pairs or metrics."""

    rows: tuple[PairsRow, ...]
    gold: str
    signature: str
    task: str = "pairs"

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values, in the shape that all evaluations share."""
        rows = [row.to_dict() for row in self.rows]
        return {"task": self.task, "gold": self.gold, "rows": rows, "signature": self.signature}


def evaluate_pairs(
    data: JudgedPairs,
    models: Mapping[str, Model],
    *,
    against: Sequence[str] = (),
    phrases: PhraseTable | None = None,
    allow_seen: bool = False,
    samples: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> PairsReport:
    """Evaluates every model, column and baseline.

    :param data: the judged pairs, with the answers of other systems.
    :param models: models of any kind, by the name of their row.
    :param against: the systems that all others are tested against; by default the first row.
    :param phrases: a table of paraphrases for the baseline TERp.
    :param allow_seen: evaluate models even on pairs they were trained on, and mark their rows.
    :param samples: the number of samples for intervals and permutation tests.
    :param seed: the seed of these samples.
    :param progress: called with a description, the number of completed steps and their total.
    """
    for group, places in data.parts.items():
        if len(places) < 2:
            raise InputError(f"group {group!r} of {data.name} has one pair: two at least are needed")
    for model in models.values():
        _check_model(data, model)
    tell = progress or (lambda *_: None)
    gold = _gold_for(data, models)
    systems = list(_systems(data, gold, models, phrases, allow_seen, tell))
    rivals = rivals_of(systems, against)
    rows = []
    for place, system in enumerate(systems):
        tell(f"measuring {system.name}", place, len(systems))
        rows.append(_row(data, gold, system, rivals, samples, seed))
    about = f"data:{data.signature}|samples:{samples}|seed:{seed}|version:{__version__}"
    return PairsReport(tuple(rows), gold.kind, about)


def _check_model(data: JudgedPairs, model: Model) -> None:
    """Refuses pairs that are too long for `model`, before any model has worked on them."""
    for place, texts in enumerate(data.pairs):
        _check_lengths(data.name, data.lines[place] if data.lines else place + 1, texts, model.check)


def _gold_for(data: JudgedPairs, models: Mapping[str, Model]) -> Gold:
    """Gold with the labels of all systems that share a label with it."""
    gold = data.gold
    if gold.kind == "labels":
        answered = [set(model_labels(model)) for model in models.values()]
        answered += [{as_label(text) for text in texts} for texts in data.systems.values()]
        gold = gold.with_labels(label for one in answered if one & set(data.gold.labels) for label in one)
    return gold


def _systems(
    data: JudgedPairs,
    gold: Gold,
    models: Mapping[str, Model],
    phrases: PhraseTable | None,
    allow_seen: bool,
    tell: Progress,
) -> Iterator[System]:
    seen = {name: _seen(data, name, model, allow_seen) for name, model in models.items()}
    for place, (name, model) in enumerate(models.items()):
        tell(f"answers of {name}", place, len(models))
        yield model_system(name, model, data.pairs, gold, seen[name])
    for name, texts in data.systems.items():
        yield column_system(name, texts, gold, data.name, data.lines)
    yield from baselines(data.pairs, gold, phrases)


def _seen(data: JudgedPairs, name: str, model: Model, allowed: bool) -> int:
    found = leaks(model.training, data.pairs)
    if found and not allowed:
        line = data.lines[found[0]] if data.lines else found[0] + 1
        raise InputError(
            f"{name} learned from {len(found)} of the {len(data.pairs)} pairs of {data.name}, first from line {line}: "
            "take them out, use another model, or allow it (--allow-seen), which marks the figures"
        )
    return len(found)


def _row(data: JudgedPairs, gold: Gold, system: System, rivals: Sequence[System], samples: int, seed: int) -> PairsRow:
    measure = partial(figures_of, samples=samples, seed=seed)
    figures = over_groups(measure(gold, system), gold, system, list(data.parts.values()), samples=samples, seed=seed)
    groups = {name: measure(gold, system, places) for name, places in data.parts.items()}
    tests = compared_with(rivals, gold, system, samples=samples, seed=seed)
    return PairsRow(system.name, figures, groups, tests, label_facts(gold, system), system.signature, system.seen)
