"""Distances of two texts: compiled code gives the bits of the definition; what holds for every pair of texts."""

import random
import sys
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.alignment.linking import link
from perpend.features import _distances
from perpend.features.changes import changes_of
from perpend.features.distances import CHANGED, DISTANCES, GROUPS, compared, distances_plainly, group_of
from perpend.text.sentence import Sentence
from perpend.types import Doubles

WORDS = ["the", "a", "The", "dog", "dogs", "man", "bit", "barked", "two", "nine", "cars", "not", "rose", "fell", "in",
         ",", ".", "#", "^", "$", "é", "1.2", "million", "N’t", "Ω", "😀", "\x00", "x" * 80]  # fmt: skip
TEXTS = st.one_of(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), st.text(max_size=30))
PLAIN = [
    ("", ""),
    ("", "a"),
    (" ", "\n"),
    ("?!", "..."),
    ("?", "yes"),
    ("# ^ $", "^ # $"),
    ("Two dogs barked.", "two dogs barked"),
    ("She sold the car.", "She sold the car , in May , for 900 dollars ."),
    ("The dog bit the man.", "The man bit the dog."),
    ("Das ist gut.", "これはペンです"),
    ("😀 😀", "😀"),
]


def both(text1: str, text2: str) -> tuple[Doubles, Doubles]:
    """The distances by compiled code, and those of the definition."""
    found = compared(text1, text2)
    return found.distances, distances_plainly(found.links, found.changes)


@pytest.mark.parametrize(("text1", "text2"), PLAIN)
def test_plain_cases_agree_bit_by_bit(text1: str, text2: str) -> None:
    fast, plain = both(text1, text2)
    assert fast.tobytes() == plain.tobytes()
    assert compared(text2, text1).distances.tobytes() == fast.tobytes()


@given(TEXTS, TEXTS)
def test_any_pair_agrees_bit_by_bit_in_both_orders(text1: str, text2: str) -> None:
    fast, plain = both(text1, text2)
    assert fast.tobytes() == plain.tobytes()
    assert compared(text2, text1).distances.tobytes() == fast.tobytes()


@given(TEXTS, TEXTS)
def test_sides_that_are_not_put_in_order_agree_too(text1: str, text2: str) -> None:
    links = link(Sentence.of(text1, "penn"), Sentence.of(text2, "penn"))
    changes = changes_of(links)
    given_ = (0.25, 0.5, 1.0, 0.0, 1.0, 0.0, 1.0)
    fast = _distances.measure(links.words1.words, links.words2.words, links.alike, links.cells, links.anchors, given_)
    plain = distances_plainly(links, changes)
    kept = [k for k, name in enumerate(DISTANCES) if name not in ("share kept", "numbers", "both numbers", *CHANGED)]
    assert fast[kept].tobytes() == plain[kept].tobytes()


@given(TEXTS, TEXTS)
def test_distances_are_numbers_from_0_on(text1: str, text2: str) -> None:
    found = compared(text1, text2).distances
    assert np.isfinite(found).all()
    assert (found >= 0).all()


@given(TEXTS)
def test_equal_texts_have_no_distance(text: str) -> None:
    assert not compared(text, text).distances.any()


@given(st.lists(st.sampled_from(["dog", "man", "bit", "the", "two"]), min_size=1, max_size=9), st.randoms())
def test_the_meaning_of_a_bag_of_words_does_not_depend_on_their_order(
    words: list[str], shuffler: random.Random
) -> None:
    other = words.copy()
    shuffler.shuffle(other)
    found = compared(" ".join(words), " ".join(other)).distances
    assert [float(found[DISTANCES.index(name)]) for name in ("cosine", "equal words")] == [0.0, 0.0]


def test_long_texts_agree_and_are_bounded() -> None:
    rng = np.random.default_rng(0)
    text1, text2 = (" ".join(rng.choice(WORDS[:20], 2_000)) for _ in range(2))
    fast, plain = both(text1, text2)
    assert fast.tobytes() == plain.tobytes()


def test_wrong_shapes_and_links_are_refused() -> None:
    links = link(Sentence.of("a dog", "penn"), Sentence.of("the old cat", "penn"))
    one, other, rest = links.words1.words, links.words2.words, (0.0,) * 7
    for alike, cells, anchors, numbers in (
        (np.zeros((3, 2)), (), {}, rest),
        (np.zeros((2, 3)), ((2, 0),), {}, rest),
        (np.zeros((2, 3)), ((0, -1),), {}, rest),
        (np.zeros((2, 3)), (), {0: 3}, rest),
        (np.zeros((2, 3)), (), {}, rest[1:]),
    ):
        with pytest.raises(ValueError, match=r"words, but|a link of"):
            _distances.measure(one, other, alike, cells, anchors, numbers)
    with pytest.raises(TypeError):
        _distances.measure(("a", "dog"), other, np.zeros((2, 3)), (), {}, rest)  # type: ignore[arg-type]


def test_threads_find_the_same() -> None:
    pairs = [(one, other) for one, _ in PLAIN for _, other in PLAIN]
    wanted = [compared(*pair).distances.tobytes() for pair in pairs]
    found: dict[int, list[bytes]] = {}

    def work(number: int) -> None:
        found[number] = [compared(*pair).distances.tobytes() for pair in pairs]

    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(switching)
    assert list(found.values()) == [wanted] * 4


def test_every_distance_has_one_group_and_the_compiled_code_knows_how_many_there_are() -> None:
    assert len(set(DISTANCES)) == len(DISTANCES) == _distances.DISTANCES
    assert {group_of(name) for name in DISTANCES} == set(GROUPS)
