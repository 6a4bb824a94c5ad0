"""Decides whether two single names are spellings of one, by a model learned from labelled pairs.

    Bramble, Bremble     a ~ e in br_m  -0.4     distance  +1.2     same first letter +0.8  ...     probability .93

The features are the groups of letters that change (see `changes`), alone and with the letters next to them, as 0 or 1,
and numbers: edit distance, letters that differ, common beginning and end, Jaro-Winkler similarity, lengths, Soundex.
The model is a logistic regression, trained with scikit-learn (extra `learn`); predictions need only numpy. They do not
depend on the order of the two names, and are sums of named parts.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log1p

import numpy as np
from rapidfuzz.distance import OSA, JaroWinkler, Postfix, Prefix

from perpend.errors import InputError, MissingExtra
from perpend.spelling.changes import changes, letters_that_differ
from perpend.spelling.phonetic import soundex

__all__ = ["NamePairModel", "name_pair_features", "train_name_pairs"]

_LEAST = 5
"""A feature is used if at least this many training pairs have it."""


@dataclass(frozen=True, slots=True)
class NamePairModel:
    """A weight for each feature that is frequent enough, and an intercept."""

    weights: Mapping[str, float]
    intercept: float

    def parts(self, a: str, b: str) -> dict[str, float]:
        """Returns the contribution of each feature of the names `a` and `b` to the log odds, the intercept included."""
        found = {name: value * self.weights.get(name, 0.0) for name, value in name_pair_features(a, b).items()}
        return {"intercept": self.intercept} | {name: value for name, value in found.items() if value}

    def probability(self, a: str, b: str) -> float:
        """Returns the probability that `a` and `b` are spellings of one name."""
        value = sum(self.parts(a, b).values())
        return 1 / (1 + exp(-value)) if value >= 0 else exp(value) / (1 + exp(value))


def name_pair_features(a: str, b: str) -> dict[str, float]:
    """Returns the features of a pair, which do not depend on the order of `a` and `b`."""
    a, b = sorted((a, b))
    longest, shortest = max(len(a), len(b), 1), min(len(a), len(b))
    beginning, end = Prefix.similarity(a, b), Postfix.similarity(a, b)
    distance = OSA.distance(a, b)
    values = {
        "distance": distance / longest,
        "edits": log1p(distance),
        "letters that differ": letters_that_differ(a, b) / longest,
        "same beginning": beginning / longest,
        "same end": end / longest,
        "same first letter": float(a[:1] == b[:1]),
        "Jaro-Winkler": JaroWinkler.similarity(a, b),
        "same Soundex": float(soundex(a) == soundex(b)),
        "one contains the other": float(a in b or b in a),
        "length": log1p(shortest),
        "lengths apart": (longest - shortest) / longest,
    }
    return values | dict.fromkeys(_groups(a, b), 1.0)


def _groups(a: str, b: str) -> Iterator[str]:
    """Yields each change without context, with one letter on either side, and with both."""
    for change in changes(a, b):
        group = "~".join(letters or "∅" for letters in change.group)
        before, after = change.before[-1:], change.after[:1]
        yield from (group, f"{group} in {before}_", f"{group} in _{after}", f"{group} in {before}_{after}")
        yield f"{group} at {'the end' if after == '$' else 'the beginning' if before == '^' else 'the middle'}"


def train_name_pairs(
    pairs: Sequence[tuple[str, str]], labels: Sequence[bool], *, cost: float = 0.3, seed: int = 0
) -> NamePairModel:
    """Trains a model on `pairs` and their `labels`; `cost` is the inverse strength of the penalty on weights.

    `seed` is that of the optimiser.
    """
    try:
        from sklearn.feature_extraction import DictVectorizer
        from sklearn.linear_model import LogisticRegression
    except ImportError:
        raise MissingExtra("training", "scikit-learn", "learn") from None
    if len(pairs) != len(labels) or len(set(map(bool, labels))) != 2:
        raise InputError(f"{len(labels)} labels for {len(pairs)} pairs came: one for each, and both kinds, are needed")
    rows = [name_pair_features(a, b) for a, b in pairs]
    counts = Counter(name for row in rows for name in row)
    kept = [{name: value for name, value in row.items() if counts[name] >= _LEAST} for row in rows]
    vectorizer = DictVectorizer()
    table = vectorizer.fit_transform(kept)
    # liblinear needs 32-bit indices.
    table.indices, table.indptr = table.indices.astype(np.int32), table.indptr.astype(np.int32)
    learner = LogisticRegression(C=cost, max_iter=1000, random_state=seed, solver="liblinear")
    learner.fit(table, list(map(bool, labels)))
    names = vectorizer.get_feature_names_out()
    weights = {str(name): float(weight) for name, weight in zip(names, learner.coef_[0], strict=True) if weight}
    return NamePairModel(weights, float(learner.intercept_[0]))
