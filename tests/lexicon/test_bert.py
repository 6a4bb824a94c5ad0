"""The plain network beside the original implementation, on a miniature; and what padding may not do."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perpend.lexicon.bert import Bert
from tests.lexicon.mini_bert import SHAPE, mini_tensors

GOLD: dict[str, Any] = json.loads((Path(__file__).parent / "gold" / "encoder.json").read_text(encoding="utf-8"))["mini"]


def padded(lists: list[list[int]], extra: int = 0) -> tuple[Any, Any]:
    length = max(map(len, lists)) + extra
    ids = np.array([one + [0] * (length - len(one)) for one in lists])
    return ids, np.array([[1] * len(one) + [0] * (length - len(one)) for one in lists])


@pytest.fixture(scope="module")
def bert() -> Bert:
    return Bert(SHAPE, mini_tensors())


def test_vectors_are_those_of_the_original(bert: Bert) -> None:
    assert np.abs(bert.run(*padded(GOLD["ids"]))[1] - GOLD["vectors"]).max() < 1e-5


def test_the_gold_vectors_differ_from_each_other() -> None:
    vectors = np.array(GOLD["vectors"])
    assert (vectors @ vectors.T)[~np.eye(len(vectors), dtype=bool)].max() < 0.999


@pytest.mark.parametrize("extra", [0, 1, 50])
def test_padding_changes_nothing(bert: Bert, extra: int) -> None:
    tokens, sentences = bert.run(*padded(GOLD["ids"], extra))
    for row, one in enumerate(GOLD["ids"]):
        alone_tokens, alone = bert.run(*padded([one]))
        assert np.abs(sentences[row] - alone[0]).max() < 1e-5
        assert np.abs(tokens[row, : len(one)] - alone_tokens[0]).max() < 1e-5


def test_the_mask_is_what_hides_padding(bert: Bert) -> None:
    ids, mask = padded(GOLD["ids"])
    assert np.abs(bert.run(ids, np.ones_like(mask))[1] - bert.run(ids, mask)[1]).max() > 1e-2


def test_sizes_and_types(bert: Bert) -> None:
    tokens, sentences = bert.run(*padded(GOLD["ids"]))
    assert tokens.shape == (3, 12, SHAPE.hidden)
    assert tokens.dtype == sentences.dtype == np.float32
    assert np.linalg.norm(sentences, axis=1) == pytest.approx(1, abs=1e-6)
