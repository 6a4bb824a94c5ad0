"""The texts that word vectors and topics are learned from, some 12 million words.

    <mirror>/bitext/nc11.es-en.en.xz, .doc.xz    News Commentary v11, its English side
    <mirror>/mono/*.xz                           Brown, Reuters-21578, abc, webtext, addresses
    the store: wordnet-dict                      WordNet's glosses

Vectors see a sentence a line. Topics see documents: ten lines of an article, a whole article of Reuters's, a gloss.
"""

import lzma
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path

from experiments.sources import data_folder
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.glosses import Glosses
from perpend.resources.store import resource_path

__all__ = ["write_documents", "write_sentences"]

_MONO = ("abc", "brown", "inaugural", "reuters21578.docs", "state_union", "webtext")
_BITEXT = ("nc11.es-en.en.xz", "nc11.es-en.doc.xz")
_LINES = 10
"""This many lines of running text are a document."""


def write_sentences(mirror: Path | str | None, folder: Path) -> list[Path]:
    """Writes a file of sentences for each source into `folder`, from the data in `mirror`, and returns the files."""
    bitext, mono = _sources(mirror)
    texts = {"nc11": _lines_of(bitext / _BITEXT[0]), "glosses": _gloss_lines()}
    return _written(folder, texts | {name: _lines_of(path) for name, path in mono.items()})


def write_documents(mirror: Path | str | None, folder: Path) -> list[Path]:
    """Writes a file of documents for each source into `folder`, from the data in `mirror`, and returns the files."""
    bitext, mono = _sources(mirror)
    texts = {"nc11": _bitext_documents(bitext), "glosses": _gloss_lines()}
    sizes = {name: 1 if "docs" in name else _LINES for name in mono}
    return _written(folder, texts | {name: _joined(_lines_of(path), sizes[name]) for name, path in mono.items()})


def _sources(mirror: Path | str | None) -> tuple[Path, dict[str, Path]]:
    names = {name: f"{name}.txt.xz" for name in _MONO}
    mono = data_folder(mirror, "mono", "texts in one language", names.values())
    bitext = data_folder(mirror, "bitext", "News Commentary", _BITEXT)
    return bitext, {name: mono / file for name, file in names.items()}


def _written(folder: Path, texts: dict[str, Iterator[str]]) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in texts.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return [folder / name for name in texts]


def _lines_of(path: Path) -> Iterator[str]:
    with lzma.open(path, "rt", encoding="utf-8", errors="replace") as file:
        yield from (line.strip() for line in file)


def _gloss_lines() -> Iterator[str]:
    """Each synset's words and gloss, with its examples."""
    wordnet, glosses = WordNet.shipped(), Glosses(resource_path("wordnet-dict"))
    for synset in range(len(wordnet.tables.synset_type)):
        gloss = glosses.gloss(synset)
        words = " ".join(word.replace("_", " ") for word in wordnet.lemmas(synset))
        yield " ; ".join([words, gloss.definition, *gloss.examples])


def _joined(lines: Iterator[str], size: int) -> Iterator[str]:
    while chunk := list(islice(lines, size)):
        yield " ".join(chunk)


def _bitext_documents(folder: Path) -> Iterator[str]:
    """Lines of one article, ten at a time."""
    sides = zip(_lines_of(folder / _BITEXT[1]), _lines_of(folder / _BITEXT[0]), strict=True)
    for _, rows in groupby(sides, key=lambda row: row[0]):
        yield from _joined((text for _, text in rows), _LINES)
