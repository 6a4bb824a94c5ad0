"""How much of a sentence has a match in the other and how much has not, tag by tag (POS+ and POS-).

    the/DT cat/NN sat/VBD on/IN the/DT mat/NN          matched     DT 2/6   NN 1/6   VBD 1/6   IN 1/6
    the/DT dog/NN sat/VBD on/IN the/DT mat/NN          unmatched   NN 1/6

So a classifier can learn that an unmatched noun weighs more than an unmatched comma. The words of the first sentence
are counted and divided by its length; the features of a pair are the mean of both directions. All of them sum to 1,
those of unmatched words to the share of words without a partner. An empty sentence has zeros.
"""

from collections import Counter
from functools import cache
from pathlib import Path

from perpend.equivalence.partners import partners
from perpend.features.closeness import Closeness
from perpend.text.sentence import Sentence
from perpend.text.wordlist import read_word_list

__all__ = ["MATCHED", "OTHER", "UNMATCHED", "penn_tags", "tag_features"]

MATCHED, UNMATCHED = "POS+", "POS-"
OTHER = "other"
"""Stands for tags that are not in the list, such as those of another pipeline."""


@cache
def penn_tags() -> tuple[str, ...]:
    """All tags that have features, in order."""
    return (*read_word_list(Path(__file__).with_name("data") / "penn-tags.txt"), OTHER)


@cache
def _names() -> dict[tuple[str, bool], str]:
    return {
        (tag, matched): f"{MATCHED if matched else UNMATCHED} {tag}" for matched in (True, False) for tag in penn_tags()
    }


def tag_features(sentence: Sentence, other: Sentence, close: Closeness | None = None) -> dict[str, float]:
    """The share of the words of `sentence` by tag and by whether they have a match in `other`.

    See `partners` for `close`.

    >>> cat = Sentence.tagged("the cat sat on the mat".split(), "DT NN VBD IN DT NN".split())
    >>> dog = Sentence.tagged("the dog sat on the mat".split(), "DT NN VBD IN DT NN".split())
    >>> {name: round(value, 2) for name, value in tag_features(cat, dog).items() if value}
    {'POS+ DT': 0.33, 'POS+ IN': 0.17, 'POS+ NN': 0.17, 'POS+ VBD': 0.17, 'POS- NN': 0.17}
    """
    names = _names()
    found = partners(sentence, other, close)
    counts = Counter((tag, partner is not None) for tag, partner in zip(sentence.tags, found, strict=True))
    values = {name: counts.pop(key, 0) / (len(sentence) or 1) for key, name in names.items()}
    for (_, matched), count in counts.items():
        values[names[OTHER, matched]] += count / len(sentence)
    return values
