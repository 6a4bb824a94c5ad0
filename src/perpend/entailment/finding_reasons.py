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
from typing import NamedTuple

from perpend.entailment.contexts import contexts_of, implication_of, quantifier_of
from perpend.entailment.finding import Effect, Finding
from perpend.entailment.implications import words_of
from perpend.entailment.matched_words import Reading, reading_of
from perpend.entailment.quantity_findings import quantifier_class
from perpend.entailment.word_ties import Entry, Tie, tie_of
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.sentence import Sentence, is_noun

__all__ = ["reason_of"]

_FIRST = 2
"""Reasons rest on so many senses of a word, the most frequent ones."""

_SIMILAR = 0.4
"""A word is said by another, perhaps, if their vectors have at least this cosine."""


class _Case(NamedTuple):
    """A finding with the readings of both texts."""

    one: Reading
    other: Reading
    finding: Finding


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
    return tell(_Case(reading_of(text), reading_of(hypothesis), finding)) if tell else None


def _quoted(reading: Reading, places: tuple[int, ...]) -> str:
    """The words from the first to the last of some tokens, as they are written."""
    spans = reading.sentence.spans
    return reading.sentence.raw[spans[min(places)][0] : spans[max(places)][1]] if places else ""


def _both(its: _Case) -> tuple[str, str]:
    return _quoted(its.one, its.finding.places1), _quoted(its.other, its.finding.places2)


def _entry(reading: Reading, places: tuple[int, ...]) -> Entry | None:
    """What is known of the word or phrase that has exactly these tokens."""
    for place in places:
        for unit in reading.units[place]:
            if unit.places == places:
                return unit.entry
    return None


def _same(its: _Case) -> str | None:
    first, second = _both(its)
    return f"both texts say '{second}'" if first.casefold() == second.casefold() else None


def _inflected(its: _Case) -> str | None:
    first, second = _both(its)
    if len(its.finding.places1) > 1 or len(its.finding.places2) > 1 or first.casefold() == second.casefold():
        return None
    bases = its.one.bases[its.finding.places1[0]], its.other.bases[its.finding.places2[0]]
    if bases[0] != bases[1]:
        return None
    return f"'{first}' and '{second}' are forms of one word"


def _first_senses(entry: Entry) -> tuple[int, ...]:
    wordnet = WordNet.shipped()
    return tuple(wordnet.synsets(entry.base, entry.part)[:_FIRST]) if entry.part else ()


def _synonym(its: _Case) -> str | None:
    entries = _entry(its.one, its.finding.places1), _entry(its.other, its.finding.places2)
    if not entries[0] or not entries[1] or entries[0].synsets.isdisjoint(entries[1].synsets):
        return None
    first, second = _both(its)
    return f"'{first}' and '{second}' can mean the same"


def _derived(its: _Case) -> str | None:
    entries = _entry(its.one, its.finding.places1), _entry(its.other, its.finding.places2)
    if (
        not entries[0]
        or not entries[1]
        or not (entries[0].derived & entries[1].senses or entries[1].derived & entries[0].senses)
    ):
        return None
    first, second = _both(its)
    return f"'{first}' and '{second}' are words of one family"


def _general(its: _Case) -> str | None:
    return _kind_of(its, turned=False)


def _specific(its: _Case) -> str | None:
    return _kind_of(its, turned=True)


