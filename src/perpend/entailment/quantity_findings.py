"""Findings about amounts: numbers, and quantifiers such as "all", "most" and "few".

    five dogs           | six dogs              number       CONTRADICTS
    five dogs           | at least three dogs   number       FOLLOWS
    at least five dogs  | exactly six dogs      number       OPEN
    all dogs            | some dogs             quantifier   FOLLOWS
    most dogs           | few dogs              quantifier   CONTRADICTS

A number says a range of amounts: "at least five" five and more, "about five" near five. The hypothesis follows if its
range has all of the text's, and is contradicted if they have none in common. Which quantifier follows from which is
data (`data/quantifier-classes.toml`).
"""

import math
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from perpend.entailment.contexts import Quantifier, quantifier_of
from perpend.entailment.finding import Effect, Finding
from perpend.entailment.matched_words import CONTRARY, Pair, Reading
from perpend.entailment.word_findings import partner_above, share_said
from perpend.files.toml import read_toml
from perpend.text.quantities import Quantity, quantities_agree
from perpend.text.sentence import is_noun

__all__ = ["number_findings", "quantifier_class", "quantifier_findings", "range_of"]

_VAGUE = 0.1
_FIRST_YEAR = 1000
_NEAR_COPY = 0.7
_PLAIN = frozenset(("the", "one", "bare"))
"""Quantifiers of which each may stand for each other where two texts speak of one scene."""
_WORDS_BEFORE = 4
Range = tuple[float, float]


@cache
def _lists() -> Mapping[str, Any]:
    lists = read_toml(Path(__file__).with_name("data") / "quantifier-classes.toml")
    lists["reckoning"]["words"] = frozenset(lists["reckoning"]["words"])
    return lists


@cache
def _bounds() -> Mapping[str, str]:
    """Phrases before a number -> the kind of bound that they make of it."""
    return {phrase: kind for kind, phrases in _lists()["bounds"].items() for phrase in phrases}


@cache
def _classes() -> Mapping[str, str]:
    return {phrase: name for name, phrases in _lists()["classes"].items() for phrase in phrases}


def range_of(reading: Reading, quantity: Quantity) -> Range:
    """Returns the least and the most that a `quantity` of a text may stand for.

    :param reading: the reading of the text.
    :param quantity: one of its quantities.
    """
    value, most = quantity.value, quantity.most if quantity.most is not None else quantity.value
    bound = ""
    for length in range(_WORDS_BEFORE, 0, -1):
        phrase = " ".join(reading.forms[max(0, quantity.start - length) : quantity.start])
        if phrase in _bounds():
            bound = _bounds()[phrase]
            break
    after = " ".join(reading.forms[quantity.end : quantity.end + 2])
    bound = bound or next(
        (kind for phrase, kind in _bounds().items() if phrase.startswith("or ") and phrase == after), ""
    )
    step = 1e-9
    return {
        "at least": (value, math.inf),
        "more": (value + step, math.inf),
        "at most": (-math.inf, most),
        "less": (-math.inf, most - step),
        "about": (value * (1 - _VAGUE), most * (1 + _VAGUE)),
        "nearly": (value * (1 - _VAGUE), most - step),
    }.get(bound, (value, most))


def number_findings(pair: Pair) -> Iterator[Finding]:
    """Yields a finding for each quantity of the hypothesis of a `pair`."""
    used: set[Quantity] = set()
    for other in pair.hypothesis.quantities:
        one = _partner(pair, other, used)
        if one is None:
            partner = partner_above(pair, other.end - 1)
            narrow = partner >= 0 and pair.text.contexts[partner].polarity < 0
            yield _number(pair, Effect.FOLLOWS if narrow else Effect.OPEN, None, other)
        else:
            used.add(one)
            yield _number(pair, _effect(pair, one, other), one, other)


def _number(pair: Pair, effect: Effect, one: Quantity | None, other: Quantity) -> Finding:
    places2 = tuple(range(other.start, other.end))
    places1 = tuple(range(one.start, one.end)) if one else ()
    return Finding(
        "number", effect, places1, places2, weight=float(sum(pair.hypothesis.words.weights[place] for place in places2))
    )


def _noun(reading: Reading, quantity: Quantity) -> int:
    """What a quantity counts: the noun that it hangs on."""
    place = quantity.end - 1
    head = reading.heads[place]
    if quantity.start <= head < quantity.end:
        head = reading.heads[head]
    return head if not quantity.start <= head < quantity.end else place


def _partner(pair: Pair, other: Quantity, used: set[Quantity]) -> Quantity | None:
    """The quantity of the text that counts the same, has the same value, or is the only one of its dimension."""
    free = [one for one in pair.text.quantities if one not in used]
    noun = pair.partners.get(_noun(pair.hypothesis, other), -1)
    counted = [one for one in free if noun >= 0 and _noun(pair.text, one) == noun and _alike(one, other)]
    if counted:
        return next((one for one in counted if quantities_agree(one, other)), counted[0])
    equal = [one for one in free if quantities_agree(one, other)]
    if equal:
        return equal[0]
    same = [one for one in free if one.dimension == other.dimension and one.dimension != "label"]
    same = [one for one in same if _is_in_place(pair, one, other) and _is_year(one) == _is_year(other)]
    return same[0] if len(same) == 1 else None


