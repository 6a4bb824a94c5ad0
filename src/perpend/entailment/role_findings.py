"""Findings about roles: who does what to whom, and where things are.

    The dog bit the man.        | The man bit the dog.           swapped
    The judge's son forgave him. | The judge forgave him.        other role: "judge" is not the one who forgave
    He went up the stairs.      | He went down the stairs.       other place word

Matched predicates are compared slot by slot (`perpend.entailment.frames`, which undoes the passive). A swap is a
contradiction where only one of both can be so: of verbs of contact, motion, competition and possession; what people
feel or say, they may feel and say to each other.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from perpend.entailment.finding import Effect, Finding
from perpend.entailment.frames import INDIRECT, OBJECT, SUBJECT, Frame, frames_of
from perpend.entailment.matched_words import CONTRARY, GOOD, Pair, Reading
from perpend.entailment.word_ties import Tie
from perpend.features.roles import swapped_roles
from perpend.lexicon.opposites import are_converse
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.wordlist import read_word_list

__all__ = ["role_findings"]

_KEPT = 1 << 14
_STEPS = 4
_EQUAL = frozenset((Tie.SAME, Tie.INFLECTED))
_CLOSE = frozenset(("amod", "compound", "nmod"))
_ATTACHED = frozenset(("obl", "obj", "nmod", "amod", "nsubj", "compound", "advmod"))
_MUTUAL = frozenset(("verb.emotion", "verb.communication", "verb.cognition", "verb.social"))


@lru_cache(maxsize=1)
def _opposites() -> frozenset[tuple[str, str]]:
    pairs = (line.split() for line in read_word_list(Path(__file__).with_name("data") / "opposite-prepositions.txt"))
    return frozenset(one for first, second in pairs for one in ((first, second), (second, first)))


def role_findings(pair: Pair) -> Iterator[Finding]:
    """Yields the findings about the roles and places of a `pair`."""
    opposed = any(match.tie is Tie.OPPOSITE for match in pair.matches.values())
    swap = None if opposed else swapped_roles(pair.links, {})
    if swap:
        (first1, first2), (second1, second2), (_, verb) = swap
        places1, places2 = ((*range(*one), *range(*other)) for one, other in ((first1, second1), (first2, second2)))
        verbs = [pair.hypothesis.bases[place] for place in range(*verb)]
        effect = Effect.OPEN if verbs and is_mutual(verbs[0]) else Effect.CONTRADICTS
        yield Finding("swapped", effect, places1, places2, weight=1.0)
        yield from _places(pair)
        return
    frames1 = {frame.place: frame for frame in frames_of(pair.text.sentence)}
    for frame in frames_of(pair.hypothesis.sentence):
        match = pair.matches.get(frame.place)
        if match and match.tie not in CONTRARY and match.head1 in frames1:
            yield from _slots(pair, frames1[match.head1], frame)
    yield from _attachments(pair)
    yield from _places(pair)


@lru_cache(maxsize=_KEPT)
def is_mutual(verb: str) -> bool:
    """Returns whether two can do to each other what a `verb`, a base form, says: mostly a feeling."""
    wordnet = WordNet.shipped()
    synsets = wordnet.synsets(verb, "v")
    return bool(synsets) and wordnet.lexicographer_class(synsets[0]) in _MUTUAL


def _slots(pair: Pair, one: Frame, other: Frame) -> Iterator[Finding]:
    """The fillers of the subject and the object that fill another slot of the text's predicate, or none of it."""
    bases = pair.text.bases[one.place], pair.hypothesis.bases[other.place]
    if are_converse(*bases):
        return
    slots1 = {filler.place: filler.slot for filler in one.fillers}
    for slot, place in other.fillers:
        if slot not in (SUBJECT, OBJECT, INDIRECT):
            continue
        match = pair.matches.get(place)
        if match is None or match.tie not in GOOD:
            continue
        if match.head1 == one.place or not one.slot(slot):
            continue
        found = slots1.get(match.head1)
        if found == slot or any(_is_same(pair, match.head1, filler) for filler in one.slot(slot)):
            continue
        if {found, slot} == {OBJECT, INDIRECT} or _is_controlled(pair, match.head1, one.place):
            continue
        yield Finding("other role", Effect.OPEN, (*match.places1, one.place), (*match.places2, other.place), weight=1.0)


def _is_controlled(pair: Pair, place: int, verb: int) -> bool:
    """Whether a word is the object of the verb above: "forced the coach to turn back"."""
    reading = pair.text
    return reading.relations[verb] in ("xcomp", "ccomp", "advcl", "acl") and reading.heads[place] == reading.heads[verb]


