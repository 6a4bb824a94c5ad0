"""Learning: the fast trainer is the plain one, bit for bit; and it learns."""

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

from perpend.errors import SettingError
from perpend.features.edits import CLASSES, FEATURES
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity import perceptron
from perpend.similarity._perceptron import Examples, check_features, feature_numbers
from perpend.similarity.pairs import EncodedPair, PairEncoder
from perpend.similarity.perceptron import initial_weights, learn, learn_plainly, predict_plainly

WORDS = [
    "the", "a", "cat", "cats", "dog", "walks", "walked", "big", "large", "car", "automobile", "begins", "takes",
    "take", "place", "early", "at", "beginning", ",", ".", "17", "4.9", "not", "never", "he", "him", "zorblax",
    "running", "runs", "quickly", "house", "home", "in", "on", "of",
]  # fmt: skip
PAIRS = "take place\tbegins\t0.4\nearly\tat the beginning\t0.2\nhouse\thome\t0.7\n"


def sentences(count: int, seed: int = 0) -> list[tuple[str, str]]:
    random = Random(seed)
    made = []
    for _ in range(count):
        first = [random.choice(WORDS) for _ in range(random.randrange(11))]
        second = [word if random.random() < 0.7 else random.choice(WORDS) for word in first]
        if random.random() < 0.4:
            cut = random.randrange(len(second) + 1)
            second = second[cut:] + second[:cut]
        made.append((" ".join(first), " ".join(second)))
    return made


@pytest.fixture(scope="module", params=["without phrases", "with phrases"])
def pairs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[EncodedPair]:
    table = None
    if request.param == "with phrases":
        folder = tmp_path_factory.mktemp("table")
        (folder / "pairs.tsv").write_text(PAIRS, encoding="utf-8")
        build_phrase_table(folder / "pairs.tsv", folder / "table", format="tsv")
        table = PhraseTable.open(folder / "table")
    encoder = PairEncoder(table)
    return [encoder.encode(*pair) for pair in sentences(40)]


def truth(count: int) -> list[float]:
    random = Random(1)
    return [5 * random.random() for _ in range(count)]


@pytest.mark.parametrize("rate", [0.01, 0.3])
def test_twins_learn_the_same_bits(pairs: list[EncodedPair], rate: float) -> None:
    costs = truth(len(pairs))
    plain = learn_plainly(pairs, costs, epochs=4, rate=rate, seed=3)
    fast = learn(pairs, costs, epochs=4, rate=rate, seed=3)
    assert plain.tobytes() == fast.tobytes()


def test_twins_see_the_same_features(pairs: list[EncodedPair]) -> None:
    random = np.random.default_rng(5)
    for _ in range(4):
        weights = initial_weights() + random.normal(0, 0.5, len(FEATURES))
        weights[FEATURES.index("Shift")] = 0.2
        plain = np.array([predict_plainly(pair, weights)[1] for pair in pairs])
        assert plain.tobytes() == Examples(pairs).feature_matrix(weights).tobytes()


def test_the_prediction_is_the_cost_of_the_alignment_plus_the_intercept(pairs: list[EncodedPair]) -> None:
    weights = learn(pairs, truth(len(pairs)), epochs=3)
    for pair in pairs:
        predicted, _ = predict_plainly(pair, weights)
        length = len(pair.hyp) + len(pair.ref)
        cost = pair.align(weights).cost / length if length else 0.0
        assert predicted == pytest.approx(weights[0] + cost, abs=1e-9)


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(pairs: list[EncodedPair]) -> None:
    costs = truth(len(pairs))
    first, again, other = (learn(pairs, costs, epochs=3, seed=seed).tobytes() for seed in (7, 7, 8))
    assert first == again != other


def test_error_falls_and_the_shift_weight_stays_up(pairs: list[EncodedPair]) -> None:
    costs = [5.0 * (pair.hyp != pair.ref) for pair in pairs]
    errors: list[float] = []
    weights = learn(pairs, costs, epochs=60, rate=0.1, progress=lambda _, error: errors.append(error))
    assert len(errors) == 60
    assert errors[-1] < 0.7 * errors[0]
    assert weights[FEATURES.index("Shift")] >= 0.01


def test_an_interrupt_keeps_the_average_so_far(pairs: list[EncodedPair]) -> None:
    def stop(epoch: int, _: float) -> None:
        if epoch == 2:
            raise KeyboardInterrupt

    costs = truth(len(pairs))
    kept = learn(pairs, costs, epochs=100, progress=stop)
    assert kept.tobytes() == learn(pairs, costs, epochs=2).tobytes()


def test_an_interrupt_within_an_epoch_leaves_that_epoch_out(
    pairs: list[EncodedPair], monkeypatch: pytest.MonkeyPatch
) -> None:
    costs = truth(len(pairs))
    two = learn(pairs, costs, epochs=2)

    class Interrupted:
        def __init__(self, pairs: list[EncodedPair]) -> None:
            self._examples, self._epochs, self.count = Examples(pairs), 0, len(pairs)

        def epoch(self, *arguments: Any) -> float:
            error, self._epochs = self._examples.epoch(*arguments), self._epochs + 1
            if self._epochs == 3:
                raise KeyboardInterrupt
            return error

    monkeypatch.setattr(perceptron, "Examples", Interrupted)
    assert learn(pairs, costs, epochs=9).tobytes() == two.tobytes()


def test_no_pairs_leave_the_initial_weights() -> None:
    assert learn([], [], epochs=3).tolist() == initial_weights().tolist()


@pytest.mark.parametrize("rate", [1e6, 1e300])
def test_learning_that_runs_away_is_an_error_and_no_crash(pairs: list[EncodedPair], rate: float) -> None:
    for teach in (learn, learn_plainly):
        with pytest.raises(SettingError, match="train again with a lower rate"):
            teach(pairs, truth(len(pairs)), epochs=50, rate=rate)


def test_compiled_code_numbers_the_features_as_listed() -> None:
    numbers = feature_numbers()
    assert [FEATURES[number] for number in numbers.values()] == list(numbers)
    assert [numbers[name] for name in FEATURES] == list(range(len(FEATURES)))
    check_features(FEATURES)


def test_features_in_another_order_or_number_are_refused() -> None:
    for k in range(len(FEATURES) - 1):
        swapped = [*FEATURES[:k], FEATURES[k + 1], FEATURES[k], *FEATURES[k + 2 :]]
        with pytest.raises(ImportError, match=f"differ in .*{FEATURES[k]}"):
            check_features(swapped)
    for others in (FEATURES[:-1], (*FEATURES, "Another"), (*FEATURES[:-1], "Another"), (*FEATURES, FEATURES[-1])):
        with pytest.raises(ImportError, match="differ in "):
            check_features(others)


def test_the_module_is_not_imported_with_features_in_another_order() -> None:
    code = (
        "from perpend.features import edits; edits.FEATURES = edits.FEATURES[::-1]; "
        "import perpend.similarity._perceptron"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    assert "ImportError: features of edits.py and of _feature_numbers.pxd differ in Intercept" in run.stderr


def test_word_classes_come_in_the_order_of_the_compiled_numbers() -> None:
    numbers = feature_numbers()
    for form in ("Insert-Delete-{}", "Sub-{}-Both", "Sub-{}-1only"):
        found = [numbers[form.format(name)] for name in CLASSES]
        assert found == list(range(found[0], found[0] + len(CLASSES)))
