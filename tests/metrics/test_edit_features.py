"""The product of weights and features is what the aligner says an alignment costs."""

from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.alignment import Aligner, Costs
from perpend.errors import InputError
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.metrics.edit_features import costs_with, features_of, weight_names, weights_in

WORDS = ["the", "cat", "cats", "kitten", "sat", "sits", "on", "a", "mat", "rug", "big", "large", "hound", "dog", "."]
PHRASES = """0.4 <p>the cat</p> <p>a kitten</p>
0.9 <p>mat</p> <p>big rug</p>
0.02 <p>sat on</p> <p>sits</p>
0.3 <p>dog</p> <p>large hound</p>
0.3 <p>a large</p> <p>the big</p>
"""
TEXTS = st.lists(st.sampled_from(WORDS), max_size=9)
PAIRS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4)
COSTS = st.lists(st.floats(0.01, 3), min_size=7, max_size=7)
PARAMETERS = st.lists(st.floats(-0.3, 0.3), min_size=4, max_size=4)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> PhraseTable:
    return table_of(tmp_path_factory.mktemp("phrases"), PHRASES)


def table_of(folder: Path, text: str) -> PhraseTable:
    (folder / "phrases.txt").write_text(text, encoding="utf-8")
    build_phrase_table(folder / "phrases.txt", folder / "table", format="terp")
    return PhraseTable.open(folder / "table")


def products(aligner: Aligner, pairs: list[tuple[list[str], list[str]]]) -> tuple[list[float], list[float]]:
    alignments = aligner.align_many(*zip(*pairs, strict=True))
    weights = weights_in(aligner.costs, phrases=aligner.phrases is not None)
    return (features_of(aligner, alignments) @ weights).tolist(), alignments.costs.tolist()


@given(PAIRS, COSTS)
def test_without_phrases(pairs: list[tuple[list[str], list[str]]], weights: list[float]) -> None:
    found, expected = products(Aligner(costs_with(Costs.named("terpa"), np.array(weights))), pairs)
    assert found == pytest.approx(expected, abs=1e-9)


@given(PAIRS, COSTS, PARAMETERS, st.sampled_from(["STD", "STDINV", "STDNONED", "STDINVNONED"]))
def test_with_phrases(
    table: PhraseTable,
    pairs: list[tuple[list[str], list[str]]],
    weights: list[float],
    parameters: list[float],
    function: str,
) -> None:
    used = tuple(parameters[: 3 if function.endswith("NONED") else 4])
    base = replace(Costs.named("terpa"), phrase_function=function, phrase_parameters=used, phrase_min=-inf)
    found, expected = products(Aligner(costs_with(base, np.array([*weights, *used])), table), pairs)
    assert found == pytest.approx(expected, abs=1e-9)


def test_phrases_are_used_and_limits_are_not_seen(table: PhraseTable) -> None:
    pairs = [(["the", "cat", "sat"], ["a", "kitten", "sat"]), (["a", "kitten", "sat"], ["the", "cat", "sat"])]
    aligner = Aligner("terpa", table)
    alignments = aligner.align_many(*zip(*pairs, strict=True))
    features = features_of(aligner, alignments)
    assert features[:, 7].tolist() == [0.0, 1.0]
    q = Aligner("terpa").align(["a", "kitten"], ["the", "cat"]).cost
    assert features[1, 7:].tolist() == pytest.approx([1.0, np.log10(0.4) * q, 0.4 * q, q])
    raised = Aligner(replace(aligner.costs, phrase_min=0.0, phrase_parameters=(-9.0, 0.0, 0.0, 0.0)), table)
    found, expected = products(raised, pairs)
    assert (found[1], expected[1]) == (-9.0, 0.0)


def test_names_and_weights_go_together() -> None:
    costs = Costs.named("terph")
    for phrases in (False, True):
        weights = weights_in(costs, phrases=phrases)
        assert len(weights) == len(weight_names(costs, phrases=phrases)) == (11 if phrases else 7)
        assert costs_with(costs, weights) == costs
    assert weight_names(replace(costs, phrase_function="NONE"), phrases=True) == weight_names(costs, phrases=False)


def test_a_function_without_parameters_adds_no_features(table: PhraseTable) -> None:
    aligner = Aligner(replace(Costs.named("terpa"), phrase_function="NONE"), table)
    assert features_of(aligner, aligner.align_many(["a kitten"], ["the cat"])).shape == (1, 7)


def test_a_probability_without_logarithm_is_refused(tmp_path: Path) -> None:
    aligner = Aligner("terph", table_of(tmp_path, "0 <p>the cat</p> <p>a dog</p>\n"))
    alignments = aligner.align_many(["on", "a dog"], ["on", "the cat"])
    with pytest.raises(InputError, match="pair 2 uses a paraphrase whose probability has no logarithm"):
        features_of(aligner, alignments)


def test_no_pairs_have_no_features() -> None:
    aligner = Aligner("terpa")
    assert features_of(aligner, aligner.align_many([], [])).shape == (0, 7)
