"""The data of SemEval-2012 task 6 (STS-2012): pairs of sentences that people judged from 0 to 5.

    <mirror>/sts2012/
      train.MSRpar.tsv   train.MSRvid.tsv   train.SMTeuroparl.tsv
      test.MSRpar.tsv    test.MSRvid.tsv    test.SMTeuroparl.tsv    test.surprise.OnWN.tsv    test.surprise.SMTnews.tsv

Each file has the columns id, gold, text1 and text2, separated by tabs; nothing is quoted. The two surprise sets came
without training data, so each is judged by a model of another source. Which one is the choice of Heilman and Madnani
(2012), and part of what their figures mean:

    subtask    MSRpar   MSRvid   SMT-eur   On-WN    SMT-news
    source     MSRpar   MSRvid   SMT-eur   MSRpar   SMT-eur
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from experiments.sources import data_folder
from perpend.metrics.terp_files.reading_tsv import read_column, read_pairs
from perpend.types import Doubles

__all__ = ["STS2012_SUBTASKS", "Sts2012", "Subtask", "read_sts2012"]

_FOLDER = "sts2012"
_TRAINING = {
    "MSRpar": "train.MSRpar.tsv",
    "MSRvid": "train.MSRvid.tsv",
    "SMT-eur": "train.SMTeuroparl.tsv",
}
_TESTS = {
    "MSRpar": ("MSRpar", "test.MSRpar.tsv"),
    "MSRvid": ("MSRvid", "test.MSRvid.tsv"),
    "SMT-eur": ("SMT-eur", "test.SMTeuroparl.tsv"),
    "On-WN": ("MSRpar", "test.surprise.OnWN.tsv"),
    "SMT-news": ("SMT-eur", "test.surprise.SMTnews.tsv"),
}

STS2012_SUBTASKS = tuple(_TESTS)
"""The names of the five subtasks, in the order of the published tables."""


@dataclass(frozen=True, slots=True, eq=False)
class Subtask:
    """Pairs with human judgments; `source` names the training set whose model scores them.

    A pair is (text1, text2): the reference and the hypothesis.
    """

    name: str
    source: str
    pairs: tuple[tuple[str, str], ...]
    gold: Doubles

    @property
    def refs(self) -> list[str]:
        """The first text of each pair."""
        return [ref for ref, _ in self.pairs]

    @property
    def hyps(self) -> list[str]:
        """The second text of each pair."""
        return [hyp for _, hyp in self.pairs]


@dataclass(frozen=True, slots=True, eq=False)
class Sts2012:
    """Three training sets, by name, and five test sets."""

    training: Mapping[str, Subtask]
    tests: tuple[Subtask, ...]

    @property
    def signature(self) -> str:
        """The name of the data, and a checksum of all pairs and judgments."""
        digest = sha256()
        for part in (*self.training.values(), *self.tests):
            digest.update(repr((part.name, part.source, part.pairs, part.gold.tolist())).encode("utf-8", "replace"))
        return f"sts2012/{digest.hexdigest()[:8]}"


def read_sts2012(mirror: Path | str | None = None) -> Sts2012:
    """Reads all files from the folder `mirror`, by default the one that PERPEND_MIRROR names."""
    folder = data_folder(mirror, _FOLDER, "STS-2012", [*_TRAINING.values(), *(file for _, file in _TESTS.values())])
    return Sts2012(
        {name: _read(folder / file, name, name) for name, file in _TRAINING.items()},
        tuple(_read(folder / file, name, source) for name, (source, file) in _TESTS.items()),
    )


def _read(path: Path, name: str, source: str) -> Subtask:
    table = read_pairs(path)
    pairs = zip(table.refs[0].segments, table.hyp.segments, strict=True)
    gold = np.array(read_column(path, "gold"), np.float64)
    return Subtask(name, source, tuple((ref.text, hyp.text) for ref, hyp in pairs), gold)
