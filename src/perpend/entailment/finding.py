"""One checkable statement about two texts: `Finding`.

    A beagle sleeps. | A dog is not awake.
        Finding("more general", FOLLOWS, (1,), (1,))       "beagle" is a kind of "dog"
        Finding("opposite", FOLLOWS, (2,), (4,), ...)      "sleeps" and "awake" exclude each other, and one is denied

A finding says of a piece of the hypothesis, or of a piece of the text that the hypothesis drops, whether it lets the
hypothesis follow, contradicts it, or leaves it open. The kinds are listed in `KINDS`.
"""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Effect", "Finding", "KINDS"]


class Effect(StrEnum):
    """What a finding says of its piece of the hypothesis."""

    FOLLOWS = "follows"
    CONTRADICTS = "contradicts"
    OPEN = "open"


KINDS = (
    "same",
    "inflected",
    "synonym",
    "derived",
    "more general",
    "more specific",
    "contained",
    "person",
    "similar",
    "related",
    "other of a kind",
    "sister",
    "opposite",
    "unsaid",
    "dropped",
    "number",
    "quantifier",
    "negated",
    "modality",
    "other role",
    "swapped",
    "elsewhere",
    "scope",
    "other name",
    "other place word",
    "outdoors",
    "worn",
    "other activity",
    "nothing shared",
)
"""The kinds of findings.

same, inflected, synonym, derived   the text has the word, another form, a synonym, a word of its family
more general, more specific         the word is more general or more specific than one of the text
contained                           a place that contains a place of the text
person                              "somebody" or a pronoun that somebody in the text fits
similar, related                    vectors say that a word of the text is close, or not far
other of a kind                     another member of a class of which a thing has one: red, blue
sister                              another thing of a narrow class
opposite                            an opposite
unsaid                              nothing in the text says the word
dropped                             a word of the text that the hypothesis drops where only narrower ones may stand
number, quantifier                  two amounts, two quantifiers
negated, modality                   one text denies, or leaves open, what the other says
other role, swapped                 a word fills another role; two words have exchanged their roles
elsewhere                           a word is said of another thing
scope                               what is said to be so in one text, and open in the other
other name                          another name in the same place
other place word                    "up" and "down", "before" and "after"
outdoors                            whether the scene of the text is in the open, where the hypothesis says so
worn                                "wears a hat" of somebody in a hat
other activity                      a predicate that the text has not, of somebody who does something else there
nothing shared                      the texts share no word that tells something
"""


@dataclass(frozen=True, slots=True)
class Finding:
    """A statement about a piece of the hypothesis.

    `places1` and `places2` are the tokens of the text and of the hypothesis that it is about; `polarity1`,
    `factuality1`, `polarity2` and `factuality2` the contexts that they stand in (`perpend.entailment.contexts`);
    `weight` is how much the words tell; and `sure` is False if vectors or rough classes speak for it only.
    """

    kind: str
    effect: Effect
    places1: tuple[int, ...] = ()
    places2: tuple[int, ...] = ()
    polarity1: int = 1
    factuality1: int = 1
    polarity2: int = 1
    factuality2: int = 1
    weight: float = 0.0
    sure: bool = True
