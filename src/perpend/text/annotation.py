"""What a pipeline says of a text: `AnnotatedText`, one row a token.

    word     tag  coarse  lemma  head     relation  entity
    Maria    NNP  PROPN   Maria  visited  nsubj     PER
    visited  VBD  VERB    visit  visited  root
    Oslo     NNP  PROPN   Oslo   visited  obj       LOC

`tags` are the Penn Treebank's, `coarse` and `relations` those of Universal Dependencies. A head is the place of a
token; the root of a sentence is its own head. Entities and sentences are ranges of tokens. What the pipeline does not
say is an empty string; without heads each token is its own, and the whole text is one sentence.
"""

import html
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from perpend.text.text import Text

__all__ = ["AnnotatedText", "Annotation", "Entity"]


class Entity(NamedTuple):
    """A name: the tokens [start, end) and what they name: PER, LOC or ORG (other pipelines have more labels)."""

    start: int
    end: int
    label: str


class Annotation(NamedTuple):
    """What is said of one token; `entity` is the label of the name that it is part of, or an empty string."""

    word: str
    tag: str
    coarse: str
    lemma: str
    head: int
    relation: str
    entity: str


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """A text and, for each of its tokens, tag, coarse tag, lemma, head and relation; its entities and sentences."""

    text: Text
    tags: tuple[str, ...]
    coarse: tuple[str, ...]
    lemmas: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    entities: tuple[Entity, ...]
    sentences: tuple[tuple[int, int], ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The tokens of the text."""
        return self.text.tokens

    @property
    def entity_labels(self) -> tuple[str, ...]:
        """For each token the label of its entity, or an empty string."""
        labels = [""] * len(self.words)
        for start, end, label in self.entities:
            labels[start:end] = [label] * (end - start)
        return tuple(labels)

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[Annotation]:
        columns = (self.words, self.tags, self.coarse, self.lemmas, self.heads, self.relations, self.entity_labels)
        return (Annotation(*row) for row in zip(*columns, strict=True))

    def to_dict(self) -> dict[str, Any]:
        """The annotations as plain JSON values."""
        return {
            "raw": self.text.raw,
            "tokens": list(self.words),
            "spans": [list(span) for span in self.text.spans],
            "tags": list(self.tags),
            "coarse": list(self.coarse),
            "lemmas": list(self.lemmas),
            "heads": list(self.heads),
            "relations": list(self.relations),
            "entities": [{"start": start, "end": end, "label": label} for start, end, label in self.entities],
            "sentences": [list(sentence) for sentence in self.sentences],
        }

    def to_conllu(self) -> str:
        """The sentences in CoNLL-U; entities are IOB labels in the last column, and a blank line ends a sentence."""
        return "".join(self._conllu_sentence(start, end) for start, end in self.sentences)

    def _conllu_sentence(self, start: int, end: int) -> str:
        rows = list(self)
        begun = {entity.start for entity in self.entities}
        lines = [f"# text = {_one_line(self.text.raw[self.text.spans[start][0] : self.text.spans[end - 1][1]])}"]
        for place in range(start, end):
            row = rows[place]
            head = 0 if row.head == place else row.head - start + 1
            about = [f"Entity={'B' if place in begun else 'I'}-{row.entity}"] if row.entity else []
            about += ["SpaceAfter=No"] if self._touches_next(place) else []
            columns = [place - start + 1, row.word, row.lemma, row.coarse, row.tag, "", head, row.relation, ""]
            lines.append("\t".join(str(value) or "_" for value in [*columns, "|".join(about)]))
        return "\n".join(lines) + "\n\n"

    def _touches_next(self, place: int) -> bool:
        spans = self.text.spans
        return place + 1 < len(spans) and spans[place][1] == spans[place + 1][0]

    def _repr_html_(self) -> str:
        """A table with a column a token: word, tag, lemma, relation and head, entity."""
        lines: list[list[str]] = [[], [], [], [], []]
        for row in self:
            relation = f"{row.relation} ← {self.words[row.head]}" if row.head != len(lines[0]) else row.relation
            for line, value in zip(lines, (row.word, row.tag, row.lemma, relation, row.entity), strict=True):
                line.append(value)
        body = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in line)}</tr>" for line in lines)
        return f'<table style="border-collapse:collapse;text-align:center">{body}</table>'


def _one_line(raw: str) -> str:
    return " ".join(raw.split())
