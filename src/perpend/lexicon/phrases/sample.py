"""A table of paraphrases -> a random sample of phrases with their best paraphrases, for human judgement.

sample_phrases(table, 50, seed=1)     the same table and seed give the same phrases
"""

from random import Random

import numpy as np

from perpend.errors import SettingError
from perpend.lexicon.phrases.table import PhrasePair, PhraseTable

__all__ = ["best_paraphrases", "sample_phrases"]


def best_paraphrases(table: PhraseTable, phrase: tuple[str, ...], best: int) -> list[PhrasePair]:
    """Returns the `best` most probable entries of `phrase` in `table`; ties are in the order of the table."""
    found = sorted(table.lookup(phrase), key=lambda paraphrase: -paraphrase.p)[:best]
    return [PhrasePair(phrase, words, p) for words, p in found]


def sample_phrases(table: PhraseTable, count: int, *, seed: int = 0, best: int = 3) -> list[PhrasePair]:
    """Returns the `best` entries of each of `count` phrases of `table`, sampled uniformly with `seed`."""
    nodes = np.flatnonzero(np.diff(table.arrays["pair_start"]) > 0).tolist()
    if count > len(nodes):
        raise SettingError(f"{count} phrases were to be drawn, but the table has {len(nodes)}: ask for fewer")
    drawn = Random(seed).sample(nodes, count)
    return [entry for node in drawn for entry in best_paraphrases(table, table.phrase(node), best)]
