"""Findings in words: `reason_of(text, hypothesis, finding)`.

    more general    'beagle' is a kind of 'dog'
    number          the text says 'five', the hypothesis 'six'
    negated         'never' denies 'came' in the text only
    unsaid          nothing in the text says 'red'

A reason quotes the words of both texts and is given only if a check of its own proves it true of them; else there is
none. The checks are stricter than those of the findings: only the most frequent senses of a word count, and a word is
"unsaid" only if no word of the text is related to it at all.
"""

from collections.abc import Callable

from perpend.entailment.contexts import contexts_of
from perpend.entailment.finding import Effect, Finding
from perpend.entailment.implications import words_of
from perpend.entailment.matched_words import Reading, reading_of
from perpend.entailment.quantity_findings import quantifier_class
from perpend.entailment.word_ties import Entry, Tie, entry_of, tie_of
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.sentence import Sentence

__all__ = ["reason_of"]

_FIRST = 2
"""Reasons rest on so many senses of a word, the most frequent ones."""

_SIMILAR = 0.4
"""A word is said by another, perhaps, if their vectors have at least this cosine."""


def reason_of(text: Sentence, hypothesis: Sentence, finding: Finding) -> str | None:
    """Returns a sentence that tells the `finding`, or None if nothing proves it.

    :param text: the parsed text.
    :param hypothesis: the parsed hypothesis.
    :param finding: a finding of both.

    >>> from perpend.entailment.findings import findings_of
    >>> from perpend.text.annotate import Annotator
    >>> pair = tuple(Annotator().annotate_many(["A beagle slept.", "A dog slept."]))
    >>> reason_of(*pair, findings_of(*pair)[0])
    "'beagle' is a kind of 'dog'"
    """
    tell = _TELLERS.get(finding.kind)
    return tell(reading_of(text), reading_of(hypothesis), finding) if tell else None


def _quoted(reading: Reading, places: tuple[int, ...]) -> str:
    """The words from the first to the last of some tokens, as they are written."""
    spans = reading.sentence.spans
    return reading.sentence.raw[spans[min(places)][0] : spans[max(places)][1]] if places else ""


def _both(one: Reading, other: Reading, finding: Finding) -> tuple[str, str]:
    return _quoted(one, finding.places1), _quoted(other, finding.places2)


def _entry(reading: Reading, places: tuple[int, ...]) -> Entry | None:
    """What is known of the word or phrase that has exactly these tokens."""
    for place in places:
        for unit in reading.units[place]:
            if unit.places == places:
                return unit.entry
    return None


def _same(one: Reading, other: Reading, finding: Finding) -> str | None:
    first, second = _both(one, other, finding)
    return f"both texts say '{second}'" if first.casefold() == second.casefold() else None


def _inflected(one: Reading, other: Reading, finding: Finding) -> str | None:
    first, second = _both(one, other, finding)
    if len(finding.places1) > 1 or len(finding.places2) > 1 or first.casefold() == second.casefold():
        return None
    entries = _entry(one, finding.places1), _entry(other, finding.places2)
    if not entries[0] or not entries[1] or not entries[0].bases & entries[1].bases:
        return None
    return f"'{first}' and '{second}' are forms of one word"


def _first_senses(entry: Entry) -> tuple[int, ...]:
    wordnet = WordNet.shipped()
    return tuple(wordnet.synsets(min(entry.bases, key=len), entry.part)[:_FIRST]) if entry.part else ()


def _synonym(one: Reading, other: Reading, finding: Finding) -> str | None:
    entries = _entry(one, finding.places1), _entry(other, finding.places2)
    if not entries[0] or not entries[1] or entries[0].synsets.isdisjoint(entries[1].synsets):
        return None
    first, second = _both(one, other, finding)
    return f"'{first}' and '{second}' can mean the same"


def _derived(one: Reading, other: Reading, finding: Finding) -> str | None:
    entries = _entry(one, finding.places1), _entry(other, finding.places2)
    if not entries[0] or not entries[1] or not (
        entries[0].derived & entries[1].senses or entries[1].derived & entries[0].senses
    ):
        return None
    first, second = _both(one, other, finding)
    return f"'{first}' and '{second}' are words of one family"


def _general(one: Reading, other: Reading, finding: Finding) -> str | None:
    return _kind_of(one, other, finding, turned=False)


def _specific(one: Reading, other: Reading, finding: Finding) -> str | None:
    return _kind_of(one, other, finding, turned=True)


def _kind_of(one: Reading, other: Reading, finding: Finding, *, turned: bool) -> str | None:
    entries = _entry(one, finding.places1), _entry(other, finding.places2)
    if not entries[0] or not entries[1]:
        return None
    lower, upper = (entries[1], entries[0]) if turned else (entries[0], entries[1])
    words = _both(one, other, finding)
    low, high = words[::-1] if turned else words
    wordnet = WordNet.shipped()
    above = {ancestor for synset in _first_senses(lower)[:1] for ancestor in wordnet.ancestors(synset)}
    if above.intersection(_first_senses(upper)):
        told = f"'{low}' is a kind of '{high}'"
    elif tie_of(lower, upper) is Tie.CONTAINED:
        told = f"'{low}' is part of '{high}'"
    else:
        return None
    if finding.effect is Effect.OPEN and turned:
        return f"{told}, and the text says only '{high}'"
    if finding.effect is Effect.OPEN:
        return f"{told}, but the text says it only of '{low}'"
    return told


def _contained(one: Reading, other: Reading, finding: Finding) -> str | None:
    return _kind_of(one, other, finding, turned=False)


