"""Likely pairs: candidates are those of the scan, probabilities are sums of parts, groups hold together."""

import math
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

import perpend
from perpend.errors import PerpendError
from perpend.spelling._channel import pair_log_probabilities
from perpend.spelling.channel import CONTEXTS, GROUPS, letter_numbers, plain_log_probability
from perpend.spelling.letter_chance import LetterChance, count_trigrams
from perpend.spelling.likely_variants import find_likely, variant_model
from perpend.spelling.name_forms import CHANNEL_LETTERS, name_forms
from perpend.spelling.variant_candidates import NEIGHBOURS, SoundNeighbours, candidate_parts
from perpend.spelling.variant_features import FEATURES, pair_features
from perpend.spelling.variant_groups import group_pairs
from perpend.spelling.variant_model import VariantModel
from perpend.spelling.variant_training import JudgedPair, calibrate, train_variants
from perpend.spelling.variants import find_variants, scan_parts
from perpend.spelling.word_index import WordIndex

WORDS = [
    "smith",
    "smyth",
    "smithe",
    "schmidt",
    "knight",
    "nite",
    "jones",
    "jhones",
    "brown",
    "browne",
    "O'Neill",
    "Oneil",
]


def near(index: WordIndex, k: int, share: float, most: int) -> set[tuple[str, str]]:
    parts = (pairs for _, _, pairs in scan_parts(index, k, 1, share=share, most=most))
    return {(index.word(one), index.word(other)) for pairs in parts for one, other in pairs.tolist()}


@given(
    st.lists(st.text("abcdé", min_size=1, max_size=9), min_size=1, max_size=30), st.integers(1, 4), st.integers(0, 5)
)
def test_near_pairs_are_the_pairs_of_the_scan_that_are_few_edits_apart(words: list[str], k: int, most: int) -> None:
    index = WordIndex.of(words)
    wanted = {
        (pair.word1, pair.word2)
        for pair in find_variants(index, k, 1)
        if pair.distance <= min(most, 0.5 * max(len(pair.word1), len(pair.word2)))
    }
    assert near(index, k, 0.5, most) == wanted


def test_pair_probabilities_are_those_of_the_definition() -> None:
    table = np.random.default_rng(0).random((len(CONTEXTS), GROUPS, GROUPS)) / 4
    packed = letter_numbers(WORDS[:8], CHANNEL_LETTERS)
    first, second = (np.array(one, np.uint32) for one in ([0, 3, 5], [1, 0, 4]))
    found = pair_log_probabilities(table.reshape(-1), packed.letters, packed.starts, first, second)
    numbers = [letter_numbers([word], CHANNEL_LETTERS).letters.tolist() for word in WORDS]
    assert found.tolist() == [
        plain_log_probability(table, numbers[a], numbers[b]) for a, b in zip(first, second, strict=True)
    ]


def test_the_chance_of_letters_is_a_product_over_trigrams() -> None:
    model = LetterChance(count_trigrams(["anna", "hanna", "ann"]))
    words = ["anna", "xyz", "", "hann"]
    found = model.log_probabilities(letter_numbers(words, CHANNEL_LETTERS))
    numbers = {letter: place for place, letter in enumerate(CHANNEL_LETTERS)} | {"^": 27, "$": 27}
    for word, value in zip(words, found, strict=True):
        text = f"^^{word}$"
        parts = [model.table[tuple(numbers[one] for one in text[at : at + 3])] for at in range(len(word) + 1)]
        assert value == pytest.approx(sum(parts))
    assert np.exp(model.table).sum(2) == pytest.approx(1)


def test_features_do_not_depend_on_the_order_of_the_words() -> None:
    costs, forms = variant_model().costs, name_forms([*WORDS, "Мария", "Мариа", "", "item 7", "李小龙"])
    first, second = (
        np.array(one, np.uint32) for one in zip(*[(a, b) for a in range(17) for b in range(a)], strict=True)
    )
    one, other = (pair_features(forms, *both, costs) for both in ((first, second), (second, first)))
    assert np.isfinite(one).all()
    assert one == pytest.approx(other)
    assert one.shape[1] == len(FEATURES)


def test_words_of_one_sound_are_paired_with_their_neighbours_only() -> None:
    words = sorted({f"k{a}t{b}" for a in "aeiouy" for b in ["", *"aeiouy", "te", "ta", "ti", "to", "tu"]})
    assert len(words) > NEIGHBOURS
    forms = name_forms(words)
    assert len(set(forms.sounds[:, 0].tolist())) == 1
    heard = SoundNeighbours(forms)
    pairs = np.concatenate([heard.pairs(0, 20), heard.pairs(20, len(words))])
    assert {tuple(pair) for pair in pairs.tolist()} == {
        (a, b) for b in range(len(words)) for a in range(max(0, b - NEIGHBOURS), b)
    }


def test_candidates_are_each_there_once_and_differ_in_no_digit() -> None:
    index = WordIndex.of([*WORDS, "item1", "item2", "Item1"])
    words = list(index)
    pairs = [tuple(pair) for part, _ in candidate_parts(index, name_forms(words)) for pair in part.tolist()]
    assert len(pairs) == len(set(pairs))
    found = {(words[a], words[b]) for a, b in pairs}
    assert ("knight", "nite") in found
    assert ("Item1", "item1") in found
    assert ("item1", "item2") not in found


def test_a_probability_is_the_sum_of_its_parts() -> None:
    for listed in (False, True):
        model = variant_model().using(listed=listed)
        pairs = [("smith", "smyth"), ("knight", "nite"), ("brown", "green"), ("Müller", "muller")]
        for answer, value in zip(model.explain_many(pairs), model.predict(pairs), strict=True):
            odds = answer.base + sum(part.points for part in answer.contributions)
            assert answer.value == value == pytest.approx(1 / (1 + math.exp(-odds)))
            assert answer.reasons
    assert variant_model().explain("smith", "smyth").reasons == (
        "'i' is written 'y' between 'sm' and 'th'",
        "they sound the same",
    )


