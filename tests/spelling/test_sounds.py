"""How words sound, the words found by it, and the English list with its sounds."""

from pathlib import Path

import pytest

from perpend.resources.store import Store
from perpend.spelling.english import english_index, english_sounds, english_words
from perpend.spelling.sounds import SoundIndex, consonants, hear, spoken

ALIKE = [
    ("night", "nite"),
    ("physical", "fisikal"),
    ("rough", "ruf"),
    ("laugh", "laf"),
    ("quick", "kwik"),
    ("high", "hy"),
]
OTHERS = [("through", "rough"), ("dough", "tough"), ("cat", "cut"), ("ship", "sheep")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_words_that_sound_alike(one: str, other: str) -> None:
    assert spoken(one) == spoken(other)
    assert consonants(one) == consonants(other)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_words_that_do_not(one: str, other: str) -> None:
    assert spoken(one) != spoken(other)


def test_words_are_found_by_their_sound_however_they_are_written() -> None:
    words = ["cat", "enough", "photograph", "quick", "the"]
    found = SoundIndex.of(words).alike([hear("fotograf")])
    for matches in found:
        numbers = matches.numbers[matches.offsets[0] : matches.offsets[1]].tolist()
        assert [words[number] for number in numbers] == ["photograph"]


def test_words_without_a_key_and_words_with_one_key_keep_their_numbers() -> None:
    words = ["-", "write", "right", "rite", "'"]
    sounds = SoundIndex.of(words)
    spoken_alike = sounds.alike([hear("ryt")])[0]
    assert {1, 2, 3} <= set(spoken_alike.numbers.tolist())
    found = sounds.heard([words[number] for number in spoken_alike.numbers.tolist()], spoken_alike.numbers)
    assert found == [hear(one.word) for one in found]


@pytest.fixture(scope="module")
def listed() -> frozenset[str]:
    return frozenset(english_words().words)


@pytest.mark.parametrize("word", ["receive", "because", "dataset", "javascript", "obama", "homomorphism", "it's"])
def test_words_that_people_write_are_listed(word: str, listed: frozenset[str]) -> None:
    assert word in listed


@pytest.mark.parametrize("word", ["recieve", "definately", "becuase", "occured", "seperate", "untill", "teh"])
def test_frequent_misspellings_are_not(word: str, listed: frozenset[str]) -> None:
    assert word not in listed


def test_the_sounds_of_english_words_are_kept_beside_their_index(tmp_path: Path) -> None:
    store = Store(tmp_path)
    index = english_index(store)
    first = english_sounds(index, store)
    assert len(list((tmp_path / "words").iterdir())) == 3
    again = english_sounds(index, store)
    assert list(again.spoken) == list(first.spoken)
    assert len(again.consonants) == len(index)
