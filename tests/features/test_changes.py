"""Changes of meaning: each is found in a near-copy, none where two cancel or where only something is added."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.alignment.linking import link
from perpend.features.changes import Changes, changes_of
from perpend.files.tables import read_table
from perpend.text.sentence import Sentence

PAIRS = [tuple(row) for row in read_table(Path(__file__).with_name("minimal_pairs.tsv")).rows]


def changes(text1: str, text2: str) -> Changes:
    return changes_of(link(Sentence.of(text1, "penn"), Sentence.of(text2, "penn")))


def kinds(text1: str, text2: str) -> set[str]:
    return {one.kind for one in changes(text1, text2).found}


@pytest.mark.parametrize(
    ("text1", "text2", "kind"),
    [
        ("The shop opens at nine on weekdays.", "The shop opens at ten on weekdays.", "other number"),
        ("The parcel arrived in the morning.", "The parcel did not arrive in the morning.", "negated"),
        ("The pilot checked the fuel.", "The pilot forgot to check the fuel.", "negated"),
        ("Prices rose sharply in spring.", "Prices fell sharply in spring.", "opposite"),
        ("The bridge is open to lorries.", "The bridge is closed to lorries.", "opposite"),
        ("The nurse thanked the driver warmly.", "The driver thanked the nurse warmly.", "swapped"),
        ("We flew from Rome to Oslo.", "We flew from Oslo to Rome.", "swapped"),
    ],
)
def test_a_change_is_found(text1: str, text2: str, kind: str) -> None:
    assert kinds(text1, text2) == {kind}
    assert kinds(text2, text1) == {kind}


@pytest.mark.parametrize(
    ("text1", "text2"),
    [
        ("The gate is not open.", "The gate is closed."),
        ("It took 48 hours.", "It took two days."),
        ("The dog chased the cat.", "The cat was chased by the dog."),
        ("On Monday the team left for Rome.", "The team left for Rome on Monday."),
        ("Platform No. 6 is crowded.", "Platform 6 is crowded."),
        ("The train, which is seldom full, leaves at six.", "The train leaves at six."),
        ("The meeting starts at noon.", "The meeting starts at noon."),
    ],
)
def test_no_change(text1: str, text2: str) -> None:
    assert kinds(text1, text2) == set()


@pytest.mark.parametrize(("kind", "text1", "text2"), PAIRS)
def test_minimal_pairs(kind: str, text1: str, text2: str) -> None:
    expected = set() if kind == "none" else {kind}
    assert kinds(text1, text2) == expected
    assert kinds(text2, text1) == expected


def test_a_change_names_its_tokens() -> None:
    change = changes("The pilot checked the fuel.", "The pilot forgot to check the fuel.").found[0]
    assert (change.tokens1, change.tokens2) == ((0, 0), (2, 4))
    assert (change.about1, change.about2) == ((2, 3), (4, 5))
    swap = changes("The nurse thanked the driver.", "The driver thanked the nurse.").found[0]
    assert {(swap.tokens1, swap.tokens2), (swap.with1, swap.with2)} == {((1, 2), (4, 5)), ((4, 5), (1, 2))}
    assert swap.about1 == swap.about2 == (2, 3)


@given(
    st.lists(
        st.sampled_from(
            ["the", "dog", "cat", "not", "never", "rose", "fell", "two", "3", "%", "by", "was", "from", "to", ",", "."]
        ),
        max_size=10,
    ),
    st.lists(
        st.sampled_from(
            ["the", "dog", "cat", "no", "rose", "dropped", "ten", "3", "hours", "by", "is", "to", "from", ",", "."]
        ),
        max_size=10,
    ),
)
def test_changes_name_tokens_of_the_texts(tokens1: list[str], tokens2: list[str]) -> None:
    one, other = Sentence.of(" ".join(tokens1), "penn"), Sentence.of(" ".join(tokens2), "penn")
    found = changes_of(link(one, other))
    assert 0.0 <= found.kept <= 1.0
    for change in found.found:
        assert 0 <= change.tokens1[0] <= change.tokens1[1] <= len(one.tokens)
        assert 0 <= change.tokens2[0] <= change.tokens2[1] <= len(other.tokens)
