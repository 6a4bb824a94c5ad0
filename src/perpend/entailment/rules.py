"""The entailment algorithm: a baseline from relatedness, then patterns that may overrule it.

    relatedness ──> ENTAILMENT or NEUTRAL (baseline)
        no sentence denies anything                      one of them does                     both do
            all is said, some word more general              what one denies, the other says      the text denies all
              -> ENTAILMENT (hyponym, or same)                 -> CONTRADICTION                      that the other does
            a word is replaced by an unrelated one,              (existential: "there is no ...",    -> ENTAILMENT
              or said in the hypothesis alone                     factual: "not", "nobody")           (denied)
              -> NEUTRAL (switch, addition)                  it says something else, or less
            only the predicate is replaced, by its opposite    -> NEUTRAL (unmatched negation)
              -> CONTRADICTION (antonym)
            "there is a ..." of a thing in the text
              -> ENTAILMENT (existential assumption)

This is section 3 of Vo, Popescu and Caselli (2014); their Figure 2 is lost and was reconstructed from the text. A frame
of the hypothesis is compared with the frame of the text whose verb is the same, a synonym, more general or opposite; if
there is none, no pattern applies and the baseline decides. A text entails more general words: from hyponym to hypernym,
and only from the first sentence to the second. A pattern that both frames match limits the senses of words to its
classes. Negation reverses the direction: "no dog runs" entails "no puppy runs". The frames that a sentence with a
negation affirms must follow from the other sentence, too.

In the paper two frames are compared only if one pattern matches both, and only what fills their slots (`PAPER`). By
default, and in `PAPER_PLUS`, all frames are compared, with their modifiers. A `Reading` says which.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from perpend.entailment.comparison import Comparison, Outcome, compare_frames, compare_nouns, compare_verbs
from perpend.entailment.counterparts import content_places
from perpend.entailment.frames import OBJECT, SUBJECT, Frame, frames_of
from perpend.entailment.kinship import ENTAILING, Kinship, kinship
from perpend.entailment.patterns import Patterns
from perpend.entailment.quasi_synonyms import QuasiSynonyms
from perpend.lexicon.wordnet.base_forms import bases_of, parts_of
from perpend.text.sentence import Sentence

__all__ = ["Label", "PAPER", "PAPER_PLUS", "Reading", "Rule", "Rules", "Verdict", "WEIGHED", "reading_of"]


class Label(StrEnum):
    """What the hypothesis is to the text."""

    ENTAILMENT = "ENTAILMENT"
    NEUTRAL = "NEUTRAL"
    CONTRADICTION = "CONTRADICTION"


class Rule(StrEnum):
    """The rules, by the names in the module's docstring."""

    BASELINE = "baseline"
    SAME = "same"
    HYPONYM = "hyponym"
    SWITCH = "switch"
    ADDITION = "addition"
    ANTONYM = "antonym"
    ASSUMPTION = "existential assumption"
    EXISTENTIAL = "existential negation"
    FACTUAL = "factual negation"
    UNMATCHED = "unmatched negation"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The label, the rule that gave it (the baseline if none applies), and the comparisons that it rests on.

    `turned` is true if the comparisons go from the hypothesis to the text.
    """

    label: Label
    rule: Rule
    comparisons: tuple[Comparison, ...] = ()
    nouns: tuple[Outcome, ...] = ()
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What the rules compare, and when they decide.

    :param matched: a frame is compared only with one that the same pattern matches.
    :param described: modifiers, adverbs and particles are compared, too, not only what fills the slots.
    :param special: a word that is replaced by a more special one is switched. In the paper it is not, and relatedness
        decides if nothing else differs.
    :param weighed: if one word alone is replaced or added, relatedness decides.
    """

    matched: bool = False
    described: bool = True
    special: bool = True
    weighed: bool = False


PAPER = Reading(matched=True, described=False, special=False)
"""Section 3 of the paper and nothing else."""

PAPER_PLUS = Reading(special=False)
"""Frames that no pattern matches are compared, too, and modifiers; the paper has both as future work."""

WEIGHED = Reading(weighed=True)
"""For a relatedness of many features, which judges one replaced word better than WordNet does."""


