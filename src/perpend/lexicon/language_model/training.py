"""Text files -> a language model file.

    files  ->  numbers  ->  levels of counts  ->  probabilities  ->  an ARPA file
            sentences        counting              estimate           arpa

The text is kept as numbers, and each order is sorted in memory: that takes at most `bytes_a_word(order)` bytes per word
of text, 250 for order 4. A text too long for the allowed memory is refused while it is read.
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
from perpend.lexicon.language_model.sentences import Cut, bytes_a_word, read_sentences
from perpend.types import Progress

__all__ = ["Trained", "train_language_model"]


@dataclass(frozen=True, slots=True)
class Trained:
    """The facts about a trained model: the numbers of `sentences`, `words`, and `types` (different words).

    `ngrams` and `discounts` have one entry for each order.
    """

    sentences: int
    words: int
    types: int
    ngrams: tuple[int, ...]
    discounts: tuple[tuple[float, float, float], ...]

    def to_dict(self) -> dict[str, Any]:
        """Returns the facts as JSON values."""
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
    """Trains on the files at `paths`, one sentence per line, and writes `output` in ARPA format.

    `order` is the length of the longest n-grams, 1 to MAX_ORDER; `prune` is as in `thresholds`; rarer words than
    `min_count` become `<unk>`; `cut` splits a line into words; `memory` is the most to use, in bytes. Calls `report`
    with the progress.
    """
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
    return Trained(
        sentences.count,
        len(sentences.numbers) - 2 * sentences.count,
        len(sentences.words),
        tuple(int(estimate.kept.sum()) for estimate in model),
        tuple(estimate.discounts for estimate in model),
    )
