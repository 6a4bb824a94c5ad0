"""Documents with annotated coreference -> a model of coreference.

train_coreference(documents)  ->  CoreferenceModel, learned from all pairs of names that may be one person
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from perpend.errors import InputError, SettingError
from perpend.learning.logistic import fit_logistic
from perpend.people.blocking import Comparisons, alike_names
from perpend.people.coreference_model import COREFERENCE_FEATURES, CoreferenceModel, pair_features
from perpend.people.entities import Entity, document_entities
from perpend.people.mentions import Document
from perpend.types import Doubles, Flags

__all__ = ["PENALTIES", "choose_penalty", "model_of", "train_coreference", "training_pairs"]

PENALTIES = (0.01, 0.1, 1.0, 3.0, 10.0, 30.0, 100.0)
"""The candidates of `choose_penalty`."""


def training_pairs(documents: Sequence[Document], known: Callable[[str], bool] = bool) -> tuple[Doubles, Flags]:
    """Returns features and labels of all pairs of entities of different documents whose names match.

    The chain of an entity is that of most of its mentions. Entities whose chain is not `known` are skipped.
    """
    entities, chains = [], []
    for number, document in enumerate(documents):
        for entity in document_entities(document, number):
            if (chain := _person(document, entity)) is not None and known(chain):
                entities.append(entity)
                chains.append(chain)
    rows, labels = [], []
    comparisons = Comparisons.for_mentions(len(entities), "train names")
    for i, j, match in alike_names([entity.name for entity in entities], comparisons=comparisons):
        if entities[i].mentions[0][0] != entities[j].mentions[0][0]:
            rows.append(pair_features(entities[i], entities[j], match))
            labels.append(chains[i] == chains[j])
    return np.array(rows).reshape(-1, len(COREFERENCE_FEATURES)), np.array(labels, np.bool_)


def _person(document: Document, entity: Entity) -> str | None:
    named = [(document.mentions or ())[place].chain for _, place in entity.mentions]
    given = [chain for chain in named if chain is not None]
    return max(sorted(set(given)), key=given.count) if given else None


def train_coreference(
    documents: Sequence[Document],
    known: Callable[[str], bool] = bool,
    *,
    about: Mapping[str, Any] | None = None,
    penalty: float = 1.0,
) -> CoreferenceModel:
    """Trains a model on documents whose mentions have chains.

    :param documents: documents with mentions and chains.
    :param known: whether a chain is used for training.
    :param about: metadata of the model, such as the name of the data under "trained on".
    :param penalty: the L2 penalty on the weights.
    """
    if not 0 < penalty < float("inf"):
        raise SettingError(f"penalty is {penalty}: a positive number is needed, such as 1")
    features, labels = training_pairs(documents, known)
    return model_of(features, labels, about or {}, penalty)


def choose_penalty(groups: Sequence[Sequence[Document]], known: Callable[[str], bool] = bool) -> float:
    """Chooses from PENALTIES by the cross-validated likelihood over `groups` of documents; `known` as in training."""
    pairs = [training_pairs(group, known) for group in groups]

    def loss(penalty: float) -> float:
        total = 0.0
        for held_out, (features, labels) in enumerate(pairs):
            rest = [pair for number, pair in enumerate(pairs) if number != held_out]
            rows, answers = (np.concatenate(column) for column in zip(*rest, strict=True))
            learned = fit_logistic(rows, answers, penalty)
            right = np.where(labels, learned.probability(features), 1 - learned.probability(features))
            total -= float(np.log(np.maximum(right, 1e-12)).sum())
        return total

    return min(PENALTIES, key=loss)


def model_of(features: Doubles, labels: Flags, about: Mapping[str, Any], penalty: float) -> CoreferenceModel:
    """Trains a model on features and labels from `training_pairs`, with metadata `about` and the L2 `penalty`."""
    if not len(labels) or labels.all() or not labels.any():
        raise InputError(
            f"{len(labels)} pairs of like names in different documents came, {int(labels.sum())} of one person: pairs "
            "of both kinds are needed to learn from; give more documents with chains"
        )
    found = fit_logistic(features, labels, penalty)
    weights = dict(zip(COREFERENCE_FEATURES, map(float, found.weights), strict=True))
    counts = {"pairs": len(labels), "coreferring": int(labels.sum())}
    return CoreferenceModel(weights, found.intercept, {**about, **counts})
