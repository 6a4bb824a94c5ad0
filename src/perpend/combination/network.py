"""The word network: a sequence of slots, with a word of each text, or none, in every slot.

    backbone   the  vote  will  take  place  .             0 is the null arc: the text has no word here
    text 1     the  vote  will  start   0    .
    text 2     the  vote  0     took  place  today .       "today" matches nothing: it gets a slot of its own

    slot        1    2     3     4      5      6    7
    backbone   the  vote  will  take  place    0    .
    text 1     the  vote  will  start   0      0    .
    text 2     the  vote   0    took  place  today  .

Every text, after its shifts, is a row of the table without the 0s (the invariant of section 4). Words that texts insert
between the same two words of the backbone share slots: they are aligned with the slots that earlier texts made there,
by the fewest edits. A TERp paraphrase aligns several words with several; inside it, equal words share a slot, and the
others follow in order. The lattice (`lattice.py`) keeps it whole.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.alignment.problem import Op
from perpend.combination.links import Links

__all__ = ["WordNetwork", "word_network"]


@dataclass(frozen=True, slots=True, eq=False)
class WordNetwork:
    """`table[text, slot]` is a word or 0; `slot_of[k]` is the slot of the backbone's word k."""

    backbone: int
    table: NDArray[np.int32]
    slot_of: tuple[int, ...]

    @property
    def slots(self) -> int:
        """The number of slots."""
        return int(self.table.shape[1])

    def path(self, text: int) -> tuple[int, ...]:
        """Returns the words of `text` after its shifts."""
        row = self.table[text]
        return tuple(row[row > 0].tolist())


def word_network(backbone: int, links: Sequence[Links]) -> WordNetwork:
    """Builds the network of all texts; `backbone` is the index of the backbone and `links` aligns each text with it."""
    length = len(links[backbone].words)
    at = np.zeros((len(links), length), np.int32)
    gaps: list[list[list[tuple[int, int]]]] = [[] for _ in range(length + 1)]
    for text, linked in enumerate(links):
        inserted = _place(linked, links[backbone].words, at[text])
        for gap, words in inserted.items():
            _insert(gaps[gap], text, words)
    return _laid_out(backbone, at, gaps)


def _place(linked: Links, backbone: Sequence[int], row: NDArray[np.int32]) -> dict[int, list[int]]:
    """Fills the row of a text at the backbone's words; returns its other words by the backbone word they precede."""
    inserted: dict[int, list[int]] = {}
    ref = hyp = 0
    filled = row.tolist()
    for op, ref_length, hyp_length in linked.steps:
        if op == Op.PHRASE:
            pairs: Iterable[tuple[int, int]] = _inside(
                backbone[ref : ref + ref_length], linked.words[hyp : hyp + hyp_length]
            )
        else:
            pairs = ((0 if ref_length else -1, 0 if hyp_length else -1),)
        after = ref
        for ref_word, hyp_word in pairs:
            if hyp_word < 0:
                after = ref + ref_word + 1
            elif ref_word < 0:
                inserted.setdefault(after, []).append(linked.words[hyp + hyp_word])
            else:
                filled[ref + ref_word] = linked.words[hyp + hyp_word]
                after = ref + ref_word + 1
        ref, hyp = ref + ref_length, hyp + hyp_length
    row[:] = filled
    return inserted


def _insert(slots: list[list[tuple[int, int]]], text: int, words: Sequence[int]) -> None:
    """Inserts words between two words of the backbone; a slot is a list of (text, word)."""
    known = [[word for _, word in slot] for slot in slots]
    merged: list[list[tuple[int, int]]] = []
    for slot, word in _cheapest([frozenset(slot) for slot in known], words):
        merged.append(slots[slot] if slot >= 0 else [])
        if word >= 0:
            merged[-1].append((text, words[word]))
    slots[:] = merged


def _inside(ref: Sequence[int], hyp: Sequence[int]) -> list[tuple[int, int]]:
    return _cheapest([frozenset((word,)) for word in ref], hyp)


def _cheapest(slots: Sequence[frozenset[int]], words: Sequence[int]) -> list[tuple[int, int]]:
    """Returns the fewest edits between slots and words: (slot, word) in order, -1 where one side has nothing.

    Ties, from the end backwards: a pair first, then an empty slot.
    """
    if not slots:
        return [(-1, word) for word in range(len(words))]
    costs = [[0] * (len(words) + 1) for _ in range(len(slots) + 1)]
    for s in range(len(slots) + 1):
        for w in range(len(words) + 1):
            if s and w:
                same = words[w - 1] in slots[s - 1]
                costs[s][w] = min(costs[s - 1][w - 1] + (not same), costs[s - 1][w] + 1, costs[s][w - 1] + 1)
            else:
                costs[s][w] = s + w
    return _traced(costs, slots, words)


def _traced(
    costs: Sequence[Sequence[int]], slots: Sequence[frozenset[int]], words: Sequence[int]
) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    s, w = len(slots), len(words)
    while s or w:
        if s and w and costs[s][w] == costs[s - 1][w - 1] + (words[w - 1] not in slots[s - 1]):
            s, w = s - 1, w - 1
            pairs.append((s, w))
        elif s and costs[s][w] == costs[s - 1][w] + 1:
            s -= 1
            pairs.append((s, -1))
        else:
            w -= 1
            pairs.append((-1, w))
    return pairs[::-1]


def _laid_out(backbone: int, at: NDArray[np.int32], gaps: list[list[list[tuple[int, int]]]]) -> WordNetwork:
    """Puts the slots of the gaps and of the backbone's words in order."""
    texts, length = at.shape
    table = np.zeros((texts, length + sum(map(len, gaps))), np.int32)
    slot_of: list[int] = []
    slot = 0
    for place in range(length + 1):
        for said in gaps[place]:
            for text, word in said:
                table[text, slot] = word
            slot += 1
        if place < length:
            slot_of.append(slot)
            table[:, slot] = at[:, place]
            slot += 1
    return WordNetwork(backbone, table, tuple(slot_of))