def reading_of(features: str) -> Reading:
    """The reading that goes with the `features` of relatedness, "full" or "paper"."""
    return WEIGHED if features == "full" else PAPER_PLUS


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules with their resources: patterns, quasi-synonyms, and the `threshold` of relatedness of the baseline."""

    patterns: Patterns
    quasi: QuasiSynonyms
    threshold: float
    reading: Reading = Reading()

    def decide(self, text: Sentence, hypothesis: Sentence, relatedness: float) -> Verdict:
        """The verdict on `text` and `hypothesis`, which have this `relatedness`."""
        found = self.apply(text, hypothesis)
        if found and not self._is_weighed(text, hypothesis, found, relatedness):
            return found
        return Verdict(self.baseline(relatedness), Rule.BASELINE, found.comparisons if found else ())

    def _is_weighed(self, text: Sentence, hypothesis: Sentence, found: Verdict, relatedness: float) -> bool:
        """Whether relatedness overrules a verdict that rests on one word."""
        if not self.reading.weighed or found.rule not in (Rule.SWITCH, Rule.ADDITION) or relatedness < self.threshold:
            return False
        return len({outcome.place2 for outcome in self._new(text, hypothesis, found.comparisons)}) == 1

    def baseline(self, relatedness: float) -> Label:
        """The label by `relatedness` alone."""
        return Label.ENTAILMENT if relatedness >= self.threshold else Label.NEUTRAL

    def apply(self, text: Sentence, hypothesis: Sentence) -> Verdict | None:
        """The verdict of the patterns on `text` and `hypothesis`; None if none applies."""
        frames1, frames2 = frames_of(text), frames_of(hypothesis)
        denied1, denied2 = _denied(frames1), _denied(frames2)
        if denied1 and denied2:
            return self._both_denied(text, frames1, hypothesis, frames2)
        if denied2:
            return self._one_denied(text, frames1, hypothesis, frames2, turned=False)
        if denied1:
            return self._one_denied(hypothesis, frames2, text, frames1, turned=True)
        return self._affirmative(text, frames1, hypothesis, frames2)

    def compare(
        self, text: Sentence, frames1: Sequence[Frame], hypothesis: Sentence, frame2: Frame
    ) -> Comparison | None:
        """The comparison of `frame2` of `hypothesis` with the one of `frames1` of `text` that covers most of it."""
        verbs = [_verb_distance(compare_verbs(text, frame1, hypothesis, frame2, self.quasi)) for frame1 in frames1]
        # The verb comes first in `_distance`, so frames with a farther verb need not be compared.
        least = min(verbs, default=None)
        nearest = [frame1 for frame1, verb in zip(frames1, verbs, strict=True) if verb == least]
        found = [self._compare(text, frame1, hypothesis, frame2) for frame1 in nearest]
        return min((one for one in found if one.pattern or not self.reading.matched), key=_distance, default=None)

    def _compare(self, text: Sentence, frame1: Frame, hypothesis: Sentence, frame2: Frame) -> Comparison:
        shared = self.patterns.shared(text, frame1, hypothesis, frame2)
        return compare_frames(text, frame1, hypothesis, frame2, self.quasi, shared, described=self.reading.described)

    def _affirmative(
        self, text: Sentence, frames1: Sequence[Frame], hypothesis: Sentence, frames2: Sequence[Frame]
    ) -> Verdict | None:
        if assumed := self._assumption(text, hypothesis, frames2):
            return assumed
        comparisons = tuple(self._compared(text, frames1, hypothesis, frames2))
        if not comparisons or len(comparisons) < len(frames2):
            return None
        different = [outcome for one in comparisons for outcome in one.different]
        if not different:
            kinships = {outcome.kinship for one in comparisons for outcome in one.outcomes}
            return Verdict(Label.ENTAILMENT, Rule.HYPONYM if Kinship.HYPERNYM in kinships else Rule.SAME, comparisons)
        opposite = [outcome for one in comparisons for outcome in one.predicates if outcome.kinship is Kinship.ANTONYM]
        if all(outcome in opposite for outcome in different):
            return Verdict(Label.CONTRADICTION, Rule.ANTONYM, comparisons)
        verbs = [one.verb for one in comparisons if not one.verb.entailed]
        if all(one.verb in verbs for one in comparisons) and len(different) > len(verbs):
            return None
        new = self._new(text, hypothesis, comparisons)
        if not new or (not self.reading.special and all(outcome.kinship is Kinship.HYPONYM for outcome in new)):
            return None
        switched = any(not outcome.absent for outcome in new)
        return Verdict(Label.NEUTRAL, Rule.SWITCH if switched else Rule.ADDITION, comparisons)

    def _new(self, text: Sentence, hypothesis: Sentence, comparisons: Sequence[Comparison]) -> list[Outcome]:
        """The outcomes that the text does not entail, and whose words it does not have in another slot either."""
        different = (outcome for one in comparisons for outcome in one.different)
        return [outcome for outcome in different if not self._said(text, hypothesis, outcome)]

    def _said(self, text: Sentence, hypothesis: Sentence, outcome: Outcome) -> bool:
        """Whether the text has the word in another slot: the parses may then be wrong, so no pattern decides."""
        bases, place2 = bases_of(text), outcome.place2
        base2, part2 = bases_of(hypothesis)[place2], parts_of(hypothesis)[place2]
        turned_round = outcome.kinship is Kinship.ANTONYM and bases[outcome.place1 or 0] == base2
        return not turned_round and any(
            kinship(base, part, base2, part2) in ENTAILING
            for base, part in zip(bases, parts_of(text), strict=True)
            if part
        )

    def _all_said(self, text: Sentence, hypothesis: Sentence, one: Comparison) -> bool:
        """Whether the text has every word of the second frame, in any slot."""
        return all(self._said(text, hypothesis, outcome) for outcome in one.different)

    def _compared(
        self, text: Sentence, frames1: Sequence[Frame], hypothesis: Sentence, frames2: Sequence[Frame]
    ) -> Iterator[Comparison]:
        for frame2 in frames2:
            if found := self.compare(text, frames1, hypothesis, frame2):
                yield found

    def _assumption(self, text: Sentence, hypothesis: Sentence, frames2: Sequence[Frame]) -> Verdict | None:
        """Whether the hypothesis only says that something exists which the text mentions."""
        if len(frames2) != 1 or not (frames2[0].existential and frames2[0].base == "be"):
            return None
        found = self._assumed(text, hypothesis, frames2[0])
        return Verdict(Label.ENTAILMENT, Rule.ASSUMPTION, nouns=found) if found else None

    def _assumed(self, text: Sentence, hypothesis: Sentence, frame2: Frame) -> tuple[Outcome, ...]:
        """The noun of the text that matches what the frame says there is, with all its modifiers."""
        for place2 in frame2.slot(SUBJECT):
            for place1 in (place for place, part in enumerate(parts_of(text)) if part == "n"):
                found = compare_nouns(text, place1, hypothesis, place2, self.quasi)
                if all(outcome.entailed for outcome in found):
                    return tuple(found)
        return ()

    def _one_denied(
        self, saying: Sentence, frames1: Sequence[Frame], denying: Sentence, frames2: Sequence[Frame], *, turned: bool
    ) -> Verdict:
        """The verdict if one sentence affirms and the other negates."""
        comparisons = tuple(self._compared(saying, frames1, denying, frames2))
        denied = [one for one in comparisons if one.frame2.negation is not None]
        bare = [one for one in frames2 if one.negation is not None and one.existential and one.base == "be"]
        for frame2 in bare if len(frames2) == 1 else ():
            if nouns := self._assumed(saying, denying, frame2):
                return Verdict(Label.CONTRADICTION, Rule.EXISTENTIAL, nouns=nouns, turned=turned)
        matched = [one for one in denied if self._all_said(saying, denying, one)]
        affirmed = [one for one in comparisons if one.frame2.negation is None]
        if matched and all(self._all_said(saying, denying, one) for one in affirmed):
            rule = Rule.EXISTENTIAL if matched[0].frame2.existential else Rule.FACTUAL
            return Verdict(Label.CONTRADICTION, rule, comparisons, turned=turned)
        if self.reading.described and _has_all_words(saying, denying):
            existential = any(one.existential for one in frames2 if one.negation is not None)
            return Verdict(Label.CONTRADICTION, Rule.EXISTENTIAL if existential else Rule.FACTUAL, turned=turned)
        return Verdict(Label.NEUTRAL, Rule.UNMATCHED, comparisons, turned=turned)

    def _both_denied(
        self, text: Sentence, frames1: Sequence[Frame], hypothesis: Sentence, frames2: Sequence[Frame]
    ) -> Verdict:
        """The verdict if both negate: negated frames are compared from hypothesis to text, others from text to it."""
        denied1 = [frame for frame in frames1 if frame.negation is not None]
        back = tuple(
            min(
                (compare_frames(hypothesis, frame2, text, frame1, self.quasi) for frame1 in denied1),
                key=_distance,
            )
            for frame2 in frames2
            if frame2.negation is not None
        )
        affirmed = [frame for frame in frames2 if frame.negation is None]
        forth = tuple(self._compared(text, frames1, hypothesis, affirmed))
        follows = all(one.entailed for one in (*back, *forth)) and len(forth) == len(affirmed)
        if follows:
            return Verdict(Label.ENTAILMENT, Rule.DENIED, back, turned=True)
        return Verdict(Label.NEUTRAL, Rule.UNMATCHED, back, turned=True)


def _has_all_words(saying: Sentence, denying: Sentence) -> bool:
    """Whether every content word of the second sentence follows from one of the first: the parses may then be wrong."""
    words1 = list(zip(bases_of(saying), parts_of(saying), saying.tokens, strict=True))
    words2 = list(zip(bases_of(denying), parts_of(denying), denying.tokens, strict=True))
    return all(
        any(
            token1.lower() == token2.lower() or kinship(base1, part1, base2, part2) in (*ENTAILING, Kinship.DERIVED)
            for base1, part1, token1 in words1
        )
        for base2, part2, token2 in (words2[place] for place in content_places(denying))
    )


def _denied(frames: Sequence[Frame]) -> bool:
    return any(frame.negation is not None for frame in frames)


def _distance(one: Comparison) -> tuple[int, int, int]:
    """The sort key of comparisons: an entailed verb first, then an opposite one; then the fewest differences."""
    core = sum(outcome.slot in (SUBJECT, OBJECT) for outcome in one.different)
    return _verb_distance(one.verb), core, len(one.different)


def _verb_distance(verb: Outcome) -> int:
    return 0 if verb.entailed else 1 if verb.kinship is Kinship.ANTONYM else 2
