"""The search tries what the original tries, in its order, and keeps what the original keeps."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.metrics.weight_search import Limits, WeightSearch
from perpend.types import Doubles

SIZES = (0.05, 0.01, 0.02)
SIGNED = (0.05, -0.05, 0.01, -0.01, 0.02, -0.02)
FACTORS = st.lists(st.integers(-3, 3).map(float), min_size=4, max_size=4)
STARTS = st.lists(st.sampled_from([0.0, 0.01, 0.5, 1.0]), min_size=4, max_size=4)
FREE = st.lists(st.booleans(), min_size=4, max_size=4)

ALL = np.ones(4, bool)


def limits(free: list[bool] | None = None, lowest: float = 0.0, highest: float = 1.0) -> Limits:
    return Limits(np.full(4, lowest), np.full(4, highest), ALL if free is None else np.array(free))


def bowl(factors: list[float]) -> Callable[[Doubles], Doubles]:
    """A value with a maximum somewhere, and many ties."""
    centre = np.array(factors) / 4
    return lambda rows: -np.abs(rows - centre).sum(axis=1)


def plain_step(weights: list[float], value_of: Callable[[Doubles], Doubles], free: list[bool]) -> list[float]:
    """One step as the specification tells it: no move is left out, one value is asked for at a time."""

    def value(row: list[float]) -> float:
        return float(value_of(np.array([row])).round(12)[0])

    def moved(*moves: tuple[int, float]) -> list[float]:
        row = list(weights)
        for place, size in moves:
            row[place] = min(max(row[place] + size, 0.0), 1.0)
        return row

    places = [place for place in range(4) if free[place]]
    start = best = value(weights)
    chosen = weights
    for place, size in product(places, SIZES):
        for row in (moved((place, size)), moved((place, -size))):
            if value(row) > best:
                chosen, best = row, value(row)
                break
    for (first, second), one, other in product(product(places, places), SIGNED, SIGNED):
        row = moved((first, one), (second, other))
        if first != second and value(row) > best:
            chosen, best = row, value(row)
    return chosen if best - start > 0.00003 else weights


@given(FACTORS, STARTS, FREE)
def test_a_step_is_the_original_s(factors: list[float], weights: list[float], free: list[bool]) -> None:
    found = WeightSearch(limits(free), steps=1).climb(np.array(weights), bowl(factors), ALL)
    assert found.tolist() == plain_step(weights, bowl(factors), free)


@given(FACTORS, STARTS, FREE, st.integers(0, 3))
def test_climbing_never_loses_and_frozen_weights_stay(
    factors: list[float], weights: list[float], free: list[bool], seed: int
) -> None:
    start, value_of = np.array(weights), bowl(factors)
    found = WeightSearch(limits(free), starts=3, random_moves=4, seed=seed).climb(start, value_of, ALL)
    assert value_of(found[None])[0] >= value_of(start[None])[0]
    assert (found[~np.array(free)] == start[~np.array(free)]).all()
    assert ((found >= 0.0) & (found <= 1.0)).all()


def test_weights_that_nothing_uses_stay() -> None:
    start, used = np.full(4, 0.5), np.array([True, False, True, False])
    found = WeightSearch(limits()).climb(start, bowl([3.0] * 4), used)
    assert found[[1, 3]].tolist() == [0.5, 0.5]
    assert found[[0, 2]].tolist() == pytest.approx([0.75, 0.75])
    assert WeightSearch(limits()).climb(start, bowl([3.0] * 4), ~ALL) is start


def test_a_weight_beyond_its_limits_stays_until_it_moves() -> None:
    start = np.array([5.0, 0.5, 0.5, 0.5])
    found = WeightSearch(limits(), steps=1).climb(start, lambda rows: rows[:, 1], ALL)
    assert found.tolist() == [5.0, 0.55, 0.5, 0.5]


def test_a_noisy_start_must_beat_the_start_without_noise() -> None:
    needle = np.array([0.5, 0.5, 0.5, 0.5])
    found = WeightSearch(limits(), starts=4).climb(needle, lambda rows: -1.0 * (rows != needle).any(axis=1), ALL)
    assert found.tolist() == needle.tolist()


def test_noisy_starts_leave_a_local_maximum_and_a_seed_repeats_them() -> None:
    def two_hills(rows: Doubles) -> Doubles:
        near, far = -np.abs(rows - 0.5).sum(axis=1), 2 - 10 * np.abs(rows - 0.62).max(axis=1)
        return np.maximum(near, far)

    start = np.full(4, 0.5)
    one, again, other = (
        WeightSearch(limits(), starts=20, seed=seed).climb(start, two_hills, ALL).tolist() for seed in (1, 1, 2)
    )
    assert one == again != other
    assert two_hills(np.array([one]))[0] > two_hills(start[None])[0]


def test_a_value_that_is_no_number_is_never_chosen() -> None:
    def broken(rows: Doubles) -> Doubles:
        return np.where(rows[:, 0] > 0.5, np.nan, rows[:, 0] * 0.0)

    assert WeightSearch(limits()).climb(np.full(4, 0.5), broken, ALL).tolist() == [0.5] * 4
