"""How related the words of two texts are: by WordNet, by vectors, by links (Vo, Caselli and Popescu 2014, section 3).

    a ship sank | the boat went down        ship ~ boat 0.9    sank ~ went 0.4       mean of the best of each word

Each noun is compared with the nouns of the other text, each verb with the verbs, and counts by its best match:

    WordNet    Lin's measure of the most similar senses; for words not in WordNet, 1 - edit distance / length
    vectors    the cosine of their vectors, scaled to 0 to 1; and that of the texts' sums
    links      Milne and Witten's measure over a table of links, if one is given; else absent

If a text has no word of a kind, the value is 1 if the other has none either, else 0.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from rapidfuzz.distance import Levenshtein

from perpend.features.closeness import lin_similarity
from perpend.lexicon.word_vectors import WordVectors
from perpend.lexicon.wordnet.link_table import LinkTable
from perpend.relatedness.content import (
    are_nouns,
    content_rows,
    content_sum,
    content_weights,
    content_words,
    noun_and_verb_rows,
    nouns_and_verbs,
)
from perpend.text.sentence import Sentence
from perpend.types import Floats

__all__ = [
    "best_matches",
    "link_features",
    "vector_both_ways",
    "vector_common",
    "word_similarity",
    "wordnet_features",
]

Word = tuple[str, str]
_PARTS = {"nouns": "n", "verbs": "v"}


@lru_cache(maxsize=1 << 20)
def word_similarity(word1: str, word2: str, part: str) -> float:
    """Lin's similarity of the lemmas `word1` and `word2` of one `part` of speech; Levenshtein's if WordNet lacks one.

    >>> word_similarity("car", "automobile", "n"), round(word_similarity("frobnicator", "frobnicators", "n"), 2)
    (1.0, 0.92)
    """
    if word1 == word2:
        return 1.0
    found = lin_similarity(word1, word2, part)
    return Levenshtein.normalized_similarity(word1, word2) if found is None else found


def best_matches(
    words: Sequence[Word], others: Sequence[Word], similarity: Callable[[str, str, str], float]
) -> list[float]:
    """For each of the `words` the highest `similarity` to one of the `others` with its part of speech, or 0."""
    return [
        max((similarity(word, other, part) for other, its in others if its == part), default=0.0)
        for word, part in words
    ]


def _mean(values: Sequence[float], others: int) -> float:
    return sum(values) / len(values) if values else float(not others)


def _by_part(text: Sentence, other: Sentence, best: Sequence[float], name: str) -> dict[str, float]:
    own, others = nouns_and_verbs(text), nouns_and_verbs(other)
    values = {name: _mean(best, len(others))}
    for kind, part in _PARTS.items():
        of_kind = [one for one, (_, its) in zip(best, own, strict=True) if its == part]
        values[f"{name} {kind}"] = _mean(of_kind, sum(its == part for _, its in others))
    return values


def wordnet_features(text: Sentence, other: Sentence) -> dict[str, float]:
    """Lin's measure, or Levenshtein's, from `text` to `other`: of all words and of each part of speech."""
    best = best_matches(nouns_and_verbs(text), nouns_and_verbs(other), word_similarity)
    return _by_part(text, other, best, "Lin")


def vector_both_ways(
    text: Sentence, other: Sentence, vectors: WordVectors
) -> tuple[dict[str, float], dict[str, float]]:
    """The best cosines of nouns and verbs with the same part of speech, and of all words, weighted by information.

    Returns the features from `text` to `other`, and those from `other` to `text`; `vectors` are the word vectors.
    """
    content = _content_cosines(text, other, vectors)
    words = _same(content_words(text), content_words(other), content_rows(text, vectors), content_rows(other, vectors))
    return (
        _by_part(text, other, _best(content), "LSA") | _weighed(text, other, words),
        _by_part(other, text, _best(content.T), "LSA") | _weighed(other, text, words.T),
    )


def _best(cosines: Floats) -> list[float]:
    found: list[float] = cosines.max(axis=1).tolist() if cosines.shape[1] else [0.0] * len(cosines)
    return found


def _weighed(text: Sentence, other: Sentence, cosines: Floats) -> dict[str, float]:
    if not cosines.size:
        return {"LSA words": float(len(content_words(text)) == len(content_words(other))), "LSA least": 0.0}
    best, weights = cosines.max(axis=1), content_weights(text)
    total = float(weights.sum())
    weighed = float(best @ weights) / total if total else float(best.mean())
    return {"LSA words": weighed, "LSA least": float(best.min())}


def _content_cosines(text: Sentence, other: Sentence, vectors: WordVectors) -> Floats:
    """The cosines of nouns with nouns and of verbs with verbs, 0 elsewhere."""
    rows, columns = noun_and_verb_rows(text, vectors), noun_and_verb_rows(other, vectors)
    cosines = _same(nouns_and_verbs(text), nouns_and_verbs(other), rows, columns)
    return np.asarray(cosines * (are_nouns(text)[:, None] == are_nouns(other)[None]), np.float32)


def _same(words: Sequence[object], others: Sequence[object], rows: Floats, columns: Floats) -> Floats:
    """The cosines of all words with all others, 0 to 1; equal words have 1, even without a vector."""
    cosines = np.asarray((1 + rows @ columns.T) / 2, np.float32)
    places: dict[object, list[int]] = {}
    for place, word in enumerate(others):
        places.setdefault(word, []).append(place)
    for place, word in enumerate(words):
        if word in places:
            cosines[place, places[word]] = 1.0
    return cosines


def vector_common(text: Sentence, other: Sentence, vectors: WordVectors) -> dict[str, float]:
    """The cosine of the sums of the word `vectors` of `text` and `other`."""
    return {"LSA cosine": float(content_sum(text, vectors) @ content_sum(other, vectors))}


def link_features(text: Sentence, other: Sentence, table: LinkTable) -> dict[str, float]:
    """The measure of links in `table` from `text` to `other`; words that it lacks are related only to themselves."""

    def related(word1: str, word2: str, _: str) -> float:
        found = table.relatedness(word1, word2)
        return float(word1 == word2) if found is None else found

    return _by_part(text, other, best_matches(nouns_and_verbs(text), nouns_and_verbs(other), related), "links")
