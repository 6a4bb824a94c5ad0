"""A model as an ARPA file, the format that every program for language models reads.

    \\data\\
    ngram 1=5                       how many n-grams of each order
    ngram 2=6

    \\1-grams:
    -0.8	the	-0.3                log10 of the probability, the words, log10 of the backoff weight
    ...
    \\2-grams:
    -0.2	the cat
    \\end\\

N-grams are in the order of their words' numbers. `<s>` is never predicted: its logarithm is -99, for probability 0.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perpend.files.writing import atomic_write
from perpend.lexicon.language_model.estimate import Estimate
from perpend.types import Progress

__all__ = ["arpa_lines", "write_arpa"]

_BLOCK = 50_000
_NEVER = -99.0


def write_arpa(
    path: Path | str, model: Sequence[Estimate], words: Sequence[str], report: Progress = lambda *_: None
) -> None:
    """Writes `model` to `path` atomically; the same model gives the same bytes.

    `words` are the spellings of the numbers; calls `report` with the number of n-grams written.
    """
    total, done = sum(int(estimate.kept.sum()) for estimate in model), 0
    with atomic_write(Path(path)) as file:
        for block in arpa_lines(model, words):
            file.write("".join(block).encode("utf-8"))
            done += len(block)
            report("writing", min(done, total), total)


def arpa_lines(model: Sequence[Estimate], words: Sequence[str]) -> Iterator[list[str]]:
    """Yields the lines of the file of `model`, whose numbers stand for `words`, in blocks."""
    sizes = [f"ngram {order}={int(estimate.kept.sum())}\n" for order, estimate in enumerate(model, 1)]
    yield ["\\data\\\n", *sizes]
    for order, estimate in enumerate(model, 1):
        yield ["\n", f"\\{order}-grams:\n"]
        kept = np.flatnonzero(estimate.kept)
        for start in range(0, len(kept), _BLOCK):
            yield _block(model, order, kept[start : start + _BLOCK], words)
    yield ["\n", "\\end\\\n"]


def _block(model: Sequence[Estimate], order: int, numbers: NDArray[np.int64], words: Sequence[str]) -> list[str]:
    estimate = model[order - 1]
    spelled, rest = [], numbers.astype(np.int32)
    for level in range(order, 0, -1):
        below = model[level - 1].level
        spelled.append([words[word] for word in below.word[rest].tolist()])
        rest = below.prefix[rest]
    texts = map(" ".join, zip(*reversed(spelled), strict=True))
    with np.errstate(divide="ignore"):
        logs = np.maximum(np.log10(estimate.probability[numbers]), _NEVER).tolist()
        left = np.log10(estimate.backoff[numbers]).tolist()
    if order == len(model):
        return [f"{log:.6f}\t{text}\n" for log, text in zip(logs, texts, strict=True)]
    return [f"{log:.6f}\t{text}\t{share + 0.0:.6f}\n" for log, text, share in zip(logs, texts, left, strict=True)]
