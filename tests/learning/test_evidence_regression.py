"""A regression by evidence: nothing from noise, the pattern where there is one, and the mean of a Gaussian process."""

import numpy as np
import pytest

from perpend.errors import InputError
from perpend.learning.evidence_regression import Posterior, learn_by_evidence, posterior
from perpend.types import Doubles

pytest.importorskip("scipy", reason="scipy absent: pip install 'perpend[learn]'")

SUMS = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])


def rows_of(count: int, seed: int = 0) -> Doubles:
    return np.random.default_rng(seed).normal(size=(count, 4))


def noise_of(count: int, seed: int = 1) -> Doubles:
    return np.random.default_rng(seed).normal(size=count)


@pytest.mark.parametrize("seed", range(8))
def test_noise_teaches_nothing(seed: int) -> None:
    assert posterior(rows_of(60, seed), SUMS, noise_of(60, seed + 100)).amount < 0.5


def test_a_line_is_learned_and_needs_no_bends() -> None:
    rows = rows_of(200)
    labels = rows @ np.array([0.5, 0.5, -0.2, -0.2]) + 3.0
    found = posterior(rows, SUMS, labels + 0.5 * noise_of(200))
    regression = learn_by_evidence(rows, SUMS, labels + 0.5 * noise_of(200), found)
    fresh = rows_of(100, 7)
    wanted = fresh @ np.array([0.5, 0.5, -0.2, -0.2]) + 3.0
    assert found.amount > 0.999
    assert float(np.corrcoef(regression.predictions(fresh), wanted)[0, 1]) > 0.97
    assert abs(float(regression.predictions(fresh).mean() - wanted.mean())) < 0.15


def test_a_bend_is_learned_from_many_labels() -> None:
    rows = rows_of(400)
    found = posterior(rows, SUMS, np.cos(2 * rows[:, 0]) + 0.2 * noise_of(400))
    assert found.amount > 0.999
    assert all(curved > 0 for _, curved, _ in found.settings)
    regression = learn_by_evidence(rows, SUMS, np.cos(2 * rows[:, 0]) + 0.2 * noise_of(400), found)
    fresh = rows_of(200, 5)
    assert float(np.corrcoef(regression.predictions(fresh), np.cos(2 * fresh[:, 0]))[0, 1]) > 0.8


def test_the_weights_of_a_posterior_sum_to_1_and_share_one_gamma() -> None:
    rows = rows_of(150)
    found = posterior(rows, SUMS, rows[:, 0] ** 2 + rows[:, 1] + noise_of(150))
    assert sum(found.settings.values()) == pytest.approx(1.0)
    assert len({gamma for *_, gamma in found.settings} - {0.0}) <= 1
    assert 0.0 <= found.amount <= 1.0


@pytest.mark.parametrize("setting", [(0.3, 0.0, 0.0), (0.0, 1.0, 1.0), (0.1, 1.0, 0.3)])
def test_the_prediction_is_the_mean_of_a_gaussian_process(setting: tuple[float, float, float]) -> None:
    coarse, curved, gamma = setting
    rows, fresh, labels = rows_of(30), rows_of(5, 3), noise_of(30) + 2.0

    def kernel(one: Doubles, other: Doubles) -> Doubles:
        far = ((one[:, None] - other[None]) ** 2).sum(axis=2)
        return np.asarray(coarse / 2 * (one @ SUMS) @ (other @ SUMS).T + curved * np.exp(-gamma / 4 * far))

    solved = np.linalg.solve(kernel(rows, rows) + np.eye(30), labels - labels.mean())
    regression = learn_by_evidence(rows, SUMS, labels, Posterior({setting: 1.0}, 1.0))
    assert regression.predictions(fresh) == pytest.approx(kernel(fresh, rows) @ solved + labels.mean())


def test_several_settings_give_the_mean_of_their_predictions() -> None:
    rows, fresh, labels = rows_of(30), rows_of(5, 3), noise_of(30)
    settings = ((0.3, 0.0, 0.0), (0.1, 1.0, 0.3))
    each = [learn_by_evidence(rows, SUMS, labels, Posterior({one: 1.0}, 1.0)).predictions(fresh) for one in settings]
    both = learn_by_evidence(rows, SUMS, labels, Posterior(dict(zip(settings, (0.25, 0.75), strict=True)), 1.0))
    assert both.predictions(fresh) == pytest.approx(0.25 * each[0] + 0.75 * each[1])


def test_of_many_rows_some_are_drawn_with_the_seed() -> None:
    rows = rows_of(900)
    labels = rows[:, 0] + noise_of(900)
    first, second = (posterior(rows, SUMS, labels, seed=0) for _ in range(2))
    assert first == second
    assert len(first.settings) == 1


def test_what_does_not_fit_together_is_refused() -> None:
    for rows, labels in ((rows_of(5), noise_of(4)), (rows_of(1), noise_of(1)), (np.zeros((5, 3)), noise_of(5))):
        with pytest.raises(InputError, match="must agree"):
            posterior(rows, SUMS, labels)
