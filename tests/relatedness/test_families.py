from collections.abc import Callable

import numpy as np
import pytest

from perpend.errors import InputError, SettingError
from perpend.lexicon.topic_model import TopicModel
from perpend.lexicon.word_vectors import WordVectors
from perpend.lexicon.wordnet.link_table import LinkTable
from perpend.relatedness.families import FEATURE_SETS, LEVELS, families_of
from perpend.relatedness.gloss_features import gloss_features
from perpend.relatedness.meaning_features import (
    link_features,
    vector_both_ways,
    vector_common,
    word_similarity,
    wordnet_features,
)
from perpend.relatedness.opposition_features import are_opposites, opposition_features, order_features
from perpend.relatedness.sense_features import (
    SenseText,
    WordText,
    sense_gloss_features,
    sense_vector_features,
    sense_wordnet_features,
)
from perpend.relatedness.string_features import name_features, string_features, substring_share
from perpend.relatedness.topic_features import divergence, topic_common, topic_features
from perpend.text.parse import Entity
from perpend.text.sentence import Sentence

Make = Callable[..., Sentence]

VECTORS = WordVectors.shipped()


def test_equal_texts_are_wholly_alike(text: Make) -> None:
    one = text("The/DT doctor/NN bought/VBD/buy a/DT car/NN")
    assert set(wordnet_features(one, one).values()) == {1.0}
    assert vector_both_ways(one, one, VECTORS)[0]["LSA words"] == pytest.approx(1)
    assert vector_common(one, one, VECTORS)["LSA cosine"] == pytest.approx(1, abs=1e-5)
    assert set(string_features(one, one).values()) == {1.0}


def test_lin_goes_by_part_of_speech(text: Make) -> None:
    found = wordnet_features(text("ships/NNS/ship sank/VBD/sink"), text("a/DT boat/NN"))
    assert found["Lin nouns"] == word_similarity("ship", "boat", "n") > 0.8
    assert found["Lin verbs"] == 0.0
    assert found["Lin"] == found["Lin nouns"] / 2


def test_words_that_wordnet_lacks_go_by_their_letters() -> None:
    assert word_similarity("frobnicator", "frobnicators", "n") == pytest.approx(11 / 12)
    assert word_similarity("car", "automobile", "n") == 1.0
    assert word_similarity("qwxz", "qwxz", "v") == 1.0


def test_empty_texts_share_nothing_with_others_and_all_with_each_other(text: Make) -> None:
    empty, full = text(""), text("dogs/NNS/dog bark/VBP")
    for features in (wordnet_features, string_features, name_features):
        both, one = features(empty, empty), features(empty, full)
        assert all(np.isfinite([*both.values(), *one.values()]))
    assert wordnet_features(empty, empty)["Lin"] == 1.0
    assert wordnet_features(empty, full)["Lin"] == wordnet_features(full, empty)["Lin"] == 0.0
    assert vector_common(empty, full, VECTORS)["LSA cosine"] == 0.0


def test_the_parts_around_the_longest_common_run_are_compared(text: Make) -> None:
    one = text("a/DT dog/NN barked/VBD/bark at/IN the/DT mailman/NN")
    two = text("two/CD dogs/NNS/dog barked/VBD/bark at/IN the/DT postman/NN")
    found = string_features(one, two)
    assert found["substring words longer"] == 4 / 6
    assert found["before Lin"] == 1.0
    assert found["after Lin"] == word_similarity("mailman", "postman", "n")


def test_the_baseline_is_the_common_substring_over_the_longer_text() -> None:
    assert substring_share("", "") == 1.0
    assert substring_share("abcdef", "xdefab") == 0.5


def test_names_count_over_both_lengths(text: Make) -> None:
    one = text("Maria/NNP left/VBD/leave Oslo/NNP", (Entity(0, 1, "PER"), Entity(2, 3, "LOC")))
    two = text("Oslo/NNP is/VBZ/be cold/JJ", (Entity(0, 1, "LOC"),))
    assert name_features(one, two)["names"] == pytest.approx(2 / 6)
    assert name_features(one, two)["names shared"] == 0.5


