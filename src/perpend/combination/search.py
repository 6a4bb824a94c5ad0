"""Beam search for the best paths through a graph: this is the definition, `_search.pyx` its compiled twin.

              the/-.2      cat/-.1
    start  o ---------> o ---------> o  end        an arc has a score and any number of words, none for a null arc
              a/-.9        cats/-1.2

A *state* is a node with the last three words before it. The score of a word depends on these three and itself: it is
the sum of the scores of the n-grams of up to four words that it ends, from a table, and of the language models. Of
paths that meet in a state only the best is continued, because later scores are the same; at each node the `beam` best
states are continued. Of two equal ones the first found is better, and arcs are tried in their order.

Every way into a state is stored, so that the n best paths can be read off afterwards: the best one first, then always
the cheapest deviation from those already read. Their order is exact for the states in the beam. Paths with the same
words count once; at most `tries` paths are read.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Arcs", "BoundModel", "Found", "NgramScores", "history_words", "ngram_key", "search_plainly"]

_BITS = 16
_MASK = (1 << _BITS) - 1
_HISTORY = (1 << 3 * _BITS) - 1


class BoundModel(Protocol):
    """A language model for the forms of one segment; keys are those of `ngram_key`."""

    def word(self, key: int) -> float:
        """Returns the natural log probability of the last word of `key` after the others."""

    def end(self, history: int) -> float:
        """Returns the natural log probability of the end of the text after `history`."""


@dataclass(frozen=True, slots=True, eq=False)
class Arcs:
    """A graph for the search: nodes are numbered from start to end, arcs are sorted by their tail node.

    The arcs of node n are first[n] to first[n + 1]; the words of arc a are words[word_start[a] : word_start[a + 1]].
    """

    first: NDArray[np.int32]
    head: NDArray[np.int32]
    score: NDArray[np.float64]
    word_start: NDArray[np.int32]
    words: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class NgramScores:
    """The scores of n-grams: sorted keys with a score each, and language models with their weights."""

    keys: NDArray[np.uint64]
    scores: NDArray[np.float64]
    models: tuple[tuple[float, BoundModel], ...] = ()


class Found(NamedTuple):
    """A path: its score, the indices of its arcs, and its words."""

    score: float
    arcs: tuple[int, ...]
    words: tuple[int, ...]


def ngram_key(words: Sequence[int]) -> int:
    """Packs `words`, up to four word numbers, into one integer, the last in the lowest bits."""
    key = 0
    for word in words:
        key = key << _BITS | word
    return key


def history_words(key: int) -> list[int]:
    """Returns the word numbers of `key`, first to last, without the empty positions before the text begins."""
    return [word for shift in (48, 32, 16, 0) if (word := key >> shift & _MASK)]


@dataclass(slots=True)
class _State:
    node: int
    history: int
    score: float
    ways: list[tuple[float, int, int]]
    """Each way into the state: score, the state it comes from (-1 at the start), and the arc (-1 for the end)."""


class _Steps:
    """The scores of words after a history, cached because many paths share them."""

    def __init__(self, ngrams: NgramScores) -> None:
        self._table = dict(zip(ngrams.keys.tolist(), ngrams.scores.tolist(), strict=True))
        self._models = ngrams.models
        self._known: dict[int, float] = {}

    def of(self, key: int) -> float:
        if key not in self._known:
            score = 0.0
            for order in range(1, 5):
                # An n-gram must not begin before the text.
                if key >> _BITS * (order - 1) & _MASK:
                    score += self._table.get(key & (1 << _BITS * order) - 1, 0.0)
            for weight, model in self._models:
                score += weight * model.word(key)
            self._known[key] = score
        return self._known[key]

    def end(self, history: int) -> float:
        score = 0.0
        for weight, model in self._models:
            score += weight * model.end(history)
        return score


def search_plainly(arcs: Arcs, ngrams: NgramScores, *, beam: int, paths: int, tries: int) -> list[Found]:
    """Returns at most `paths` paths with different words, the best first.

    `arcs` is the graph and `ngrams` has the scores of n-grams; `beam` is the number of states that are continued at a
    node, `tries` the most paths that are read.
    """
    states = _forward(arcs, ngrams, beam)
    return _read(arcs, states, paths, tries)


def _forward(arcs: Arcs, ngrams: NgramScores, beam: int) -> list[_State]:
    """Returns all states; the last one is the end, with a way from each state of the last node."""
    steps, nodes = _Steps(ngrams), len(arcs.first) - 1
    states = [_State(0, 0, 0.0, [])]
    at: list[dict[int, int]] = [{} for _ in range(nodes)]
    at[0][0] = 0
    for node in range(nodes - 1):
        ranked = sorted(at[node].values(), key=lambda number: (-states[number].score, number))
        for number in ranked[:beam]:
            for arc in range(arcs.first[node], arcs.first[node + 1]):
                _follow(arcs, arc, number, states, at, steps)
    end = _State(nodes, 0, 0.0, [])
    for number in at[nodes - 1].values():
        _enter(end, states[number].score + steps.end(states[number].history), number, -1)
    return [*states, end]


def _follow(arcs: Arcs, arc: int, number: int, states: list[_State], at: list[dict[int, int]], steps: _Steps) -> None:
    score, history = states[number].score + float(arcs.score[arc]), states[number].history
    for word in arcs.words[arcs.word_start[arc] : arcs.word_start[arc + 1]].tolist():
        key = history << _BITS | word
        score += steps.of(key)
        history = key & _HISTORY
    head = int(arcs.head[arc])
    if history not in at[head]:
        at[head][history] = len(states)
        states.append(_State(head, history, score, []))
    _enter(states[at[head][history]], score, number, arc)


def _enter(state: _State, score: float, origin: int, arc: int) -> None:
    if not state.ways or score > state.score:
        state.score = score
    state.ways.append((score, origin, arc))


def _read(arcs: Arcs, states: list[_State], paths: int, tries: int) -> list[Found]:
    """Reads paths best first; `queue` holds deviations: (-score, order, state, rank of the way into it, later arcs)."""
    for state in states:
        state.ways.sort(key=lambda way: -way[0])
    end = len(states) - 1
    queue: list[tuple[float, int, int, int, tuple[int, ...]]] = []
    if states[end].ways:
        queue.append((-states[end].ways[0][0], 0, end, 0, ()))
    found: dict[tuple[int, ...], Found] = {}
    pushed, tried = 1, 0
    while queue and len(found) < paths and tried < tries:
        tried += 1
        negative, _, number, rank, behind = heapq.heappop(queue)
        ways = states[number].ways
        deviations = [(number, rank, behind)]
        _, origin, arc = ways[rank]
        behind = (arc, *behind) if arc >= 0 else behind
        while states[origin].ways:
            deviations.append((origin, 0, behind))
            _, previous, arc = states[origin].ways[0]
            origin, behind = previous, (arc, *behind)
        for place, taken, after in deviations:
            choices = states[place].ways
            if taken + 1 < len(choices):
                worse = -negative + (choices[taken + 1][0] - choices[taken][0])
                heapq.heappush(queue, (-worse, pushed, place, taken + 1, after))
                pushed += 1
        words = _words(arcs, behind)
        found.setdefault(words, Found(-negative, behind, words))
    return list(found.values())


def _words(arcs: Arcs, path: Sequence[int]) -> tuple[int, ...]:
    return tuple(word for arc in path for word in arcs.words[arcs.word_start[arc] : arcs.word_start[arc + 1]].tolist())
