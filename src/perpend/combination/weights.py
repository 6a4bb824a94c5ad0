"""The weights of a combination: the method, the systems' weights, and the weights of the features, in a JSON file.

    {"kind": "combination weights", "version": 1, "method": "network", "metric": "ter", "backbones": 1,
     "systems": {"online": 0.4, "phrases": 0.35, "rules": 0.25},
     "features": {"confidence": 1.0, "share": 0.2, "null": 0.3, "words": -0.1, "backbone": 0.2},
     "tuned": {"segments": 1017, "objective": "bleu", "score": 0.262, "seed": 0}, "signature": "..."}

The systems' weights are used in the risk that chooses the backbone, and as confidences in the network. They are not
negative and sum to 1 (section 3 of the paper). Without a file all systems have equal weights.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from perpend.combination.features import Layout
from perpend.errors import SettingError, unknown_name
from perpend.files.documents import read_document
from perpend.files.writing import write_text
from perpend.types import Doubles

__all__ = ["BACKBONES", "HYPOTHESES", "METHODS", "MODELS", "Weights", "model_names", "read_weights", "untuned"]

METHODS = ("extended", "mbr", "network", "two-pass")
"""mbr: the candidate with the least risk; network: the word network; two-pass: the phrase lattice; extended: ours."""

BACKBONES = 8
"""The number of backbones per segment in the extended method."""

HYPOTHESES = "hypotheses"
"""The feature of the language model of the candidates, in the extended method."""

MODELS = ("lm", *(f"lm {number}" for number in range(2, 10)))
"""The features of language models from files, in their order."""

_KIND, _VERSION = "combination weights", 1
_MOST_BACKBONES = 100


@dataclass(frozen=True)
class Weights:
    """A method with all its weights.

    :param method: one of METHODS.
    :param metric: `ter` or `terp`.
    :param systems: the confidence of each system.
    :param features: the weight of each feature.
    :param backbones: how many texts of a segment are backbones.
    :param tuned: metadata about the tuning.
    :param signature: the settings of the aligners.
    """

    method: str
    metric: str
    systems: Mapping[str, float]
    features: Mapping[str, float]
    backbones: int = 1
    tuned: Mapping[str, Any] = field(default_factory=dict)
    signature: str = ""

    @property
    def layout(self) -> Layout:
        """The features in their order."""
        models = tuple(name for name in self.features if name == HYPOTHESES or name in MODELS)
        return Layout(tuple(self.systems), self.method == "extended", models)

    @property
    def confidences(self) -> Doubles:
        """The systems' weights, in their order."""
        return np.array(list(self.systems.values()), np.float64)

    @property
    def values(self) -> Doubles:
        """The weights of the features, in the order of the layout."""
        return np.array([self.features.get(name, 0.0) for name in self.layout.names], np.float64)

    @property
    def digest(self) -> str:
        """For signatures: method, metric and the first 8 hex digits of the SHA-256 of all weights."""
        numbers = repr((self.backbones, sorted(self.systems.items()), sorted(self.features.items())))
        return f"method:{self.method}|metric:{self.metric}|weights:{sha256(numbers.encode()).hexdigest()[:8]}"

    def to_dict(self) -> dict[str, Any]:
        """Returns the weights as plain JSON values."""
        return {
            "kind": _KIND,
            "version": _VERSION,
            "method": self.method,
            "metric": self.metric,
            "backbones": self.backbones,
            "systems": dict(self.systems),
            "features": dict(self.features),
            "tuned": dict(self.tuned),
            "signature": self.signature,
        }

    def write(self, path: Path | str) -> None:
        """Writes the weights to `path`, atomically."""
        write_text(Path(path), json.dumps(self.to_dict(), indent=2, ensure_ascii=False) + "\n")


def model_names(method: str, files: int = 0) -> tuple[str, ...]:
    """Returns the features of the language models of `method` with `files` models from files.

    >>> model_names("extended", 2)
    ('hypotheses', 'lm', 'lm 2')
    """
    if files > len(MODELS):
        raise SettingError(f"{files} language models: at most {len(MODELS)} are possible")
    own = (HYPOTHESES,) if method == "extended" else ()
    return () if method == "mbr" else (*own, *MODELS[:files])


def untuned(systems: Sequence[str], method: str = "network", metric: str = "terp", models: int = 0) -> Weights:
    """Returns equal weights of `systems` and the initial weights of features.

    `method`, `metric` and `systems` are those of `Weights`; `models` is the number of model files.

    >>> untuned(["a", "b"]).systems
    {'a': 0.5, 'b': 0.5}
    """
    if method not in METHODS:
        raise unknown_name("method", method, METHODS)
    if len(set(systems)) != len(systems):
        raise SettingError("two systems have the same name: rename one of the files")
    layout = Layout(tuple(systems), method == "extended", model_names(method, models))
    equal = dict.fromkeys(systems, 1.0 / len(systems))
    features = {} if method == "mbr" else dict(zip(layout.names, layout.start().tolist(), strict=True))
    return Weights(method, metric, equal, features, BACKBONES if method == "extended" else 1)


def read_weights(path: Path | str) -> Weights:
    """Reads the file of weights `path`; any other file is an error that says why."""
    fields = read_document(path, remedy="name a file that `perpend combine tune` made")
    if fields.content.get("kind") != _KIND or fields.content.get("version") != _VERSION:
        fields.refuse(f"not weights of version {_VERSION}")
    method, metric, backbones = fields.text("method"), fields.text("metric"), fields.integer("backbones")
    if method not in METHODS or metric not in ("ter", "terp"):
        fields.refuse(f"method {method!r} with metric {metric!r} is unknown; methods: {', '.join(METHODS)}")
    if not 1 <= backbones <= _MOST_BACKBONES:
        fields.refuse(f"backbones {backbones}: a whole number from 1 to {_MOST_BACKBONES} is needed")
    systems, features = fields.numbers("systems"), fields.numbers("features")
    if not systems or min(systems.values()) < 0 or not math.isclose(sum(systems.values()), 1.0, abs_tol=1e-6):
        fields.refuse("the systems' weights must not be negative and must sum to 1")
    tuned = fields.inner("tuned").content if "tuned" in fields.content else {}
    signature = fields.text("signature") if "signature" in fields.content else ""
    weights = Weights(method, metric, systems, features, backbones, tuned, signature)
    if method != "mbr" and set(features) != set(weights.layout.names):
        odd = sorted(set(features) ^ set(weights.layout.names))[0]
        fields.refuse(f"the features are not those of the method {method}: see {odd!r}")
    return weights
