"""A table of paraphrases -> phrases drawn by chance, each with its best paraphrases, to be judged by people.

sample_phrases(table, 50, seed=1)     the same table and seed give the same phrases
"""

from random import Random

import numpy as np

from perpend.errors import SettingError
from perpend.lexicon.phrases.table import PhrasePair, PhraseTable

__all__ = ["best_paraphrases", "sample_phrases"]


def best_paraphrases(table: PhraseTable, phrase: tuple[str, ...], best: int) -> list[PhrasePair]:
    """The most probable entries of a phrase, at equal probability in the order of the table."""
    found = sorted(table.lookup(phrase), key=lambda paraphrase: -paraphrase.p)[:best]
    return [PhrasePair(phrase, words, p) for words, p in found]


def sample_phrases(table: PhraseTable, count: int, *, seed: int = 0, best: int = 3) -> list[PhrasePair]:
    """The best entries of `count` phrases, each phrase with the same chance, in the order in which they were drawn."""
    nodes = np.flatnonzero(np.diff(table.arrays["pair_start"]) > 0).tolist()
    if count > len(nodes):
        raise SettingError(f"{count} phrases were to be drawn, but the table has {len(nodes)}: ask for fewer")
    drawn = Random(seed).sample(nodes, count)
    return [entry for node in drawn for entry in best_paraphrases(table, table.phrase(node), best)]
