"""Finds the pairs of a word list that are likely to be spellings of one word, the most probable first.

    variants(["smith", "smyth", "smart", "jones"])        smith ~ smyth   0.87
    variants(words, min_probability=0.2)                  more of them
    variants(words, all_pairs=True)                       every pair of the scan, unranked (`variants`)

Candidates (`variant_candidates`) are judged part by part by a model (`variant_model`); pairs below the least
probability are dropped at once, so memory holds the index, one part and the pairs that are kept.
"""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from perpend import __version__
from perpend.arguments import flag, number, path_of, whole_number
from perpend.errors import SettingError
from perpend.learning.registry import load_kept
from perpend.limits import check
from perpend.spelling.name_forms import name_forms
from perpend.spelling.variant_answer import VariantPair, Variants
from perpend.spelling.variant_candidates import candidate_parts
from perpend.spelling.variant_model import VariantModel
from perpend.spelling.variants import find_variants
from perpend.spelling.word_index import WordIndex, check_difference, open_words
from perpend.spelling.word_list import Matching, WordList
from perpend.types import Doubles, Progress

__all__ = ["LEAST_PROBABILITY", "LikelyPairs", "find_likely", "variant_model", "variants"]

LEAST_PROBABILITY = 0.5
"""Pairs below this probability are left out if nobody says otherwise."""

_LETTERS, _COMMON = 3, 1


@dataclass(frozen=True, slots=True, eq=False)
class LikelyPairs:
    """Pairs of words of `index` as numbers, with their probabilities, the most probable first."""

    index: WordIndex
    numbers: NDArray[np.uint32]
    probabilities: Doubles

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[VariantPair]:
        counts = self.index.counts
        for (one, other), probability in zip(self.numbers.tolist(), self.probabilities.tolist(), strict=True):
            word1, word2 = self.index.word(one), self.index.word(other)
            more = None if counts[one] == counts[other] else word1 if counts[one] > counts[other] else word2
            yield _pair(word1, word2, self.index.matching, more, probability)


def _pair(word1: str, word2: str, matching: Matching, more: str | None, probability: float) -> VariantPair:
    key1, key2 = matching.key(word1), matching.key(word2)
    only1, only2 = _only(key1, key2), _only(key2, key1)
    return VariantPair(
        word1, word2, max(len(only1), len(only2)), only1, only2, OSA.distance(key1, key2), more, probability
    )


def _only(one: str, other: str) -> str:
    """The letters that `one` has and `other` lacks, sorted."""
    return "".join(letter * max(0, one.count(letter) - other.count(letter)) for letter in sorted(set(one)))


def find_likely(
    index: WordIndex,
    model: VariantModel,
    k: int = _LETTERS,
    common: int = _COMMON,
    *,
    min_probability: float = LEAST_PROBABILITY,
    max_distance: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> LikelyPairs:
    """Returns the pairs of words that are likely to be spellings of one.

    :param index: the words.
    :param model: the model that judges them.
    :param k: the most letters by which the words of a pair differ, unless they sound the same.
    :param common: how many first or last letters they share, unless they sound the same.
    :param min_probability: pairs below this probability are left out.
    :param max_distance: pairs with a larger edit distance are left out.
    :param threads: the number of threads, by default one per core.
    :param progress: called after each part.
    """
    model = model.using(listed=True)
    forms = name_forms([index.matching.key(word) for word in index])
    numbers, values, kept = [np.zeros((0, 2), np.uint32)], [np.zeros(0)], 0
    for pairs, end in candidate_parts(index, forms, k, common, most=max_distance, threads=threads):
        found = model.probabilities(forms, np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1]))
        likely = found >= min_probability
        numbers.append(pairs[likely])
        values.append(found[likely])
        kept += int(likely.sum())
        check("variants", "likely-pairs", kept)
        if progress:
            progress("comparing words", end, len(index))
    together, probabilities = np.concatenate(numbers), np.concatenate(values)
    order = np.lexsort((together[:, 1], together[:, 0], -probabilities))
    likely_pairs = LikelyPairs(index, together[order], probabilities[order])
    return likely_pairs if max_distance is None else _within(likely_pairs, max_distance)