def _kind_of(its: _Case, *, turned: bool) -> str | None:
    entries = _entry(its.one, its.finding.places1), _entry(its.other, its.finding.places2)
    if not entries[0] or not entries[1]:
        return None
    low_reading, low_places = (its.other, its.finding.places2) if turned else (its.one, its.finding.places1)
    name = low_reading.tags[low_places[-1]].startswith("NNP") and its.finding.kind != "contained"
    if name and _is_capital(low_reading, low_places):
        return None
    lower, upper = (entries[1], entries[0]) if turned else (entries[0], entries[1])
    words = _both(its)
    low, high = words[::-1] if turned else words
    wordnet = WordNet.shipped()
    above = {ancestor for synset in _first_senses(lower)[:1] for ancestor in wordnet.ancestors(synset)}
    if above.intersection(_first_senses(upper)):
        told = f"'{low}' is a kind of '{high}'"
    elif tie_of(lower, upper) is Tie.CONTAINED:
        told = f"'{low}' is part of '{high}'"
    else:
        return None
    if its.finding.effect is Effect.OPEN and turned:
        return f"{told}, and the text says only '{high}'"
    if its.finding.effect is Effect.OPEN:
        return f"{told}, but the text says it only of '{low}'"
    return told


def _is_capital(reading: Reading, places: tuple[int, ...]) -> bool:
    """Whether a name is written as one."""
    return reading.sentence.tokens[places[-1]][:1].isupper()


def _contained(its: _Case) -> str | None:
    return _kind_of(its, turned=False)


def _person(its: _Case) -> str | None:
    first, second = _both(its)
    places = its.finding.places1
    noun = bool(places) and is_noun(its.one.tags[places[0]]) and places[0] in its.one.persons
    vague = words_of("somebody") | words_of("persons") | words_of("all_or_none")
    if not places or its.one.forms[places[0]] in vague or its.other.forms[its.finding.places2[0]] == "anyone":
        return None
    return f"'{first}' is a person, as is '{second}'" if noun else None


def _opposite(its: _Case) -> str | None:
    entries = _entry(its.one, its.finding.places1), _entry(its.other, its.finding.places2)
    if not entries[0] or not entries[1] or tie_of(entries[0], entries[1]) is not Tie.OPPOSITE:
        return None
    first, second = _both(its)
    told = f"'{first}' and '{second}' are opposites"
    if its.finding.effect is Effect.FOLLOWS:
        return f"{told}, and one of them is denied"
    return told


def _other(its: _Case) -> str | None:
    first, second = _both(its)
    return f"the text says '{first}', the hypothesis '{second}'" if first.casefold() != second.casefold() else None


def _number(its: _Case) -> str | None:
    first, second = _both(its)
    if not its.finding.places1:
        return f"the text does not say '{second}'" if second.casefold() not in its.one.sentence.raw.casefold() else None
    if its.finding.effect is Effect.FOLLOWS and first.casefold() == second.casefold():
        return f"both texts say '{second}'"
    return f"the text says '{first}', the hypothesis '{second}'" if first.casefold() != second.casefold() else None


def _unsaid(its: _Case) -> str | None:
    if its.finding.effect is not Effect.OPEN:
        return None
    entry = _entry(its.other, its.finding.places2)
    if entry is None:
        return None
    place2 = its.finding.places2[-1]
    for place in range(len(its.one.forms)):
        if (
            its.one.forms[place] == its.other.forms[place2]
            or its.one.words.facts[place].stem == its.other.words.facts[place2].stem
        ):
            return None
        for unit in its.one.units[place]:
            if tie_of(unit.entry, entry) not in (Tie.NONE, Tie.SISTER, Tie.OTHER, Tie.OTHER_LOOSELY, Tie.OPPOSITE):
                return None
        if (
            its.one.words.content[place]
            and float(its.one.words.vectors[place] @ its.other.words.vectors[place2]) >= _SIMILAR
        ):
            return None
    return f"nothing in the text says '{_quoted(its.other, its.finding.places2)}'"


def _dropped(its: _Case) -> str | None:
    word = _quoted(its.one, its.finding.places1)
    if its.one.forms[its.finding.places1[0]] in its.other.forms:
        return None
    return f"only the text says '{word}'"


def _negated(its: _Case) -> str | None:
    if its.finding.effect is not Effect.CONTRADICTS:
        return None
    for reading, places, name in (
        (its.one, its.finding.places1, "text"),
        (its.other, its.finding.places2, "hypothesis"),
    ):
        context = contexts_of(reading.sentence)[places[-1]]
        if context.factuality < 0:
            cue = _denier(reading, places[-1])
            if cue < 0 or cue in places:
                return None
            return f"'{reading.sentence.tokens[cue]}' denies '{_quoted(reading, places)}' in the {name} only"
    return None


