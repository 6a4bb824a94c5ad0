"""Lists of words are looked up by the compared form of words, so each entry is its own compared form."""

from collections.abc import Iterator
from typing import Any

import pytest

from perpend.alignment.linking import equal_groups
from perpend.features import denials, exchanges, opposed_words, word_kinds
from perpend.lexicon import opposites, word_relations
from perpend.lexicon.spellings import plain_form, plain_lists, plain_phrase


def words_in(lists: Any) -> Iterator[str]:
    if isinstance(lists, str):
        yield from lists.replace("_", " ").split(" ")
    elif isinstance(lists, dict):
        for entries in lists.values():
            yield from words_in(entries)
    elif isinstance(lists, (list, tuple, set, frozenset)):
        for entry in lists:
            yield from words_in(entry)


def cue_words() -> Iterator[str]:
    cues = denials._cues()
    for name, entries in cues._asdict().items():
        phrases = [words for found in entries.values() for words, _ in found] if name == "phrases" else entries
        yield from words_in([*phrases])


LISTS = {
    "opposites": lambda: [*words_in([*opposites._listed()])],
    "phrases of opposites": lambda: [*words_in(opposites._phrases()), *opposites._phrases()],
    "exclusive classes": lambda: [*opposites._classes()],
    "negations": lambda: [*cue_words(), *denials._cues().phrases],
    "clauses": lambda: [*words_in(word_kinds.lexicon())],
    "kinds": lambda: [*word_kinds._fixed(), *word_kinds._pronouns()],
    "function words": lambda: [*word_relations._function_words()],
    "words in code": lambda: [
        *opposed_words._PLACE_WORDS, *exchanges._JOINING, *exchanges._UNEVEN, *exchanges._DO, *equal_groups._MONTHS
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_each_entry_is_its_compared_form(name: str) -> None:
    words = LISTS[name]()
    assert words
    assert [word for word in words if plain_form(word) != word] == []


def test_lists_are_normalised_inside() -> None:
    assert plain_phrase("an odour") == "a odor"
    assert plain_lists({"a": ["n't"], "b": {"c": ["the colour"]}}) == {"a": ["not"], "b": {"c": ["the color"]}}
