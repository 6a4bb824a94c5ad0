"""BERT, the network behind sentence encoders, in plain numpy: numbers of word pieces -> vectors.

    pieces [CLS] a cat [SEP]    ids       texts x length
      embedding                 word + position + type, layer norm
      layer, 6 times            x = norm(x + attention(x));  x = norm(x + W2 gelu(W1 x))
    vectors of the pieces       tokens    texts x length x hidden
    mean over the pieces        sentences texts x hidden, of length 1

    Shape(...)           the sizes of a network, and so the names and shapes of its tensors
    Bert(shape, tensors).run(ids, mask)  ->  tokens, sentences

This is the definition; `bert_graph` writes the same network as an ONNX graph, which is much faster. `mask` is 1 for
pieces and 0 for padding, which changes no result: it gets no attention and is left out of the mean.

Jacob Devlin et al., BERT: Pre-training of Deep Bidirectional Transformers, NAACL 2019.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from perpend.types import Floats, Integers

__all__ = [
    "Bert",
    "EPSILON",
    "HIDDEN_SCORE",
    "SHORTEST",
    "Shape",
    "layer_name",
]

EPSILON = 1e-12
"""Added to the variance in a layer norm."""

HIDDEN_SCORE = -1e9
"""Added to the attention scores of padding; in 32 bits its softmax is exactly 0."""

SHORTEST = 1e-12
"""The least length that a sentence vector is divided by."""

_erf = np.frompyfunc(math.erf, 1, 1)


def layer_name(layer: int, part: str) -> str:
    """Returns the beginning of the names of the tensors of `part` in `layer`, counted from 0.

    >>> layer_name(0, "output.dense")
    'encoder.layer.0.output.dense'
    """
    return f"encoder.layer.{layer}.{part}"


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a network.

    `pieces` is the size of its vocabulary, `positions` the longest text, `hidden` the length of a vector, `inner` that
    inside a layer's second half; `layers` and `heads` are their numbers. `hidden` must be a multiple of `heads`.
    """

    pieces: int
    positions: int
    hidden: int
    inner: int
    layers: int
    heads: int

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """Returns the names of the tensors with their shapes; a matrix is outputs x inputs."""
        hidden, inner = self.hidden, self.inner
        found: dict[str, tuple[int, ...]] = {
            "embeddings.word_embeddings.weight": (self.pieces, hidden),
            "embeddings.position_embeddings.weight": (self.positions, hidden),
            "embeddings.token_type_embeddings.weight": (2, hidden),
            **_scaling("embeddings.LayerNorm", hidden, (hidden,)),
        }
        for layer in range(self.layers):
            for part in ("query", "key", "value"):
                found |= _scaling(layer_name(layer, f"attention.self.{part}"), hidden, (hidden, hidden))
            found |= _scaling(layer_name(layer, "attention.output.dense"), hidden, (hidden, hidden))
            found |= _scaling(layer_name(layer, "attention.output.LayerNorm"), hidden, (hidden,))
            found |= _scaling(layer_name(layer, "intermediate.dense"), inner, (inner, hidden))
            found |= _scaling(layer_name(layer, "output.dense"), hidden, (hidden, inner))
            found |= _scaling(layer_name(layer, "output.LayerNorm"), hidden, (hidden,))
        return found


def _scaling(name: str, outputs: int, weight: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": weight, f"{name}.bias": (outputs,)}


class Bert:
    """The network of `shape` with the weights `tensors`, whose names and shapes are those of `Shape.tensors`."""

    def __init__(self, shape: Shape, tensors: Mapping[str, Floats]) -> None:
        self.shape, self.tensors = shape, tensors

    def run(self, ids: Integers, mask: Integers) -> tuple[Floats, Floats]:
        """Returns the vectors of the pieces `ids` and those of the sentences, of length 1.

        `ids` and `mask` are texts x length; each text has at least one piece, and at most `shape.positions`.
        """
        hidden = self._embedded(ids)
        scores = np.where(mask[:, None, None, :] == 1, 0, HIDDEN_SCORE).astype(np.float32)
        for layer in range(self.shape.layers):
            hidden = self._layer(layer, hidden, scores)
        weight = mask[:, :, None].astype(np.float32)
        means = (hidden * weight).sum(axis=1) / weight.sum(axis=1)
        lengths = np.linalg.norm(means, axis=1, keepdims=True)
        return hidden, np.asarray(means / np.maximum(lengths, SHORTEST), np.float32)

    def _embedded(self, ids: Integers) -> Floats:
        words = self.tensors["embeddings.word_embeddings.weight"][ids]
        places = self.tensors["embeddings.position_embeddings.weight"][: ids.shape[1]]
        kind = self.tensors["embeddings.token_type_embeddings.weight"][0]
        return self._norm("embeddings.LayerNorm", words + places + kind)

    def _layer(self, layer: int, hidden: Floats, scores: Floats) -> Floats:
        mixed = self._dense(layer_name(layer, "attention.output.dense"), self._attention(layer, hidden, scores))
        hidden = self._norm(layer_name(layer, "attention.output.LayerNorm"), hidden + mixed)
        inner = _gelu(self._dense(layer_name(layer, "intermediate.dense"), hidden))
        outer = self._dense(layer_name(layer, "output.dense"), inner)
        return self._norm(layer_name(layer, "output.LayerNorm"), hidden + outer)

    def _attention(self, layer: int, hidden: Floats, scores: Floats) -> Floats:
        query, key, value = (self._heads(layer, part, hidden) for part in ("query", "key", "value"))
        size = self.shape.hidden // self.shape.heads
        attention = _softmax(query @ key.swapaxes(-1, -2) / np.float32(math.sqrt(size)) + scores)
        return np.asarray((attention @ value).swapaxes(1, 2).reshape(hidden.shape))

    def _heads(self, layer: int, part: str, hidden: Floats) -> Floats:
        dense = self._dense(layer_name(layer, f"attention.self.{part}"), hidden)
        texts, length, _ = hidden.shape
        return dense.reshape(texts, length, self.shape.heads, -1).swapaxes(1, 2)

    def _dense(self, name: str, values: Floats) -> Floats:
        return np.asarray(values @ self.tensors[f"{name}.weight"].T + self.tensors[f"{name}.bias"])

    def _norm(self, name: str, values: Floats) -> Floats:
        centred = values - values.mean(axis=-1, keepdims=True)
        deviation = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(EPSILON))
        return np.asarray(centred / deviation * self.tensors[f"{name}.weight"] + self.tensors[f"{name}.bias"])


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def _gelu(values: Floats) -> Floats:
    """Returns x Phi(x), where Phi is the normal distribution function; numpy has no erf, so Python's is called."""
    erf = np.asarray(_erf(values.astype(np.float64) / math.sqrt(2)), np.float32)
    return np.asarray(values * (1 + erf) / 2)
