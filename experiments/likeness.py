"""The default scorer in the experiments: trained by the paper's mapping, and without a group of its distances.

    paired = Comparisons(encoder=False)         texts are compared once, however many models learn from them
    paired.of(pairs)                            what `LikenessModel.compare` gives for each pair
    likeness_predictions(data)                  a model of each training set, unclipped values of each test set
    ablated(data, folds)                        cross-validation on the training sets, without each group in turn

The ablation is measured on the training sets alone, because test sets are for one table. A group is left out of
everything: its distances are 0 for all pairs, a penalty of a change is not given, a correction is not learned.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from experiments.datasets import Sts2012, Subtask
from experiments.systems import Predictions
from perpend.evaluation.correlations import Judged, pearson
from perpend.features.distances import CHANGED, DISTANCES, GROUPS, Compared
from perpend.learning.folds import fold_numbers, split
from perpend.similarity.likeness_model import LikenessModel, resources_here
from perpend.similarity.likeness_training import plain_model, train_compared
from perpend.types import Doubles, Progress

__all__ = ["ABLATED", "Comparisons", "ablated", "likeness_predictions", "resources_signature", "values_of", "without"]

ABLATED = ("meaning", "words", "wording", "length", "numbers", "changes", "correction")
"""What an ablation leaves out; "changes" are all four kinds."""

_PART = 100

Texts = tuple[str, str]


class Comparisons:
    """Compares pairs of texts, each pair once; `encoder` is whether with the sentence encoder."""

    def __init__(self, *, encoder: bool = False) -> None:
        self.start = plain_model(encoder=encoder)
        self._known: dict[Texts, Compared] = {}

    def of(self, pairs: Sequence[Texts], progress: Progress | None = None) -> list[Compared]:
        """Returns each of `pairs` compared; calls `progress` every hundred new pairs."""
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        for done in range(0, len(new), _PART):
            if progress:
                progress("comparing", done, len(new))
            part = new[done : done + _PART]
            self._known |= zip(part, self.start.compare_all(part), strict=True)
        return [self._known[pair] for pair in pairs]


def values_of(model: LikenessModel, pairs: Sequence[Compared]) -> Doubles:
    """The values of compared `pairs` under a `model`, not clipped."""
    return model.values(model.measured(pairs))


def resources_signature() -> str:
    """The resources that the values depend on, as one short text."""
    return "+".join(resources_here().values())


def likeness_predictions(
    data: Sts2012, comparisons: Comparisons | None = None, progress: Progress | None = None
) -> Predictions:
    """The values of the test sets of `data` by models that learned from their source alone, and from nothing else.

    `comparisons` keeps compared pairs, and says whether there is an encoder; calls `progress` while pairs are compared.
    """
    paired = comparisons or Comparisons()
    models = {name: _trained(part, paired, progress) for name, part in data.training.items()}
    return tuple(values_of(models[test.source], paired.of(test.pairs, progress)) for test in data.tests)


def _trained(part: Subtask, paired: Comparisons, progress: Progress | None) -> LikenessModel:
    found, name = paired.of(part.pairs, progress), f"sts2012-{part.name}"
    return train_compared(part.pairs, found, part.gold.tolist(), start=paired.start, name=name)


# -------------------- ablation


def ablated(
    data: Sts2012,
    comparisons: Comparisons | None = None,
    *,
    folds: int = 3,
    seed: int = 0,
    progress: Progress | None = None,
) -> dict[str, dict[str, float]]:
    """Pearson's correlation of out-of-fold values in each training set and their Mean: of all, and without each group.

    :param data: the training sets.
    :param comparisons: keeps compared pairs.
    :param folds: the folds of each training set.
    :param seed: the seed of the folds.
    :param progress: called before each group.
    """
    paired = comparisons or Comparisons()
    found = {}
    for done, group in enumerate(("", *ABLATED)):
        if progress:
            progress("ablation", done, len(ABLATED) + 1)
        each = {name: _crossed(part, paired.of(part.pairs), group, folds, seed) for name, part in data.training.items()}
        found[f"without {group}" if group else "all"] = {"Mean": float(np.mean(list(each.values()))), **each}
    return found


def _crossed(part: Subtask, found: Sequence[Compared], group: str, folds: int, seed: int) -> float:
    lessened = [without(group)(pair) for pair in found]
    values = np.zeros(len(part.pairs))
    for own, rest in split(fold_numbers(len(values), folds, seed)):
        pairs, gold = [part.pairs[place] for place in rest], part.gold[rest].tolist()
        model = train_compared(pairs, [lessened[place] for place in rest], gold, start=plain_model())
        model = replace(model, correction=None) if group == "correction" else model
        values[own] = values_of(model, [lessened[place] for place in own])
    return pearson(Judged(values, part.gold))


def without(group: str) -> Callable[[Compared], Compared]:
    """A function that takes the `group` out of a compared pair; "" and "correction" take out nothing."""
    gone = np.isin(DISTANCES, CHANGED if group == "changes" else GROUPS.get(group, ()))

    def lessened(pair: Compared) -> Compared:
        found = () if group == "changes" else pair.changes.found
        return replace(pair, distances=np.where(gone, 0.0, pair.distances), changes=replace(pair.changes, found=found))

    return lessened
