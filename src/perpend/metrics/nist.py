"""NIST: like BLEU, but n-grams are weighted by their information, and orders are added (Doddington 2002).

                        Σ info of the shared n-grams
    score  =  Σ  ──────────────────────────────────────   ×   exp(β · ln² min(1, hyp words / ref words))
             n=1..5       n-grams of the hypothesis

β makes the penalty 0.5 for hypotheses of two thirds of the references' length. `information` has the weights; by
default they are counted in all references of the corpus, as in mteval-v13a. Scores have no upper bound.

Several references are treated as in mteval-v13a: the weights count all of them, the matches of an n-gram are clipped at
its highest count in one reference, and the reference length is the average. (nltk takes the best reference for each
order.) mteval also lower-cases; here `lowercase` does.

The form of Finch et al. (2005) for pairs of sentences takes the weights from both sides of a training set, and from
the pair itself (`own_ngrams`, for pairs that are not part of that set):

    measure = Nist().trained(texts, own_ngrams=True)
    measure.by_order(measure.rows(hyps, refs))               NIST1 to NIST5 of each pair

A significance test uses the weights of the whole corpus. An empty hypothesis scores 0, also against an empty reference.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import ClassVar

import numpy as np

from perpend.arguments import wrong_type
from perpend.errors import SettingError
from perpend.metrics.corpus_score import CorpusScore
from perpend.metrics.information import Information
from perpend.metrics.measure import Texts, WordMeasure, check_length, check_order
from perpend.metrics.ngrams import Numbered, possible_ngrams
from perpend.metrics.shared_information import shared_information
from perpend.metrics.streams import References
from perpend.text import Tokenizer
from perpend.types import Doubles

__all__ = ["Nist", "nist"]

_BETA = log(0.5) / log(1.5) ** 2


@dataclass(frozen=True)
class Nist(WordMeasure):
    """NIST with its settings, which are the parameters of `nist`."""

    order: int = 5
    tokenizer: str | Tokenizer = "13a"
    lowercase: bool = False
    information: Information | None = None
    own_ngrams: bool = False

    name: ClassVar[str] = "nist"
    is_share: ClassVar[bool] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        check_order(self.order)
        if not (self.information is None or hasattr(self.information, "order")):
            raise wrong_type("information", "an Information", self.information)
        if self.information and self.information.order < self.order:
            raise SettingError(f"order {self.order}, but information up to order {self.information.order}: count more")

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the statistics."""
        orders = range(1, self.order + 1)
        return ("hyp_length", "ref_length", *(f"info_{n}" for n in orders), *(f"total_{n}" for n in orders))

    @property
    def settings(self) -> str:
        """The settings, for the signature."""
        weights = self.information.signature if self.information else "references"
        return (
            f"order:{self.order}|case:{'lc' if self.lowercase else 'mixed'}|tok:{self.tokenizing.signature()}"
            f"|info:{weights}{'+own' if self.own_ngrams else ''}"
        )

    def trained(self, texts: Iterable[str], *, own_ngrams: bool = False) -> "Nist":
        """Returns the measure with information weights from `texts`; `own_ngrams` adds the n-grams of each pair."""
        held = [*texts]
        for number, text in enumerate(held, 1):
            check_length(self.name, text, f"text {number} of the information")
        return replace(self, information=Information(map(self.tokens, held), self.order), own_ngrams=own_ngrams)

    def fitted(self, refs: Texts) -> "Nist":
        """Returns the measure with the weights of `refs`, unless it has weights already."""
        if self.information:
            return self
        counted = Information((self.tokens(ref) for others in refs for ref in others), self.order)
        return replace(self, information=counted)

    def rows(self, hyps: Sequence[str], refs: Texts) -> Doubles:
        """Returns the statistics of `hyps`, each with its references in `refs`, one row per segment."""
        information = self.fitted(refs).information
        assert information
        numbered = Numbered.of(hyps, refs, self.tokens)
        sizes, hyp_words = np.diff(numbered.first) - 1, numbered.lengths[numbered.first[:-1]]
        all_words = np.diff(numbered.bounds[numbered.first])
        lengths = np.stack([hyp_words, (all_words - hyp_words) / sizes], axis=1)
        info = shared_information(numbered, self.order, information, own=self.own_ngrams)
        return np.concatenate([lengths, info, possible_ngrams(hyp_words, self.order)], axis=1)

    def scores(self, sums: Doubles) -> Doubles:
        """Returns the scores of sums of rows."""
        return self.by_order(sums)[..., -1]

    def by_order(self, sums: Doubles) -> Doubles:
        """Returns NIST1, NIST2, ... up to the order, from the summed statistics `sums`, in a new last axis."""
        info, totals = sums[..., 2 : 2 + self.order], sums[..., 2 + self.order :]
        return _penalty(sums)[..., None] * np.cumsum(info / np.maximum(totals, 1.0), axis=-1)


def nist(
    hyps: Sequence[str],
    refs: References,
    *,
    order: int = 5,
    tokenizer: str | Tokenizer = "13a",
    lowercase: bool = False,
    information: Information | None = None,
    own_ngrams: bool = False,
) -> CorpusScore:
    """Returns NIST: like BLEU, but rare n-grams count more; 0 or more, without an upper bound.

    `hyps` are the texts to score; `refs` has a reference for each, or several lists of references. `order` is the
    longest n-gram. `tokenizer` is 13a, intl, char, zh, none, or a `Tokenizer`; `lowercase` ignores case. `information`
    has the weights of n-grams (None: counted in the references), and `own_ngrams` adds the n-grams of each pair.

    >>> round(nist(["the cat sat on a mat", "he ran"], ["the cat sat on the mat", "he ran away"]).score, 4)
    2.6554
    """
    return Nist(order, tokenizer, lowercase, information, own_ngrams).score(hyps, refs)


def _penalty(sums: Doubles) -> Doubles:
    hyp, ref = sums[..., 0], sums[..., 1]
    ratio = np.minimum(hyp / np.where(ref > 0, ref, 1.0), 1.0)
    known = np.where(ratio > 0, ratio, 1.0)
    return np.where(ref > 0, np.where(ratio > 0, np.exp(_BETA * np.log(known) ** 2), 0.0), (hyp > 0).astype(np.float64))
