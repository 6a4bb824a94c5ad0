from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.equivalence.dependency_features import dependency_features, triples
from perpend.equivalence.vectors import FEATURE_SETS, Extractor, FeatureSettings, groups_of
from perpend.errors import SettingError
from perpend.features.annotated_pairs import Pair
from perpend.features.coverage import coverage_features, information
from perpend.features.edit_rates import edit_features
from perpend.features.overlap import overlap_features, share
from perpend.text.sentence import Sentence

WORDS = ["the", "firm", "company", "bought", "purchased", "Acme", "3", "not", "quickly", ",", "."]
TAGS = {"the": "DT", "Acme": "NNP", "3": "CD", "not": "RB", "quickly": "RB", ",": ",", ".": "."}


def parsed(words: list[str], heads: list[int] | None = None, relations: list[str] | None = None) -> Sentence:
    """A sentence whose words hang on the first one, unless told otherwise."""
    tags = [TAGS.get(word, "VBD" if word in ("bought", "purchased") else "NN") for word in words]
    return Sentence.tagged(
        words,
        tags,
        heads=heads or [0] * len(words),
        relations=relations or ["root", *["obj"] * (len(words) - 1)][: len(words)],
    )


sentences = st.lists(st.sampled_from(WORDS), max_size=8).map(parsed)
SHARES: list[Callable[[Sentence, Sentence], dict[str, float]]] = [overlap_features, dependency_features]


@given(sentences, sentences)
def test_features_have_the_same_names_and_are_finite(one: Sentence, other: Sentence) -> None:
    for make in (*SHARES, coverage_features):
        found, turned = make(one, other), make(other, one)
        assert list(found) == list(turned)
        assert np.isfinite(list(found.values())).all()
        assert min(found.values()) >= 0.0


@given(sentences)
def test_a_sentence_covers_itself(one: Sentence) -> None:
    coverage, grammar = coverage_features(one, one), dependency_features(one, one)
    for name, value in (coverage | grammar).items():
        if name.startswith(("missing", "longest missing", "rarest missing")):
            assert value == 0.0, name
        elif name not in ("negations", "length", "same relation", "same head"):
            assert value == pytest.approx(1.0), name
    assert all(value in (0.0, pytest.approx(1.0)) for value in overlap_features(one, one).values())


def test_shares_count_each_item_as_often_as_it_occurs() -> None:
    assert share("aab", "ab") == pytest.approx(2 / 3)
    assert share("", "ab") == 0.0


def test_who_bought_whom_is_seen_in_triples_not_in_words() -> None:
    one = parsed(["Acme", "bought", "firm"], [1, 1, 1], ["nsubj", "root", "obj"])
    other = parsed(["firm", "bought", "Acme"], [1, 1, 1], ["nsubj", "root", "obj"])
    found = dependency_features(one, other)
    assert triples(one)[0] == ("acme", "nsubj", "bought")
    assert found["triples"] == pytest.approx(1 / 3)
    assert found["words and heads"] == found["relations and heads"] == 1.0
    assert found["core triples"] == 0.0
    assert found["same relation"] == pytest.approx(1 / 3)
    assert found["same order"] == 0.0
    assert overlap_features(one, other)["forms 1"] == 1.0


def test_missing_words_are_counted_by_relation_branch_and_run() -> None:
    one = parsed(
        ["Acme", "bought", "quickly", "3", "firm"], [1, 1, 1, 4, 1], ["nsubj", "root", "advmod", "nummod", "obj"]
    )
    other = parsed(["Acme", "bought"], [1, 1], ["nsubj", "root"])
    found = dependency_features(one, other)
    assert (found["missing advmod"], found["missing nummod"], found["missing obj"]) == (1.0, 1.0, 1.0)
    assert found["missing nsubj"] == 0.0
    # quickly and firm hang on a word that is there; 3 hangs on one that is missing itself
    assert (found["missing branches"], found["missing runs"], found["longest missing run"]) == (2.0, 1.0, 3.0)


def test_coverage_by_hand() -> None:
    one, other = parsed(["the", "firm", "bought", "3", "."]), parsed(["Acme", "purchased", "3", "."])
    found = coverage_features(one, other)
    weights = {word: information(word) for word in one.tokens}
    total = sum(weights.values())
    assert weights["."] == 0.0
    assert found["information"] == pytest.approx(weights["3"] / total)
    assert found["synonyms"] == pytest.approx((weights["3"] + weights["bought"]) / total)
    assert (found["verbs"], found["verbs synonyms"], found["numbers"], found["nouns"]) == (0.0, 1.0, 1.0, 0.0)
    assert found["names"] == 1.0
    assert found["missing content"] == 1.0
    assert found["rarest missing"] == weights["firm"]


def test_edits_of_equal_and_of_unlike_sentences() -> None:
    firm, hyp, ref = (Sentence.of(raw) for raw in ("the firm left", "a b", "c d"))
    same, other = edit_features([firm, hyp], [firm, ref])
    assert same["TER"] == same["TERp"] == same["PERP Insertion"] == 0.0
    assert same["PERP match"] == 0.5
    assert other["TER"] == 1.0
    assert other["PERP Substitution"] == 0.5
    assert edit_features([Sentence.of("")], [Sentence.of("a b")])[0]["PERP Deletion"] == 1.0


PAIRS: list[Pair] = [
    (parsed(["Acme", "bought", "the", "firm"]), parsed(["Acme", "purchased", "3", "firm", "."])),
    (parsed([]), parsed(["not", "the", "company"])),
]


@pytest.mark.parametrize("features", FEATURE_SETS)
def test_the_order_of_the_two_texts_does_not_matter(features: str) -> None:
    extractor = Extractor(FeatureSettings(threshold=0.0))
    extractor.train(PAIRS, groups_of("ALL"))
    names, rows = extractor.extract(PAIRS, groups_of(features)).select(features)
    other_names, turned = extractor.extract([(b, a) for a, b in PAIRS], groups_of(features)).select(features)
    assert names == other_names
    assert len(set(names)) == len(names) == rows.shape[1]
    np.testing.assert_allclose(rows, turned, rtol=0, atol=1e-12)


def test_sets_of_the_paper_are_made_of_its_features() -> None:
    directed = Extractor().train(PAIRS, groups_of("ALL"))
    names, rows = directed.select("ALL")
    for features in ("WER", "PER", "POS-", "POS+", "POS", "PER POS-", "PER POS+", "BLEU4", "NIST5"):
        some, values = directed.select(features)
        np.testing.assert_array_equal(values, rows[:, [names.index(name) for name in some]])
    assert directed.select("PER POS-")[0][0] == "PER"


def test_an_unknown_set_names_the_known_ones() -> None:
    with pytest.raises(SettingError, match=r"known: .*POS"):
        groups_of("POZ")


def test_training_pairs_and_other_pairs_have_the_same_features_but_for_nist() -> None:
    extractor = Extractor()
    names, trained = extractor.train(PAIRS, groups_of("ALL")).select("ALL")
    _, asked = extractor.extract(PAIRS, groups_of("ALL")).select("ALL")
    plain = [k for k, name in enumerate(names) if not name.startswith("NIST")]
    np.testing.assert_array_equal(trained[:, plain], asked[:, plain])
