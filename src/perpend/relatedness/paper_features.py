"""The features of Vo, Caselli and Popescu (2014) as their paper has them: one number for each measure it names.

    section 3   Lin       of the best matches of nouns with nouns and of verbs with verbs; Levenshtein's for words that
                          WordNet lacks
                LSA       the same with the cosines of word vectors, 0 to 1
    section 4   substring the longest common substring, in characters, over the longer length and over the root of the
                          product of both; Lin and Levenshtein of what stands before it and after it
    section 5.2 names     common names, and common words, over the sum of both lengths
    section 7   glosses   a phrase and a word: sections 3 and 4 for the phrase and each gloss of the word, the highest
                          value counts
                senses    a word and a sense: Lin of the nearest sense, LSA of the word and the word of the sense

Topics (section 5.1) are in `topic_features`. The other modules have more: both directions apart, parts of speech apart,
words weighted by information. A mean over best matches is the mean of both directions, where the paper leaves it open.
Glosses are the words that the package has of them (`gloss_words`), each with the tag of its most frequent use.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from perpend.lexicon.word_vectors import WordVectors
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.gloss_words import GlossWords
from perpend.lexicon.words import is_punctuation
from perpend.relatedness.meaning_features import word_similarity
from perpend.relatedness.sense_features import SenseText, WordText, nearest_lin
from perpend.relatedness.string_features import common_substring
from perpend.text.sentence import Sentence, is_noun, is_verb
from perpend.types import Doubles, Values

__all__ = [
    "highest_of_glosses",
    "paper_lin",
    "paper_names",
    "paper_sense_lin",
    "paper_sense_vectors",
    "paper_strings",
    "paper_vectors",
]

_TAGS = {"n": "NN", "v": "VB", "a": "JJ", "r": "RB"}

Word = tuple[str, str]
Words = Sequence[Word]
"""Lemmas in lower case, each with n for a noun or v for a verb."""


def paper_lin(text: Sentence, other: Sentence) -> Values:
    """Lin's measure of the best matches of the nouns and verbs of `text` and `other`."""
    return {"Lin": _mean_of_best(_nouns_and_verbs(text), _nouns_and_verbs(other), _lin_matrix)}


def paper_vectors(text: Sentence, other: Sentence, vectors: WordVectors) -> Values:
    """The cosines, by word `vectors`, of the best matches of the nouns and verbs of `text` and `other`."""
    return {"LSA": _mean_of_best(_nouns_and_verbs(text), _nouns_and_verbs(other), partial(_cosines, vectors=vectors))}


def paper_strings(text: Sentence, other: Sentence) -> Values:
    """The longest common substring of `text` and `other`, and the parts of both before it and after it."""
    raw1, raw2 = text.raw, other.raw
    start1, start2, size = common_substring(raw1, raw2)
    longest = max(len(raw1), len(raw2))
    values = {
        "substring longer": size / longest if longest else 1.0,
        "substring root": size / sqrt(len(raw1) * len(raw2)) if raw1 and raw2 else float(raw1 == raw2),
    }
    parts = {"before": ((0, start1), (0, start2)), "after": ((start1 + size, len(raw1)), (start2 + size, len(raw2)))}
    for name, (own, its) in parts.items():
        words = _nouns_and_verbs(text, own), _nouns_and_verbs(other, its)
        values[f"{name} Lin"] = _mean_of_best(*words, _lin_matrix)
        values[f"{name} Levenshtein"] = Levenshtein.normalized_similarity(raw1[slice(*own)], raw2[slice(*its)])
    return values


def paper_names(text: Sentence, other: Sentence) -> Values:
    """The number of names and of words that `text` and `other` have in common, over the sum of their lengths."""
    length = len(text) + len(other) or 1
    names = [{" ".join(one.tokens[start:end]).lower() for start, end, _ in one.entities} for one in (text, other)]
    words = [{word.lower() for word in one.tokens if not is_punctuation(word)} for one in (text, other)]
    return {"names": len(names[0] & names[1]) / length, "words": len(words[0] & words[1]) / length}


