"""What tuning makes large: statistics at each level, by hand on a handful of segments."""

import numpy as np
import pytest

from perpend.errors import InputError, SettingError
from perpend.metrics.objective import Goal, Judgments, Objective
from perpend.metrics.segments import SegmentId

IDS = [SegmentId.parse(f"[{system}][set][{doc}][{n}]") for system in "AB" for doc in ("d1", "d2") for n in (1, 2)]
GOLD = [1.0, 2.0, 3.0, 4.0, 2.0, 2.5, 5.0, 1.0]
SCORES = np.array([0.9, 0.5, 0.4, 0.1, 0.8, 0.3, 0.2, 0.7])
LENGTHS = np.array([1.0, 3.0, 2.0, 2.0, 1.0, 3.0, 2.0, 2.0])


def value(objective: str, **more: object) -> float:
    judgments = Judgments(GOLD, IDS, **more)  # type: ignore[arg-type]
    return Goal(Objective.parse(objective), judgments, LENGTHS).value(SCORES)


def correlation(x: object, y: object) -> float:
    return abs(float(np.corrcoef(np.array(x, float), np.array(y, float))[0, 1]))


def by_length(values: object, size: int) -> list[float]:
    parts = np.array(values).reshape(-1, size), LENGTHS.reshape(-1, size)
    return list((parts[0] * parts[1]).sum(axis=1) / parts[1].sum(axis=1))


def test_levels() -> None:
    assert value("segment pearson") == pytest.approx(correlation(SCORES, GOLD))
    assert value("document pearson") == pytest.approx(correlation(by_length(SCORES, 2), by_length(GOLD, 2)))
    assert value("system pearson") == pytest.approx(1.0)


def test_spearman() -> None:
    goal = Goal(Objective.parse("segment spearman"), Judgments([0.0, 1.0, 2.0, 2.0]), np.ones(4))
    assert goal.value(np.array([4.0, 3.0, 2.0, 1.0])) == pytest.approx(correlation([4, 3, 2, 1], [1, 2, 4, 4]))


def test_weighted() -> None:
    repeats = LENGTHS.astype(int)
    expected = correlation(np.repeat(SCORES, repeats), np.repeat(GOLD, repeats))
    assert value("weighted segment pearson") == pytest.approx(expected)
    doubled = value("weighted segment pearson", lengths=list(2 * LENGTHS))
    assert doubled == pytest.approx(expected)


def test_mean_removed() -> None:
    def removed(values: object) -> object:
        systems = np.array(values).reshape(2, 4)
        return (systems - systems.mean(axis=0)).ravel()

    assert value("segment pearson mean-removed") == pytest.approx(correlation(removed(SCORES), removed(GOLD)))


def test_preferences() -> None:
    judgments = Judgments(preferences=[(1, 0), (0, 1), (3, 7), (2, 2)])
    goal = Goal(Objective.parse("preferences"), judgments, LENGTHS)
    assert goal.value(SCORES) == 0.5


def test_the_sign_matters_where_it_is_said_to() -> None:
    def signed(higher_is_better: bool | None) -> float:
        return Goal(Objective(), Judgments(GOLD), LENGTHS, higher_is_better).value(SCORES)

    assert signed(None) == signed(True) == -signed(False) > 0


@pytest.mark.parametrize("objective", ["segment pearson", "weighted document spearman", "segment pearson mean-removed"])
def test_weights_on_features_are_worth_what_their_scores_are(objective: str) -> None:
    random = np.random.default_rng(3)
    features, weights = random.random((8, 5)), random.random((7, 5))
    goal = Goal(Objective.parse(objective), Judgments(GOLD, IDS), LENGTHS)
    found = goal.values_of_weights(goal.points(features), weights)
    assert found == pytest.approx([goal.value(features @ row) for row in weights], abs=1e-9)


def test_parsing() -> None:
    assert Objective.parse("spearman") == Objective("segment", "spearman")
    assert str(Objective.parse("mean-removed weighted pearson")) == "weighted segment pearson mean-removed"
    assert str(Objective.parse("preferences")) == "preferences"
    for wrong in ("kendall", "segment document pearson", "pearson spearman", "preferences pearson"):
        with pytest.raises(SettingError, match="is not known: give one of segment, document, system"):
            Objective.parse(wrong)


@pytest.mark.parametrize(
    ("objective", "judgments", "message"),
    [
        ("pearson", Judgments([1.0, 2.0]), "2 judgments for 3 pairs"),
        ("pearson", Judgments([1.0, 2.0, float("nan")]), "not a finite number"),
        ("pearson", Judgments(), "there are no judgments"),
        ("pearson", Judgments([2.0, 2.0, 2.0]), "are all equal"),
        ("document pearson", Judgments([1.0, 2.0, 3.0]), "the pairs have no names"),
        ("system pearson", Judgments([1.0, 2.0, 3.0], IDS[:3]), "the system level has one point only"),
        ("preferences", Judgments([1.0, 2.0, 3.0]), "there are no preferences"),
        ("preferences", Judgments(preferences=[(0, 3)]), "indices go from 0 to 2"),
    ],
)
def test_what_cannot_be_tuned_to(objective: str, judgments: Judgments, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Goal(Objective.parse(objective), judgments, np.ones(3))
