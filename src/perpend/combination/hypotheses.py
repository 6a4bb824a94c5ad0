"""A language model of the candidates themselves, on the assumption that what many systems produce is good language.

    segments  ->  all their different texts  ->  n-grams with Kneser-Ney smoothing  ->  a feature of the extended method

It needs no other text and knows the names, numbers and phrases of the texts that are combined. It never sees
references. It is trained on the segments that are combined together, so a tuning set and a test set have different
models.
"""

from collections.abc import Sequence

import numpy as np

from perpend.combination.segment import Segment
from perpend.lexicon.language_model.lookup import MemoryModel
from perpend.lexicon.language_model.sentences import BEGIN, END, UNKNOWN, Sentences

__all__ = ["hypothesis_model"]

_FRAME = ("<unk>", "<s>", "</s>")


def hypothesis_model(segments: Sequence[Segment]) -> MemoryModel:
    """Trains a model on the different texts of all `segments`."""
    known = dict.fromkeys(_FRAME, UNKNOWN)
    numbers: list[int] = []
    for segment in segments:
        of_forms = [known.setdefault(form, len(known)) for form in segment.forms]
        for text in segment.texts:
            numbers.append(BEGIN)
            numbers += [of_forms[form] for form in text]
            numbers.append(END)
    return MemoryModel(Sentences(np.array(numbers, np.int32), tuple(known)))
