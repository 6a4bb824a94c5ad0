"""PerpRegressor is PERP, to the last bit, and a good citizen of scikit-learn."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone, is_regressor
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import estimator_checks, get_tags

from perpend.errors import InputError, SettingError
from perpend.features.edits import FEATURES
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity import estimator
from perpend.similarity.estimator import PerpRegressor
from perpend.similarity.model import PerpModel
from perpend.similarity.training import train_perp

PAIRS = [
    ("The doctor left at noon.", "At noon the physician left."),
    ("A man plays a guitar.", "A man is playing a guitar."),
    ("She bought 3 apples.", "She bought 4 pears."),
    ("The cats slept.", "A cat was asleep."),
    ("Two dogs ran.", "A woman sang."),
    ("It did not rain.", "It rained."),
    ("They met at noon.", "They met at midday."),
    ("The train was late.", "Red apples fall from trees."),
]
Y = [4.6, 4.9, 2.0, 3.5, 0.0, 1.5, 4.8, 0.0]
QUICK = {"epochs": 20, "rate": 0.1}


@pytest.fixture(scope="module")
def fitted() -> PerpRegressor:
    return PerpRegressor(**QUICK, seed=3).fit(PAIRS, Y)


def test_it_is_train_perp_and_its_model(fitted: PerpRegressor) -> None:
    model = train_perp(PAIRS, Y, **QUICK, seed=3)  # type: ignore[arg-type]
    assert fitted.model_ == model
    assert fitted.predict(PAIRS).tolist() == [score.value for score in model.explain_many(PAIRS)]
    raw = fitted.set_params(clip=False).predict(PAIRS).tolist()
    fitted.set_params(clip=True)
    assert raw == [score.raw for score in model.explain_many(PAIRS)]


def test_symmetric_predictions_do_not_mind_the_order(fitted: PerpRegressor) -> None:
    both = clone(fitted).set_params(symmetric=True, clip=False).fit(PAIRS, Y)
    turned = [(text2, text1) for text1, text2 in PAIRS]
    assert both.predict(PAIRS) == pytest.approx(both.predict(turned), abs=1e-12)
    assert both.transform(PAIRS) == pytest.approx(both.transform(turned), abs=1e-12)
    assert both.explain(PAIRS[0]).symmetric


@pytest.mark.parametrize("symmetric", [False, True])
def test_the_features_times_the_weights_are_the_prediction(symmetric: bool) -> None:
    found = PerpRegressor(**QUICK, symmetric=symmetric, clip=False).fit(PAIRS, Y)
    features = found.transform(PAIRS)
    assert features.shape == (len(PAIRS), len(FEATURES))
    assert 5 - features @ found.model_.weight_array == pytest.approx(found.predict(PAIRS), abs=1e-12)
    assert found.get_feature_names_out().tolist() == list(FEATURES)
    assert found.transform([]).shape == (0, len(FEATURES))


def test_a_score_explains_a_prediction(fitted: PerpRegressor) -> None:
    score = fitted.explain(PAIRS[2])
    assert score.value == fitted.predict([PAIRS[2]])[0]
    assert score.base + sum(one.points for one in score.contributions) == pytest.approx(score.raw, abs=1e-9)


def test_pairs_may_be_tuples_arrays_or_a_data_frame(fitted: PerpRegressor) -> None:
    frame = pd.DataFrame(PAIRS, columns=["one", "other"])
    expected = fitted.predict(PAIRS).tolist()
    for same in (tuple(PAIRS), np.array(PAIRS, dtype=object), np.array(PAIRS), frame, [list(pair) for pair in PAIRS]):
        assert fitted.predict(same).tolist() == expected
        assert PerpRegressor(**QUICK, seed=3).fit(same, np.array(Y)).model_ == fitted.model_
    assert PerpRegressor(**QUICK, seed=3).fit(frame, pd.Series(Y)).model_ == fitted.model_
    assert PerpRegressor(**QUICK, seed=3).fit(PAIRS, np.array(Y)[:, None]).model_ == fitted.model_


def test_columns_in_another_order_are_refused() -> None:
    frame = pd.DataFrame(PAIRS, columns=["one", "other"])
    found = PerpRegressor(**QUICK).fit(frame, Y)
    assert found.feature_names_in_.tolist() == ["one", "other"]
    assert found.n_features_in_ == 2
    with pytest.raises(InputError, match="fitted on one, other"):
        found.predict(frame[["other", "one"]])
    assert not hasattr(found.fit(PAIRS, Y), "feature_names_in_")


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ("two texts", "pairs are a str"),
        (None, "pairs are a NoneType"),
        (["ab", "cd"], "pair 1 is 'ab'"),
        ([("a", "b"), ("a", "b", "c")], "pair 2 is"),
        ([("a", None)], "two texts are needed"),
        ([("a", float("nan"))], "two texts are needed"),
        (np.zeros((3, 2)), "pair 1 is"),
        ([("word " * 1200, "word " * 1200)], "too long"),
    ],
)
def test_what_is_no_pair_is_refused(fitted: PerpRegressor, pairs: object, message: str) -> None:
    for use in (fitted.predict, fitted.transform, lambda these: PerpRegressor().fit(these, [1.0])):
        with pytest.raises(InputError, match=message):
            use(pairs)


@pytest.mark.parametrize(
    ("settings", "y", "message"),
    [
        ({}, Y[:-1], "8 pairs and 7 labels"),
        ({}, ["much"] * 8, "no numbers"),
        ({}, np.zeros((8, 2)), "shape"),
        ({}, [float("nan")] * 8, "not on the scale"),
        ({"scale": (0.0, 1.0)}, Y, "not on the scale 0 to 1"),
        ({"tokenizer": "pen"}, Y, "known: penn, terp"),
        ({"epochs": 0}, Y, "at least one epoch"),
        ({"rate": 1e9}, Y, "a lower rate"),
    ],
)
def test_impossible_settings_and_labels_are_refused(settings: dict[str, object], y: object, message: str) -> None:
    with pytest.raises((InputError, SettingError), match=message):
        PerpRegressor(**settings).fit(PAIRS, y)


def test_before_fit_it_says_so() -> None:
    for use in (PerpRegressor().predict, PerpRegressor().transform):
        with pytest.raises(NotFittedError):
            use(PAIRS)
    with pytest.raises(NotFittedError):
        PerpRegressor().explain(PAIRS[0])


def test_an_interrupt_ends_the_search_and_not_one_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimator, "train_perp", lambda *_, **__: train_perp(PAIRS, Y, epochs=3))
    with pytest.raises(KeyboardInterrupt):
        PerpRegressor(epochs=4).fit(PAIRS, Y)


def test_the_tokenizer_and_the_scale_reach_the_model() -> None:
    found = PerpRegressor(**QUICK, tokenizer="penn", scale=(0, 10)).fit(PAIRS, Y)
    assert found.model_.tokenizer.startswith("penn")
    assert found.model_.scale == (0.0, 10.0)
    assert len(found.predict(PAIRS)) == len(PAIRS)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("table")
    (folder / "phrases.tsv").write_text("take place\toccur\t0.5\n", encoding="utf-8")
    build_phrase_table(folder / "phrases.tsv", folder / "table", format="tsv")
    return folder / "table"


def test_phrases_are_a_path_and_go_to_other_processes(table: Path) -> None:
    found = PerpRegressor(**QUICK, phrases=table).fit(PAIRS, Y)
    opened = PhraseTable.open(table)
    assert found.model_ == train_perp(PAIRS, Y, **QUICK, phrases=opened)  # type: ignore[arg-type]
    pair = ("They occur today.", "They take place today.")
    assert found.explain(pair) == found.model_.using(phrase_table=opened).explain(*pair)
    alone = cross_val_score(found, PAIRS, Y, cv=2, scoring="neg_mean_squared_error")
    shared = cross_val_score(found, PAIRS, Y, cv=2, scoring="neg_mean_squared_error", n_jobs=2)
    assert alone.tolist() == shared.tolist()
    with pytest.raises(InputError, match="give its path"):
        PerpRegressor(phrases=PhraseTable.open(table)).fit(PAIRS, Y)


def test_it_copies_to_other_processes_after_use(fitted: PerpRegressor) -> None:
    fitted.predict(PAIRS)
    state = fitted.__getstate__()
    assert "_scorer" in fitted.__dict__
    assert "_scorer" not in state
    copied = PerpRegressor.__new__(PerpRegressor)
    copied.__setstate__(state)
    assert copied.predict(PAIRS).tolist() == fitted.predict(PAIRS).tolist()


def test_a_grid_search_finds_the_better_rate() -> None:
    search = GridSearchCV(
        PerpRegressor(epochs=10), {"rate": [1e-9, 0.1]}, cv=2, scoring="neg_mean_squared_error", n_jobs=2
    ).fit(PAIRS * 2, Y * 2)
    assert search.best_params_ == {"rate": 0.1}
    assert search.best_estimator_.model_ == train_perp(PAIRS * 2, Y * 2, epochs=10, rate=0.1)


def test_it_ends_a_pipeline_and_stands_within_one() -> None:
    last = make_pipeline("passthrough", PerpRegressor(**QUICK)).fit(PAIRS, Y)
    assert last.predict(PAIRS).tolist() == PerpRegressor(**QUICK).fit(PAIRS, Y).predict(PAIRS).tolist()
    within = make_pipeline(
        FeatureUnion([("one", PerpRegressor(**QUICK)), ("both", PerpRegressor(**QUICK, symmetric=True))]),
        StandardScaler(),
        Ridge(),
    ).fit(PAIRS, Y)
    assert within.score(PAIRS, Y) > 0.5
    assert within[:-1].get_feature_names_out()[:2].tolist() == ["one__Intercept", "one__Stemming"]
    frame = PerpRegressor(**QUICK).set_output(transform="pandas").fit_transform(PAIRS, Y)
    assert list(frame.columns) == list(FEATURES)


def test_its_model_is_one_for_the_command_line(fitted: PerpRegressor, tmp_path: Path) -> None:
    fitted.model_.save(tmp_path / "model.json")
    assert PerpModel.read(tmp_path / "model.json") == fitted.model_


def test_it_says_what_it_is() -> None:
    tags = get_tags(PerpRegressor())
    assert tags.input_tags.string
    assert tags.target_tags.required
    assert tags.transformer_tags is not None
    assert is_regressor(PerpRegressor())


@pytest.mark.parametrize(
    "check",
    [
        "check_estimator_cloneable",
        "check_estimator_repr",
        "check_get_params_invariance",
        "check_no_attributes_set_in_init",
        "check_parameters_default_constructible",
        "check_set_params",
        "check_valid_tag_types",
        "check_mixin_order",
    ],
)
def test_it_passes_the_checks_of_scikit_learn_that_bring_no_numbers_as_data(check: str) -> None:
    getattr(estimator_checks, check)("PerpRegressor", PerpRegressor())


def test_without_scikit_learn_one_line_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['sklearn'] = sys.modules['sklearn.base'] = None\n"
        "from perpend.errors import PerpendError\n"
        "from perpend.similarity.estimator import *\n"
        "try:\n    PerpRegressor(epochs=3)\n"
        "except PerpendError as error:\n    print(error)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == "PerpRegressor needs the package scikit-learn: pip install 'perpend[learn]'\n"
