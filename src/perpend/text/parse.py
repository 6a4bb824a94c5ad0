"""What a pipeline says of a sentence: `Parse`, one column for each kind of annotation.

    token    tag  coarse  lemma  head     relation  entity
    Maria    NNP  PROPN   Maria  visited  nsubj     PER
    visited  VBD  VERB    visit  visited  root
    Oslo     NNP  PROPN   Oslo   visited  obj       LOC

`tags` are the Penn Treebank's, `coarse` and `relations` those of Universal Dependencies. A head is the index of a
token; the root of a sentence is its own head. Entities and sentences are ranges of tokens. What the pipeline does not
say is an empty string; without heads each token is its own, and the whole text is one sentence.
"""

from dataclasses import dataclass
from typing import NamedTuple

from perpend.errors import InputError

__all__ = ["Annotation", "Entity", "Parse"]


class Entity(NamedTuple):
    """A name: the tokens [start, end) and what they name: PER, LOC or ORG (other pipelines have more labels)."""

    start: int
    end: int
    label: str


class Annotation(NamedTuple):
    """What is said of one token; `entity` is the label of the name that it is part of, or an empty string."""

    token: str
    tag: str
    coarse: str
    lemma: str
    head: int
    relation: str
    entity: str


@dataclass(frozen=True, slots=True)
class Parse:
    """For each token its tag, coarse tag, lemma, head and relation; the entities and sentences as ranges of tokens."""

    tags: tuple[str, ...]
    coarse: tuple[str, ...]
    lemmas: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    entities: tuple[Entity, ...]
    sentences: tuple[tuple[int, int], ...]

    def check(self, count: int) -> None:
        """An InputError unless every column has one value for each of `count` tokens."""
        columns = (self.tags, self.coarse, self.lemmas, self.heads, self.relations)
        if any(len(column) != count for column in columns):
            lengths = ", ".join(str(len(column)) for column in columns)
            raise InputError(
                f"{count} tokens with columns of {lengths} values came; "
                "give a tag, coarse tag, lemma, head and relation for each token"
            )
