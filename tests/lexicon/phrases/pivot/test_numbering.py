"""Numbers of phrases: exact, in the order of phrase tables, and the same whatever the memory."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.files.word_numbers import code_units
from perpend.lexicon.phrases.pivot.bitext import number_lines
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.lexicon.phrases.pivot.numbering import Phrases, number_phrases, phrase_numbers

LINES = st.lists(st.lists(st.sampled_from(["a", "b", "\U0001f600", "\ufffd"]), max_size=8), min_size=1, max_size=8)


def silent(description: str, done: int, total: int) -> None:
    pass


def numbered(folder: Path, lines: list[list[str]], length: int, memory: int) -> list[tuple[int, tuple[str, ...]]]:
    """(number, words) of every phrase of every line, by the columns; the words are read from the text."""
    with Journal(folder, {}) as journal:
        number_lines(journal, [(line, []) for line in lines])
        number_phrases(journal, "source", length, memory, silent)
        numbers = phrase_numbers(journal, "source", length).tolist()
        flat = [word for line in lines for word in line]
        found = []
        start = 0
        for line in lines:
            for place in range(len(line)):
                for size in range(1, length + 1):
                    number = numbers[start + place][size - 1]
                    assert (number > 0) == (place + size <= len(line))
                    if number:
                        found.append((number, tuple(flat[start + place : start + place + size])))
            start += len(line)
        phrases = Phrases(journal, "source", length)
        rows = phrases.words(np.array([number for number, _ in found], np.int64)).tolist()
        assert [tuple(phrases.names[k] for k in row if k >= 0) for row in rows] == [words for _, words in found]
        journal.remove()
    return found


@given(LINES, st.integers(1, 5), st.sampled_from([1, 400, 1 << 20]))
def test_one_number_one_phrase_in_order(
    tmp_path_factory: pytest.TempPathFactory, lines: list[list[str]], length: int, memory: int
) -> None:
    found = numbered(tmp_path_factory.mktemp("work") / "w", lines, length, memory)
    ordered = sorted({words for _, words in found}, key=lambda words: (len(words), list(map(code_units, words))))
    assert dict(found) == dict(enumerate(ordered, 1))
