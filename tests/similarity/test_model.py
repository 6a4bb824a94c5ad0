"""Model files: what is written is what is read, and nothing that is not a model gets in."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perpend.errors import InputError, PerpendError, SettingError
from perpend.features.edits import FEATURES
from perpend.files import documents
from perpend.learning.limits import check_pair
from perpend.learning.provenance import fingerprint
from perpend.similarity.model import PerpModel
from perpend.similarity.training import train_perp

PAIRS = [
    ("A man plays a guitar.", "A man is playing a guitar."),
    ("The doctor left at noon.", "At noon the physician left."),
    ("Two dogs run in the snow.", "A woman peels a potato."),
    ("She bought 3 red apples.", "She bought 4 green pears."),
]
LABELS = [4.8, 4.5, 0.0, 2.0]


@pytest.fixture(scope="module")
def model() -> PerpModel:
    return train_perp(PAIRS, LABELS, epochs=5, name="four")


def test_round_trip_is_exact(model: PerpModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model.json")
    read = PerpModel.read(tmp_path / "model.json")
    assert read == model
    assert read.weight_array.tobytes() == model.weight_array.tobytes()
    read.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "model.json").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.json", "model.json"]


def test_the_same_training_gives_the_same_bytes(model: PerpModel, tmp_path: Path) -> None:
    for name in ("one", "other"):
        train_perp(PAIRS, LABELS, epochs=5, name="four").save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert train_perp(PAIRS, LABELS, epochs=5, seed=1, name="four").identity != model.identity


def test_the_file_says_what_was_used(model: PerpModel) -> None:
    facts = model.to_dict()
    assert tuple(facts["weights"]) == FEATURES
    assert facts["settings"] == {"epochs": 5, "rate": 0.01, "seed": 0}
    assert facts["training"]["name"] == "four"
    assert facts["training"]["count"] == len(facts["training"]["fingerprints"]) == 4
    assert facts["resources"]["wordnet"].startswith("wordnet:3.0")
    assert model.identity.startswith("four/")


def test_a_model_knows_the_pairs_it_has_seen(model: PerpModel) -> None:
    assert model.training.has_seen("a man is playing a guitar.", "A man plays  a guitar.")
    assert not model.training.has_seen("A man plays a guitar.", "A man plays a violin.")


def test_fingerprints_tell_pairs_apart() -> None:
    assert len(fingerprint("a", "b")) == 16
    assert fingerprint("a b", "c") != fingerprint("a", "b c")
    assert fingerprint("\ud800", "") == fingerprint("", "\ud800")


def test_an_interrupt_keeps_what_was_learned_and_tells_how_far() -> None:
    def stop(epoch: int, _: float) -> None:
        if epoch == 3:
            raise KeyboardInterrupt

    kept = train_perp(PAIRS, LABELS, epochs=50, progress=stop)
    assert kept.settings.epochs == 3
    assert kept.weights == train_perp(PAIRS, LABELS, epochs=3).weights


def test_another_scale_is_learned_from_its_top() -> None:
    model = train_perp(PAIRS, [label * 20 for label in LABELS], epochs=5, scale=(0, 100))
    assert model.scale == (0.0, 100.0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"labels": [1.0]}, "4 pairs and 1 labels"),
        ({"pairs": [], "labels": []}, "0 pairs"),
        ({"labels": [1, 2, 3, 6]}, "label 6 of pair 4 is not on the scale 0 to 5"),
        ({"labels": [1, 2, 3, float("nan")]}, "label nan of pair 4"),
        ({"epochs": 0}, "0 epochs"),
        ({"rate": 0.0}, "at rate 0.0"),
        ({"rate": float("nan")}, "at rate nan"),
        ({"scale": (5, 0)}, "from 5 to 0"),
        ({"rate": 1e6, "epochs": 50}, "train again with a lower rate"),
        ({"pairs": [("a " * 1001, "b " * 1000)] * 4}, "^train perp: two texts with 1,001,000 pairs of words"),
    ],
)
def test_what_cannot_be_trained_on_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PerpendError, match=message):
        train_perp(**{"pairs": PAIRS, "labels": LABELS, **change})


def test_long_texts_of_few_words_are_taken() -> None:
    check_pair("score", "a" * 1_000_000, "b " * 100)


def changed(path: tuple[str, ...], value: Any) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        for name in path[:-1]:
            content = content[name]
        content[path[-1]] = value

    return change


def without(*path: str) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        for name in path[:-1]:
            content = content[name]
        del content[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (changed(("format_version",), 2), "version 2, where 'perp-model' version 1 was needed"),
        (changed(("format_version",), "1"), "'format_version' is not a whole number"),
        (changed(("format",), "other"), "format 'other'"),
        (without("format"), "no 'format'"),
        (without("weights", "Sub-Contain"), "no weights 'Sub-Contain'"),
        (changed(("weights", "Sub-Smell"), 1.0), "unknown weights 'Sub-Smell'"),
        (changed(("weights", "Shift"), float("nan")), "NaN is no number"),
        (changed(("weights", "Shift"), float("inf")), "Infinity is no number"),
        (changed(("weights", "Shift"), -0.5), "weight of Shift is -0.5"),
        (changed(("weights", "Stemming"), 10**400), "a whole number of 401 digits is too large"),
        (changed(("weights", "Stemming"), 1e10), "'Stemming' is 1e+10, a number from -1e+09 to 1e+09 was needed"),
        (changed(("weights", "Stemming"), "1"), "is a text where a number was needed"),
        (changed(("weights", "Stemming"), True), "is true or false where a number was needed"),
        (changed(("weights",), [1.0] * 36), "'weights' is a list where an object was needed"),
        (changed(("scale", "low"), 9), "a scale from 9.0 to 5.0"),
        (changed(("settings", "epochs"), 1.5), "'epochs' is not a whole number"),
        (changed(("settings", "colour"), 1), "unknown settings 'colour'"),
        (changed(("training", "fingerprints"), [1]), "'fingerprints' is not a list of texts"),
        (changed(("resources", "wordnet"), None), "is null where a text was needed"),
        (changed(("extra",), 1), "unknown 'extra'"),
    ],
)
def test_a_damaged_model_is_refused_with_one_line(
    model: PerpModel, tmp_path: Path, change: Callable[[dict[str, Any]], None], message: str
) -> None:
    content, path = json.loads(json.dumps(model.to_dict())), tmp_path / "model.json"
    change(content)
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        PerpModel.read(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"9" * 10_000, "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[1, 2]", "a list where an object was needed"),
        (b'{"format": 1, "format": 1}', "'format' is there twice"),
        (b'{"format": "perp-model"}', "no 'format_version'"),
    ],
    ids=range(8),
)
def test_junk_is_refused_with_one_line(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "junk").write_bytes(data)
    with pytest.raises(InputError) as caught:
        PerpModel.read(tmp_path / "junk")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(InputError, match="larger than 64 MB"):
        PerpModel.read(tmp_path / "large")


def test_a_stream_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_DOCUMENT", 1 << 20)
    with pytest.raises(InputError, match="larger than 1 MB"):
        PerpModel.read("/dev/zero")


@pytest.mark.parametrize("name", ["absent.json", "."])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        PerpModel.read(tmp_path / name)


def test_a_place_that_cannot_be_written_to_is_named(model: PerpModel, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        model.save(tmp_path)


def test_a_scale_that_goes_down_is_refused(model: PerpModel) -> None:
    with pytest.raises(SettingError, match="the lower first"):
        PerpModel(model.weights, model.settings, model.training, model.tokenizer, scale=(5, 5))
