"""Opposites are sought beside linked words only, and none stands elsewhere: the same as if all words were compared."""

import random

import pytest

from perpend.alignment.linking.links import link
from perpend.features import opposed_words
from perpend.features.changes import changes_of
from perpend.text.sentence import Sentence
from tests.laws.laws import read_bases

WORDS = [
    *("the", "door", "he", "and", "is", ".", "put", "took", "on", "off", "up", "down", "before", "after"),
    *("open", "closed", "rose", "fell", "hot", "cold", "rich", "poor"),
]


def pairs() -> list[tuple[str, str]]:
    drawn = random.Random(0)
    texts = [" ".join(drawn.choices(WORDS, k=drawn.randint(1, 12))) for _ in range(400)]
    return [
        *zip(texts[::2], texts[1::2], strict=True),
        *((base.text, text) for base in read_bases("strangers1") for text in base.texts.values()),
    ]


def found(first: str, second: str) -> object:
    return changes_of(link(Sentence.of(first, "penn"), Sentence.of(second, "penn"))).found


def test_no_opposite_stands_far_from_linked_words(monkeypatch: pytest.MonkeyPatch) -> None:
    near = [found(*pair) for pair in pairs()]
    monkeypatch.setattr(opposed_words, "_beside", lambda _links, _row, columns: columns)
    assert near == [found(*pair) for pair in pairs()]
