"""Word vectors beside people's judgments of how similar two words are: Spearman's correlation on six lists.

    <mirror>/wordsim/  simlex-999  simverb-3500  ws-353-sim  rg-65  men-tr-3k  rw-stanford     gold, text1, text2

    read_wordsim(mirror) ──> evaluate_wordsim(lists) ──> a row for each table of vectors

SimLex and SimVerb ask for similarity alone (cup and mug, not cup and coffee), MEN and the similarity part of
WordSim-353 reward relatedness as well, Rare Words has words that few tables know. A pair with a word that a table
does not know counts with cosine 0; `known` is the share of pairs whose words are both known. No vectors are trained
on these lists. The teacher's row, the encoder that the piece vectors are distilled from, was measured by
tools/distilling/word_similarity.py and is in data/wordsim-teacher.toml, because the encoder needs torch.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from experiments.sources import data_folder, published
from perpend import __version__
from perpend.evaluation.correlations import Judged, spearman
from perpend.evaluation.significance import Interval, bootstrap_interval
from perpend.files.tables import read_table
from perpend.lexicon.piece_vectors import PieceVectors
from perpend.lexicon.word_vectors import WordVectors
from perpend.types import Doubles

__all__ = ["WORD_LISTS", "WordList", "WordsimReport", "WordsimRow", "evaluate_wordsim", "read_wordsim"]

WORD_LISTS = {
    "SimLex-999": "simlex-999.tsv",
    "SimVerb-3500": "simverb-3500.tsv",
    "WordSim-353 (similarity)": "ws-353-sim.tsv",
    "RG-65": "rg-65.tsv",
    "MEN": "men-tr-3k.tsv",
    "Rare Words": "rw-stanford.tsv",
}
"""The files of the lists by name, in the order of the table."""

_SAMPLES = 500
Similarity = Callable[[str, str], float]


@dataclass(frozen=True, slots=True, eq=False)
class WordList:
    """Pairs of words with people's judgments."""

    name: str
    pairs: Sequence[tuple[str, str]]
    gold: Doubles


@dataclass(frozen=True, slots=True)
class WordsimRow:
    """One table of vectors: Spearman's correlation, its 95 % interval and the share of known pairs on each list."""

    system: str
    metrics: Mapping[str, float]
    intervals: Mapping[str, Interval] | None = None
    known: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True)
class WordsimReport:
    """The rows, the number of pairs of each list, and what the figures depend on."""

    rows: Sequence[WordsimRow]
    pairs: Mapping[str, int]
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values."""
        return {
            "task": "wordsim",
            "rows": [asdict(row) for row in self.rows],
            "pairs": dict(self.pairs),
            "signature": self.signature,
        }


def read_wordsim(mirror: Path | str | None = None) -> list[WordList]:
    """Reads the lists from the folder `mirror`, by default the one that PERPEND_MIRROR names."""
    folder = data_folder(mirror, "wordsim", "word similarity", WORD_LISTS.values())
    return [_read(folder / file, name) for name, file in WORD_LISTS.items()]


def _read(path: Path, name: str) -> WordList:
    table = read_table(path)
    pairs = list(zip(table.column("text1"), table.column("text2"), strict=True))
    return WordList(name, pairs, np.array(table.numbers("gold")))


def evaluate_wordsim(lists: Sequence[WordList], *, seed: int = 0) -> WordsimReport:
    """Measures the shipped tables of vectors on `lists`, beside the recorded figures of the teacher.

    `seed` draws the samples of pairs that the intervals come from.
    """
    pieces, lsa = PieceVectors.shipped(), WordVectors.shipped()
    teacher = published("wordsim-teacher")
    rows = [
        _row("piece vectors", lists, pieces.similarity, lambda word: bool(pieces.vector(word).any()), seed),
        _row("LSA", lists, lsa.similarity, lambda word: word in lsa, seed),
        WordsimRow(teacher["system"], {one.name: teacher["spearman"][one.name] for one in lists}),
    ]
    content = repr([(one.name, one.pairs, one.gold.tolist()) for one in lists]).encode("utf-8", "replace")
    data = f"data:wordsim/{sha256(content).hexdigest()[:8]}"
    signature = (
        f"{data}|samples:{_SAMPLES}|seed:{seed}|pieces:{pieces.signature()}|lsa:{lsa.signature()}|perpend:{__version__}"
    )
    return WordsimReport(rows, {one.name: len(one.pairs) for one in lists}, signature)


def _row(
    system: str, lists: Sequence[WordList], similarity: Similarity, knows: Callable[[str], bool], seed: int
) -> WordsimRow:
    judged = {one.name: _judged(one, similarity) for one in lists}
    return WordsimRow(
        system,
        {name: spearman(one) for name, one in judged.items()},
        {name: bootstrap_interval(_agreement, [one], samples=_SAMPLES, seed=seed) for name, one in judged.items()},
        {one.name: float(np.mean([knows(word1) and knows(word2) for word1, word2 in one.pairs])) for one in lists},
    )


def _judged(one: WordList, similarity: Similarity) -> Judged:
    return Judged(np.array([similarity(*pair) for pair in one.pairs]), one.gold)


def _agreement(parts: Sequence[Judged]) -> float:
    return spearman(parts[0])
