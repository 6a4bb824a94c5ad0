"""A corpus -> topics by latent Dirichlet allocation, trained by scikit-learn's online variational Bayes.

    documents ── bags of stems ──> LatentDirichletAllocation (Hoffman, Blei and Bach 2010) ──> p(word | topic) ──> file

Stop words that are their own stems, rare stems and stems in more than half of the documents are left out, as they do
not characterise a topic. Training is reproducible by its seed. Using a model needs no scikit-learn (`topic_model`).
"""

import importlib.util
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError, MissingExtra
from perpend.lexicon.corpus import Corpus, read_corpus
from perpend.lexicon.topic_model import write_topics
from perpend.lexicon.words import is_stop_word
from perpend.types import Progress

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

__all__ = ["TopicSettings", "learn_topics", "train_topics", "train_topics_of"]

_COMMON = 0.5
_BATCH = 2048
_INNER, _STILL = 30, 1e-2


@dataclass(frozen=True, slots=True)
class TopicSettings:
    """The settings of training: the number of `topics`, the `passes` over the corpus, and the `seed`.

    Only the most frequent `words` stems that occur at least `least` times are used; `lines` lines make a document.
    """

    topics: int = 100
    passes: int = 5
    least: int = 10
    words: int = 20_000
    lines: int = 1
    seed: int = 0


def train_topics(
    paths: Sequence[Path],
    output: Path,
    settings: TopicSettings | None = None,
    *,
    name: str = "topics",
    progress: Progress | None = None,
) -> None:
    """Trains topics on the files at `paths`, one text per line, and writes them to `output`.

    `settings` default to `TopicSettings()`; `name` is stored in the model; calls `progress` during the work.
    """
    settings = settings or TopicSettings()
    _check(settings)
    corpus = read_corpus(paths, least=settings.least, lines=settings.lines, progress=progress)
    train_topics_of(corpus, output, settings, name=name, sources=[path.name for path in paths], progress=progress)


def train_topics_of(
    corpus: Corpus,
    output: Path,
    settings: TopicSettings,
    *,
    name: str = "topics",
    sources: Sequence[str] = (),
    progress: Progress | None = None,
) -> None:
    """Trains topics on a `corpus` and writes them to `output`; several models can be trained on one corpus.

    `settings`, `name` and `progress` are as in `train_topics`; `sources` names the files of the corpus.
    """
    _check(settings)
    words, counts, probabilities, prior = learn_topics(corpus, settings, progress)
    meta: dict[str, object] = {
        "name": name,
        "settings": asdict(settings),
        "sources": list(sources),
        "documents": corpus.documents,
    }
    write_topics(output, words, counts, probabilities, prior, meta)


def _check(settings: TopicSettings) -> None:
    if importlib.util.find_spec("sklearn") is None:
        raise MissingExtra("training", "scikit-learn", "learn")
    if settings.topics < 2 or min(settings.passes, settings.least, settings.words, settings.lines) < 1:
        raise InputError("at least 2 topics are needed, and passes, least, words and lines must be at least 1")


def learn_topics(
    corpus: Corpus, settings: TopicSettings, progress: Progress | None = None
) -> tuple[tuple[str, ...], NDArray[np.int64], NDArray[np.float64], float]:
    """Returns the words of the topics, their counts, their probabilities in each topic, and the prior.

    `corpus` is the training text; `settings` and `progress` are as in `train_topics`.
    """
    from sklearn.decomposition import LatentDirichletAllocation

    kept, bags = _bags(corpus, settings)
    machine = LatentDirichletAllocation(
        settings.topics,
        learning_method="online",
        batch_size=_BATCH,
        total_samples=bags.shape[0],
        max_doc_update_iter=_INNER,
        mean_change_tol=_STILL,
        random_state=settings.seed,
        n_jobs=1,
    )
    order = np.random.default_rng(settings.seed)
    for done in range(settings.passes):
        shuffled = order.permutation(bags.shape[0])
        for start in range(0, len(shuffled), _BATCH):
            if progress:
                progress(f"pass {done + 1} of {settings.passes}", start, len(shuffled))
            machine.partial_fit(bags[shuffled[start : start + _BATCH]])
    components = machine.components_ / machine.components_.sum(axis=1, keepdims=True)
    words = tuple(corpus.words[k] for k in kept)
    return words, corpus.counts[kept], np.asarray(components.T, np.float64), float(machine.doc_topic_prior_)


def _bags(corpus: Corpus, settings: TopicSettings) -> tuple[NDArray[np.int64], "csr_matrix[Any]"]:
    """Returns the numbers of the kept words, and their counts in each document that has one."""
    from scipy.sparse import csr_matrix

    document = np.repeat(np.arange(corpus.documents), np.diff(corpus.first))
    ones = np.ones(len(document), np.float64)
    bags = csr_matrix((ones, (document, corpus.numbers)), shape=(corpus.documents, len(corpus.words)))
    bags.sum_duplicates()
    shares = np.bincount(bags.indices, minlength=len(corpus.words)) / max(corpus.documents, 1)
    usable = np.array([not is_stop_word(word) for word in corpus.words]) & (shares <= _COMMON)
    frequent = np.argsort(-np.where(usable, corpus.counts, 0), kind="stable")[: settings.words]
    kept = np.sort(frequent[usable[frequent]])
    bags = bags[:, kept]
    bags = bags[np.asarray(bags.sum(axis=1)).ravel() > 0]
    if len(kept) < settings.topics or bags.shape[0] < settings.topics:
        raise InputError(
            f"{len(kept)} words in {bags.shape[0]} documents are too few for {settings.topics} topics: "
            "give more texts, or ask for fewer topics"
        )
    return kept, bags