def _within(pairs: LikelyPairs, most: int) -> LikelyPairs:
    """Leaves out the pairs that sound the same and are farther apart."""
    near = np.array([pair.distance <= most for pair in pairs], np.bool_)
    return LikelyPairs(pairs.index, pairs.numbers[near], pairs.probabilities[near])


def variant_model(model: VariantModel | Path | str | None = None) -> VariantModel:
    """Returns `model`, the one of that name or file, or the shipped one."""
    found = load_kept(model, "variants")
    assert isinstance(found, VariantModel)
    return found


def variants(
    words: WordIndex | WordList | Sequence[str] | Path | str,
    *,
    letters: int = _LETTERS,
    common: int = _COMMON,
    ignore_case: bool = False,
    ignore_accents: bool = False,
    min_probability: float | None = None,
    max_distance: int | None = None,
    all_pairs: bool = False,
    model: VariantModel | Path | str | None = None,
) -> Variants:
    """Finds the pairs of words that are likely to be spellings of one word or name, the most probable first.

    All pairs are held in memory. With `all_pairs`, that may be billions: use `find_variants`, which yields them, or
    `write_variants`. Until version 0.1 all pairs of the scan were returned.

    :param words: a list of words, a `WordIndex`, or the path of either.
    :param letters: the most letters by which the words of a pair differ; words that sound the same may differ by more.
    :param common: how many first or last letters they share; 0 compares any two words.
    :param ignore_case: whether case is ignored.
    :param ignore_accents: whether accents are ignored.
    :param min_probability: pairs below this probability are left out, by default 0.5.
    :param max_distance: pairs with a larger edit distance are left out.
    :param all_pairs: every pair of the scan in the order of the list, without probabilities.
    :param model: a model of the kind variants or its path; by default the shipped one.

    >>> [(one, other) for one, other in variants(["smith", "smyth", "smart", "Jones", "jones"]).value]
    [('Jones', 'jones'), ('smith', 'smyth')]
    """
    matching = Matching(ignore_case, ignore_accents)
    if isinstance(words, str | Path):
        index = open_words(path_of(words, "a word list"), matching)
    else:
        index = words if isinstance(words, WordIndex) else WordIndex.of(words, matching)
    _check(letters, min_probability, max_distance, all_pairs)
    settings = f"k:{letters}|common:{common}|distance:{'any' if max_distance is None else max_distance}"
    if all_pairs:
        found = tuple(find_variants(index, letters, common, most=max_distance))
        signature = f"variants|{settings}|{index.matching.signature}|version:{__version__}"
        return Variants(found, len(index), letters, common, signature)
    if (letters, common) != (_LETTERS, _COMMON) and min_probability is None:
        changed = "variants returns likely pairs now: name min_probability, or all_pairs=True for every pair"
        warnings.warn(changed, DeprecationWarning, stacklevel=2)
    least = LEAST_PROBABILITY if min_probability is None else min_probability
    judge = variant_model(model).using(listed=True)
    likely = find_likely(index, judge, letters, common, min_probability=least, max_distance=max_distance)
    counts = {index.word(word): int(index.counts[word]) for word in np.unique(likely.numbers).tolist()}
    signature = f"{judge.signature}|{settings}|least:{least:g}|{index.matching.signature}"
    return Variants(tuple(likely), len(index), letters, common, signature, least, counts, judge)


def _check(k: int, min_probability: float | None, max_distance: int | None, all_pairs: bool) -> None:
    check_difference(k)
    if min_probability is not None:
        number(min_probability, "a least probability", 0, 1)
        if flag(all_pairs, "all_pairs"):
            raise SettingError("all pairs are not judged: leave out min_probability, or all_pairs")
    if max_distance is not None:
        whole_number(max_distance, "a distance", 0)
