"""Tuning: line search is exact, slopes are slopes, and tuned weights are better than untuned ones."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perpend.combination import _envelope, expected_bleu, mert
from perpend.combination.aligning import Aligners
from perpend.combination.bleu import corpus_bleu, corpus_bleu_slope
from perpend.combination.combiner import Combiner
from perpend.combination.lbfgs import minimize
from perpend.combination.ngrams import agreement_of, match_counts, ngrams_of
from perpend.combination.pool import Pool, Rows
from perpend.combination.segment import segment_of
from perpend.combination.tuning import Tuning, references_of, tune
from perpend.combination.weights import METHODS, read_weights
from perpend.errors import InputError, SettingError
from perpend.metrics.bleu import Bleu

TEXTS = st.lists(st.lists(st.integers(1, 4), max_size=7).map(tuple), min_size=1, max_size=4)


def rows_of(seed: int, segments: int = 6, features: int = 3) -> Rows:
    draw = np.random.default_rng(seed)
    sizes = draw.integers(1, 6, segments)
    count = int(sizes.sum())
    matches = np.sort(draw.integers(1, 9, (count, 4)), axis=1)[:, ::-1]
    counts = np.concatenate([matches, matches + draw.integers(0, 5, (count, 4)), np.full((count, 1), 9.0)], axis=1)
    return Rows(draw.normal(size=(count, features)), counts, np.concatenate([[0], np.cumsum(sizes)]))


@pytest.mark.parametrize("seed", range(20))
def test_no_point_of_a_line_is_better_than_the_one_found(seed: int) -> None:
    rows, draw = rows_of(seed), np.random.default_rng(seed)
    weights, direction = draw.normal(size=3), draw.normal(size=3)
    step, value = mert.line_search(rows, corpus_bleu, weights, direction)
    assert float(corpus_bleu(rows.best(weights + step * direction))) == pytest.approx(value)
    tried = [float(corpus_bleu(rows.best(weights + g * direction))) for g in np.linspace(-20, 20, 4001)]
    assert value >= max(tried) - 1e-12


@pytest.mark.parametrize("seed", range(5))
def test_positive_weights_stay_positive(seed: int) -> None:
    rows = rows_of(seed)
    start = np.full(3, 1 / 3)
    found, value = mert.train(rows, corpus_bleu, [start], positive=True, seed=seed)
    assert (found >= -1e-9).all()
    assert value >= float(corpus_bleu(rows.best(start)))
    assert mert.train(rows, corpus_bleu, [start], positive=True, seed=seed)[0].tolist() == found.tolist()


@pytest.mark.parametrize("seed", range(5))
def test_the_slope_of_expected_bleu(seed: int) -> None:
    rows, weights = rows_of(seed), np.random.default_rng(seed).normal(size=3)
    _, slope = expected_bleu.expected_log_bleu(rows, weights)
    for axis in np.eye(3):
        ahead, behind = (expected_bleu.expected_log_bleu(rows, weights + 1e-3 * sign * axis)[0] for sign in (1, -1))
        assert float(slope @ axis) == pytest.approx((ahead - behind) / 2e-3, abs=2e-3)


def test_the_slope_of_bleu_in_its_counts() -> None:
    sums = np.array([50.0, 30, 20, 10, 60, 55, 50, 45, 64])
    value, slope = corpus_bleu_slope(sums)
    assert np.exp(value) == pytest.approx(float(corpus_bleu(sums)))
    for place in range(len(sums)):
        moved = sums.copy()
        moved[place] += 1e-5
        # The length of the text is also its number of 1-grams.
        assert (corpus_bleu_slope(moved)[0] - value) / 1e-5 == pytest.approx(slope[place], abs=1e-4)


@pytest.mark.parametrize("length", [63.5, 63.99, 64.0, 64.01, 64.5])
def test_the_brevity_penalty_has_no_kink(length: float) -> None:
    sums = np.array([50.0, 30, 20, 10, length, 55, 50, 45, 64])
    value, slope = corpus_bleu_slope(sums)
    assert 0.0 <= float(np.log(corpus_bleu(sums))) - value <= np.log(2) / 1000
    for place in (4, 8):
        ahead, behind = (sums + sign * 1e-5 * np.eye(9)[place] for sign in (1, -1))
        found = (corpus_bleu_slope(ahead)[0] - corpus_bleu_slope(behind)[0]) / 2e-5
        assert found == pytest.approx(slope[place], abs=1e-6)


def rows_near_the_reference_length(seed: int) -> Rows:
    """Texts of many lengths around that of the reference; the first feature prefers long ones."""
    draw = np.random.default_rng(seed)
    sizes = draw.integers(5, 25, 60)
    count = int(sizes.sum())
    features = draw.normal(size=(count, 12)).astype(np.float32)
    lengths = np.clip(np.round(12 + 2 * features[:, 0] + draw.normal(size=count)), 5, 25)
    right = 1 / (1 + np.exp(-(features @ [0, 1, 0.5, -0.3, *[0] * 8] + draw.normal(size=count))))
    matches = [np.round((lengths - order) * (0.3 + 0.6 * right) ** (order + 1)) for order in range(4)]
    counts = np.stack([*matches, *(lengths - order for order in range(4)), np.full(count, 12.3)], axis=1)
    return Rows(features, counts.astype(np.float32), np.concatenate([[0], np.cumsum(sizes)]))


@pytest.mark.parametrize("seed", range(3))
def test_weights_do_not_depend_on_the_last_digits_of_the_start(seed: int) -> None:
    """So another processor, which rounds otherwise, learns the same: with a kink the weights differ by up to .06."""
    rows, draw = rows_near_the_reference_length(seed), np.random.default_rng(seed)
    starts = [np.zeros(12), *(1e-3 * draw.normal(size=12) for _ in range(4))]
    found = np.array([expected_bleu.train(rows, start)[0] for start in starts])
    assert np.abs(found).max() > 3
    assert np.ptp(found, axis=0).max() < 5e-3
    lengths, references = expected_counts(rows, found[0])
    assert lengths == pytest.approx(references, rel=0.02)


def expected_counts(rows: Rows, weights: np.ndarray) -> tuple[float, float]:
    """The expected length of the texts, and that of the references."""
    scores = rows.features @ weights
    parts = [np.exp(part - part.max()) for part in np.split(scores, rows.starts[1:-1])]
    chances = np.concatenate([part / part.sum() for part in parts])
    sums = chances @ rows.counts
    return float(sums[4]), float(sums[8])


def test_expected_bleu_rises() -> None:
    rows = rows_of(1, segments=20)
    weights, expected = expected_bleu.train(rows, np.zeros(3))
    assert expected > np.exp(expected_bleu.expected_log_bleu(rows, np.zeros(3))[0])
    assert float(corpus_bleu(rows.best(weights))) > float(corpus_bleu(rows.best(np.zeros(3))))


def test_the_bottom_of_a_crooked_valley_is_found() -> None:
    def rosenbrock(x: np.ndarray) -> tuple[float, np.ndarray]:
        a, b = 1 - x[0], x[1] - x[0] ** 2
        return float(a * a + 100 * b * b), np.array([-2 * a - 400 * x[0] * b, 200 * b])

    assert minimize(rosenbrock, np.array([-1.2, 1.0]), steps=500, tolerance=1e-12) == pytest.approx([1, 1], abs=1e-3)


@settings(max_examples=80, deadline=None)
@given(TEXTS, TEXTS)
def test_counts_are_those_of_bleu(texts: list[tuple[int, ...]], references: list[tuple[int, ...]]) -> None:
    found = match_counts(texts, references)
    refs = [[" ".join(map(str, ref)) for ref in references]] * len(texts)
    measure = Bleu(tokenizer="none")
    expected = measure.rows([" ".join(map(str, text)) for text in texts], refs)
    assert found[:, :4].tolist() == expected[:, 2:6].tolist()
    assert found[:, 4:8].tolist() == expected[:, 6:].tolist()
    assert found[:, 8].tolist() == expected[:, 1].tolist()


@settings(max_examples=50, deadline=None)
@given(TEXTS)
def test_agreement_counts_the_ngrams_that_systems_have(texts: list[tuple[int, ...]]) -> None:
    segment = segment_of([[" ".join(map(str, text))] for text in texts])
    agreement = agreement_of(segment)
    weights = np.arange(1.0, 4 * len(texts) + 1).reshape(4, -1)
    table = dict(zip(agreement.keys.tolist(), agreement.scores(weights).tolist(), strict=True))
    counts = agreement.counts(segment.texts)
    for text, row in zip(segment.texts, counts, strict=True):
        assert row @ weights.ravel() == pytest.approx(sum(table[key] for key in ngrams_of([text]).keys.tolist()))


def test_the_pool_keeps_what_is_new() -> None:
    pool = Pool(2)
    for texts in ([(1,), (2,)], [(2,), (3,)]):
        new = pool.new(0, texts)
        pool.add(0, np.array([[float(texts[place][0])] for place in new]), np.zeros((len(new), 9)))
    pool.add(1, np.ones((1, 1)), np.zeros((1, 9)))
    rows = pool.rows()
    assert (rows.features.ravel().tolist(), rows.starts.tolist()) == ([1, 2, 3, 1], [0, 3, 4])


SENTENCES = [
    "the cat sat on the mat .",
    "a dog ran over the road .",
    "he gave her the old book .",
    "we saw two birds in a tree .",
    "they went home by train .",
    "she sings in the choir .",
]


def damaged(seed: int, rate: float) -> list[str]:
    draw = np.random.default_rng(seed)
    words = " ".join(SENTENCES).split()
    return [
        " ".join(word if draw.random() > rate else str(draw.choice(words)) for word in line.split())
        for line in SENTENCES
    ]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("objective", ["bleu", "terp"])
def test_tuned_weights_fit_their_segments(method: str, objective: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    systems = {"good": damaged(1, 0.15), "fair": damaged(2, 0.25), "other": damaged(3, 0.25), "poor": damaged(4, 0.8)}
    segments = [segment_of([[text] for text in row]) for row in zip(*systems.values(), strict=True)]
    aligners = Aligners("ter", threads=1)
    chosen = Tuning(objective, rounds=2, paths=20, backbones=3)
    weights = tune(segments, references_of([SENTENCES]), tuple(systems), method, aligners, chosen)
    assert sum(weights.systems.values()) == pytest.approx(1.0)
    assert tune(segments, references_of([SENTENCES]), tuple(systems), method, aligners, chosen) == weights
    weights.write(tmp_path / "w.json")
    read = read_weights(tmp_path / "w.json")
    assert read == weights
    lines = [found.text for found in Combiner(read, threads=1).combine_many(list(zip(*systems.values(), strict=True)))]
    scores = {name: Bleu().score(texts, SENTENCES).score for name, texts in {**systems, "ours": lines}.items()}
    assert scores["ours"] >= sorted(scores.values())[-2]


def test_an_unknown_objective_lists_the_known_ones() -> None:
    with pytest.raises(SettingError, match="known: bleu, terp"):
        Tuning("meteor")


@pytest.mark.parametrize(
    ("starts", "problem"),
    [
        ([], "must increase"),
        ([-1, 2], "must increase"),
        ([0, 2, 1], "must increase"),
        ([0, 0, 2], "must increase"),
        ([0, 9], "end at row 9 of 2"),
    ],
)
def test_segments_beyond_the_rows_are_refused(starts: list[int], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        _envelope.crossings(np.array(starts, np.int64), np.zeros(2), np.ones(2))
    with pytest.raises(InputError, match="2 heights and 1 slopes"):
        _envelope.crossings(np.array([0, 1], np.int64), np.zeros(2), np.ones(1))


@given(
    st.lists(
        st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=6), min_size=1, max_size=4
    )
)
def test_compiled_crossings_are_those_of_the_plain_definition(segments: list[list[tuple[int, int]]]) -> None:
    starts = np.cumsum([0, *map(len, segments)]).astype(np.int64)
    heights, slopes = (np.array([row[k] for rows in segments for row in rows]) / 4 for k in (0, 1))
    first, changes = _envelope.crossings(starts, heights, slopes)
    plain_first, plain_changes = mert.crossings_plainly(starts, heights, slopes)
    assert first.tolist() == plain_first.tolist()
    assert changes == plain_changes