def _person(one: Reading, other: Reading, finding: Finding) -> str | None:
    first, second = _both(one, other, finding)
    noun = one.parts[finding.places1[0]] == "n" and finding.places1[0] in one.persons
    return f"'{first}' is '{second}'" if noun and one.forms[finding.places1[0]] != "it" else None


def _opposite(one: Reading, other: Reading, finding: Finding) -> str | None:
    entries = _entry(one, finding.places1), _entry(other, finding.places2)
    if not entries[0] or not entries[1] or tie_of(entries[0], entries[1]) is not Tie.OPPOSITE:
        return None
    first, second = _both(one, other, finding)
    told = f"'{first}' and '{second}' are opposites"
    if finding.effect is Effect.FOLLOWS:
        return f"{told}, and one of them is denied"
    return told


def _other(one: Reading, other: Reading, finding: Finding) -> str | None:
    first, second = _both(one, other, finding)
    return f"the text says '{first}', the hypothesis '{second}'" if first.casefold() != second.casefold() else None


def _number(one: Reading, other: Reading, finding: Finding) -> str | None:
    first, second = _both(one, other, finding)
    if not finding.places1:
        return f"the text does not say '{second}'" if second.casefold() not in one.sentence.raw.casefold() else None
    if finding.effect is Effect.FOLLOWS and first.casefold() == second.casefold():
        return f"both texts say '{second}'"
    return f"the text says '{first}', the hypothesis '{second}'" if first.casefold() != second.casefold() else None


def _unsaid(one: Reading, other: Reading, finding: Finding) -> str | None:
    if finding.effect is not Effect.OPEN:
        return None
    entry = _entry(other, finding.places2)
    if entry is None:
        return None
    place2 = finding.places2[-1]
    for place in range(len(one.forms)):
        if one.forms[place] == other.forms[place2] or one.words.facts[place].stem == other.words.facts[place2].stem:
            return None
        for unit in one.units[place]:
            if tie_of(unit.entry, entry) not in (Tie.NONE, Tie.SISTER, Tie.OTHER, Tie.OTHER_LOOSELY, Tie.OPPOSITE):
                return None
        if one.words.content[place] and float(one.words.vectors[place] @ other.words.vectors[place2]) >= _SIMILAR:
            return None
    return f"nothing in the text says '{_quoted(other, finding.places2)}'"


def _dropped(one: Reading, other: Reading, finding: Finding) -> str | None:
    word = _quoted(one, finding.places1)
    if one.forms[finding.places1[0]] in other.forms:
        return None
    return f"only the text says '{word}', and without it the sentence says more"


def _negated(one: Reading, other: Reading, finding: Finding) -> str | None:
    if finding.effect is not Effect.CONTRADICTS:
        return None
    for reading, places, name in ((one, finding.places1, "text"), (other, finding.places2, "hypothesis")):
        context = contexts_of(reading.sentence)[places[-1]]
        if context.factuality < 0 and context.factuality_cue >= 0:
            cue = reading.sentence.tokens[context.factuality_cue]
            word = _quoted(reading, places)
            return f"'{cue}' denies '{word}' in the {name} only" if context.factuality_cue not in places else None
    return None


def _scope(one: Reading, other: Reading, finding: Finding) -> str | None:
    context = contexts_of(one.sentence)[finding.places1[-1]]
    if context.factuality != 0 or context.factuality_cue < 0 or context.factuality_cue in finding.places1:
        return None
    cue, word = one.sentence.tokens[context.factuality_cue], _quoted(one, finding.places1)
    return f"'{cue}' leaves it open in the text whether '{word}' is so"


def _modality(one: Reading, other: Reading, finding: Finding) -> str | None:
    context = contexts_of(other.sentence)[finding.places2[-1]]
    cue = other.sentence.tokens[context.factuality_cue] if context.factuality_cue >= 0 else ""
    if not cue or cue.lower() not in words_of("possible") or finding.effect is Effect.OPEN:
        return None
    return f"the hypothesis says only that '{_quoted(other, finding.places2)}' is possible ('{cue}')"


def _quantifier(one: Reading, other: Reading, finding: Finding) -> str | None:
    first, second = quantifier_class(one, finding.places1[0]), quantifier_class(other, finding.places2[0])
    if not first or not second or first == second:
        return None
    return f"the text speaks of '{first}', the hypothesis of '{second}'"


def _swapped(one: Reading, other: Reading, finding: Finding) -> str | None:
    if len(finding.places1) != 2 or len(finding.places2) != 2:
        return None
    first, second = (one.sentence.tokens[place] for place in finding.places1)
    return f"'{first}' and '{second}' have changed their roles"


def _place_word(one: Reading, other: Reading, finding: Finding) -> str | None:
    return _other(one, other, finding)


def _nothing(one: Reading, other: Reading, finding: Finding) -> str | None:
    shared = {one.words.facts[place].stem for place in one.bearing} & {
        other.words.facts[place].stem for place in other.bearing
    }
    return None if shared else "the texts share no word that tells something"


_TELLERS: dict[str, Callable[[Reading, Reading, Finding], str | None]] = {
    "same": _same,
    "inflected": _inflected,
    "synonym": _synonym,
    "derived": _derived,
    "more general": _general,
    "more specific": _specific,
    "contained": _contained,
    "person": _person,
    "other of a kind": _other,
    "sister": _other,
    "opposite": _opposite,
    "unsaid": _unsaid,
    "dropped": _dropped,
    "number": _number,
    "quantifier": _quantifier,
    "negated": _negated,
    "scope": _scope,
    "modality": _modality,
    "swapped": _swapped,
    "other place word": _place_word,
    "nothing shared": _nothing,
}
