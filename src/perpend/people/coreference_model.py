"""Do two names in different texts name one person? A probability, calibrated on texts where people said so.

What is looked at, for two entities whose names may be one (see `full_names`):

    document, nearby, names   square roots of the cosines of their contexts
    words                     1 if at least two words of the names are equal
    rare                      information of the rarest equal word, 0 to 1
    part, initials            1 if that is how the names match; neither: they are the same
    variant, letters          1 if a word is spelled otherwise, and by how many letters: 4 or more are 1

A logistic regression turns them into a probability. A model is a small JSON file: weights, what they were learned from,
and a format version; `CoreferenceModel.shipped()` comes with Perpend.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError, SettingError
from perpend.files.documents import read_document
from perpend.files.writing import write_text
from perpend.learning.logistic import fit_logistic
from perpend.people.blocking import alike_names
from perpend.people.context import information
from perpend.people.entities import Entity, document_entities
from perpend.people.full_names import NameMatch, name_matches
from perpend.people.mentions import Document

__all__ = [
    "COREFERENCE_FEATURES",
    "CoreferenceModel",
    "PENALTIES",
    "SHIPPED_NAMES_MODEL",
    "choose_penalty",
    "find_names_model",
    "model_of",
    "names_card",
    "pair_features",
    "train_coreference",
    "training_pairs",
]

COREFERENCE_FEATURES = ("document", "nearby", "names", "words", "rare", "part", "initials", "variant", "letters")

_FORMAT = "perpend names 1"
_MOST_INFORMATION, _MOST_LETTERS = 5.0, 4
PENALTIES = (0.01, 0.1, 1.0, 3.0, 10.0, 30.0, 100.0)
SHIPPED_NAMES_MODEL = "names-ecbplus"


@dataclass(frozen=True, slots=True)
class CoreferenceModel:
    """A weight for each feature, an intercept, and what they were learned from."""

    weights: Mapping[str, float]
    intercept: float
    about: Mapping[str, Any]

    @classmethod
    def shipped(cls) -> "CoreferenceModel":
        """The model that comes with Perpend, learned from the persons of ECB+."""
        with as_file(_folder() / f"{SHIPPED_NAMES_MODEL}.json") as path:
            return cls.read(path)

    @classmethod
    def read(cls, path: Path) -> "CoreferenceModel":
        """A model file that `write` made."""
        fields = read_document(path, remedy="name a model of names, or train one with `perpend train names`")
        if (found := fields.text("format")) != _FORMAT:
            fields.refuse(f"has the format {found!r}, this Perpend reads {_FORMAT!r}")
        weights = fields.inner("weights")
        weights.only(COREFERENCE_FEATURES)
        numbers = {name: weights.number(name) for name in COREFERENCE_FEATURES}
        return cls(numbers, fields.number("intercept"), fields.inner("about").content)

    def write(self, path: Path) -> None:
        """Write the model as JSON; the same model gives the same bytes."""
        values = {
            "format": _FORMAT,
            "weights": dict(self.weights),
            "intercept": self.intercept,
            "about": dict(self.about),
        }
        write_text(path, json.dumps(values, indent=2, ensure_ascii=False) + "\n")

    def probabilities(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Of coreference, for rows of features in their order."""
        values = features @ np.array([self.weights[name] for name in COREFERENCE_FEATURES]) + self.intercept
        return np.asarray(np.exp(-np.logaddexp(0.0, -values)))

    def probability(self, one: Entity, other: Entity, match: NameMatch | None = None) -> float:
        """Of coreference of two entities; 0 when their names are different."""
        match = match or name_matches(one.name.written, other.name.written)
        if match.verdict == "different":
            return 0.0
        return float(self.probabilities(pair_features(one, other, match)[None, :])[0])

    def signature(self) -> str:
        """What the model was learned from, as a short text."""
        return "|".join(f"{name}:{value}" for name, value in self.about.items())


def find_names_model(model: Path | str | None = None) -> CoreferenceModel:
    """The model of a file; the shipped one by its name, or if nothing is named."""
    named = model is None or str(model) == SHIPPED_NAMES_MODEL
    return CoreferenceModel.shipped() if named else CoreferenceModel.read(Path(str(model)))


def names_card() -> str:
    """What the shipped model learned from, what it is good for, and its figures, as Markdown."""
    return (_folder() / f"{SHIPPED_NAMES_MODEL}.md").read_text(encoding="utf-8")


def _folder() -> Traversable:
    return files("perpend.people") / "models"


def pair_features(one: Entity, other: Entity, match: NameMatch) -> NDArray[np.float64]:
    """The features of two entities, in the order of COREFERENCE_FEATURES."""
    equal = [pair for pair in match.pairs if pair.how in ("equal", "folded", "joined")]
    rare = max((information(pair.a.lower().strip(".")) for pair in equal), default=0.0) / _MOST_INFORMATION
    spelled = any(pair.how in ("spelling", "pattern") for pair in match.pairs)
    letters = min(1.0, sum(pair.letters for pair in match.pairs) / _MOST_LETTERS)
    kinds = [float(match.verdict == "part"), float(match.verdict == "initials"), float(spelled), letters]
    return np.array([*np.sqrt(one.context.likeness(other.context)), float(len(equal) > 1), rare, *kinds])


def training_pairs(
    documents: Sequence[Document], known: Callable[[str], bool] = bool
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Features and labels of all pairs of entities of different documents whose names may be one.

    An entity is the person that most of its mentions name. Those whose chain is not `known` are left out.
    """
    entities, chains = [], []
    for number, document in enumerate(documents):
        for entity in document_entities(document, number):
            if (chain := _person(document, entity)) is not None and known(chain):
                entities.append(entity)
                chains.append(chain)
    rows, labels = [], []
    for i, j, match in alike_names([entity.name for entity in entities]):
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
    """A model learned from documents whose mentions carry their chains, of which those that are `known` count."""
    if not 0 < penalty < float("inf"):
        raise SettingError(f"penalty is {penalty}: a positive number is needed, such as 1")
    features, labels = training_pairs(documents, known)
    return model_of(features, labels, about or {}, penalty)


def choose_penalty(groups: Sequence[Sequence[Document]], known: Callable[[str], bool] = bool) -> float:
    """The penalty that makes what people said of one group most probable, after learning from the others."""
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


def model_of(
    features: NDArray[np.float64], labels: NDArray[np.bool_], about: Mapping[str, Any], penalty: float
) -> CoreferenceModel:
    """A model of features and labels that are there already."""
    if not len(labels) or labels.all() or not labels.any():
        raise InputError(
            f"{len(labels)} pairs of like names in different documents came, {int(labels.sum())} of one person: pairs "
            "of both kinds are needed to learn from; give more documents with chains"
        )
    found = fit_logistic(features, labels, penalty)
    weights = dict(zip(COREFERENCE_FEATURES, map(float, found.weights), strict=True))
    counts = {"pairs": len(labels), "coreferring": int(labels.sum())}
    return CoreferenceModel(weights, found.intercept, {**about, **counts})
