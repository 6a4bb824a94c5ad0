"""Reasons are true: golden ones on sentences of our own, and on sentences with known edits."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perpend
from perpend.lexicon.opposites import are_exclusive, are_opposite
from perpend.lexicon.word_relations import compared_form, facts_of, relation_of
from perpend.similarity.likeness import Likeness
from perpend.similarity.likeness_words import third_person

GOLDEN = [
    line.split("\t")
    for line in Path(__file__).with_name("likeness_reasons.tsv").read_text(encoding="utf-8").splitlines()[1:]
]
WHO = ("nurse", "farmer", "pilot", "teacher", "dog")
DID = ("thanked", "saw", "pushed", "painted")
WHAT = ("the old fence", "a small boat", "two boxes", "the kitchen door")
WHEN = ("on Monday", "in the morning", "before lunch", "near the river")
ADDED = ("free of charge", "with great care", "again", "by the harbour", "twelve times")
SENTENCE = st.tuples(st.sampled_from(WHO), st.sampled_from(DID), st.sampled_from(WHAT), st.sampled_from(WHEN))
WORDS = (
    "dog cat car automobile buy bought purchased open closed red blue two nine big huge animal Greek Greece not the a"
)
SWAPPED = ("whom is swapped", "have changed places")
ANY = st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join)


def asked(text1: str, text2: str) -> Likeness:
    found = perpend.score(text1, text2)
    assert isinstance(found, Likeness)
    return found


def written(parts: tuple[str, ...]) -> str:
    return f"The {' '.join(parts)}."


@pytest.mark.parametrize(("text1", "text2", "reason"), GOLDEN, ids=[" | ".join(row[:2]) for row in GOLDEN])
def test_golden_reasons(text1: str, text2: str, reason: str) -> None:
    told = asked(text1, text2).reasons
    wanted = SWAPPED if reason == "?swap" else (reason,)
    assert any(one in sentence for one in wanted for sentence in told), told


@pytest.mark.parametrize(("text1", "text2", "reason"), GOLDEN, ids=[" | ".join(row[:2]) for row in GOLDEN])
def test_golden_reasons_are_true(text1: str, text2: str, reason: str) -> None:
    check(asked(text1, text2))
    check(asked(text2, text1))


def test_there_are_enough_golden_pairs() -> None:
    assert len(GOLDEN) >= 40


@pytest.mark.parametrize(
    ("text1", "text2"),
    [
        ("The door is not open.", "The door is closed."),
        ("The lid is closed.", "The lid is not open."),
        ("He did not fail to call.", "He called."),
    ],
)
def test_changes_that_cancel_are_not_named(text1: str, text2: str) -> None:
    told = " ".join(asked(text1, text2).reasons)
    assert "denies" not in told
    assert "opposites" not in told
    assert not re.search(r"(says|counterpart of|has) '[^']*(not|open|closed|fail)", told)


def test_numbers_that_do_not_correspond_did_not_become_each_other() -> None:
    reasons = asked("12 people came on May 3.", "Yesterday we counted 40 boxes in store 7.").reasons
    assert not any("became" in one for one in reasons)


@pytest.mark.parametrize(
    ("text1", "text2", "expected"),
    [
        ("The Seine flows through the north.", "The Rhone flows through the north.", "'Seine' became 'Rhone'"),
        ("The liver lies low in the body.", "The lung lies low in the body.", "'liver' became 'lung'"),
    ],
)
def test_what_took_the_place_of_another_is_no_opposite(text1: str, text2: str, expected: str) -> None:
    assert asked(text1, text2).reasons[0] == expected


def test_the_one_that_costs_most_comes_first() -> None:
    found = asked("The pump works well in winter.", "The pump never works well in winter at night.")
    assert found.reasons[0] == "'never' in text 2 denies " + found.reasons[0].split("denies ")[1]
    assert found.reasons[-1].startswith("as a whole")


# -------------------- known edits


@settings(max_examples=40, deadline=None)
@given(SENTENCE, st.sampled_from(ADDED))
def test_what_was_added_is_named_and_nothing_else(parts: tuple[str, ...], added: str) -> None:
    found = asked(written(parts), written((*parts, added)))
    alone = [one for one in found.reasons if one.startswith(("nothing in", "text 1 has no", "only text"))]
    assert not any("text 2" in one.split("'")[0].replace("only text 2", "") for one in alone)
    for one in alone:
        assert set(one.split("'")[1].split()) <= set(added.split())
    check(found)


@settings(max_examples=40, deadline=None)
@given(SENTENCE, st.integers(0, 2), st.data())
def test_a_replaced_word_is_the_only_one_named(parts: tuple[str, ...], place: int, data: st.DataObject) -> None:
    choices = (WHO, DID, WHAT)[place]
    new = data.draw(st.sampled_from([one for one in choices if one != parts[place]]))
    changed = (*parts[:place], new, *parts[place + 1 :])
    found = asked(written(parts), written(changed))
    named = {word for one in found.reasons for quoted in re.findall(r"'([^']*)'", one) for word in quoted.split()}
    assert named <= {*parts[place].split(), *new.split(), "the", "The"}
    check(found)


@settings(max_examples=60, deadline=None)
@given(ANY, ANY)
def test_reasons_about_any_words_are_true(text1: str, text2: str) -> None:
    check(asked(text1, text2))


# -------------------- what each form of a reason claims


def check(found: Likeness) -> None:
    """Every reason of a likeness is checked against the texts and the lexicon alone."""
    for reason in found.reasons:
        quoted = re.findall(r"'((?:[^']|'(?=\w))*)'(?=\W|$)", reason)
        for words in quoted:
            assert is_in(words, found.tokens1) or is_in(words, found.tokens2), reason
        for claim in claims(reason, quoted, found):
            assert claim, (reason, found.tokens1, found.tokens2)


def claims(reason: str, quoted: list[str], found: Likeness) -> Iterator[bool]:
    forms1, forms2 = set(map(compared_form, found.tokens1)), set(map(compared_form, found.tokens2))
    if (" are " in reason and len(quoted) == 2) or ("more " in reason and len(quoted) == 2):
        one, other = (compared_form(words) for words in quoted)
        yield is_in(quoted[0], found.tokens1)
        yield is_in(quoted[1], found.tokens2)
        yield from relation_claims(reason, one, other)
    elif reason.startswith(("nothing in", "only text")):
        number = int(re.findall(r"text (\d)", reason)[0])
        silent = forms1 if (number == 1) != reason.startswith("only") else forms2
        content = [word for word in map(compared_form, quoted[0].split()) if facts_of(word).is_content]
        yield silent.isdisjoint(content)
        if reason.startswith("nothing"):
            yield not any(relation_of(word, other) in ("inflected", "synonym") for word in content for other in silent)
    elif "denies" in reason:
        yield ("text 1" in reason) == is_in(quoted[0], found.tokens1) or is_in(quoted[0], found.tokens2)
    elif "became" in reason or (" says " in reason and len(quoted) == 2):
        yield is_in(quoted[0], found.tokens1)
        yield is_in(quoted[1], found.tokens2)


def relation_claims(reason: str, one: str, other: str) -> Iterator[bool]:
    relation = relation_of(one, other)
    if "synonyms" in reason:
        yield bool(facts_of(one).synsets & facts_of(other).synsets)
    elif "forms of one word" in reason:
        yield bool(facts_of(one).bases & facts_of(other).bases)
    elif "one family" in reason:
        yield relation == "derived"
    elif "similar in meaning" in reason:
        yield relation == "similar"
    elif "more specific" in reason:
        yield relation == "narrower"
    elif "more general" in reason:
        yield relation == "wider"
    elif "are opposites" in reason and " " not in one + other:
        yield are_opposite(one, other)
    elif "exclude" in reason:
        yield are_exclusive(one, other)


def is_in(words: str, tokens: tuple[str, ...]) -> bool:
    return f" {words} " in f" {' '.join(tokens)} "


@pytest.mark.parametrize(
    ("tokens", "first", "verb", "second", "expected"),
    [
        ("Anna will pay Ben", (0,), 2, (3,), "pays"),
        ("Anna paid Ben", (0,), 1, (2,), "paid"),
        ("Anna did not try the pilot", (0,), 3, (5,), "tries"),
        ("Anna watches Ben", (0,), 1, (2,), "watches"),
        ("Anna must teach Ben", (0,), 2, (3,), "teaches"),
        ("Anna was hired by Ben", (0,), 2, (4,), ""),
        ("Anna gave a book to Ben", (0,), 1, (5,), ""),
        ("Anna helping Ben", (0,), 1, (2,), ""),
    ],
)
def test_who_does_it_to_whom(
    tokens: str, first: tuple[int, ...], verb: int, second: tuple[int, ...], expected: str
) -> None:
    assert third_person(tokens.split(), first, verb, second) == expected
