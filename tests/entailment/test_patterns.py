"""Sense-discriminative patterns: extraction from a few sentences, matching, and the patterns that are shipped."""

from collections.abc import Callable

import pytest

from perpend.entailment.extraction import ExtractionSettings, FrameCounts, has_few_verbs, parses_agree
from perpend.entailment.frames import frames_of
from perpend.entailment.patterns import Pattern, Patterns
from perpend.errors import InputError
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.sentence import Sentence

Parse = Callable[[str], Sentence]

_PLAYED = {
    "instruments": ["guitar", "piano", "violin", "flute"],
    "games": ["soccer", "tennis", "chess", "golf"],
}


@pytest.fixture(scope="module")
def learned(parse: Parse) -> Patterns:
    counts = FrameCounts()
    for things in _PLAYED.values():
        for thing in things:
            counts.add(parse(f"The man was playing {thing}"))
            counts.add(parse(f"A woman was playing {thing}"))
    return counts.patterns(ExtractionSettings(verb=4, cluster=2))


def test_clusters_do_not_share_a_class(learned: Patterns) -> None:
    wordnet = WordNet.shipped()
    objects = [pattern.classes("object") for pattern in learned.of("play") if pattern.classes("object")]
    assert len(objects) >= 2
    covered = [
        {name for name in ("guitar", "tennis") if classes & wordnet.ancestors(wordnet.synset(f"{name}.n.01")).keys()}
        for classes in objects
        if classes
    ]
    assert {"guitar", "tennis"} not in covered
    assert {"guitar"} in covered
    assert {"tennis"} in covered


def test_one_pattern_matches_two_frames_of_one_sense(learned: Patterns, parse: Parse) -> None:
    guitar, piano, chess = (parse(f"A man is playing the {one}") for one in ("guitar", "piano", "chess"))
    assert learned.shared(guitar, frames_of(guitar)[0], piano, frames_of(piano)[0]) is not None
    assert learned.shared(guitar, frames_of(guitar)[0], chess, frames_of(chess)[0]) is None


def test_prepositions_and_complements_are_slots(parse: Parse) -> None:
    counts = FrameCounts()
    for thing in ("a chair", "a sofa", "a bench"):
        counts.add(parse(f"The man was sitting on {thing}"))
        counts.add(parse("A man is trying to sleep"))
    found = counts.patterns(ExtractionSettings(verb=1, cluster=2))
    slots = {tuple(slot for slot, _ in one.slots) for verb in ("sit", "try") for one in found.of(verb)}
    assert {("subject",), ("subject", "on"), ("subject", "complement")} <= slots


def test_a_match_by_rare_senses_is_not_sure(parse: Parse) -> None:
    people = Patterns({"sleep": (Pattern("sleep", (("subject", ("person.n.01",)),)),)})
    for subject, sure in (("man", True), ("dog", False)):
        one = parse(f"The {subject} is sleeping")
        match = people.shared(one, frames_of(one)[0], one, frames_of(one)[0])
        assert match is not None
        assert match.is_sure is sure


def test_a_dog_is_no_person(parse: Parse) -> None:
    pattern = Pattern("sleep", (("subject", ("person.n.01",)),))
    dog, man = parse("The dog is sleeping"), parse("The man is sleeping")
    assert pattern.distance(man, frames_of(man)[0]) == 0
    assert pattern.distance(dog, frames_of(dog)[0]) != 0


def test_patterns_survive_json(learned: Patterns) -> None:
    again = Patterns.from_dict(learned.to_dict())
    assert again.to_dict() == learned.to_dict()
    assert again.signature() == learned.signature()


@pytest.mark.parametrize("content", [{"play": 1}, {"play": [["x", {}]]}, {"play": [[1]]}, {"play": [[1, []]]}])
def test_other_json_is_refused(content: dict[str, object]) -> None:
    with pytest.raises(InputError, match="patterns are not"):
        Patterns.from_dict(content)


def test_all_shipped_patterns_name_synsets() -> None:
    shipped = Patterns.shipped()
    assert len(shipped.verbs) > 500
    for verb, patterns in shipped.verbs.items():
        for pattern in patterns:
            assert pattern.verb == verb
            assert all(pattern.classes(slot) for slot, _ in pattern.slots)


def test_which_sentences_count(parse: Parse) -> None:
    assert has_few_verbs(parse("He sang."))
    assert not has_few_verbs(parse("He came, saw what he wanted, took it and left before we arrived."))
    sentence = parse("He sang.")
    assert parses_agree(sentence, sentence)
