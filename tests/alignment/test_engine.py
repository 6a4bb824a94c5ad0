"""What an alignment is, for the definition and its compiled twin alike; and that the two agree to the last tie."""

import math
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perpend.alignment import Alignment, PhraseEdge, Problem, Search, Solution, _kernel, reference
from perpend.errors import InputError

Solve = Callable[[Problem], Solution]
STYLES = ("one", "positive", "negative", "grid", "odd")
"""Costs of 1; positive; negative ones too; a few values, so that ties abound; infinite and NaN ones too."""


# -------------------- random problems


def random_problem(seed: int, style: str, n: int, m: int, budget: int = 10**9) -> Problem:
    """A problem of n reference and m hypothesis words; a seed gives the same problem everywhere."""
    random = Random(f"{seed}/{style}/{n}/{m}")
    words = random.choice([2, 4, 10, 30])
    ref, hyp = ([random.randrange(words) for _ in range(size)] for size in (n, m))
    pairs = {(r, h): random_pair(random, style, r, h) for r in range(words) for h in range(words)}
    return Problem(
        ref_len=n,
        hyp_ids=tuple(hyp),
        pair_cost=[[pairs[r, h][0] for h in hyp] for r in ref],
        pair_kind=[[pairs[r, h][1] for h in hyp] for r in ref],
        pair_agrees=[[pairs[r, h][2] for h in hyp] for r in ref],
        insertion=[random_cost(random, style) for _ in hyp],
        deletion=[random_cost(random, style) for _ in ref],
        ref_stop=[random.random() < 0.2 for _ in ref],
        hyp_stop=[random.random() < 0.2 for _ in hyp],
        phrases=random_phrases(random, style, n, hyp),
        search=random_search(random, budget),
    )


def random_cost(random: Random, style: str) -> float:
    match style:
        case "one":
            return 1.0
        case "positive":
            return 2 * random.random()
        case "negative":
            return 3 * random.random() - 1
        case "grid":
            return random.choice([0.0, 0.5, 1.0, 1.5])
    return random.choice([0.3, 1.0, 0.7, math.nan, math.inf])


def random_pair(random: Random, style: str, r: int, h: int) -> tuple[float, int, bool]:
    if r == h:
        return (random.random() - 0.5 if style == "negative" else 0.0), 0, True
    if style == "one":
        return 1.0, 1, False
    kind = random.choice([1, 1, 1, 2, 3])
    return random_cost(random, style), kind, kind > 1 or random.random() < 0.1


def random_phrases(random: Random, style: str, n: int, hyp: list[int]) -> tuple[PhraseEdge, ...]:
    if not n or not hyp or random.random() < 0.4:
        return ()
    edges = []
    for _ in range(random.randrange(9)):
        row, column = random.randrange(n), random.randrange(len(hyp))
        words = tuple(hyp[column : column + random.randint(1, min(4, len(hyp) - column))])
        edges.append(PhraseEdge(row, random.randint(1, min(4, n - row)), words, random_cost(random, style)))
    return tuple(sorted(edges, key=lambda e: (e.ref_start, e.ref_len, len(e.hyp_ids), e.hyp_ids)))


def random_search(random: Random, budget: int) -> Search:
    return Search(
        shift_cost=random.choice([1.0, 0.5, 0.1, 0.01, 0.0]),
        beam=random.choice([0.0, 2.0, 5.0, 20.0, math.inf]),
        distance=random.choice([50, 50, 50, 3, 0]),
        gain_limit=random.choice([2.0, math.inf, 0.2]),
        phrases_in_blocks=random.random() < 0.5,
        mismatch_in_blocks=random.random() < 0.2,
        budget=random.choice([budget, budget, 2_000]),
        max_shifts=random.choice([5, 30]),
    )


def plain(solution: Solution) -> str:
    """Everything in a solution as text, so that NaN equals NaN."""
    steps = [(int(s.op), s.ref_len, s.hyp_len, s.cost, s.edge) for s in solution.steps]
    return repr((solution.order, solution.shifts, steps, solution.cost, solution.complete))


# -------------------- the twin agrees with the definition


@given(seed=st.integers(0), style=st.sampled_from(STYLES), n=st.integers(0, 24), m=st.integers(0, 24))
@settings(max_examples=250)
def test_twins_agree(seed: int, style: str, n: int, m: int) -> None:
    problem = random_problem(seed, style, n, m)
    assert plain(_kernel.solve(problem)) == plain(reference.solve(problem))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("n", "m"), [(63, 64), (64, 63), (64, 64), (65, 64), (65, 65), (1, 65), (66, 1), (300, 290)])
