"""Two texts -> the pairs of related tokens, each with its relation.

    text1   a   cat    slept
    text2   a   pair   of   cats       (0, 0, equal), (1, 3, stem)

A pair of tokens has the first relation that holds: equal (in lower case), same stem, synonyms in WordNet. TERp matches
words by these relations, before order and cost are considered.
"""

from collections.abc import Callable, Iterator
from typing import Literal

from perpend.lexicon.wordnet.database import WordNet
from perpend.limits import check
from perpend.text import Sentence, stem

__all__ = ["Relation", "relations"]


Relation = Literal["equal", "stem", "synonym"]


def relations(text1: Sentence, text2: Sentence) -> Iterator[tuple[int, int, Relation]]:
    """Yields each related pair as (position in `text1`, position in `text2`, relation), by position.

    >>> list(relations(Sentence.of("a cat"), Sentence.of("two cats")))
    [(1, 1, 'stem')]
    """
    check("words", "word-pairs", len(text1) * len(text2))
    are_synonyms = WordNet.shipped().are_synonyms
    lowered = [word.lower() for word in text2]
    types = list(dict.fromkeys(lowered))
    known: dict[str, dict[str, Relation]] = {}
    for i, word in enumerate(token.lower() for token in text1):
        if word not in known:
            known[word] = _related(word, types, are_synonyms)
        partners = known[word]
        if partners:
            yield from ((i, j, partners[other]) for j, other in enumerate(lowered) if other in partners)


def _related(word: str, others: list[str], are_synonyms: Callable[[str, str], bool]) -> dict[str, Relation]:
    partners: dict[str, Relation] = {}
    for other in others:
        if word == other:
            partners[other] = "equal"
        elif stem(word) == stem(other):
            partners[other] = "stem"
        elif are_synonyms(word, other):
            partners[other] = "synonym"
    return partners
