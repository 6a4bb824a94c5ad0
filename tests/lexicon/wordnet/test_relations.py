"""Which tokens of two texts are related: equal before stem before synonym."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError
from perpend.lexicon.wordnet.relations import relations
from perpend.text import Sentence, stem

WORDS = st.lists(st.sampled_from(["cat", "cats", "Cat", "run", "running", "blue", "."]), max_size=6).map(" ".join)


def test_equal_and_stem() -> None:
    found = relations(Sentence.of("The dogs bark", "penn"), Sentence.of("the dog barks , the", "penn"))
    assert list(found) == [(0, 0, "equal"), (0, 4, "equal"), (1, 1, "stem"), (2, 2, "stem")]


def test_a_blank_text_has_no_relations() -> None:
    assert (
        list(relations(Sentence.of(""), Sentence.of("a b")))
        == list(relations(Sentence.of("a b"), Sentence.of("")))
        == []
    )


def test_too_many_pairs_are_refused() -> None:
    with pytest.raises(InputError, match="words: two texts with 9,000,000 pairs of words are too long"):
        next(relations(Sentence.of("a " * 3000), Sentence.of("b " * 3000)))


@given(WORDS, WORDS)
def test_every_pair_has_the_first_relation_that_holds(first: str, second: str) -> None:
    text1, text2 = Sentence.of(first), Sentence.of(second)
    found = {(i, j): relation for i, j, relation in relations(text1, text2) if relation != "synonym"}
    for i, word in enumerate(text1):
        for j, other in enumerate(text2):
            expected = "equal" if word == other else "stem" if stem(word) == stem(other) else None
            assert found.get((i, j)) == expected


def test_synonyms() -> None:
    found = list(relations(Sentence.of("a big automobile"), Sentence.of("large cars")))
    assert found == [(1, 0, "synonym"), (2, 1, "synonym")]