def test_twins_agree_around_the_machine_word_and_beyond(style: str, n: int, m: int) -> None:
    cells = (n + 1) * (m + 1)
    for seed in range(3 if n < 100 else 1):
        problem = random_problem(seed, style, n, m, budget=(6 if n < 100 else 2) * cells)
        assert plain(_kernel.solve(problem)) == plain(reference.solve(problem))


@given(seed=st.integers(0), style=st.sampled_from(STYLES[:4]), n=st.integers(7, 14), m=st.integers(7, 14))
@settings(max_examples=60)
def test_twins_agree_where_only_the_cheapest_shift_counts(seed: int, style: str, n: int, m: int) -> None:
    problem = random_problem(seed, style, n, m)
    search = replace(problem.search, gain_limit=math.inf, beam=math.inf, distance=50, budget=10**9, max_shifts=3)
    problem = replace(problem, search=search)
    assert plain(_kernel.solve(problem)) == plain(reference.solve(problem))


@pytest.mark.long
@given(seed=st.integers(0), style=st.sampled_from(STYLES), n=st.integers(0, 40), m=st.integers(0, 40))
def test_twins_agree_on_many_more(seed: int, style: str, n: int, m: int) -> None:
    problem = random_problem(seed, style, n, m)
    assert plain(_kernel.solve(problem)) == plain(reference.solve(problem))


@given(
    seed=st.integers(0),
    style=st.sampled_from(STYLES),
    beam=st.sampled_from([-0.1, -1.0, -5.0, -1e308, -math.inf, math.nan]),
    max_cells=st.sampled_from([0, 20, 1 << 24]),
    n=st.integers(0, 12),
    m=st.integers(0, 12),
)
@settings(max_examples=150)
def test_a_beam_that_leaves_no_cell_is_left_out(
    seed: int, style: str, beam: float, max_cells: int, n: int, m: int
) -> None:
    problem = random_problem(seed, style, n, m)
    problem = replace(problem, search=replace(problem.search, beam=beam, max_cells=max_cells))
    solution = _kernel.solve(problem)
    assert plain(solution) == plain(reference.solve(problem))
    assert sum(step.ref_len for step in solution.steps) == n


def test_a_table_beyond_the_limit_is_kept_in_a_ring() -> None:
    problem = random_problem(3, "grid", 40, 50)
    limited = replace(problem, phrases=(), search=replace(problem.search, beam=math.inf, max_cells=10, distance=0))
    free = replace(limited, search=replace(limited.search, max_cells=1 << 24))
    assert _kernel.solve(limited).steps == _kernel.solve(free).steps == reference.solve(limited).steps


@pytest.mark.parametrize(
    "changes",
    [
        {"insertion": [1.0]},
        {"deletion": []},
        {"pair_cost": [[0.0]]},
        {"pair_agrees": [[True] * 3] * 9},
        {"pair_kind": [[7] * 3] * 2},
        {"ref_stop": [False] * 5},
        {"hyp_stop": []},
        {"ref_len": -1},
        {"ref_len": 10**30},
        {"phrases": (PhraseEdge(1, 5, (0,), 0.5),)},
        {"phrases": (PhraseEdge(-1, 1, (0,), 0.5),)},
        {"phrases": (PhraseEdge(0, 0, (0,), 0.5),)},
        {"phrases": (PhraseEdge(0, 1, (), 0.5),)},
    ],
)
def test_numbers_that_make_no_problem_are_refused(changes: dict[str, Any]) -> None:
    problem = random_problem(1, "one", 2, 3)
    with pytest.raises(InputError, match=r"of a problem|is no phrase"):
        replace(problem, **changes)


@pytest.mark.parametrize("name", ["distance", "max_block", "budget", "max_cells", "max_shifts"])
@pytest.mark.parametrize("value", [-1, 10**30, 2.0, None, True])
def test_limits_that_cannot_be_are_refused(name: str, value: Any) -> None:
    with pytest.raises(InputError, match=f"{name} of a search must be a whole number"):
        replace(Search(), **{name: value})


# -------------------- what an alignment is


@pytest.fixture(scope="module", params=["reference", "compiled"])
def solve(request: pytest.FixtureRequest) -> Solve:
    return reference.solve if request.param == "reference" else _kernel.solve


