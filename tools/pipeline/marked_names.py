"""Sentences with marked names: "[PER Ana] left [LOC Oslo]." -> a sentence of Perpend's tokens with its entities.

The files are tests/text/names/choose.txt, on which training may choose, and final.txt, which is only measured.
"""

import re
from itertools import pairwise
from pathlib import Path

from treebank import Entity, Sentence

from perpend.text import penn_spans

__all__ = ["marked_sentences", "parsed"]

_FOLDER = Path(__file__).resolve().parents[2] / "tests" / "text" / "names"
_NAME = re.compile(r"\[(PER|LOC|ORG) ([^\]]*)\]")


def marked_sentences(part: str) -> list[Sentence]:
    """The sentences of the file `part`.txt; lines that begin with # are headings."""
    lines = (_FOLDER / f"{part}.txt").read_text("utf-8").split("\n")
    return [parsed(line) for line in lines if line and not line.startswith("#")]


def parsed(line: str) -> Sentence:
    """The sentence of a line; a name has to be whole tokens."""
    text, names, place = "", list[tuple[int, int, str]](), 0
    for found in _NAME.finditer(line):
        text += line[place : found.start()]
        names.append((len(text), len(text) + len(found[2]), found[1]))
        text += found[2]
        place = found.end()
    text += line[place:]
    spans = list(penn_spans(text))
    starts, ends = (
        {start: place for place, (start, _) in enumerate(spans)},
        {end: place for place, (_, end) in enumerate(spans, 1)},
    )
    entities: list[Entity] = [(starts[start], ends[end], label) for start, end, label in names]
    return Sentence(
        "marked",
        words=tuple(text[start:end] for start, end in spans),
        spaces=(*(end < start for (_, end), (start, _) in pairwise(spans)), True),
        entities=tuple(entities),
    )
