"""Systems without training, beside which a model is measured: TERp, tf-idf, overlap of words, most frequent label.

    baselines(pairs, gold)     those that fit the gold judgments, as systems (`systems`)

A model that is not better than these has learned nothing of use. The first three answer with numbers, for gold of
numbers or of yes and no; the most frequent label is for gold of labels, yes and no among them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log, sqrt

import numpy as np

from perpend import __version__
from perpend.alignment import Aligner, Costs
from perpend.evaluation.gold import Gold
from perpend.evaluation.systems import System
from perpend.learning.model import TextPair
from perpend.lexicon import frequency
from perpend.lexicon.phrases.table import PhraseTable
from perpend.text import Normalization

__all__ = ["baselines", "overlap", "tf_idf"]

_RAREST = 1e-9
"""The frequency of words that are not in wordfreq."""


def baselines(pairs: Sequence[TextPair], gold: Gold, phrases: PhraseTable | None = None) -> Iterator[System]:
    """Systems without training for the `pairs`; `gold` says which fit, `phrases` is TERp's table."""
    if gold.kind != "labels":
        aligner = Aligner(Costs.named("terpa"), phrases)
        aligned = aligner.align_many([text2 for _, text2 in pairs], [text1 for text1, _ in pairs])
        scores = -np.array([alignment.score for alignment in aligned])
        yield System("TERp (default)", scores, False, aligner.signature)
        closeness = np.array([tf_idf(*pair) for pair in pairs])
        yield System("tf-idf", closeness, False, f"tf-idf|freq:{frequency.signature()}|version:{__version__}")
        shared = np.array([overlap(*pair) for pair in pairs])
        yield System("overlap", shared, False, f"overlap|version:{__version__}")
    if gold.labels:
        place = float(np.bincount(gold.values.astype(np.int64)).argmax())
        yield System("most frequent label", np.full(len(pairs), place), True, f"majority:{gold.labels[int(place)]}")


def overlap(text1: str, text2: str) -> float:
    """The cosine of `text1` and `text2` as sets of blank-separated words.

    >>> overlap("the cat sat", "the cat")
    0.8164965809277261
    """
    first, second = set(text1.split()), set(text2.split())
    return len(first & second) / sqrt(len(first) * len(second)) if first and second else 0.0


def tf_idf(text1: str, text2: str) -> float:
    """The cosine of the word counts of `text1` and `text2`, each weighted by -ln of the word's frequency in English.

    >>> tf_idf("the cat slept", "the cat slept"), tf_idf("", "a cat")
    (1.0, 0.0)
    >>> tf_idf("the cat", "a cat") > tf_idf("the cat", "the dog")
    True
    """
    first, second = _weighted(text1), _weighted(text2)
    above = sum(weight * second.get(word, 0.0) for word, weight in first.items())
    below = sqrt(sum(one * one for one in first.values()) * sum(one * one for one in second.values()))
    return min(1.0, above / below) if below else 0.0


def _weighted(text: str) -> dict[str, float]:
    counts = Counter(Normalization().tokens(text))
    return {word: count * -log(frequency.frequency(word) or _RAREST) for word, count in counts.items()}
