"""Findings about a scene: is it in the open, what is worn, and is somebody doing something else?

    A boy sits on the grass.      | A boy is outdoors.               outdoors        FOLLOWS
    A cook stands at the stove.   | The cook is outside.             outdoors        CONTRADICTS
    A man in a red hat sings.     | A man wears a red hat.           worn            FOLLOWS
    A man plays the guitar.       | The man is asleep.               other activity  OPEN

These are guesses of a careful reader: a bench is mostly in the open. They are not sure, and no reason rests on them.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from perpend.entailment.finding import Effect, Finding
from perpend.entailment.matched_words import Pair, Reading
from perpend.files.toml import read_toml

__all__ = ["is_worn", "scene_findings"]


_SHORT = 14
"""Texts with more words that bear meaning tell of several things at once."""


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(read_toml(Path(__file__).with_name("data") / "scenes.toml")[name])


def scene_findings(pair: Pair) -> Iterator[Finding]:
    """Yields what the scene of the text of a `pair` says of the hypothesis."""
    yield from _where(pair)
    yield from _activities(pair)


def _where(pair: Pair) -> Iterator[Finding]:
    outdoors, indoors = (
        [place for place in pair.text.bearing if _is_in(pair.text, place, name)] for name in ("outdoors", "indoors")
    )
    for place, form in enumerate(pair.hypothesis.forms):
        if pair.hypothesis.contexts[place].factuality != 1 or place in pair.matches:
            continue
        asked = "outdoors" if form in _words("asks_outdoors") else "indoors" if form in _words("asks_indoors") else ""
        if not asked or any(
            pair.hypothesis.relations[place] in ("case",) and child != place
            for child in pair.hypothesis.children[place]
        ):
            continue
        said, against = (outdoors, indoors) if asked == "outdoors" else (indoors, outdoors)
        if bool(said) == bool(against):
            continue
        effect = Effect.FOLLOWS if said else Effect.CONTRADICTS
        yield Finding("outdoors", effect, ((said or against)[0],), (place,), weight=_weight(pair, place), sure=False)


def _is_in(reading: Reading, place: int, name: str) -> bool:
    return reading.bases[place] in _words(name) or reading.forms[place] in _words(name)


def _weight(pair: Pair, place: int) -> float:
    return float(pair.hypothesis.words.weights[place])


def _activities(pair: Pair) -> Iterator[Finding]:
    """Predicates of the hypothesis that the text has not, said of somebody of whom the text says something else."""
    for place in pair.hypothesis.bearing:
        if place in pair.matches or not pair.hypothesis.is_predicate(place):
            continue
        subject = pair.hypothesis.subject(place)
        match = pair.matches.get(subject)
        if match is None:
            continue
        other = _predicate_of(pair.text, match.head1)
        if other >= 0 and other not in pair.back:
            apart = _is_apart(pair, place, other, subject)
            effect = Effect.CONTRADICTS if apart else Effect.OPEN
            yield Finding("other activity", effect, (other,), (place,), weight=_weight(pair, place), sure=False)


def _is_apart(pair: Pair, place: int, other: int, subject: int) -> bool:
    """Whether the same one is doing two things at one time that share nothing: "a man is singing", "is sleeping"."""
    one, two = pair.text, pair.hypothesis
    if not (one.tags[other] == two.tags[place] == "VBG") or one.contexts[other].factuality < 1:
        return False
    if two.contexts[place].factuality < 1 or not any(two.forms[child] == "the" for child in two.children[subject]):
        return False
    if len(one.bearing) > _SHORT or any(two.relations[child] in ("ccomp", "advcl") for child in two.children[place]):
        return False
    return all(match.head2 == subject or match.head2 in two.children[subject] for match in pair.matches.values())


def _predicate_of(reading: Reading, subject: int) -> int:
    """What a text says of a subject, -1 if nothing is known."""
    head = reading.heads[subject]
    if head != subject and reading.relations[subject] in ("nsubj", "csubj") and reading.is_predicate(head):
        return head
    return next((child for child in reading.children[subject] if reading.relations[child] == "acl"), -1)


def is_worn(pair: Pair, place: int) -> bool:
    """Returns whether a verb of the hypothesis only says "in a hat" or "with a hat", as the text does.

    :param pair: the matched words.
    :param place: the token of the verb.
    """
    base = pair.hypothesis.bases[place]
    prepositions = {"in", "with"} if base in _words("wearing") else {"with"} if base in _words("having") else set()
    if not prepositions:
        return False
    for child in pair.hypothesis.children[place]:
        match = pair.matches.get(child)
        if match and pair.hypothesis.relations[child] in ("obj", "obl"):
            return any(pair.text.forms[one] in prepositions for one in pair.text.children[match.head1])
    return False