def _denier(reading: Reading, place: int) -> int:
    """The word that denies a word: the cue of its context, or the "not" beside it if the cue is "can" or the like."""
    cue = reading.contexts[place].factuality_cue
    if cue >= 0 and (reading.tags[cue] == "MD" or reading.relations[cue] == "aux"):
        near = [one for one in reading.children[place] if reading.forms[one] in words_of("negators")]
        return near[0] if near else -1
    return cue


def _scope(its: _Case) -> str | None:
    context = contexts_of(its.one.sentence)[its.finding.places1[-1]]
    if context.factuality != 0 or context.factuality_cue < 0 or context.factuality_cue in its.finding.places1:
        return None
    if not _leaves_open(its.one, context.factuality_cue, its.finding.places1[-1]):
        return None
    cue, word = its.one.sentence.tokens[context.factuality_cue], _quoted(its.one, its.finding.places1)
    return f"'{cue}' leaves it open in the text whether '{word}' is so"


def _leaves_open(reading: Reading, cue: int, place: int) -> bool:
    """Whether a word stands beside another in the parse and is known to leave open what it governs."""
    if reading.heads[place] != cue and reading.heads[cue] != place:
        return False
    form, base = reading.forms[cue], reading.bases[cue]
    if reading.forms[cue + 1 : cue + 2] in (("not",), ("never",), ("n't",)) or form == "cannot":
        return False
    if reading.tags[cue] == "MD" or form in words_of("possible") or form in words_of("conditions"):
        return True
    return base in words_of("reporting") or (0, 0) in (implication_of(base, "to"), implication_of(base, "that"))


def _modality(its: _Case) -> str | None:
    context = contexts_of(its.other.sentence)[its.finding.places2[-1]]
    cue = its.other.sentence.tokens[context.factuality_cue] if context.factuality_cue >= 0 else ""
    if not cue or cue.lower() not in words_of("possible") or its.finding.effect is Effect.OPEN:
        return None
    return f"the hypothesis says only that '{_quoted(its.other, its.finding.places2)}' is possible ('{cue}')"


def _quantifier(its: _Case) -> str | None:
    first, second = (
        quantifier_class(its.one, its.finding.places1[0]),
        quantifier_class(its.other, its.finding.places2[0]),
    )
    if not first or not second or first == second:
        return None
    words = _quantifier_words(its.one, its.finding.places1[0]), _quantifier_words(its.other, its.finding.places2[0])
    if not all(words) or words[0].casefold() == words[1].casefold():
        return None
    return f"the text says '{words[0]}', the hypothesis '{words[1]}'"


def _quantifier_words(reading: Reading, place: int) -> str:
    """The quantifier of a noun as it is written, "" if it has none of its own."""
    quantifier = quantifier_of(reading.sentence, place)
    if quantifier is None:
        return ""
    places = tuple(one for one in range(quantifier.start, quantifier.end) if one != place)
    return _quoted(reading, places) if places else ""


def _swapped(its: _Case) -> str | None:
    two = len(its.finding.places1) == len(its.finding.places2) == 2
    if not two or its.finding.effect is not Effect.CONTRADICTS:
        return None
    first, second = (its.one.sentence.tokens[place] for place in its.finding.places1)
    return f"'{first}' and '{second}' have changed their roles"


def _place_word(its: _Case) -> str | None:
    return _other(its)


def _nothing(its: _Case) -> str | None:
    shared = {its.one.words.facts[place].stem for place in its.one.bearing} & {
        its.other.words.facts[place].stem for place in its.other.bearing
    }
    return None if shared else "the texts share no word that tells something"


_TELLERS: dict[str, Callable[[_Case], str | None]] = {
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
