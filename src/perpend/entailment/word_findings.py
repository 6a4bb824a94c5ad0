"""Findings about words: what of the hypothesis the text says, and what of the text the hypothesis drops.

    No student came.      | No foreign student came.       unsaid "foreign"   FOLLOWS   narrower words may stand there
    A student came.       | A foreign student came.        unsaid "foreign"   OPEN
    No foreign student came. | No student came.            dropped "foreign"  OPEN
    A red van stopped.    | A blue van stopped.            other of a kind    CONTRADICTS

What decides is the polarity of the place in the text: where the text is upward, what the text says may be more specific
than the hypothesis; where it is downward, more general. This holds for both kinds of answers: "A beagle barked"
contradicts "No dog barked", and "No dog barked" contradicts "A beagle barked".
"""

from collections.abc import Iterator
from dataclasses import replace

from perpend.entailment.finding import Effect, Finding
from perpend.entailment.implications import words_of
from perpend.entailment.matched_words import CONTRARY, GOOD, Match, Pair, Reading
from perpend.entailment.scene_findings import is_worn
from perpend.entailment.word_ties import Tie
from perpend.lexicon.opposites import are_converse, are_of_one_class

__all__ = ["cue_of", "dropped_words", "is_reported", "partner_above", "share_said", "word_findings"]

_KINDS = {
    Tie.SAME: "same",
    Tie.INFLECTED: "inflected",
    Tie.SYNONYM: "synonym",
    Tie.DERIVED: "derived",
    Tie.NARROWER: "more general",
    Tie.CONTAINED: "contained",
    Tie.WIDER: "more specific",
    Tie.CONTAINS: "more specific",
    Tie.OPPOSITE: "opposite",
    Tie.OTHER: "other of a kind",
    Tie.OTHER_LOOSELY: "other of a kind",
    Tie.SISTER: "sister",
}
_CLOSE = 0.66
"""Words with at least this cosine say nearly the same."""

_CLOSE_SISTERS = 0.6
"""Two kinds of one thing with at least this cosine may be two names of it: "rope", "cord"."""

_RECIPROCAL = 3.0
"""The weight of "each other", whose words are frequent."""

_NEAR_COPY = 0.6
"""The least share of the other words that both texts have for members of a loose class to exclude each other."""


def share_said(pair: Pair, without: tuple[int, ...] = ()) -> float:
    """Returns which share of the hypothesis of a `pair`, by weight, the text says; tokens `without` are left out."""
    total = said = 0.0
    weights = pair.hypothesis.words.weights
    for place in pair.hypothesis.bearing:
        if place not in without:
            total += float(weights[place])
            match = pair.matches.get(place)
            if match and match.tie in GOOD:
                said += float(weights[place])
    return said / total if total else 1.0


def word_findings(pair: Pair) -> Iterator[Finding]:
    """Yields a finding for each word or phrase that bears meaning in the hypothesis of a `pair`."""
    done: set[int] = set()
    for place in pair.hypothesis.bearing:
        if place in done:
            continue
        match = pair.matches.get(place)
        if match is None:
            done.add(place)
            if not _is_transparent(pair, place):
                yield _unsaid(pair, place)
        else:
            done.update(match.places2)
            yield _of_match(pair, match)
    yield from _persons(pair)
    yield from _each_other(pair)


def _each_other(pair: Pair) -> Iterator[Finding]:
    """What two do to each other in the hypothesis only: "Ann and Bo are married", "are married to each other"."""
    if _reciprocal(pair.hypothesis) and not _reciprocal(pair.text):
        place = _reciprocal(pair.hypothesis)
        yield replace(_finding(pair, "unsaid", Effect.OPEN, (), (place - 1, place)), weight=_RECIPROCAL)


def _reciprocal(reading: Reading) -> int:
    """The second word of "each other" or "one another", 0 if there is none."""
    pairs = zip(reading.forms, reading.forms[1:], strict=False)
    return next((place for place, pair in enumerate(pairs, 1) if pair in (("each", "other"), ("one", "another"))), 0)


def _finding(
    pair: Pair, kind: str, effect: Effect, places1: tuple[int, ...], places2: tuple[int, ...], *, sure: bool = True
) -> Finding:
    weights = pair.hypothesis.words.weights if places2 else pair.text.words.weights
    one = pair.text.contexts[places1[-1]] if places1 else None
    other = pair.hypothesis.contexts[places2[-1]] if places2 else None
    return Finding(
        kind,
        effect,
        places1,
        places2,
        one.polarity if one else 1,
        one.factuality if one else 1,
        other.polarity if other else 1,
        other.factuality if other else 1,
        float(sum(weights[place] for place in (places2 or places1))),
        sure,
    )


