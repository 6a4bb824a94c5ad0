"""Models as array files: what those of relatedness, paraphrases and entailment share when they are read and named.

    path ── read_model(path, kind, version, schema, make) ──> ArrayFile, Fields ── make ──> a model

An array file (`perpend.files.arrays`) is numbers behind a header of JSON, all with checksums: nothing in it is code,
and nothing is pickled. A file may come from anywhere, so its checksum is compared before anything of it is believed.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.files.arrays import ArrayFile
from perpend.files.documents import Fields
from perpend.files.schema import Schema
from perpend.learning.provenance import Training

__all__ = ["digits_of", "read_model", "read_resources", "read_training", "training_fields"]

_REMEDY = "train the model again, or name another"
_Model = TypeVar("_Model")


def read_model(
    path: Path | str, kind: str, version: int, schema: Schema, make: Callable[[ArrayFile, Fields], _Model]
) -> _Model:
    """The model in a file; one that cannot be used is refused with a line that says why."""
    file = ArrayFile(path, kind=kind, version=version, schema=schema, remedy=_REMEDY)
    file.verify()
    try:
        return make(file, Fields(file.path, file.meta))
    except InputError as error:
        raise file.corrupt(f"cannot be used ({error})") from None


def digits_of(arrays: Mapping[str, NDArray[Any]], *others: object) -> str:
    """Eight digits that stand for all numbers of a model."""
    digest = hashlib.sha256()
    for array in arrays.values():
        digest.update(np.ascontiguousarray(array).tobytes())
    digest.update(repr(others).encode())
    return digest.hexdigest()[:8]


def training_fields(training: Training) -> dict[str, Any]:
    """What a model was trained on, as plain JSON values."""
    return asdict(training) | {"fingerprints": list(training.fingerprints)}


def read_training(fields: Fields) -> Training:
    """The same from the header of a file."""
    training = fields.inner("training")
    return Training(training.text("name"), training.integer("count"), training.texts("fingerprints"))


def read_resources(fields: Fields) -> dict[str, str]:
    """The signatures of what features are looked up in."""
    resources = fields.inner("resources")
    return {name: resources.text(name) for name in resources.content}
