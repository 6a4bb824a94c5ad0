"""The graded sources: pairs of texts that people judged, in training parts and test parts that share no pair.

    read_graded(mirror) ──> Source("MSRpar"), Source("MSRvid"), Source("SMT-eur"), Source("On-WN"), ...
    training_pairs(sources, reported_pairs(mirror), without="SICK") ──> Pool: pairs, labels, sources, left out

    source                training part   test part
    MSRpar, MSRvid        STS-2012        STS-2012        news, captions; labels 0 to 5
    SMT-eur               STS-2012        STS-2012        translations of speeches
    On-WN, SMT-news                       STS-2012        glosses; translations of news
    SICK                  train           test            captions; 1 to 5, brought to 0 to 5
    paragraph2sentence,                   SemEval-2014    texts of two sizes; 0 to 4
    sentence2phrase                       task 3

Pairs that stand in a test part are never learned from, in either order, whatever their case and signs: 37 of SICK's
train pairs stand in the test part of MSRvid, but without a final period (`pair_key`). MSRP's test set is no such part,
because it holds all of MSRpar's training pairs: a model that has learned from MSRpar must not be tested on MSRP.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from experiments.clss import CLSS_LEVELS, read_clss
from experiments.datasets import read_sts2012
from experiments.labelled_pairs import read_rte1
from experiments.sources import data_folder
from perpend.files.tables import read_pairs
from perpend.learning.provenance import fingerprint
from perpend.types import Doubles

__all__ = [
    "GRADED_LEVELS",
    "Pool",
    "Source",
    "pair_key",
    "read_graded",
    "read_sick_part",
    "reported_pairs",
    "signature_of",
    "training_pairs",
]

GRADED_LEVELS = ("paragraph2sentence", "sentence2phrase")
"""The levels of SemEval-2014 task 3 whose texts are a sentence at least, or a phrase beside one."""

Texts = tuple[str, str]
Part = tuple[tuple[Texts, ...], Doubles]


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One source: pairs to learn from with their labels from 0 to 5, both empty if there are none, and test pairs."""

    name: str
    pairs: tuple[Texts, ...]
    gold: Doubles
    test_pairs: tuple[Texts, ...]
    test_gold: Doubles


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """The training pairs of several sources; `left_out` is how many of each source stand in a test part."""

    pairs: tuple[Texts, ...]
    labels: Doubles
    sources: tuple[str, ...]
    left_out: Mapping[str, int]


def read_sick_part(mirror: Path | str | None, part: str) -> Part:
    """Reads a `part` of SICK from the folder `mirror`, its labels brought from 1 to 5 to the scale 0 to 5."""
    table = read_pairs(data_folder(mirror, "sick", "SICK", [f"{part}.tsv"]) / f"{part}.tsv", gold="gold")
    return tuple(table.texts), (np.array(table.numbers(), np.float64) - 1) * 1.25


def read_graded(mirror: Path | str | None = None) -> tuple[Source, ...]:
    """Reads all graded sources from the folder `mirror`, by default the one that PERPEND_MIRROR names."""
    data = read_sts2012(mirror)
    found = []
    for test in data.tests:
        own = data.training.get(test.name)
        pairs, gold = (own.pairs, own.gold) if own else _NONE
        found.append(Source(test.name, pairs, gold, test.pairs, test.gold))
    found.append(Source("SICK", *read_sick_part(mirror, "train"), *read_sick_part(mirror, "test")))
    levels = read_clss(mirror, GRADED_LEVELS)
    return (*found, *(Source(level.name, *_NONE, level.test_pairs, level.test_gold) for level in levels))


_WORDS = re.compile(r"\w+")
_NONE: Part = ((), np.zeros(0))


def reported_pairs(mirror: Path | str | None = None) -> frozenset[str]:
    """The keys of all pairs that figures are reported for: STS-2012, SICK, SemEval-2014 task 3 and RTE-1."""
    parts = [test.pairs for test in read_sts2012(mirror).tests]
    parts += [read_sick_part(mirror, part)[0] for part in ("trial", "test")]
    parts += [level.test_pairs for level in read_clss(mirror, CLSS_LEVELS)]
    parts.append(read_rte1(mirror)[1].pairs)
    return frozenset(pair_key(*pair) for pairs in parts for pair in pairs)


def pair_key(text1: str, text2: str) -> str:
    """What two texts have in common with the same pair of words elsewhere; order, case and signs make no difference.

    >>> pair_key("A cup.", "The cup") == pair_key("the cup!", "a cup")
    True
    """
    return fingerprint(*(" ".join(_WORDS.findall(text.lower())) for text in (text1, text2)))


def training_pairs(sources: Sequence[Source], unwanted: frozenset[str], without: str | None = None) -> Pool:
    """The training pairs of all `sources` but `without`, except those whose keys are `unwanted`."""
    pairs: list[Texts] = []
    labels: list[float] = []
    names: list[str] = []
    left_out: dict[str, int] = {}
    for source in sources:
        if source.name == without or not source.pairs:
            continue
        kept = [place for place, pair in enumerate(source.pairs) if pair_key(*pair) not in unwanted]
        pairs += [source.pairs[place] for place in kept]
        labels += source.gold[kept].tolist()
        names += [source.name] * len(kept)
        left_out[source.name] = len(source.pairs) - len(kept)
    return Pool(tuple(pairs), np.array(labels), tuple(names), left_out)


def signature_of(sources: Sequence[Source]) -> str:
    """A checksum of all pairs and judgments of `sources`."""
    digest = sha256()
    for one in sources:
        content = (one.name, one.pairs, one.gold.tolist(), one.test_pairs, one.test_gold.tolist())
        digest.update(repr(content).encode("utf-8", "replace"))
    return f"graded/{digest.hexdigest()[:8]}"
