"""A model from training to file to answer, and what becomes of texts that are no sentences."""

from collections.abc import Callable
from pathlib import Path

import pytest

from perpend.entailment.model import EntailmentModel
from perpend.entailment.reading import read_labelled
from perpend.entailment.reasons import reasons
from perpend.entailment.rules import Label, Rule, Verdict
from perpend.entailment.training import train_entailment
from perpend.errors import FormatError, InputError, PerpendError
from perpend.text.sentence import Sentence

Labelled = tuple[list[tuple[str, str]], list[Label], list[float]]


def test_what_was_learned_is_answered(model: EntailmentModel) -> None:
    pairs = {
        ("A boy is lifting a stone", "A child is lifting a stone"): Label.ENTAILMENT,
        ("A woman is hiding a coin", "There is no woman hiding a coin"): Label.CONTRADICTION,
        ("A puppy is biting a shoe", "A puppy is crossing a river"): Label.NEUTRAL,
    }
    found = [answer.value for answer in model.explain_many(pairs)]
    assert found == list(pairs.values()) == model.predict(pairs).tolist()


def test_an_answer_has_its_reasons(model: EntailmentModel) -> None:
    facts = model.explain("A boy is lifting a stone", "A child is lifting a stone").to_dict()
    assert facts["patterns"]["rule"] == "hyponym"
    assert "'child' is more general than 'boy' in the same slot (subject: A boy)" in facts["reasons"]
    assert sum(facts["probabilities"].values()) == pytest.approx(1.0)
    assert facts["signature"].startswith("entailment:made/full/layer/")


def test_patterns_alone_give_no_probabilities(model: EntailmentModel) -> None:
    used = model.using(patterns_only=True)
    (answer,) = used.explain_many([("A boy runs", "A boy runs")])
    assert answer.probabilities is answer.probability is None
    assert answer.value == answer.rule_label == Label.ENTAILMENT
    assert used.predict([("A boy runs", "A boy runs")]).tolist() == ["ENTAILMENT"]
    assert answer.reasons


@pytest.mark.parametrize(
    ("text", "hypothesis", "reason"),
    [
        ("A cat sleeps.", "A cat sleeps", "every word of the hypothesis is in the text"),
        (
            "Two dogs are running",
            "Three dogs are running",
            "the verbs of the hypothesis and their slots are said by the text, but not the words 'Three'",
        ),
    ],
)
def test_where_no_slot_differs_the_reason_is_true_of_all_words(
    parse: Callable[[str], Sentence], text: str, hypothesis: str, reason: str
) -> None:
    """A verdict without comparisons, as if the patterns had not looked at the number."""
    same = Verdict(Label.ENTAILMENT, Rule.SAME)
    assert reasons(same, parse(text), parse(hypothesis), 5.0, 4.0) == [reason]


def test_a_changed_number_is_named(model: EntailmentModel) -> None:
    used = model.using(patterns_only=True)
    (answer,) = used.explain_many([("Two dogs are running", "Three dogs are running")])
    assert answer.value != Label.ENTAILMENT
    assert answer.reasons == ("'Three' is another word than 'Two' in the same slot (subject: Two)",)


def test_a_file_gives_the_same_answers(model: EntailmentModel, tmp_path: Path) -> None:
    path = tmp_path / "my.model"
    model.save(path)
    again = EntailmentModel.read(path)
    assert again.signature == model.signature
    pair = ("A horse is eating hay", "An animal is eating hay")
    assert again.explain(*pair) == model.explain(*pair)


def test_the_same_pairs_give_the_same_bytes(labelled: Labelled, model: EntailmentModel, tmp_path: Path) -> None:
    pairs, labels, relatedness = labelled
    again = train_entailment(pairs, labels, relatedness=relatedness, name="made")
    for name, one in (("first", model), ("second", again)):
        one.save(tmp_path / name)
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_a_damaged_file_is_refused(model: EntailmentModel, tmp_path: Path) -> None:
    path = tmp_path / "my.model"
    model.save(path)
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    path.write_bytes(data)
    with pytest.raises(PerpendError, match=r"my\.model"):
        EntailmentModel.read(path)


def test_a_model_knows_its_training_pairs(model: EntailmentModel, labelled: Labelled) -> None:
    text, hypothesis = labelled[0][0]
    assert model.training.has_seen(hypothesis, text)
    assert not model.training.has_seen("A new text", "A new hypothesis")


@pytest.mark.parametrize(
    ("text", "hypothesis"),
    [
        ("", ""),
        ("", "A boy is running"),
        ("A boy is running", ""),
        ("Red houses by the sea", "Houses"),
        ("?!", "..."),
        ("Ein Mann spielt Gitarre", "Ein Mensch spielt ein Instrument"),
        ("一个男人在弹吉他", "有人在演奏音乐"),
        ("\udcff\x00\x07", "\u202e"),
    ],
)
def test_texts_without_frames_have_an_answer(model: EntailmentModel, text: str, hypothesis: str) -> None:
    (answer,) = model.explain_many([(text, hypothesis)])
    assert Label(answer.value)
    assert answer.reasons
    assert 1.0 <= answer.relatedness <= 5.0


def test_no_pattern_applies_to_texts_without_a_verb(model: EntailmentModel) -> None:
    assert {one.rule for one in model.explain_many([("", ""), ("A red house", "A house")])} == {"baseline"}


def test_thousands_of_words_beside_a_sentence(model: EntailmentModel) -> None:
    long = "The boy is running in the park . " * 490
    assert Label(model.explain(long, "A boy is running").value)


def test_longer_texts_are_refused(model: EntailmentModel) -> None:
    with pytest.raises(InputError, match=r"^entail: a text of 10,002 words is too long"):
        model.explain("a b c " * 3_334, "A boy is running")
    with pytest.raises(InputError, match=r"^entail: two texts with 9,000,000 pairs"):
        model.explain("a boy runs " * 1000, "a boy runs " * 1000)


def test_too_few_pairs_of_a_label_are_refused() -> None:
    with pytest.raises(InputError, match="at least 10 pairs of each label"):
        train_entailment([("a", "b")], [Label.NEUTRAL])


def test_a_wrong_label_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("id\ttext1\ttext2\tentailment\n1\ta\tb\tNEUTRAL\n2\ta\tb\tMAYBE\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"3.*'MAYBE'.*ENTAILMENT"):
        read_labelled(path)
