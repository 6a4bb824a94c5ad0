"""The reasons for a verdict of the rules, as sentences that a person can check.

'child' is more general than 'boy' in the same slot (subject: The boy)
'asleep' is an antonym of 'awake' in the same slot (complement: awake)
nothing in the text says 'quickly' (adverb)
the hypothesis denies by 'no' what the text says: play (subject: A man, object: a guitar)
"""

from collections.abc import Iterator

from perpend.entailment.comparison import Comparison, Outcome
from perpend.entailment.kinship import Kinship
from perpend.entailment.rules import Label, Rule, Verdict
from perpend.lexicon.wordnet.base_forms import bases_of
from perpend.lexicon.words import is_punctuation
from perpend.text.sentence import Sentence

__all__ = ["reasons"]

_KINDS = {
    Kinship.SYNONYM: "is a synonym of",
    Kinship.QUASI: "may stand for, as training pairs have shown,",
    Kinship.HYPERNYM: "is more general than",
    Kinship.HYPONYM: "says more than",
    Kinship.ANTONYM: "is an antonym of",
    Kinship.DERIVED: "is only derived from the same root as",
    Kinship.SISTER: "is another kind of thing than",
    Kinship.NONE: "is another word than",
}


def reasons(verdict: Verdict, text: Sentence, hypothesis: Sentence, relatedness: float, threshold: float) -> list[str]:
    """The reasons for a `verdict`, the rule first.

    :param verdict: the verdict of the rules.
    :param text: the first sentence.
    :param hypothesis: the second sentence.
    :param relatedness: the relatedness of the two.
    :param threshold: the relatedness from which on the baseline says ENTAILMENT.
    """
    if verdict.rule is Rule.BASELINE:
        beside = f"{relatedness:.2f} is {'at least' if verdict.label is Label.ENTAILMENT else 'below'} {threshold:.2f}"
        if not verdict.comparisons:
            return [f"no pattern applies; relatedness {beside}"]
        different = (outcome for one in verdict.comparisons for outcome in one.different)
        lines = [line for outcome in different for line in _outcome(outcome, text, hypothesis, "text")]
        return list(dict.fromkeys([f"little is replaced or added, so relatedness decides: {beside}", *lines]))
    one, other = (hypothesis, text) if verdict.turned else (text, hypothesis)
    names = ("hypothesis", "text") if verdict.turned else ("text", "hypothesis")
    lines = list(_denials(verdict, one, other, names))
    for comparison in verdict.comparisons:
        lines += _outcomes(comparison, one, other, names[0])
        if comparison.pattern and comparison.entailed:
            lines.append(f"both match the pattern {comparison.pattern}")
    lines += [line for outcome in verdict.nouns for line in _outcome(outcome, one, other, names[0])]
    if verdict.rule is Rule.ASSUMPTION:
        noun = verdict.nouns[0]
        lines.append(f"that there is {other.phrase(noun.place2)!r} follows from {one.phrase(noun.place1 or 0)!r}")
    return list(dict.fromkeys(lines)) or [_nothing_differs(text, hypothesis)]


def _nothing_differs(text: Sentence, hypothesis: Sentence) -> str:
    """The reason if no slot differs: words outside all slots, such as some numbers, are not compared."""
    said = {word.lower() for word in text.tokens} | set(bases_of(text))
    found = zip(hypothesis.tokens, bases_of(hypothesis), strict=True)
    new = [word for word, base in found if not is_punctuation(word) and word.lower() not in said and base not in said]
    if not new:
        return "every word of the hypothesis is in the text"
    shown = ", ".join(map(repr, dict.fromkeys(new)))
    return f"the verbs of the hypothesis and their slots are said by the text, but not the words {shown}"


def _denials(verdict: Verdict, one: Sentence, other: Sentence, names: tuple[str, str]) -> Iterator[str]:
    """Which words negate what, and whether the other sentence says it."""
    if verdict.rule is Rule.DENIED:
        yield "the text denies all that the hypothesis denies"
    if verdict.rule is Rule.EXISTENTIAL and verdict.nouns:
        noun = verdict.nouns[0]
        yield f"the {names[1]} denies that there is {other.phrase(noun.place2)!r}, and the {names[0]} speaks of one"
    if verdict.label is Label.CONTRADICTION and not (verdict.comparisons or verdict.nouns):
        yield f"the {names[1]} denies something, and the {names[0]} has its words, or words that imply or resemble them"
    for comparison in verdict.comparisons:
        place = comparison.frame2.negation
        if place is None or verdict.rule is Rule.DENIED:
            continue
        says = "what" if verdict.label is Label.CONTRADICTION else "something else than what"
        frame = comparison.frame1.describe(one)
        yield f"the {names[1]} denies by {other.tokens[place]!r} {says} the {names[0]} says: {frame}"


def _outcomes(comparison: Comparison, one: Sentence, other: Sentence, name: str) -> Iterator[str]:
    for outcome in comparison.outcomes:
        yield from _outcome(outcome, one, other, name)


def _outcome(outcome: Outcome, one: Sentence, other: Sentence, name: str) -> Iterator[str]:
    word = other.tokens[outcome.place2]
    if outcome.place1 is None and word.lower() in map(str.lower, one.tokens):
        yield f"the {name} has {word!r}, but not in the same slot ({outcome.slot})"
    elif outcome.place1 is None:
        yield f"nothing in the {name} says {word!r} ({outcome.slot})"
    elif outcome.kinship is not Kinship.EQUAL:
        there = one.tokens[outcome.place1]
        slot = f"{outcome.slot}: {one.phrase(outcome.place1)}"
        yield f"{word!r} {_KINDS[outcome.kinship]} {there!r} in the same slot ({slot})"