def test_links_relate_articles_and_other_words_only_to_themselves(text: Make) -> None:
    table = LinkTable([("dog", "pet"), ("cat", "pet"), ("dog", "walk"), ("sun", "star")])
    found = link_features(text("dog/NN qwxz/NN"), text("cat/NN qwxz/NN"), table)
    assert found["links nouns"] == pytest.approx((table.relatedness("dog", "cat") + 1) / 2)


def test_opposites_narrower_words_and_negations_are_told_apart(text: Make) -> None:
    man = text("a/DT man/NN sleeps/VBZ/sleep")
    assert opposition_features(man, text("a/DT woman/NN sleeps/VBZ/sleep"))["opposites"] == 1
    poodle, animal = text("a/DT poodle/NN sleeps/VBZ/sleep"), text("an/DT animal/NN sleeps/VBZ/sleep")
    assert opposition_features(poodle, animal)["narrower"] == 1 == opposition_features(animal, poodle)["wider"]
    cat, dog = text("a/DT cat/NN sleeps/VBZ/sleep"), text("a/DT dog/NN sleeps/VBZ/sleep")
    assert opposition_features(cat, dog)["siblings"] == 1
    nobody = text("nobody/NN sleeps/VBZ/sleep")
    assert opposition_features(nobody, man)["negations more"] == 1 > opposition_features(man, nobody)["negations more"]
    assert are_opposites("open", "close", "v")


def test_order_is_that_of_common_words(text: Make) -> None:
    one, two = text("dog/NN bites/VBZ/bite man/NN"), text("man/NN bites/VBZ/bite dog/NN")
    assert order_features(one, one) == {"order": 1.0, "same words": 1.0}
    assert order_features(one, two) == {"order": 0.0, "same words": 1.0}


def test_divergences_are_those_of_the_definition() -> None:
    model = TopicModel.shipped(20)
    models = {20: model}
    one, two = (Sentence.of(raw) for raw in ("bank loan", "guitar song"))
    p, q = (model.proportions(raw) for raw in ("bank loan", "guitar song"))
    assert topic_features(one, two, models)["KL 20"] == pytest.approx(float(sum(p * np.log(p / q))))
    middle = (p + q) / 2
    assert topic_common(one, two, models)["JS 20"] == pytest.approx((divergence(p, middle) + divergence(q, middle)) / 2)
    assert topic_common(one, one, models)["JS 20"] == pytest.approx(0)
    assert topic_common(one, one, models)["topics 20"] == pytest.approx(1)


def test_a_phrase_finds_the_word_whose_gloss_it_is(text: Make) -> None:
    phrase = text("large/JJ armored/JJ warship/NN")
    good, bad = (gloss_features(phrase, text(f"{word}/NN"), VECTORS) for word in ("battleship", "melody"))
    assert good["gloss words"] > 0.5 > bad["gloss words"]
    assert good["gloss cosine"] > bad["gloss cosine"]


def test_a_sense_is_nearest_to_its_own_word() -> None:
    vectors = WordVectors.shipped()
    sense = SenseText.of("bewitch.v.01", vectors)
    assert sense.sense.synset == SenseText.of("bewitch%2:37:00::", vectors).sense.synset
    assert sense.sense.synset == SenseText.of("bewitch#v#1", vectors).sense.synset
    near, far = (WordText.of(word, vectors) for word in ("attract#v", "photograph#v"))
    for features in (sense_wordnet_features, sense_gloss_features, sense_vector_features):
        name = next(iter(features(near, sense)))
        assert features(near, sense)[name] > features(far, sense)[name]


@pytest.mark.parametrize("wrong", ["cat", "cat#n#99", "cat#n#x", "cat%9:05:00::", ""])
def test_what_is_no_sense_is_refused(wrong: str) -> None:
    with pytest.raises(InputError, match=r"cat\.n\.01"):
        SenseText.of(wrong, WordVectors.shipped())


def test_a_wrong_part_of_speech_is_refused() -> None:
    with pytest.raises(InputError, match="one of n, v, a, r"):
        WordText.of("cat#z", WordVectors.shipped())


def test_feature_sets_have_families_at_every_level() -> None:
    for sets in FEATURE_SETS.values():
        assert tuple(sets) == LEVELS
    assert families_of("wordnet+vectors", "sentence") == ("wordnet", "vectors")
    with pytest.raises(SettingError, match="known"):
        families_of("wordnet+nonsense", "sentence")
    with pytest.raises(SettingError, match="level"):
        families_of("full", "book2film")
