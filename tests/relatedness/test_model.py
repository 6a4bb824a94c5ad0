"""Training, answering and files, with a tagger that needs no pipeline."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perpend.errors import CorruptResource, InputError, PerpendError, SettingError
from perpend.learning.kernel_regression import Choices
from perpend.learning.provenance import fingerprint
from perpend.learning.registry import load
from perpend.lexicon.wordnet.link_table import LinkTable
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.relatedness.model import RelatednessModel
from perpend.relatedness.relater import relate
from perpend.relatedness.training import EVIDENCE, choices_for, train_relatedness
from perpend.text import Sentence

pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")

VERBS = frozenset(["plays", "sings", "runs", "sleeps", "is", "playing", "cooks"])
CHOICES = Choices(costs=(1.0,), gammas=(0.3,), blends=(0.0, 0.5), folds=3)


class TinyAnnotator:
    """Verbs by a list, all else are nouns but for short words."""

    def signature(self) -> str:
        return "tiny:1"

    def annotate_many(self, texts: Iterable[str]) -> Iterator[Sentence]:
        for raw in texts:
            text = Sentence.of(raw, "penn")
            tags = tuple("VBZ" if one in VERBS else "DT" if len(one) < 3 else "NN" for one in text.tokens)
            yield text.with_parse(Sentence.tagged(text.tokens, tags, relations=tags).parse)


WHO, DOES = ("a man", "a woman", "the dog", "two kids"), ("plays a guitar", "sings songs", "runs home", "cooks rice")
PAIRS = [
    (f"{one} {does}", f"{two} {other}")
    for k, one in enumerate(WHO)
    for two in WHO[k:]
    for n, does in enumerate(DOES)
    for other in DOES[n:]
]
LABELS = [1 + 2 * (a.split()[1] == b.split()[1]) + 2 * (a.split()[2] == b.split()[2]) for a, b in PAIRS]
FAMILIES = "wordnet+vectors+coverage"


def features(**options: Any) -> RelatednessFeatures:
    annotator: Any = TinyAnnotator()
    return RelatednessFeatures(**{"features": FAMILIES, "annotator": annotator, "topics": (20,)} | options)


@pytest.fixture(scope="module")
def model() -> RelatednessModel:
    return train_relatedness(
        PAIRS, LABELS, extractor=features(), evidence=True, choices=CHOICES, scale=(1, 5), name="small"
    )


@pytest.fixture
def relater(model: RelatednessModel) -> RelatednessModel:
    annotator: Any = TinyAnnotator()
    return model.using(annotator=annotator)


def test_a_model_is_read_back_as_it_was_written(model: RelatednessModel, tmp_path: Path) -> None:
    for name in ("one", "two"):
        model.save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    read = RelatednessModel.read(tmp_path / "one")
    assert read.to_dict() == model.to_dict()
    assert read.identity == model.identity
    values = np.random.default_rng(0).normal(size=(5, len(model.names)))
    np.testing.assert_array_equal(read.predictions(values), model.predictions(values))
    assert read.evidence is not None
    assert model.evidence is not None
    assert read.evidence.items == model.evidence.items
    np.testing.assert_array_equal(read.evidence.weights, model.evidence.weights)


def test_the_same_pairs_give_the_same_model(model: RelatednessModel) -> None:
    again = train_relatedness(
        PAIRS, LABELS, extractor=features(), evidence=True, choices=CHOICES, scale=(1, 5), name="small"
    )
    assert again.identity == model.identity


def test_it_learns_and_explains(relater: RelatednessModel) -> None:
    found = relater.predict(PAIRS)
    assert np.corrcoef(found, LABELS)[0, 1] > 0.8
    one = relater.explain("a man plays a guitar", "a woman plays a guitar")
    assert one.base + sum(one.shares.values()) == pytest.approx(one.raw, abs=1e-6)
    assert one.value == min(max(one.raw, 1), 5)
    assert set(one.groups.values()) == one.shares.keys()
    assert one.to_dict()["features"][EVIDENCE]["group"] == "word evidence"


def test_order_and_company_make_no_difference(relater: RelatednessModel) -> None:
    one = relater.predict([("a man sings songs", "the dog runs home")])[0]
    many = relater.predict([*PAIRS[:40], ("the dog runs home", "a man sings songs")])
    assert many[-1] == one


@pytest.mark.parametrize(
    "pair",
    [
        ("", ""),
        ("", "a dog sleeps"),
        ("no verb here", "."),
        ("Der Hund schläft im Haus.", "犬が寝ている"),
        ("\ud800 lone", "\x00"),
        ("word " * 4_000, "a dog"),
    ],
)
def test_odd_texts_have_an_answer_on_the_scale(relater: RelatednessModel, pair: tuple[str, str]) -> None:
    found = relater.explain(*pair)
    assert 1 <= found.value <= 5
    assert all(np.isfinite(list(found.features.values())))


def test_texts_that_are_too_long_together_are_refused(relater: RelatednessModel) -> None:
    with pytest.raises(InputError, match=r"^relate: a text of 9,999 words is too long"):
        relater.explain("a b c " * 3_333, "a b c " * 3_333)


def test_fingerprints_tell_what_was_seen(model: RelatednessModel) -> None:
    assert model.training.has_seen(PAIRS[3][1], PAIRS[3][0])
    assert fingerprint("it rains", "it pours") not in model.training.fingerprints


def test_evidence_of_training_pairs_is_out_of_fold(model: RelatednessModel) -> None:
    """The column that was trained on is not what the model of all pairs says of them."""
    assert model.evidence is not None
    own = model.evidence.estimates(features().annotate(PAIRS))[:, 0]
    assert abs(own.mean() - model.scaling.mean[-1]) > 1e-6


def test_links_are_a_family_of_their_own() -> None:
    table = LinkTable([("man", "person"), ("woman", "person"), ("dog", "pet")])
    linked = train_relatedness(PAIRS, LABELS, extractor=features(links=table), choices=CHOICES, scale=(1, 5))
    assert any(name.startswith("links: ") for name in linked.names)
    annotator: Any = TinyAnnotator()
    assert linked.using(annotator=annotator, links=table).predict(PAIRS[:2]).shape == (2,)
    with pytest.raises(SettingError, match="table of links"):
        linked.using(annotator=annotator).predict(PAIRS[:2])


def test_a_model_of_other_features_is_refused(model: RelatednessModel) -> None:
    other = replace(model, names=("x", *model.names[1:]))
    with pytest.raises(SettingError, match="train it again"):
        other.predict(PAIRS[:2])


def test_word2sense_needs_no_annotation() -> None:
    words = ["cat#n", "dog#n", "sing#v", "run#v", "happy#a", "guitar#n", "violin#n", "bank#n", "river#n", "walk#v"]
    senses = ["cat.n.01", "puppy.n.01", "chant.v.01", "walk.v.01", "glad.a.01"]
    pairs = [(word, sense) for word in words for sense in senses]
    labels = [4.0 * (k % 7 == 0) for k in range(len(pairs))]
    extractor = RelatednessFeatures("sense wordnet+sense vectors", "word2sense")
    model = train_relatedness(pairs, labels, extractor=extractor, choices=CHOICES, scale=(0, 4))
    assert model.annotator == ""
    assert 0 <= model.explain("qwxz", "cat%1:05:00::").value <= 4


@pytest.mark.parametrize(
    ("pairs", "labels", "scale", "message"),
    [
        (PAIRS, LABELS[:-1], (1, 5), "as many of both"),
        ([], [], (1, 5), "as many of both"),
        (PAIRS, LABELS, (0, 4), "not on the scale"),
        (PAIRS, LABELS, (5, 1), "the lower first"),
        (PAIRS[:4], LABELS[:4], (1, 5), "at least 6 pairs"),
    ],
)
def test_wrong_training_data_are_refused(pairs: Any, labels: Any, scale: Any, message: str) -> None:
    with pytest.raises(PerpendError, match=message):
        train_relatedness(pairs, labels, extractor=features(), choices=CHOICES, scale=scale)


def test_a_damaged_file_is_refused(model: RelatednessModel, tmp_path: Path) -> None:
    model.save(tmp_path / "x")
    content = bytearray((tmp_path / "x").read_bytes())
    content[-100] ^= 1
    (tmp_path / "x").write_bytes(bytes(content))
    with pytest.raises(CorruptResource, match="damaged"):
        RelatednessModel.read(tmp_path / "x")
    with pytest.raises(PerpendError):
        RelatednessModel.read(tmp_path / "absent")


def test_models_are_found_by_name_file_and_level(model: RelatednessModel, tmp_path: Path) -> None:
    model.save(tmp_path / "my.model")
    assert load(tmp_path / "my.model").identity == model.identity
    with pytest.raises(SettingError, match="trained for sentence"):
        load(tmp_path / "my.model", level="phrase2word")
    with pytest.raises(SettingError, match="level"):
        relate("a", "b", level="book2film")


def test_few_pairs_are_tried_in_more_ways() -> None:
    assert len(choices_for("full", 500).costs) > len(choices_for("full", 5000).costs)
    assert choices_for("paper", 500).blends == (0.0,)


def test_only_the_last_sentences_keep_their_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perpend.relatedness.extractor._KEPT_WHOLE", 2)
    own = features()
    sentences = own.annotate(PAIRS[:6])
    values = own.matrix_of_sentences(sentences)
    kept = {one.raw for pair in sentences for one in pair if one._remembered}
    assert kept == set(PAIRS[5])
    np.testing.assert_array_equal(own.matrix_of_sentences(sentences), values)


def test_texts_are_annotated_once() -> None:
    extractor = features()
    seen: list[str] = []
    own: Any = extractor.annotator
    original = own.annotate_many

    def counted(texts: Iterable[str]) -> Iterator[Sentence]:
        texts = list(texts)
        seen.extend(texts)
        return original(texts)

    own.annotate_many = counted
    extractor.matrix(PAIRS[:6])
    first = len(seen)
    extractor.matrix(PAIRS[:6])
    assert len(seen) == first
