"""What two texts have in common as strings, and what is left around it (Vo, Caselli and Popescu 2014, section 4).

    a dog barked at the mailman          longest common substring   " barked at the "
    two dogs barked at the postman       before   a dog | two dogs          after   mailman | postman

The length of the substring is divided by the longer length and by the geometric mean of both lengths, in characters and
in words. The parts before it and after it are compared by Lin's measure and by Levenshtein's distance. Common
names and common words are divided by the lengths of both texts.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from math import sqrt

from rapidfuzz.distance import LCSseq, Levenshtein

from perpend.features.overlap import share
from perpend.relatedness.content import content_words
from perpend.relatedness.meaning_features import best_matches, word_similarity
from perpend.text.sentence import Sentence

__all__ = ["common_substring", "name_features", "string_features", "substring_share"]


def substring_share(text: str, other: str) -> float:
    """The longest common substring of `text` and `other` over the longer length: the baseline of CLSS.

    >>> substring_share("abcd", "xbc")
    0.5
    """
    longest = max(len(text), len(other))
    return common_substring(text, other)[2] / longest if longest else 1.0


def _shares(name: str, common: int, length1: int, length2: int) -> dict[str, float]:
    longest = max(length1, length2)
    return {
        f"{name} longer": common / longest if longest else 1.0,
        f"{name} root": common / sqrt(length1 * length2) if length1 and length2 else float(length1 == length2),
    }


def common_substring(one: Sequence[str], other: Sequence[str]) -> tuple[int, int, int]:
    """The start of the longest common run of `one` and `other` in each, and its length; the first of several.

    >>> common_substring("a dog barked", "the dogs bark")
    (5, 8, 5)
    """
    found = SequenceMatcher(None, one, other, autojunk=False).find_longest_match()
    return found.a, found.b, found.size


def string_features(text: Sentence, other: Sentence) -> dict[str, float]:
    """The shares by name for `text` and `other`; their order matters only if there are several longest runs."""
    raw1, raw2 = (" ".join(one.tokens).lower() for one in (text, other))
    words1, words2 = text.lower_lemmas, other.lower_lemmas
    start1, start2, size = common_substring(words1, words2)
    values = {
        **_shares("subsequence", LCSseq.similarity(raw1, raw2), len(raw1), len(raw2)),
        **_shares("substring words", size, len(words1), len(words2)),
    }
    lengths = [len(" ".join(words)) for words in (words1[start1 : start1 + size], words1, words2)]
    values |= _shares("substring", *lengths)
    parts = {
        "before": ((0, start1), (0, start2)),
        "after": ((start1 + size, len(words1)), (start2 + size, len(words2))),
    }
    for name, (own, others) in parts.items():
        values |= _around(name, text, own, other, others)
    return values


def _around(
    name: str, text: Sentence, own: tuple[int, int], other: Sentence, others: tuple[int, int]
) -> dict[str, float]:
    """The similarity of two parts: the mean of both directions of Lin's measure, and Levenshtein's."""
    words = [_tagged(one, *ends) for one, ends in ((text, own), (other, others))]
    if words[0] and words[1]:
        ways = [best_matches(words[0], words[1], word_similarity), best_matches(words[1], words[0], word_similarity)]
        lin = sum(sum(way) / len(way) for way in ways) / 2
    else:
        lin = float(not words[0] and not words[1])
    strings = [" ".join(one.lower_lemmas[slice(*ends)]) for one, ends in ((text, own), (other, others))]
    return {f"{name} Lin": lin, f"{name} Levenshtein": Levenshtein.normalized_similarity(*strings)}


def _tagged(text: Sentence, start: int, end: int) -> list[tuple[str, str]]:
    tags = text.tags[start:end]
    return [
        (lemma, "n" if tag.startswith("NN") else "v")
        for lemma, tag in zip(text.lower_lemmas[start:end], tags, strict=True)
        if tag.startswith(("NN", "VB"))
    ]


def name_features(text: Sentence, other: Sentence) -> dict[str, float]:
    """The names and words common to `text` and `other`, over the lengths of both and over the shorter one."""
    names1, names2 = ([_name(one, start, end) for start, end, _ in one.entities] for one in (text, other))
    length = len(text) + len(other) or 1
    shared = sum(name in names2 for name in names1) + sum(name in names1 for name in names2)
    few, many = sorted((content_words(text), content_words(other)), key=len)
    return {
        "names": shared / length,
        "names shared": share(names1, names2) if names1 and names2 else float(not names1 and not names2),
        "common words": 2 * share(few, many) * len(few) / length,
        "common words of the shorter": share(few, many),
        "length ratio": (len(few) + 1) / (len(many) + 1),
    }


def _name(text: Sentence, start: int, end: int) -> str:
    return " ".join(text.tokens[start:end]).lower()
