"""Findings about whole clauses: what one text says to be so, and the other denies or leaves open.

    He came.              | He did not come.         negated     CONTRADICTS
    He may have come.     | He came.                 scope       OPEN
    He came.              | He may have come.        modality    FOLLOWS
    He cannot have come.  | He may have come.        modality    CONTRADICTS
    He failed to come.    | He did not come.         nothing to report: both say that it is not so

Two matched predicates are compared by their factuality (`perpend.entailment.contexts`); nouns only where a text says that
there are some or none.
"""

from collections.abc import Iterator

from perpend.entailment.contexts import quantifier_of
from perpend.entailment.finding import Effect, Finding
from perpend.entailment.implications import words_of
from perpend.entailment.matched_words import CONTRARY, Match, Pair, Reading
from perpend.entailment.word_ties import Tie

__all__ = ["clause_findings"]


def clause_findings(pair: Pair) -> Iterator[Finding]:
    """Yields the findings about what is said to be so."""
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
    if any(predicates):
        return pair.text.parts[one] in ("v", "a") and pair.hypothesis.parts[other] in ("v", "a")
    return _is_doubted(pair, match)


def _is_doubted(pair: Pair, match: Match) -> bool:
    """Whether the text leaves it open whether there is such a thing, and the hypothesis says that there is.

    An adjective may do so ("fake", "alleged"), or the clause around the noun ("wants a car"), unless the hypothesis says
    of the thing what the text says.
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
    if one.factuality == other.factuality != 0:
        return None
    kind, effect = "scope", Effect.OPEN
    if one.factuality * other.factuality < 0:
        denies = _is_open_clash(pair, match)
        kind, effect = "negated", Effect.OPEN if denies else Effect.CONTRADICTS
        if _is_plain_noun(pair, match):
            kind, effect = "scope", Effect.OPEN
    elif other.factuality == 0:
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


def _is_open_clash(pair: Pair, match: Match) -> bool:
    """Whether both can be so: "some came" and "some did not come"."""
    subjects = (pair.text.subject(match.head1), pair.hypothesis.subject(match.head2))
    partial = words_of("partial")
    return all(
        subject >= 0
        and (quantifier := quantifier_of(reading.sentence, subject)) is not None
        and reading.forms[quantifier.start] in partial
        for reading, subject in zip((pair.text, pair.hypothesis), subjects, strict=True)
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
    if possible and cue1 in words_of("possible") | words_of("necessary"):
        return Effect.FOLLOWS
    if cue2 in words_of("necessary") and cue1 in words_of("necessary"):
        return Effect.FOLLOWS
    partner = pair.matches.get(other.factuality_cue)
    return Effect.FOLLOWS if partner and partner.tie in (Tie.SYNONYM, Tie.NARROWER) else Effect.OPEN
