"""A forged WordNet, whose checksums are right and whose numbers are not, is refused in one line where it is used."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from perpend.errors import PerpendError
from perpend.files.arrays import write_arrays
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.glosses import Glosses
from perpend.lexicon.wordnet.tables import FORMAT, KIND, PACKAGED, SCHEMA, WordNetTables

Arrays = dict[str, NDArray[Any]]


def forged(path: Path, change: Callable[[Arrays, dict[str, Any]], object]) -> Path:
    file = WordNetTables(PACKAGED).file
    arrays, meta = {name: file[name].copy() for name in SCHEMA if name in file}, dict(file.meta)
    change(arrays, meta)
    write_arrays(path, kind=KIND, version=FORMAT, arrays=arrays, meta=meta)
    return path


def used(path: Path) -> None:
    wordnet = WordNet.open(path)
    cat = wordnet.synsets("cats", "n")[0]
    wordnet.describe(cat)
    wordnet.hypernyms(cat), wordnet.depth(cat), wordnet.information_content(cat)
    wordnet.antonyms("hot"), wordnet.are_synonyms("car", "automobile")
    wordnet.sense_key(wordnet.senses("hot", "a")[0])
    wordnet.signature()


def put(name: str, value: int) -> Callable[[Arrays, dict[str, Any]], object]:
    return lambda arrays, _: arrays[name].fill(value)


def drop(name: str) -> Callable[[Arrays, dict[str, Any]], object]:
    return lambda _, meta: meta.pop(name)


def drop_last_word(arrays: Arrays, _: dict[str, Any]) -> None:
    arrays["word.senses.count"] = arrays["word.senses.count"][:-1]


def blank(arrays: Arrays, _: dict[str, Any]) -> None:
    arrays["exceptions.noun"] = np.frombuffer(b"mice mouse\n\n", np.uint8)


def other_trie(arrays: Arrays, _: dict[str, Any]) -> None:
    arrays["words"] = arrays["words"] ^ np.uint8(1)


def no_words(arrays: Arrays, _: dict[str, Any]) -> None:
    del arrays["words"]


def listed(arrays: Arrays, letter: int) -> None:
    del arrays["words"]
    arrays["word.lengths"] = np.ones(len(arrays["word.senses.count"]), np.uint16)
    arrays["word.letters"] = np.full(len(arrays["word.lengths"]), letter, np.uint8)


def broken_letters(arrays: Arrays, _: dict[str, Any]) -> None:
    listed(arrays, 0xFF)


def twice(arrays: Arrays, _: dict[str, Any]) -> None:
    listed(arrays, ord("a"))


def foreign(arrays: Arrays, _: dict[str, Any]) -> None:
    arrays["word.senses"] = arrays["word.senses"][::-1].copy()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (put("synset.words.count", 0), "'synset.words.count' has the number 0, 1 is the least"),
        (put("synset.words.count", 3), "does not add up"),
        (put("synset.type", 9), "'synset.type' has the number 9, 5 is the most"),
        (put("synset.file", 45), "'synset.file' has the number 45, 44 is the most"),
        (put("sense.form", 2**30), "'sense.form' has a number outside"),
        (put("sense.form", 0), "is not among those of its word"),
        (put("word.senses", -5), "'word.senses' has a number outside"),
        (put("word.senses.count", 1), "'word.senses.count' does not add up"),
        (put("synset.pointers", 2**30), "'synset.pointers' has a number outside"),
        (put("synset.frequency", 0), "'synset.frequency' has a number that is not above 0"),
        (put("parts", 7), "'parts' does not ascend"),
        (drop_last_word, "has a list of .* words, .* needed"),
        (other_trie, "another trie of words"),
        (no_words, "has no list of words"),
        (broken_letters, "not UTF-8"),
        (twice, "has a list of .* words, .* needed"),
        (blank, "damaged list of exceptions"),
        (foreign, "is not among those of its word"),
        (drop("release"), "no 'release'"),
        (drop("totals"), "no 'totals'"),
    ],
)
def test_a_forged_file_is_refused(
    tmp_path: Path, change: Callable[[Arrays, dict[str, Any]], object], problem: str
) -> None:
    path = forged(tmp_path / "wordnet.arrays", change)
    with pytest.raises(PerpendError, match=problem) as caught:
        used(path)
    assert "\n" not in str(caught.value)


def test_the_shipped_file_can_be_used() -> None:
    used(PACKAGED)


def test_glosses_need_the_sources_of_their_wordnet(tmp_path: Path) -> None:
    (tmp_path / "data.noun").write_bytes(b"any")
    wordnet = WordNet.open(forged(tmp_path / "wordnet.arrays", drop("sources")))
    with pytest.raises(PerpendError, match="no 'sources'"):
        Glosses(tmp_path, wordnet).verify()
