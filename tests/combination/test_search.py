"""The search: what it finds is what trying every path finds, and the compiled twin finds the same."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perpend.combination import _search
from perpend.combination.search import Arcs, Found, NgramScores, history_words, ngram_key, search_plainly

SCORES = st.sampled_from([-1.0, -0.5, 0.0, 0.25, 0.3])


class Remainders:
    """A stand-in for a language model."""

    def word(self, key: int) -> float:
        return key % 7 / 8

    def end(self, history: int) -> float:
        return history % 5 / 8


@st.composite
def problems(draw: st.DrawFn) -> tuple[Arcs, NgramScores]:
    nodes = draw(st.integers(2, 5))
    arcs: list[tuple[int, int, list[int], float]] = []
    for tail in range(nodes - 1):
        heads = [tail + 1, *draw(st.lists(st.integers(tail + 1, nodes - 1), max_size=2))]
        arcs += [(tail, head, draw(st.lists(st.integers(1, 3), max_size=2)), draw(SCORES)) for head in heads]
    keys = draw(st.sets(st.lists(st.integers(1, 3), min_size=1, max_size=4).map(ngram_key), max_size=12))
    table = sorted(keys)
    starts = np.cumsum([0, *(len(arc[2]) for arc in arcs)]).astype(np.int32)
    first = np.searchsorted([arc[0] for arc in arcs], np.arange(nodes + 1)).astype(np.int32)
    graph = Arcs(
        first,
        np.array([arc[1] for arc in arcs], np.int32),
        np.array([arc[3] for arc in arcs]),
        starts,
        np.array([word for arc in arcs for word in arc[2]], np.int32),
    )
    scores = np.array([draw(SCORES) for _ in table], np.float64)
    with_model = draw(st.booleans())
    models = ((0.5, Remainders()), (2.0, Remainders())) if with_model else ()
    return graph, NgramScores(np.array(table, np.uint64), scores, models)


def all_paths(arcs: Arcs, ngrams: NgramScores) -> dict[tuple[int, ...], float]:
    """The best score of each sequence of words, by trying every path."""
    table = dict(zip(ngrams.keys.tolist(), ngrams.scores.tolist(), strict=True))
    best: dict[tuple[int, ...], float] = {}

    def walk(node: int, score: float, words: tuple[int, ...]) -> None:
        if node == len(arcs.first) - 2:
            for place in range(len(words)):
                for order in range(1, min(4, place + 1) + 1):
                    score += table.get(ngram_key(words[place + 1 - order : place + 1]), 0.0)
                for weight, model in ngrams.models:
                    score += weight * model.word(ngram_key(words[max(0, place - 3) : place + 1]))
            score += sum(weight * model.end(ngram_key(words[-3:])) for weight, model in ngrams.models)
            best[words] = max(best.get(words, -np.inf), score)
            return
        for arc in range(arcs.first[node], arcs.first[node + 1]):
            own = tuple(arcs.words[arcs.word_start[arc] : arcs.word_start[arc + 1]].tolist())
            walk(int(arcs.head[arc]), score + float(arcs.score[arc]), words + own)

    walk(0, 0.0, ())
    return best


@pytest.mark.parametrize("search", [search_plainly, _search.search])
@settings(max_examples=80, deadline=None)
@given(problem=problems())
def test_a_wide_beam_finds_the_best_of_all_paths(search: object, problem: tuple[Arcs, NgramScores]) -> None:
    arcs, ngrams = problem
    found: list[Found] = search(arcs, ngrams, beam=10_000, paths=10_000, tries=100_000)  # type: ignore[operator]
    expected = all_paths(arcs, ngrams)
    assert {path.words for path in found} == set(expected)
    assert [path.score for path in found] == pytest.approx([expected[path.words] for path in found])
    assert all(one.score >= other.score - 1e-9 for one, other in pairwise(found))


@settings(max_examples=200, deadline=None)
@given(problems(), st.integers(1, 4), st.integers(1, 6), st.integers(1, 20))
def test_the_compiled_search_is_the_plain_one(
    problem: tuple[Arcs, NgramScores], beam: int, paths: int, tries: int
) -> None:
    plain = search_plainly(*problem, beam=beam, paths=paths, tries=tries)
    assert _search.search(*problem, beam=beam, paths=paths, tries=tries) == plain
    assert plain, "a path is always found"


def test_keys_hold_four_words() -> None:
    assert history_words(ngram_key([7, 65_535, 1, 2])) == [7, 65_535, 1, 2]
    assert history_words(0) == []
