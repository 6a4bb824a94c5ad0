"""Pairs of texts whose facts are known, because they are made from them.

    pairs(random.Random(0), 500)   ──>   (Text, Text), ...

    plan     who does what to whom, where, when, how much, denied by which word, beside which other clause
    edits    none to three: a synonym, a wider word, another thing, an opposite, roles exchanged, a number, a date,
             a denial, an amount in another unit, the passive, another clause, an adjunct more or less, or all of it
    text     the words of a plan in order, each with its concept, its slot, and the words that deny it

Words come from the tables of this folder; concepts are synsets of WordNet, where "car" and "automobile" have one, so
that synonyms and wider words are known by construction.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

from tests.reasons.facts import Amount, Relation, Text, Word

__all__ = ["Plan", "pairs", "text_of"]

_HERE = Path(__file__).parent
_DENIALS = ("not", "n't", "never", "failed to", "refused to", "forgot to", "no")
_MODALS = ("may", "must", "should", "will")
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "October", "December")
_CITIES = ("Paris", "Rome", "Oslo", "Berlin", "Madrid", "Vienna", "Lima", "Cairo")
_NAMES = ("Anna", "Ben", "Maria", "Peter", "Julia", "Omar", "Lena", "David")
_PREPOSITIONS = {"place": ("near", "behind", "in front of"), "building": ("in", "near", "behind")}
_UNITS = {"minutes": ("time", 1.0), "hours": ("time", 60.0), "days": ("time", 1440.0), "metres": ("length", 1.0)}
_UNITS |= {"kilometres": ("length", 1000.0), "kilograms": ("weight", 1000.0), "grams": ("weight", 1.0)}
_MONEY = ("dollars", "euros", "pounds")
_TRIES = 20
_QUANTIFIERS = ("every", "some", "many", "most")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun with what stands before it; `name` is a proper name instead."""

    noun: Mapping[str, str] | None = None
    adjective: Mapping[str, str] | None = None
    count: int = 1
    determiner: str = "the"
    name: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A main clause and the words of another one."""

    kind: str
    agent: Phrase
    verb: Mapping[str, str]
    patient: Phrase
    quality: Mapping[str, str]
    place: Phrase | None = None
    preposition: str = "in"
    time: str = ""
    amount: tuple[str, Amount] | None = None
    denial: str = ""
    modal: str = ""
    passive: bool = False
    fronted: bool = False
    other: str = ""


@cache
def _table(name: str) -> tuple[Mapping[str, str], ...]:
    with (_HERE / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file, delimiter="\t"))


@cache
def _clauses() -> tuple[str, ...]:
    lines = (_HERE / "clauses.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


# -------------------- plans


def _noun(chance: Random, kinds: Sequence[str]) -> Mapping[str, str]:
    return chance.choice([row for row in _table("nouns") if row["kind"] in kinds])


def _adjective(chance: Random, kind: str) -> Mapping[str, str] | None:
    found = [row for row in _table("adjectives") if kind in row["goes"].split()]
    return chance.choice(found) if found else None


def _phrase(chance: Random, kinds: Sequence[str]) -> Phrase:
    if "person" in kinds and chance.random() < 0.3:
        return Phrase(name=chance.choice(_NAMES))
    noun = _noun(chance, kinds)
    adjective = _adjective(chance, noun["kind"]) if chance.random() < 0.35 else None
    count = chance.randint(2, 12) if chance.random() < 0.25 else 1
    return Phrase(noun, adjective, count, "" if count > 1 else chance.choice(("the", "the", "a")))


def _time(chance: Random) -> str:
    return chance.choice(
        (
            f"on {chance.choice(_DAYS)}",
            f"in {chance.choice(_MONTHS)}",
            f"in {chance.randint(1950, 2024)}",
            f"at {chance.randint(1, 12)} pm",
            f"on {chance.randint(2, 28)} {chance.choice(_MONTHS)}",
        )
    )


def _amount(chance: Random) -> tuple[str, Amount]:
    if chance.random() < 0.5:
        unit = chance.choice(_MONEY)
        value, shown = chance.choice(
            (
                (300.0, "300"),
                (1200.0, "1,200"),
                (5e6, "5 million"),
                (5e8, "500 million"),
                (45.0, "45"),
                (2.5e6, "2.5 million"),
            )
        )
        return f"for {shown} {unit}", Amount(value, unit)
    unit = chance.choice(list(_UNITS))
    count = chance.randint(2, 12)
    dimension, factor = _UNITS[unit]
    led = {"time": "after", "length": "after", "weight": "with"}[dimension]
    return f"{led} {chance.choice((str(count), _NUMBERS[count - 2]))} {unit}", Amount(count * factor, dimension)


def _plan(chance: Random) -> Plan:
    verb = chance.choice(_table("verbs"))
    agent, patient = _phrase(chance, ("person",)), _phrase(chance, verb["patient"].split())
    kind = chance.choices(("deed", "state", "gift", "more"), (6, 2, 1, 1))[0]
    if kind in ("state", "more"):
        agent = _phrase(chance, ("animal", "vehicle", "building"))
        patient = replace(_phrase(chance, ("animal", "vehicle", "building")), count=1, determiner="the")
    place_kind = chance.choice(("place", "building"))
    return Plan(
        kind=kind,
        agent=agent,
        verb=verb,
        patient=patient if kind != "gift" else _phrase(chance, ("person",)),
        quality=_adjective(chance, agent.noun["kind"] if agent.noun else "person") or _table("adjectives")[0],
        place=Phrase(_noun(chance, (place_kind,))) if chance.random() < 0.3 else Phrase(name=chance.choice(_CITIES)),
        preposition=chance.choice(_PREPOSITIONS[place_kind]),
        time=_time(chance) if chance.random() < 0.5 else "",
        amount=_amount(chance) if chance.random() < 0.35 and kind == "deed" else None,
        denial=chance.choice(_DENIALS) if chance.random() < 0.2 else "",
        modal=chance.choice(_MODALS) if chance.random() < 0.12 else "",
        passive=kind == "deed" and chance.random() < 0.2,
        fronted=chance.random() < 0.25,
        other=chance.choice(_clauses()) if chance.random() < 0.3 else "",
    )


# -------------------- texts


def _words_of(phrase: Phrase, slot: str) -> Iterator[Word]:
    if phrase.name:
        yield Word(phrase.name, "n", phrase.name, phrase.name, slot)
        return
    assert phrase.noun
    adjective = phrase.adjective["word"] if phrase.adjective else ""
    if phrase.determiner:
        first = adjective or phrase.noun["word"]
        is_a = phrase.determiner == "a"
        yield Word(("an" if first[0] in "aeiou" else "a") if is_a else phrase.determiner, slot=f"{slot}.determiner")
    if phrase.count > 1:
        yield Word(_NUMBERS[phrase.count - 2], slot=f"{slot}.count", amount=Amount(phrase.count))
    if phrase.adjective:
        yield Word(adjective, "a", adjective, phrase.adjective["concept"], f"{slot}.quality")
    shown = phrase.noun["plural" if phrase.count > 1 or phrase.determiner in ("many", "most") else "word"]
    yield Word(shown, "n", phrase.noun["word"], phrase.noun["concept"], slot)


def _is_plural(phrase: Phrase) -> bool:
    return phrase.count > 1 or phrase.determiner in ("many", "most")


def _verb(plan: Plan, form: str) -> Word:
    return Word(plan.verb[form], "v", plan.verb["base"], plan.verb["concept"], "verb")


def _group(plan: Plan) -> tuple[list[Word], list[Word]]:
    """The words up to and with what denies, and the verb after them."""
    first, denial = plan.agent, plan.denial
    be = "were" if _is_plural(plan.patient if plan.passive else first) else "was"
    if plan.passive or plan.kind in ("state", "more"):
        helper = [Word(f"{plan.modal}"), Word("be")] if plan.modal else [Word(be)]
        last = [_verb(plan, "participle")] if plan.passive else []
        if not denial or denial == "no":
            return helper, last
        cue = "never" if denial == "never" else "not"
        if denial == "n't" and not plan.modal:
            return [Word(f"{be}n't", slot="cue")], last
        return [helper[0], Word(cue, slot="cue"), *helper[1:]], last
    if plan.modal:
        cues = [Word("never" if denial == "never" else "not", slot="cue")] if denial and denial != "no" else []
        return [Word(plan.modal), *cues], [_verb(plan, "base")]
    if denial in ("not", "n't"):
        helper = [Word("did"), Word("not", slot="cue")] if denial == "not" else [Word("didn't", slot="cue")]
        return helper, [_verb(plan, "base")]
    if denial == "never":
        return [Word("never", slot="cue")], [_verb(plan, "past")]
    if denial and denial != "no":
        return [Word(denial, slot="cue")], [_verb(plan, "base")]
    return [], [_verb(plan, "past")]


def _rest(plan: Plan) -> Iterator[Word]:
    """What follows the verb and its objects."""
    if plan.amount:
        shown, amount = plan.amount
        led, _, words = shown.partition(" ")
        yield from (Word(led), Word(words, slot="amount", amount=amount))
    if plan.place:
        preposition = "in" if plan.place.name else plan.preposition
        yield Word(preposition)
        yield from _words_of(plan.place, "place")


def _when(plan: Plan) -> list[Word]:
    if not plan.time:
        return []
    led, _, words = plan.time.partition(" ")
    return [Word(led), Word(words, "n", words, words.lower(), "time")]


def _other(plan: Plan) -> Iterator[Word]:
    for item in plan.other.split():
        word, part, concept, cue = (*item.split("/"), "", "", "")[:4]
        if part == "cue":
            yield Word(word, slot="cue", clause=1)
        else:
            yield Word(word, part, word, concept, f"other {word}" if part else "", 1, (cue,) if cue else ())


def text_of(plan: Plan) -> Text:
    """The text of a plan."""
    agent = replace(plan.agent, determiner="no", count=1) if _has_no(plan) else plan.agent
    subject, objects = [*_words_of(agent, "agent")], [*_words_of(plan.patient, "patient")]
    if _has_no(plan):
        subject[0] = Word("no", slot="cue")
    group, verb = _group(plan)
    if plan.kind == "state":
        objects = [Word(plan.quality["word"], "a", plan.quality["word"], plan.quality["concept"], "quality")]
    elif plan.kind == "more":
        quality = plan.quality
        objects = [
            Word("more"),
            Word(quality["word"], "a", quality["word"], quality["concept"], "quality"),
            Word("than"),
            *objects,
        ]
    elif plan.kind == "gift":
        verb = [Word("show" if verb[0].text == plan.verb["base"] else "showed", "v", "show", "show.v.04", "verb")]
        objects = [*objects, Word("the"), Word("letter", "n", "letter", "letter.n.01", "gift")]
    if plan.passive:
        subject, objects = objects, [Word("by"), *subject]
    cues = tuple(word.text for word in (*subject[:1], *group) if word.slot == "cue")
    after = [*verb, *objects, *_rest(plan)]
    if subject[0].slot == "cue":
        subject = [subject[0], *(replace(word, cues=cues) for word in subject[1:])]
    when = _when(plan)
    body = [*subject, *group, *(replace(word, cues=cues) for word in after)]
    body = [*when, Word(","), *body] if plan.fronted and when else [*body, *(replace(one, cues=cues) for one in when)]
    other = [*_other(plan)]
    return Text((*body, *other, Word(".")), (_relation(plan, _concept), _relation(plan, _described)))


def _has_no(plan: Plan) -> bool:
    return plan.denial == "no" and not plan.passive and not plan.agent.name


def _relation(plan: Plan, named: Callable[[Phrase], str]) -> Relation:
    predicate = {"state": "state", "more": f"more {plan.quality['concept']}", "gift": "show.v.04"}
    filled = [("agent", named(plan.agent)), ("patient", named(plan.patient))]
    if plan.place:
        filled.append(("place", named(plan.place)))
    return Relation(predicate.get(plan.kind, plan.verb["concept"]), tuple(filled))


def _concept(phrase: Phrase) -> str:
    return phrase.name or (phrase.noun or {}).get("concept", "")


def _described(phrase: Phrase) -> str:
    """A thing with its quality: "the cat" and "the weak cat" are two."""
    return f"{phrase.adjective['concept'] if phrase.adjective else ''} {_concept(phrase)}"


# -------------------- edits


def _instead(chance: Random, phrase: Phrase, fits: Callable[[Mapping[str, str]], bool]) -> Phrase:
    found = [row for row in _table("nouns") if fits(row)]
    return replace(phrase, noun=chance.choice(found)) if found else phrase


def _other_noun(chance: Random, plan: Plan) -> Plan:
    """Another word of the same kind: a synonym, a wider or a narrower word, or another thing."""
    slot = chance.choice(("agent", "patient"))
    phrase: Phrase = getattr(plan, slot)
    if not phrase.noun:
        return replace(plan, **{slot: replace(phrase, name=chance.choice(_NAMES))})
    own = phrase.noun
    same = chance.random() < 0.4
    new = _instead(
        chance,
        phrase,
        lambda row: row["kind"] == own["kind"] and row != own and (row["concept"] == own["concept"]) >= same,
    )
    return replace(plan, **{slot: new})


def _other_verb(chance: Random, plan: Plan) -> Plan:
    own, kind = plan.verb, plan.patient.noun["kind"] if plan.patient.noun else "person"
    fitting = [row for row in _table("verbs") if kind in row["patient"].split() and row != own]
    close = [row for row in fitting if row["concept"] in (own["concept"], *own["opposites"].split())]
    choices = close if close and chance.random() < 0.7 else fitting
    return replace(plan, verb=chance.choice(choices)) if choices else plan


def _other_quality(chance: Random, plan: Plan) -> Plan:
    slot = chance.choice(("agent", "patient", "quality"))
    own = plan.quality if slot == "quality" else getattr(plan, slot).adjective
    if own is None:
        return plan
    near = (own["concept"], *own["opposites"].split())
    fitting = [
        row for row in _table("adjectives") if row != own and set(row["goes"].split()) & set(own["goes"].split())
    ]
    close = [row for row in fitting if row["concept"] in near]
    new = chance.choice(close if close and chance.random() < 0.7 else fitting)
    if slot == "quality":
        return replace(plan, quality=new)
    return replace(plan, **{slot: replace(getattr(plan, slot), adjective=new)})


def _exchanged(_: Random, plan: Plan) -> Plan:
    fits = plan.patient.name or (plan.patient.noun or {}).get("kind") in ("person", "animal")
    return replace(plan, agent=plan.patient, patient=plan.agent) if fits or plan.kind == "more" else plan


def _other_count(chance: Random, plan: Plan) -> Plan:
    slot = chance.choice(("agent", "patient"))
    phrase: Phrase = getattr(plan, slot)
    if phrase.name or phrase.count == 1:
        return plan
    return replace(plan, **{slot: replace(phrase, count=chance.randint(2, 12))})


def _other_amount(chance: Random, plan: Plan) -> Plan:
    if plan.amount and chance.random() < 0.4:
        return replace(plan, amount=_rewritten(*plan.amount))
    return replace(plan, amount=_amount(chance)) if plan.kind == "deed" else plan


def _rewritten(shown: str, amount: Amount) -> tuple[str, Amount]:
    """The same amount in another spelling or unit."""
    led = shown.split()[0]
    if amount.dimension in _MONEY:
        return f"{led} {amount.value:,.0f} {amount.dimension}", amount
    small = {"time": "minutes", "length": "metres", "weight": "grams"}[amount.dimension]
    return f"{led} {amount.value:.0f} {small}", amount


def _other_time(chance: Random, plan: Plan) -> Plan:
    return replace(plan, time=_time(chance))


def _other_place(chance: Random, plan: Plan) -> Plan:
    return (
        replace(plan, place=None) if chance.random() < 0.3 else replace(plan, place=Phrase(name=chance.choice(_CITIES)))
    )


def _denied(chance: Random, plan: Plan) -> Plan:
    return replace(plan, denial="" if plan.denial else chance.choice(_DENIALS))


def _quantified(chance: Random, plan: Plan) -> Plan:
    if plan.agent.name or plan.agent.count > 1:
        return plan
    return replace(plan, agent=replace(plan.agent, determiner=chance.choice(_QUANTIFIERS)))


_EDITS: Sequence[Callable[[Random, Plan], Plan]] = (
    _other_noun,
    _other_noun,
    _other_verb,
    _other_verb,
    _other_quality,
    _exchanged,
    _other_count,
    _other_amount,
    _other_time,
    _other_place,
    _denied,
    _quantified,
    lambda chance, plan: replace(plan, modal="" if plan.modal else chance.choice(_MODALS)),
    lambda _, plan: replace(plan, passive=not plan.passive) if plan.kind == "deed" else plan,
    lambda _, plan: replace(plan, fronted=not plan.fronted),
    lambda chance, plan: replace(plan, other="" if plan.other else chance.choice(_clauses())),
    lambda chance, _: _plan(chance),
)


def _edited(chance: Random, plan: Plan) -> Plan:
    """A plan that differs by one edit; not every edit fits every plan."""
    for _ in range(_TRIES):
        if (other := chance.choice(_EDITS)(chance, plan)) != plan:
            return other
    return plan


def pairs(chance: Random, count: int) -> Iterator[tuple[Text, Text]]:
    """Yields `count` pairs of texts."""
    for _ in range(count):
        one = _plan(chance)
        other = one
        for _ in range(chance.choices((0, 1, 2, 3), (1, 6, 4, 2))[0]):
            other = _edited(chance, other)
        found = text_of(one), text_of(other)
        yield found if chance.random() < 0.5 else found[::-1]
