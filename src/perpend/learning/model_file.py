"""Model files: reading, hashing, and comparing with the resources of this machine, shared by all kinds of models.

    path ── read_model(path, kind, version, schema, make) ──> ArrayFile, Fields ── make ──> a model       an array file
    path ── read_json(path, what, make) ──> Fields ── make ──> a model                            a JSON document

An array file (`perpend.files.arrays`) is numbers after a JSON header, all with checksums: it holds no code and nothing
is pickled. A file may come from anywhere, so its checksum is verified before anything else is read.
"""

import hashlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict
from dataclasses import fields as fields_of
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from perpend.errors import FormatError, InputError, PerpendError
from perpend.files.arrays import ArrayFile
from perpend.files.documents import Fields, read_document
from perpend.files.schema import Schema
from perpend.files.word_numbers import WordNumbers
from perpend.learning.kernel_machine import KernelMachine
from perpend.learning.provenance import Training
from perpend.learning.regression import Regression
from perpend.learning.scaling import Scaling

__all__ = [
    "digits_of",
    "read_items",
    "read_json",
    "read_machine",
    "read_model",
    "read_record",
    "read_regression",
    "read_resources",
    "read_scaling",
    "read_training",
    "training_fields",
    "warn_of_changes",
]

_log = logging.getLogger(__name__)
_REMEDY = "train the model again, or name another"
_Model = TypeVar("_Model")


def read_model(
    path: Path | str, kind: str, version: int, schema: Schema, make: Callable[[ArrayFile, Fields], _Model]
) -> _Model:
    """Reads a model from an array file; an unusable file raises an error that says why.

    :param path: the file.
    :param kind: the kind that its header must name.
    :param version: the format version that it must have.
    :param schema: the arrays that it must hold.
    :param make: builds the model from the arrays and the header.
    """
    file = ArrayFile(path, kind=kind, version=version, schema=schema, remedy=_REMEDY)
    file.verify()
    try:
        return make(file, Fields(file.path, file.meta))
    except InputError as error:
        raise file.corrupt(f"cannot be used ({error})") from None


def read_json(path: Path | str, make: Callable[[Fields], _Model], remedy: str = _REMEDY) -> _Model:
    """Reads a model from the JSON document at `path`.

    :param path: the file.
    :param make: builds the model from the fields of the document.
    :param remedy: what the user should do, as the end of every error message.
    """
    fields = read_document(path, remedy=remedy)
    try:
        return make(fields)
    except FormatError:
        raise
    except PerpendError as error:
        raise FormatError(path, None, f"{error}: {remedy}") from None


def read_record(fields: Fields, record: Callable[..., _Model]) -> _Model:
    """Builds a dataclass of numbers and texts, `record`, from the `fields` of the same names."""
    readers: dict[Any, Callable[[str], object]] = {int: fields.integer, float: fields.number, str: fields.text}
    return record(**{one.name: readers[one.type](one.name) for one in fields_of(record)})  # type: ignore[arg-type]


def warn_of_changes(identity: str, then: Mapping[str, str], here: Mapping[str, str]) -> None:
    """Logs a warning for each resource that differs from the one that the model was trained with.

    :param identity: the model's identity.
    :param then: signatures at training, by name.
    :param here: signatures on this machine, by name.
    """
    for name, value in here.items():
        if then.get(name) != value:
            _log.warning("%s was trained with %s, here is %s", identity, then.get(name), value)


def digits_of(arrays: Mapping[str, NDArray[Any]], *others: object) -> str:
    """The first 8 hex digits of the SHA-256 of the arrays and of the representation of the others."""
    digest = hashlib.sha256()
    for array in arrays.values():
        digest.update(np.ascontiguousarray(array).tobytes())
    digest.update(repr(others).encode())
    return digest.hexdigest()[:8]


def training_fields(training: Training) -> dict[str, Any]:
    """The provenance `training` as plain JSON values."""
    return asdict(training) | {"fingerprints": list(training.fingerprints)}


def read_training(fields: Fields) -> Training:
    """Reads from a header's `fields` what `training_fields` wrote."""
    training = fields.inner("training")
    return Training(training.text("name"), training.integer("count", least=0), training.texts("fingerprints"))


def read_scaling(file: ArrayFile, prefix: str = "") -> Scaling:
    """Reads the arrays "mean" and "spread" of a `file`, whose names begin with `prefix`."""
    return Scaling(file.doubles(f"{prefix}mean"), file.doubles(f"{prefix}spread"))


def read_machine(file: ArrayFile, fields: Fields, prefix: str = "") -> KernelMachine:
    """Reads the arrays "vectors" and "coefficients" of a `file` (after `prefix`); "intercept", "gamma" of `fields`."""
    arrays = file.doubles(f"{prefix}vectors"), file.doubles(f"{prefix}coefficients")
    return KernelMachine(*arrays, fields.number("intercept"), fields.number("gamma", least=0.0))


def read_regression(file: ArrayFile, fields: Fields, prefix: str = "") -> Regression:
    """Reads a machine, the array "weights" of a `file` (with `prefix`), and "constant" and "blend" of its `fields`."""
    machine, weights = read_machine(file, fields, prefix), file.doubles(f"{prefix}weights")
    return Regression(machine, weights, fields.number("constant"), fields.number("blend"))


def read_items(file: ArrayFile, packed: str, starts: str) -> tuple[str, ...]:
    """Unpacks the words that `pack_words` packed into the arrays `packed` and `starts` of a `file`."""
    letters, begins = file[packed], file[starts]
    whole = begins.ndim == letters.ndim == 1 and len(begins) > 0 and begins[0] == 0 and begins[-1] == len(letters)
    if not whole or letters.dtype != np.uint8 or begins.dtype != np.int64 or (np.diff(begins) < 0).any():
        raise file.corrupt(f"has arrays {packed!r} and {starts!r} that are no list of words")
    words = WordNumbers(letters, begins)
    return tuple(words.word(number) for number in range(len(begins) - 1))


def read_resources(fields: Fields) -> dict[str, str]:
    """Reads the signatures of the resources from a header's `fields`."""
    resources = fields.inner("resources")
    return {name: resources.text(name) for name in resources.content}
