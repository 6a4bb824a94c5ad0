"""Word list -> pairs that may be spellings of one word, part by part: by letters, and by sound where letters differ.

    by letters    the pairs of the scan (`variants`) with at most one edit for every two letters of the longer word
    by sound      words with a common code of Double Metaphone: Knight, Nite; Philips, Filips

Words of one sound may be many. They are sorted by their letters, and each is compared with the next NEIGHBOURS of them
only, so the work grows with the number of words and not with its square.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from perpend.spelling.name_forms import NameForms
from perpend.spelling.variants import scan_parts
from perpend.spelling.word_index import WordIndex

__all__ = ["EDITS_A_LETTER", "NEIGHBOURS", "candidate_parts", "pairs_by_sound"]

EDITS_A_LETTER = 0.5
"""Words are compared if their edits are at most this share of the letters of the longer one, or they sound alike."""

NEIGHBOURS = 50
"""How many of the following words of the same sound a word is compared with."""

_NO_LIMIT = 255

Pairs = NDArray[np.uint32]


def candidate_parts(
    index: WordIndex, forms: NameForms, k: int = 3, common: int = 1, *, most: int | None = None, threads: int | None = None
) -> Iterator[tuple[Pairs, int]]:
    """Yields the candidates in parts, each pair once with the smaller number first, and how many words are done.

    :param index: the words.
    :param forms: their forms, in the same order.
    :param k: the most letters by which the words of a pair of the scan differ.
    :param common: how many first or last letters they share.
    :param most: the most edits of a pair by letters or sound; None is any number.
    :param threads: the number of threads, by default one per core.
    """
    heard = pairs_by_sound(forms)
    limit = _NO_LIMIT if most is None else most
    for begin, end, seen in scan_parts(index, k, common, share=EDITS_A_LETTER, most=limit, threads=threads):
        more = heard[slice(*np.searchsorted(heard[:, 0], [begin, end]))]
        yield np.unique(np.concatenate([seen, more]), axis=0) if len(more) else seen, end


def pairs_by_sound(forms: NameForms) -> Pairs:
    """Returns the pairs of words with a common code, sorted; the smaller number of each pair is first.

    Of many words with one code, each is paired with its neighbours only.
    """
    both = forms.sounds[:, 0] != forms.sounds[:, 1]
    words = np.concatenate([np.arange(len(forms)), np.flatnonzero(both)])
    codes = np.concatenate([forms.sounds[:, 0], forms.sounds[both, 1]])
    spelled = np.argsort(np.argsort(forms.letters.astype(str), kind="stable"), kind="stable")
    order = np.lexsort((spelled[words], codes))
    words, codes = words[order], codes[order]
    found = []
    for step in range(1, NEIGHBOURS + 1):
        same = np.flatnonzero(codes[step:] == codes[:-step])
        if not len(same):
            break
        found.append(np.sort(np.column_stack([words[same], words[same + step]]), axis=1))
    if not found:
        return np.zeros((0, 2), np.uint32)
    return np.unique(np.concatenate(found).astype(np.uint32), axis=0)
