"""The items of a pair of sentences from which word evidence is learned (`perpend.learning.word_evidence`).

a man is riding a bike | a man is riding a horse       alone:bike   alone:horse   bike|horse   both:man   both:ride
"""

from perpend.features.annotated_pairs import Pair
from perpend.lexicon.words import is_punctuation
from perpend.text.sentence import Sentence

__all__ = ["evidence_items"]

_MOST_ALONE = 8
"""Longer lists of unmatched words are not paired: the pairs would be many and uninformative."""


def _lemmas(sentence: Sentence) -> list[str]:
    return list(dict.fromkeys(lemma for lemma in sentence.lower_lemmas if not is_punctuation(lemma)))


def evidence_items(pair: Pair) -> list[str]:
    """The items of a `pair`, without repetitions; the order of the two sentences does not change which they are.

    >>> one, two = Sentence.tagged(["a", "cat"], ["DT", "NN"]), Sentence.tagged(["a", "dog"], ["DT", "NN"])
    >>> evidence_items((one, two))
    ['both:a', 'alone:cat', 'alone:dog', 'cat|dog']
    """
    first, second = _lemmas(pair[0]), _lemmas(pair[1])
    own, others = set(first), set(second)
    left, right = [one for one in first if one not in others], [one for one in second if one not in own]
    items = [f"both:{one}" for one in first if one in others]
    items += [f"alone:{one}" for one in (*left, *right)]
    if len(left) <= _MOST_ALONE and len(right) <= _MOST_ALONE:
        items += ["|".join(sorted((one, two))) for one in left for two in right]
    return items
