"""Reading words: what is kept, what is left out and counted, what is refused."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import FormatError, InputError
from perpend.spelling.variants import count_variants, write_variants
from perpend.spelling.word_index import WordIndex
from perpend.spelling.word_list import Matching, WordList, encoded, read_words


def listed(tmp_path: Path, content: bytes) -> WordList:
    (tmp_path / "words.txt").write_bytes(content)
    return read_words(tmp_path / "words.txt")


def test_blank_lines_and_repetitions_are_counted(tmp_path: Path) -> None:
    read = listed(tmp_path, "\ufeffsmith\r\n\n  smyth \nsmith\n\n".encode())
    assert (read.words, read.counts, read.counted, read.blank, read.repeated) == (
        ("smith", "smyth"),
        (2, 1),
        False,
        2,
        1,
    )


def test_counts_come_after_a_tab_and_are_added(tmp_path: Path) -> None:
    read = listed(tmp_path, b"smith\t900\nsmyth\nsmith\t2\n")
    assert (read.words, read.counts, read.counted) == (("smith", "smyth"), (902, 1), True)


@pytest.mark.parametrize("count", ["many", "-1", "1.5", "٣", "9" * 30])
def test_a_count_that_is_none(tmp_path: Path, count: str) -> None:
    with pytest.raises(FormatError, match=r"words.txt:2: .* after the tab: how often"):
        listed(tmp_path, f"smith\t1\nsmyth\t{count}\n".encode())


def test_a_word_of_100000_letters_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"words.txt:2: variants: a word of 100,000 letters is too long, at most 255"):
        listed(tmp_path, b"smith\n" + b"s" * 100_000 + b"\n")
    with pytest.raises(InputError, match="a word of 256 letters"):
        WordList.of(["s" * 256])
    assert len(listed(tmp_path, b"s" * 255)) == 1


def test_a_word_from_python_is_one_line() -> None:
    with pytest.raises(InputError, match="a tab or the end of a line"):
        WordList.of(["smith\tsmyth"])


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_words(tmp_path / "none")


@given(st.binary(max_size=200))
def test_any_bytes_are_words_or_an_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = tmp_path_factory.mktemp("words")
    try:
        index = WordIndex.of(listed(folder, content))
    except InputError:
        return
    written = write_variants(index, folder / "pairs.tsv", 3, 0)
    assert written.pairs == count_variants(index, 3, 0)
    assert all(encoded(word) in content for word in index)


def test_digits_and_emoji_are_letters() -> None:
    index = WordIndex.of(["2021", "2012", "😀a", "😁a", "naïve", "naive"])
    assert [word for word, _ in index.within(["2102"], 1)[0]] == ["2012"]
    assert count_variants(index, 1, 1) == 3


def test_one_letter_however_it_is_typed() -> None:
    composed, apart = "é", "e\u0301"
    assert Matching().key(apart) == composed
    assert Matching(ignore_accents=True).key(apart) == "e"
    assert WordIndex.of([apart]).within([composed], 0)[0] == [(apart, 0)]
