"""The annotations of a sentence: `Parse`, one column for each kind of annotation.

    token    tag  coarse  lemma  head     relation  entity
    Maria    NNP  PROPN   Maria  visited  nsubj     PER
    visited  VBD  VERB    visit  visited  root
    Oslo     NNP  PROPN   Oslo   visited  obj       LOC

`tags` are the Penn Treebank's, `coarse` and `relations` those of Universal Dependencies. A head is the index of a
token; the root of a sentence is its own head. Entities and sentences are ranges of tokens. Where the pipeline
gives no annotation there is an empty string; without heads each token is its own head, and the text is one sentence.
"""

from dataclasses import dataclass
from typing import NamedTuple

from perpend.errors import InputError

__all__ = ["Annotation", "Entity", "Parse"]


class Entity(NamedTuple):
    """A name: the tokens [`start`, `end`) and its `label`, PER, LOC or ORG (other pipelines have more labels)."""

    start: int
    end: int
    label: str


class Annotation(NamedTuple):
    """The annotations of one `token`: Penn `tag`, `coarse` tag, `lemma`, index of its `head`, and `relation`.

    `entity` is the label of the name that the token is part of, or an empty string.

    `entity` is the label of the name that the token is part of, or an empty string.
    """

    token: str
    tag: str
    coarse: str
    lemma: str
    head: int
    relation: str
    entity: str


@dataclass(frozen=True, slots=True)
class Parse:
    """The `tags`, `coarse` tags, `lemmas`, `heads` and `relations` of all tokens.

    `entities` and `sentences` are ranges of tokens.
    """

    tags: tuple[str, ...]
    coarse: tuple[str, ...]
    lemmas: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    entities: tuple[Entity, ...]
    sentences: tuple[tuple[int, int], ...]

    def check(self, count: int) -> None:
        """Raises InputError unless every column has `count` values, one for each token."""
        columns = (self.tags, self.coarse, self.lemmas, self.heads, self.relations)
        if any(len(column) != count for column in columns):
            lengths = ", ".join(str(len(column)) for column in columns)
            raise InputError(
                f"{count} tokens with columns of {lengths} values came; "
                "give a tag, coarse tag, lemma, head and relation for each token"
            )
