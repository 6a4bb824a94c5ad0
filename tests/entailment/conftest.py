"""Sentences by the shipped pipeline, and a small model that is trained once on sentences made here."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from perpend.entailment.model import EntailmentModel
from perpend.entailment.patterns import Patterns
from perpend.entailment.quasi_synonyms import QuasiSynonyms
from perpend.entailment.recognizer import Entailment
from perpend.entailment.rules import Label, Rules
from perpend.entailment.training import train_entailment
from perpend.relatedness.extractor import RelatednessFeatures
from perpend.text.annotate import Annotator
from perpend.text.sentence import Sentence

Labelled = tuple[list[tuple[str, str]], list[Label], list[float]]

_MORE_GENERAL = {"boy": "child", "woman": "person", "puppy": "dog", "horse": "animal"}
_DEEDS = {"washing": "an apple", "pulling": "a car", "painting": "a chair", "carrying": "a box", "watching": "a bird"}


@pytest.fixture(scope="session")
def annotator() -> Annotator:
    """The shipped pipeline, opened once."""
    return Annotator()


@pytest.fixture(scope="session")
def extractor(annotator: Annotator) -> RelatednessFeatures:
    """What annotates the texts that a recogniser is asked about."""
    return RelatednessFeatures(annotator=annotator)


@pytest.fixture(scope="session")
def parse(extractor: RelatednessFeatures) -> Callable[[str], Sentence]:
    """A text as the rules of a recogniser see it."""
    return lambda text: extractor.annotate([(text, text)])[0][0]


@pytest.fixture(scope="session")
def rules() -> Rules:
    """The rules with the shipped patterns and no learned phrases."""
    return Rules(Patterns.shipped(), QuasiSynonyms(), 4.0)


@pytest.fixture(scope="session")
def labelled() -> Labelled:
    """Sixty pairs, twenty of each label, with a relatedness that fits it."""
    pairs: list[tuple[str, str]] = []
    labels: list[Label] = []
    for (subject, general), (deed, thing) in product(_MORE_GENERAL.items(), _DEEDS.items()):
        text = f"A {subject} is {deed} {thing}"
        other = {"washing": "eating", "pulling": "selling"}.get(deed, "burning")
        pairs += [(text, f"A {general} is {deed} {thing}"), (text, f"There is no {subject} {deed} {thing}")]
        pairs.append((text, f"A {subject} is {other} a cake"))
        labels += [Label.ENTAILMENT, Label.CONTRADICTION, Label.NEUTRAL]
    degrees = {Label.ENTAILMENT: 4.6, Label.CONTRADICTION: 3.5, Label.NEUTRAL: 2.4}
    return pairs, labels, [degrees[label] for label in labels]


@pytest.fixture(scope="session")
def model(labelled: Labelled) -> EntailmentModel:
    """A model of those pairs."""
    pairs, labels, relatedness = labelled
    return train_entailment(pairs, labels, relatedness=relatedness, name="made")


@pytest.fixture(scope="session")
def judge(model: EntailmentModel, extractor: RelatednessFeatures) -> Callable[[str, str], Entailment]:
    """What a user is told by the rules alone: no learned phrases, and no relatedness is high enough for ENTAILMENT."""
    plain = replace(model, quasi=QuasiSynonyms(), threshold=6.0)
    return plain.using(extractor=extractor, patterns_only=True).explain
