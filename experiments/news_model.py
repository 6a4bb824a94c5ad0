"""The language model of the combination's tables: English news and books of a mirror, none of it from a test set.

    <mirror>/bitext/nc11.es-en.en.xz     News Commentary, 6.8 million words
    <mirror>/mono/*.txt.xz               Reuters, Brown and others, 5 million words

N-grams of three or four words that come only once are left out.
"""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from perpend.combination.words import split_forms
from perpend.lexicon.language_model.lookup import MemoryModel
from perpend.lexicon.language_model.sentences import read_sentences
from perpend.resources.store import Store

__all__ = ["news_model", "news_texts"]

_ORDER, _PRUNE = 4, (0, 0, 1)


def news_texts(mirror: Path | str | None = None) -> list[Path]:
    """The files that the model is trained on, in order; none if the mirror lacks them."""
    found = Store(mirror=mirror).mirror
    return [] if found is None else [*sorted(found.glob("bitext/*.en.xz")), *sorted(found.glob("mono/*.txt.xz"))]


def news_model(
    mirror: Path | str | None = None, report: Callable[[str, int, int], None] = lambda *_: None
) -> tuple[MemoryModel, str] | None:
    """The model of the text in `mirror` and its signature, or None if there is no text.

    `report` is called with the progress.
    """
    paths = news_texts(mirror)
    if not paths:
        return None
    sentences = read_sentences(paths, split_forms, report=report)
    report("training a language model", 0, 0)
    checksum = sha256(sentences.numbers.tobytes()).hexdigest()[:8]
    names = ",".join(path.name.partition(".")[0] for path in paths)
    signature = f"news/{checksum}({names};order {_ORDER};prune {' '.join(map(str, _PRUNE))})"
    return MemoryModel(sentences, _ORDER, _PRUNE), signature
