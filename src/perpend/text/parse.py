"""What a pipeline says of a sentence: `Parse`, one column for each kind of annotation.

    token    tag  coarse  lemma  head     relation  entity
    Maria    NNP  PROPN   Maria  visited  nsubj     PER
    visited  VBD  VERB    visit  visited  root
    Oslo     NNP  PROPN   Oslo   visited  obj       LOC

`tags` are the Penn Treebank's, `coarse` and `relations` those of Universal Dependencies. A head is the index of a
token; the root of a sentence is its own head. Entities and sentences are ranges of tokens. What the pipeline does not
say is an empty string; without heads each token is its own, and the whole text is one sentence.
"""

from collections.abc import Sequence
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

    @classmethod
    def of_tags(
        cls,
        tokens: Sequence[str],
        tags: Sequence[str],
        *,
        lemmas: Sequence[str] | None = None,
        heads: Sequence[int] | None = None,
        relations: Sequence[str] | None = None,
        entities: Sequence[Entity] = (),
    ) -> "Parse":
        """The parse of tokens that were tagged by hand.

        Without `lemmas` the tokens are their own lemmas; without `heads` each token is its own head; without
        `relations` they are empty strings. Coarse tags are empty, and all tokens are one sentence.
        """
        count = len(tokens)
        return cls(
            tags=tuple(tags),
            coarse=("",) * count,
            lemmas=tuple(tokens if lemmas is None else lemmas),
            heads=tuple(range(count) if heads is None else heads),
            relations=tuple([""] * count if relations is None else relations),
            entities=tuple(entities),
            sentences=((0, count),) if count else (),
        )

    def check(self, count: int) -> None:
        """An InputError unless every column has one value for each of `count` tokens."""
        columns = (self.tags, self.coarse, self.lemmas, self.heads, self.relations)
        if any(len(column) != count for column in columns):
            lengths = ", ".join(str(len(column)) for column in columns)
            raise InputError(
                f"{count} tokens with columns of {lengths} values came; "
                "give a tag, coarse tag, lemma, head and relation for each token"
            )
