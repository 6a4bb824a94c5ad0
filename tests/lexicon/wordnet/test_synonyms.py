"""TER-Plus's synonyms: its rules on a miniature, and every decision that the original program was asked for."""

import lzma
from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from perpend.lexicon.wordnet.database import WordNet

Mini = Callable[[str], WordNet]


def test_candidates_of_known_words_count_too(mini: Mini) -> None:
    wordnet = mini("terp-candidates-are-not-validated")
    case, box, spar = (wordnet.synset(name) for name in ("case.n.01", "box.n.01", "box.v.01"))
    assert wordnet.synonym_sets("boxes") == {case, box, spar}
    assert wordnet.are_synonyms("boxes", "case")
    assert wordnet.are_synonyms("boxes", "spars")
    assert wordnet.are_synonyms("boxing", "spar")


def test_rules_look_in_their_own_part_of_speech(mini: Mini) -> None:
    wordnet = mini("terp-candidates-are-not-validated")
    assert not wordnet.are_synonyms("boxing", "box_")
    assert wordnet.synonym_sets("colder") == {wordnet.synset("colder.n.01"), wordnet.synset("cold.a.01")}


def test_comparatives_that_restore_an_e_are_missing(mini: Mini) -> None:
    wordnet = mini("terp-candidates-are-not-validated")
    assert wordnet.base_forms("nicer", "a") == ["nice"]
    assert not wordnet.are_synonyms("nicer", "pleasant")
    assert wordnet.are_synonyms("coldest", "chilly")


def test_case_and_blanks(mini: Mini) -> None:
    wordnet = mini("terp-candidates-are-not-validated")
    assert wordnet.are_synonyms("Ice cream", "SUNDAE")
    assert wordnet.are_synonyms("Ice Creams", "sundae")
    assert not wordnet.are_synonyms("SUNDAES", "sundae"), "an ending in capitals fits no rule"


def test_last_exception_line_wins(mini: Mini) -> None:
    wordnet = mini("last-exception-line-wins")
    assert wordnet.are_synonyms("geese", "goose")
    assert not wordnet.are_synonyms("geese", "goosander")
    assert wordnet.are_synonyms("indices", "indicator")


def test_the_last_word_of_the_sense_index_is_a_word_like_others(wordnet: WordNet) -> None:
    assert wordnet.are_synonyms("zyrian", "Komi")


def test_an_unknown_word_is_nobodys_synonym(wordnet: WordNet) -> None:
    assert not wordnet.are_synonyms("qwxz", "qwxz")


def test_every_decision_of_the_original(wordnet: WordNet, gold: Path) -> None:
    with lzma.open(gold / "unit" / "synonyms.tsv.xz", "rt", encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    assert len(rows) > 20_000
    assert [row for row in rows if wordnet.are_synonyms(row[0], row[1]) != (row[2] == "1")] == []


WORDS = st.sampled_from(["cats", "Dog", "running", "ran", "better", "ice cream", "qwxz", "", "s", "ing", "men", "axes"])


@given(WORDS | st.text(max_size=8), WORDS)
def test_being_synonyms_is_mutual_and_means_a_shared_synset(word1: str, word2: str) -> None:
    wordnet = WordNet.shipped()
    shared = wordnet.synonym_sets(word1) & wordnet.synonym_sets(word2)
    assert wordnet.are_synonyms(word1, word2) == wordnet.are_synonyms(word2, word1) == bool(shared)
