"""Misspellings made by rule, beside which the weights of `perpend suggest` learn what lists of misspellings lack.

    slips          the -> teh          two letters of a frequent word exchanged, as fast typing does
    as it sounds   quick -> kwik       a frequent word as `sounds.spoken` writes it

Wikipedia's list has each misspelling once, however often people make it, and hardly any of words such as "the"; and its
writers know how words are spelt. So the learned weights would trust frequency and sound too little.
"""

import random
from collections.abc import Set
from itertools import islice

from perpend.lexicon import frequency
from perpend.spelling.channel_training import TrainingPair
from perpend.spelling.sounds import spoken

__all__ = ["made_misspellings"]

_SLIPS, _HEARD, _FREQUENT = 300, 300, 8000
_SHORTEST_SLIP, _SHORTEST_HEARD = 3, 4


def made_misspellings(known: Set[str], seed: int = 0) -> list[TrainingPair]:
    """Returns slips of the 300 most frequent words, and 300 of the 8,000 most frequent words as they sound.

    :param known: words that no misspelling may be.
    :param seed: draws the slips and the words.
    """
    draw = random.Random(seed)
    frequent = [word for word, _ in islice(frequency.listed(), _FREQUENT) if word.isascii() and word.isalpha()]
    slips = []
    for word in [one for one in frequent if len(one) >= _SHORTEST_SLIP][:_SLIPS]:
        ways = [one for one in _exchanged(word) if one not in known]
        if ways:
            slips.append(TrainingPair(word, draw.choice(ways)))
    heard = [
        TrainingPair(word, written)
        for word in frequent
        if len(word) >= _SHORTEST_HEARD
        and (written := spoken(word)) not in known
        and written.isalpha()
        and written.islower()
    ]
    draw.shuffle(heard)
    return slips + heard[:_HEARD]


def _exchanged(word: str) -> list[str]:
    ways = (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1))
    return [way for way in dict.fromkeys(ways) if way != word]