def test_a_pair_has_the_same_probability_among_any_others() -> None:
    model = variant_model()
    pairs = [(one, other) for one in WORDS for other in WORDS if one < other]
    assert model.predict(pairs).tolist() == [model.explain(*pair).value for pair in pairs]


def test_plain_truths_of_the_shipped_model() -> None:
    model = variant_model()
    better = [
        ("smith", "smyth"),
        ("catherine", "kathryn"),
        ("berezovski", "berezovsky"),
        ("receive", "recieve"),
        ("Anna", "anna"),
    ]
    worse = [
        ("smith", "smart"),
        ("catherine", "carolina"),
        ("berezovski", "petrovski"),
        ("house", "horse"),
        ("Anna", "Otto"),
    ]
    assert (model.predict(better) > 0.7).all()
    assert (model.predict(worse) < 0.5).all()
    assert (model.using(listed=True).predict(worse) < 0.2).all()


def test_pairs_are_ranked_and_those_below_the_least_probability_are_some_of_more() -> None:
    few, many = (perpend.variants(WORDS, min_probability=least) for least in (0.5, 0.01))
    values = [pair.probability or 0 for pair in many]
    assert values == sorted(values, reverse=True)
    assert few.pairs == tuple(pair for pair in many if (pair.probability or 0) >= 0.5)
    assert ("smith", "smyth") in few.value
    assert few.groups == group_pairs([(one.word1, one.word2, one.points) for one in few], dict.fromkeys(WORDS, 1))
    evidence = few.evidence(0)
    assert evidence is not None
    assert evidence.value == pytest.approx(few.pairs[0].probability)
    assert [pair.distance for pair in many] == [OSA.distance(pair.word1, pair.word2) for pair in many]


def test_all_pairs_are_those_of_the_scan() -> None:
    found = perpend.variants(WORDS, all_pairs=True, letters=2, common=0)
    assert found.pairs == tuple(find_variants(WORDS, 2, 0))
    assert found.pairs[0].probability is None
    assert found.evidence(0) is None
    near_only = perpend.variants(WORDS, all_pairs=True, max_distance=1)
    assert near_only.pairs == tuple(pair for pair in find_variants(WORDS) if pair.distance <= 1)


def test_the_change_of_the_result_is_said() -> None:
    with pytest.warns(DeprecationWarning, match="all_pairs=True"):
        perpend.variants(WORDS, letters=2)


def test_threads_and_order_change_nothing() -> None:
    index, model = WordIndex.of(WORDS), variant_model()
    one, two = (find_likely(index, model, min_probability=0.0, threads=threads) for threads in (1, 2))
    assert one.numbers.tolist() == two.numbers.tolist()
    shuffled = random.Random(0).sample(WORDS, len(WORDS))
    assert perpend.variants(shuffled).pairs == perpend.variants(WORDS).pairs


@pytest.mark.parametrize(
    "words", [[], ["a"], ["", "  "], ["...", "---"], ["1", "2"], ["😀", "😁"], ["a" * 255, "a" * 254]]
)
def test_odd_lists(words: list[str]) -> None:
    assert isinstance(perpend.variants(words, min_probability=0.0).value, tuple)


@pytest.mark.parametrize(
    "settings",
    [
        {"min_probability": 2},
        {"min_probability": "x"},
        {"max_distance": -1},
        {"all_pairs": True, "min_probability": 0.1},
    ],
)
def test_settings_that_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(PerpendError):
        perpend.variants(WORDS, **settings)  # type: ignore[arg-type]


def test_every_two_words_of_a_group_are_a_pair() -> None:
    chance = random.Random(1)
    words = [f"w{number}" for number in range(30)]
    pairs = [(a, b, chance.random()) for a in words for b in words if a < b and chance.random() < 0.3]
    pairs.sort(key=lambda one: -one[2])
    known = {(a, b): probability for a, b, probability in pairs}
    groups = group_pairs(pairs, {"w3": 5})
    listed = [word for group in groups for word in group.words]
    assert len(listed) == len(set(listed))
    for group in groups:
        inside = {(a, b): known[a, b] for a in group.words for b in group.words if a < b}
        assert group.weakest == min(inside.values()) == inside[group.weakest_pair]
        assert "w3" not in group.words or group.canonical == "w3"


def test_a_trained_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    yes = [
        (f"{stem}i", f"{stem}y")
        for stem in ("bar", "kowalsk", "berk", "lar", "mol", "nat", "perr", "tor", "vin", "zell")
    ]
    no = [
        (f"{stem}i", f"{stem}on")
        for stem in ("bar", "kowal", "berk", "lar", "mol", "nat", "perr", "tor", "vin", "zell")
    ]
    pairs = [
        JudgedPair(one, other, same, listed)
        for listed in (False, True)
        for same, some in ((True, yes), (False, no))
        for one, other in some
    ]
    model = calibrate(train_variants(pairs, ["bari", "natti"], name="own"), pairs[20:])
    model.save(tmp_path / "own.json")
    again = VariantModel.read(tmp_path / "own.json")
    assert again.to_dict() == model.to_dict()
    assert again.identity == model.identity
    assert again.predict([("sari", "sary")]).tolist() == model.predict([("sari", "sary")]).tolist()
    (tmp_path / "bad.json").write_text((tmp_path / "own.json").read_text().replace('"edits":', '"edit":', 1))
    with pytest.raises(PerpendError):
        VariantModel.read(tmp_path / "bad.json")
