"""Findings of pairs written by hand: the kind, the effect and the words, and what the plain rules say."""

import pytest

from perpend.entailment.finding import KINDS, Effect
from perpend.entailment.finding_features import FINDING_FEATURES, finding_values
from perpend.entailment.findings import Finding, findings_of, verdict_of
from perpend.entailment.rules import Label
from perpend.text.annotate import Annotator
from perpend.text.sentence import Sentence

# text | hypothesis | kind: effect: words of the text: words of the hypothesis
FOUND = """
A beagle slept. | A dog slept. | more general: follows: beagle: dog
A dog slept. | A beagle slept. | more specific: open: dog: beagle
No dog slept. | No beagle slept. | more specific: follows: dog: beagle
No beagle slept. | No dog slept. | more general: open: beagle: dog
He bought a car. | He purchased a car. | synonym: follows: bought: purchased
He lives in Oslo. | He lives in Norway. | contained: follows: Oslo: Norway
A red van stopped. | A blue van stopped. | other of a kind: contradicts: red: blue
It opened on Monday. | It opened on Friday. | other of a kind: contradicts: Monday: Friday
She comes from Sweden. | She comes from Kenya. | other of a kind: contradicts: Sweden: Kenya
Her aunt called. | Her grandfather called. | other of a kind: contradicts: aunt: grandfather
The gate is open. | The gate is closed. | opposite: contradicts: open: closed
The gate is not open. | The gate is closed. | opposite: follows: open: closed
The sky is not blue. | The sky is green. | other of a kind: open: blue: green
A student came. | A foreign student came. | unsaid: open:: foreign
No student came. | No foreign student came. | unsaid: follows:: foreign
No foreign student came. | No student came. | dropped: open: foreign:
A nurse smiled. | Somebody smiled. | more general: follows: nurse: Somebody
He came. | He did not come. | negated: contradicts: came: come
He never came. | He came. | negated: contradicts: came: came
He may have left. | He left. | scope: open: left: left
She says that he left. | He left. | scope: open: left: left
Tom failed to call. | Tom called. | negated: contradicts: call: called
Tom called. | Tom might have called. | modality: follows: called: called
Five dogs barked. | Six dogs barked. | number: contradicts: Five: Six
Five dogs barked. | At least three dogs barked. | number: follows: Five: three
At least five dogs barked. | Exactly seven dogs barked. | number: open: five: seven
She waited two days. | She waited 48 hours. | number: follows: two days: 48 hours
All nurses smiled. | Most nurses smiled. | quantifier: follows: nurses: nurses
Some nurses smiled. | All nurses smiled. | quantifier: open: nurses: nurses
Most nurses smiled. | Few nurses smiled. | quantifier: contradicts: nurses: nurses
The dog bit the man. | The man bit the dog. | swapped: contradicts: dog man: dog man
Anna sold the boat to Ben. | Ben bought the boat from Anna. | opposite: follows: sold: bought
Anna sold the boat. | Anna bought the boat. | opposite: contradicts: sold: bought
The shop opened before lunch. | The shop opened after lunch. | other place word: contradicts: before: after
A cat sleeps. | The mayor resigned. | nothing shared: open::
"""

