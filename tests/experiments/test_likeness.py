"""The default scorer in the experiments: the paper's mapping, the ablation, and pairs that are compared once."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from experiments import likeness
from experiments.datasets import Sts2012, read_sts2012
from experiments.likeness import ABLATED, Comparisons, ablated, likeness_predictions, values_of
from perpend.features.distances import CHANGED, DISTANCES, GROUPS, Compared, compared
from perpend.similarity.likeness_model import LikenessModel
from perpend.similarity.likeness_training import plain_model, train_likeness


@pytest.fixture
def data(small_mirror: Path) -> Sts2012:
    return read_sts2012(small_mirror)


def test_a_test_set_is_judged_by_a_model_of_its_source_that_saw_nothing_else(data: Sts2012) -> None:
    found = likeness_predictions(data)
    for test, values in zip(data.tests, found, strict=True):
        part = data.training[test.source]
        model = train_likeness(part.pairs, part.gold.tolist(), start=None)
        assert values.tolist() == model.raw(test.pairs).tolist()


def test_a_pair_is_compared_once(data: Sts2012, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, str]] = []
    comparisons = Comparisons()
    compare_all = LikenessModel.compare_all

    def counted(model: LikenessModel, pairs: Sequence[tuple[str, str]]) -> Iterator[Compared]:
        seen.extend(pairs)
        return compare_all(model, pairs)

    monkeypatch.setattr(LikenessModel, "compare_all", counted)
    likeness_predictions(data, comparisons)
    likeness_predictions(data, comparisons)
    assert len(seen) == len(set(seen)) > 0


def test_the_ablation_has_a_row_for_each_group_and_one_for_all(data: Sts2012) -> None:
    found = ablated(data, folds=2)
    assert list(found) == ["all", *(f"without {group}" for group in ABLATED)]
    for figures in found.values():
        assert list(figures) == ["Mean", *data.training]
        assert figures["Mean"] == pytest.approx(np.mean([figures[name] for name in data.training]))


@pytest.mark.parametrize("group", sorted(set(ABLATED) - {"correction"}))
def test_a_group_that_is_left_out_changes_nothing_any_more(group: str) -> None:
    pair = compared("The shop is open.", "The shop is not open on 12 June.")
    lessened = likeness.without(group)(pair)
    names = CHANGED if group == "changes" else GROUPS[group]
    assert not lessened.distances[np.isin(DISTANCES, names)].any()
    kept = ~np.isin(DISTANCES, names)
    assert lessened.distances[kept].tolist() == pair.distances[kept].tolist()
    assert bool(lessened.changes.found) == (group != "changes")
    model = plain_model()
    other = replace(pair, changes=lessened.changes, distances=np.where(kept, pair.distances, 0.0))
    assert values_of(model, [lessened]) == values_of(model, [other])


def test_groups_are_all_groups_of_the_distances() -> None:
    assert {*ABLATED} - {"changes", "correction"} == set(GROUPS) - set(CHANGED)
