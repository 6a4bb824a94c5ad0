"""The topic models of the cross-level paper: eleven, with 20 to 500 topics.

    topic_models((20, 50), folder)      20: the shipped model      50: <folder>/topics-50.topics, trained if absent

Perpend comes with the sizes that its own models use. The others are learned from the same texts (`word_corpora`) with
the same settings, but for one: sizes above 200 see the texts once, not five times, as each pass takes minutes. They
are kept in a folder: what is there is read, and a run that was stopped goes on with the next size.
"""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from experiments.word_corpora import write_documents
from perpend.lexicon.corpus import read_corpus
from perpend.lexicon.topic_model import SHIPPED_TOPICS, TopicModel
from perpend.lexicon.topic_training import TopicSettings, train_topics_of
from perpend.resources.store import Store
from perpend.types import Progress

__all__ = ["PAPER_TOPICS", "topic_models", "train_missing"]

PAPER_TOPICS = (20, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500)
"""The numbers of topics that Vo, Caselli and Popescu (2014) name."""

_PASSES_OF_MANY = 1


def topic_models(
    sizes: Sequence[int] = PAPER_TOPICS,
    folder: Path | None = None,
    *,
    mirror: Path | str | None = None,
    progress: Progress | None = None,
) -> dict[int, TopicModel]:
    """Returns the topic models of these `sizes`, and trains those that neither the package nor `folder` has.

    :param sizes: the numbers of topics.
    :param folder: where trained models are kept; by default the folder `topics` in the store.
    :param mirror: the folder of data sets.
    :param progress: called with a description, the number of completed steps and their total.
    """
    folder = folder or Store().home / "topics"
    absent = [_settings(size) for size in sizes if size not in SHIPPED_TOPICS]
    train_missing(absent, folder, mirror=mirror, progress=progress)
    return {size: TopicModel.shipped(size) if size in SHIPPED_TOPICS else _kept(folder, size) for size in sizes}


def train_missing(
    settings: Sequence[TopicSettings],
    folder: Path,
    *,
    mirror: Path | str | None = None,
    progress: Progress | None = None,
) -> None:
    """Trains a model for each of the `settings`, one after the other, unless `folder` has it already.

    `mirror` and `progress` are as in `topic_models`.
    """
    missing = [one for one in settings if not _has(_file(folder, one.topics), one)]
    if not missing:
        return
    with TemporaryDirectory() as texts:
        documents = write_documents(mirror, Path(texts))
        corpus = read_corpus(documents, least=missing[0].least, lines=missing[0].lines, progress=progress)
    folder.mkdir(parents=True, exist_ok=True)
    names = [path.name for path in documents]
    for one in missing:
        size = one.topics
        bar = _named(progress, size)
        train_topics_of(corpus, _file(folder, size), one, name=f"perpend-lda-{size}", sources=names, progress=bar)


def _settings(size: int) -> TopicSettings:
    return TopicSettings(size) if size <= max(SHIPPED_TOPICS) else TopicSettings(size, passes=_PASSES_OF_MANY)


def _has(path: Path, settings: TopicSettings) -> bool:
    return path.exists() and TopicModel(path).file.meta.get("settings") == asdict(settings)


def _kept(folder: Path, size: int) -> TopicModel:
    return TopicModel(_file(folder, size))


def _file(folder: Path, size: int) -> Path:
    return folder / f"topics-{size}.topics"


def _named(progress: Progress | None, size: int) -> Progress:
    return lambda what, done, total: progress(f"{size} topics: {what}", done, total) if progress else None
