"""The default of `perpend paraphrase`: what always holds of its answers, and pairs that it must answer right."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import perpend
from perpend.batch.answering import answer_columns
from perpend.equivalence.everyday import Equivalence
from perpend.equivalence.everyday_model import CERTAIN, UNDECIDED, EquivalenceModel
from perpend.equivalence.recognizer import judging_model
from perpend.errors import InputError, SettingError
from perpend.evaluation.classification import auc
from perpend.evaluation.gold import Gold
from perpend.evaluation.systems import column_system, model_system
from perpend.learning.registry import load
from perpend.text.annotate import Annotator

WORDS = (
    "the",
    "a",
    "baker",
    "nurse",
    "paid",
    "thanked",
    "not",
    "two",
    "nine",
    "opened",
    "closed",
    "shop",
    "early",
    ",",
)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)

SAME = [
    ("The council closed the old bridge in March.", "In March, the council closed the old bridge."),
    ("A nurse thanked the baker.", "The baker was thanked by a nurse."),
    ("The physician bought a big car last week.", "The doctor bought a large car last week."),
    ("It isn't raining in Oslo.", "It is not raining in Oslo."),
    ("They sold 1,200,000 tickets.", "They sold 1.2 million tickets."),
]
OTHER = [
    ("The shop is open.", "The shop is closed."),
    ("The dog bit the man.", "The man bit the dog."),
    ("He left at 5.", "He left at 6."),
    ("The door is open.", "The door is not open."),
    ("The council closed the old bridge in March.", "The council did not close the old bridge in March."),
    ("The nurse thanked the old baker on Monday.", "The old baker thanked the nurse on Monday."),
    ("She waited nine hours for the last train.", "She waited two hours for the last train."),
    ("The factory cut its prices again this spring.", "The factory raised its prices again this spring."),
    ("The council closed the old bridge in March.", "Prices of wheat fell again."),
    ("The nurse thanked the baker.", "I don't know."),
]


def default() -> EquivalenceModel:
    found = judging_model()
    assert isinstance(found, EquivalenceModel)
    return found


def asked(text1: str, text2: str, **options: Any) -> Equivalence:
    found = perpend.paraphrase(text1, text2, **options)
    assert isinstance(found, Equivalence)
    return found


@pytest.mark.parametrize(("text1", "text2"), SAME)
def test_the_same_in_other_words(text1: str, text2: str) -> None:
    assert asked(text1, text2).value == "yes"


@pytest.mark.parametrize(("text1", "text2"), OTHER)
def test_another_meaning(text1: str, text2: str) -> None:
    assert asked(text1, text2).value == "no"


def test_what_contradicts_is_the_first_reason() -> None:
    assert [asked(*pair).reasons[0] for pair in OTHER[4:8]] == [
        "'not' in text 2 denies 'close'",
        "who thanked whom is swapped",
        "'nine hours' became 'two hours'",
        "'cut' and 'raised' are opposites",
    ]
    assert asked(*SAME[2]).reasons[0] in ("'physician' and 'doctor' are synonyms", "'big' and 'large' are synonyms")


@given(TEXTS, TEXTS, st.floats(0.01, 0.99))
def test_order_bounds_and_sums(text1: str, text2: str, prior: float) -> None:
    model = default().using(prior=prior)
    there, back = model.explain(text1, text2), model.explain(text2, text1)
    assert there.decision == back.decision
    assert there.value == back.value in ("yes", "no", UNDECIDED)
    assert sum(part.points for part in there.contributions) == pytest.approx(there.decision, abs=1e-9)
    assert 0.5 <= there.probability <= 1
    assert sum(there.probabilities.values()) == pytest.approx(1)
    assert there.decision <= model.explain(text1, text1).decision
    assert model.predict([(text1, text2)]).tolist() == [there.value]


@given(TEXTS, st.floats(0.01, 0.99))
def test_equal_texts_are_always_yes(text: str, prior: float) -> None:
    found = default().using(prior=prior).explain(text, text.upper())
    assert found.value == "yes"
    assert found.decision >= CERTAIN


@given(TEXTS, TEXTS)
def test_a_higher_prior_adds_its_log_odds(text1: str, text2: str) -> None:
    low, high = (default().using(prior=one).explain(text1, text2) for one in (0.2, 0.8))
    if low.comparison.value < low.comparison.base:
        assert high.decision - low.decision == pytest.approx(2 * np.log(4.0))
    else:
        assert high.decision >= low.decision


def test_odd_texts() -> None:
    assert (asked("", "").value, asked("", "").reasons) == ("yes", ("neither text has a word",))
    one = asked("", "The nurse left.", prior=0.99)
    assert (one.value, one.reasons) == ("no", ("text 1 is empty",))
    assert asked("I don't know.", "I don't know.").value == "yes"
    assert asked("I don't know.", "The bridge was closed in March.", prior=0.9).value == "no"
    assert asked("...", "!!!").value == "no"
    assert asked("", "a").warnings


def test_unrelated_texts_are_never_yes() -> None:
    model = load("paraphrase-everyday", prior=0.9)
    sides = [text for pair in SAME[:4] for text in pair[:1]] + ["Wheat fell by 3 percent.", "My uncle plays the cello."]
    pairs = [(one, other) for one in sides for other in sides if one != other]
    assert set(model.predict(pairs)) == {"no"}


def test_less_sure_than_asked_for_is_undecided() -> None:
    sure = asked(*SAME[1])
    assert sure.value == "yes"
    least = min(1.0, sure.probability + 0.01)
    found = asked(*SAME[1], least_confidence=least)
    assert (found.value, found.probability, found.decision) == (UNDECIDED, sure.probability, sure.decision)
    assert found.headline.startswith("can't tell whether the texts mean the same: yes has probability 0.")
    assert found.to_dict()["value"] == UNDECIDED
    model = load("paraphrase-everyday", least_confidence=least)
    assert [*answer_columns(model).cells([SAME[1]])] == [(UNDECIDED, sure.probability)]


def test_evaluation_takes_the_more_probable_answer_of_the_undecided() -> None:
    pairs, gold = [*SAME, *OTHER], Gold.of(["yes"] * len(SAME) + ["no"] * len(OTHER))
    never, often = (load("paraphrase-everyday", least_confidence=one) for one in (0.5, 1.0))
    assert UNDECIDED in often.predict(pairs).tolist()
    systems = [model_system(str(k), model, pairs, gold) for k, model in enumerate((never, often))]
    assert systems[0].answers.tolist() == systems[1].answers.tolist() == gold.values.tolist()
    with pytest.raises(InputError, match='given:2: them says "can\'t tell": answer with --least-confidence'):
        column_system("them", ["yes", "can't tell", "no"], Gold.of(["yes", "no", "no"]), "given")


@pytest.mark.parametrize("value", [0.0, 1.0, 2, float("nan"), "half", True])
def test_a_prior_is_a_number_between(value: Any) -> None:
    with pytest.raises(SettingError, match=r"^a prior of .*: give a number from 0\.01 to 0\.99$"):
        asked("a", "b", prior=value)


def test_options_of_the_other_kind_are_refused() -> None:
    with pytest.raises(SettingError, match=r"^annotator \(--pipeline\) is for models of the kind paraphrase, not para"):
        perpend.paraphrase("a", "b", annotator=Annotator("perpend"))
    with pytest.raises(SettingError, match=r"^prior is for models of the kind equivalence, not msrp-train/"):
        perpend.paraphrase("a", "b", "paraphrase-msrp", prior=0.5)
    with pytest.raises(SettingError, match="'equivalence' or 'paraphrase' was needed"):
        perpend.paraphrase("a", "b", "everyday")


def test_the_paper_model_is_asked_by_name() -> None:
    assert judging_model("paraphrase-msrp").kind == load(kind="paraphrase").kind == "paraphrase"
    assert judging_model().training.name == "paraphrase-everyday"


def test_pages_and_terminals_show_both_texts() -> None:
    found = asked(*OTHER[7])
    page = found.to_html(page=True)
    assert "<title>Paraphrase: no: the texts do not mean the same" in page
    assert "opposite: &#x27;cut&#x27; - &#x27;raised&#x27;" in page
    assert found.signature in page
    assert re.match(r"no: the texts do not mean the same, with probability (0\.\d\d|1\.00)\n", str(found))
    assert "cut{!1}" in str(found)


def test_a_model_that_is_wrong_is_refused(tmp_path: Path) -> None:
    model = default()
    model.save(tmp_path / "mine.model")
    assert load(tmp_path / "mine.model").identity == model.identity
    for wrong in (
        {"names": ("colour", *model.names[1:])},
        {"names": model.names[1:]},
        {"penalties": {}},
        {"equal": -1.0},
        {"equal": float("nan")},
    ):
        with pytest.raises(InputError):
            replace(model, **wrong)


# -------------------- texts unlike the training data


LONG_TEXT = "The clerk read the letter aloud and put it back into the drawer. " * 8


@pytest.mark.parametrize(
    ("text1", "text2", "warning"),
    [
        (LONG_TEXT, "The clerk read the letter.", "text 1 has 104 words, more than nearly all training texts"),
        ("The clerk read the letter.", LONG_TEXT, "text 2 has 104 words, more than nearly all training texts"),
        ("Il gatto dorme sulla sedia rossa.", "The cat sleeps.", "most words of text 1 are no known English words"),
        ("Der Hund schläft auf dem Sofa.", "The dog sleeps.", "most words of text 1 are no known English words"),
        ("The cat sleeps.", "Zorblax quirmed the flonk.", "most words of text 2 are no known English words"),
        ("", "The cat sleeps.", "text 1 has no word"),
        ("...", "The cat sleeps.", "text 1 has no word"),
    ],
)
def test_texts_unlike_the_training_data_are_warned_of(text1: str, text2: str, warning: str) -> None:
    found = asked(text1, text2)
    assert any(one.startswith(warning) for one in found.warnings), found.warnings
    assert any(one.startswith(warning) for one in found.to_dict()["warnings"])


def test_usual_texts_are_not_warned_of() -> None:
    assert asked("The clerk read the letter.", "The letter was read by the clerk.").warnings == ()


# -------------------- swapped words


def test_swapped_words_are_told_from_words_in_another_order() -> None:
    """Sentences of our own, made by rule: two words exchanged, or phrases and clauses put elsewhere."""
    path = Path(__file__).with_name("swapped_words.tsv")
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(rows) >= 190
    truth = np.array([gold == "1" for gold, _, _ in rows])
    model = load("paraphrase-everyday")
    assert isinstance(model, EquivalenceModel)
    yes = model.probabilities([(one, other) for _, one, other in rows])[:, 1]
    assert auc(yes, truth.astype(np.float64)) >= 0.85
    assert ((yes >= 0.5)[truth].mean() + (yes < 0.5)[~truth].mean()) / 2 >= 0.85
