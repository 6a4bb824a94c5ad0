"""Do two names in different texts name one person? A probability, calibrated on texts where people said so.

What is looked at, for two entities whose names may be one (see `full_names`):

    document, nearby, names   square roots of the cosines of their contexts
    words                     1 if at least two words of the names are equal
    rare                      information of the rarest equal word, 0 to 1
    part, initials            1 if that is how the names match; neither: they are the same
    variant, letters          1 if a word is spelled otherwise, and by how many letters: 4 or more are 1

A logistic regression turns them into a probability. A model is a small JSON file: weights, what they were learned from,
and a format version; `names-ecbplus` comes with Perpend.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from perpend.errors import FormatError
from perpend.files.documents import Fields
from perpend.files.writing import write_text
from perpend.learning.logistic import Logistic
from perpend.learning.model import Model, TextPair
from perpend.learning.model_file import digits_of, read_json
from perpend.learning.provenance import Training
from perpend.people.context import information
from perpend.people.entities import Entity
from perpend.people.full_names import NameMatch, name_matches
from perpend.people.name_evidence import FeaturePart, NameEvidence
from perpend.types import Doubles

__all__ = ["COREFERENCE_FEATURES", "CoreferenceModel", "name_features", "pair_features"]

COREFERENCE_FEATURES = ("document", "nearby", "names", "words", "rare", "part", "initials", "variant", "letters")

_FORMAT = "perpend names 1"
_MOST_INFORMATION, _MOST_LETTERS = 5.0, 4


@dataclass(frozen=True)
class CoreferenceModel(Model):
    """A weight for each feature, an intercept, and what they were learned from.

    As a model, a pair is two full names, and the value is the probability that they name one person when nothing else
    is known of them: the three features of context are 0. Names that cannot be one have 0.
    """

    kind: ClassVar[str] = "names"

    weights: Mapping[str, float]
    intercept: float
    about: Mapping[str, Any]

    def predict(self, pairs: Iterable[TextPair]) -> Doubles:
        """The probability that two full names are one person, by the names alone."""
        return np.array([self._by_name(name_matches(*pair)) for pair in pairs], np.float64)

    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[NameEvidence]:
        """The same with which part of one name matched which part of the other, and how."""
        for name1, name2 in pairs:
            match = name_matches(name1, name2)
            found = name_features(match).tolist()
            parts = tuple(FeaturePart(*one) for one in self._points(found) if one[1])
            yield NameEvidence(self._by_name(match), name1, name2, match, self.intercept, parts, self.signature)

    def _by_name(self, match: NameMatch) -> float:
        return 0.0 if match.verdict == "different" else float(self.probabilities(name_features(match)[None, :])[0])

    def _points(self, features: list[float]) -> Iterator[tuple[str, float]]:
        for name, value in zip(COREFERENCE_FEATURES, features, strict=True):
            yield name, self.weights[name] * value

    def probabilities(self, features: Doubles) -> Doubles:
        """Of coreference, for rows of features in their order."""
        weights = np.array([self.weights[name] for name in COREFERENCE_FEATURES])
        return Logistic(weights, self.intercept).probability(features)

    def probability(self, one: Entity, other: Entity, match: NameMatch | None = None) -> float:
        """Of coreference of two entities; 0 when their names are different."""
        match = match or name_matches(one.name.written, other.name.written)
        if match.verdict == "different":
            return 0.0
        return float(self.probabilities(pair_features(one, other, match)[None, :])[0])

    @property
    def training(self) -> Training:
        """What the model was learned from; fingerprints of names are not kept."""
        return Training(str(self.about.get("trained on", "")), int(self.about.get("pairs", 0)), ())

    def facts(self) -> dict[str, Any]:
        """What the model says of itself in `perpend models show`."""
        return {**super().facts(), **self.about}

    @property
    def identity(self) -> str:
        """The name of the training data, and the first 8 hex digits of a hash of weights and intercept."""
        return f"{self.training.name}/{digits_of({}, dict(self.weights), self.intercept)}"

    @property
    def signature(self) -> str:
        """What the model was learned from, as a short text."""
        return "|".join(f"{name}:{value}" for name, value in self.about.items())

    def save(self, path: Path | str) -> None:
        """Write the model as JSON, whole or not at all; the same model gives the same bytes."""
        values = {
            "format": _FORMAT,
            "weights": dict(self.weights),
            "intercept": self.intercept,
            "about": dict(self.about),
        }
        write_text(path, json.dumps(values, indent=2, ensure_ascii=False) + "\n")

    @classmethod
    def read(cls, path: Path | str) -> "CoreferenceModel":
        """Read a file that `save` wrote; what is not one is refused with a line that says why."""
        return read_json(path, cls._of, "name a model of names, or train one with `perpend train names`")

    @classmethod
    def _of(cls, fields: Fields) -> "CoreferenceModel":
        if (found := fields.text("format")) != _FORMAT:
            raise FormatError(fields.path, None, f"has the format {found!r}, this Perpend reads {_FORMAT!r}")
        weights = fields.inner("weights")
        weights.only(COREFERENCE_FEATURES)
        about = fields.inner("about")
        if type(about.content.get("pairs", 0)) is not int:
            about.refuse("about 'pairs' is not a whole number")
        learned = {name: weights.number(name) for name in COREFERENCE_FEATURES}
        return cls(learned, fields.number("intercept"), dict(about.content))


def name_features(match: NameMatch) -> Doubles:
    """The features of two names alone, in the order of COREFERENCE_FEATURES; those of their contexts are 0."""
    equal = [pair for pair in match.pairs if pair.how in ("equal", "folded", "joined")]
    rare = max((information(pair.a.lower().strip(".")) for pair in equal), default=0.0) / _MOST_INFORMATION
    spelled = any(pair.how in ("spelling", "pattern") for pair in match.pairs)
    letters = min(1.0, sum(pair.letters for pair in match.pairs) / _MOST_LETTERS)
    kinds = [float(match.verdict == "part"), float(match.verdict == "initials"), float(spelled), letters]
    return np.array([0.0, 0.0, 0.0, float(len(equal) > 1), rare, *kinds])


def pair_features(one: Entity, other: Entity, match: NameMatch) -> Doubles:
    """The features of two entities, in the order of COREFERENCE_FEATURES."""
    found = name_features(match)
    found[:3] = np.sqrt(one.context.likeness(other.context))
    return found
