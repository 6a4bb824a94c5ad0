"""Another member of a class in a near-copy: found in one place of texts that are the same elsewhere, nowhere else."""

import pytest

from perpend.alignment.linking import link
from perpend.features.changes import changes_of
from perpend.features.replacements import replaced_words
from perpend.lexicon.opposites import are_of_one_class
from perpend.text.sentence import Sentence

_EQUAL = 0.88


def replaced(text1: str, text2: str) -> list[tuple[str, str]]:
    links = link(Sentence.of(text1, "penn"), Sentence.of(text2, "penn"))
    equal = {row: column for row, column in links.anchors.items() if links.alike[row, column] >= _EQUAL}
    return [
        (" ".join(links.words1.tokens[slice(*first)]), " ".join(links.words2.tokens[slice(*second)]))
        for first, second in replaced_words(links, equal, set(), set())
    ]


@pytest.mark.parametrize(
    ("text1", "text2", "expected"),
    [
        (
            "Clara Schumann played the new sonata in Vienna.",
            "Fanny Mendelssohn played the new sonata in Prague.",
            [("Clara Schumann", "Fanny Mendelssohn"), ("Vienna", "Prague")],
        ),
        (
            "The tank is filled with helium until noon.",
            "The tank is filled with argon until noon.",
            [("helium", "argon")],
        ),
        ("The tank is filled with helium until noon.", "The tank was emptied of argon at noon.", []),
        ("She left her cap near the old gate.", "She left her hat near the old gate.", []),
        ("Rob rang the bell near the gate.", "Robert rang the bell near the gate.", []),
        ("The US sent two ships to the port.", "America sent two ships to the port.", []),
        ("They went to Vienna.", "They went to Prague.", []),
        ("", "Prague", []),
    ],
)
def test_replaced_words(text1: str, text2: str, expected: list[tuple[str, str]]) -> None:
    assert replaced(text1, text2) == expected
    assert replaced(text2, text1) == [(other, one) for one, other in expected]


def test_a_replacement_is_a_change_and_all_else_is_kept() -> None:
    one, other = (Sentence.of(f"The {word} lies in the middle of the body.", "penn") for word in ("liver", "lung"))
    found = changes_of(link(one, other))
    assert [(change.kind, change.tokens1, change.tokens2) for change in found.found] == [("opposite", (1, 2), (1, 2))]
    assert found.kept == 1.0


@pytest.mark.parametrize(
    ("word1", "word2", "expected"),
    [
        ("helium", "argon", True),
        ("verb", "noun", True),
        ("beach", "shore", False),
        ("gas", "helium", False),
        ("helium", "helium", False),
        ("helium", "idea", False),
    ],
)
def test_classes(word1: str, word2: str, expected: bool) -> None:
    assert are_of_one_class(word1, word2) is expected
    assert are_of_one_class(word2, word1) is expected
