"""Training of models of the kind inference, and what the shipped one has learned from."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from experiments.graded import pair_key, reported_pairs
from experiments.inference_pairs import HELD_OUT, read_inference
from perpend.entailment import everyday_training as training
from perpend.entailment.everyday_features import FEATURE_NAMES
from perpend.entailment.everyday_model import InferenceModel
from perpend.entailment.everyday_training import Labelled, train_inference, train_inference_of, weights_of
from perpend.errors import InputError
from perpend.evaluation.leaks import leaks
from perpend.learning.registry import card, load
from perpend.learning.trees import Growth
from perpend.similarity.likeness_model import Usual

pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")

USUAL = Usual(longest=30, known=0.9)
NAMES = ("CONTRADICTION", "ENTAILMENT", "NEUTRAL")


def labelled(count: int = 300, seed: int = 0, noise: float = 0.3) -> Labelled:
    """Rows whose first two features tell the label, of two sources."""
    random = np.random.default_rng(seed)
    rows = np.zeros((count, len(FEATURE_NAMES)))
    rows[:, :4] = random.normal(size=(count, 4))
    told = rows[:, :2] + noise * random.normal(size=(count, 2))
    labels = [NAMES[1] if one > 0 else NAMES[0] if two > 0 else NAMES[2] for one, two in told.tolist()]
    return Labelled(rows, labels, ["one", "two"] * (count // 2))


@pytest.fixture(autouse=True, scope="module")
def small() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "GROWTH", Growth(trees=20, leaves=5, fewest=5, share=1.0))
        yield


@pytest.fixture(scope="module")
def trained() -> InferenceModel:
    return train_inference_of([("a", "b")], USUAL, labelled(), name="mine")


def accuracy(model: InferenceModel, given: Labelled) -> float:
    found = model.decided(np.column_stack([stage.log_odds(given.rows) for stage in model.stages]))
    return float((np.array(model.labels)[found.probabilities.argmax(axis=1)] == given.labels).mean())  # type: ignore[union-attr]


def test_two_runs_give_the_same_bytes(trained: InferenceModel, tmp_path: Path) -> None:
    again = train_inference_of([("a", "b")], USUAL, labelled(), name="mine")
    trained.save(tmp_path / "one.model")
    again.save(tmp_path / "two.model")
    assert (tmp_path / "one.model").read_bytes() == (tmp_path / "two.model").read_bytes()
    read = InferenceModel.read(tmp_path / "one.model")
    assert read.identity == trained.identity
    assert accuracy(read, labelled(seed=7)) == accuracy(trained, labelled(seed=7)) > 0.7


def test_probabilities_are_as_probable_as_they_are_right(trained: InferenceModel) -> None:
    given = labelled(2000, seed=3)
    log_odds = np.column_stack([stage.log_odds(given.rows) for stage in trained.stages])
    chances = trained.decided(log_odds).probabilities
    assert chances is not None
    right = np.array(trained.labels)[chances.argmax(axis=1)] == np.array(given.labels)
    assert abs(float(chances.max(axis=1).mean()) - float(right.mean())) < 0.08


def test_made_pairs_count_as_much_as_all_others() -> None:
    given = labelled(100)
    given = replace(given, sources=["one"] * 40 + ["two"] * 20 + ["rule"] * 40)
    weights = weights_of(given, ["rule"])
    assert weights[:40].sum() == pytest.approx(np.sqrt(40))
    assert weights[40:60].sum() == pytest.approx(np.sqrt(20))
    assert weights[60:].sum() == pytest.approx(np.sqrt(40) + np.sqrt(20))


def test_pairs_of_which_less_is_known_teach_the_first_question_only() -> None:
    given = labelled(100)
    rough = [one if one == "ENTAILMENT" else "NOT_ENTAILMENT" for one in given.labels]
    (asked, follows), (told, against) = Labelled(given.rows, rough, given.sources).questions
    assert asked.all()
    assert follows.tolist() == [one == "ENTAILMENT" for one in given.labels]
    assert not told.any()
    assert not against.any()


def test_labels_that_say_what_the_start_says_change_nothing(trained: InferenceModel) -> None:
    given = labelled(60, seed=11)
    log_odds = np.column_stack([stage.log_odds(given.rows) for stage in trained.stages])
    same = [trained.labels[place] for place in trained.decided(log_odds).probabilities.argmax(axis=1)]  # type: ignore[union-attr]
    own = train_inference_of([("a", "b")], USUAL, Labelled(given.rows, same, given.sources), start=trained)
    assert accuracy(own, labelled(1000, seed=12)) > accuracy(trained, labelled(1000, seed=12)) - 0.02


@pytest.mark.parametrize("seed", range(4))
def test_fifty_labels_do_no_harm(trained: InferenceModel, seed: int) -> None:
    own = train_inference_of([("a", "b")], USUAL, labelled(50, seed=20 + seed), start=trained, seed=seed)
    assert all(stage.correction.trees is None for stage in own.stages)
    test = labelled(1000, seed=40)
    assert accuracy(own, test) > accuracy(trained, test) - 0.015


def test_many_labels_of_another_kind_are_learned_from(trained: InferenceModel) -> None:
    given, test = labelled(600, seed=30), labelled(1000, seed=31)
    turned = {"ENTAILMENT": "NEUTRAL", "NEUTRAL": "ENTAILMENT", "CONTRADICTION": "CONTRADICTION"}
    other, wanted = (replace(one, labels=[turned[label] for label in one.labels]) for one in (given, test))
    own = train_inference_of([("a", "b")], USUAL, other, start=trained)
    assert own.stages[0].correction.trees is not None
    assert accuracy(own, wanted) > accuracy(trained, wanted) + 0.2


def test_a_corrected_model_is_read_back(trained: InferenceModel, tmp_path: Path) -> None:
    given = labelled(600, seed=30)
    turned = [one if one != "ENTAILMENT" else "NEUTRAL" for one in given.labels]
    turned[:100] = ["ENTAILMENT" if one == "NEUTRAL" else one for one in turned[:100]]
    own = train_inference_of([("a", "b")], USUAL, Labelled(given.rows, turned, given.sources), start=trained)
    own.save(tmp_path / "own.model")
    read = InferenceModel.read(tmp_path / "own.model")
    for one, other in zip(own.stages, read.stages, strict=True):
        assert one.log_odds(given.rows).tolist() == other.log_odds(given.rows).tolist()


def test_labels_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="2 pairs and 1 labels: as many of both"):
        train_inference([("a", "b"), ("c", "d")], ["NEUTRAL"])
    with pytest.raises(InputError, match="label 'maybe': one of ENTAILMENT, NEUTRAL, CONTRADICTION, NOT_ENTAILMENT"):
        Labelled(np.zeros((1, 3)), ["maybe"], ["one"])
    rows = labelled(20)
    with pytest.raises(InputError, match="the labels are of one kind"):
        train_inference_of([("a", "b")], USUAL, replace(rows, labels=["NEUTRAL"] * 20))


def test_the_shipped_model_has_learned_from_no_reported_pair(mirror: Path) -> None:
    model = load("entail-everyday")
    sources = read_inference(mirror)
    known = [pair for one in sources if one.name != HELD_OUT for pair in one.pairs]
    assert len(leaks(model.training, known)) == len(known) < model.training.count
    reported = reported_pairs(mirror)
    assert not any(pair_key(*pair) in reported for pair in known)
    held_out = next(one for one in sources if one.name == HELD_OUT)
    assert leaks(model.training, held_out.pairs) == []


def test_the_card_names_data_terms_and_limits() -> None:
    text = card("entail-everyday")
    for needed in (load("entail-everyday").identity, "BY-SA", "BY-NC-SA", "C-UDA", "Not good for", "XNLI", "prior"):
        assert needed in text
