"""The rules of section 3, on pairs written by hand: each is decided by the rule that should, with the right label."""

from collections.abc import Callable
from pathlib import Path

import pytest

from perpend.entailment.quasi_learning import phrase_differences
from perpend.entailment.quasi_synonyms import QuasiSynonyms
from perpend.entailment.reasons import reasons
from perpend.entailment.recognizer import Entailment
from perpend.entailment.rules import Label, Rule, Rules
from perpend.text.sentence import Sentence

Parse = Callable[[str], Sentence]
Judge = Callable[[str, str], Entailment]

_LINES = Path(__file__).with_name("pairs.tsv").read_text(encoding="utf-8").splitlines()[1:]
PAIRS = [tuple(line.split("\t")) for line in _LINES]


def test_at_least_forty_pairs_cover_every_rule() -> None:
    assert len(PAIRS) >= 40
    assert {rule for rule, *_ in PAIRS} == set(map(str, Rule))


@pytest.mark.parametrize(("rule", "label", "text", "hypothesis"), PAIRS)
def test_the_rule_decides(judge: Judge, rule: str, label: str, text: str, hypothesis: str) -> None:
    judgment = judge(text, hypothesis)
    assert (judgment.rule, judgment.value) == (rule, label)


def test_relatedness_decides_where_no_pattern_applies(rules: Rules, parse: Parse) -> None:
    text, hypothesis = parse("A man is slicing bread"), parse("The moon is full")
    assert rules.decide(text, hypothesis, 3.9).label is Label.NEUTRAL
    assert rules.decide(text, hypothesis, 4.0).label is Label.ENTAILMENT


def test_entailment_goes_from_the_hyponym_to_the_hypernym_only(rules: Rules, judge: Judge, parse: Parse) -> None:
    boy, child = "A boy is climbing a tree", "A child is climbing a tree"
    assert judge(boy, child).value == Label.ENTAILMENT
    assert rules.decide(parse(child), parse(boy), 5.0).label is Label.NEUTRAL


@pytest.mark.parametrize(
    ("text", "hypothesis", "reason"),
    [
        (
            "A boy is running",
            "A child is running",
            "'child' is more general than 'boy' in the same slot (subject: A boy)",
        ),
        (
            "The gate is opening",
            "The gate is closing",
            "'closing' is an antonym of 'opening' in the same slot (verb: opening)",
        ),
        ("A man is eating", "A man is eating an apple", "nothing in the text says 'apple' (object)"),
        (
            "A man is playing a guitar",
            "There is no man playing a guitar",
            "the hypothesis denies by 'no' what the text says: play (subject: A man, object: a guitar)",
        ),
        ("A farmer is beating a donkey", "There is a farmer", "that there is 'a farmer' follows from 'A farmer'"),
    ],
)
def test_reasons_can_be_checked(judge: Judge, text: str, hypothesis: str, reason: str) -> None:
    assert reason in judge(text, hypothesis).reasons


def test_the_baseline_says_its_threshold(rules: Rules, parse: Parse) -> None:
    sides = parse("Rain"), parse("Snow")
    found = reasons(rules.decide(*sides, 4.5), *sides, 4.5, rules.threshold)
    assert found == ["no pattern applies; relatedness 4.50 is at least 4.00"]


def test_quasi_synonyms_may_stand_for_each_other(rules: Rules, parse: Parse) -> None:
    text, hypothesis = parse("A man is cutting an onion"), parse("A man is peeling an onion")
    assert rules.decide(text, hypothesis, 5.0).rule is Rule.SWITCH
    assert list(phrase_differences(rules, text, hypothesis)) == [("cut", "peel")]
    taught = Rules(rules.patterns, QuasiSynonyms({("cut", "peel"): 1}), 4.0)
    assert taught.decide(text, hypothesis, 1.0).label is Label.ENTAILMENT


def test_a_sentence_follows_from_itself(rules: Rules, parse: Parse) -> None:
    for _, _, text, _ in PAIRS:
        sentence = parse(text)
        assert rules.decide(sentence, sentence, 5.0).label is Label.ENTAILMENT, text


@pytest.mark.parametrize(
    ("text", "hypothesis", "reason"),
    [
        (
            "Mark was playing the piano.",
            "Mark was playing an instrument.",
            "both match the pattern play (subject: person",
        ),
        ("Grace drove a truck.", "Grace drove a vehicle.", "both match the pattern drive (subject: person"),
        ("Jordan Smith visited Paris.", "Jordan Smith visited Paris.", "both match the pattern visit (subject: person"),
    ],
)
def test_entity_labels_reach_the_patterns_that_users_run(judge: Judge, text: str, hypothesis: str, reason: str) -> None:
    """Names whose words WordNet has in other senses: by its entity label, Mark is a person and no grade."""
    assert any(line.startswith(reason) for line in judge(text, hypothesis).reasons)
