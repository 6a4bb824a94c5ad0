"""Word list -> pairs that may be spellings of one word, part by part: by letters, and by sound where letters differ.

    by letters    the pairs of the scan (`variants`) with at most one edit for every two letters of the longer word
    by sound      words with a common code of Double Metaphone: Knight, Nite; Philips, Filips

Words of one sound may be many. Each is paired with the NEIGHBOURS words before and after it in the list only, so the
work grows with the number of words and not with its square. Words with different digits (item1, item2) are no pair.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from perpend.spelling.name_forms import NameForms
from perpend.spelling.variants import scan_parts
from perpend.spelling.word_index import WordIndex

__all__ = ["EDITS_A_LETTER", "NEIGHBOURS", "SoundNeighbours", "candidate_parts"]

EDITS_A_LETTER = 0.5
"""Words are compared if their edits are at most this share of the letters of the longer one, or they sound alike."""

NEIGHBOURS = 50
"""With how many words of the same sound before and after it in the list a word is compared."""

_NO_LIMIT = 255

Pairs = NDArray[np.uint32]


def candidate_parts(
    index: WordIndex,
    forms: NameForms,
    k: int = 3,
    common: int = 1,
    *,
    most: int | None = None,
    threads: int | None = None,
) -> Iterator[tuple[Pairs, int]]:
    """Yields the candidates in parts, each pair once with the smaller number first, and how many words are done.

    :param index: the words.
    :param forms: their forms, in the same order.
    :param k: the most letters by which the words of a pair of the scan differ.
    :param common: how many first or last letters they share.
    :param most: the most edits between the words of a pair of the scan; None is any number.
    :param threads: the number of threads, by default one per core.
    """
    heard = SoundNeighbours(forms)
    limit = _NO_LIMIT if most is None else min(most, _NO_LIMIT)
    for begin, end, seen in scan_parts(index, k, common, share=EDITS_A_LETTER, most=limit, threads=threads):
        pairs = np.unique(np.concatenate([seen, heard.pairs(begin, end)]), axis=0)
        yield pairs[forms.digits[pairs[:, 0]] == forms.digits[pairs[:, 1]]], end


class SoundNeighbours:
    """The words of `forms` sorted by their codes, and by their order in the list where codes are equal."""

    def __init__(self, forms: NameForms) -> None:
        both = np.flatnonzero(forms.sounds[:, 0] != forms.sounds[:, 1])
        words = np.concatenate([np.arange(len(forms)), both])
        codes = np.concatenate([forms.sounds[:, 0], forms.sounds[both, 1]])
        order = np.lexsort((words, codes))
        self._words, self._codes = words[order], codes[order]
        self._by_word = np.argsort(self._words, kind="stable")
        self._starts = np.searchsorted(self._words[self._by_word], np.arange(len(forms) + 1))

    def pairs(self, begin: int, end: int) -> Pairs:
        """Returns the pairs whose smaller word is in `begin` to `end`; a pair may be there twice."""
        places = self._by_word[self._starts[begin] : self._starts[end]]
        found = [np.zeros((0, 2), np.uint32)]
        for step in range(1, NEIGHBOURS + 1):
            # Words of one code are in the order of the list: a later place has a larger number.
            inside = places[places + step < len(self._words)]
            same = inside[self._codes[inside] == self._codes[inside + step]]
            if not len(same):
                break
            found.append(np.column_stack([self._words[same], self._words[same + step]]).astype(np.uint32))
        return np.concatenate(found)
