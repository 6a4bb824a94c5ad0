"""The alignment that PERP's paper draws as its Figure 1, found again.

The figure shows one pair of STS-2012's training data (MSRpar), whose text is not ours to copy: it is taken from the
mirror, line and checksum naming it. Under the model learned from MSRpar the second text becomes the first by two
shifts, three insertions, three deletions and one synonym, and it is the only pair of the 750 with these edits.
"""

from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from experiments.datasets import Subtask, read_sts2012
from perpend.alignment import Alignment
from perpend.similarity.pairs import PairEncoder
from perpend.similarity.perceptron import learn

FIGURE1 = 649
EDITS = {"shift": 2, "insert": 3, "delete": 3, "synonym": 1}


@pytest.fixture(scope="module")
def training(mirror: Path) -> Subtask:
    return read_sts2012(mirror).training["MSRpar"]


@pytest.fixture(scope="module")
def alignments(training: Subtask) -> list[Alignment]:
    encoder = PairEncoder()
    pairs = [encoder.encode(*pair) for pair in training.pairs]
    weights = learn(pairs, (5.0 - training.gold).tolist())
    return [pair.alignment(pair.align(weights)) for pair in pairs]


def edits_of(alignment: Alignment) -> dict[str, int]:
    found = Counter(edit.op for edit in alignment.edits if edit.op != "match")
    return dict(found) | ({"shift": len(alignment.shifts)} if alignment.shifts else {})


def test_figure_1_is_the_only_pair_with_its_edits(training: Subtask, alignments: list[Alignment]) -> None:
    text = "\t".join(training.pairs[FIGURE1])
    assert sha256(text.encode()).hexdigest().startswith("eefd4217")
    assert [k for k, alignment in enumerate(alignments) if edits_of(alignment) == EDITS] == [FIGURE1]


def test_figure_1_has_these_words(alignments: list[Alignment]) -> None:
    alignment = alignments[FIGURE1]
    words = {
        op: [
            " ".join((*alignment.hyp_shifted[slice(*edit.hyp)], *alignment.ref[slice(*edit.ref)]))
            for edit in alignment.edits
            if edit.op == op
        ]
        for op in ("insert", "delete", "synonym")
    }
    assert words == {
        "insert": ["this", "year", "a"],
        "delete": ["research", "an", "of"],
        "synonym": ["predicted forecast"],
    }
    assert [alignment.ref[slice(*shift.ref)] for shift in alignment.shifts] == [("increase",), ("earlier",)]