def _of_match(pair: Pair, match: Match) -> Finding:
    tie, kind = match.tie, _KINDS.get(match.tie, "similar")
    polarity = pair.text.contexts[match.head1].polarity
    places = match.places1, match.places2
    if tie is Tie.NONE:
        close = match.cosine >= _CLOSE
        return _finding(
            pair, "similar" if close else "related", Effect.FOLLOWS if close else Effect.OPEN, *places, sure=False
        )
    if tie in (Tie.NARROWER, Tie.CONTAINED):
        return _finding(pair, kind, Effect.FOLLOWS if polarity > 0 else Effect.OPEN, *places)
    if tie in (Tie.WIDER, Tie.CONTAINS):
        return _finding(pair, kind, Effect.FOLLOWS if polarity < 0 else Effect.OPEN, *places)
    if tie in CONTRARY:
        sure = tie in (Tie.OPPOSITE, Tie.OTHER)
        return _finding(pair, kind, _of_contrary(pair, match), *places, sure=sure)
    compared = tie in (Tie.SAME, Tie.INFLECTED) and _is_compared_only(pair, match)
    return _finding(pair, kind, Effect.OPEN if compared else Effect.FOLLOWS, *places)


def _of_contrary(pair: Pair, match: Match) -> Effect:
    """What two words that exclude each other say, where they are said of the same."""
    one, other = (
        reading.contexts[place].factuality
        for reading, place in ((pair.text, match.head1), (pair.hypothesis, match.head2))
    )
    if _is_end_of_range(pair.text, match.head1) or _is_compared_only(pair, match):
        return Effect.OPEN
    if are_converse(pair.text.forms[match.head1], pair.hypothesis.forms[match.head2]):
        return _of_converse(pair, match, one * other)
    if one == other == 0 and is_reported(pair.text, match.head1) and is_reported(pair.hypothesis, match.head2):
        one = other = 1
    if other == 0 and one >= 0 and _is_ruled_out(pair, match):
        return Effect.CONTRADICTS
    one = 1 if _is_own_cue(pair.text, match.head1) else one
    other = 1 if _is_own_cue(pair.hypothesis, match.head2) else other
    if match.tie not in (Tie.OPPOSITE, Tie.OTHER) and share_said(pair, match.places2) < _NEAR_COPY:
        return Effect.OPEN
    if match.tie is Tie.SISTER and (match.cosine >= _CLOSE_SISTERS or not _are_of_one_class(pair, match)):
        return Effect.OPEN
    if one == 0 or other == 0:
        return Effect.OPEN
    if one == other and _are_compared_crosswise(pair, match):
        return Effect.FOLLOWS if match.tie is Tie.OPPOSITE and one > 0 else Effect.OPEN
    if one == other:
        upward = pair.text.contexts[match.head1].polarity >= 0 or match.tie is Tie.OPPOSITE
        return Effect.CONTRADICTS if one > 0 and upward else Effect.OPEN
    if one > 0:
        return Effect.FOLLOWS
    return Effect.FOLLOWS if match.tie is Tie.OPPOSITE and pair.text.is_predicate(match.head1) else Effect.OPEN


def _are_of_one_class(pair: Pair, match: Match) -> bool:
    return are_of_one_class(pair.text.forms[match.head1], pair.hypothesis.forms[match.head2])


def _is_own_cue(reading: Reading, place: int) -> bool:
    """Whether a word is an adjective that itself says that its noun is no such thing: "a fake gun"."""
    return reading.contexts[reading.heads[place]].factuality_cue == place


def _is_end_of_range(reading: Reading, place: int) -> bool:
    """Whether a word ends a range that other members of its class may be in: "from Monday to Thursday"."""
    before = reading.forms[max(0, place - 2) : place]
    ranging = any(form in ("to", "until", "till", "through", "and") for form in before)
    return ranging and any(form in ("from", "between") for form in reading.forms[:place])


def _is_compared_only(pair: Pair, match: Match) -> bool:
    """Whether the text only compares, and the hypothesis says it outright: "taller than his son", "is tall"."""
    compared = [
        "than" in reading.forms[place + 1 : place + 3] and reading.tags[place] not in ("NN", "NNS", "NNP")
        for reading, place in ((pair.text, match.head1), (pair.hypothesis, match.head2))
    ]
    return compared[0] and not compared[1] and pair.hypothesis.tags[match.head2] in ("JJ", "RB")


def _is_ruled_out(pair: Pair, match: Match) -> bool:
    """Whether the hypothesis says that something is possible which the text's opposite rules out: "is", "may be"."""
    if cue_of(pair.hypothesis, match.head2) not in words_of("possible"):
        return False
    one = pair.text.contexts[match.head1]
    return one.factuality > 0 or cue_of(pair.text, match.head1) in words_of("necessary")


def cue_of(reading: Reading, place: int) -> str:
    """Returns the word that leaves open, or denies, what the token at `place` of a `reading` says, or ""."""
    cue = reading.contexts[place].factuality_cue
    return reading.forms[cue] if cue >= 0 else ""


