"""The rules of section 3, on pairs written by hand: each is decided by the rule that should, with the right label."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from perpend.entailment.frames import frames_of
from perpend.entailment.patterns import Pattern, Patterns
from perpend.entailment.quasi_learning import phrase_differences
from perpend.entailment.quasi_synonyms import QuasiSynonyms
from perpend.entailment.reasons import reasons
from perpend.entailment.recognizer import Entailment
from perpend.entailment.rules import PAPER, PAPER_PLUS, WEIGHED, Label, Reading, Rule, Rules
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


def test_by_the_paper_no_pattern_means_no_rule(parse: Parse) -> None:
    text, hypothesis = parse("A boy is climbing a tree"), parse("A child is climbing a tree")
    climbing = Patterns({"climb": (Pattern("climb", (("subject", ("person.n.01",)), ("object", ("plant.n.02",)))),)})
    with_it, without = (Rules(patterns, QuasiSynonyms(), 4.0, PAPER) for patterns in (climbing, Patterns({})))
    assert with_it.decide(text, hypothesis, 1.0).rule is Rule.HYPONYM
    assert without.decide(text, hypothesis, 1.0).rule is Rule.BASELINE


def test_by_the_paper_modifiers_are_not_compared(parse: Parse) -> None:
    text, hypothesis = parse("A boy is riding a red bicycle"), parse("A boy is riding a blue bicycle")
    reading = replace(PAPER, matched=False)
    assert Rules(Patterns({}), QuasiSynonyms(), 4.0, reading).decide(text, hypothesis, 1.0).rule is Rule.SAME
    assert Rules(Patterns({}), QuasiSynonyms(), 4.0, PAPER_PLUS).decide(text, hypothesis, 1.0).rule is Rule.SWITCH


def test_by_the_paper_a_more_special_word_is_not_switched(parse: Parse) -> None:
    text, hypothesis = parse("A child is climbing a tree"), parse("A boy is climbing a tree")
    for reading, rule in ((PAPER_PLUS, Rule.BASELINE), (Reading(), Rule.SWITCH)):
        assert Rules(Patterns.shipped(), QuasiSynonyms(), 4.0, reading).decide(text, hypothesis, 5.0).rule is rule


def test_relatedness_decides_about_one_replaced_word_if_it_is_weighed(parse: Parse) -> None:
    text, hypothesis = parse("A man is cutting an onion"), parse("A man is peeling an onion")
    rules = Rules(Patterns.shipped(), QuasiSynonyms(), 4.0, WEIGHED)
    verdict = rules.decide(text, hypothesis, 4.5)
    assert verdict.label is Label.ENTAILMENT
    assert reasons(verdict, text, hypothesis, 4.5, 4.0) == [
        "little is replaced or added, so relatedness decides: 4.50 is at least 4.00",
        "'peeling' is another word than 'cutting' in the same slot (verb: cutting)",
    ]
    assert rules.decide(text, hypothesis, 3.5).rule is Rule.SWITCH
    two = parse("A boy is cutting a rope"), parse("A girl is cutting a cake")
    assert rules.decide(*two, 4.5).rule is Rule.SWITCH


def test_a_pattern_limits_the_senses_of_words(parse: Parse) -> None:
    text, hypothesis = parse("A man is eating a chicken"), parse("A man is eating a bird")
    food = Patterns({"eat": (Pattern("eat", (("subject", ("person.n.01",)), ("object", ("food.n.02",)))),)})
    plain, limited = (Rules(one, QuasiSynonyms(), 4.0) for one in (Patterns({}), food))
    assert plain.decide(text, hypothesis, 1.0).rule is Rule.HYPONYM
    assert limited.patterns.shared(text, frames_of(text)[0], hypothesis, frames_of(hypothesis)[0]) is not None


def test_words_of_a_denial_that_are_all_said_contradict_whatever_the_parse(parse: Parse) -> None:
    text, hypothesis = parse("A cold cyclist is celebrating"), parse("There is no cold cyclist celebrating")
    found = Rules(Patterns.shipped(), QuasiSynonyms(), 4.0).decide(text, hypothesis, 1.0)
    assert (found.label, found.rule) == (Label.CONTRADICTION, Rule.EXISTENTIAL)
    assert reasons(found, text, hypothesis, 1.0, 4.0) == [
        "the hypothesis denies something, and the text has its words, or words that imply or resemble them"
    ]
