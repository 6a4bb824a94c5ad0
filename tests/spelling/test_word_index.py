"""The search gives exactly the words within a distance, by edits or by letters; its file is safe to open."""

import json
import struct
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

from perpend.errors import CorruptResource, MissingResource, SettingError
from perpend.files.arrays import write_arrays
from perpend.spelling._letter_scan import use_path
from perpend.spelling.changes import letters_that_differ
from perpend.spelling.prime_mapping import share_a_part
from perpend.spelling.word_index import WordIndex, open_words
from perpend.spelling.word_list import Matching

WORDS = st.text("abcdé語", min_size=1, max_size=8) | st.text("ab", min_size=1, max_size=80)
QUERIES = st.text("abcdxé語ж", max_size=8) | st.text("ab", max_size=80)


@pytest.mark.parametrize("width", [0, 1, 2])
@given(words=st.lists(WORDS, max_size=60), queries=st.lists(QUERIES, min_size=1, max_size=4), d=st.integers(0, 4))
def test_exactly_the_words_within_a_distance(width: int, words: list[str], queries: list[str], d: int) -> None:
    use_path(width)
    try:
        found = list(WordIndex.of(words).within(queries, d))
    finally:
        use_path()
    distances = [[(word, OSA.distance(query, word)) for word in sorted(set(words))] for query in queries]
    assert found == [[(word, distance) for word, distance in row if distance <= d] for row in distances]


@given(words=st.lists(WORDS, max_size=40), query=QUERIES, k=st.integers(1, 10), common=st.integers(0, 3))
def test_exactly_the_words_within_so_many_letters(words: list[str], query: str, k: int, common: int) -> None:
    differ = [
        (word, letters_that_differ(query, word)) for word in sorted(set(words)) if share_a_part(query, word, common)
    ]
    assert WordIndex.of(words).alike([query], k, common)[0] == [one for one in differ if one[1] <= k]


def test_a_thousand_queries_against_brute_force(path: int, surnames: list[str]) -> None:
    words = sorted(surnames[:20_000])
    queries = [name[1:] + name[0] if number % 2 else name[:-1] for number, name in enumerate(surnames[20_000:21_000])]
    index = WordIndex.of(words)
    distances = cdist(queries, words, scorer=OSA.distance, score_cutoff=3, dtype=np.uint8)
    for d in (2, 3):
        expected = [[(words[j], int(row[j])) for j in np.flatnonzero(row <= d)] for row in distances]
        assert list(index.within(queries, d)) == expected


def test_one_query_is_as_many() -> None:
    index = WordIndex.of(["smith", "smyth", "jones"])
    found = index.within(["smit", "jone"], 1)
    assert [found[0], found[1]] == list(found) == [[("smith", 1)], [("jones", 1)]]
    assert "smith" in index
    assert "smit" not in index


def test_a_long_query_finds_nothing_in_no_time() -> None:
    assert WordIndex.of(["smith"]).within(["s" * 100_000, ""], 3)[0] == []


@pytest.mark.parametrize(("k", "common"), [(0, 1), (11, 1), (1, -1)])
def test_what_cannot_be_asked(k: int, common: int) -> None:
    with pytest.raises(SettingError, match="needed"):
        WordIndex.of(["smith"]).alike(["smyth"], k, common)


def test_the_file_gives_the_same_answers(tmp_path: Path) -> None:
    words = ["Müller", "muller", "語", "😀😀", "\udcff", "a b"]
    index = WordIndex.of(words, Matching(ignore_case=True))
    index.write(tmp_path / "index")
    opened = WordIndex.open(tmp_path / "index")
    assert list(opened) == sorted(words)
    assert opened.matching == index.matching
    assert list(opened.within(["MULLER", "\udcff"], 1)) == list(index.within(["MULLER", "\udcff"], 1))
    index.write(tmp_path / "again")
    assert (tmp_path / "index").read_bytes() == (tmp_path / "again").read_bytes()


def test_an_index_keeps_its_matching(tmp_path: Path) -> None:
    WordIndex.of(["Smith"], Matching(ignore_case=True)).write(tmp_path / "index")
    assert open_words(tmp_path / "index").matching.ignore_case
    with pytest.raises(SettingError, match="make the index again"):
        open_words(tmp_path / "index", Matching(ignore_accents=True))


def test_no_file_and_a_wrong_file(tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match="perpend variants index"):
        WordIndex.open(tmp_path / "none")
    (tmp_path / "other").write_bytes(b"perpend\0" + bytes(100))
    with pytest.raises(CorruptResource, match="perpend variants index"):
        open_words(tmp_path / "other")


HARM = {
    "letters": lambda array: array + 9,
    "starts": lambda array: array[::-1].copy(),
    "order": lambda array: array + 9,
    "points": lambda array: array[::-1].copy(),
    "bucket": lambda array: np.full_like(array, 77),
    "first": lambda array: array + 60,
    "text_starts": lambda array: array + 1,
    "counts": lambda array: array[:-1],
    "bits": lambda array: array.astype(np.int64),
    "sizes": lambda array: array.reshape(-1, 1),
}


@pytest.mark.parametrize("name", HARM)
def test_a_file_with_wrong_numbers_is_refused(name: str, tmp_path: Path) -> None:
    index = WordIndex.of(["smith", "smyth", "jones"])
    arrays = {**index.arrays, name: HARM[name](index.arrays[name])}
    write_arrays(tmp_path / "index", kind="word-index", version=1, arrays=arrays, meta={})
    with pytest.raises(CorruptResource, match="perpend variants index"):
        WordIndex.open(tmp_path / "index")


@given(st.data())
def test_numbers_changed_by_chance_are_refused_or_lead_to_words_of_the_list(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """The file is whole by its checksum, as one from a stranger may be."""
    path = tmp_path_factory.mktemp("index") / "index"
    arrays = {name: array.copy() for name, array in WordIndex.of(["smith", "smyth", "jones", "mütze"]).arrays.items()}
    for name in data.draw(st.lists(st.sampled_from(sorted(arrays)), min_size=1, max_size=6)):
        raw = arrays[name].view(np.uint8).reshape(-1)
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    write_arrays(path, kind="word-index", version=1, arrays=arrays, meta={})
    try:
        opened = WordIndex.open(path)
    except CorruptResource:
        return
    for found in (opened.within(["smith"], 3), opened.alike(["smith"], 3, 1)):
        assert all(0 <= number < len(opened) for number in found.numbers.tolist())


def test_a_header_from_a_stranger(tmp_path: Path) -> None:
    header = json.dumps(
        {"format": 1, "kind": "word-index", "version": 1, "meta": {}, "arrays": {}, "size": 0, "payload_sha256": ""}
    ).encode()
    (tmp_path / "index").write_bytes(
        struct.pack("<8sQ32s", b"perpend\0", len(header), sha256(header).digest()) + header
    )
    with pytest.raises(CorruptResource, match="no usable array"):
        WordIndex.open(tmp_path / "index")
