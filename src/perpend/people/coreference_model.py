"""The probability that two names in different texts refer to one person, learned from annotated texts.

The features of two entities whose names match (see `full_names`):

    document, nearby, names   square roots of the cosines of their contexts
    words                     1 if at least two words of the names are equal
    rare                      information of the rarest equal word, 0 to 1
    part, initials            1 if the names match in this way; both are 0 if they are the same
    variant, letters          1 if a word is spelled differently; the number of letters that differ / 4, at most 1

A logistic regression turns them into a probability. A model is a small JSON file with the weights, metadata about the
training, and a format version; `names-ecbplus` is shipped with Perpend.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from perpend.answers import GroupPoints
from perpend.errors import FormatError
from perpend.files.documents import Fields
from perpend.files.writing import write_text
from perpend.learning.logistic import Logistic
from perpend.learning.model import Model, TextPair
from perpend.learning.model_file import digits_of, read_json
from perpend.learning.provenance import Training
from perpend.limits import check as check_limit
from perpend.people.context import information
from perpend.people.entities import Entity
from perpend.people.full_names import NameMatch, name_matches
from perpend.people.name_evidence import NameEvidence
from perpend.types import Doubles

__all__ = ["COREFERENCE_FEATURES", "CoreferenceModel", "name_features", "pair_features"]

COREFERENCE_FEATURES = ("document", "nearby", "names", "words", "rare", "part", "initials", "variant", "letters")

_FORMAT = "perpend names 1"
_MOST_INFORMATION, _MOST_LETTERS = 5.0, 4


@dataclass(frozen=True)
class CoreferenceModel(Model):
    """A weight for each feature, an intercept, and `about`, metadata about the training.

    As a `Model`, it takes pairs of full names and gives the probability that they name one person without any context:
    the three features of context are 0. Names that do not match have probability 0.
    """

    kind: ClassVar[str] = "names"
    command: ClassVar[str] = "names"

    weights: Mapping[str, float]
    intercept: float
    about: Mapping[str, Any]

    def check(self, text1: str, text2: str) -> None:
        """Raises an InputError if the name `text1` or `text2` is too long."""
        check_limit(self.command, "name-characters", max(len(text1), len(text2)))

    def predict(self, pairs: Iterable[TextPair]) -> Doubles:
        """Returns for each of `pairs` the probability that both names are one person, by the names alone."""
        return np.array([self._by_name(name_matches(*pair)) for pair in pairs], np.float64)

    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[NameEvidence]:
        """Yields for each of `pairs` the probability with the match of the parts of the two names."""
        for name1, name2 in pairs:
            match = name_matches(name1, name2)
            found = name_features(match).tolist()
            parts = tuple(GroupPoints(*one) for one in self._points(found) if one[1])
            yield NameEvidence(self._by_name(match), name1, name2, match, self.intercept, parts, self.signature)

    def _by_name(self, match: NameMatch) -> float:
        return 0.0 if match.verdict == "different" else float(self.probabilities(name_features(match)[None, :])[0])

    def _points(self, features: list[float]) -> Iterator[tuple[str, float]]:
        for name, value in zip(COREFERENCE_FEATURES, features, strict=True):
            yield name, self.weights[name] * value

    def probabilities(self, features: Doubles) -> Doubles:
        """Returns the probability of coreference for each row of `features`, in the order of COREFERENCE_FEATURES."""
        weights = np.array([self.weights[name] for name in COREFERENCE_FEATURES])
        return Logistic(weights, self.intercept).probability(features)

    def probability(self, one: Entity, other: Entity, match: NameMatch | None = None) -> float:
        """Returns the probability that the entities `one` and `other` corefer, 0 if their names are different.

        `match` is the match of their names, if it is known already.
        """
        match = match or name_matches(one.name.written, other.name.written)
        if match.verdict == "different":
            return 0.0
        return float(self.probabilities(pair_features(one, other, match)[None, :])[0])

    @property
    def training(self) -> Training:
        """The name and size of the training data; fingerprints of names are not kept."""
        return Training(str(self.about.get("trained on", "")), int(self.about.get("pairs", 0)), ())

    def facts(self) -> dict[str, Any]:
        """Returns the metadata that `perpend models show` prints."""
        return {**super().facts(), **self.about}

    @property
    def identity(self) -> str:
        """The name of the training data, and the first 8 hex digits of a hash of weights and intercept."""
        return f"{self.training.name}/{digits_of({}, dict(self.weights), self.intercept)}"

    @property
    def signature(self) -> str:
        """The metadata of the training as one line."""
        return "|".join(f"{name}:{value}" for name, value in self.about.items())

    def save(self, path: Path | str) -> None:
        """Writes the model as JSON to `path`, atomically; the same model gives the same bytes."""
        values = {
            "format": _FORMAT,
            "weights": dict(self.weights),
            "intercept": self.intercept,
            "about": dict(self.about),
        }
        write_text(path, json.dumps(values, indent=2, ensure_ascii=False) + "\n")

    @classmethod
    def read(cls, path: Path | str) -> "CoreferenceModel":
        """Reads the file `path` that `save` wrote; raises an error that says why if it is not one."""
        return read_json(path, cls._of, "name a model of names, or train one with `perpend train names`")

    @classmethod
    def _of(cls, fields: Fields) -> "CoreferenceModel":
        if (found := fields.text("format")) != _FORMAT:
            raise FormatError(fields.path, None, f"has the format {found!r}, this Perpend reads {_FORMAT!r}")
        weights = fields.inner("weights")
        weights.only(COREFERENCE_FEATURES)
        about = fields.inner("about")
        if "pairs" in about.content:
            about.integer("pairs", least=0)
        learned = {name: weights.number(name) for name in COREFERENCE_FEATURES}
        return cls(learned, fields.number("intercept"), dict(about.content))


def name_features(match: NameMatch) -> Doubles:
    """Returns the features of a match of names, in the order of COREFERENCE_FEATURES; those of the contexts are 0."""
    equal = [pair for pair in match.pairs if pair.how in ("equal", "folded", "joined")]
    rare = max((information(pair.a.lower().strip(".")) for pair in equal), default=0.0) / _MOST_INFORMATION
    spelled = any(pair.how in ("spelling", "pattern") for pair in match.pairs)
    letters = min(1.0, sum(pair.letters for pair in match.pairs) / _MOST_LETTERS)
    kinds = [float(match.verdict == "part"), float(match.verdict == "initials"), float(spelled), letters]
    return np.array([0.0, 0.0, 0.0, float(len(equal) > 1), rare, *kinds])


def pair_features(one: Entity, other: Entity, match: NameMatch) -> Doubles:
    """Returns the features of the entities `one` and `other`, in the order of COREFERENCE_FEATURES.

    `match` is the match of their names.
    """
    found = name_features(match)
    found[:3] = np.sqrt(one.context.likeness(other.context))
    return found
