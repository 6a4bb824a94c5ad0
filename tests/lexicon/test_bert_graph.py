"""The ONNX graph beside the plain network that defines it, on a miniature."""

import sys

import numpy as np
import pytest

from perpend.errors import MissingExtra
from perpend.lexicon.bert import Bert
from perpend.lexicon.bert_graph import bert_graph
from perpend.lexicon.sentence_encoder import GraphNetwork
from tests.lexicon.mini_bert import SHAPE, mini_tensors
from tests.lexicon.test_bert import GOLD, padded


def test_without_onnx_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(MissingExtra, match=r"needs the package onnx: pip install 'perpend\[embeddings\]'"):
        bert_graph(SHAPE, mini_tensors(), eight_bits=False)


class TestGraph:
    """Tests that run a graph."""

    @pytest.fixture(autouse=True)
    def packages(self) -> None:
        for package in ("onnx", "onnxruntime"):
            pytest.importorskip(package, reason=f"{package} absent: pip install 'perpend[embeddings]'")

    @pytest.mark.parametrize("extra", [0, 1, 50])
    @pytest.mark.parametrize("texts", [[0], [1], [0, 1, 2], [2, 2, 0, 1, 1]])
    def test_float_is_the_plain_network(self, texts: list[int], extra: int) -> None:
        graph = GraphNetwork(bert_graph(SHAPE, mini_tensors(), eight_bits=False), 1)
        ids, mask = padded([GOLD["ids"][text] for text in texts], extra)
        for found, defined in zip(graph.run(ids, mask), Bert(SHAPE, mini_tensors()).run(ids, mask), strict=True):
            assert found.shape == defined.shape
            shown = mask == 1 if found.ndim == 3 else slice(None)
            assert np.abs(found[shown] - defined[shown]).max() < 1e-5

    def test_eight_bits_are_near_the_plain_network(self) -> None:
        graph = GraphNetwork(bert_graph(SHAPE, mini_tensors(), eight_bits=True), 1)
        plain = Bert(SHAPE, mini_tensors())
        for one in GOLD["ids"]:
            assert (graph.run(*padded([one]))[1] * plain.run(*padded([one]))[1]).sum() > 0.99

    @pytest.mark.parametrize("eight_bits", [False, True])
    def test_same_weights_same_bytes(self, eight_bits: bool) -> None:
        first = bert_graph(SHAPE, mini_tensors(), eight_bits=eight_bits)
        assert first == bert_graph(SHAPE, mini_tensors(), eight_bits=eight_bits)

    def test_eight_bits_take_less_room(self) -> None:
        sizes = [len(bert_graph(SHAPE, mini_tensors(), eight_bits=eight)) for eight in (True, False)]
        assert sizes[0] < sizes[1]

    def test_the_graph_is_valid(self) -> None:
        import onnx

        for eight_bits in (False, True):
            onnx.checker.check_model(
                onnx.load_from_string(bert_graph(SHAPE, mini_tensors(), eight_bits=eight_bits)), full_check=True
            )
