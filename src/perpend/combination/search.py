"""The best paths through a graph, left to right with a beam: this is the definition, `_search.pyx` its compiled twin.

              the/-.2      cat/-.1
    start  o ---------> o ---------> o  end        an arc has a score and any number of words, none for a null arc
              a/-.9        cats/-1.2

A *state* is a node with the last three words before it. What a word adds depends on these three and itself: the scores
of the n-grams of up to four words that it ends, from a table, and what a language model says. Paths that meet in a
state are compared, and only the better goes on (nothing behind it can tell them apart); at each node the `beam` best
states go on. The better of two equal ones is the one that was found first, and arcs are tried in their order.

Every way into a state is kept, so that the n best paths can be read off afterwards: the best one first, then always the
cheapest deviation from those that were read. Their order is exact for the states that the beam kept. Paths with the
same words count once; at most `tries` paths are read.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Arcs", "BoundModel", "Found", "NO_NGRAMS", "NgramScores", "history_words", "ngram_key", "search_plainly"]

_BITS = 16
_MASK = (1 << _BITS) - 1
_HISTORY = (1 << 3 * _BITS) - 1


class BoundModel(Protocol):
    """A language model that knows the forms of one segment; keys are those of `ngram_key`."""

    def word(self, key: int) -> float:
        """The natural logarithm of the last word's probability behind the others."""

    def end(self, history: int) -> float:
        """That of the end of the text."""


@dataclass(frozen=True, slots=True, eq=False)
class Arcs:
    """A graph for the search: nodes are numbered from start to end, arcs are sorted by the node they leave.

    The arcs of node n are first[n] .. first[n + 1]; the words of arc a are words[word_start[a]] .. word_start[a + 1].
    """

    first: NDArray[np.int32]
    head: NDArray[np.int32]
    score: NDArray[np.float64]
    word_start: NDArray[np.int32]
    words: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class NgramScores:
    """What n-grams add: sorted keys with a score each, and language models with their weights.

    A model gives the logarithm of a word behind its history, from their key, and that of the end behind a history.
    """

    keys: NDArray[np.uint64]
    scores: NDArray[np.float64]
    models: tuple[tuple[float, BoundModel], ...] = ()


NO_NGRAMS = NgramScores(np.zeros(0, np.uint64), np.zeros(0))
"""Nothing but the arcs' own scores."""


class Found(NamedTuple):
    """A path: its score, the numbers of its arcs, and its words."""

    score: float
    arcs: tuple[int, ...]
    words: tuple[int, ...]


def ngram_key(words: Sequence[int]) -> int:
    """Up to four numbers of words in one number, the last in the lowest bits."""
    key = 0
    for word in words:
        key = key << _BITS | word
    return key


def history_words(key: int) -> list[int]:
    """The words of a key, first to last, without the empty places before the beginning of the text."""
    return [word for shift in (48, 32, 16, 0) if (word := key >> shift & _MASK)]


@dataclass(slots=True)
class _State:
    node: int
    history: int
    score: float
    ways: list[tuple[float, int, int]]
    """Each way into the state: score, the state it comes from (-1 at the start), and the arc (-1 for the end)."""


class _Steps:
    """What a word adds behind a history; kept, because paths ask the same again and again."""

    def __init__(self, ngrams: NgramScores) -> None:
        self._table = dict(zip(ngrams.keys.tolist(), ngrams.scores.tolist(), strict=True))
        self._models = ngrams.models
        self._known: dict[int, float] = {}

    def of(self, key: int) -> float:
        if key not in self._known:
            score = 0.0
            for order in range(1, 5):
                # An n-gram that would begin before the text is none.
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
    """The best paths with different words, at most `paths`, the best first."""
    states = _forward(arcs, ngrams, beam)
    return _read(arcs, states, paths, tries)


def _forward(arcs: Arcs, ngrams: NgramScores, beam: int) -> list[_State]:
    """All states; the last one is the end, with a way from each state of the last node."""
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
    """Best first; `queue` holds deviations: (- score, order, state, rank of the way into it, arcs behind it)."""
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
