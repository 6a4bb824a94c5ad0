"""The links between two sentences: `link` and its result, `Links`.

    links = link(Sentence.of("A man bought two cars.", "penn"), Sentence.of("A man purchased a car.", "penn"))
    links.links           (Link("same", (0,), (0,), 1.0), ..., Link("synonym", (2,), (2,), 0.8), ...)
    links.only1, only2    the tokens without a link

The kind of a link is that of its closest cell: "same", "inflected", "synonym", "derived", "similar", "more specific"
(the word of text 1 is a kind of that of text 2), "more general", "opposite", "other number", or "related" where only
vectors and context speak for it. A link may have several words on either side. `moved` says whether it crosses its
neighbours."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from perpend.alignment.linking.equal_groups import Group
from perpend.alignment.linking.matching import match
from perpend.alignment.linking.words import LinkedWords, linked_words
from perpend.lexicon.opposites import are_exclusive, are_opposite
from perpend.lexicon.word_relations import relation_of
from perpend.text.quantities import Quantity, quantities_agree
from perpend.text.sentence import Sentence
from perpend.types import Doubles

__all__ = ["Link", "Links", "link"]

_NAMES = {"narrower": "more specific", "wider": "more general", "": "related"}


@dataclass(frozen=True, slots=True)
class Link:
    """One link: its `kind`, the tokens of both texts, and its `similarity` from 0 to 1."""

    kind: str
    tokens1: tuple[int, ...]
    tokens2: tuple[int, ...]
    similarity: float
    moved: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The link as plain JSON values."""
        return asdict(self) | {"tokens1": list(self.tokens1), "tokens2": list(self.tokens2)}


@dataclass(frozen=True, eq=False)
class Links:
    """The links between the words of two sentences.

    `anchors` are the one-to-one links (token of text 1 -> token of text 2), `cells` all linked pairs of tokens, `alike`
    the similarity of every pair of tokens, and `groups` the runs of tokens that say the same in another spelling.
    """

    words1: LinkedWords
    words2: LinkedWords
    anchors: dict[int, int]
    cells: tuple[tuple[int, int], ...]
    alike: Doubles
    groups: Sequence[Group] = ()

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The links, from left to right in text 1: cells that share a token are one link."""
        return tuple(self._link(rows, columns) for rows, columns in _components(self.cells))

    def _link(self, rows: list[int], columns: list[int]) -> Link:
        cells = [(float(self.alike[row, column]), -row, -column) for row in rows for column in columns]
        similarity, row, column = max(cells)
        kind = self._kind(-row, -column)
        return Link(kind, tuple(rows), tuple(columns), similarity, self._is_moved(rows, columns))

    def _kind(self, row: int, column: int) -> str:
        if any(row in rows and column in columns for rows, columns in self.groups):
            return "same"
        first, second = self.words1.forms[row], self.words2.forms[column]
        relation = relation_of(first, second)
        if relation in ("same", "inflected"):
            return relation
        if are_opposite(first, second) or are_exclusive(first, second):
            return "opposite"
        numbers1, numbers2 = _quantity_at(self.words1, row), _quantity_at(self.words2, column)
        if numbers1 and numbers2:
            return "same" if quantities_agree(numbers1, numbers2) else "other number"
        return _NAMES.get(relation, relation)

    def _is_moved(self, rows: list[int], columns: list[int]) -> bool:
        """Whether another link crosses this one."""
        return any(
            (row < rows[0] and column > columns[-1]) or (row > rows[-1] and column < columns[0])
            for row, column in self.anchors.items()
        )

    @cached_property
    def only1(self) -> tuple[int, ...]:
        """The tokens of text 1 without a link, signs left out."""
        linked = {row for row, _ in self.cells}
        return tuple(k for k in range(len(self.words1)) if k not in linked and not self.words1.signs[k])

    @cached_property
    def only2(self) -> tuple[int, ...]:
        """The tokens of text 2 without a link, signs left out."""
        linked = {column for _, column in self.cells}
        return tuple(k for k in range(len(self.words2)) if k not in linked and not self.words2.signs[k])


def _quantity_at(words: LinkedWords, place: int) -> Quantity | None:
    return next((one for one in words.quantities if one.start <= place < one.end), None)


def _components(cells: Iterable[tuple[int, int]]) -> list[tuple[list[int], list[int]]]:
    """Groups of cells that share rows or columns, by their first row."""
    groups: list[tuple[set[int], set[int]]] = []
    for row, column in cells:
        touching = [group for group in groups if row in group[0] or column in group[1]]
        merged = ({row}.union(*(one[0] for one in touching)), {column}.union(*(one[1] for one in touching)))
        groups = [group for group in groups if group not in touching] + [merged]
    return sorted((sorted(rows), sorted(columns)) for rows, columns in groups)


def link(sentence1: Sentence, sentence2: Sentence) -> Links:
    """Links the words of `sentence1` and `sentence2`.

    >>> texts = "She bought two cars.", "She purchased a car."
    >>> found = link(*(Sentence.of(text, "penn") for text in texts))
    >>> [(one.kind, one.tokens1, one.tokens2) for one in found.links][:2]
    [('same', (0,), (0,)), ('synonym', (1,), (1,))]
    """
    words1, words2 = linked_words(sentence1), linked_words(sentence2)
    found = match(words1, words2)
    return Links(words1, words2, found.anchors, found.cells, found.alike, found.groups)
