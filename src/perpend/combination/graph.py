"""The graph that is searched: nodes, and arcs with words and votes.

    network of 3 slots        o ==== o ==== o ==== o        one arc for each word of a slot, and one for 0
    two networks              o ==== o ==== o ==== o        both begin in the first node and end in the last
                               \\=== o ======= o ===/

`votes[arc, system]` is the share of the system's candidates that have this arc. `span` is the number of slots that an
arc crosses: 1, or more for a phrase. Arcs are sorted by their tail node.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.combination.network import WordNetwork

__all__ = ["Graph", "graph_of_arcs", "graph_of_network", "joined"]

_FORMS = 1 << 16


@dataclass(frozen=True, eq=False)
class Graph:
    """Arrays over arcs: tail and head nodes, words[word_start[a] : word_start[a + 1]], votes, spans.

    `by_backbone` is 1 for arcs of the backbone; `begins` is the network's number on its first arcs, else -1.
    """

    nodes: int
    tail: NDArray[np.int32]
    head: NDArray[np.int32]
    word_start: NDArray[np.int32]
    words: NDArray[np.int32]
    votes: NDArray[np.float64]
    by_backbone: NDArray[np.float64]
    span: NDArray[np.int32]
    begins: NDArray[np.int32]

    @property
    def word_counts(self) -> NDArray[np.int32]:
        """The number of words of each arc."""
        return np.diff(self.word_start)

    def arc_words(self, arc: int) -> tuple[int, ...]:
        """Returns the words of `arc`, none for a null arc."""
        return tuple(self.words[self.word_start[arc] : self.word_start[arc + 1]].tolist())

    def first(self) -> NDArray[np.int32]:
        """Returns for each node the index of its first arc, followed by the number of arcs."""
        return np.searchsorted(self.tail, np.arange(self.nodes + 1)).astype(np.int32)


def graph_of_network(network: WordNetwork, shares: NDArray[np.float64]) -> Graph:
    """Returns `network` as a graph; `shares[text, system]` are the votes of each text."""
    slots = network.slots
    if slots == 0:
        return _empty(shares)
    slot_and_word = network.table + np.arange(slots, dtype=np.int64) * _FORMS
    arcs, which = np.unique(slot_and_word, return_inverse=True)
    which = which.reshape(slot_and_word.shape)
    said = np.zeros((len(arcs), len(shares)))
    said[which, np.arange(len(shares))[:, None]] = 1.0
    votes = said @ shares
    by_backbone = np.zeros(len(arcs))
    by_backbone[which[network.backbone]] = 1.0
    tail, word = (arcs // _FORMS).astype(np.int32), (arcs % _FORMS).astype(np.int32)
    return Graph(
        nodes=slots + 1,
        tail=tail,
        head=tail + 1,
        word_start=np.concatenate([[0], np.cumsum(word > 0)]).astype(np.int32),
        words=word[word > 0],
        votes=votes,
        by_backbone=by_backbone,
        span=np.ones(len(arcs), np.int32),
        begins=np.where(tail == 0, 0, -1).astype(np.int32),
    )


def graph_of_arcs(
    nodes: int, arcs: Sequence[tuple[int, int, tuple[int, ...], NDArray[np.float64], float]], systems: int
) -> Graph:
    """Returns a graph of `nodes` nodes for `systems` systems.

    `arcs` are (tail, head, words, votes, 1 if the backbone has it else 0), sorted by tail.
    """
    if nodes == 1:
        return _empty(np.ones((1, systems)))
    tail, head = (np.array([arc[end] for arc in arcs], np.int32) for end in (0, 1))
    return Graph(
        nodes=nodes,
        tail=tail,
        head=head,
        word_start=np.cumsum([0, *(len(arc[2]) for arc in arcs)]).astype(np.int32),
        words=np.array([word for arc in arcs for word in arc[2]], np.int32),
        votes=np.array([arc[3] for arc in arcs]),
        by_backbone=np.array([arc[4] for arc in arcs]),
        span=head - tail,
        begins=np.where(tail == 0, 0, -1).astype(np.int32),
    )


def _empty(shares: NDArray[np.float64]) -> Graph:
    """Returns the graph for texts that are all empty: one null arc."""
    zero, one = np.zeros(1, np.int32), np.ones(1, np.int32)
    votes = shares.sum(axis=0, keepdims=True)
    return Graph(2, zero, one, np.zeros(2, np.int32), np.zeros(0, np.int32), votes, np.ones(1), one, zero)


def joined(graphs: Sequence[Graph]) -> Graph:
    """Joins `graphs` side by side, with a common start and a common end."""
    if len(graphs) == 1:
        return graphs[0]
    inner = [graph.nodes - 2 for graph in graphs]
    end = 1 + sum(inner)
    before = np.concatenate([[0], np.cumsum(inner)])
    tail = np.concatenate([np.where(g.tail == 0, 0, g.tail + b) for g, b in zip(graphs, before, strict=False)])
    head = np.concatenate(
        [np.where(g.head == g.nodes - 1, end, g.head + b) for g, b in zip(graphs, before, strict=False)]
    )
    begins = np.concatenate([np.where(g.begins >= 0, n, -1) for n, g in enumerate(graphs)])
    order = np.argsort(tail, kind="stable")
    counts = np.concatenate([g.word_counts for g in graphs])
    words = np.concatenate([g.words for g in graphs])
    starts = np.concatenate([[0], np.cumsum(counts)])[:-1]
    return Graph(
        nodes=end + 1,
        tail=tail[order].astype(np.int32),
        head=head[order].astype(np.int32),
        word_start=np.concatenate([[0], np.cumsum(counts[order])]).astype(np.int32),
        words=words[_ranges(starts[order], counts[order])],
        votes=np.concatenate([g.votes for g in graphs])[order],
        by_backbone=np.concatenate([g.by_backbone for g in graphs])[order],
        span=np.concatenate([g.span for g in graphs])[order],
        begins=begins[order].astype(np.int32),
    )


def _ranges(starts: NDArray[np.int64], counts: NDArray[np.int32]) -> NDArray[np.int64]:
    """Returns the concatenation of range(start, start + count) for all starts and counts."""
    total = int(counts.sum())
    offsets = np.repeat(starts - np.concatenate([[0], np.cumsum(counts)])[:-1], counts)
    return (offsets + np.arange(total)).astype(np.int64)
