"""A pair of texts as PERP trains on it: everything that does not depend on the weights, computed once.

    PairEncoder(phrases).encode("text1, the reference", "text2, the hypothesis") -> EncodedPair

An encoded pair has, for each two unequal words, the features of their substitution and whether they share a stem or are
synonyms; for each word the features of inserting or deleting it; for each usable paraphrase its four features. Given
weights, the cost of an edit is the dot product of its features with them (`dot`), which gives the aligner's input
(`problem`).

This is the definition that tests compare with; `packing` packs the same values for training and scoring.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf

import numpy as np
from numpy.typing import NDArray

from perpend.alignment import Aligner, Alignment, Costs, PhraseEdge, Problem, Search, Solution, problem_of, solve
from perpend.alignment.problem import Op
from perpend.features.edits import FEATURES, feature_vector, insertion_or_deletion, paraphrase, substitution
from perpend.lexicon.phrases.table import PhraseTable
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.words import stop_words
from perpend.text import Normalization, Tokenizer, stem
from perpend.types import Values

__all__ = ["EncodedPair", "PairEncoder", "PhraseUse", "SEARCH", "dot"]

_INDEX = {name: k for k, name in enumerate(FEATURES)}
STEM, SYNONYM = 1, 2

SEARCH = Search(beam=inf, gain_limit=inf, phrases_in_blocks=True)
"""The search settings of PERP, without the cost of a shift, which is learned."""


def dot(weights: Sequence[float] | NDArray[np.float64], values: Values) -> float:
    """The cost of an edit: its features `values` times the `weights`, summed in the order of FEATURES."""
    total = 0.0
    for name in sorted(values, key=_INDEX.__getitem__):
        total += float(weights[_INDEX[name]]) * values[name]
    return total


@dataclass(frozen=True, slots=True)
class PhraseUse:
    """A usable paraphrase: its place in the reference, its words, table entry, probability `p` and edit count `q`."""

    ref_start: int
    ref_len: int
    words: tuple[str, ...]
    entry: int
    p: float
    q: float

    @property
    def features(self) -> Values:
        """The features of using it."""
        return paraphrase(self.p, self.q)


@dataclass(frozen=True, slots=True)
class EncodedPair:
    """One pair; `cells` are [reference word][hypothesis word], None if the two are equal."""

    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    cells: list[list[Values | None]]
    relations: list[list[int]]
    insertions: list[Values]
    deletions: list[Values]
    phrases: tuple[PhraseUse, ...]
    hyp_stop: list[bool]
    ref_stop: list[bool]

    def problem(self, weights: Sequence[float] | NDArray[np.float64]) -> Problem:
        """The aligner's input under these weights, without a beam and without a limit on gains."""
        ids: dict[str, int] = {}
        hyp_ids = tuple(ids.setdefault(word, len(ids)) for word in self.hyp)
        chosen = [[self._kind(weights, i, j) for j in range(len(self.hyp))] for i in range(len(self.ref))]
        edges = tuple(
            PhraseEdge(use.ref_start, use.ref_len, tuple(ids[word] for word in use.words), dot(weights, use.features))
            for use in self.phrases
        )
        return Problem(
            ref_len=len(self.ref),
            hyp_ids=hyp_ids,
            pair_cost=[[cost for _, cost in row] for row in chosen],
            pair_kind=[[kind for kind, _ in row] for row in chosen],
            pair_agrees=[
                [cell is None or how > 0 for cell, how in zip(*rows, strict=True)]
                for rows in zip(self.cells, self.relations, strict=True)
            ],
            insertion=[dot(weights, values) for values in self.insertions],
            deletion=[dot(weights, values) for values in self.deletions],
            ref_stop=self.ref_stop,
            hyp_stop=self.hyp_stop,
            phrases=edges,
            search=replace(SEARCH, shift_cost=float(weights[_INDEX["Shift"]])),
        )

    def _kind(self, weights: Sequence[float] | NDArray[np.float64], i: int, j: int) -> tuple[int, float]:
        """Substitution, stem or synonym: the cheapest; ties go to the first of these."""
        cell, how = self.cells[i][j], self.relations[i][j]
        if cell is None:
            return Op.MATCH, 0.0
        kinds = [(Op.SUBSTITUTE, dot(weights, cell))]
        kinds += [(Op.STEM, float(weights[_INDEX["Stemming"]]))] if how & STEM else []
        kinds += [(Op.SYNONYM, float(weights[_INDEX["Synonymy"]]))] if how & SYNONYM else []
        return min(kinds, key=lambda pair: pair[1])

    def align(self, weights: Sequence[float] | NDArray[np.float64]) -> Solution:
        """The cheapest edits under these weights."""
        return solve(self.problem(weights))

    def alignment(self, solution: Solution) -> Alignment:
        """The solution with its words."""
        return Alignment.of(self.hyp, self.ref, solution, entries=tuple(use.entry for use in self.phrases))

    def features(self, solution: Solution) -> NDArray[np.float64]:
        """The 36 features of a solution."""
        return feature_vector(self.alignment(solution), {use.entry: (use.p, use.q) for use in self.phrases})


class PairEncoder:
    """Encodes pairs with one `tokenizer` (TERp's by default) and phrase table `phrases`."""

    def __init__(self, phrases: PhraseTable | None = None, tokenizer: Tokenizer | None = None) -> None:
        self.tokenizer = tokenizer or Normalization()
        self.phrases = phrases
        self._stop_words = stop_words(Normalization())
        self._synonyms = lru_cache(maxsize=1 << 18)(WordNet.shipped().are_synonyms)
        self._substitution = lru_cache(maxsize=1 << 18)(substitution)
        unit = replace(Costs.named("ter"), phrase_function="NONE")
        self._aligner = Aligner(unit, phrases)
        self._unit, self._edits = unit, lru_cache(maxsize=1 << 18)(self._count_edits)

    def encode(self, text1: str, text2: str) -> EncodedPair:
        """`text1` is the reference, `text2` the hypothesis."""
        ref, hyp = self.tokenizer.tokens(text1), self.tokenizer.tokens(text2)
        return EncodedPair(
            hyp=tuple(hyp),
            ref=tuple(ref),
            cells=[[None if r == h else self._substitution(h, r) for h in hyp] for r in ref],
            relations=[[self._relation(h, r) for h in hyp] for r in ref],
            insertions=[insertion_or_deletion("Insertion", word) for word in hyp],
            deletions=[insertion_or_deletion("Deletion", word) for word in ref],
            phrases=tuple(self._uses(hyp, ref)),
            hyp_stop=[word in self._stop_words for word in hyp],
            ref_stop=[word in self._stop_words for word in ref],
        )

    def _relation(self, hyp: str, ref: str) -> int:
        if hyp == ref:
            return 0
        return (STEM if stem(hyp) == stem(ref) else 0) | (SYNONYM if self._synonyms(hyp, ref) else 0)

    def _uses(self, hyp: Sequence[str], ref: Sequence[str]) -> list[PhraseUse]:
        uses = []
        for start, length, words, p, entry in self._aligner.active_phrases(hyp, ref):
            q = self._edits(words, tuple(ref[start : start + length]))
            if p > 0:
                uses.append(PhraseUse(start, length, words, entry, min(p, 1.0), q))
        return uses

    def _count_edits(self, hyp: tuple[str, ...], ref: tuple[str, ...]) -> float:
        """q: the number of edits between the two sides of a paraphrase, each at cost 1."""
        return solve(problem_of(self._unit, hyp, ref)).cost
