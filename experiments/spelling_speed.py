"""What a comparison of all pairs of names costs: edit distance, prime mapping as published, ours (Table 2, Figure 1).

    edit distance        the table of Damerau's edits in Python, for each pair: like for like with plain PM
    edit distance 1      the same, only for pairs whose lengths differ by at most 1
    rapidfuzz            OSA for every pair (`cdist`), compiled, on one core: like for like with compiled PM
    PM, plain            Algorithm 1 in Python: one gcd and a count of factors for each pair
    PM by letter sets    the same within cells of k + 1 letters (see `letter_sets`)
    PM, compiled         `count_variants`, on one core, reading and sorting included

What would take hours is measured on a sample of the names, against all of them, and the time is scaled to all pairs;
such figures are estimates. Coverage is that of the same rule on wikipedia, aspell and holbrook together: edit distance
3 or less, 1 or less, letters 3 or less.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

from experiments.spelling import Misspellings, SpellingRow, paper_figures
from perpend.spelling.changes import letters_that_differ
from perpend.spelling.letter_sets import cells_of, comparisons_in_cells, share_a_cell
from perpend.spelling.prime_mapping import letter_primes, letters_apart, mapped, share_a_part
from perpend.spelling.variants import count_variants
from perpend.spelling.word_index import WordIndex
from perpend.types import Progress

__all__ = ["SIZES", "speed_rows"]

SIZES = (20_000, 200_000)
_SAMPLED = 400
_PLAIN = 600
_TABLES = 200
_K = 3


def speed_rows(
    corpora: Misspellings, surnames: Sequence[str], progress: Progress | None = None
) -> Iterator[SpellingRow]:
    """A row for each method, with the seconds for 20,000 and 200,000 `surnames` and the ratio to plain PM.

    `corpora` give the coverage; `progress` is called before each method.
    """
    lists = [surnames[:size] for size in SIZES if size <= len(surnames)] or [surnames]
    ways: dict[str, Callable[[Sequence[str]], float]] = {
        "edit distance": lambda names: _plain_edits(names, None),
        "edit distance 1": lambda names: _plain_edits(names, 1),
        "PM, plain": _plain,
        "PM by letter sets": _in_cells,
        "rapidfuzz": _rapidfuzz,
        "PM, compiled": _compiled,
    }
    covered = _coverage(corpora)
    plain = [_plain(names) for names in lists]
    for number, (name, way) in enumerate(ways.items()):
        if progress:
            progress(f"measuring {name}", number, len(ways))
        seconds = plain if way is _plain else [way(names) for names in lists]
        figures = {f"{len(names):,} names, s": taken for names, taken in zip(lists, seconds, strict=True)}
        figures |= {"coverage": covered[name], "times PM": seconds[-1] / plain[-1]}
        yield SpellingRow(name, figures, paper_figures()["table2"].get(name))


def _coverage(corpora: Misspellings) -> dict[str, float]:
    pairs = [pair for name, some in corpora.items() if name != "birkbeck" for pair in some]
    edits = [OSA.distance(*pair) for pair in pairs]
    near = [letters_that_differ(*pair) <= _K for pair in pairs]
    cells = cells_of(sorted({word for pair in pairs for word in pair}), _K)
    in_cells = [close and share_a_cell(*pair, cells) for pair, close in zip(pairs, near, strict=True)]
    shares = {
        "edit distance": sum(distance <= _K for distance in edits),
        "edit distance 1": sum(distance <= 1 for distance in edits),
        "PM, plain": sum(near),
        "PM by letter sets": sum(in_cells),
        "rapidfuzz": sum(distance <= _K for distance in edits),
        "PM, compiled": sum(near),
    }
    return {name: 100 * number / len(pairs) for name, number in shares.items()}


def _seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def _rapidfuzz(names: Sequence[str]) -> float:
    sample = names[:: max(1, len(names) // _SAMPLED)]
    taken = _seconds(lambda: cdist(sample, names, scorer=OSA.distance, workers=1))
    return taken / len(sample) * len(names) / 2


def _plain_edits(names: Sequence[str], apart: int | None) -> float:
    """Every pair of a sample by the table; scaled to all pairs."""
    sample = names[:: max(1, len(names) // _TABLES)]

    def compare() -> int:
        return sum(
            _table(one, other)
            for one, other in combinations(sample, 2)
            if apart is None or abs(len(one) - len(other)) <= apart
        )

    return _seconds(compare) / (len(sample) * (len(sample) - 1)) * len(names) * (len(names) - 1)


def _table(one: str, other: str) -> int:
    """Edit distance with transposition, row by row."""
    before, last = list(range(len(other) + 1)), list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        now = [i]
        for j, second in enumerate(other, 1):
            best = min(last[j] + 1, now[j - 1] + 1, last[j - 1] + (letter != second))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == second:
                best = min(best, before[j - 2] + 1)
            now.append(best)
        before, last = last, now
    return last[-1]


def _plain(names: Sequence[str]) -> float:
    """Every pair of a sample, by gcd and factors, and the common part; scaled to all pairs."""
    sample = names[:: max(1, len(names) // _PLAIN)]
    of_letter = letter_primes(names)
    products = [(name, mapped(name, of_letter)) for name in sample]

    def compare() -> int:
        return sum(
            max(map(len, letters_apart(one, other, of_letter))) <= _K and share_a_part(name, second, 0)
            for (name, one), (second, other) in combinations(products, 2)
        )

    pairs = len(sample) * (len(sample) - 1) / 2
    return _seconds(compare) / pairs * len(names) * (len(names) - 1) / 2


def _in_cells(names: Sequence[str]) -> float:
    """As long as the comparisons of plain PM that are left, and the making of cells."""
    start = time.perf_counter()
    cells = cells_of(names, _K)
    made = time.perf_counter() - start
    share = comparisons_in_cells(cells.values()) / (len(names) * (len(names) - 1) / 2)
    return made + share * _plain(names)


def _compiled(names: Sequence[str]) -> float:
    return _seconds(lambda: count_variants(WordIndex.of(names), _K, 0, threads=1))
