import lzma
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.lexicon.corpus import corpus_of, read_corpus, stems_of

TEXTS = st.lists(st.text(alphabet="ab cd'-9\n", max_size=20), min_size=1, max_size=8)


@given(st.text(max_size=60))
def test_stems_are_in_lower_case_and_have_no_digits(text: str) -> None:
    assert all(word == word.lower() and not any(map(str.isdecimal, word)) for word in stems_of(text))


@given(TEXTS, st.integers(1, 3))
def test_documents_hold_the_frequent_stems_in_their_order(texts: list[str], least: int) -> None:
    stems = [stems_of(text) for text in texts]
    flat = [word for row in stems for word in row]
    frequent = {word for word in flat if flat.count(word) >= least}
    if not frequent:
        with pytest.raises(InputError, match="no word occurs"):
            corpus_of(texts, least)
        return
    corpus = corpus_of(texts, least)
    assert set(corpus.words) == frequent
    assert corpus.counts.tolist() == [flat.count(word) for word in corpus.words]
    for row, start, end in zip(stems, corpus.first[:-1], corpus.first[1:], strict=True):
        assert [corpus.words[k] for k in corpus.numbers[start:end]] == [word for word in row if word in frequent]


def test_files_may_be_compressed_and_lines_joined(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.txt", tmp_path / "b.xz"
    plain.write_text("one two\nthree\ntwo\n", encoding="utf-8")
    packed.write_bytes(lzma.compress(b"one\n"))
    corpus = read_corpus([plain, packed], least=1, lines=2)
    assert corpus.documents == 3
    assert np.diff(corpus.first).tolist() == [3, 1, 1]


def test_a_long_string_is_no_word() -> None:
    assert stems_of("x" * 500) == []
