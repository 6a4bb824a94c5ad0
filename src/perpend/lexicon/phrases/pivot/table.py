"""Paraphrases as numbered phrases -> the file of a phrase table.

The step "paraphrases" has pairs (A, B) with p(B | A). A is the reference side of an entry and B the hypothesis
side, since the probability is that of B in place of A.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from perpend.errors import InputError
from perpend.files.arrays import write_arrays
from perpend.lexicon.phrases import arrays as phrase_arrays
from perpend.lexicon.phrases.layout import DIRECTION, KIND, VERSION
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.lexicon.phrases.pivot.numbering import Phrases
from perpend.lexicon.phrases.pivot.runs import first_of, second_of
from perpend.types import Progress

__all__ = ["write_table"]


def write_table(
    journal: Journal, output: Path, max_length: int, facts: Mapping[str, Any], progress: Progress
) -> dict[str, Any]:
    """Writes the paraphrases of `journal` as the table `output`, atomically; returns its metadata.

    Phrases have at most `max_length` words; `facts` are added to the metadata. Calls `progress` during the work.
    """
    keys, p = journal.column("paraphrases.keys"), journal.column("paraphrases.p")
    if not len(keys):
        raise InputError("no paraphrase passes the filters: loosen them, or give more text")
    phrases = Phrases(journal, "target", max_length)
    numbers, sides = np.unique(np.concatenate([first_of(keys), second_of(keys)]), return_inverse=True)
    rows = phrases.words(numbers)
    used, flat = np.unique(rows[rows >= 0], return_inverse=True)
    ref, hyp = sides.astype(np.int32).reshape(2, -1)
    arrays, sizes = phrase_arrays.phrase_arrays(
        [phrases.names[word] for word in used.tolist()],
        phrase_arrays.Phrases(flat.astype(np.int32), (rows >= 0).sum(axis=1, dtype=np.int32)),
        phrase_arrays.Pairs(ref, hyp, np.asarray(p)),
        progress,
    )
    info = {**facts, "direction": DIRECTION, **sizes}
    write_arrays(output, kind=KIND, version=VERSION, arrays=arrays, meta=info)
    return info
