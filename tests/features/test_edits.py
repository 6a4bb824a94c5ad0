"""Each of the 36 features fires where it should, and the 36 are those of the paper, in its order."""

import pytest

from perpend.alignment import align
from perpend.features.edits import FEATURES, facts_of, feature_vector, insertion_or_deletion, substitution


def fired(values: dict[str, float]) -> set[str]:
    return {name for name, value in values.items() if value}


def test_there_are_36_with_different_names() -> None:
    assert len(FEATURES) == len(set(FEATURES)) == 36
    assert FEATURES[0] == "Intercept"


@pytest.mark.parametrize(
    ("word", "classes"),
    [
        (",", {"Punct", "Stop"}),
        ("--", {"Punct"}),
        ("43.6", {"Number"}),
        ("him", {"Pronoun"}),
        ("not", {"Negation"}),
        ("the", {"Stop"}),
        ("zorblaxian", {"OOV"}),
        ("b2b", set()),
        ("table", set()),
    ],
)
def test_classes_of_inserted_words(word: str, classes: set[str]) -> None:
    values = insertion_or_deletion("Insertion", word)
    found = {name.removeprefix("Insert-Delete-") for name in fired(values) if name.startswith("Insert-Delete-")}
    assert found - {"LogFreq", "LogWordLen"} == classes
    assert values["Insertion"] == 1.0


def test_frequency_fires_for_known_words_of_letters_only() -> None:
    assert insertion_or_deletion("Deletion", "table")["Insert-Delete-LogFreq"] == pytest.approx(-4, abs=0.7)
    for word in ("zorblaxian", "43.6", "o'clock", ","):
        assert "Insert-Delete-LogFreq" not in insertion_or_deletion("Deletion", word)
        assert "Sub-LogFreq-Diff" not in substitution(word, "table")


def test_length_is_a_decimal_logarithm() -> None:
    assert insertion_or_deletion("Insertion", "x" * 100)["Insert-Delete-LogWordLen"] == 2.0
    assert insertion_or_deletion("Insertion", "a")["Insert-Delete-LogWordLen"] == 0.0


@pytest.mark.parametrize(
    ("hyp", "ref", "features"),
    [
        ("he", "him", {"Sub-Pronoun-Both"}),
        ("he", "table", {"Sub-Pronoun-1only"}),
        ("17", "43.6", {"Sub-Number-Both"}),
        ("17", "table", {"Sub-Number-1only"}),
        (",", ".", {"Sub-Punct-Both", "Sub-Stop-Both", "Sub-Diff-By-NonWord"}),
        ("no", "not", {"Sub-Negation-Both"}),
        ("the", "an", {"Sub-Stop-Both"}),
        ("the", "table", {"Sub-Stop-1only"}),
        ("zorblaxian", "table", {"Sub-OOV-1only"}),
        ("zorblaxian", "qwertyish", {"Sub-OOV-Both"}),
        ("handful", "handfuls", {"Sub-Contain", "Sub-Small-LevDist"}),
        ("handbag", "handbook", set()),
        ("table", "tables", set()),
        ("colour", "colours", {"Sub-Contain", "Sub-Small-LevDist"}),
        ("organise", "organize", {"Sub-Small-LevDist"}),
        ("e-mail", "email", {"Sub-Diff-By-NonWord"}),
    ],
)
def test_substitutions(hyp: str, ref: str, features: set[str]) -> None:
    always = {"Substitution", "Sub-LogFreq-Diff", "Sub-Norm-LevDist"}
    assert fired(substitution(hyp, ref)) - always == features
    assert substitution(hyp, ref)["Substitution"] == 1.0
    assert fired(substitution(ref, hyp)) == fired(substitution(hyp, ref))


def test_normalised_distance() -> None:
    assert substitution("cat", "cart")["Sub-Norm-LevDist"] == 0.25
    assert substitution("abc", "xyz")["Sub-Norm-LevDist"] == 1.0


def test_facts_of_a_word_without_characters() -> None:
    assert facts_of("").log_length == 0.0


def test_features_of_an_alignment_are_divided_by_both_lengths() -> None:
    alignment = align("the cats quickly sat", "the cat sat down now", "terpa")
    named = dict(zip(FEATURES, feature_vector(alignment).tolist(), strict=True))
    assert named["Intercept"] == 1.0
    assert named["Stemming"] == pytest.approx(1 / 9)
    assert named["Deletion"] + named["Insertion"] + 2 * named["Substitution"] == pytest.approx(3 / 9)
    assert named["Shift"] == 0.0


def test_identical_and_empty_texts_have_the_intercept_alone() -> None:
    for text in ("a cat sat", ""):
        assert feature_vector(align(text, text)).tolist() == [1.0] + [0.0] * 35