def _is_year(one: Quantity) -> bool:
    return not one.dimension and _FIRST_YEAR <= one.value < 2 * _FIRST_YEAR + 100 and one.value == int(one.value)


def _is_in_place(pair: Pair, one: Quantity, other: Quantity) -> bool:
    """Whether two quantities hang on matched words, or the texts are the same around them."""
    governors = _above(pair.text, one), _above(pair.hypothesis, other)
    if governors[1] >= 0 and pair.partners.get(governors[1], -1) == governors[0]:
        return True
    return share_said(pair) >= _NEAR_COPY


def _above(reading: Reading, quantity: Quantity) -> int:
    """What a quantity, or the noun that it counts, hangs on."""
    noun = _noun(reading, quantity)
    return reading.heads[noun] if reading.heads[noun] != noun else -1


def _alike(one: Quantity, other: Quantity) -> bool:
    return one.dimension == other.dimension or {one.dimension, other.dimension} <= {"", "ordinal", "decade"}


def _effect(pair: Pair, one: Quantity, other: Quantity) -> Effect:
    first, second = range_of(pair.text, one), range_of(pair.hypothesis, other)
    if _is_since(pair.text, one) and not _is_since(pair.hypothesis, other):
        return Effect.FOLLOWS if other.value >= one.value else Effect.OPEN
    plain = first[0] == first[1] and second[0] == second[1]
    if plain and quantities_agree(one, other):
        return Effect.FOLLOWS
    down = _is_downward(pair, one)
    if not plain and one.dimension == other.dimension:
        if down:
            first, second = second, first
        if second[0] <= first[0] and first[1] <= second[1]:
            return Effect.FOLLOWS
        return Effect.CONTRADICTS if first[1] < second[0] or second[1] < first[0] else Effect.OPEN
    if down or one.dimension != other.dimension or _is_reckoned(pair, one, other):
        return Effect.OPEN
    return Effect.CONTRADICTS


def _is_reckoned(pair: Pair, one: Quantity, other: Quantity) -> bool:
    """Whether the amount of the hypothesis may follow from several of the text: "five years ago", "twice as many"."""
    if pair.partners.get(_noun(pair.hypothesis, other), -1) == _noun(pair.text, one):
        return False
    return not _lists()["reckoning"]["words"].isdisjoint(pair.text.forms)


def _is_since(reading: Reading, quantity: Quantity) -> bool:
    """Whether a quantity is a year with "since" before it."""
    return quantity.start > 0 and reading.forms[quantity.start - 1] == "since" and quantity.value >= _FIRST_YEAR


def _is_downward(pair: Pair, one: Quantity) -> bool:
    return pair.text.contexts[_noun(pair.text, one)].factuality < 0


def quantifier_class(reading: Reading, place: int) -> str:
    """Returns the class of the quantifier of the noun at `place` of a `reading`, "" if there is none."""
    head = reading.heads[place]
    if (
        reading.relations[place] == "nmod"
        and head < place
        and any(reading.forms[child] == "of" for child in reading.children[place])
    ):
        above = quantifier_of(reading.sentence, head)
        if above is not None and head in range(above.start, above.end):
            return _class_of(reading, above)
    quantifier = quantifier_of(reading.sentence, place)
    return _class_of(reading, quantifier) if quantifier else ""


def _class_of(reading: Reading, quantifier: Quantifier) -> str:
    start = quantifier.start
    if any(place in reading.counted for place in range(start, max(quantifier.end, quantifier.noun))):
        return "number"
    words = reading.forms[start : quantifier.end]
    before = reading.forms[start - 1] if start else ""
    if before == "not":
        words = ("not", *words)
    for length in range(len(words), 0, -1):
        found = _classes().get(" ".join(words[:length]))
        if found:
            return found
    return ""


def quantifier_findings(pair: Pair) -> Iterator[Finding]:
    """Yields a finding for each two quantifiers of matched nouns of a `pair`."""
    rows = _lists()["follows"], _lists()["contradicts"]
    for match in dict.fromkeys(pair.matches.values()):
        if match.tie in CONTRARY or not (
            is_noun(pair.text.tags[match.head1]) and is_noun(pair.hypothesis.tags[match.head2])
        ):
            continue
        one, other = (
            quantifier_class(reading, place)
            for reading, place in ((pair.text, match.head1), (pair.hypothesis, match.head2))
        )
        one, other = one or "bare", other or "bare"
        if one == other or "number" in (one, other) or {one, other} <= _PLAIN:
            continue
        effect = Effect.OPEN
        if other in rows[0].get(one, ()):
            effect = Effect.FOLLOWS
        elif other in rows[1].get(one, ()):
            effect = Effect.CONTRADICTS
        yield Finding("quantifier", effect, (match.head1,), (match.head2,), weight=1.0)
