"""The features by which two words are judged to be spellings of one word or name, for many pairs at once.

                              smith, smyth    smith, smart
    letters     channel            -6.1            -14.9     how probable it is that one is written for the other
                edits               1               3
    sounds      same sound          1               0        a common code of Double Metaphone
    forms       vowels only         1               0        the consonants are the same
    frequency   rarer word         -6.3            -4.1      how rare the rarer word is in English

No feature depends on the order of the two words, and each belongs to a group of GROUPS, under which contributions are
shown. The channel is a `Channel` of letters from a to z; where a word has others, its value is estimated from edits.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA, JaroWinkler, LCSseq, Postfix, Prefix
from rapidfuzz.process import cpdist

from perpend.spelling._channel import pair_log_probabilities
from perpend.spelling.channel import Packed
from perpend.spelling.letter_chance import LetterChance
from perpend.spelling.name_forms import UNLISTED, NameForms, name_prefixes
from perpend.types import Doubles

__all__ = ["FEATURES", "GROUPS", "LetterCosts", "pair_features"]

GROUPS: Mapping[str, tuple[str, ...]] = {
    "the letters that changed": (
        "channel", "channel per letter", "channel above -3", "channel above -2.5", "channel above -2",
        "channel above -1.5", "channel above -1", "channel by length",
    ),
    "the number of edits": (
        "edits", "edits beyond two", "edits per letter", "edits above 0.15", "edits above 0.25", "edits above 0.35",
        "edits by length", "letters that differ",
    ),
    "the letters in common": (
        "Jaro-Winkler", "Jaro-Winkler above 0.7", "Jaro-Winkler above 0.8", "Jaro-Winkler above 0.9", "common letters",
        "same beginning", "same end", "same first letter", "same last letter",
    ),
    "their lengths and rare letters": ("length", "lengths apart", "short", "letters by chance"),
    "how they sound": (
        "same sound", "same first sound", "same sound by channel", "same sound by length", "same sound by edits",
        "sounds apart", "sounds apart beyond one", "sounds alike", "same Soundex", "same consonants",
        "consonants apart", "consonants apart beyond one",
    ),
    "the kind of change": (
        "same letters", "vowels only", "double letters", "same ending", "prefix", "one contains the other",
    ),
    "how frequent they are": ("rarer word", "both frequent", "frequencies apart"),
}  # fmt: skip
"""The features of each group."""

FEATURES = tuple(name for names in GROUPS.values() for name in names)
"""The columns of `pair_features`."""

_VOWELS = [ord(letter) - ord("a") for letter in "aeiouy"]
_FREQUENT = -6.0
_LEAST_CHANNEL = -80.0
_BENDS: Mapping[str, tuple[str, tuple[float, ...]]] = {
    "channel": ("channel per letter", (-3, -2.5, -2, -1.5, -1)),
    "edits": ("edits per letter", (0.15, 0.25, 0.35)),
    "Jaro-Winkler": ("Jaro-Winkler", (0.7, 0.8, 0.9)),
}
"""Features whose weight may change at some values, where a feature "above" the value begins."""


@dataclass(frozen=True, slots=True)
class LetterCosts:
    """The probabilities of a channel's edits, and what stands in for them where a word has letters that it lacks.

    :param table: the probability of each edit, as in `channel.edit_table`.
    :param letter: the log probability of a letter that stays.
    :param edit: that of an edit.
    :param chance: how probable the letters of a word are by chance.
    """

    table: Doubles
    letter: float
    edit: float
    chance: LetterChance


Numbers = NDArray[np.uint32]


def pair_features(forms: NameForms, first: Numbers, second: Numbers, costs: LetterCosts) -> Doubles:
    """Returns a row of FEATURES for each pair of words.

    :param forms: the words.
    :param first: the number of the first word of each pair.
    :param second: that of the second.
    :param costs: the channel.
    """
    if not len(first):
        return np.zeros((0, len(FEATURES)))
    found = _shared(forms, first, second) | _sounds(forms, first, second) | _frequencies(forms, first, second)
    found |= _channel(forms, first, second, found["edits"], costs)
    found |= {
        f"{name} above {bend:g}": np.maximum(found[feature] - bend, 0)
        for name, (feature, bends) in _BENDS.items()
        for bend in bends
    }
    found |= {
        "channel by length": found["channel per letter"] * found["length"],
        "edits by length": found["edits per letter"] * found["length"],
        "same sound by channel": found["same sound"] * found["channel per letter"],
        "same sound by length": found["same sound"] * found["length"],
        "same sound by edits": found["same sound"] * found["edits per letter"],
        "sounds apart beyond one": np.maximum(found["sounds apart"] - 1, 0),
        "consonants apart beyond one": np.maximum(found["consonants apart"] - 1, 0),
    }
    return np.column_stack([found[name] for name in FEATURES])


def _shared(forms: NameForms, first: Numbers, second: Numbers) -> dict[str, Doubles]:
    a, b = forms.letters[first], forms.letters[second]
    n, m = forms.lengths[first], forms.lengths[second]
    longest, shortest = np.maximum(np.maximum(n, m), 1), np.minimum(n, m)
    edits = cpdist(a, b, scorer=OSA.distance, dtype=np.float64)
    apart = (forms.occurrences[first] - forms.occurrences[second]).astype(np.int32)
    lacking = np.maximum(apart, 0).sum(1)
    differ = np.maximum(lacking, lacking - apart.sum(1))
    vowels_apart = np.abs(apart[:, _VOWELS]).sum(1)
    begin = cpdist(a, b, scorer=Prefix.similarity, dtype=np.float64)
    end = cpdist(a, b, scorer=Postfix.similarity, dtype=np.float64)
    same = forms.letters_number[first] == forms.letters_number[second]
    return {
        "edits": edits,
        "edits per letter": edits / longest,
        "edits beyond two": np.maximum(edits - 2, 0),
        "letters that differ": differ / longest,
        "Jaro-Winkler": cpdist(a, b, scorer=JaroWinkler.similarity, dtype=np.float64),
        "common letters": cpdist(a, b, scorer=LCSseq.normalized_similarity, dtype=np.float64),
        "same beginning": begin / longest,
        "same end": end / longest,
        "same first letter": _equal(forms.first, first, second),
        "same last letter": _equal(forms.last, first, second),
        "length": np.log1p(shortest),
        "lengths apart": longest - shortest,
        "short": (shortest <= 4).astype(np.float64),
        "same letters": same.astype(np.float64),
        "vowels only": ((vowels_apart > 0) & (vowels_apart == np.abs(apart).sum(1))).astype(np.float64),
        "double letters": _equal(forms.single, first, second) * ~same,
        "same ending": _equal(forms.ending, first, second) * ~same,
        "prefix": _prefixed(a, b, end, longest, shortest),
        "one contains the other": (np.maximum(begin, end) == shortest) * ~same,
    }


def _equal(numbers: NDArray[np.int64], first: Numbers, second: Numbers) -> Doubles:
    found: Doubles = (numbers[first] == numbers[second]).astype(np.float64)
    return found


def _prefixed(
    a: NDArray[np.object_], b: NDArray[np.object_], end: Doubles, longest: Doubles, shortest: Doubles
) -> Doubles:
    """Whether the longer word is the shorter with one of the prefixes of names before it."""
    found = np.zeros(len(a))
    prefixes = name_prefixes()
    for place in np.flatnonzero((end == shortest) & (longest > shortest) & (shortest >= 3)).tolist():
        one, other = sorted((a[place], b[place]), key=len)
        found[place] = other[: len(other) - len(one)] in prefixes
    return found


def _sounds(forms: NameForms, first: Numbers, second: Numbers) -> dict[str, Doubles]:
    a, b = forms.sound[first], forms.sound[second]
    codes, others = forms.sounds[first], forms.sounds[second]
    shared = (codes[:, 0] == others[:, 0]) | (codes[:, 0] == others[:, 1])
    shared |= (codes[:, 1] == others[:, 0]) | (codes[:, 1] == others[:, 1])
    return {
        "same sound": shared.astype(np.float64),
        "same first sound": (codes[:, 0] == others[:, 0]).astype(np.float64),
        "sounds apart": cpdist(a, b, scorer=OSA.distance, dtype=np.float64),
        "sounds alike": cpdist(a, b, scorer=JaroWinkler.similarity, dtype=np.float64),
        "same Soundex": _equal(forms.soundex, first, second),
        "same consonants": _equal(forms.consonants_number, first, second),
        "consonants apart": cpdist(
            forms.consonants[first], forms.consonants[second], scorer=OSA.distance, dtype=np.float64
        ),
    }


def _frequencies(forms: NameForms, first: Numbers, second: Numbers) -> dict[str, Doubles]:
    rarity = forms.rarity
    rarer = np.minimum(rarity[first], rarity[second])
    return {
        "rarer word": rarer - UNLISTED,
        "both frequent": np.maximum(rarer - _FREQUENT, 0),
        "frequencies apart": np.abs(rarity[first] - rarity[second]),
    }


def _channel(
    forms: NameForms, first: Numbers, second: Numbers, edits: Doubles, costs: LetterCosts
) -> dict[str, Doubles]:
    table, packed = costs.table.reshape(-1), forms.packed
    longest = np.maximum(np.maximum(forms.lengths[first], forms.lengths[second]), 1)
    both = pair_log_probabilities(table, packed.letters, packed.starts, first, second)
    both = (both + pair_log_probabilities(table, packed.letters, packed.starts, second, first)) / 2
    guess = costs.letter * longest + costs.edit * edits
    value = np.maximum(np.where(forms.plain[first] & forms.plain[second], both, guess), _LEAST_CHANNEL)
    chance = _chances(costs.chance, packed)
    return {
        "channel": value,
        "channel per letter": value / longest,
        "letters by chance": (chance[first] + chance[second]) / 2,
    }


@lru_cache(maxsize=1)
def _chances(chance: LetterChance, packed: Packed) -> Doubles:
    """Keeps those of the last list, whose pairs come in many parts."""
    return chance.log_probabilities(packed)
