"""A language model of the candidates themselves: what many systems say in many segments is good language.

    segments  ->  all their different texts  ->  n-grams with Kneser-Ney smoothing  ->  a feature of the extended method

It needs no other text, and it is of the right kind: names, numbers and phrases of the texts that are combined. The
references are no part of it. It is trained anew on the segments that are given together, so that those of a tuning set
and of a test set have models of their own.
"""

from collections.abc import Sequence

import numpy as np

from perpend.combination.segment import Segment
from perpend.lexicon.language_model.lookup import Lookup, model_arrays
from perpend.lexicon.language_model.sentences import BEGIN, END, UNKNOWN, Sentences

__all__ = ["HypothesisModel"]

_FRAME = ("<unk>", "<s>", "</s>")


class HypothesisModel:
    """Asked for words behind up to three others, like a language model from a file."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        known = dict.fromkeys(_FRAME, UNKNOWN)
        numbers: list[int] = []
        for segment in segments:
            of_forms = [known.setdefault(form, len(known)) for form in segment.forms]
            for text in segment.texts:
                numbers.append(BEGIN)
                numbers += [of_forms[form] for form in text]
                numbers.append(END)
        self._numbers = known
        self._arrays = model_arrays(Sentences(np.array(numbers, np.int32), tuple(known)))

    def bind(self, forms: Sequence[str]) -> Lookup:
        """The model for texts that are numbers of these forms."""
        return Lookup(self._arrays, np.array([self._numbers.get(form, UNKNOWN) for form in forms], np.int32))
