"""Chains of names: they partition the mentions; equal names part by context; learning, models and their files."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perpend.errors import FormatError, InputError, SettingError
from perpend.learning.logistic import fit_logistic
from perpend.learning.registry import load
from perpend.people.blocking import NameIndex, alike_names, find_full_name_variants, spelled_alike
from perpend.people.coreference import ChainSettings, chain_names
from perpend.people.coreference_model import (
    COREFERENCE_FEATURES,
    CoreferenceModel,
)
from perpend.people.coreference_training import choose_penalty, train_coreference, training_pairs
from perpend.people.entities import document_entities
from perpend.people.full_names import name_matches
from perpend.people.mentions import Document, Mention
from perpend.people.name_parts import full_name
from perpend.spelling.name_pairs import name_pair_features, train_name_pairs

OIL = "sold shares of the oil company in Siberia, the Moscow court heard, and tankers lay in Murmansk"
TULIPS = "grows tulips and hyacinths near Perth, and the gardeners admire the greenhouse and its orchids"
SURE = CoreferenceModel(
    dict.fromkeys(COREFERENCE_FEATURES, 0.0) | {"document": 20.0, "variant": -1.0}, -6.0, {"trained on": "a test"}
)


def document(number: int, name: str, text: str, chain: str | None = None) -> Document:
    whole = f"{name} {text}."
    return Document(f"d{number}", whole, (Mention(0, len(name), name, chain),))


# -------------------- within a document


def test_short_names_find_the_fuller_one_wherever_it_stands() -> None:
    text = "Berg came. Anna Berg spoke; Mr. Stone and A. Berg left. Bergs stayed. John Stone too."
    found = document_entities(Document.of("d", text, ["Berg", "Anna Berg", "Mr. Stone", "A. Berg", "John Stone"]))
    assert [(entity.name.written, [place for _, place in entity.mentions]) for entity in found] == [
        ("Anna Berg", [0, 1, 3]),
        ("John Stone", [2, 4]),
    ]


def test_of_two_that_fit_the_last_one_mentioned_is_meant() -> None:
    names = ["Anna Berg", "Boris Berg", "Berg", "Anna Berg", "Berg"]
    found = document_entities(Document.of("d", "; ".join(names), names))
    assert [[place for _, place in entity.mentions] for entity in found] == [[0, 3, 4], [1, 2]]


def test_names_without_words_are_compared_as_written() -> None:
    found = document_entities(Document.of("d", "!!! ??? !!!", ["!!!", "???", "!!!"]))
    assert [len(entity.mentions) for entity in found] == [2, 1]


# -------------------- across documents


def test_equal_names_are_one_person_where_context_says_so() -> None:
    documents = [document(0, "Anna Berg", OIL), document(1, "Anna Berg", TULIPS), document(2, "Anna Berg", OIL)]
    chains = chain_names(documents, SURE).chains
    assert [chain.mentions for chain in chains] == [((0, 0), (2, 0)), ((1, 0),)]


def test_names_spelled_alike_need_more_and_different_names_never_join() -> None:
    documents = [
        document(0, "Boris Berezovski", OIL),
        document(1, "Boris Berezovsky", OIL),
        document(2, "Ann Lee", OIL),
    ]
    assert len(chain_names(documents, SURE).chains) == 2
    assert len(chain_names([documents[0], document(1, "Boris Berezovsky", TULIPS)], SURE).chains) == 2


def test_patterns_learned_on_the_way_bring_less_sure_ones_together() -> None:
    stems = ["Malin", "Kadir", "Tarn", "Rog", "Sobol", "Petr", "Ostr", "Zubar", "Dubar", "Kalin", "Vor", "Gar"]
    documents = []
    for number, stem in enumerate(stems):
        own = f"lives in {stem}burg by the {stem}sea"
        documents += [document(2 * number, f"{stem}ovski", own), document(2 * number + 1, f"{stem}ovsky", own)]
    found = chain_names(documents, SURE)
    assert len(found.chains) == len(stems)
    assert {pattern.group for pattern in found.patterns} == {("i", "y")}


def test_chains_have_canonical_names_and_all_documents_are_given_back() -> None:
    documents = [
        document(0, "Anna Berg", OIL), document(1, "ANNA BERG", OIL), document(2, "Anna Berg", OIL),
        Document("none", "Nobody is here.", (), {"kept": 1}),
    ]  # fmt: skip
    found = chain_names(documents, SURE)
    (person,) = found.contributions
    assert (person.name, person.written, person.documents) == ("Anna Berg", ("ANNA BERG", "Anna Berg"), 3)
    given_back = found.document_dicts()
    assert [one["id"] for one in given_back] == ["d0", "d1", "d2", "none"]
    assert given_back[3] == {"id": "none", "text": "Nobody is here.", "mentions": [], "kept": 1}
    assert json.loads(json.dumps(found.to_dict()))["documents"] == 4


NAMES = st.sampled_from(["Anna Berg", "Berg", "A. Berg", "Boris Bergh", "Bergson", "Stone", "Jon Stone Jr.", "🙂", "X"])
TEXTS = st.lists(st.lists(NAMES, max_size=4), max_size=6)


@given(TEXTS, st.sampled_from([OIL, TULIPS, ""]))
@settings(max_examples=60)
def test_every_mention_is_in_exactly_one_chain(texts: list[list[str]], rest: str) -> None:
    documents = [Document.of(str(n), "; ".join([*names, rest]), names) for n, names in enumerate(texts)]
    found = chain_names(documents, SURE)
    places = [place for chain in found.chains for place in chain.mentions]
    expected = {(n, place) for n, names in enumerate(texts) for place in range(len(names))}
    assert len(places) == len(set(places))
    assert set(places) == expected
    assert found.document_dicts() == chain_names(documents, SURE).document_dicts()


def test_many_documents_with_one_name_are_chained() -> None:
    documents = [document(number, "Anna Berg", OIL) for number in range(120)]
    assert len(chain_names(documents, SURE).chains) == 1
    words = ["".join(pair) for pair in product("bcdfghjklmnpqrstvwxz", repeat=2)][:120]
    apart = [document(number, "Anna Berg", f"met {word} by the {word}sea") for number, word in enumerate(words)]
    assert len(chain_names(apart, SURE).chains) == 120


def test_wrong_settings_are_errors() -> None:
    with pytest.raises(SettingError, match="same is 2"):
        ChainSettings(same=2)
    with pytest.raises(SettingError, match="k is 0"):
        ChainSettings(k=0)


# -------------------- blocking


def test_an_index_finds_by_family_name_and_not_by_given_name_alone() -> None:
    index = NameIndex()
    for number, words in enumerate([("anna", "berg"), ("berg",), ("anna", "stone"), ("berg", "anna")]):
        index.add(number, words)
    assert index.find(("anna", "berg")) == [3, 1, 0]
    assert index.find(("anna",)) == [3, 2, 0]
    assert index.find(()) == []


def test_entities_spelled_alike_are_found() -> None:
    names = ["Boris Berezovski", "Berezovsky", "Stone", "B. Berezovsky", "Ann", "Anne"]
    parsed = [full_name(name) for name in names]
    assert spelled_alike(parsed) == [(0, 1), (0, 3)]
    assert [(i, j) for i, j, _ in alike_names(parsed)] == [(0, 1), (0, 3), (1, 3)]


LISTED = st.lists(st.sampled_from(["Anna Berg", "Berg, Anna", "A. Berg", "Bergh", "Ana Berg", "Stone", "", "🙂 7"]))


@given(LISTED)
def test_pairs_of_a_list_are_those_that_match(names: list[str]) -> None:
    found = {(one, other) for one, other, _ in find_full_name_variants(names)}
    unique = [name for name in dict.fromkeys(names) if name.strip()]
    expected = {
        (one, other)
        for place, other in enumerate(unique)
        for one in unique[:place]
        if name_matches(one, other).verdict != "different"
    }
    assert found == expected


# -------------------- learning


def labelled() -> list[Document]:
    documents = []
    for number in range(12):
        text, chain = (OIL, "trader") if number % 2 else (TULIPS, "gardener")
        documents.append(document(number, "Anna Berg", f"{text} extra{number}", chain))
    return documents


def test_a_trained_model_tells_namesakes_apart() -> None:
    model = train_coreference(labelled(), about={"trained on": "x"}, penalty=0.1)
    assert model.about["pairs"] == 66
    assert model.about["coreferring"] == 30
    chains = chain_names([document(n, "Anna Berg", text) for n, text in enumerate((OIL, TULIPS, OIL))], model).chains
    assert [len(chain.mentions) for chain in chains] == [2, 1]


def test_unknown_chains_are_left_out_and_one_kind_is_not_enough() -> None:
    features, labels = training_pairs(labelled(), lambda chain: chain == "trader")
    assert features.shape == (15, len(COREFERENCE_FEATURES))
    assert labels.all()
    with pytest.raises(InputError, match="both kinds are needed"):
        train_coreference(labelled()[1::2])
    with pytest.raises(InputError, match="0 pairs"):
        train_coreference([])
    with pytest.raises(SettingError, match="penalty"):
        train_coreference(labelled(), penalty=0)


def test_a_penalty_is_chosen_by_holding_groups_out() -> None:
    documents = labelled()
    assert choose_penalty([documents[:6], documents[6:]]) == 0.01


def test_model_files_come_back_and_damage_is_named(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    SURE.save(path)
    assert CoreferenceModel.read(path) == SURE
    first = path.read_bytes()
    SURE.save(path)
    assert path.read_bytes() == first
    for damage in ("", "{}", "[]", '{"format": "other"}', first.decode().replace("-6.0", '"x"'), "[" * 100_000):
        path.write_text(damage, encoding="utf-8")
        with pytest.raises(FormatError):
            CoreferenceModel.read(path)
    path.write_text(first.decode().replace("-6.0", "NaN"), encoding="utf-8")
    with pytest.raises(FormatError, match="NaN is no number"):
        CoreferenceModel.read(path)
    with pytest.raises(InputError, match="cannot be read"):
        CoreferenceModel.read(tmp_path / "absent.json")


def test_the_shipped_model_trusts_context() -> None:
    model = load(kind="names")
    assert isinstance(model, CoreferenceModel)
    oil, tulips, more = (
        document_entities(document(n, "Anna Berg", text), n)[0] for n, text in enumerate((OIL, TULIPS, OIL))
    )
    assert model.probability(oil, more) > model.probability(oil, tulips)
    assert model.probability(oil, document_entities(document(3, "Ann Lee", OIL))[0]) == 0


@given(st.integers(0, 5))
def test_a_logistic_model_is_calibrated_on_what_it_learned_from(seed: int) -> None:
    chance = np.random.default_rng(seed)
    features = chance.normal(size=(200, 2))
    labels = chance.random(200) < 1 / (1 + np.exp(-features[:, 0]))
    found = fit_logistic(features, labels, 0.5)
    assert found.probability(features).mean() == pytest.approx(labels.mean(), abs=1e-4)
    assert found.weights[0] > abs(found.weights[1])


def test_separable_labels_have_finite_weights() -> None:
    found = fit_logistic(np.array([[-1.0], [1.0]] * 10), np.array([False, True] * 10), 0.01)
    assert np.isfinite(found.weights).all()
    with pytest.raises(InputError, match="both kinds"):
        fit_logistic(np.ones((2, 1)), np.array([True, True]))


# -------------------- pairs of single names


def test_what_changes_teaches_which_names_are_variants() -> None:
    pytest.importorskip("sklearn")
    stems = ["mal", "kad", "tar", "rog", "sob", "pet", "ost", "zub", "dub", "kal"]
    pairs = [(f"{stem}ski", f"{stem}sky") for stem in stems] + [(f"{stem}er", f"{stem}ez") for stem in stems]
    model = train_name_pairs(pairs, [True] * 10 + [False] * 10, cost=1.0)
    assert model.probability("gorski", "gorsky") > 0.5 > model.probability("gorer", "gorez")
    assert model.probability("gorsky", "gorski") == model.probability("gorski", "gorsky")
    assert model.parts("gorski", "gorsky")["i~y in k_"] > 0
    with pytest.raises(InputError, match="both kinds"):
        train_name_pairs([("a", "b")], [True])


@given(st.text("abz", max_size=6), st.text("abz", max_size=6))
def test_features_of_a_pair_do_not_depend_on_its_order(a: str, b: str) -> None:
    assert name_pair_features(a, b) == name_pair_features(b, a)
