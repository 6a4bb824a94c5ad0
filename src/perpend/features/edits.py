"""PERP's features of an alignment: 36 numbers, each a sum over its edits.

The features are those of Table 1 of Heilman and Madnani (2012), under their names there, in this order:

    Intercept                                        always 1
    Stemming Synonymy Shift                          how many of these edits
    Paraphrase1 .. Paraphrase4                       phrases: 1, q·log10(p), p·q, q
    Insertion Deletion                               how many
    Insert-Delete-LogFreq, -LogWordLen               log10 of frequency and of length, over both kinds
    Insert-Delete-X                                  X = Punct, Number, Pronoun, Negation, Stop, OOV
    Substitution                                     how many
    Sub-X-Both, Sub-X-1only                          both words are X; only one is
    Sub-LogFreq-Diff                                 difference of log10 frequencies
    Sub-Contain, Sub-Diff-By-NonWord,                how alike the two words are as strings
    Sub-Small-LevDist, Sub-Norm-LevDist

All but the intercept are divided by the number of words of both texts. Matches contribute nothing.

The paper leaves some points open. Here a word is out of vocabulary (OOV) if it consists of letters and is rarer than
one in ten million words. The frequency features need words of letters that are not OOV; the difference needs two of
them. The "number of edits" q of a paraphrase counts the edits between its two sides at cost 1 each, so it does not
depend on the weights. Two words differ only by non-word characters if their letters and digits are the same, which
includes two different punctuation marks.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log10

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from perpend.alignment.edits import Alignment, Edit
from perpend.lexicon.frequency import is_out_of_vocabulary, log10_frequency
from perpend.lexicon.words import WordClass, word_class
from perpend.types import Values

__all__ = [
    "CLASSES",
    "FEATURES",
    "WordFacts",
    "edit_features",
    "facts_of",
    "feature_vector",
    "insertion_or_deletion",
    "paraphrase",
    "substitution",
]

CLASSES = ("Punct", "Number", "Pronoun", "Negation", "Stop", "OOV")
"""The classes X of words, in the order of their features."""

FEATURES = (
    "Intercept", "Stemming", "Synonymy", "Shift",
    "Paraphrase1", "Paraphrase2", "Paraphrase3", "Paraphrase4",
    "Insertion", "Deletion", "Insert-Delete-LogFreq", "Insert-Delete-LogWordLen",
    *(f"Insert-Delete-{name}" for name in CLASSES),
    "Substitution",
    *(f"Sub-{name}-Both" for name in CLASSES),
    *(f"Sub-{name}-1only" for name in CLASSES),
    "Sub-LogFreq-Diff", "Sub-Contain", "Sub-Diff-By-NonWord", "Sub-Small-LevDist", "Sub-Norm-LevDist",
)  # fmt: skip
"""The names of all features, in their order."""

_LONG = 5
"""Sub-Contain and Sub-Small-LevDist need words of more characters than this."""


@dataclass(frozen=True, slots=True)
class WordFacts:
    """The properties of a word that the features use."""

    classes: tuple[bool, ...]
    log_frequency: float | None
    log_length: float
    bare: str
    """The word without its non-alphanumeric characters."""


@lru_cache(maxsize=1 << 17)
def facts_of(word: str) -> WordFacts:
    """The properties of a `word`, cached.

    >>> [name for name, fires in zip(CLASSES, facts_of("him").classes) if fires]
    ['Pronoun']
    >>> facts_of("o'clock").bare
    'oclock'
    """
    found = word_class(word)
    unknown = is_out_of_vocabulary(word)
    known = WordClass.LETTERS in found and not unknown
    flags = (WordClass.PUNCTUATION, WordClass.NUMBER, WordClass.PRONOUN, WordClass.NEGATION, WordClass.STOP_WORD)
    return WordFacts(
        classes=(*(flag in found for flag in flags), unknown),
        log_frequency=log10_frequency(word) if known else None,
        log_length=log10(len(word)) if word else 0.0,
        bare="".join(char for char in word if char.isalnum()),
    )


def insertion_or_deletion(kind: str, word: str) -> Values:
    """The features of one inserted or deleted word; `kind` is "Insertion" or "Deletion".

    >>> insertion_or_deletion("Insertion", "17")
    {'Insertion': 1.0, 'Insert-Delete-LogWordLen': 0.3010299956639812, 'Insert-Delete-Number': 1.0}
    """
    facts = facts_of(word)
    values = {kind: 1.0}
    if facts.log_frequency is not None:
        values["Insert-Delete-LogFreq"] = facts.log_frequency
    values["Insert-Delete-LogWordLen"] = facts.log_length
    return values | {f"Insert-Delete-{name}": 1.0 for name, fires in zip(CLASSES, facts.classes, strict=True) if fires}


def substitution(hyp: str, ref: str) -> Values:
    """The features of the word `hyp` in place of the word `ref`.

    >>> substitution("a", "an")
    {'Substitution': 1.0, 'Sub-Stop-Both': 1.0, 'Sub-LogFreq-Diff': 0.8300000000000003, 'Sub-Norm-LevDist': 0.5}
    """
    first, second = facts_of(hyp), facts_of(ref)
    values = {"Substitution": 1.0}
    for name, one, other in zip(CLASSES, first.classes, second.classes, strict=True):
        if one or other:
            values[f"Sub-{name}-Both" if one and other else f"Sub-{name}-1only"] = 1.0
    if first.log_frequency is not None and second.log_frequency is not None:
        values["Sub-LogFreq-Diff"] = abs(first.log_frequency - second.log_frequency)
    return values | _alike_as_strings(hyp, ref, first.bare == second.bare)


def _alike_as_strings(hyp: str, ref: str, same_bare: bool) -> Values:
    distance, long = Levenshtein.distance(hyp, ref), min(len(hyp), len(ref)) > _LONG
    fires = {
        "Sub-Contain": long and hyp != ref and (hyp in ref or ref in hyp),
        "Sub-Diff-By-NonWord": same_bare,
        "Sub-Small-LevDist": long and distance == 1,
    }
    values = {name: 1.0 for name, fired in fires.items() if fired}
    return values | {"Sub-Norm-LevDist": distance / max(len(hyp), len(ref), 1)}


def paraphrase(p: float, q: float) -> Values:
    """The features of a paraphrase of probability `p` whose sides are `q` edits apart.

    >>> paraphrase(0.1, 3)
    {'Paraphrase1': 1.0, 'Paraphrase2': -3.0, 'Paraphrase3': 0.30000000000000004, 'Paraphrase4': 3}
    """
    return {"Paraphrase1": 1.0, "Paraphrase2": q * log10(p), "Paraphrase3": p * q, "Paraphrase4": q}


def edit_features(alignment: Alignment, edit: Edit, phrases: Mapping[int, tuple[float, float]]) -> Values:
    """The features of one `edit` of an `alignment`, before division.

    `phrases` maps each entry of the phrase table to its p and q.
    """
    hyp, ref = alignment.hyp_shifted[slice(*edit.hyp)], alignment.ref[slice(*edit.ref)]
    match edit.op:
        case "match":
            return {}
        case "stem":
            return {"Stemming": 1.0}
        case "synonym":
            return {"Synonymy": 1.0}
        case "insert":
            return insertion_or_deletion("Insertion", hyp[0])
        case "delete":
            return insertion_or_deletion("Deletion", ref[0])
        case "phrase":
            return paraphrase(*phrases[edit.entry])
    return substitution(hyp[0], ref[0])


def feature_vector(
    alignment: Alignment, phrases: Mapping[int, tuple[float, float]] | None = None
) -> NDArray[np.float64]:
    """The 36 features of an `alignment`, in the order of FEATURES; `phrases` as in `edit_features`."""
    sums = _summed(edit_features(alignment, edit, phrases or {}) for edit in alignment.edits)
    sums["Shift"] = float(len(alignment.shifts))
    length = len(alignment.hyp) + len(alignment.ref)
    return np.array([1.0] + [sums.get(name, 0.0) / length if length else 0.0 for name in FEATURES[1:]])


def _summed(parts: Iterable[Values]) -> Values:
    sums: Values = {}
    for part in parts:
        for name, value in part.items():
            sums[name] = sums.get(name, 0.0) + value
    return sums
