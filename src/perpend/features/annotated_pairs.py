"""Pairs of strings -> pairs of parsed sentences; a text that occurs in several pairs is parsed once.

annotate_pairs([("He left.", "He went away."), ...], Annotator())  ->  [(Sentence, Sentence), ...]
"""

from collections.abc import Iterable

from perpend.learning.model import pairs_of
from perpend.text.annotate import Annotator
from perpend.text.sentence import NOUNS_AND_VERBS, Sentence
from perpend.types import Progress

__all__ = ["Pair", "annotate_pairs"]

Pair = tuple[Sentence, Sentence]


def annotate_pairs(
    pairs: Iterable[tuple[str, str]],
    annotator: Annotator,
    stemming: str = NOUNS_AND_VERBS,
    progress: Progress | None = None,
) -> list[Pair]:
    """Annotates the texts of each pair; a text that occurs more than once is annotated once.

    :param pairs: the texts.
    :param annotator: the tagger and parser.
    :param stemming: how `Sentence.forms` are made, one of STEMMING.
    :param progress: called after each text.
    """
    pairs = list(pairs_of(pairs))
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    found: dict[str, Sentence] = {}
    for text, annotated in zip(texts, annotator.annotate_many(texts), strict=True):
        found[text] = annotated.stemmed(stemming)
        if progress:
            progress("tagging and parsing", len(found), len(texts))
    return [(found[text1], found[text2]) for text1, text2 in pairs]
