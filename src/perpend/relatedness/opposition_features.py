"""How texts with similar words differ in meaning: opposites, negation, wider and narrower words, order.

    a man is playing | a woman is playing           opposites      man - woman
    a dog runs | no dog runs                        negations      0 - 1
    a poodle runs | an animal runs                  narrower       poodle is an animal
    a cat runs | a dog runs                         siblings       both carnivores

Only lemmas that the other text does not have are compared. Opposites are WordNet's antonyms, for adjectives also those
of a similar one; wider words are hypernyms up to eight steps above the first few senses; siblings share a wider word
within two steps.
"""

from functools import lru_cache

from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.words import is_negation, is_punctuation, is_stop_word
from perpend.text.sentence import Sentence

__all__ = ["are_opposites", "is_narrower", "opposition_features", "order_features"]

_KEPT = 1 << 19
_SENSES = 3
_STEPS = 8
_NEAR = 2
_LETTER = {"N": "n", "V": "v", "J": "a", "R": "r"}
_NEGATIVE = frozenset(("nobody", "none", "nothing", "without", "neither", "nor", "cannot", "nowhere"))


def _part(tag: str) -> str | None:
    return _LETTER.get(tag[:1])


@lru_cache(maxsize=_KEPT)
def _first_senses(word: str, part: str) -> tuple[int, ...]:
    return tuple(WordNet.shipped().synsets(word, part)[:_SENSES])


@lru_cache(maxsize=_KEPT)
def _opposites(word: str, part: str) -> frozenset[str]:
    """The words opposite to a word, in lower case."""
    wordnet = WordNet.shipped()
    found = {wordnet.word(sense).lower() for sense in wordnet.antonyms(word, part)}
    if part == "a":
        near = {other for synset in wordnet.synsets(word, part) for other in wordnet.related(synset, "similar_to")}
        for synset in near:
            for sense in wordnet.senses_of_synset(synset):
                found.update(wordnet.word(other).lower() for other in wordnet.antonyms(sense))
    return frozenset(found)


def are_opposites(word1: str, word2: str, part: str) -> bool:
    """Whether `word1` and `word2`, of one `part` of speech, are antonyms.

    >>> are_opposites("man", "woman", "n"), are_opposites("big", "tiny", "a"), are_opposites("man", "boy", "n")
    (True, True, False)
    """
    return word2 in _opposites(word1, part) or word1 in _opposites(word2, part)


@lru_cache(maxsize=_KEPT)
def _above(word: str, part: str, steps: int) -> frozenset[int]:
    wordnet = WordNet.shipped()
    return frozenset(
        synset
        for sense in _first_senses(word, part)
        for synset, far in wordnet.ancestors(sense).items()
        if 0 < far <= steps
    )


@lru_cache(maxsize=_KEPT)
def is_narrower(word: str, other: str, part: str) -> bool:
    """Whether a sense of `word` lies below a sense of `other`, both of one `part` of speech.

    >>> is_narrower("poodle", "animal", "n"), is_narrower("animal", "poodle", "n")
    (True, False)
    """
    return part in "nv" and not _above(word, part, _STEPS).isdisjoint(_first_senses(other, part))


@lru_cache(maxsize=_KEPT)
def _siblings(word: str, other: str, part: str) -> bool:
    return part in "nv" and not _above(word, part, _NEAR).isdisjoint(_above(other, part, _NEAR))


def _alone(text: Sentence, other: Sentence) -> list[tuple[str, str]]:
    """The content lemmas that the other text lacks, with their parts of speech."""
    others = set(other.lower_lemmas)
    tagged = zip(text.lower_lemmas, text.tags, strict=True)
    return [
        (lemma, part)
        for lemma, tag in tagged
        if lemma not in others and (part := _part(tag)) and not is_stop_word(lemma) and not is_punctuation(lemma)
    ]


def _negations(text: Sentence) -> int:
    return sum(is_negation(word) or word.lower() in _NEGATIVE for word in text.tokens)


def opposition_features(text: Sentence, other: Sentence) -> dict[str, float]:
    """How many of the words of `text` alone are opposite, narrower, wider or siblings of a word of `other` alone."""
    own, others = _alone(text, other), _alone(other, text)
    kinds = dict.fromkeys(("opposites", "narrower", "wider", "siblings", "strangers"), 0)
    for word, part in own:
        partners = [one for one, its in others if its == part]
        if any(are_opposites(word, one, part) for one in partners):
            kinds["opposites"] += 1
        elif any(is_narrower(word, one, part) for one in partners):
            kinds["narrower"] += 1
        elif any(is_narrower(one, word, part) for one in partners):
            kinds["wider"] += 1
        elif any(_siblings(word, one, part) for one in partners):
            kinds["siblings"] += 1
        else:
            kinds["strangers"] += 1
    negations = _negations(text)
    return {name: float(count) for name, count in kinds.items()} | {
        "alone": float(len(own)),
        "negations here": float(negations),
        "negations more": float(max(negations - _negations(other), 0)),
    }


def order_features(text: Sentence, other: Sentence) -> dict[str, float]:
    """The share of pairs of lemmas common to `text` and `other` in the same order (1 without a pair).

    Whether all are common.
    """
    first = {lemma: place for place, lemma in reversed(list(enumerate(other.lower_lemmas)))}
    places = [
        first[lemma] for lemma in dict.fromkeys(text.lower_lemmas) if lemma in first and not is_punctuation(lemma)
    ]
    pairs = len(places) * (len(places) - 1) // 2
    kept = sum(one < two for k, one in enumerate(places) for two in places[k + 1 :])
    return {
        "order": kept / pairs if pairs else 1.0,
        "same words": float(set(text.lower_lemmas) == set(other.lower_lemmas)),
    }
