"""The costs of the entries of a phrase table, and which of them apply to a pair of texts.

An entry means that the hypothesis may have B where the reference has A, with probability p. TERp's cost of using it is

    STD   a + b·q·log10(p) + c·q·p + d·q          q = cost of turning B into A by all other edits, shifts included
    NONE  p

clamped to the set's limits. So q depends on the other costs: under TERp-A, two phrases that differ only by stems have
q = 0. A probability of 0 or below may give an infinite cost or NaN, and NaN passes the limits, as in the original.

An entry is *active* for a pair of texts if A stands in the reference and every word of B occurs in the hypothesis:
after shifts they may stand together.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf, log, nan

from perpend.alignment.costs import Costs, problem_of
from perpend.alignment.reference import solve
from perpend.lexicon.phrases.table import PhraseTable

__all__ = ["PlainPhraseCosts", "phrase_cost"]


def phrase_cost(costs: Costs, p: float, q: float) -> float:
    """Returns the cost of a paraphrase of probability `p`, where aligning its two sides costs `q`."""
    if costs.phrase_function == "NONE":
        return p
    x = 1.0 - p if "INV" in costs.phrase_function else p
    logarithm = log(x) / log(10.0) if x > 0 else (-inf if x == 0 else nan)
    a, b, c = costs.phrase_parameters[:3]
    if costs.phrase_function.endswith("NONED"):
        cost = a + b * logarithm + c * x
    else:
        cost = a + (b * logarithm * q) + (c * x * q) + (costs.phrase_parameters[3] * q)
    if cost > costs.phrase_max:
        cost = costs.phrase_max
    return costs.phrase_min if cost < costs.phrase_min else cost


class PlainPhraseCosts:
    """Defines the active entries of `table`, in TERp's order of retrieval, and their costs under `costs`."""

    def __init__(self, table: PhraseTable, costs: Costs) -> None:
        self.table, self.costs = table, costs
        self._cost = lru_cache(maxsize=1 << 16)(self._work_out)

    def active(self, hyp: Sequence[str], ref: Sequence[str]) -> list[tuple[int, int, tuple[str, ...], float, int]]:
        """Returns the entries that apply to the tokens `hyp` and `ref`; of duplicates the first cheapest.

        Each is (reference start, reference length, hypothesis words, cost, entry).
        """
        found: dict[tuple[int, int, tuple[str, ...]], tuple[float, int]] = {}
        for start, length, entry in self._candidates(ref):
            words = self.table.pair(entry).hyp
            if len(words) > len(hyp) or not set(words) <= set(hyp):
                continue
            cost, key = self._cost(entry), (start, length, words)
            if key not in found or cost < found[key][0]:
                found[key] = (cost, entry)
        return [(*key, *value) for key, value in found.items()]

    def _candidates(self, ref: Sequence[str]) -> Iterator[tuple[int, int, int]]:
        for start in range(len(ref)):
            for length in range(1, min(self.table.longest, len(ref) - start) + 1):
                for entry in self.table.entries(ref[start : start + length]):
                    yield start, length, entry

    def _work_out(self, entry: int) -> float:
        pair, q = self.table.pair(entry), 0.0
        if self.costs.phrase_function in ("STD", "STDINV"):
            q = solve(problem_of(self.costs, pair.hyp, pair.ref)).cost
        return phrase_cost(self.costs, pair.p, q)