def is_reported(reading: Reading, place: int) -> bool:
    """Returns whether the token at `place` of a `reading` is left open because somebody says it."""
    cue = reading.contexts[place].factuality_cue
    return cue >= 0 and (
        reading.bases[cue] in words_of("reporting") or reading.forms[cue] in ("according", "reportedly")
    )


def _are_compared_crosswise(pair: Pair, match: Match) -> bool:
    """Whether two comparatives have exchanged sides: "A is heavier than B", "B is lighter than A"."""
    one, other = pair.text, pair.hypothesis
    if "than" not in one.forms[match.head1 :] or "than" not in other.forms[match.head2 :]:
        return False
    than = other.forms.index("than", match.head2)
    after = [place for place in other.bearing_after(than) if place in pair.matches]
    crosswise = any(pair.matches[place].head1 < match.head1 for place in after)
    less = ["less" in reading.forms[max(0, at - 1) : at] for reading, at in ((one, match.head1), (other, match.head2))]
    return crosswise != (less[0] != less[1])


def _of_converse(pair: Pair, match: Match, sign: int) -> Effect:
    """What "bought" says of "sold": the same if the two have exchanged their places, else the opposite."""
    subject1, subject2 = pair.text.subject(match.head1), pair.hypothesis.subject(match.head2)
    if subject1 < 0 or subject2 < 0:
        return Effect.OPEN
    same = pair.partners.get(subject2, -1) == subject1 or pair.text.forms[subject1] == pair.hypothesis.forms[subject2]
    if sign == 0:
        return Effect.OPEN
    return Effect.CONTRADICTS if same == (sign > 0) else Effect.FOLLOWS


def _unsaid(pair: Pair, place: int) -> Finding:
    """A word without a counterpart: it follows where the text says something of everything that may be added."""
    anybody = words_of("persons") - words_of("all_or_none")
    if pair.text.persons and pair.hypothesis.forms[place] in anybody:
        return _finding(pair, "person", Effect.FOLLOWS, (min(pair.text.persons),), (place,))
    if pair.hypothesis.forms[place] in words_of("whatever") and pair.hypothesis.heads[place] in pair.matches:
        return _finding(pair, "person", Effect.FOLLOWS, (), (place,))
    if is_worn(pair, place):
        return _finding(pair, "worn", Effect.FOLLOWS, (), (place,), sure=False)
    partner = partner_above(pair, place)
    polarity = pair.text.contexts[partner].polarity if partner >= 0 else 1
    effect = Effect.FOLLOWS if polarity < 0 else Effect.OPEN
    return _finding(pair, "unsaid", effect, (), (place,))


def _is_transparent(pair: Pair, place: int) -> bool:
    """Whether a word only sets the context of another that the text has: "managed to", "is able to"."""
    reading = pair.hypothesis
    if reading.bases[place] not in words_of("transparent") and reading.forms[place] not in words_of("transparent"):
        return False
    return any(
        place in (context.factuality_cue, context.polarity_cue) or reading.heads[one] == place
        for one, context in enumerate(reading.contexts)
        if one != place and one in pair.matches
    )


def partner_above(pair: Pair, place: int) -> int:
    """Returns the counterpart of the nearest word above the token of the hypothesis that has one, -1 if none has.

    :param pair: the matched words.
    :param place: a token of the hypothesis.
    """
    reading = pair.hypothesis
    for _ in range(len(reading.heads)):
        head = reading.heads[place]
        if head == place:
            return -1
        place = head
        match = pair.matches.get(place)
        if match and match.tie not in CONTRARY:
            return match.head1
    return -1


def _persons(pair: Pair) -> Iterator[Finding]:
    """Words for any person ("somebody", "he") that a person in the text fits."""
    if not pair.text.persons:
        return
    somebody = words_of("somebody")
    for place, form in enumerate(pair.hypothesis.forms):
        if form in somebody and place not in pair.matches:
            yield _finding(pair, "person", Effect.FOLLOWS, (min(pair.text.persons),), (place,))


def dropped_words(pair: Pair) -> Iterator[Finding]:
    """Yields the words of the text of a `pair` that the hypothesis drops though the text is not upward there."""
    reading = pair.text
    for place in (*reading.bearing, *sorted(reading.counted)):
        if place in pair.back or (reading.contexts[place].polarity > 0 and place not in reading.counted):
            continue
        head = reading.heads[place]
        if reading.relations[place] in ("advcl", "ccomp", "conj", "parataxis", "vocative", "discourse"):
            continue
        if reading.forms[place] in words_of("anything"):
            continue
        if head != place and head in pair.back and reading.contexts[head].polarity <= 0:
            other = pair.back[head]
            even = pair.hypothesis.contexts[other].factuality == reading.contexts[head].factuality
            if even and not _is_said_otherwise(pair, place):
                yield _finding(pair, "dropped", Effect.OPEN, (place,), ())


def _is_said_otherwise(pair: Pair, place: int) -> bool:
    """Whether a quantity of the hypothesis may stand for a dropped amount."""
    return place in pair.text.counted and bool(pair.hypothesis.quantities)
