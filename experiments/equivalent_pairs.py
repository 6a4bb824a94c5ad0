"""Pairs with the answer whether both texts mean the same, from several sources: what `paraphrase-everyday` learns from.

    read_equivalent(mirror) ──> Equivalent("MSRP"), Equivalent("SICK"), ... , Equivalent("minimal")

    source            yes                                       no
    MSRP              label 1                                   label 0
    SICK              ENTAILMENT with relatedness 4.5 or more   NEUTRAL and CONTRADICTION
    MSRvid, SMT-eur   4.5 or more of 5                          3 or less
    On-WN, SMT-news   the same; test pairs only
    minimal           passive, fronted, synonym                 negated, swapped, number, opposite, unrelated

SICK's column `entailment` is of one direction; with a relatedness of 4.5 or more of 5 it is taken to hold for
both. Other ENTAILMENTs, and labels of STS-2012 between 3 and 4.5, are left out. STS-2012's MSRpar is no source, because
its training pairs stand in MSRP's test set. Minimal pairs are made by rule (`experiments.minimal_pairs`) from sentences
of the training pairs of MSRP, SICK and MSRvid.

Training pairs that stand in a test set that figures are reported for, MSRP's among them, are left out in either order,
whatever their case and signs (`pair_key`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from experiments.datasets import Subtask, read_sts2012
from experiments.graded import pair_key, reported_pairs
from experiments.labelled_pairs import LabelledPairs, read_msrp
from experiments.minimal_pairs import MinimalPair, minimal_pairs
from experiments.sources import data_folder
from perpend.files.tables import read_pairs
from perpend.text.annotate import Annotator
from perpend.types import Flags

__all__ = ["Equivalent", "MINIMAL", "Pool", "pool_of", "read_equivalent", "reported_keys"]

MINIMAL = "minimal"
"""The name of the source of minimal pairs."""

_EACH_RULE = 400
"""So many minimal pairs of each rule."""

_SAME, _OTHER = 4.5, 3.0
_SPOKEN_ALIKE = ("MSRP", "SICK", "MSRvid")
"""The sources whose sentences minimal pairs are made from; those of SMT-eur are no plain English."""

Texts = tuple[str, str]
Labelled = list[tuple[Texts, bool]]


@dataclass(frozen=True, slots=True, eq=False)
class Equivalent:
    """A source: pairs to learn from and pairs to test on with their answers; `left_out` stand in a test set."""

    name: str
    pairs: tuple[Texts, ...]
    labels: Flags
    test_pairs: tuple[Texts, ...]
    test_labels: Flags
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Pool:
    """The training pairs of several sources: texts, answers, and the source of each."""

    pairs: tuple[Texts, ...]
    labels: tuple[bool, ...]
    sources: tuple[str, ...]


@cache
def reported_keys(mirror: Path | str | None = None) -> frozenset[str]:
    """The keys of all pairs that figures are reported for: those of the graded sources, and MSRP's test set."""
    return reported_pairs(mirror) | {pair_key(*pair) for pair in read_msrp(mirror)[1].pairs}


def read_equivalent(mirror: Path | str | None = None, annotator: Annotator | None = None) -> tuple[Equivalent, ...]:
    """Reads all sources from the folder `mirror`, and makes the minimal pairs with `annotator`."""
    tested = reported_keys(mirror)
    found = [_source(name, train, test, tested) for name, train, test in _read(mirror)]
    texts = [text for one in found if one.name in _SPOKEN_ALIKE for pair in one.pairs for text in pair]
    return (*found, _minimal(minimal_pairs(texts, _EACH_RULE, annotator), tested))


def pool_of(sources: Sequence[Equivalent], without: str | None = None) -> Pool:
    """The training pairs of all `sources` but `without`."""
    used = [one for one in sources if one.name != without and one.pairs]
    return Pool(
        tuple(pair for one in used for pair in one.pairs),
        tuple(label for one in used for label in one.labels.tolist()),
        tuple(one.name for one in used for _ in one.pairs),
    )


def _read(mirror: Path | str | None) -> Iterator[tuple[str, Labelled, Labelled]]:
    train, test = read_msrp(mirror)
    yield "MSRP", _named(train), _named(test)
    yield "SICK", _sick(mirror, "train"), _sick(mirror, "test")
    graded = read_sts2012(mirror)
    for subtask in graded.tests:
        if subtask.name != "MSRpar":
            own = graded.training.get(subtask.name)
            yield subtask.name, _graded(own) if own else [], _graded(subtask)


def _named(part: LabelledPairs) -> Labelled:
    return list(zip(part.pairs, part.labels.tolist(), strict=True))


def _sick(mirror: Path | str | None, part: str) -> Labelled:
    path = data_folder(mirror, "sick", "SICK", [f"{part}.tsv"]) / f"{part}.tsv"
    graded, named = read_pairs(path, gold="gold"), read_pairs(path, gold="entailment")
    rows = zip(graded.texts, graded.numbers(), named.gold, strict=True)
    return [(texts, name == "ENTAILMENT") for texts, grade, name in rows if name != "ENTAILMENT" or grade >= _SAME]


def _graded(part: Subtask) -> Labelled:
    rows = zip(part.pairs, part.gold.tolist(), strict=True)
    return [(texts, grade >= _SAME) for texts, grade in rows if grade >= _SAME or grade <= _OTHER]


def _source(name: str, train: Labelled, test: Labelled, tested: frozenset[str]) -> Equivalent:
    kept = [(pair, label) for pair, label in train if pair_key(*pair) not in tested]
    return Equivalent(name, *_columns(kept), *_columns(test), len(train) - len(kept))


def _minimal(made: Sequence[MinimalPair], tested: frozenset[str]) -> Equivalent:
    rows = [((one.text1, one.text2), one.same) for one in made]
    return _source(MINIMAL, rows, rows, tested)


def _columns(rows: Labelled) -> tuple[tuple[Texts, ...], Flags]:
    return tuple(pair for pair, _ in rows), np.array([label for _, label in rows], np.bool_)
