"""A corpus -> word vectors by latent semantic analysis of word co-occurrence.

    near(w, c)      how often c is within `window` words of w in one document, weighted by 1 / distance
    ppmi(w, c)      max(0, log of near(w, c) · N / (near(w) · near(c)^0.75 ...))     Levy, Goldberg and Dagan 2015
    ppmi ≈ U S V'   truncated singular value decomposition; the vector of w is its row of U times the root of S

Deerwester and others (1990) decompose a matrix of words by documents; words by words works better with few texts. Stop
words are neither words nor contexts, because they carry grammar; stems are looked up in the list, so "the" is a stop
word, but "was", whose stem is "wa", is not. The decomposition is scikit-learn's randomised one, reproducible by a seed.
"""

import importlib.util
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from perpend.errors import InputError, MissingExtra
from perpend.lexicon.corpus import Corpus, read_corpus
from perpend.lexicon.word_vectors import write_vectors
from perpend.lexicon.words import is_stop_word
from perpend.types import Floats, Progress

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

__all__ = ["VectorSettings", "learn_vectors", "train_vectors"]

_SMOOTHING = 0.75
"""The exponent of context counts; below 1 it reduces the weight of rare contexts."""


@dataclass(frozen=True, slots=True)
class VectorSettings:
    """The settings of training: the number of `dimensions`, the `window` of a word's context, and the `seed`.

    Stems that occur fewer than `least` times are left out; only the `contexts` most frequent stems are contexts;
    `lines` lines make a document.
    """

    dimensions: int = 250
    window: int = 8
    least: int = 5
    contexts: int = 20_000
    lines: int = 1
    seed: int = 0


def train_vectors(
    paths: Sequence[Path],
    output: Path,
    settings: VectorSettings | None = None,
    *,
    name: str = "vectors",
    progress: Progress | None = None,
) -> None:
    """Trains vectors on the files at `paths`, one text per line, and writes them to `output`.

    `settings` default to `VectorSettings()`; `name` is stored with the vectors; calls `progress` during the work.
    """
    settings = settings or VectorSettings()
    _check(settings)
    corpus = read_corpus(paths, least=settings.least, lines=settings.lines, progress=progress)
    words, vectors = learn_vectors(corpus, settings, progress)
    meta: dict[str, object] = {
        "name": name,
        "settings": asdict(settings),
        "sources": [path.name for path in paths],
        "tokens": len(corpus.numbers),
    }
    write_vectors(output, words, vectors, meta)


def _check(settings: VectorSettings) -> None:
    if importlib.util.find_spec("sklearn") is None:
        raise MissingExtra("training", "scikit-learn", "learn")
    if min(settings.dimensions, settings.window, settings.least, settings.contexts, settings.lines) < 1:
        raise InputError("dimensions, window, least, contexts and lines must be at least 1")


def learn_vectors(
    corpus: Corpus, settings: VectorSettings, progress: Progress | None = None
) -> tuple[tuple[str, ...], Floats]:
    """Returns the words that have vectors, and their vectors, not normalised.

    `corpus` is the training text; `settings` and `progress` are as in `train_vectors`.
    """
    from sklearn.utils.extmath import randomized_svd

    corpus = _without_stop_words(corpus)
    matrix = _ppmi(_near(corpus, settings, progress))
    rank = min(settings.dimensions, *(size - 1 for size in matrix.shape))
    if rank < 1:
        raise InputError("these texts have too few words to learn vectors from: give more of them")
    if progress:
        progress("decomposing", 0, 0)
    left, values, _ = randomized_svd(matrix, rank, n_iter=4, random_state=settings.seed)
    return corpus.words, np.asarray(left * np.sqrt(values), np.float32)


def _without_stop_words(corpus: Corpus) -> Corpus:
    kept = np.array([not is_stop_word(word) for word in corpus.words])
    numbers = np.where(kept, np.cumsum(kept) - 1, -1)[corpus.numbers].astype(np.int32)
    document = np.repeat(np.arange(corpus.documents), np.diff(corpus.first))[numbers >= 0]
    first = np.zeros(corpus.documents + 1, np.int64)
    np.cumsum(np.bincount(document, minlength=corpus.documents), out=first[1:])
    words = tuple(word for word, keep in zip(corpus.words, kept, strict=True) if keep)
    return Corpus(words, corpus.counts[kept], numbers[numbers >= 0], first)


def _near(corpus: Corpus, settings: VectorSettings, progress: Progress | None) -> "csr_matrix[Any]":
    """Returns how often each word is near each of the most frequent ones; an occurrence at distance d counts 1 / d."""
    from scipy.sparse import csr_matrix

    count = len(corpus.words)
    frequent = np.zeros(count, np.bool_)
    frequent[np.argsort(-corpus.counts, kind="stable")[: settings.contexts]] = True
    context = np.where(frequent, np.cumsum(frequent) - 1, -1)
    shape = (count, int(frequent.sum()))
    document = np.repeat(np.arange(corpus.documents), np.diff(corpus.first))
    total = csr_matrix(shape, dtype=np.float32)
    # No two words of a document are farther apart than its first and its last.
    farthest = min(settings.window, int(np.diff(corpus.first).max(initial=1)) - 1)
    for distance in range(1, farthest + 1):
        if progress:
            progress("counting neighbours", distance, farthest)
        here, there = corpus.numbers[:-distance], corpus.numbers[distance:]
        together = document[:-distance] == document[distance:]
        for word, other in ((here, there), (there, here)):
            used = together & frequent[other]
            ones = np.full(int(used.sum()), 1 / distance, np.float32)
            total = total + csr_matrix((ones, (word[used], context[other[used]])), shape=shape)
    return total


def _ppmi(near: "csr_matrix[Any]") -> "csr_matrix[Any]":
    """Returns the positive pointwise mutual information, with smoothed contexts; zeros are not stored."""
    matrix = near.tocoo()
    words = np.asarray(near.sum(axis=1)).ravel()
    contexts = np.asarray(near.sum(axis=0)).ravel() ** _SMOOTHING
    expected = words[matrix.row] * contexts[matrix.col] / max(contexts.sum(), 1e-300)
    matrix.data = np.maximum(np.log(np.maximum(matrix.data, 1e-300) / np.maximum(expected, 1e-300)), 0)
    found = matrix.tocsr()
    found.eliminate_zeros()
    return found
