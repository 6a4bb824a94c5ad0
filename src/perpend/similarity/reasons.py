"""What the edits of a score say about the two texts, in plain sentences, each of them true.

    'playing' and 'plays' are forms of one word        stem or synonym, if WordNet has a base form of both
    'universe' and 'university' have the same stem     stem, by the Porter stemmer
    'physician' and 'doctor' share a sense in WordNet  synonym, however rare the sense
    'take place' is a paraphrase of 'occur'            phrase, by the phrase table
    text 2 has 'dog' where text 1 has 'cat'            substitute
    only text 2 has 'is'                               insert; "more often" where both have the word
    'on the mat' is in another place                   shift

Words are in the form in which they were compared, in lower case. The edit that changed the score most comes first.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perpend.lexicon.word_relations import share_sense
from perpend.lexicon.wordnet.database import WordNet

if TYPE_CHECKING:
    from perpend.similarity.score import Contribution, Score

__all__ = ["reasons"]

_PARTS = "nvar"


def reasons(score: "Score") -> tuple[str, ...]:
    """The sentences about a `score`, without repetitions."""
    ref, hyp = score.alignment.ref, score.alignment.hyp
    ranked = sorted(score.contributions, key=lambda one: -abs(one.points))
    found = tuple(dict.fromkeys(_sentence(one, ref, hyp) for one in ranked))
    if found:
        return found
    return ("both texts have the same words in the same order",) if ref else ("neither text has a word",)


def _sentence(one: "Contribution", text1: Sequence[str], text2: Sequence[str]) -> str:
    # In the other direction of a symmetric score the hypothesis is text 1.
    words2, words1 = (one.ref, one.hyp) if one.backward else (one.hyp, one.ref)
    shown2, shown1 = _quoted(words2), _quoted(words1)
    if one.kind == "shift":
        are_there = set(one.hyp) <= set(text1) and set(one.hyp) <= set(text2)
        return f"{_quoted(one.hyp)} {'is in another place' if are_there else 'matches words in another place'}"
    if one.kind in ("stem", "synonym") and _are_forms(words2[0], words1[0]):
        return f"{shown2} and {shown1} are forms of one word"
    if one.kind == "stem":
        return f"{shown2} and {shown1} have the same stem"
    if one.kind == "synonym" and share_sense(words2[0], words1[0]):
        return f"{shown2} and {shown1} share a sense in WordNet"
    if one.kind == "phrase":
        return f"{shown2} is a paraphrase of {shown1}"
    if one.kind in ("substitute", "synonym"):
        return f"text 2 has {shown2} where text 1 has {shown1}"
    return _alone(words2, text2, text1, 2, 1) if words2 else _alone(words1, text1, text2, 1, 2)


def _alone(words: Sequence[str], own: Sequence[str], other: Sequence[str], number: int, other_number: int) -> str:
    """An inserted or deleted word; the other text may have the same word elsewhere."""
    word = words[0]
    if word not in other:
        return f"only text {number} has {word!r}"
    if own.count(word) > other.count(word):
        return f"text {number} has {word!r} more often than text {other_number}"
    return f"{word!r} is in another place"


def _quoted(words: Sequence[str]) -> str:
    return repr(" ".join(words))


def _are_forms(one: str, other: str) -> bool:
    wordnet = WordNet.shipped()
    return any({*wordnet.base_forms(one, part)} & {*wordnet.base_forms(other, part)} for part in _PARTS)
