"""The definition of the alignment, in plain Python. The compiled kernel must agree with it exactly, ties included.

It does what the original TER-Plus program does (its dynamic programme, its choice of shifts), on the numbers of a
`Problem`, in three parts:

    solve(problem)        greedy: the best shift, again and again, until none helps
      candidates(...)     which blocks may be shifted, and where to
      edit_table(...)     the cheapest edits for one order of the hypothesis words

**Why this alignment among equals.** All comparisons are exact comparisons of doubles, formed as
cost + value so far.

* The table is filled column by column (hypothesis words), each column from the first reference word on. A cell keeps
  its first writer unless a later one is strictly cheaper. So, at equal cost, a cell prefers: phrases that began before
  the previous column (earlier column first, then lower row); then from the previous column by ascending row: phrases
  of one hypothesis word from rows above the diagonal one, the diagonal step, the phrase of one word against one, the
  insertion; deletion last.
* A pair of words has one cost and one kind; `costs.py` chooses the cheapest of substitution, stem and synonym, the
  first of these at equal cost.
* Candidates for a shift are tried from long blocks to short ones, then by start, end and place. The first one with the
  best gain wins. A first candidate with a gain of exactly zero is accepted, later ones must be strictly better.

**Beam.** A cell is not extended if it costs more than the best diagonal step into its column plus the beam; the last
column is never pruned. A cell that only a phrase reaches, below the last active row of its column, is not extended
either. Both as in the original. A beam of 0 or more leaves at least the cell of that best step; a column of which a
beam below 0 would leave nothing is not pruned.

**Departures from the original**, none of which shows for its own cost sets: unset cells are marked apart, so that costs
may be negative; the cheapest kind of a word pair is chosen before it is added to the value so far; a column without a
diagonal step has no bound (the original: 999999); the search for shifts has a budget and cannot go in circles.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from perpend.alignment.problem import Op, Problem, ShiftStep, Solution, Step
from perpend.arguments import wrong_type

__all__ = ["candidates", "edit_table", "move", "solve"]

_MAX_BUCKET = 11


class _Cell(NamedTuple):
    value: float
    op: int
    ref_len: int
    hyp_len: int
    edge: int


_Table = list[list["_Cell | None"]]
_Alignment = tuple[float, tuple[Step, ...]]


def solve(problem: Problem) -> Solution:
    """Returns the shifts and edits that turn the hypothesis of `problem` into its reference."""
    if not isinstance(problem, Problem):
        raise wrong_type("what is solved", "a Problem", problem)
    n, m = problem.ref_len, len(problem.hyp_ids)
    order = tuple(range(m))
    if n == 0 or m == 0:
        return _one_side_empty(problem)
    search = problem.search
    total, steps = edit_table(problem, order)
    shifts: list[ShiftStep] = []
    shift_sum, budget = 0.0, search.budget
    may_shift = (n + 1) * (m + 1) <= search.max_cells
    while may_shift and len(shifts) < search.max_shifts:
        best, used = _best_shift(problem, order, total, steps, budget)
        budget -= used
        if best is None:
            break
        shift, (total, steps) = best
        order = move(order, shift.start, shift.end, shift.newloc)
        shift_sum += search.shift_cost
        shifts.append(shift)
    return Solution(order, tuple(shifts), steps, total + shift_sum, may_shift and budget > 0)


def _one_side_empty(problem: Problem) -> Solution:
    cost, steps = 0.0, []
    for value in problem.deletion:
        cost += value
        steps.append(Step(Op.DELETE, 1, 0, value))
    for value in problem.insertion:
        cost += value
        steps.append(Step(Op.INSERT, 0, 1, value))
    return Solution(tuple(range(len(problem.hyp_ids))), (), tuple(steps), cost)


# -------------------- greedy search of shifts


def _best_shift(
    problem: Problem, order: tuple[int, ...], base: float, steps: tuple[Step, ...], budget: int
) -> tuple[tuple[ShiftStep, _Alignment] | None, int]:
    """Returns the shift to apply next, with the alignment after it, and the number of cells that were computed."""
    shift_cost, cells = problem.search.shift_cost, (problem.ref_len + 1) * (len(order) + 1)
    best: tuple[ShiftStep, _Alignment] | None = None
    best_total, best_cost, used = base, 0.0, 0

    def gained_enough(words: int) -> bool:
        gain, limit = base - (best_cost + best_total), problem.search.gain_limit * words
        return gain > limit or (best_cost != 0 and gain == limit)

    buckets = candidates(problem, order, steps)
    for words in range(_MAX_BUCKET, 0, -1):
        if gained_enough(words):
            break
        for shift in buckets[words]:
            if gained_enough(words):
                break
            if used >= budget:
                return best, used
            used += cells
            total, after = edit_table(problem, move(order, shift.start, shift.end, shift.newloc))
            gain = (best_total + best_cost) - (total + shift_cost)
            if gain > 0 or (best_cost == 0 and gain == 0):
                best, best_total, best_cost = (shift, (total, after)), total, shift_cost
    return best, used


def move(order: tuple[int, ...], start: int, end: int, newloc: int) -> tuple[int, ...]:
    """Returns `order` with the block start..end moved behind the word at `newloc`.

    A place inside the block moves it right, past as many following words.

    >>> move((0, 1, 2, 3, 4), 1, 2, -1), move((0, 1, 2, 3, 4), 1, 2, 3), move((0, 1, 2, 3, 4), 1, 2, 2)
    ((1, 2, 0, 3, 4), (0, 3, 1, 2, 4), (0, 3, 1, 2, 4))
    """
    block, before, behind = order[start : end + 1], order[:start], order[end + 1 :]
    if newloc < start:
        return before[: newloc + 1] + block + before[newloc + 1 :] + behind
    jumped = newloc - end if newloc > end else newloc - start
    return before + behind[:jumped] + block + behind[jumped:]


# -------------------- candidates for shifts


@dataclass(slots=True)
class _Links:
    """Partner positions and words in error of the current alignment, for both sides."""

    ref_to_hyp: list[int]
    hyp_to_ref: list[int]
    ref_error: list[bool]
    hyp_error: list[bool]


def _links(n: int, m: int, steps: tuple[Step, ...]) -> _Links:
    links = _Links([0] * n, [0] * m, [False] * n, [False] * m)
    r = h = -1
    for step in steps:
        first_r, first_h = r + 1, h + 1
        r, h = r + step.ref_len, h + step.hyp_len
        in_error = step.op != Op.MATCH
        for i in range(first_r, r + 1):
            links.ref_to_hyp[i] = first_h if step.op == Op.PHRASE else h
            links.ref_error[i] = in_error
        for j in range(first_h, h + 1):
            links.hyp_to_ref[j] = first_r if step.op == Op.PHRASE else r
            links.hyp_error[j] = in_error
    return links


def candidates(problem: Problem, order: tuple[int, ...], steps: tuple[Step, ...]) -> list[list[ShiftStep]]:
    """Returns the candidate shifts of `problem` in buckets by the number of words moved, each in the order of trial.

    `order` is the current order of the hypothesis words, and `steps` are the cheapest edits for it.
    """
    found: list[dict[tuple[int, int, int], ShiftStep]] = [{} for _ in range(_MAX_BUCKET + 1)]
    if problem.search.distance > 0 and problem.search.max_block > 0:
        blocks = _Blocks(problem, order, steps)
        for r0 in range(problem.ref_len):
            for h0 in range(len(order)):
                for words, shift in blocks.shifts_from(h0, r0):
                    found[words].setdefault((shift.start, shift.end, shift.newloc), shift)
    return [[bucket[key] for key in sorted(bucket)] for bucket in found]


class _Blocks:
    """Finds pairs of agreeing blocks of the two sides, and the positions to which each could be shifted."""

    def __init__(self, problem: Problem, order: tuple[int, ...], steps: tuple[Step, ...]) -> None:
        self.problem, self.order, self.search = problem, order, problem.search
        self.n, self.m = problem.ref_len, len(order)
        self.links = _links(self.n, self.m, steps)
        self.ref_stop = problem.ref_stop
        self.hyp_stop = [problem.hyp_stop[j] for j in order]
        self.phrase_lengths = self._phrase_map() if self.search.phrases_in_blocks else {}

    def _phrase_map(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        at = _phrases_at(self.problem, self.order)
        reach, partner = self.search.distance, self.links.hyp_to_ref
        for (i, j), edges in at.items():
            low, high = max(0, partner[max(0, j - reach)]), min(self.n - 1, partner[min(self.m - 1, j + reach)])
            if low <= i <= high:
                found[i, j] = [
                    (self.problem.phrases[edge].ref_len, len(self.problem.phrases[edge].hyp_ids)) for edge in edges
                ]
        return found

    def shifts_from(self, h0: int, r0: int) -> Iterator[tuple[int, ShiftStep]]:
        yield from self._walk(h0, r0, 0, 0, 0)

    def _walk(self, h0: int, r0: int, hl: int, rl: int, bad: int) -> Iterator[tuple[int, ShiftStep]]:
        """Extends a block of hl and rl words, `bad` of them mismatches, word by word."""
        for k in range(self.search.max_block - hl):
            hi, ri = h0 + hl + k, r0 + rl + k
            if hi >= self.m or ri >= self.n:
                return
            for ref_len, hyp_len in self.phrase_lengths.get((ri, hi), ()):
                yield from self._walk(h0, r0, hl + k + hyp_len, rl + k + ref_len, bad)
            if not self.problem.pair_agrees[ri][self.order[hi]]:
                if not self.search.mismatch_in_blocks or bad >= 1:
                    return
                bad += 1
                yield from self._walk(h0, r0, hl + k + 1, rl + k, bad)
                yield from self._walk(h0, r0, hl + k, rl + k + 1, bad)
            if self._may_move(h0, hi, r0, ri, bad):
                words = min(_MAX_BUCKET, max(hi - h0, ri - r0) + 1)
                for newloc, moveto in self._places(h0, hi, r0):
                    yield words, ShiftStep(h0, hi, newloc, moveto, r0, ri, self.search.shift_cost)

    def _may_move(self, h0: int, hi: int, r0: int, ri: int, bad: int) -> bool:
        """Whether both sides have a word in error and a content word, and the block a word that agrees."""
        if bad > 0 and hi == h0:
            return False
        hyp, ref = slice(h0, hi + 1), slice(r0, ri + 1)
        return (
            any(self.links.hyp_error[hyp])
            and any(self.links.ref_error[ref])
            and not all(self.hyp_stop[hyp])
            and not all(self.ref_stop[ref])
        )

    def _places(self, h0: int, hi: int, r0: int) -> Iterator[tuple[int, int]]:
        partner, reach = self.links.ref_to_hyp, self.search.distance
        anchor = partner[r0]
        if h0 <= anchor <= hi or abs(anchor - h0) > reach:
            return
        for off in range(-1, hi - h0 + 1):
            if off == -1 and r0 == 0:
                yield -1, -1
            elif 0 <= r0 + off < self.n and partner[r0 + off] != h0 and (off == 0 or partner[r0 + off] != anchor):
                yield partner[r0 + off], r0 + off


# -------------------- the table of cheapest edits


def _phrases_at(problem: Problem, order: tuple[int, ...]) -> dict[tuple[int, int], list[int]]:
    """Maps (reference position, hypothesis position) to the phrase edges that match there, in the table's order."""
    words = tuple(problem.hyp_ids[j] for j in order)
    found: dict[tuple[int, int], list[int]] = {}
    for number, edge in enumerate(problem.phrases):
        length = len(edge.hyp_ids)
        for j in range(len(words) - length + 1):
            if words[j : j + length] == edge.hyp_ids:
                found.setdefault((edge.ref_start, j), []).append(number)
    return found


