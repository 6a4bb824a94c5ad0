"""The network of `bert` as an ONNX graph, which onnxruntime runs: in 32-bit numbers, or in 8 bits.

    inputs   ids, mask               int64, texts x length; both sizes are free
    outputs  tokens, sentences       float32, as from `Bert.run`

In 8 bits, a matrix of weights is stored as whole numbers from -63 to 63 with a factor for each output, and the word
embeddings as -127 to 127 with a factor for each piece. The inputs of a product are rounded to 8 bits when it is
computed (`DynamicQuantizeLinear`), with one range for a whole batch: a result depends on the other texts of its batch,
so a caller who wants the same vector for the same text runs one text at a time. Weights have 7 bits because processors
without VNNI add two products in 16 bits: 2 x 255 x 63 fits, 2 x 255 x 127 does not.

The operators are those of onnxruntime.quantization, written here, so that a result depends on the weights and
`GRAPH_VERSION` and not on the version of that tool.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import MissingExtra
from perpend.lexicon.bert import EPSILON, HIDDEN_SCORE, SHORTEST, Shape, layer_name
from perpend.types import Floats

__all__ = ["GRAPH_VERSION", "bert_graph"]

GRAPH_VERSION = 1
"""Rises when the same weights give another graph."""

_OPSET, _IR = 20, 9
"""The first operator set with Gelu, and the file format of its time, so that older onnxruntimes read the graph."""

_WEIGHT_LEVELS, _EMBEDDING_LEVELS = 63, 127


def bert_graph(shape: Shape, tensors: Mapping[str, Floats], *, eight_bits: bool) -> bytes:
    """Returns the graph of the network of `shape` with the weights `tensors`, in 8 bits if `eight_bits`."""
    try:
        import onnx
    except ImportError:
        raise MissingExtra("the sentence encoder", "onnx", "embeddings") from None
    return bytes(_Graph(onnx, shape, tensors, eight_bits).model().SerializeToString(deterministic=True))


class _Graph:
    """A graph that grows: each method adds nodes and returns the name of their result."""

    def __init__(self, package: Any, shape: Shape, tensors: Mapping[str, Floats], eight_bits: bool) -> None:
        self._onnx, self._shape, self._tensors, self._eight_bits = package, shape, tensors, eight_bits
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}

    def model(self) -> Any:
        helper, kinds = self._onnx.helper, self._onnx.TensorProto
        self._build()
        inputs = [helper.make_tensor_value_info(name, kinds.INT64, ["texts", "length"]) for name in ("ids", "mask")]
        outputs = [
            helper.make_tensor_value_info("tokens", kinds.FLOAT, ["texts", "length", self._shape.hidden]),
            helper.make_tensor_value_info("sentences", kinds.FLOAT, ["texts", self._shape.hidden]),
        ]
        graph = helper.make_graph(self._nodes, "bert", inputs, outputs, list(self._constants.values()))
        opset = [helper.make_opsetid("", _OPSET)]
        return helper.make_model(graph, opset_imports=opset, ir_version=_IR, producer_name="perpend")

    def _build(self) -> None:
        mask = self._node("Cast", "mask", to=self._onnx.TensorProto.FLOAT)
        absent = self._node("Sub", self._number("one", 1), mask)
        absent = self._node("Unsqueeze", absent, self._whole("head and row", [1, 2]))
        scores = self._node("Mul", absent, self._number("hidden score", HIDDEN_SCORE))
        hidden = self._embedded()
        for layer in range(self._shape.layers):
            hidden = self._layer(layer, hidden, scores)
        self._node("Identity", hidden, name="tokens")
        self._pooled(hidden, mask)

    def _node(self, kind: str, *inputs: str, name: str | None = None, **attributes: Any) -> str:
        return self._several(kind, inputs, [name or f"{kind} {len(self._nodes)}"], **attributes)[0]

    def _several(self, kind: str, inputs: tuple[str, ...], outputs: list[str], **attributes: Any) -> list[str]:
        self._nodes.append(self._onnx.helper.make_node(kind, inputs, outputs, **attributes))
        return outputs

    def _constant(self, name: str, values: NDArray[Any]) -> str:
        if name not in self._constants:
            self._constants[name] = self._onnx.numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name

    def _number(self, name: str, value: float) -> str:
        return self._constant(name, np.array(value, np.float32))

    def _whole(self, name: str, values: list[int]) -> str:
        return self._constant(name, np.array(values, np.int64))

    def _tensor(self, name: str) -> str:
        return self._constant(name, self._tensors[name])

    def _embedded(self) -> str:
        length = self._node("Shape", "ids", start=1, end=2)
        places = self._node(
            "Slice", self._tensor("embeddings.position_embeddings.weight"), self._whole("start", [0]), length
        )
        kind = self._constant("type", self._tensors["embeddings.token_type_embeddings.weight"][0])
        words = self._node("Add", self._words("embeddings.word_embeddings.weight"), places)
        return self._norm("embeddings.LayerNorm", self._node("Add", words, kind))

    def _words(self, name: str) -> str:
        if not self._eight_bits:
            return self._node("Gather", self._tensor(name), "ids")
        values, factors = _rounded(self._tensors[name], _EMBEDDING_LEVELS)
        found = self._node("Gather", self._constant(f"{name} values", values), "ids")
        numbers = self._node("Cast", found, to=self._onnx.TensorProto.FLOAT)
        return self._node("Mul", numbers, self._node("Gather", self._constant(f"{name} factors", factors), "ids"))

    def _layer(self, layer: int, hidden: str, scores: str) -> str:
        mixed = self._dense(layer_name(layer, "attention.output.dense"), self._attention(layer, hidden, scores))
        hidden = self._norm(layer_name(layer, "attention.output.LayerNorm"), self._node("Add", hidden, mixed))
        inner = self._node("Gelu", self._dense(layer_name(layer, "intermediate.dense"), hidden))
        outer = self._dense(layer_name(layer, "output.dense"), inner)
        return self._norm(layer_name(layer, "output.LayerNorm"), self._node("Add", hidden, outer))

    def _attention(self, layer: int, hidden: str, scores: str) -> str:
        query, value = (self._heads(layer, part, hidden, [0, 2, 1, 3]) for part in ("query", "value"))
        key = self._heads(layer, "key", hidden, [0, 2, 3, 1])
        size = self._shape.hidden // self._shape.heads
        products = self._node("Div", self._node("MatMul", query, key), self._number("root", math.sqrt(size)))
        attention = self._node("Softmax", self._node("Add", products, scores), axis=-1)
        mixed = self._node("Transpose", self._node("MatMul", attention, value), perm=[0, 2, 1, 3])
        return self._node("Reshape", mixed, self._whole("joined", [0, 0, self._shape.hidden]))

    def _heads(self, layer: int, part: str, hidden: str, order: list[int]) -> str:
        dense = self._dense(layer_name(layer, f"attention.self.{part}"), hidden)
        sizes = [0, 0, self._shape.heads, self._shape.hidden // self._shape.heads]
        return self._node("Transpose", self._node("Reshape", dense, self._whole("heads", sizes)), perm=order)

    def _dense(self, name: str, values: str) -> str:
        product = self._product_of_bytes(name, values) if self._eight_bits else self._product(name, values)
        return self._node("Add", product, self._tensor(f"{name}.bias"))

    def _product(self, name: str, values: str) -> str:
        return self._node("MatMul", values, self._constant(f"{name} matrix", self._tensors[f"{name}.weight"].T))

    def _product_of_bytes(self, name: str, values: str) -> str:
        matrix, factors = _rounded(self._tensors[f"{name}.weight"], _WEIGHT_LEVELS)
        outputs = [f"{name} {part}" for part in ("bytes", "factor", "zero")]
        rounded, factor, zero = self._several("DynamicQuantizeLinear", (values,), outputs)
        sums = self._node("MatMulInteger", rounded, self._constant(f"{name} matrix", matrix.T), zero)
        both = self._node("Mul", factor, self._constant(f"{name} factors", factors[:, 0]))
        return self._node("Mul", self._node("Cast", sums, to=self._onnx.TensorProto.FLOAT), both)

    def _norm(self, name: str, values: str) -> str:
        weights = (self._tensor(f"{name}.weight"), self._tensor(f"{name}.bias"))
        return self._node("LayerNormalization", values, *weights, axis=-1, epsilon=EPSILON)

    def _pooled(self, hidden: str, mask: str) -> None:
        last, length = self._whole("last", [2]), self._whole("length", [1])
        weight = self._node("Unsqueeze", mask, last)
        total = self._node("ReduceSum", self._node("Mul", hidden, weight), length, keepdims=0)
        mean = self._node("Div", total, self._node("ReduceSum", mask, length, keepdims=1))
        norm = self._node("ReduceL2", mean, length, keepdims=1)
        self._node("Div", mean, self._node("Max", norm, self._number("shortest", SHORTEST)), name="sentences")


def _rounded(matrix: Floats, levels: int) -> tuple[NDArray[np.int8], Floats]:
    """Returns whole numbers from -`levels` to `levels` and a factor for each row, whose products are near `matrix`."""
    factors = np.maximum(np.abs(matrix).max(axis=1, keepdims=True), np.float32(SHORTEST)) / np.float32(levels)
    return np.rint(matrix / factors).astype(np.int8), factors.astype(np.float32)