@given(seed=st.integers(0), style=st.sampled_from(STYLES[:4]), n=st.integers(0, 14), m=st.integers(0, 14))
def test_edits_take_every_word_once_and_in_order(solve: Solve, seed: int, style: str, n: int, m: int) -> None:
    problem = random_problem(seed, style, n, m)
    solution = solve(problem)
    assert sorted(solution.order) == list(range(m))
    assert sum(step.ref_len for step in solution.steps) == n
    assert sum(step.hyp_len for step in solution.steps) == m


@given(seed=st.integers(0), style=st.sampled_from(STYLES[:4]), n=st.integers(0, 14), m=st.integers(0, 14))
def test_cost_is_the_sum_of_its_parts(solve: Solve, seed: int, style: str, n: int, m: int) -> None:
    problem = random_problem(seed, style, n, m)
    solution = solve(problem)
    i = j = 0
    for step in solution.steps:
        if step.op == 4:
            right = problem.insertion[solution.order[j]]
        elif step.op == 5:
            right = problem.deletion[i]
        elif step.op == 6:
            edge = problem.phrases[step.edge]
            words = [problem.hyp_ids[k] for k in solution.order[j : j + step.hyp_len]]
            assert (edge.ref_start, edge.ref_len, list(edge.hyp_ids)) == (i, step.ref_len, words)
            right = edge.cost
        else:
            assert step.op == problem.pair_kind[i][solution.order[j]]
            right = problem.pair_cost[i][solution.order[j]]
        assert step.cost == pytest.approx(right, abs=1e-9)
        i, j = i + step.ref_len, j + step.hyp_len
    parts = [step.cost for step in solution.steps] + [shift.cost for shift in solution.shifts]
    assert solution.cost == pytest.approx(math.fsum(parts), abs=1e-9)


@given(seed=st.integers(0), style=st.sampled_from(STYLES[:4]), n=st.integers(0, 14), m=st.integers(0, 14))
def test_shifts_lead_from_the_hypothesis_to_its_new_order(solve: Solve, seed: int, style: str, n: int, m: int) -> None:
    solution = solve(random_problem(seed, style, n, m))
    order = tuple(range(m))
    for shift in solution.shifts:
        order = reference.move(order, shift.start, shift.end, shift.newloc)
    assert order == solution.order


@given(ref=st.lists(st.sampled_from("abcde"), max_size=12), hyp=st.lists(st.sampled_from("abcde"), max_size=12))
def test_applying_an_alignment_gives_the_reference(solve: Solve, ref: list[str], hyp: list[str]) -> None:
    equal = [[r == h for h in hyp] for r in ref]
    problem = Problem(
        len(ref), tuple("abcde".index(h) for h in hyp), [[float(not e) for e in row] for row in equal],
        [[int(not e) for e in row] for row in equal], equal, [1.0] * len(hyp), [1.0] * len(ref),
        [False] * len(ref), [False] * len(hyp),
    )  # fmt: skip
    alignment = Alignment.of(tuple(hyp), tuple(ref), solve(problem))
    assert alignment.apply() == tuple(ref)
    assert alignment.cost == sum(alignment.counts()[kind] for kind in ("substitute", "insert", "delete", "shift"))
    assert alignment.cost <= max(len(ref), len(hyp))
    assert (alignment.cost == 0) == (ref == hyp)


def test_a_free_shift_does_not_go_in_circles(solve: Solve) -> None:
    problem = random_problem(1, "one", 6, 6)
    free = Problem(
        **{name: getattr(problem, name) for name in problem.__slots__ if name != "search"},
        search=Search(shift_cost=0.0, max_shifts=7),
    )
    assert len(solve(free).shifts) <= 7


# -------------------- which one is used


@pytest.mark.parametrize(
    ("forced", "expected"), [("reference", "reference"), ("compiled", "compiled"), ("", "compiled")]
)
def test_the_environment_chooses(forced: str, expected: str) -> None:
    assert said("print(alignment.IMPLEMENTATION, alignment.align('a b c', 'a c').letters)", forced).stdout == (
        f"{expected} MIM\n"
    )


def test_an_unknown_choice_is_refused() -> None:
    result = said("", "fast")
    assert result.returncode == 1
    assert "unknown aligner in PERPEND_ALIGNMENT 'fast'; known: compiled, reference" in result.stderr


def test_a_broken_kernel_is_no_silent_fall_back() -> None:
    code = "import sys; sys.modules['perpend.alignment._kernel'] = None; from perpend import alignment"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "the compiled aligner cannot be loaded" in result.stderr


def said(code: str, forced: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PERPEND_ALIGNMENT": forced}
    command = [sys.executable, "-c", f"from perpend import alignment; {code}"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