def highest_of_glosses(phrase: Sentence, word: Sentence, measure: Callable[[Sentence, Sentence], Values]) -> Values:
    """For each value of `measure` the highest of the `phrase` and a gloss of the `word`; a word without one is its own.

    >>> phrase, word = Sentence.tagged(["heavy", "warship"], ["JJ", "NN"]), Sentence.tagged(["battleship"], ["NN"])
    >>> round(highest_of_glosses(phrase, word, paper_lin)["Lin"], 2)
    0.81
    """
    synsets = dict.fromkeys(WordNet.shipped().synsets("_".join(word.lower_lemmas)))
    rows = [measure(phrase, gloss) for gloss in map(_gloss, synsets)] or [measure(phrase, word)]
    return {name: max(row[name] for row in rows) for name in rows[0]}


def paper_sense_lin(word: WordText, sense: SenseText) -> Values:
    """Lin's measure of the nearest sense of `word` to `sense`; Levenshtein's of the words if WordNet lacks `word`."""
    if not word.synsets:
        return {"Lin": Levenshtein.normalized_similarity(word.word.lower(), sense.word.lower())}
    return {"Lin": nearest_lin(word.synsets, sense)}


def paper_sense_vectors(word: WordText, sense: SenseText) -> Values:
    """The cosine, 0 to 1, of the vectors of the `word` and of the word of the `sense`."""
    return {"LSA": float(_cosines([(word.word.lower(), "")], [(sense.word.lower(), "")], word.vectors)[0, 0])}


def _nouns_and_verbs(sentence: Sentence, within: tuple[int, int] | None = None) -> list[Word]:
    """The nouns and verbs of a `sentence`, or those that lie wholly `within` this range of its characters."""
    start, end = within or (0, len(sentence.raw))
    return [
        (lemma, "n" if is_noun(tag) else "v")
        for lemma, tag, (first, last) in zip(sentence.lower_lemmas, sentence.tags, sentence.spans, strict=True)
        if (is_noun(tag) or is_verb(tag)) and not is_punctuation(lemma) and start <= first and last <= end
    ]


def _mean_of_best(words: Words, others: Words, similarities: Callable[[Words, Words], Doubles]) -> float:
    """The mean of both directions of the mean similarity of each word to the best other word of its part of speech."""
    if not words or not others:
        return float(not words and not others)
    found = np.where(_same_part(words, others), similarities(words, others), 0.0)
    return float(found.max(axis=1).mean() + found.max(axis=0).mean()) / 2


def _same_part(words: Words, others: Words) -> NDArray[np.bool_]:
    parts, its = (np.array([part for _, part in side]) for side in (words, others))
    return np.asarray(parts[:, None] == its[None])


def _lin_matrix(words: Words, others: Words) -> Doubles:
    return np.array([[word_similarity(one, two, part) for two, _ in others] for one, part in words])


def _cosines(words: Words, others: Words, vectors: WordVectors) -> Doubles:
    """The cosines brought to 0 to 1; a word without a vector has 0.5 with all words but itself."""
    rows, columns = (np.array([_vector(word, vectors) for word, _ in side]) for side in (words, others))
    equal = np.array([[one == two for two, _ in others] for one, _ in words])
    return np.where(equal, 1.0, (1 + rows @ columns.T) / 2)


def _vector(word: str, vectors: WordVectors) -> Doubles:
    """The vector of a word, or the sum of those of the parts of a collocation, of length 1 or 0."""
    total = np.sum([vectors.vector(part) for part in word.split("_")], axis=0, dtype=np.float64)
    length = float(np.linalg.norm(total))
    return np.asarray(total / length if length else total)


@lru_cache(maxsize=1 << 14)
def _gloss(synset: int) -> Sentence:
    """The words of the definition and the examples, both of which WordNet calls the gloss; without stop words."""
    words = GlossWords.shipped().words(synset, examples=True)
    return Sentence.tagged(words, [_TAGS[_usual_part(word)] for word in words])


@lru_cache(maxsize=1 << 16)
def _usual_part(word: str) -> str:
    """The part of speech of the most frequent senses of `word`; of equally frequent ones, the first of n, v, a, r."""
    wordnet = WordNet.shipped()
    return max("nvar", key=lambda part: sum(wordnet.tag_count(one) + 1e-9 for one in wordnet.senses(word, part)))
