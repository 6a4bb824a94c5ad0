"""The treebank and the named entities that the pipeline learns from: files -> sentences.

    ewt/en_ewt-ud-{train,dev,test}.conllu.xz         words, Penn tags, coarse tags, lemmas, heads, relations
    ner/uner_ewt.{dev,test}.iob2                     entities of the same sentences, by sentence id
    ner/uner_ewt.train-preliminary.iob2.xz           the same, unfinished: its OTH and O "entities" are none
    ner/wikigold.conll.txt, ner/wnut17.train.conll.xz  entities only, of other texts

A sentence that has no entities written down (`entities is None`) is not a sentence without entities (`entities == ()`):
the first teaches nothing about names, the second teaches that there are none. Labels become PER, LOC and ORG; what has
no place among them (MISC, products, creative works) is no entity.
"""

import hashlib
import lzma
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

__all__ = ["Entity", "Sentence", "checksums", "entities_only", "treebank"]

Entity = tuple[int, int, str]
_LABELS = {
    "PER": "PER",
    "LOC": "LOC",
    "ORG": "ORG",
    "person": "PER",
    "location": "LOC",
    "corporation": "ORG",
    "group": "ORG",
}
_UNER = {
    "train": "uner_ewt.train-preliminary.iob2.xz",
    "dev": "uner_ewt.dev.iob2",
    "test": "uner_ewt.test.iob2",
}


@dataclass(frozen=True)
class Sentence:
    """One sentence; a head is the place of a word, the root's head is its own place. Empty `tags`: not a treebank's."""

    document: str
    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    tags: tuple[str, ...] = ()
    coarse: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    heads: tuple[int, ...] = ()
    relations: tuple[str, ...] = ()
    entities: tuple[Entity, ...] | None = None

    @property
    def text(self) -> str:
        """The words with the blanks that were between them."""
        return "".join(word + " " * space for word, space in zip(self.words, self.spaces, strict=True)).rstrip()


def treebank(folder: Path, part: str) -> list[Sentence]:
    """The sentences of EWT's part ("train", "dev", "test") with UNER's entities where it has the same words."""
    named = dict(_uner(folder / "ner" / _UNER[part]))
    sentences = []
    for name, sentence in _conllu(folder / "ewt" / f"en_ewt-ud-{part}.conllu.xz"):
        words, entities = named.get(name, ((), ()))
        sentences.append(replace(sentence, entities=entities) if words == sentence.words else sentence)
    return sentences


def entities_only(folder: Path) -> list[Sentence]:
    """The sentences of WikiGold and WNUT-17 train: words and entities, nothing else."""
    sentences = []
    for name, separator in (("wikigold.conll.txt", " "), ("wnut17.train.conll.xz", "\t")):
        for block in _blocks(folder / "ner" / name):
            rows = [line.split(separator) for line in block]
            words, labels = tuple(row[0] for row in rows), [row[1] for row in rows]
            sentences.append(Sentence(name, words, (True,) * len(words), entities=_entities(labels)))
    return sentences


def checksums(folder: Path) -> dict[str, str]:
    """The first digits of each file's SHA-256: what figures rest on."""
    paths = sorted(path for part in ("ewt", "ner") for path in (folder / part).iterdir() if path.suffix != ".txt")
    paths.append(folder / "ner" / "wikigold.conll.txt")
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in paths}


def _lines(path: Path) -> list[str]:
    content = path.read_bytes()
    return (lzma.decompress(content) if path.suffix == ".xz" else content).decode("utf-8").split("\n")


def _blocks(path: Path) -> Iterator[list[str]]:
    """Runs of lines between blank ones."""
    block: list[str] = []
    for line in [*_lines(path), ""]:
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []


def _comment(block: Iterable[str], name: str) -> str | None:
    return next((line.partition(" = ")[2] for line in block if line.startswith(f"# {name} = ")), None)


def _conllu(path: Path) -> Iterator[tuple[str, Sentence]]:
    document = ""
    for block in _blocks(path):
        document = _comment(block, "newdoc id") or document
        yield _comment(block, "sent_id") or "", _sentence(document, [x.split("\t") for x in block if x[0] != "#"])


def _sentence(document: str, rows: list[list[str]]) -> Sentence:
    """Ranges such as 19-20 (don't = do + n't) say what follows their last word; empty nodes (8.1) are left out."""
    ranges = [(row[0].split("-"), row) for row in rows if "-" in row[0]]
    inner = {place for (first, last), _ in ranges for place in range(int(first), int(last))}
    after = {int(last): row for (_, last), row in ranges}
    rows = [row for row in rows if row[0].isdigit()]
    spaces = (
        number not in inner and "SpaceAfter=No" not in after.get(number, row)[9] for number, row in enumerate(rows, 1)
    )
    return Sentence(
        document,
        words=tuple(row[1] for row in rows),
        spaces=tuple(spaces),
        tags=tuple(row[4] for row in rows),
        coarse=tuple(row[3] for row in rows),
        lemmas=tuple(row[1] if row[2] == "_" else row[2] for row in rows),
        heads=tuple(int(row[6]) - 1 if row[6] != "0" else place for place, row in enumerate(rows)),
        relations=tuple(row[7] for row in rows),
    )


def _uner(path: Path) -> Iterator[tuple[str, tuple[tuple[str, ...], tuple[Entity, ...]]]]:
    for block in _blocks(path):
        rows = [line.split("\t") for line in block if line[0] != "#"]
        yield _comment(block, "sent_id") or "", (tuple(row[1] for row in rows), _entities([row[2] for row in rows]))


def _entities(labels: list[str]) -> tuple[Entity, ...]:
    """Spans of B- and I- labels; an I- that continues nothing begins a span (WikiGold writes no B-)."""
    spans: list[Entity] = []
    previous = "O"
    for place, label in enumerate(labels):
        kind = _LABELS.get(label[2:], "")
        if kind and label[0] == "I" and _LABELS.get(previous[2:]) == kind:
            spans[-1] = (spans[-1][0], place + 1, kind)
        elif kind:
            spans.append((place, place + 1, kind))
        previous = label
    return tuple(spans)
