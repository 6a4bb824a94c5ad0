"""Pairs of sentences -> named feature vectors: which features there are, and which of them a model uses.

    pairs of sentences  ── Extractor ──>  Directed: features of each group, both ways  ── .select("POS") ──>  rows

Every feature has a direction: the share of the first sentence in the second differs from that of the second in the
first. Paraphrase is symmetric, so a pair's vector joins both directions, and the order of its texts does not matter:

    mean         the mean of both directions: the paper's features, and PERP's
    low, high    the smaller and the larger of both: the others

The feature sets have the names of the paper's tables; `full` is the default.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.equivalence.dependency_features import dependency_features
from perpend.equivalence.mt_features import MT_FEATURES, information_of, mt_features
from perpend.equivalence.tag_features import MATCHED, UNMATCHED, tag_features
from perpend.errors import unknown_name
from perpend.features.annotated_pairs import Pair
from perpend.features.closeness import Closeness
from perpend.features.coverage import coverage_features
from perpend.features.edit_rates import edit_features
from perpend.features.overlap import overlap_features
from perpend.metrics.information import Information
from perpend.types import Doubles, Progress, Values

__all__ = ["Directed", "Extractor", "FEATURE_SETS", "FeatureSettings", "groups_of"]


FEATURE_SETS: Mapping[str, tuple[str, ...]] = {
    "WER": ("WER",),
    "PER": ("PER",),
    "POS-": (UNMATCHED,),
    "PER POS-": ("PER", UNMATCHED),
    "POS+": (MATCHED,),
    "PER POS+": ("PER", MATCHED),
    "POS": (MATCHED, UNMATCHED),
    **{name: (name,) for name in MT_FEATURES[2:]},
    "ALL": (*MT_FEATURES, MATCHED, UNMATCHED),
    "full": (*MT_FEATURES[:6], MATCHED, UNMATCHED, "edits", "overlap", "coverage", "dependencies"),
}
"""For each set its parts: features of machine translation by name, or whole groups.

`full` has no NIST: coverage by information measures the same, and without it a model need not store the n-gram counts
of its training texts (accuracy in cross-validation on MSRP's training pairs: 78.9 % with and without).
"""

_MEANS = ("mt", MATCHED, UNMATCHED, "edits")
"""The groups whose two directions are averaged."""


@dataclass(frozen=True, slots=True)
class FeatureSettings:
    """Which words are stemmed, and the distance within which words match by meaning (None: only equal forms do)."""

    stemming: str = "nouns and verbs"
    threshold: float | None = None


def groups_of(features: str) -> tuple[str, ...]:
    """The groups that the feature set `features` needs."""
    if features not in FEATURE_SETS:
        raise unknown_name("feature set", features, FEATURE_SETS)
    return tuple(dict.fromkeys("mt" if part in MT_FEATURES else part for part in FEATURE_SETS[features]))


@dataclass(frozen=True, slots=True, eq=False)
class Directed:
    """For each group the names of its features, and their values: [pair][0 forward, 1 backward][feature]."""

    groups: Mapping[str, tuple[tuple[str, ...], Doubles]]

    def take(self, places: NDArray[np.int64]) -> "Directed":
        """The features of the pairs at `places`."""
        return Directed({group: (names, values[places]) for group, (names, values) in self.groups.items()})

    def with_groups_of(self, other: "Directed") -> "Directed":
        """The groups of both; those of `other` take precedence."""
        return Directed({**self.groups, **other.groups})

    def select(self, features: str) -> tuple[tuple[str, ...], Doubles]:
        """The names and the rows of the feature set `features`."""
        names: list[str] = []
        blocks: list[Doubles] = []
        wanted = FEATURE_SETS[features]
        for group in groups_of(features):
            found, values = self.groups[group]
            if group in _MEANS:
                keep = [k for k, name in enumerate(found) if group != "mt" or name in wanted]
                names += [found[k] for k in keep]
                blocks.append(values[:, :, keep].mean(axis=1))
            else:
                names += [f"{group}: {name}, {end}" for end in ("low", "high") for name in found]
                blocks += [values.min(axis=1), values.max(axis=1)]
        return tuple(names), np.concatenate(blocks, axis=1)


class Extractor:
    """Computes the features of pairs under `settings`.

    `information` is the n-gram counts of the training pairs, which only NIST needs.
    """

    def __init__(self, settings: FeatureSettings | None = None, information: Information | None = None) -> None:
        self.settings = settings or FeatureSettings()
        self.information = information
        self._close = Closeness(self.settings.threshold)

    def train(self, pairs: Sequence[Pair], groups: Iterable[str], progress: Progress | None = None) -> Directed:
        """The features of the training `pairs` in `groups`; counts their n-grams for NIST.

        `progress` is called before each group and at the end.
        """
        wanted = tuple(groups)
        if "mt" in wanted:
            self.information = information_of([side for pair in pairs for side in pair])
        return self._directed(pairs, wanted, progress, training=True)

    def extract(self, pairs: Sequence[Pair], groups: Iterable[str], progress: Progress | None = None) -> Directed:
        """The features in `groups` of `pairs` that were not trained on; `progress` as in `train`."""
        return self._directed(pairs, tuple(groups), progress, training=False)

    def _directed(
        self, pairs: Sequence[Pair], groups: tuple[str, ...], progress: Progress | None, *, training: bool
    ) -> Directed:
        found: dict[str, tuple[tuple[str, ...], Doubles]] = {}
        for done, group in enumerate(groups):
            if progress:
                progress(f"features: {group}", done, len(groups))
            if group in found:
                continue
            if group in (MATCHED, UNMATCHED):
                found |= self._tags(pairs)
            else:
                forward, backward = (self._one_way(side, group, training) for side in (pairs, _turned(pairs)))
                found[group] = forward[0], np.stack([forward[1], backward[1]], axis=1)
        if progress:
            progress("features", len(groups), len(groups))
        return Directed(found)

    def _one_way(self, pairs: Sequence[Pair], group: str, training: bool) -> tuple[tuple[str, ...], Doubles]:
        if group == "mt":
            sides = [one for one, _ in pairs], [other for _, other in pairs]
            information = self.information or information_of([])
            return MT_FEATURES, mt_features(*sides, information, self._close, training=training)
        if group == "edits":
            return _matrix(edit_features([one for one, _ in pairs], [other for _, other in pairs]))
        make = {"overlap": overlap_features, "coverage": coverage_features, "dependencies": dependency_features}[group]
        return _matrix([make(one, other) for one, other in pairs])

    def _tags(self, pairs: Sequence[Pair]) -> dict[str, tuple[tuple[str, ...], Doubles]]:
        """Both groups of tag features, which share one matching of words."""
        names, forward = _matrix([tag_features(one, other, self._close) for one, other in pairs])
        _, backward = _matrix([tag_features(other, one, self._close) for one, other in pairs])
        both = np.stack([forward, backward], axis=1)
        places = {
            group: [k for k, name in enumerate(names) if name.startswith(group)] for group in (MATCHED, UNMATCHED)
        }
        return {group: (tuple(names[k] for k in found), both[:, :, found]) for group, found in places.items()}


def _turned(pairs: Sequence[Pair]) -> list[Pair]:
    return [(other, one) for one, other in pairs]


def _matrix(rows: Sequence[Values]) -> tuple[tuple[str, ...], Doubles]:
    names = tuple(rows[0]) if rows else ()
    return names, np.array([list(row.values()) for row in rows], np.float64).reshape(len(rows), len(names))
