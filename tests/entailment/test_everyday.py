"""The default of `perpend entail`: what always holds of its answers, and pairs that it must answer right."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perpend
from perpend.batch.answering import answer_columns
from perpend.entailment.everyday import EverydayEntailment
from perpend.entailment.everyday_model import CERTAIN, UNDECIDED, Correction, InferenceModel
from perpend.entailment.finding_reasons import reason_of
from perpend.entailment.recognizer import entailing_model
from perpend.errors import InputError, SettingError
from perpend.features.annotated_pairs import annotate_pairs
from perpend.learning.registry import load
from perpend.text.annotate import Annotator

WORDS = (
    "the", "a", "every", "no", "dog", "poodle", "nurse", "baker", "not", "two", "nine", "barked", "slept", "forgot",
    "to", "may", "call", "red", "blue", "early", ",", ".",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)

FOLLOWS = [
    ("A poodle barked at the postman.", "A dog barked."),
    ("The young baker sold two cakes on Monday.", "The baker sold two cakes."),
    ("Every dog barked.", "Every poodle barked."),
    ("Olga is taller than Sam.", "Sam is shorter than Olga."),
    ("The nurse closed the window.", "The window was closed by the nurse."),
]
CONTRADICTS = [
    ("The shop is open.", "The shop is closed."),
    ("A man is sleeping on the sofa.", "No man is sleeping."),
    ("Tom forgot to call his mother.", "Tom called his mother."),
    ("She bought three apples.", "She bought five apples."),
    ("Every guest left.", "Some guest did not leave."),
]
NEUTRAL = [
    ("The council closed the old bridge in March.", "Wheat fell again."),
    ("Tom wanted to call his mother.", "Tom called his mother."),
    ("The baker sold two cakes.", "The baker sold two cakes on Monday."),
    ("My uncle plays the cello.", "The invoice was paid."),
]


MORE_SPECIFIC = [
    ("A dog is barking in the park.", "A poodle is barking in the park."),
    ("No poodle is barking in the park.", "No dog is barking in the park."),
    ("A child sang a song.", "A boy sang a song."),
    ("Every poodle is barking in the park.", "Every dog is barking in the park."),
]


def default() -> InferenceModel:
    found = entailing_model()
    assert isinstance(found, InferenceModel)
    return found


def asked(text: str, hypothesis: str, **options: Any) -> EverydayEntailment:
    found = perpend.entail(text, hypothesis, **options)
    assert isinstance(found, EverydayEntailment)
    return found


@pytest.mark.parametrize(("text", "hypothesis"), FOLLOWS)
def test_what_follows(text: str, hypothesis: str) -> None:
    assert asked(text, hypothesis).value == "ENTAILMENT"


@pytest.mark.parametrize(("text", "hypothesis"), CONTRADICTS)
def test_what_contradicts(text: str, hypothesis: str) -> None:
    assert asked(text, hypothesis).value == "CONTRADICTION"


@pytest.mark.parametrize(("text", "hypothesis"), NEUTRAL)
def test_what_is_neutral(text: str, hypothesis: str) -> None:
    assert asked(text, hypothesis).value == "NEUTRAL"


@pytest.mark.parametrize(("text", "hypothesis"), MORE_SPECIFIC)
def test_what_follows_one_way_does_not_follow_the_other(text: str, hypothesis: str) -> None:
    there, back = asked(text, hypothesis), asked(hypothesis, text)
    assert back.value == "ENTAILMENT"
    assert there.value != "ENTAILMENT"
    assert there.log_odds["follows"] < back.log_odds["follows"]


def test_what_speaks_for_the_answer_is_the_first_reason() -> None:
    assert asked(*FOLLOWS[0]).reasons[0] == "'poodle' is a kind of 'dog'"
    assert "'closed'" in asked(*CONTRADICTS[0]).reasons[0]


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS, st.floats(0.01, 0.99))
def test_sums_and_bounds(text: str, hypothesis: str, prior: float) -> None:
    model = default().using(prior=prior)
    found = model.explain(text, hypothesis)
    assert isinstance(found, EverydayEntailment)
    for question, log_odds in found.log_odds.items():
        parts = [one.points for one in found.contributions if one.question == question]
        assert sum(parts) == pytest.approx(log_odds, abs=1e-9)
    assert sum(found.probabilities.values()) == pytest.approx(1)
    assert max(found.probabilities.values()) == found.probability
    assert model.predict([(text, hypothesis)]).tolist() == [found.value]


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.floats(0.01, 0.99))
def test_a_text_follows_from_itself(text: str, prior: float) -> None:
    found = default().using(prior=prior).explain(text, text.upper())
    assert isinstance(found, EverydayEntailment)
    assert found.value == "ENTAILMENT"
    assert found.log_odds["follows"] >= CERTAIN - 1e-9


def test_unrelated_texts_are_neutral_never_contradictions() -> None:
    texts = [pair[0] for pair in (NEUTRAL[0], *NEUTRAL[2:], CONTRADICTS[0])] + [
        "Prices of wheat fell by 3 percent.",
        "It did not rain.",
    ]
    pairs = [(one, other) for one in texts for other in texts if not _share_a_word(one, other)]
    assert len(pairs) > 20
    assert set(default().predict(pairs)) == {"NEUTRAL"}


def _share_a_word(one: str, other: str) -> bool:
    words = [{word for word in text.lower().strip(".").split() if len(word) > 3} for text in (one, other)]
    return not words[0].isdisjoint(words[1])


def test_odd_texts() -> None:
    assert asked("", "").value == "ENTAILMENT"
    assert asked("The nurse left.", "").value == "ENTAILMENT"
    one = asked("", "The nurse left.", prior=0.99)
    assert (one.value, one.warnings) == ("NEUTRAL", ("the text has no word",))


def test_texts_unlike_the_training_data_are_warned_of() -> None:
    assert asked(*FOLLOWS[0]).warnings == ()
    (foreign,) = asked("The nurse left.", "Xyloba grumintha veldorr skrint.").warnings
    assert foreign == "most words of the hypothesis are no known English words"
    (long,) = asked("The nurse left. " * 200, "The nurse left.").warnings
    assert long.startswith("the text has 600 words, more than nearly all training texts (")


def test_reasons_are_those_that_a_check_proves() -> None:
    pairs = [*FOLLOWS, *CONTRADICTS, *NEUTRAL]
    model = default()
    for pair, read in zip(pairs, model.read_pairs(pairs), strict=True):
        proved = {reason_of(read.text, read.hypothesis, one) for one in read.findings}
        assert set(asked(*pair).reasons) <= proved


def test_less_sure_than_asked_for_is_undecided() -> None:
    sure = asked(*NEUTRAL[2])
    least = min(1.0, sure.probability + 0.001)
    found = asked(*NEUTRAL[2], least_confidence=least)
    assert (found.value, found.probability) == (UNDECIDED, sure.probability)
    assert found.headline.startswith("can't tell: CONTRADICTION 0.")
    model = load("entail-everyday", least_confidence=least)
    assert [*answer_columns(model).cells([NEUTRAL[2]])] == [(UNDECIDED, sure.probability)]


def test_a_prior_moves_what_follows() -> None:
    low, high = (asked(*NEUTRAL[1], prior=one) for one in (0.1, 0.9))
    assert high.log_odds["follows"] - low.log_odds["follows"] == pytest.approx(4.394449, abs=1e-5)
    assert high.log_odds["contradicts"] == low.log_odds["contradicts"]


@pytest.mark.parametrize("value", [0.0, 1.0, float("nan"), "half", True])
def test_a_prior_is_a_number_between(value: Any) -> None:
    with pytest.raises(SettingError, match=r"^a prior of .*: give a number from 0\.01 to 0\.99$"):
        asked("a", "b", prior=value)


def test_options_of_the_other_kind_are_refused() -> None:
    with pytest.raises(SettingError, match=r"^prior is for models of the kind inference, not "):
        perpend.entail("a", "b", "entail-sick", prior=0.5)
    with pytest.raises(SettingError, match=r"^patterns only is for models of the kind entailment, not "):
        perpend.entail("a", "b", "entail-everyday", patterns_only=True)
    with pytest.raises(SettingError, match="'inference' or 'entailment' was needed"):
        perpend.entail("a", "b", "everyday")


def test_the_paper_model_is_asked_by_name_or_by_its_option() -> None:
    assert entailing_model("entail-sick").kind == load(kind="entailment").kind == "entailment"
    assert entailing_model(patterns_only=True).kind == "entailment"
    assert entailing_model().training.name == "entail-everyday"


def test_a_tagger_of_ones_own_is_used(annotator: Annotator) -> None:
    own = default().using(annotator=annotator)
    assert own.predict(FOLLOWS[:2]).tolist() == default().predict(FOLLOWS[:2]).tolist()
    assert annotator.signature() in own.signature


def test_pages_and_terminals_show_both_texts() -> None:
    found = asked(*CONTRADICTS[0])
    page = found.to_html(page=True)
    assert "<title>Entailment: CONTRADICTION: the hypothesis contradicts the text" in page
    assert "follows: findings" in page
    assert found.signature in page
    assert re.match(
        r"CONTRADICTION: the hypothesis contradicts the text, with probability (0\.\d\d|1\.00)\n", str(found)
    )


def test_a_text_of_several_pairs_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    own = Annotator.annotate_many

    def counting(self: Annotator, texts: Any) -> Any:
        listed = list(texts)
        seen.extend(listed)
        return own(self, listed)

    monkeypatch.setattr(Annotator, "annotate_many", counting)
    pairs = [(FOLLOWS[0][0], hypothesis) for _, hypothesis in (*FOLLOWS, *NEUTRAL)]
    default().predict(pairs)
    assert len(seen) == len(set(seen)) == len({text for pair in pairs for text in pair})


def test_read_pairs_does_not_depend_on_the_order_of_pairs(annotator: Annotator) -> None:
    pairs = [*FOLLOWS, *NEUTRAL]
    model = default()
    assert model.probabilities(pairs)[::-1].tolist() == model.probabilities(pairs[::-1]).tolist()
    assert len(annotate_pairs(pairs, annotator)) == len(pairs)


def test_a_model_that_is_wrong_is_refused(tmp_path: Path) -> None:
    model = default()
    model.save(tmp_path / "mine.model")
    assert load(tmp_path / "mine.model").identity == model.identity
    stage = model.stages[0]
    for wrong in (
        {"names": ("colour", *model.names[1:])},
        {"names": model.names[1:]},
        {"learned": replace(model.learned, share=1.0)},
    ):
        with pytest.raises(InputError):
            replace(model, **wrong)
    for broken in ({"slope": 0.0}, {"slope": float("nan")}, {"offset": float("inf")}):
        with pytest.raises(InputError):
            replace(stage, **broken)
    for values in ((1.0, 0.0, 0.5, None), (1.0, 0.0, 0.0, stage.trees), (-1.0, 0.0, 0.0, None)):
        with pytest.raises(InputError):
            Correction(*values)
