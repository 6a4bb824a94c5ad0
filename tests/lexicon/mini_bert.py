"""A miniature BERT: weights by a formula, so that any program can make the same, and a file of them in safetensors."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from perpend.lexicon.bert import Shape

SHAPE = Shape(pieces=20, positions=300, hidden=32, inner=48, layers=2, heads=4)
PIECES = [
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "the", "cat", "dog", "sleep", "##s", "##ing", "bark", "two", ".", ",",
    "not", "zoe", "'", "s", "##ed",
]  # fmt: skip


def mini_tensors() -> dict[str, Any]:
    """Tensor number k has the values sin(k + 1.7 j), halved; weights of layer norms lie around 1."""
    found = {}
    for number, (name, shape) in enumerate(SHAPE.tensors().items()):
        values = np.sin(number + 1.7 * np.arange(math.prod(shape))).reshape(shape) / 2
        found[name] = (values + ("LayerNorm.weight" in name)).astype(np.float32)
    return found


def write_tensors(path: Path, tensors: dict[str, Any], metadata: dict[str, str] | None = None) -> None:
    """Writes `tensors` to `path` in the safetensors format."""
    header: dict[str, Any] = {"__metadata__": metadata} if metadata else {}
    blocks = b""
    for name, array in tensors.items():
        raw = array.tobytes()
        kind = {"f": "F", "i": "I"}[array.dtype.kind] + str(8 * array.dtype.itemsize)
        places = [len(blocks), len(blocks) + len(raw)]
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": places}
        blocks += raw
    encoded = json.dumps(header).encode()
    path.write_bytes(len(encoded).to_bytes(8, "little") + encoded + blocks)
