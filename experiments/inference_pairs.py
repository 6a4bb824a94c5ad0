"""Pairs of a text and a hypothesis from several sources, with what the hypothesis is to the text.

    read_inference(mirror) ──> Inference("SNLI"), Inference("MNLI"), ..., Inference("XNLI"), Inference("made")

    source      labels                                   pairs
    SNLI        entailment, neutral, contradiction       captions
    MNLI        the same                                 ten genres of speech and writing
    SICK        the same                                 captions, changed by rule; its training part
    RTE-1       entailment, not_entailment               news; its development part
    RTE-2       the same                                 news; its development part
    RTE-3       the same                                 news; its development part
    XNLI        entailment, neutral, contradiction       ten genres; to test on, never to learn from: CC BY-NC 4.0
    made        the same                                 made by rule (`experiments.inference_rules`)

Pairs that stand in a set that figures are reported for are left out in either order, whatever their case and signs.
Columns are separated by tabs; nothing is quoted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from experiments.graded import pair_key, reported_pairs
from experiments.sources import data_folder
from perpend.errors import FormatError
from perpend.files.tables import read_pairs

__all__ = ["CONTRADICTION", "ENTAILMENT", "HELD_OUT", "Inference", "NEUTRAL", "NOT", "read_inference"]

ENTAILMENT, NEUTRAL, CONTRADICTION, NOT = "entailment", "neutral", "contradiction", "not_entailment"

HELD_OUT = "XNLI"
"""The source that is not learned from."""

_FILES = {
    "SNLI": ("nli", "snli-dev.tsv", "gold"),
    "MNLI": ("nli", "mnli-matched.tsv", "gold"),
    "SICK": ("sick", "train.tsv", "entailment"),
    "RTE-1": ("rte", "rte1_dev.tsv", "gold"),
    "RTE-2": ("nli", "rte2-dev.tsv", "gold"),
    "RTE-3": ("nli", "rte3-dev.tsv", "gold"),
    HELD_OUT: ("nli", "xnli-dev.tsv", "gold"),
}
_LABELS = {
    **{name: name for name in (ENTAILMENT, NEUTRAL, CONTRADICTION, NOT)},
    **{name.upper(): name for name in (ENTAILMENT, NEUTRAL, CONTRADICTION)},
    "YES": ENTAILMENT,
    "NO": NOT,
}

_OTHERWISE = "SICK"

Texts = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Inference:
    """A source: its pairs (text, hypothesis), the label of each, and how many stand in a reported set."""

    name: str
    pairs: tuple[Texts, ...]
    labels: tuple[str, ...]
    left_out: int = 0

    @property
    def taught(self) -> tuple[str, ...]:
        """The labels that are learned from; of SICK only whether a hypothesis follows.

        SICK's judges called "a dog runs" and "a cat runs" neutral, because both may be so; those of the other
        sources, who took both texts to speak of one thing, called such pairs contradictions. No model can learn both.
        """
        if self.name != _OTHERWISE:
            return self.labels
        return tuple(label if label == ENTAILMENT else NOT for label in self.labels)

    @property
    def is_three_way(self) -> bool:
        """Whether neutral and contradiction are told apart."""
        return NOT not in self.labels


def read_inference(mirror: Path | str | None = None, names: Sequence[str] = tuple(_FILES)) -> tuple[Inference, ...]:
    """Reads sources that people labelled.

    :param mirror: the folder of the data sets, by default the one that PERPEND_MIRROR names.
    :param names: the sources.
    """
    reported = reported_pairs(mirror)
    return tuple(_read(mirror, name, reported) for name in names)


def _read(mirror: Path | str | None, name: str, reported: frozenset[str]) -> Inference:
    folder, file, gold = _FILES[name]
    path = data_folder(mirror, folder, name, [file]) / file
    found = read_pairs(path, columns=("text1", "text2"), gold=gold)
    rows = []
    for number, pair, cell in zip(found.lines, found.texts, found.gold, strict=True):
        if cell not in _LABELS:
            raise FormatError(path, number, f"{gold} is {cell!r}: one of {', '.join(_LABELS)} is needed")
        if pair_key(*pair) not in reported:
            rows.append((pair, _LABELS[cell]))
    kept = tuple(pair for pair, _ in rows), tuple(label for _, label in rows)
    return Inference(name, *kept, len(found.texts) - len(rows))
