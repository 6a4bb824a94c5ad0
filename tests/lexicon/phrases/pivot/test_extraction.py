"""Phrase pairs: the compiled extraction finds what the definition finds, for any alignment."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.lexicon.phrases.pivot._pivot import extract
from perpend.lexicon.phrases.pivot.alignments import write_links
from perpend.lexicon.phrases.pivot.bitext import names_of, number_lines
from perpend.lexicon.phrases.pivot.extraction import SpanPair, count_phrase_pairs, extract_runs, phrase_pairs
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.lexicon.phrases.pivot.numbering import Phrases, number_phrases
from perpend.lexicon.phrases.pivot.runs import first_of, second_of

Link = tuple[int, int]


@st.composite
def aligned_pair(draw: st.DrawFn) -> tuple[list[str], list[str], list[Link]]:
    source = draw(st.lists(st.sampled_from("abc"), max_size=9))
    target = draw(st.lists(st.sampled_from("xyz"), max_size=9))
    places = st.tuples(st.integers(0, max(len(source) - 1, 0)), st.integers(0, max(len(target) - 1, 0)))
    links = draw(st.lists(places, max_size=9)) if source and target else []
    return source, target, links


def silent(description: str, done: int, total: int) -> None:
    pass


def counted(
    folder: Path, bitext: list[tuple[list[str], list[str], list[Link]]], length: int, memory: int
) -> Counter[tuple[str, str]]:
    """The phrase pairs that the whole of the extraction counts, as words."""
    with Journal(folder, {}) as journal:
        number_lines(journal, [(source, target) for source, target, _ in bitext])
        write_links(journal, [links for _, _, links in bitext], len(bitext), silent)
        for side in ("source", "target"):
            number_phrases(journal, side, length, memory, silent)
        count_phrase_pairs(journal, extract_runs(journal, length, memory, silent), memory, silent)
        keys, values = journal.column("counts.keys"), journal.column("counts.values")
        source, target = (words_of(journal, side, length, of(keys)) for side, of in _SIDES)
        assert totals(source, values) == totals_written(journal, "source", length)
        assert totals(target, values) == totals_written(journal, "target", length)
        found = Counter(dict(zip(zip(source, target, strict=True), values.tolist(), strict=True)))
        journal.remove()
    return found


_SIDES = (("source", first_of), ("target", second_of))


def words_of(journal: Journal, side: str, length: int, numbers: np.ndarray) -> list[str]:
    names = names_of(journal, side)
    rows = Phrases(journal, side, length).words(numbers).tolist()
    return [" ".join(names[word] for word in row if word >= 0) for row in rows]


def totals(phrases: list[str], values: np.ndarray) -> Counter[str]:
    found: Counter[str] = Counter()
    for phrase, value in zip(phrases, values.tolist(), strict=True):
        found[phrase] += value
    return found


def totals_written(journal: Journal, side: str, length: int) -> Counter[str]:
    column = journal.column(f"{side}.totals")
    numbers = np.flatnonzero(column)
    return Counter(dict(zip(words_of(journal, side, length, numbers), column[numbers].tolist(), strict=True)))


@given(st.lists(aligned_pair(), min_size=1, max_size=6), st.integers(1, 7), st.sampled_from([1, 4_000, 1 << 20]))
def test_the_compiled_extraction_is_the_definition(
    tmp_path_factory: pytest.TempPathFactory,
    bitext: list[tuple[list[str], list[str], list[Link]]],
    length: int,
    memory: int,
) -> None:
    wanted = Counter(
        (" ".join(source[slice(*pair.source)]), " ".join(target[slice(*pair.target)]))
        for source, target, links in bitext
        for pair in phrase_pairs(len(source), len(target), links, length)
    )
    assert counted(tmp_path_factory.mktemp("work") / "w", bitext, length, memory) == wanted


def test_the_definition_by_hand() -> None:
    # The picture of the module: la casa verde / the green house.
    pairs = set(phrase_pairs(3, 3, [(0, 0), (1, 2), (2, 1)]))
    assert pairs == {
        SpanPair((0, 1), (0, 1)),
        SpanPair((1, 2), (2, 3)),
        SpanPair((2, 3), (1, 2)),
        SpanPair((1, 3), (1, 3)),
        SpanPair((0, 3), (0, 3)),
    }


def test_words_without_links_may_stand_at_the_edges() -> None:
    # Of a b and x, only b and x are linked: b/x, and a b/x.
    assert list(phrase_pairs(2, 1, [(1, 0)])) == [SpanPair((0, 2), (0, 1)), SpanPair((1, 2), (0, 1))]
    assert list(phrase_pairs(2, 2, [])) == []


def test_a_thousand_words_in_one_line(tmp_path: Path) -> None:
    words = [f"w{k}" for k in range(1_000)]
    found = counted(tmp_path / "w", [(words, words, [(k, k) for k in range(1_000)])], 7, 1 << 20)
    assert len(found) == sum(1_000 - k for k in range(7))
    assert found["w0 w1", "w0 w1"] == 1


def test_columns_that_do_not_fit_are_refused() -> None:
    numbers, room = np.zeros((3, 2), np.uint32), np.zeros(100, np.uint64)
    good: dict[str, Any] = {
        "source_starts": [0, 3], "target_starts": [0, 3], "link_starts": [0, 1], "line": 0, "max_length": 2,
    }  # fmt: skip
    for change, problem in [
        ({"source_starts": [0, 4]}, "the source do not begin within its 3 items"),
        ({"target_starts": [2, 1]}, "the target do not begin"),
        ({"target_starts": []}, "the target do not begin"),
        ({"source_starts": [-1, 1]}, "the source do not begin"),
        ({"link_starts": [0, 9]}, "the links do not begin within its 1 items"),
        ({"link_starts": [0, 1, 1]}, "different numbers of lines"),
        ({"line": -1}, "from line -1"),
        ({"max_length": 3}, "of up to 3 words"),
    ]:
        given = good | change
        starts = [np.array(given[f"{name}_starts"], np.int64) for name in ("source", "target", "link")]
        with pytest.raises(InputError, match=problem):
            extract(*starts, np.zeros(1, np.uint32), numbers, numbers, given["line"], given["max_length"], room)