# text | hypothesis | verdict
VERDICTS = """
A terrier barked at a cyclist. | An animal barked at a cyclist. | ENTAILMENT
An animal barked at a cyclist. | A terrier barked at a cyclist. | NEUTRAL
The tired gardener watered the roses. | The gardener watered the roses. | ENTAILMENT
The gardener watered the roses. | The tired gardener watered the roses. | NEUTRAL
The gardener did not water the roses. | The gardener watered the roses. | CONTRADICTION
The gardener managed to save the roses. | The gardener saved the roses. | ENTAILMENT
The gardener forgot to water the roses. | The gardener did not water the roses. | ENTAILMENT
The gardener hopes to win a prize. | The gardener won a prize. | NEUTRAL
The roses were watered by the gardener. | The gardener watered the roses. | ENTAILMENT
No plumber lives in our street. | No young plumber lives in our street. | ENTAILMENT
No young plumber lives in our street. | No plumber lives in our street. | NEUTRAL
If a wasp stings you, call me. | If an animal stings you, call me. | NEUTRAL
Every clown carries a hammer. | Every clown carries a tool. | ENTAILMENT
Every clown carries a tool. | Every clown carries a hammer. | NEUTRAL
The lamp is green. | The lamp is yellow. | CONTRADICTION
Three boats sank. | Nine boats sank. | CONTRADICTION
The soup is cold. | A judge bought a violin. | NEUTRAL
The alleged spy left. | The spy left. | NEUTRAL
We would have won if it had rained. | We won. | CONTRADICTION
The plate is heavier than the cup. | The cup is lighter than the plate. | ENTAILMENT
"""


def rows_of(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


@pytest.fixture(scope="module")
def parsed(annotator: Annotator) -> dict[str, Sentence]:
    texts = [text for table in (FOUND, VERDICTS) for row in rows_of(table) for text in row[:2]]
    return dict(zip(texts, annotator.annotate_many(texts), strict=True))


def words_of(sentence: Sentence, places: tuple[int, ...]) -> str:
    return " ".join(sentence.tokens[place] for place in places)


def told(one: Sentence, other: Sentence, finding: Finding) -> tuple[str, ...]:
    return finding.kind, finding.effect.value, words_of(one, finding.places1), words_of(other, finding.places2)


@pytest.mark.parametrize("row", rows_of(FOUND), ids=lambda row: f"{row[0]} {row[1]}")
def test_found(parsed: dict[str, Sentence], row: list[str]) -> None:
    text, hypothesis = parsed[row[0]], parsed[row[1]]
    wanted = tuple(part.strip() for part in row[2].split(":"))
    assert wanted in [told(text, hypothesis, one) for one in findings_of(text, hypothesis)]


@pytest.mark.parametrize("row", rows_of(VERDICTS), ids=lambda row: f"{row[0]} {row[1]}")
def test_verdicts(parsed: dict[str, Sentence], row: list[str]) -> None:
    text, hypothesis = parsed[row[0]], parsed[row[1]]
    assert verdict_of(text, hypothesis, findings_of(text, hypothesis)) is Label(row[2])


def test_a_text_follows_from_itself(parsed: dict[str, Sentence]) -> None:
    wrong = []
    for sentence in parsed.values():
        found = findings_of(sentence, sentence)
        if verdict_of(sentence, sentence, found) is not Label.ENTAILMENT:
            wrong.append(sentence.raw)
    assert wrong == []


def test_findings_are_well_formed(parsed: dict[str, Sentence]) -> None:
    for row in (*rows_of(FOUND), *rows_of(VERDICTS)):
        text, hypothesis = parsed[row[0]], parsed[row[1]]
        found = findings_of(text, hypothesis)
        for one in found:
            assert one.kind in KINDS
            assert isinstance(one.effect, Effect)
            assert all(0 <= place < len(text) for place in one.places1)
            assert all(0 <= place < len(hypothesis) for place in one.places2)
        values = finding_values(text, hypothesis, found)
        assert values.shape == (len(FINDING_FEATURES),)


def test_empty_texts(annotator: Annotator) -> None:
    empty, full = annotator.annotate_many(["", "A dog barked."])
    assert verdict_of(empty, full, findings_of(empty, full)) is Label.NEUTRAL
    assert verdict_of(full, empty, findings_of(full, empty)) is Label.ENTAILMENT
    assert len(finding_values(empty, empty, findings_of(empty, empty))) == len(FINDING_FEATURES)


def test_features_have_names_of_their_own() -> None:
    assert len(set(FINDING_FEATURES)) == len(FINDING_FEATURES)
