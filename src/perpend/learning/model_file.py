"""Model files: reading, hashing, and comparing with the resources of this machine, shared by all kinds of models.

    class MyModel(ArrayModel)                              its file is an array file: it names the arrays and the header
    path ── read_json(path, make) ──> Fields ── make ──> a model                            its file is a JSON document

An array file (`perpend.files.arrays`) is numbers after a JSON header, all with checksums: it holds no code and nothing
is pickled. A file may come from anywhere, so its checksum is verified before anything else is read.
"""

import hashlib
import logging
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from dataclasses import fields as fields_of
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from perpend.errors import FormatError, InputError, PerpendError
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.documents import Fields, read_document
from perpend.files.schema import Schema
from perpend.files.word_numbers import WordNumbers, pack_words
from perpend.learning.kernel_machine import KernelMachine
from perpend.learning.model import Model
from perpend.learning.provenance import Training
from perpend.learning.regression import Regression
from perpend.learning.scaling import Scaling
from perpend.types import Doubles

__all__ = [
    "ArrayModel",
    "digits_of",
    "evidence_arrays",
    "machine_arrays",
    "read_evidence",
    "read_json",
    "read_machine",
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


class ArrayModel(Model):
    """A model whose file is an array file of the kind "<kind>-model", version 1.

    The arrays are learned numbers; everything else is in the header, as plain JSON values.
    """

    schema: ClassVar[Schema]
    """The arrays of a file."""

    if TYPE_CHECKING:
        # Fields of every subclass, as in `Model`.
        @property
        def annotator(self) -> str:
            """The signature of the pipeline that the model was trained with."""

        @property
        def resources(self) -> Mapping[str, str]:
            """The signatures of the resources that it was trained with."""

        @property
        def version(self) -> str:
            """The version of Perpend that trained it."""

    @abstractmethod
    def _arrays(self) -> dict[str, NDArray[Any]]:
        """The learned numbers by name; their order is part of the model's identity."""

    @abstractmethod
    def _header(self) -> dict[str, Any]:
        """What the header has besides the provenance that all models have."""

    @classmethod
    @abstractmethod
    def _of(cls, file: ArrayFile, fields: Fields, provenance: Mapping[str, Any]) -> Self:
        """Builds the model from the arrays, the header and the fields that all models have."""

    def to_dict(self) -> dict[str, Any]:
        """The header of the file: everything but the arrays, as plain JSON values."""
        return {
            **self._header(),
            "training": training_fields(self.training),
            "annotator": self.annotator,
            "resources": dict(self.resources),
            "version": self.version,
        }

    def save(self, path: Path | str) -> None:
        """Writes the model file `path`, atomically."""
        write_arrays(Path(path), kind=f"{self.kind}-model", version=1, arrays=self._arrays(), meta=self.to_dict())

    @classmethod
    def read(cls, path: Path | str) -> Self:
        """Reads the model file `path`; an unusable file raises an error of one line."""
        file = ArrayFile(path, kind=f"{cls.kind}-model", version=1, schema=cls.schema, remedy=_REMEDY)
        file.verify()
        fields = Fields(file.path, file.meta)
        try:
            return cls._of(file, fields, _provenance(fields))
        except InputError as error:
            raise file.corrupt(f"cannot be used ({error})") from None


def _provenance(fields: Fields) -> dict[str, Any]:
    return {
        "training": read_training(fields),
        "annotator": fields.text("annotator"),
        "resources": read_resources(fields),
        "version": fields.text("version"),
    }


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
    groups = training.integer("groups", least=0) if "groups" in training.content else 0
    return Training(training.text("name"), training.integer("count", least=0), training.texts("fingerprints"), groups)


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


def machine_arrays(scaling: Scaling, machine: KernelMachine, prefix: str = "") -> dict[str, NDArray[Any]]:
    """The arrays of a `scaling` and a `machine` that `read_scaling` and `read_machine` read; names begin with `prefix`.

    Vectors are rounded to 32 bits; training has rounded them already.
    """
    return {
        f"{prefix}mean": scaling.mean,
        f"{prefix}spread": scaling.spread,
        f"{prefix}vectors": machine.vectors.astype(np.float32),
        f"{prefix}coefficients": machine.coefficients,
    }


def evidence_arrays(
    names: Sequence[str], items: tuple[str, ...], weights: Doubles, base: Doubles
) -> dict[str, NDArray[Any]]:
    """The arrays of word evidence under four `names`: packed `items`, their starts, `weights` in 32 bits, `base`."""
    return dict(zip(names, (*pack_words(items), weights.astype(np.float32), base), strict=True))


def read_evidence(file: ArrayFile, names: Sequence[str]) -> tuple[tuple[str, ...], Doubles, Doubles]:
    """Reads from a `file` the items, weights and base that `evidence_arrays` wrote under four `names`."""
    packed, starts, weights, base = names
    letters, begins = file[packed], file[starts]
    whole = begins.ndim == letters.ndim == 1 and len(begins) > 0 and begins[0] == 0 and begins[-1] == len(letters)
    if not whole or letters.dtype != np.uint8 or begins.dtype != np.int64 or (np.diff(begins) < 0).any():
        raise file.corrupt(f"has arrays {packed!r} and {starts!r} that are no list of words")
    words = WordNumbers(letters, begins)
    items = tuple(words.word(number) for number in range(len(begins) - 1))
    return items, file.doubles(weights), file.doubles(base)


def read_resources(fields: Fields) -> dict[str, str]:
    """Reads the signatures of the resources from a header's `fields`."""
    resources = fields.inner("resources")
    return {name: resources.text(name) for name in resources.content}