def edit_table(problem: Problem, order: tuple[int, ...]) -> tuple[float, tuple[Step, ...]]:
    """Returns the cheapest edits of `problem` for this `order` of the hypothesis words, and their cost."""
    n, m = problem.ref_len, len(order)
    table: _Table = [[None] * (m + 1) for _ in range(n + 1)]
    table[0][0] = _Cell(0.0, Op.MATCH, 0, 0, -1)
    phrases = _phrases_at(problem, order)
    first, last, bound = 0, 0, inf
    for j in range(m + 1):
        first, last, bound = _extend_column(problem, order, table, phrases, j, first, last, bound)
    return _trace_back(table, n, m)


def _extend_column(
    problem: Problem,
    order: tuple[int, ...],
    table: _Table,
    phrases: dict[tuple[int, int], list[int]],
    j: int,
    first: int,
    last: int,
    bound: float,
) -> tuple[int, int, float]:
    """Extends each active cell of column j; returns first row, last row and bound of the next column."""
    n, m = problem.ref_len, len(order)
    limit = bound + problem.search.beam
    if all(cell is None or cell.value > limit for cell in (table[i][j] for i in range(first, min(last, n) + 1))):
        limit = inf
    next_first, next_last, next_bound = -1, -1, inf
    for i in range(first, n + 1):
        if j < m and i > last:
            break
        cell = table[i][j]
        if cell is None or (j < m and cell.value > limit):
            continue
        value = cell.value
        if next_first == -1:
            next_first = i
        if i < n and j < m:
            kind = problem.pair_kind[i][order[j]]
            cost = problem.pair_cost[i][order[j]] + value
            written = _write(table, i + 1, j + 1, _Cell(cost, kind, 1, 1, -1))
            if (written or kind == Op.MATCH) and cost < next_bound:
                next_bound = cost
        next_last = i + 1
        for number in phrases.get((i, j), ()):
            edge = problem.phrases[number]
            length = len(edge.hyp_ids)
            _write(
                table, i + edge.ref_len, j + length, _Cell(value + edge.cost, Op.PHRASE, edge.ref_len, length, number)
            )
        if j < m:
            _write(table, i, j + 1, _Cell(value + problem.insertion[order[j]], Op.INSERT, 0, 1, -1))
        if i < n and _write(table, i + 1, j, _Cell(value + problem.deletion[i], Op.DELETE, 1, 0, -1)):
            last = max(last, i + 1)
    return next_first, next_last, next_bound


def _write(table: _Table, i: int, j: int, cell: _Cell) -> bool:
    old = table[i][j]
    if old is None or cell.value < old.value:
        table[i][j] = cell
        return True
    return False


def _trace_back(table: _Table, n: int, m: int) -> tuple[float, tuple[Step, ...]]:
    steps, i, j = [], n, m
    while i > 0 or j > 0:
        cell = table[i][j]
        assert cell is not None
        i, j = i - cell.ref_len, j - cell.hyp_len
        before = table[i][j]
        assert before is not None
        steps.append(Step(cell.op, cell.ref_len, cell.hyp_len, cell.value - before.value, cell.edge))
    end = table[n][m]
    assert end is not None
    return end.value, tuple(reversed(steps))
