"""A phrase compared with a word by the word's glosses: the phrase may paraphrase a dictionary definition.

    large heavily armoured warship | battleship       battleship.n.01: large and heavily armoured warship

The phrase is compared with the gloss words, synonyms and hypernyms of each sense of the word, and the best sense counts
(Vo, Caselli and Popescu 2014, section 7). A phrase that is an entry of WordNet is also compared as such.
`graph_features` compares random walks over WordNet that start at both (`perpend.lexicon.wordnet.graph`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log

import numpy as np

from perpend.features.coverage import information
from perpend.lexicon.word_vectors import WordVectors
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.gloss_words import GlossWords
from perpend.lexicon.wordnet.graph import WordNetGraph
from perpend.lexicon.wordnet.similarity import lin
from perpend.relatedness.content import content_words, nouns_and_verbs
from perpend.relatedness.meaning_features import word_similarity
from perpend.text import stem
from perpend.text.sentence import Sentence
from perpend.types import Floats

__all__ = ["GlossedSense", "cosine", "gloss_features", "graph_features", "weighed_sum"]

_SENSES = 12
_KEPT = 1 << 14
_FLOOR = 1e-7
"""Added to probabilities of random walks, so that their logarithms are finite."""


def cosine(one: Floats, other: Floats) -> float:
    """The cosine of the vectors `one` and `other`; 0 if one of them is zero."""
    length = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / length if length else 0.0


def weighed_sum(words: Sequence[str], vectors: WordVectors) -> Floats:
    """The sum of the `vectors` of the `words`, each weighted by its information."""
    total = np.zeros(vectors.dimensions, np.float32)
    for word in words:
        total += np.float32(information(word)) * vectors.vector(word)
    return total


@dataclass(frozen=True, eq=False)
class GlossedSense:
    """A synset with the stems of its gloss, of its own words, and of its hypernyms' words and glosses."""

    synset: int

    @cached_property
    def gloss(self) -> tuple[str, ...]:
        """The words of the definition."""
        return tuple(GlossWords.shipped().words(self.synset))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The parts of the synset's own words."""
        return _parts([self.synset])

    @cached_property
    def wide(self) -> tuple[str, ...]:
        """The words of gloss, examples, hypernyms, their glosses, and of similar synsets."""
        wordnet, glosses = WordNet.shipped(), GlossWords.shipped()
        near = [
            *wordnet.hypernyms(self.synset),
            *wordnet.instance_hypernyms(self.synset),
            *wordnet.related(self.synset, "similar_to"),
        ]
        words = [*self.words, *glosses.words(self.synset, examples=True), *_parts(near)]
        return tuple(dict.fromkeys([*words, *(word for one in near for word in glosses.words(one))]))


def _parts(synsets: Iterable[int]) -> tuple[str, ...]:
    wordnet = WordNet.shipped()
    found = (part for one in synsets for word in wordnet.lemmas(one) for part in word.lower().split("_"))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=_KEPT)
def _senses(word: str) -> tuple[GlossedSense, ...]:
    return tuple(map(GlossedSense, dict.fromkeys(WordNet.shipped().synsets(word.replace(" ", "_"))[:_SENSES])))


def _covered(words: Sequence[str], others: Iterable[str]) -> float:
    """The share of the words' information that the others cover, by stems."""
    stems = {stem(word) for word in others}
    total = sum(map(information, words))
    return sum(information(word) for word in words if stem(word) in stems) / total if total else 0.0


def gloss_features(phrase: Sentence, word: Sentence, vectors: WordVectors) -> dict[str, float]:
    """Compares the `phrase` with the senses of the `word` by common words, `vectors` and Lin's measure.

    The best sense counts.
    """
    wordnet, name = WordNet.shipped(), " ".join(word.lower_lemmas)
    senses, said = _senses(name), content_words(phrase)
    own, own_vector = weighed_sum(said, vectors), weighed_sum(content_words(word), vectors)
    entry = wordnet.synsets("_".join(said)) or wordnet.synsets("_".join(phrase.lower_lemmas))
    return {
        "gloss words": max((_covered(said, one.gloss + one.words) for one in senses), default=0.0),
        "wide gloss words": max((_covered(said, one.wide) for one in senses), default=0.0),
        "gloss cosine": max((cosine(own, weighed_sum(one.gloss, vectors)) for one in senses), default=0.0),
        "gloss cosine first": cosine(own, weighed_sum(senses[0].gloss, vectors)) if senses else 0.0,
        "word cosine": cosine(own, own_vector),
        "best word cosine": max((cosine(vectors.vector(one), own_vector) for one in said), default=0.0),
        "best Lin": max((word_similarity(one, name, part) for one, part in nouns_and_verbs(phrase)), default=0.0),
        "own gloss words": _named(phrase, word),
        "entry Lin": _entry_lin(entry, [one.synset for one in senses]),
        "stems": float(bool({stem(one) for one in said} & {stem(one) for one in content_words(word)})),
    }


def _named(phrase: Sentence, word: Sentence) -> float:
    """The share of the phrase's words that have the word in one of their glosses."""
    stems = {stem(one) for one in content_words(word)}
    hits = [
        any(stems & {stem(one) for one in sense.wide} for sense in _senses(own)[:4]) for own in content_words(phrase)
    ]
    return sum(hits) / len(hits) if hits else 0.0


def _entry_lin(synsets: Sequence[int], others: Sequence[int]) -> float:
    wordnet = WordNet.shipped()
    same = [(one, two) for one in synsets for two in others if wordnet.type(one) == wordnet.type(two) and
            wordnet.type(one) in "nv"]  # fmt: skip
    if set(synsets) & set(others):
        return 1.0
    return max((lin(wordnet, one, two) for one, two in same), default=0.0)


def graph_features(phrase: Sentence, word: Sentence) -> dict[str, float]:
    """The similarity of the random walks that start at the `phrase` and at the `word`."""
    graph = WordNetGraph.shipped()
    name = "_".join(word.lower_lemmas)
    one, two = _walk(content_words(phrase)), graph.word(name)
    start = graph.start_of(name)
    there = sum(weight * float(one[synset]) for synset, weight in start.items()) / (sum(start.values()) or 1.0)
    highest = max((float(one[synset]) for synset in start), default=0.0)
    return {
        "walks": cosine(one, two),
        "walks logarithm": log(cosine(one, two) + _FLOOR),
        "walk to word": log(there + _FLOOR),
        "walk to best sense": log(highest + _FLOOR),
    }


@lru_cache(maxsize=1 << 7)
def _walk(words: tuple[str, ...]) -> Floats:
    graph = WordNetGraph.shipped()
    whole = graph.start_of("_".join(words)) if len(words) > 1 else {}
    start = graph.start_of_text((word, None) for word in words)
    for synset, weight in whole.items():
        start[synset] = start.get(synset, 0.0) + len(words) * weight / sum(whole.values())
    return graph.walk(start)
