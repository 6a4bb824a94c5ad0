"""What a text is about: its content words and their vectors.

    "The old ship sank."   nouns_and_verbs     (ship, n), (sink, v)       lemmas with WordNet's letter
                           content_words       old, ship, sank            neither stop words nor punctuation
                           content_rows        a vector for each content word
                           content_sum         their sum, rare words counting more, of length 1

Each result is cached on its sentence, so it is computed once for a text in many pairs.
"""

import numpy as np

from perpend.features.coverage import information
from perpend.lexicon.word_vectors import WordVectors
from perpend.lexicon.words import is_punctuation, is_stop_word
from perpend.text.sentence import Sentence, is_noun, is_verb
from perpend.types import Flags, Floats

__all__ = [
    "are_nouns",
    "content_rows",
    "content_sum",
    "content_weights",
    "content_words",
    "noun_and_verb_rows",
    "nouns_and_verbs",
]

_LIGHT_VERBS = frozenset(("be", "have", "do", "'s", "'re", "'m", "'ve"))
"""Verbs with little meaning of their own; kept only if a text has no other noun or verb."""


def nouns_and_verbs(sentence: Sentence) -> tuple[tuple[str, str], ...]:
    """The lemmas of the nouns and verbs of a `sentence`, each with WordNet's letter; names are nouns."""
    return sentence.annotation("nouns and verbs", _nouns_and_verbs)


def _nouns_and_verbs(sentence: Sentence) -> tuple[tuple[str, str], ...]:
    found = [
        (lemma, "n" if is_noun(tag) else "v")
        for lemma, tag in zip(sentence.lower_lemmas, sentence.tags, strict=True)
        if (is_noun(tag) or is_verb(tag)) and not is_punctuation(lemma)
    ]
    return tuple(one for one in found if one[0] not in _LIGHT_VERBS) or tuple(found)


def are_nouns(sentence: Sentence) -> Flags:
    """For each of the `nouns_and_verbs` of a `sentence`, whether it is a noun."""
    return sentence.annotation(
        "are nouns", lambda one: np.array([part == "n" for _, part in nouns_and_verbs(one)], np.bool_)
    )


def noun_and_verb_rows(sentence: Sentence, vectors: WordVectors) -> Floats:
    """The `vectors` of the `nouns_and_verbs` of a `sentence`, one per row."""
    return sentence.annotation(
        ("noun and verb rows", vectors),
        lambda one: _rows(tuple(lemma for lemma, _ in nouns_and_verbs(one)), vectors),
    )


def content_words(sentence: Sentence) -> tuple[str, ...]:
    """The lower-case tokens of a `sentence` without stop words and punctuation; all its words if no others are left."""
    return sentence.annotation("content words", _content_words)


def _content_words(sentence: Sentence) -> tuple[str, ...]:
    words = [token.lower() for token in sentence.tokens if not is_punctuation(token)]
    return tuple(word for word in words if not is_stop_word(word)) or tuple(words)


def content_rows(sentence: Sentence, vectors: WordVectors) -> Floats:
    """The `vectors` of the `content_words` of a `sentence`, one per row."""
    return sentence.annotation(("content rows", vectors), lambda one: _rows(content_words(one), vectors))


def content_weights(sentence: Sentence) -> Floats:
    """The information of each of the `content_words` of a `sentence`."""
    return sentence.annotation(
        "content weights", lambda one: np.array([information(word) for word in content_words(one)], np.float32)
    )


def content_sum(sentence: Sentence, vectors: WordVectors) -> Floats:
    """The sum of the `content_rows` of a `sentence` in `vectors`, weighted by information, scaled to length 1."""
    return sentence.annotation(("content sum", vectors), lambda one: _sum(one, vectors))


def _sum(sentence: Sentence, vectors: WordVectors) -> Floats:
    total = content_weights(sentence) @ content_rows(sentence, vectors)
    length = float(np.linalg.norm(total))
    return total / length if length else total


def _rows(words: tuple[str, ...], vectors: WordVectors) -> Floats:
    rows = [vectors.vector(word) for word in words]
    return np.array(rows, np.float32).reshape(len(rows), vectors.dimensions)
