"""Pairs of sentences with a yes or no for each: the Microsoft Research Paraphrase Corpus and PASCAL's RTE-1.

    <mirror>/msrp/   train.tsv      test.tsv           columns id, gold (1 or 0), text1, text2
    <mirror>/rte/    rte1_dev.tsv   rte1_test.tsv      columns id, gold (YES or NO), text1, text2, task

MSRP asks whether two sentences from the news mean the same; RTE-1 whether the second, a hypothesis, follows from the
first, a text. RTE-1's pairs come from seven tasks, such as CD (comparable documents) and QA (question answering).
Columns are separated by tabs; nothing is quoted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from experiments.sources import data_folder
from perpend.errors import FormatError
from perpend.files.tables import read_pairs

__all__ = ["LabelledPairs", "read_msrp", "read_rte1"]

_LABELS = {"1": True, "0": False, "YES": True, "NO": False}


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPairs:
    """Pairs (text1, text2), the answer for each, and the task that each belongs to, if there are any."""

    name: str
    pairs: tuple[tuple[str, str], ...]
    labels: NDArray[np.bool_]
    tasks: tuple[str, ...] = ()

    @classmethod
    def joined(cls, name: str, *parts: "LabelledPairs") -> "LabelledPairs":
        """All pairs of several sets as one."""
        return cls(
            name,
            tuple(pair for part in parts for pair in part.pairs),
            np.concatenate([part.labels for part in parts]),
            tuple(task for part in parts for task in part.tasks),
        )

    @property
    def signature(self) -> str:
        """The name of the data, and a checksum of all pairs and answers."""
        content = repr((self.pairs, self.labels.tolist(), self.tasks)).encode("utf-8", "replace")
        return f"{self.name}/{sha256(content).hexdigest()[:8]}"


def read_msrp(mirror: Path | str | None = None) -> tuple[LabelledPairs, LabelledPairs]:
    """Reads MSRP's training and test pairs from the folder `mirror`, by default the one that PERPEND_MIRROR names."""
    files = {"msrp-train": "train.tsv", "msrp-test": "test.tsv"}
    train, test = _read_all(mirror, "msrp", "the Microsoft Research Paraphrase Corpus", files)
    return train, test


def read_rte1(mirror: Path | str | None = None) -> tuple[LabelledPairs, LabelledPairs]:
    """Reads RTE-1's development and test pairs, with their tasks, from the folder `mirror`."""
    files = {"rte1-dev": "rte1_dev.tsv", "rte1-test": "rte1_test.tsv"}
    train, test = _read_all(mirror, "rte", "PASCAL RTE-1", files)
    return train, test


def _read_all(mirror: Path | str | None, folder: str, title: str, files: Mapping[str, str]) -> list[LabelledPairs]:
    found = data_folder(mirror, folder, title, files.values())
    return [_read(found / file, name) for name, file in files.items()]


def _read(path: Path, name: str) -> LabelledPairs:
    found = read_pairs(path, columns=("text1", "text2"), gold="gold")
    for number, cell in zip(found.lines, found.gold, strict=True):
        if cell not in _LABELS:
            raise FormatError(path, number, f"gold is {cell!r}: 1, 0, YES or NO is needed")
    labels = np.array([_LABELS[cell] for cell in found.gold], np.bool_)
    return LabelledPairs(name, tuple(found.texts), labels, tuple(found.other.get("task", ())))
