"""Files of text -> a language model on disk.

    files  ->  numbers  ->  levels of counts  ->  probabilities  ->  an ARPA file
            sentences        counting              estimate           arpa

The text is held as numbers, and each order is sorted in memory: that takes at most `bytes_a_word(order)` bytes for each
word of the text, 250 for order 4, and a text too long for the memory that is allowed is refused while it is read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perpend.errors import InputError, SettingError
from perpend.files.writing import check_output
from perpend.lexicon.language_model.arpa import write_arpa
from perpend.lexicon.language_model.counting import counted
from perpend.lexicon.language_model.estimate import MAX_ORDER, estimated, thresholds
from perpend.lexicon.language_model.sentences import END, Cut, bytes_a_word, read_sentences
from perpend.types import Progress

__all__ = ["Trained", "train_language_model"]


@dataclass(frozen=True, slots=True)
class Trained:
    """What a model was made of: sentences, words, different words, n-grams of each order, and discounts of each."""

    sentences: int
    words: int
    types: int
    ngrams: tuple[int, ...]
    discounts: tuple[tuple[float, float, float], ...]

    def to_dict(self) -> dict[str, Any]:
        """The facts as plain JSON values."""
        found = {"sentences": self.sentences, "words": self.words, "types": self.types}
        return found | {"ngrams": list(self.ngrams), "discounts": [list(level) for level in self.discounts]}


def train_language_model(
    paths: Sequence[Path | str],
    output: Path | str,
    *,
    order: int = 4,
    prune: Sequence[int] = (0,),
    min_count: int = 1,
    cut: Cut = str.split,
    memory: int = 1 << 32,
    report: Progress = lambda *_: None,
) -> Trained:
    """Train on files of a sentence a line (plain, gzip or xz) and write `output` in ARPA format."""
    if not 1 <= order <= MAX_ORDER:
        raise SettingError(f"order {order}: n-grams of 1 to {MAX_ORDER} words are possible")
    if min_count < 1:
        raise SettingError(f"min_count {min_count}: 1 keeps every word, and less is impossible")
    if not paths:
        raise InputError("there is no text to train on: name at least one file")
    limits = thresholds(prune, order)
    check_output(Path(output), *map(Path, paths))
    most = memory // bytes_a_word(order)
    sentences = read_sentences(paths, cut, min_count=min_count, most=most, report=report)
    report("counting", 0, 0)
    model = estimated(counted(sentences, order), limits)
    write_arpa(output, model, sentences.words, report)
    ends = int((sentences.numbers == END).sum())
    return Trained(
        ends,
        len(sentences.numbers) - 2 * ends,
        len(sentences.words),
        tuple(int(estimate.kept.sum()) for estimate in model),
        tuple(estimate.discounts for estimate in model),
    )
