"""Findings about whole clauses: what one text says to be so, and the other denies or leaves open.

    He came.              | He did not come.         negated     CONTRADICTS
    He may have come.     | He came.                 scope       OPEN
    He came.              | He may have come.        modality    FOLLOWS
    He cannot have come.  | He may have come.        modality    CONTRADICTS
    He failed to come.    | He did not come.         nothing to report: both say that it is not so

Two matched predicates are compared by their factuality (`perpend.entailment.contexts`); nouns only where a text says
that there are some or none.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from perpend.entailment.contexts import quantifier_of
from perpend.entailment.finding import Effect, Finding
from perpend.entailment.implications import words_of
from perpend.entailment.matched_words import CONTRARY, Match, Pair, Reading
from perpend.entailment.quantity_findings import quantifier_class
from perpend.entailment.word_findings import cue_of, is_reported
from perpend.entailment.word_ties import Tie
from perpend.lexicon.wordnet.database import WordNet

__all__ = ["clause_findings"]


def clause_findings(pair: Pair) -> Iterator[Finding]:
    """Yields the findings about what the texts of a `pair` say to be so."""
    for match in dict.fromkeys(pair.matches.values()):
        if match.tie in CONTRARY or not _is_compared(pair, match):
            continue
        found = _compared(pair, match)
        if found:
            yield found


def _is_compared(pair: Pair, match: Match) -> bool:
    """Whether both words say something of their own: predicates, and nouns of which a text says that there are some."""
    one, other = match.head1, match.head2
    predicates = pair.text.is_predicate(one), pair.hypothesis.is_predicate(other)
    if all(predicates):
        return True
    if _is_there(pair.text, one) or _is_there(pair.hypothesis, other):
        return not any(predicates) or all(predicates)
    if predicates[1] and match.tie in (Tie.SAME, Tie.INFLECTED) and pair.hypothesis.contexts[other].factuality < 0:
        return True
    if any(predicates):
        return pair.text.parts[one] in ("v", "a") and pair.hypothesis.parts[other] in ("v", "a")
    return _is_doubted(pair, match)


def _is_doubted(pair: Pair, match: Match) -> bool:
    """Whether the text leaves it open whether there is such a thing, and the hypothesis says that there is.

    An adjective does so ("fake", "alleged"), unless the hypothesis has it too.
    """
    context = pair.text.contexts[match.head1]
    if context.factuality == 1 or pair.hypothesis.contexts[match.head2].factuality != 1:
        return False
    if context.factuality_cue in pair.text.children[match.head1]:
        return not any(
            pair.hypothesis.forms[child] == pair.text.forms[context.factuality_cue]
            for child in pair.hypothesis.children[match.head2]
        )
    return False


def _is_there(reading: Reading, place: int) -> bool:
    """Whether a text says that there is such a thing, or none."""
    quantifier = quantifier_of(reading.sentence, place)
    if quantifier and quantifier.marks.negative:
        return True
    head = reading.heads[place]
    return any(reading.relations[child] == "expl" for child in reading.children[head]) or any(
        reading.relations[child] == "expl" for child in reading.children[place]
    )


def _compared(pair: Pair, match: Match) -> Finding | None:
    one, other = pair.text.contexts[match.head1], pair.hypothesis.contexts[match.head2]
    if _is_equalled(pair.text, match.head1) and "than" in pair.hypothesis.forms[match.head2 :]:
        if other.factuality < 0:
            return None
        other = replace(other, factuality=-other.factuality)
    if _is_contrary_to_fact(pair.text, match.head1):
        one = replace(one, factuality=-1)
    if one.factuality == other.factuality != 0 and not _is_unfinished(pair, match):
        return None
    kind, effect = "scope", Effect.OPEN
    if one.factuality * other.factuality < 0:
        found = _of_clash(pair, match)
        if found is None:
            return None
        kind, effect = "negated", found
        if _is_plain_noun(pair, match):
            kind, effect = "scope", Effect.OPEN
    elif other.factuality == 0:
        if _is_said_of_some(pair.hypothesis, match.head2) and one.factuality > 0:
            return None
        kind, effect = "modality", _of_modality(pair, match)
    return Finding(
        kind,
        effect,
        match.places1,
        match.places2,
        one.polarity,
        one.factuality,
        other.polarity,
        other.factuality,
        float(pair.hypothesis.words.weights[match.head2]),
    )


def _is_plain_noun(pair: Pair, match: Match) -> bool:
    """Whether neither word is a predicate nor said to be there: "a fake gun", "a gun"."""
    return not (
        pair.text.is_predicate(match.head1)
        or pair.hypothesis.is_predicate(match.head2)
        or _is_there(pair.text, match.head1)
        or _is_there(pair.hypothesis, match.head2)
    )


def _is_equalled(reading: Reading, place: int) -> bool:
    """Whether two things are said to be equal: "as long as"."""
    return "as" in reading.forms[max(0, place - 2) : place] and "as" in reading.forms[place + 1 : place + 3]


def _is_unfinished(pair: Pair, match: Match) -> bool:
    """Whether the text says only that something began or went on, and the hypothesis that it was done."""
    one, other = pair.text, pair.hypothesis
    context = one.contexts[match.head1]
    if context.factuality < 1 or other.tags[match.head2] not in ("VBD", "VBN") or cue_of(other, match.head2):
        return False
    cue = context.factuality_cue
    if cue >= 0 and one.bases[cue] in words_of("beginning"):
        return True
    auxiliaries = {one.forms[child] for child in one.children[match.head1] if one.relations[child] == "aux"}
    went_on = one.tags[match.head1] == "VBG" and not auxiliaries.isdisjoint(("was", "were"))
    return went_on and is_creation(one.bases[match.head1])


@lru_cache(maxsize=1 << 12)
def is_creation(verb: str) -> bool:
    """Returns whether a `verb`, a base form, says in its first sense that something is made."""
    wordnet = WordNet.shipped()
    synsets = wordnet.synsets(verb, "v")
    return bool(synsets) and wordnet.lexicographer_class(synsets[0]) == "verb.creation"


def _is_said_of_some(reading: Reading, place: int) -> bool:
    """Whether a clause is left open by a quantifier only ("anyone who came"), or by nothing that is known."""
    cue = reading.contexts[place].factuality_cue
    return cue < 0 or reading.forms[cue] in words_of("quantifying")


def _is_contrary_to_fact(reading: Reading, place: int) -> bool:
    """Whether a clause says what would have been: "we would have come", "if we had come, we would have"."""
    if (
        reading.contexts[place].factuality != 0
        or reading.tags[place] not in ("VBN", "VBD")
        or "would" not in reading.forms
    ):
        return False
    auxiliaries = [reading.forms[child] for child in reading.children[place] if reading.relations[child] == "aux"]
    conditional = "if" in reading.forms or "but" in reading.forms
    if "would" in auxiliaries and "have" in auxiliaries:
        return conditional
    marked = any(reading.forms[child] == "if" for child in reading.children[place]) or (
        "if" in reading.forms[max(0, place - 3) : place]
    )
    return marked and "had" in reading.forms[max(0, place - 2) : place] and "have" in reading.forms


def _of_clash(pair: Pair, match: Match) -> Effect | None:
    """What it says that one text denies what the other says; None if "not all" says nothing against it."""
    classes = [
        quantifier_class(reading, subject) if (subject := reading.subject(place)) >= 0 else ""
        for reading, place in ((pair.text, match.head1), (pair.hypothesis, match.head2))
    ]
    if classes[1] == "not all":
        return Effect.CONTRADICTS if classes[0] == "all" else None if classes[0] == "few" else Effect.OPEN
    if classes[0] == "not all":
        return Effect.CONTRADICTS if classes[1] == "all" else Effect.OPEN
    if "all" in classes:
        return Effect.CONTRADICTS
    return Effect.OPEN if _is_open_clash(pair, match) else Effect.CONTRADICTS


def _is_partial(reading: Reading, subject: int) -> bool:
    """Whether a subject is a part of something: "some", "two of the engines"."""
    if subject < 0:
        return False
    of = reading.forms[subject + 1 : subject + 2] == ("of",)
    if of and (subject in reading.counted or reading.forms[subject] in words_of("partial")):
        return True
    quantifier = quantifier_of(reading.sentence, subject)
    if quantifier is None:
        return False
    first, after = reading.forms[quantifier.start], reading.forms[quantifier.end : quantifier.end + 1]
    return first in words_of("partial") or after == ("of",)


def _is_open_clash(pair: Pair, match: Match) -> bool:
    """Whether both can be so: "some came" and "some did not come"."""
    return _is_partial(pair.text, pair.text.subject(match.head1)) and _is_partial(
        pair.hypothesis, pair.hypothesis.subject(match.head2)
    )


def _of_modality(pair: Pair, match: Match) -> Effect:
    """What the text says of a clause that the hypothesis leaves open."""
    one, other = pair.text.contexts[match.head1], pair.hypothesis.contexts[match.head2]
    cue2 = pair.hypothesis.forms[other.factuality_cue] if other.factuality_cue >= 0 else ""
    possible = cue2 in words_of("possible")
    if one.factuality > 0:
        return Effect.FOLLOWS if possible else Effect.OPEN
    if one.factuality < 0:
        return Effect.CONTRADICTS if possible else Effect.OPEN
    cue1 = pair.text.forms[one.factuality_cue] if one.factuality_cue >= 0 else ""
    bases = (
        pair.text.bases[one.factuality_cue] if one.factuality_cue >= 0 else "",
        pair.hypothesis.bases[other.factuality_cue] if other.factuality_cue >= 0 else "",
    )
    if cue1 == cue2 or bases[0] == bases[1]:
        return Effect.FOLLOWS
    if is_reported(pair.text, match.head1) and is_reported(pair.hypothesis, match.head2):
        return Effect.FOLLOWS
    if possible and cue1 in words_of("possible") | words_of("necessary"):
        return Effect.FOLLOWS
    if cue2 in words_of("necessary") and cue1 in words_of("necessary"):
        return Effect.FOLLOWS
    partner = pair.matches.get(other.factuality_cue)
    return Effect.FOLLOWS if partner and partner.tie in (Tie.SYNONYM, Tie.NARROWER) else Effect.OPEN
