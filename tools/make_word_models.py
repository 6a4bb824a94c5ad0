"""Train the word vectors and topics that come with Perpend: `make word-models` (about half an hour on one core).

    PERPEND_MIRROR   bitext/nc11.es-en.en.xz, .doc.xz      News Commentary v11, its English side
                     mono/*.xz                             Brown, Reuters-21578, abc, webtext, addresses
    the store        wordnet-dict                          WordNet's glosses

Vectors see a sentence a line. Topics see documents: some lines of an article, a whole article of Reuters's, a gloss.
"""

import lzma
import os
import sys
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from perpend.lexicon.topic_model import SHIPPED_TOPICS
from perpend.lexicon.topic_training import TopicSettings, train_topics
from perpend.lexicon.vector_training import VectorSettings, train_vectors
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.glosses import Glosses
from perpend.resources.store import resource_path

DATA = Path(__file__).resolve().parents[1] / "src" / "perpend" / "lexicon" / "data"
MONO = ("abc", "brown", "inaugural", "reuters21578.docs", "state_union", "webtext")
LINES = 10
"""So many lines of running text are a document."""


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a compressed file."""
    with lzma.open(path, "rt", encoding="utf-8", errors="replace") as file:
        yield from (line.strip() for line in file)


def gloss_lines() -> Iterator[str]:
    """Each synset's words and gloss, examples among it."""
    wordnet, glosses = WordNet.shipped(), Glosses(resource_path("wordnet-dict"))
    for synset in range(len(wordnet.tables.synset_type)):
        gloss = glosses.gloss(synset)
        words = " ".join(word.replace("_", " ") for word in wordnet.lemmas(synset))
        yield " ; ".join([words, gloss.definition, *gloss.examples])


def joined(lines: Iterator[str], size: int) -> Iterator[str]:
    """So many lines as one."""
    while chunk := list(islice(lines, size)):
        yield " ".join(chunk)


def bitext_documents(folder: Path) -> Iterator[str]:
    """Lines of one article, some at a time."""
    sides = zip(lines_of(folder / "nc11.es-en.doc.xz"), lines_of(folder / "nc11.es-en.en.xz"), strict=True)
    for _, rows in groupby(sides, key=lambda row: row[0]):
        yield from joined((text for _, text in rows), LINES)


def write_corpora(mirror: Path, folder: Path) -> tuple[list[Path], list[Path]]:
    """The files for vectors and those for topics."""
    mono = {name: mirror / "mono" / f"{name}.txt.xz" for name in MONO}
    sentences = {"nc11": lines_of(mirror / "bitext" / "nc11.es-en.en.xz"), "glosses": gloss_lines()}
    sentences |= {name: lines_of(path) for name, path in mono.items()}
    documents = {"nc11": bitext_documents(mirror / "bitext"), "glosses": gloss_lines()}
    documents |= {name: joined(lines_of(path), 1 if "docs" in name else LINES) for name, path in mono.items()}
    found: list[list[Path]] = []
    for kind, texts in (("sentences", sentences), ("documents", documents)):
        (folder / kind).mkdir()
        found.append([])
        for name, lines in texts.items():
            path = folder / kind / name
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            found[-1].append(path)
    return found[0], found[1]


def report(what: str, done: int, total: int) -> None:
    """Say how far the work is."""
    print(f"\r{what} {done}/{total}   ", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Train what is named, or all."""
    mirror = Path(os.environ["PERPEND_MIRROR"])
    wanted = sys.argv[1:] or ["vectors", *map(str, SHIPPED_TOPICS)]
    with TemporaryDirectory() as folder:
        sentences, documents = write_corpora(mirror, Path(folder))
        for one in wanted:
            if one == "vectors":
                train_vectors(sentences, DATA / "words.vectors", VectorSettings(), name="perpend-lsa", progress=report)
            else:
                settings = TopicSettings(int(one))
                goal = DATA / f"topics-{one}.topics"
                train_topics(documents, goal, settings, name=f"perpend-lda-{one}", progress=report)
            print(f"\r{one} done" + " " * 40, file=sys.stderr)


if __name__ == "__main__":
    main()
