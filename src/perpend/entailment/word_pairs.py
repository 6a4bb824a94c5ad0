"""A pair of sentences -> evidence of single words: which replace which, which are added, which are missing.

    A man is slicing an onion  /  A man is peeling an onion       slice>peel   +peel   -slice   verb:slice>peel

The weight of each of many thousands of word pairs is learned from labelled pairs (`perpend.learning.word_evidence`). A
model overestimates the evidence of its own training pairs, so the layer above learns from estimates of models that did
not see the pair.
"""

from collections.abc import Iterator, Sequence

from perpend.entailment.counterparts import content_places, counterparts
from perpend.entailment.features import compared_frames
from perpend.entailment.frames import Frame, frames_of
from perpend.entailment.kinship import Kinship
from perpend.entailment.rules import Rules
from perpend.lexicon.wordnet.base_forms import bases_of
from perpend.text.sentence import Sentence

__all__ = ["word_evidence"]

_MOST_PAIRS = 60
"""Sentences with little in common have many pairs of unmatched words, which are not informative."""


def word_evidence(rules: Rules, text: Sentence, hypothesis: Sentence) -> frozenset[str]:
    """The items of a pair `text` and `hypothesis`, compared by `rules`.

    If one sentence negates, items begin with "denied "; if both do, with "both ".
    """
    frames1, frames2 = frames_of(text), frames_of(hypothesis)
    found = {
        *_slots(rules, text, frames1, hypothesis, frames2),
        *_words(text, hypothesis),
        *_function_words(text, hypothesis),
    }
    before = {(False, False): "", (True, True): "both "}.get((_denied(frames1), _denied(frames2)), "denied ")
    return frozenset(f"{before}{name}" for name in found)


def _denied(frames: Sequence[Frame]) -> bool:
    return any(frame.negation is not None for frame in frames)


def _slots(
    rules: Rules, text: Sentence, frames1: Sequence[Frame], hypothesis: Sentence, frames2: Sequence[Frame]
) -> Iterator[str]:
    """What stands in the same slot for what."""
    bases1, bases2 = bases_of(text), bases_of(hypothesis)
    for one in compared_frames(rules, text, frames1, hypothesis, frames2):
        for outcome in one.outcomes:
            if outcome.place1 is not None and outcome.kinship is not Kinship.EQUAL:
                yield f"{outcome.slot}:{bases1[outcome.place1]}>{bases2[outcome.place2]}"
            elif outcome.absent:
                yield f"{outcome.slot}:>{bases2[outcome.place2]}"


def _words(text: Sentence, hypothesis: Sentence) -> Iterator[str]:
    """Counterparts that are not equal, added and missing words, and the pairs of these."""
    linked = counterparts(text, hypothesis)
    bases1, bases2 = bases_of(text), bases_of(hypothesis)
    for link in linked.links:
        if link.kinship is not Kinship.EQUAL:
            yield f"{bases1[link.place1]}>{bases2[link.place2]}"
    yield from (f"-{bases1[place]}" for place in linked.alone1)
    yield from (f"+{bases2[place]}" for place in linked.alone2)
    if len(linked.alone1) * len(linked.alone2) <= _MOST_PAIRS:
        yield from (f"{bases1[one]}>{bases2[two]}" for one in linked.alone1 for two in linked.alone2)


def _function_words(text: Sentence, hypothesis: Sentence) -> Iterator[str]:
    """Other words that only one of the two has, and pairs of them."""
    content1, content2 = set(content_places(text)), set(content_places(hypothesis))
    own = {base for place, base in enumerate(bases_of(text)) if place not in content1}
    other = {base for place, base in enumerate(bases_of(hypothesis)) if place not in content2}
    gone, new = own - other, other - own
    yield from (f"-{base}" for base in gone)
    yield from (f"+{base}" for base in new)
    if len(gone) * len(new) <= _MOST_PAIRS:
        yield from (f"{one}>{two}" for one in gone for two in new)
