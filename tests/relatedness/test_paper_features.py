from collections.abc import Callable

import numpy as np
import pytest

from perpend.lexicon.word_vectors import WordVectors
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.relatedness.families import LEVELS, families_of
from perpend.relatedness.meaning_features import word_similarity
from perpend.relatedness.paper_features import (
    highest_of_glosses,
    paper_lin,
    paper_names,
    paper_sense_lin,
    paper_sense_vectors,
    paper_strings,
    paper_vectors,
)
from perpend.relatedness.sense_features import SenseText, WordText
from perpend.text.parse import Entity
from perpend.text.sentence import Sentence

Make = Callable[..., Sentence]

VECTORS = WordVectors.shipped()


def all_of(text: Sentence, other: Sentence) -> dict[str, float]:
    return {**paper_lin(text, other), **paper_vectors(text, other, VECTORS), **paper_strings(text, other)}


def test_the_set_has_one_number_for_each_measure_of_the_paper() -> None:
    texts = ("paper wordnet", "paper vectors", "paper strings", "topics", "paper names")
    assert families_of("paper", "paragraph2sentence") == families_of("paper", "sentence2phrase") == texts
    names = RelatednessFeatures("paper", "word2sense").names
    assert names == ("paper sense wordnet: Lin", "paper sense vectors: LSA")
    assert all(name.startswith("paper gloss ") for name in families_of("paper", "phrase2word"))


def test_a_set_and_a_family_are_joined() -> None:
    for level in LEVELS[1:3]:
        assert families_of("paper+overlap", level) == (*families_of("paper", level), "overlap")
    assert families_of("full+coverage", "sentence2phrase") == families_of("full", "sentence2phrase")


def test_equal_texts_are_wholly_alike_and_an_empty_one_is_like_none(text: Make) -> None:
    one, empty = text("the/DT doctor/NN is/VBZ/be buying/VBG/buy a/DT car/NN"), text("")
    assert set(all_of(one, one).values()) == {1.0}
    assert set(all_of(empty, empty).values()) == {1.0}
    assert set(all_of(one, empty).values()) == {0.0, 1.0}
    assert paper_lin(one, empty)["Lin"] == paper_vectors(one, empty, VECTORS)["LSA"] == 0.0
    assert set(paper_names(empty, empty).values()) == {0.0}


def test_best_matches_are_of_one_part_of_speech_and_of_both_directions(text: Make) -> None:
    one, two = text("ships/NNS/ship sank/VBD/sink"), text("a/DT boat/NN")
    alike = word_similarity("ship", "boat", "n")
    assert paper_lin(one, two)["Lin"] == pytest.approx((alike / 2 + alike) / 2)
    assert paper_lin(one, two) == paper_lin(two, one)
    assert paper_vectors(one, two, VECTORS) == paper_vectors(two, one, VECTORS)


def test_auxiliary_verbs_count(text: Make) -> None:
    assert paper_lin(text("is/VBZ/be cold/JJ"), text("was/VBD/be late/JJ dog/NN"))["Lin"] == 0.75


def test_the_substring_is_of_characters_and_words_around_it_are_compared(text: Make) -> None:
    one = text("dogs/NNS/dog barked/VBD/bark at/IN the/DT mailman/NN")
    two = text("a/DT hound/NN barked/VBD/bark at/IN the/DT postman/NN")
    found, size = paper_strings(one, two), len(" barked at the ")
    assert found["substring longer"] == size / len("a hound barked at the postman")
    assert found["substring root"] == pytest.approx(size / (len(one.raw) * len(two.raw)) ** 0.5)
    assert found["before Lin"] == word_similarity("dog", "hound", "n")
    assert found["after Lin"] == word_similarity("mailman", "postman", "n")
    assert found["after Levenshtein"] == pytest.approx(3 / 7)


def test_names_and_words_count_over_the_sum_of_lengths(text: Make) -> None:
    one = text("Maria/NNP left/VBD/leave Oslo/NNP", (Entity(0, 1, "PER"), Entity(2, 3, "LOC")))
    two = text("Oslo/NNP ,/, oslo/NNP is/VBZ/be cold/JJ", (Entity(0, 1, "LOC"),))
    assert paper_names(one, two) == {"names": 1 / 8, "words": 1 / 8}


def test_the_nearest_gloss_counts_and_a_word_without_one_stands_for_itself(text: Make) -> None:
    phrase = text("large/JJ armored/JJ warship/NN")
    near, far = (highest_of_glosses(phrase, text(f"{word}/NN"), paper_strings) for word in ("battleship", "melody"))
    assert near["substring longer"] > far["substring longer"]
    itself = highest_of_glosses(text("frobnicators/NNS/frobnicator"), text("frobnicator/NN"), paper_lin)
    assert itself["Lin"] == word_similarity("frobnicator", "frobnicator", "n")


def test_a_sense_goes_by_lin_and_the_vectors_of_words() -> None:
    sense = SenseText.of("guitar.n.01", VECTORS)
    near, far = (WordText.of(word, VECTORS) for word in ("violin#n", "sympathy#n"))
    for measure in (paper_sense_lin, paper_sense_vectors):
        (high,), (low,) = (measure(word, sense).values() for word in (near, far))
        assert 0 <= low < high < 1
    assert paper_sense_lin(WordText.of("guitar", VECTORS), sense)["Lin"] == 1.0
    unknown = WordText.of("guitarr#n", VECTORS)
    assert paper_sense_lin(unknown, sense)["Lin"] == pytest.approx(6 / 7)
    assert paper_sense_vectors(WordText.of("qwxz", VECTORS), sense)["LSA"] == 0.5


def test_a_sense_beyond_the_fifteenth_counts() -> None:
    word = WordText.of("break#v", VECTORS)
    last = word.synsets[-1]
    assert len(word.synsets) > len(word.senses) == 15
    assert paper_sense_lin(word, SenseText.of(f"break#v#{len(word.synsets)}", VECTORS))["Lin"] == 1.0
    assert last not in [one.synset for one in word.senses]


def test_a_matrix_of_texts_has_all_columns(text: Make) -> None:
    pairs = [(text("a/DT dog/NN barks/VBZ/bark"), text("dogs/NNS/dog")), (text("rain/NN"), text("a/DT storm/NN"))]
    found = RelatednessFeatures("paper", "sentence2phrase").matrix_of_sentences(pairs)
    assert found.shape == (2, 1 + 1 + 6 + 4 * 3 + 2)
    assert np.isfinite(found).all()
