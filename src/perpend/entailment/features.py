"""A pair of sentences -> named numbers for the learned layer: results of the rules, and links between words.

    rule: switch                          1 for the rule that decided
    slots: object sister                  outcomes of the comparison of frames, by slot and kinship
    back: ...                             the same from the hypothesis to the text
    words: noun hypernym                  counterparts by part of speech and kinship
    alone1: noun, alone2: verb            content words of the text and of the hypothesis without a counterpart
    denials: text, hypothesis, one side   which sentences negate something
    overlap: ...                          shares of common words, and the agreement of their order and heads

The learned layer has relatedness as a further feature (`training`), from a regression of its own.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from perpend.entailment.comparison import Comparison
from perpend.entailment.counterparts import Counterparts, content_places, counterparts
from perpend.entailment.frames import OBJECT, SUBJECT, Frame, frames_of
from perpend.entailment.kinship import ENTAILING, Kinship
from perpend.entailment.rules import Label, Rule, Rules
from perpend.lexicon.wordnet.base_forms import bases_of, parts_of
from perpend.text.sentence import Sentence

__all__ = ["FEATURE_NAMES", "compared_frames", "pattern_features"]

_SLOTS = ("verb", SUBJECT, OBJECT, "other")
_WAYS = ("slots", "back")
_PARTS = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb", "": "number"}
_DENIALS = ("text", "hypothesis", "one side", "text existential", "hypothesis existential", "denied words differ")
_OVERLAP = (
    "text", "hypothesis", "all words", "entailed", "same head", "same relation", "same order", "prepositions", "frames",
    "length1", "length2", "longer", "equal sentences",
)  # fmt: skip

FEATURE_NAMES: tuple[str, ...] = (
    *(f"rule: {rule}" for rule in Rule),
    *(f"label: {label}" for label in Label),
    *(f"{way}: {slot} {kin}" for way in _WAYS for slot in _SLOTS for kin in (*Kinship, "absent")),
    *(f"{way}: different" for way in _WAYS),
    *(f"words: {part} {kin}" for part in _PARTS.values() for kin in Kinship),
    *(f"alone{side}: {part}" for side in (1, 2) for part in _PARTS.values()),
    *(f"denials: {name}" for name in _DENIALS),
    *(f"overlap: {name}" for name in _OVERLAP),
)
"""All features, in order."""


def pattern_features(rules: Rules, text: Sentence, hypothesis: Sentence, relatedness: float) -> dict[str, float]:
    """The features of a pair by name.

    :param rules: the rules whose verdict and comparisons are features.
    :param text: the first sentence.
    :param hypothesis: the second sentence.
    :param relatedness: the relatedness of the two.
    """
    values = dict.fromkeys(FEATURE_NAMES, 0.0)
    verdict = rules.decide(text, hypothesis, relatedness)
    values[f"rule: {verdict.rule}"] = values[f"label: {verdict.label}"] = 1.0
    frames1, frames2 = frames_of(text), frames_of(hypothesis)
    _count(values, "slots", compared_frames(rules, text, frames1, hypothesis, frames2))
    _count(values, "back", compared_frames(rules, hypothesis, frames2, text, frames1))
    linked = counterparts(text, hypothesis)
    for link in linked.links:
        values[f"words: {_PARTS[parts_of(hypothesis)[link.place2]]} {link.kinship}"] += 1.0
    for side, sentence, places in ((1, text, linked.alone1), (2, hypothesis, linked.alone2)):
        for place in places:
            values[f"alone{side}: {_PARTS[parts_of(sentence)[place]]}"] += 1.0
    values |= _denials(frames1, frames2)
    values |= _overlap(text, hypothesis, linked, len(frames1), len(frames2))
    return values


def compared_frames(
    rules: Rules, text: Sentence, frames1: Sequence[Frame], hypothesis: Sentence, frames2: Sequence[Frame]
) -> list[Comparison]:
    """Compares each of `frames2` of the `hypothesis` under `rules` with the best of `frames1` of the `text`."""
    found = (rules.compare(text, frames1, hypothesis, frame2) for frame2 in frames2)
    return [one for one in found if one]


def _count(values: dict[str, float], way: str, comparisons: Sequence[Comparison]) -> None:
    for one in comparisons:
        for outcome in one.outcomes:
            slot = outcome.slot if outcome.slot in _SLOTS else "other"
            values[f"{way}: {slot} {'absent' if outcome.absent else outcome.kinship}"] += 1.0
            values[f"{way}: different"] += not outcome.entailed


def _denials(frames1: Sequence[Frame], frames2: Sequence[Frame]) -> dict[str, float]:
    counts = [sum(frame.negation is not None for frame in frames) for frames in (frames1, frames2)]
    existential = [any(frame.negation is not None and frame.existential for frame in one) for one in (frames1, frames2)]
    found = (counts[0], counts[1], (counts[0] > 0) != (counts[1] > 0), *existential, counts[0] != counts[1])
    return {f"denials: {name}": float(value) for name, value in zip(_DENIALS, found, strict=True)}


def _overlap(
    text: Sentence, hypothesis: Sentence, linked: Counterparts, frames1: int, frames2: int
) -> dict[str, float]:
    equal = [link for link in linked.links if link.kinship is Kinship.EQUAL]
    said = sum(link.kinship in ENTAILING for link in linked.links)
    content1, content2 = len(list(content_places(text))), len(list(content_places(hypothesis)))
    heads = {(link.place1, link.place2) for link in linked.links}
    placed = [link.place1 for link in equal]
    cases1, cases2 = (Counter(_prepositions(sentence)) for sentence in (text, hypothesis))
    found = (
        _share(len(equal), content1),
        _share(len(equal), content2),
        _share(
            (Counter(map(str.lower, text.tokens)) & Counter(map(str.lower, hypothesis.tokens))).total(), len(hypothesis)
        ),
        _share(said, content2),
        _share(sum((text.heads[one.place1], hypothesis.heads[one.place2]) in heads for one in equal), len(equal)),
        _share(sum(text.relations[one.place1] == hypothesis.relations[one.place2] for one in equal), len(equal)),
        _share(sum(one < other for one, other in pairwise(placed)), len(placed) - 1),
        _share((cases1 & cases2).total(), cases2.total()),
        frames1 - frames2,
        len(text),
        len(hypothesis),
        content2 - content1,
        bases_of(text) == bases_of(hypothesis),
    )
    return {f"overlap: {name}": float(value) for name, value in zip(_OVERLAP, found, strict=True)}


def _prepositions(sentence: Sentence) -> list[str]:
    return [base for base, tag in zip(bases_of(sentence), sentence.tags, strict=True) if tag in ("IN", "RP", "TO")]


def _share(part: float, whole: float) -> float:
    return part / whole if whole > 0 else 1.0
