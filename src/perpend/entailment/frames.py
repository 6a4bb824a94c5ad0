"""A parsed sentence -> verb frames: each predicate with the fillers of its slots, and whether it is negated.

    "Two dogs are chasing a ball in the yard"
        chase    subject: dogs    object: ball    in: yard

    "There is no man playing the guitar"
        play     subject: man     object: guitar      denied by "no", existential
    "The fish are not moving"
        move     subject: fish                        denied by "not", factual

Passive and active sentences have the same frames: the subject of a passive is the object, and its agent the subject. A
participle after a noun is a predicate of that noun ("a man playing the guitar"), and so is a relative clause.
Coordinated verbs share the subject; coordinated nouns fill one slot together. Nouns of measure ("a group of men") are
looked through: men fill the slot. A noun or an adjective after "to be" is its complement.

Slots are those of Vo, Popescu and Caselli (2014): subjects, objects, prepositions and complements.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from perpend.lexicon.wordnet.base_forms import base_form, bases_of
from perpend.text.sentence import Sentence
from perpend.text.wordlist import read_word_list

__all__ = ["COMPLEMENT", "Filler", "Frame", "INDIRECT", "OBJECT", "SUBJECT", "frames_of", "look_through"]

SUBJECT, OBJECT, INDIRECT, COMPLEMENT = "subject", "object", "indirect object", "complement"

_ORDER = {SUBJECT: 0, OBJECT: 1, INDIRECT: 2}
_AUXILIARY = ("aux", "cop")
_NEGATORS = ("not", "n't", "never", "no")
_NOBODY = ("nobody", "noone", "nothing", "none")
_RELATIVE = ("who", "which", "that")


class Filler(NamedTuple):
    """A slot, and the index of the head word of its filler."""

    slot: str
    place: int


@dataclass(frozen=True, slots=True)
class Frame:
    """A predicate: its index and base form, its particle, fillers and adverbs, and the index of its negation."""

    place: int
    base: str
    particle: str
    fillers: tuple[Filler, ...]
    adverbs: tuple[int, ...]
    negation: int | None
    existential: bool

    def slot(self, name: str) -> tuple[int, ...]:
        """The indices of the words in the slot `name`."""
        return tuple(filler.place for filler in self.fillers if filler.slot == name)

    def describe(self, sentence: Sentence) -> str:
        """The frame, which is of `sentence`, as text.

        >>> from perpend.text.annotate import Annotator
        >>> sentence = Annotator().annotate("A ball is being chased by two dogs")
        >>> frames_of(sentence)[0].describe(sentence)
        'chase (subject: two dogs, object: A ball)'
        """
        verb = f"{self.base} {self.particle}".strip()
        slots = ", ".join(f"{slot}: {sentence.phrase(place)}" for slot, place in self.fillers)
        return f"{verb} ({slots})" if slots else verb


@cache
def _measures() -> frozenset[str]:
    return frozenset(read_word_list(Path(__file__).with_name("data") / "measures.txt"))


def look_through(sentence: Sentence, place: int) -> int:
    """The index of the content of the noun phrase at `place` of a `sentence`: men in "a group of men"."""
    bases = bases_of(sentence)
    for _ in range(3):
        inner = [
            child
            for child in sentence.related(place, "nmod")
            if any(bases[case] == "of" for case in sentence.related(child, "case"))
        ]
        if bases[place] not in _measures() or not inner:
            break
        place = inner[0]
    return place


def frames_of(sentence: Sentence) -> tuple[Frame, ...]:
    """The frames of a parsed `sentence`, from left to right, cached on it; none for a text without a predicate."""
    return sentence.annotation("frames", _frames)


def _frames(sentence: Sentence) -> tuple[Frame, ...]:
    found = [_frame(sentence, place) for place in range(len(sentence)) if _is_predicate(sentence, place)]
    carried = {filler.place for frame in found if frame.base != "be" for filler in frame.fillers}
    return tuple(
        frame
        for frame in found
        # "There is a man playing" means the same as "a man is playing".
        if not (_expletive(sentence, frame.place) and carried.intersection(frame.slot(SUBJECT)))
    )


def _is_predicate(sentence: Sentence, place: int) -> bool:
    relation = sentence.relations[place].partition(":")[0]
    if relation in _AUXILIARY or relation in ("amod", "compound", "case", "mark", "fixed"):
        return False
    return sentence.tags[place].startswith("VB") or sentence.has(place, "cop")


def _expletive(sentence: Sentence, place: int) -> bool:
    return sentence.has(place, "expl")


def _frame(sentence: Sentence, place: int) -> Frame:
    bases, progressive = bases_of(sentence), _progressive(sentence, place)
    nominal = not progressive and (not sentence.tags[place].startswith("VB") or sentence.has(place, "cop"))
    fillers = list(_fillers(sentence, place))
    if nominal:
        fillers.append(Filler(COMPLEMENT, place))
    if not any(filler.slot == SUBJECT for filler in fillers):
        fillers[:0] = _inherited(sentence, place)
    fillers = sorted(dict.fromkeys(fillers), key=lambda filler: _ORDER.get(filler.slot, len(_ORDER)))
    negation = _negation(sentence, place, fillers)
    return Frame(
        place=place,
        base="be" if nominal else progressive or bases[place],
        particle=" ".join(bases[child] for child in sentence.related(place, "compound") if _prt(sentence, child)),
        fillers=tuple(fillers),
        adverbs=tuple(child for child in sentence.related(place, "advmod") if bases[child] not in _NEGATORS),
        negation=negation,
        existential=_is_existential(sentence, place, fillers),
    )


def _progressive(sentence: Sentence, place: int) -> str | None:
    """The verb of a progressive form that was tagged as a noun or an adjective: "is eagerly eating"."""
    word = sentence.tokens[place].lower()
    if not (word.endswith("ing") and sentence.has(place, "cop")) or sentence.has(place, "det", "amod"):
        return None
    found = base_form(word, "VBG", word)
    return found if found != word else None


def _prt(sentence: Sentence, place: int) -> bool:
    return sentence.relations[place] == "compound:prt"


def _is_passive(sentence: Sentence, place: int) -> bool:
    return sentence.has(place, "nsubj:pass", "aux:pass") or (
        sentence.tags[place] == "VBN" and sentence.relations[place] == "acl"
    )


def _fillers(sentence: Sentence, place: int) -> Iterator[Filler]:
    passive = _is_passive(sentence, place)
    for child in sentence.children[place]:
        slot = _slot(sentence, child, passive)
        if slot:
            yield from (Filler(slot, one) for one in _joined(sentence, _antecedent(sentence, place, child)))


def _slot(sentence: Sentence, child: int, passive: bool) -> str | None:
    relation = sentence.relations[child]
    if relation == "nsubj:pass":
        return OBJECT
    if relation in ("nsubj", "csubj"):
        return OBJECT if passive else SUBJECT
    if relation in ("obj", "iobj"):
        return {"obj": OBJECT, "iobj": INDIRECT}[relation]
    if relation in ("xcomp", "ccomp"):
        return COMPLEMENT
    if relation.partition(":")[0] != "obl":
        return None
    case = " ".join(bases_of(sentence)[one] for one in sentence.related(child, "case"))
    return SUBJECT if passive and case == "by" else case or "when"


def _antecedent(sentence: Sentence, place: int, child: int) -> int:
    """The noun that a relative pronoun stands for."""
    if sentence.relations[place] == "acl:relcl" and bases_of(sentence)[child] in _RELATIVE:
        return sentence.heads[place]
    return child


def _joined(sentence: Sentence, place: int) -> Iterator[int]:
    """A filler and those joined to it, each looked through."""
    if sentence.tags[place].startswith("VB"):
        yield place
        return
    yield look_through(sentence, place)
    yield from (
        look_through(sentence, other)
        for other in sentence.related(place, "conj")
        if not sentence.tags[other].startswith("VB")
    )


def _inherited(sentence: Sentence, place: int) -> list[Filler]:
    """The subject or object of a predicate without a subject: the noun that it modifies, or the subject of its head."""
    head, relation = sentence.heads[place], sentence.relations[place].partition(":")[0]
    if relation == "acl":
        slot = OBJECT if _is_passive(sentence, place) else SUBJECT
        if slot == OBJECT and sentence.has(place, "obj"):
            return []
        return [Filler(slot, one) for one in _joined(sentence, head)]
    for _ in range(len(sentence)):
        if relation not in ("conj", "xcomp", "advcl") or head == place:
            return []
        own = [filler for filler in _fillers(sentence, head) if filler.slot == SUBJECT]
        passive = _is_passive(sentence, head)
        if not own and passive and _is_passive(sentence, place):
            return [filler for filler in _fillers(sentence, head) if filler.slot == OBJECT]
        if not own and passive:
            own = [Filler(SUBJECT, filler.place) for filler in _fillers(sentence, head) if filler.slot == OBJECT]
        if not own and sentence.relations[head].partition(":")[0] == "acl":
            own = [Filler(SUBJECT, one) for one in _joined(sentence, sentence.heads[head])]
        if own:
            return own
        place, head, relation = head, sentence.heads[head], sentence.relations[head].partition(":")[0]
    return []


def _negation(sentence: Sentence, place: int, fillers: Iterable[Filler]) -> int | None:
    """The first word that negates the predicate: a child of it, or "no" before its subject or object."""
    bases = bases_of(sentence)
    for child in sentence.children[place]:
        if sentence.relations[child] != "conj" and bases[child] in ("not", "n't", "never"):
            return child
    for slot, filler in fillers:
        if slot not in (SUBJECT, OBJECT):
            continue
        if bases[filler] in _NOBODY:
            return filler
        for child in _determiners(sentence, filler):
            if bases[child] == "no":
                return child
    return None


def _determiners(sentence: Sentence, filler: int) -> Iterator[int]:
    """The determiners of a filler, and of the noun that was looked through to find it."""
    yield from sentence.related(filler, "det", "advmod")
    if sentence.relations[filler] == "nmod" and look_through(sentence, sentence.heads[filler]) == filler:
        yield from sentence.related(sentence.heads[filler], "det", "advmod")


def _is_existential(sentence: Sentence, place: int, fillers: Iterable[Filler]) -> bool:
    """Whether the predicate, or its subject or object, stands after "there is"."""
    nouns = [filler.place for filler in fillers if filler.slot in (SUBJECT, OBJECT)]
    heads = [
        place,
        *(sentence.heads[noun] for noun in nouns),
        *(sentence.heads[sentence.heads[noun]] for noun in nouns),
    ]
    return any(bases_of(sentence)[head] == "be" and _expletive(sentence, head) for head in heads)