def _is_same(pair: Pair, place: int, filler: int) -> bool:
    """Whether a word is (part of) the filler of a slot: a name, an apposition, the thing that a pronoun stands for."""
    reading, first = pair.text, place
    if reading.relations[filler] in ("appos", "flat", "conj") and reading.heads[filler] == first:
        return True
    for _ in range(4):
        if place == filler or reading.forms[place] == reading.forms[filler]:
            return True
        if (
            reading.relations[place] not in ("flat", "appos", "conj", "compound", "nmod")
            or reading.heads[place] == place
        ):
            break
        if reading.relations[place] == "nmod" and not _is_of(pair, place):
            break
        place = reading.heads[place]
    return reading.tags[filler] in ("PRP", "WP", "WDT", "WP$") or filler in _heads_of(pair, place)


def _is_of(pair: Pair, place: int) -> bool:
    return any(pair.text.forms[child] == "of" for child in pair.text.children[place])


def _heads_of(pair: Pair, place: int) -> tuple[int, ...]:
    return tuple(child for child in pair.text.children[place] if pair.text.relations[child] in ("appos", "flat"))


def _attachments(pair: Pair) -> Iterator[Finding]:
    """Words that hang on another word than in the text: "studied in Rome before going to Oslo", "studied in Oslo"."""
    for match in dict.fromkeys(pair.matches.values()):
        other = match.head2
        if match.tie not in _EQUAL or pair.hypothesis.relations[other] not in _ATTACHED:
            continue
        head2 = pair.hypothesis.heads[other]
        above = pair.matches.get(head2)
        if above is None or above.tie not in GOOD or above.head1 == match.head1:
            continue
        if pair.text.forms.count(pair.text.forms[match.head1]) > 1:
            continue
        close = pair.hypothesis.relations[other] in _CLOSE
        if not _hangs_on(pair.text, match.head1, above.head1, close=close):
            yield Finding("elsewhere", Effect.OPEN, (match.head1, above.head1), (other, head2), weight=1.0, sure=close)


def _hangs_on(reading: Reading, place: int, head: int, *, close: bool) -> bool:
    """Whether one word is above or below another within a clause, or both hang on one word (not `close` ones)."""
    above = _line(reading, place)
    if head in above or place in _line(reading, head):
        return True
    return reading.heads[place] == reading.heads[head] and not (close and reading.is_predicate(reading.heads[place]))


def _line(reading: Reading, place: int) -> list[int]:
    """A word and those above it, up to the head of its clause; parts of a list count as one word."""
    found = [place]
    for _ in range(_STEPS):
        relation, head = reading.relations[place], reading.heads[place]
        if head == place or relation in ("advcl", "acl", "parataxis", "ccomp"):
            break
        if relation == "conj" and reading.is_predicate(place):
            break
        place = head
        found.append(place)
    return found


def _places(pair: Pair) -> Iterator[Finding]:
    """Words of place and time of which one excludes the other, before the same word or after the same verb."""
    listed = frozenset(word for one in _opposites() for word in one)
    first = [place for place, form in enumerate(pair.text.forms) if form in listed]
    if not first:
        return
    anchors = pair.links.anchors
    for place2, form in enumerate(pair.hypothesis.forms):
        if form not in listed:
            continue
        for place1 in first:
            if (pair.text.forms[place1], form) not in _opposites() or place2 in pair.matches:
                continue
            nexts = _governed(pair.text, place1), _governed(pair.hypothesis, place2)
            if (
                nexts[0] >= 0
                and nexts[1] >= 0
                and (anchors.get(nexts[0]) == nexts[1] or pair.partners.get(nexts[1]) == nexts[0])
                and _governs_the_same(pair, place1, place2)
            ):
                one, other = pair.text.contexts[nexts[0]], pair.hypothesis.contexts[nexts[1]]
                even = one.factuality == other.factuality
                yield Finding(
                    "other place word", Effect.CONTRADICTS if even else Effect.OPEN, (place1,), (place2,), weight=1.0
                )


def _governed(reading: Reading, place: int) -> int:
    """What a word of place stands before: the noun or clause that it marks, or the next word."""
    head = reading.heads[place]
    return head if reading.relations[place] in ("case", "mark") and head > place else _next(reading, place)


def _next(reading: Reading, place: int) -> int:
    """The next word that bears meaning or counts, before any sign."""
    for later in range(place + 1, len(reading.forms)):
        if reading.words.signs[later]:
            return -1
        if reading.words.content[later] or later in reading.counted:
            return later
    return -1


def _governs_the_same(pair: Pair, place1: int, place2: int) -> bool:
    """Whether the nearest words before two words of place that bear meaning are matched."""
    before = [
        max((one for one in reading.bearing if one < place), default=-1)
        for reading, place in ((pair.text, place1), (pair.hypothesis, place2))
    ]
    return before[1] < 0 or pair.partners.get(before[1], -1) == before[0]
