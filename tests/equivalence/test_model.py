from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from perpend.equivalence.model import SCHEMA, ParaphraseModel
from perpend.equivalence.mt_features import information_of
from perpend.equivalence.vectors import FeatureSettings
from perpend.errors import PerpendError
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.learning.calibration import Calibration
from perpend.learning.kernel_classifier import Learned
from perpend.learning.kernel_machine import KernelMachine
from perpend.learning.provenance import Training, fingerprint
from perpend.learning.scaling import Scaling
from perpend.text.sentence import Sentence


@pytest.fixture
def model() -> ParaphraseModel:
    random = np.random.default_rng(0)
    counted = information_of([Sentence.tagged(["a", "b", "a"], ["DT", "NN", "DT"])])
    return ParaphraseModel(
        features="ALL",
        names=("WER", "PER"),
        settings=FeatureSettings("all", 0.5),
        scaling=Scaling(random.normal(size=2), random.uniform(0.1, 2, size=2)),
        machine=KernelMachine(
            random.normal(size=(4, 2)).astype(np.float32).astype(np.float64), random.normal(size=4), 0.1, 0.3
        ),
        calibration=Calibration(1.5),
        learned=Learned(4.0, 0.3, 5, 0, 0.75),
        training=Training("mine", 1, (fingerprint("The cat sat.", "A dog ran."),)),
        annotator="tiny:1",
        resources={"wordnet": "w"},
        information=counted,
    )


def arrays_of(file: ArrayFile) -> dict[str, np.ndarray]:
    names = ["mean", "spread", "vectors", "coefficients", *(f"ngrams {name}" for name in file.meta["ngrams"])]
    return {name: file[name] for name in names}


def test_a_model_is_read_back_bit_for_bit(model: ParaphraseModel, tmp_path: Path) -> None:
    path, again = tmp_path / "my.model", tmp_path / "again.model"
    model.save(path)
    found = ParaphraseModel.read(path)
    found.save(again)
    assert path.read_bytes() == again.read_bytes()
    assert found.identity == model.identity
    assert found.to_dict() == model.to_dict()
    rows = np.random.default_rng(1).normal(size=(50, 2))
    np.testing.assert_array_equal(found.decisions(rows), model.decisions(rows))
    assert found.information is not None
    assert found.information.weight(("a", "b")) == 1.0
    assert found.training.has_seen("a dog ran.", "the  cat sat.")


def test_a_model_without_ngrams_and_threshold(model: ParaphraseModel, tmp_path: Path) -> None:
    path = tmp_path / "my.model"
    replace(model, information=None, settings=FeatureSettings()).save(path)
    found = ParaphraseModel.read(path)
    assert found.information is None
    assert found.settings == FeatureSettings(threshold=None)


def test_scaled_rows_have_mean_0_and_spread_1() -> None:
    values = np.random.default_rng(2).normal(5.0, 3.0, size=(200, 3))
    values[:, 1] = 7.0
    rows = Scaling.of(values).rows(values)
    np.testing.assert_allclose(rows.mean(axis=0), 0.0, atol=1e-6)
    np.testing.assert_allclose(rows.std(axis=0), [1.0, 0.0, 1.0], atol=1e-6)


@pytest.mark.parametrize("place", [8, 60, -40])
def test_a_damaged_file_is_refused(model: ParaphraseModel, tmp_path: Path, place: int) -> None:
    path = tmp_path / "my.model"
    model.save(path)
    content = bytearray(path.read_bytes())
    content[place] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(PerpendError, match="train the model again, or name another"):
        ParaphraseModel.read(path)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("features", "none such", "unknown feature set"),
        ("names", ["WER"], "1 names of features"),
        ("stemming", "some", "unknown stemming"),
        ("threshold", "many", "a text where a number was needed"),
        ("gamma", None, "null where a number was needed"),
        ("calibration", {}, "no calibration 'slope'"),
        ("training", {"name": "x", "count": 1, "fingerprints": [3]}, "not a list of texts"),
        ("ngrams", ["words"], "no counts of n-grams"),
    ],
)
def test_a_header_from_a_stranger_is_checked(
    model: ParaphraseModel, tmp_path: Path, field: str, value: object, problem: str
) -> None:
    path, wrong = tmp_path / "my.model", tmp_path / "wrong.model"
    model.save(path)
    file = ArrayFile(path, kind="paraphrase-model", version=1, schema=SCHEMA)
    arrays = arrays_of(file)
    write_arrays(wrong, kind="paraphrase-model", version=1, arrays=arrays, meta=file.meta | {field: value})
    with pytest.raises(PerpendError, match=problem):
        ParaphraseModel.read(wrong)


@pytest.mark.parametrize(
    ("name", "array", "problem"),
    [
        ("vectors", np.zeros((3, 2), np.float32), "different lengths: 'coefficients'"),
        ("vectors", np.zeros(4, np.float32), "1 dimensions"),
        ("mean", np.array([np.nan, 0.0]), "not finite"),
        ("spread", np.array([0.0, 1.0]), "'spread' has a number that is not above 0"),
        ("mean", np.array([1, 2]), "'mean' of i8, f8 needed"),
        ("ngrams keys_2", np.array([3, 1, 2, 5, 6]), "different lengths"),
    ],
)
def test_arrays_from_a_stranger_are_checked(
    model: ParaphraseModel, tmp_path: Path, name: str, array: np.ndarray, problem: str
) -> None:
    path, wrong = tmp_path / "my.model", tmp_path / "wrong.model"
    model.save(path)
    file = ArrayFile(path, kind="paraphrase-model", version=1, schema=SCHEMA)
    arrays = arrays_of(file) | {name: array}
    write_arrays(wrong, kind="paraphrase-model", version=1, arrays=arrays, meta=file.meta)
    with pytest.raises(PerpendError, match=problem):
        ParaphraseModel.read(wrong)


def test_another_file_is_no_model(tmp_path: Path) -> None:
    (tmp_path / "my.json").write_text('{"format": "perp-model"}', encoding="utf-8")
    with pytest.raises(PerpendError, match="not an array file"):
        ParaphraseModel.read(tmp_path / "my.json")
