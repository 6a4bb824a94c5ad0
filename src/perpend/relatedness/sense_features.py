"""A word compared with a sense of WordNet: "attract#v" and "bewitch%2:37:00::".

    the word     attract#v, attract                        a part of speech n, v, a or r may follow
    the sense    bewitch%2:37:00::  bewitch#v#1  bewitch.v.01      a sense key, a numbered sense, a synset's name

The word's senses of its part of speech are compared with the sense: by Lin's measure, by the cosine of vectors of words
and of glosses, by common gloss words (extended Lesk, Banerjee and Pedersen 2003), and by walks over WordNet that start
at the word and at the sense.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import log

from perpend.errors import InputError, PerpendError
from perpend.features.coverage import information
from perpend.lexicon.word_vectors import WordVectors
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.graph import WordNetGraph
from perpend.lexicon.wordnet.link_table import LinkTable
from perpend.lexicon.wordnet.similarity import lin
from perpend.relatedness.gloss_features import GlossedSense, cosine, weighed_sum
from perpend.text import stem

__all__ = [
    "SenseText",
    "WordText",
    "lesk",
    "nearest_lin",
    "sense_gloss_features",
    "sense_graph_features",
    "sense_link_features",
    "sense_vector_features",
    "sense_wordnet_features",
]

_PARTS = ("n", "v", "a", "r")
_FLOOR = 1e-7
_SENSES = 15


@dataclass(frozen=True, eq=False)
class WordText:
    """A word with its part of speech, None if not given."""

    word: str
    part: str | None
    vectors: WordVectors

    @classmethod
    def of(cls, text: str, vectors: WordVectors) -> "WordText":
        """Parses `text`, such as "attract#v" or "attract". `vectors` are the word vectors."""
        word, mark, part = text.strip().partition("#")
        if mark and part not in _PARTS:
            raise InputError(f"{text!r}: after # one of {', '.join(_PARTS)} is needed")
        return cls(word.replace(" ", "_"), part or None, vectors)

    @cached_property
    def synsets(self) -> tuple[int, ...]:
        """The synsets of its part of speech; those of all parts if there are none."""
        wordnet = WordNet.shipped()
        return tuple(wordnet.synsets(self.word, self.part) or wordnet.synsets(self.word))

    @cached_property
    def senses(self) -> tuple[GlossedSense, ...]:
        """The first of its synsets, with their glosses."""
        return tuple(map(GlossedSense, dict.fromkeys(self.synsets[:_SENSES])))

    @property
    def parts(self) -> list[str]:
        """The words of a collocation."""
        return self.word.lower().split("_")


@dataclass(frozen=True, eq=False)
class SenseText:
    """A sense: its synset and the word that it is a sense of."""

    sense: GlossedSense
    word: str
    vectors: WordVectors

    @classmethod
    def of(cls, text: str, vectors: WordVectors) -> "SenseText":
        """Parses `text`: a sense key, word#part#number or the name of a synset. `vectors` are the word vectors."""
        wordnet, text = WordNet.shipped(), text.strip()
        try:
            if "%" in text:
                return cls(GlossedSense(wordnet.synset_of_key(text)), text.partition("%")[0], vectors)
            if text.count("#") == 2:
                word, part, number = text.split("#")
                return cls(GlossedSense(wordnet.synsets(word, part)[int(number) - 1]), word, vectors)
            return cls(GlossedSense(wordnet.synset(text)), text.partition(".")[0], vectors)
        except (PerpendError, ValueError, IndexError):
            raise InputError(
                f"{text!r} is no sense of {wordnet.signature()}: give a key such as cat%1:05:00::, cat#n#1 or cat.n.01"
            ) from None


def lesk(one: GlossedSense, other: GlossedSense) -> float:
    """The information of the words that the wide glosses of `one` and `other` share, over that of the smaller gloss."""
    stems1, stems2 = ({stem(word): information(word) for word in sense.wide} for sense in (one, other))
    least = min(sum(stems1.values()), sum(stems2.values()))
    return sum(stems1[key] for key in stems1.keys() & stems2.keys()) / least if least else 0.0


def _best(word: WordText, measure: Callable[[GlossedSense], float]) -> float:
    return max(map(measure, word.senses), default=0.0)


def nearest_lin(synsets: Iterable[int], sense: SenseText) -> float:
    """Lin's measure of the nearest of `synsets` to `sense`; 1 for the same one, 0 without a common hierarchy."""
    wordnet, there = WordNet.shipped(), sense.sense.synset

    def similar(one: int) -> float:
        if one == there:
            return 1.0
        kinds = wordnet.type(one), wordnet.type(there)
        return lin(wordnet, one, there) if kinds in (("n", "n"), ("v", "v")) else 0.0

    return max(map(similar, synsets), default=0.0)


def sense_wordnet_features(word: WordText, sense: SenseText) -> dict[str, float]:
    """Lin's measure of the nearest sense of `word` to `sense`."""
    return {"Lin": nearest_lin((one.synset for one in word.senses), sense)}


def sense_vector_features(word: WordText, sense: SenseText) -> dict[str, float]:
    """The cosine of the vector of the `word` and those of the words of the `sense`."""
    own = weighed_sum(word.parts, word.vectors)
    return {
        "LSA": cosine(own, weighed_sum(sense.word.lower().split("_"), word.vectors)),
        "LSA synonyms": cosine(own, weighed_sum(sense.sense.words, word.vectors)),
    }


def sense_link_features(word: WordText, sense: SenseText, table: LinkTable) -> dict[str, float]:
    """The measure of links in `table` between the `word` and the word of the `sense`."""
    return {"links": table.relatedness(word.word, sense.word) or 0.0}


def sense_gloss_features(word: WordText, sense: SenseText) -> dict[str, float]:
    """The similarity of the glosses of `word` and `sense`, by common words and by vectors."""
    there = weighed_sum(sense.sense.gloss, word.vectors)
    stems = {stem(part) for part in word.parts}
    return {
        "Lesk": _best(word, lambda one: lesk(one, sense.sense)),
        "gloss cosine": _best(word, lambda one: cosine(weighed_sum(one.gloss, word.vectors), there)),
        "word and gloss": cosine(weighed_sum(word.parts, word.vectors), there),
        "word in gloss": float(bool(stems & {stem(one) for one in sense.sense.wide})),
    }


def sense_graph_features(word: WordText, sense: SenseText) -> dict[str, float]:
    """The similarity of the random walks from `word` and `sense`, and how often each visits the other's start."""
    graph = WordNetGraph.shipped()
    here, there = graph.word(word.word, word.part), graph.synset(sense.sense.synset)
    if not here.any():
        here = graph.word(word.word, None)
    start = [one.synset for one in word.senses]
    alike = cosine(here, there)
    return {
        "walks": alike,
        "walks logarithm": log(alike + _FLOOR),
        "walk to sense": log(float(here[sense.sense.synset]) + _FLOOR),
        "walk to word": log(max((float(there[one]) for one in start), default=0.0) + _FLOOR),
    }
