"""The default scorer with a sentence encoder: models, files, training and reasons, by an encoder made here and MiniLM.

The last part needs onnxruntime and the resource `minilm`; it is skipped, with the reason, where one of them is absent.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perpend
from perpend.errors import InputError, MissingExtra, MissingResource, ResourceError, SettingError
from perpend.features.distances import DISTANCES, compared
from perpend.features.encoded import ENCODED
from perpend.learning.registry import card, load
from perpend.lexicon import sentence_encoder
from perpend.lexicon.sentence_encoder import RESOURCE, MiniLM, encoder_signature, stored_signature
from perpend.resources.store import Store
from perpend.similarity.likeness import Likeness
from perpend.similarity.likeness_model import LikenessModel
from perpend.similarity.likeness_training import plain_model, train_likeness
from tests.features.letter_encoder import LetterEncoder

WORDS = "the a dog cat man not never paid two nine hours 3pm open closed , . 😀 שלום ok"
TEXT = st.text(max_size=30) | st.lists(st.sampled_from(WORDS.split()), max_size=9).map(" ".join)
PAIR = ("The farmer sold his old tractor.", "A grower got rid of that machine.")


def plain() -> LikenessModel:
    return plain_model(encoder=LetterEncoder())


def made(count: int) -> tuple[list[tuple[str, str]], list[float]]:
    """Pairs whose labels follow from their nouns."""
    chance = np.random.default_rng(3)
    nouns, verbs = ["dog", "cat", "nurse", "farmer"], ["bought a boat", "lost a book", "found a fence"]
    pairs, labels = [], []
    for _ in range(count):
        one, other = chance.choice(nouns, 2)
        verb = chance.choice(verbs)
        pairs.append((f"The {one} {verb}.", f"A {other} {verb} today."))
        labels.append(4.5 if one == other else 1.0 + len(set(one) & set(other)) / 4)
    return pairs, labels


@pytest.fixture(scope="module")
def trained() -> LikenessModel:
    return train_likeness(*made(60), start=None, encoder=LetterEncoder(), name="own")


# -------------------- any encoder


@settings(max_examples=40, deadline=None)
@given(TEXT, TEXT)
def test_contributions_sum_and_both_orders_agree(trained: LikenessModel, text1: str, text2: str) -> None:
    for model in (plain(), trained):
        found, turned = model.explain(text1, text2), model.explain(text2, text1)
        assert isinstance(found, Likeness)
        assert found.value == turned.value == model.predict([("a", "b"), (text1, text2)])[1]
        assert abs(found.base + sum(part.points for part in found.contributions) - found.value) < 1e-9
        assert model.explain(text1, text1).value == 5.0 >= found.value


def test_the_encoder_is_a_contribution_with_a_true_reason() -> None:
    model = plain()
    found = model.explain(*PAIR)
    assert isinstance(found, Likeness)
    (part,) = [one for one in found.contributions if one.kind == "encoder"]
    assert part.points < 0
    first, second = LetterEncoder()(list(PAIR))
    cosine = float(first @ second / np.linalg.norm(first) / np.linalg.norm(second))
    assert part.alike == pytest.approx(cosine, abs=1e-5)
    assert f"the sentence encoder finds the texts {100 * cosine:.0f} % alike" in found.reasons
    assert "encoder" in [one["kind"] for one in found.to_dict()["contributions"]]
    assert "the sentence encoder" in found.to_html(page=True)


def test_a_text_that_the_encoder_has_cut_is_warned_of() -> None:
    long = "The farmer sold his old tractor to a neighbour, " * 4
    for texts, name in (((long, PAIR[1]), "text 1"), ((PAIR[1], long), "text 2")):
        found = plain().explain(*texts)
        assert isinstance(found, Likeness)
        assert found.warnings == (f"the sentence encoder has read the beginning of {name} only",)


def test_values_of_many_pairs_are_those_of_each() -> None:
    pairs, _ = made(300)
    pairs += [("", ""), ("", "a"), PAIR]
    together = plain().predict(pairs)
    assert together.tolist() == [plain().explain(*pair).value for pair in pairs]


def test_the_signature_and_a_file_name_the_encoder(trained: LikenessModel, tmp_path: Path) -> None:
    assert "|encoder:letters:1|" in trained.signature
    assert trained.names == DISTANCES + ENCODED
    assert trained.facts()["encoder"] == "letters:1"
    trained.save(tmp_path / "own.model")
    read = LikenessModel.read(tmp_path / "own.model")
    with pytest.raises(SettingError, match=r"own/.* has learned with the encoder letters:1: give it, using\(encoder"):
        read.predict([PAIR])
    again = load(tmp_path / "own.model", encoder=LetterEncoder())
    assert again.signature == trained.signature
    assert again.predict([PAIR, ("", "a")]).tolist() == trained.predict([PAIR, ("", "a")]).tolist()
    again.save(tmp_path / "two.model")
    assert (tmp_path / "two.model").read_bytes() == (tmp_path / "own.model").read_bytes()


def test_options() -> None:
    model = plain()
    assert model.using(strictness=0.25).encoder is model.encoder
    assert model.using(encoder=LetterEncoder(), strictness=0.5).strictness == 0.5
    assert model.using(encoder=None).encoder is None
    with pytest.raises(SettingError, match="an encoder of type str: give a callable, texts -> array, or None"):
        model.using(encoder="minilm")
    with pytest.raises(SettingError, match="has learned without an encoder: load everyday-encoder, or train anew"):
        load("everyday", encoder=LetterEncoder())
    with pytest.raises(InputError, match="pairs were compared without the encoder of the model"):
        model.measured([compared(*PAIR)])
    with pytest.raises(InputError, match="the model has other distances than this Perpend"):
        replace(model, names=(*DISTANCES, "encoder"), loss=np.zeros(len(DISTANCES) + 1))
    assert plain_model().measured([model.compare(*PAIR)]).distances.tolist() == [compared(*PAIR).distances.tolist()]


def count_letters(texts: list[str]) -> Any:
    return [[text.count("a"), text.count("e"), text.count("r")] for text in texts]


def test_any_callable_is_an_encoder() -> None:
    model = plain_model(encoder=count_letters)
    assert f"|encoder:{__name__}.count_letters|" in model.signature
    assert encoder_signature(LetterEncoder()) == "letters:1"
    distances = model.compare(*PAIR).distances
    assert distances[-2] == distances[-1] > 0
    with pytest.raises(InputError, match=r"the encoder returned shape \(1,\) for 2 texts: return a row for each"):
        model.using(encoder=lambda texts: [1.0]).predict([PAIR])


def test_training_with_one_source_and_with_several(trained: LikenessModel) -> None:
    pairs, labels = made(60)
    assert trained.errors is not None
    assert trained.errors[1] < trained.errors[0]
    sources = ["one"] * 30 + ["two"] * 30
    several = train_likeness(pairs, labels, sources=sources, start=None, encoder=LetterEncoder(), name="two")
    assert several.is_encoded
    assert several.correction is None
    assert several.resources["encoder"] == "letters:1"
    assert (several.loss >= 0).all()
    own = train_likeness(pairs, labels, start=trained, encoder=LetterEncoder())
    assert own.is_encoded
    with pytest.raises(SettingError, match="has learned without an encoder: start from everyday-encoder or from none"):
        train_likeness(pairs, labels, start=plain_model(), encoder=LetterEncoder())


# -------------------- the model that comes with Perpend


def test_what_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = load("everyday-encoder")
    monkeypatch.setattr(sentence_encoder, "Store", lambda: Store(tmp_path))
    with pytest.raises(MissingResource, match="perpend resources get minilm"):
        model.predict([PAIR])

    def absent(*_: Any, **__: Any) -> MiniLM:
        raise MissingExtra("the sentence encoder", "onnxruntime", "embeddings")

    monkeypatch.setattr(MiniLM, "stored", absent)
    with pytest.raises(MissingExtra, match=r"pip install 'perpend\[embeddings\]'"):
        load("everyday-encoder").explain(*PAIR)


def test_the_shipped_model_names_its_encoder() -> None:
    model = load("everyday-encoder")
    assert isinstance(model, LikenessModel)
    assert model.is_encoded
    assert model.resources["encoder"] == stored_signature()
    assert f"|encoder:{stored_signature()}|" in model.signature
    weights = dict(zip(model.names, model.loss, strict=True))
    assert weights["encoder"] + weights["encoder words"] > weights["near"] + weights["near long"]
    assert f"`{model.identity}`" in card("everyday-encoder")


@pytest.fixture(scope="module")
def shipped() -> LikenessModel:
    for package in ("onnx", "onnxruntime"):
        pytest.importorskip(package, reason=f"{package} absent: pip install 'perpend[embeddings]'")
    try:
        Store().path(RESOURCE)
    except ResourceError:
        pytest.skip("the sentence encoder's weights are absent: perpend resources get minilm")
    found = load("everyday-encoder")
    assert isinstance(found, LikenessModel)
    return found


class TestShipped:
    """With MiniLM."""

    def test_laws_of_single_pairs(self, shipped: LikenessModel) -> None:
        base = "The nurse thanked the doctor for two books."
        texts = [
            base,
            "The nurse thanked the physician for two books.",
            "The doctor thanked the nurse for two books.",
            "A storm closed the mountain road.",
        ]
        values = shipped.predict([(base, text) for text in texts])
        assert values[0] == 5.0
        assert values.tolist() == sorted(values, reverse=True)
        assert values[-1] < 1.0
        assert values.tolist() == shipped.predict([(text, base) for text in texts]).tolist()

    def test_score_by_name(self, shipped: LikenessModel) -> None:
        found = perpend.score(*PAIR, model="everyday-encoder")
        assert isinstance(found, Likeness)
        assert found.value == shipped.predict([PAIR])[0]
        assert found.signature == shipped.signature
        assert abs(found.base + sum(part.points for part in found.contributions) - found.value) < 1e-9

    def test_engines_agree_nearly(self, shipped: LikenessModel) -> None:
        exact = shipped.using(encoder=MiniLM.stored("float"))
        assert ":float:" in exact.signature
        assert exact.predict([PAIR])[0] == pytest.approx(shipped.predict([PAIR])[0], abs=0.3)

    def test_fifty_labels_start_from_it(self, shipped: LikenessModel) -> None:
        model = train_likeness(*made(30), encoder=True)
        assert model.resources["encoder"] == shipped.resources["encoder"]
        assert model.loss.tolist() == shipped.loss.tolist()
