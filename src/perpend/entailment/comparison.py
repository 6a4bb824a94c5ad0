"""Two frames -> for each word of the second: it is found in the first, replaced there, or absent.

    text         Two young boys are playing soccer in the park         play (subject: boys, object: soccer, in: park)
    hypothesis   Two children are playing football outside             play (subject: children, object: football)

        verb      play    -> play        equal
        subject   boys    -> children    hypernym
        subject   two     -> two         equal          the modifiers of a filler are compared too
        object    soccer  -> football    hypernym
        adverb    (none)  -> outside     none

Every outcome belongs to one word of the hypothesis; words of the text alone do not matter. Core slots (subject, object,
complement) are compared slot by slot. Parsers disagree about attaching a prepositional phrase to the verb or to a noun,
so one is compared with all those of the text's frame.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from perpend.entailment.frames import COMPLEMENT, INDIRECT, OBJECT, SUBJECT, Frame, look_through
from perpend.entailment.kinship import ENTAILING, Kinship, kinship
from perpend.entailment.patterns import Match, Pattern
from perpend.entailment.prepositions import are_opposite
from perpend.entailment.quasi_synonyms import QuasiSynonyms
from perpend.lexicon.wordnet.base_forms import bases_of, parts_of
from perpend.text.sentence import Sentence

__all__ = ["Comparison", "Outcome", "compare_frames", "compare_nouns", "compare_verbs", "noun_phrase"]

_CORE = (SUBJECT, OBJECT, INDIRECT, COMPLEMENT)
_DESCRIBING = ("amod", "compound", "nummod")
_NOBODY = ("nobody", "noone", "none")
_VAGUE = ("some", "several", "many", "few", "other")
_ORDER = (
    Kinship.EQUAL, Kinship.SYNONYM, Kinship.QUASI, Kinship.HYPERNYM, Kinship.ANTONYM, Kinship.HYPONYM, Kinship.DERIVED,
    Kinship.SISTER, Kinship.NONE,
)  # fmt: skip
"""Of several candidates for a word, the one whose kinship comes first here is taken."""

VERB, ADVERB, DIRECTION = "verb", "adverb", "direction"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A word of the hypothesis in a slot, the word of the text in the same slot, and the kinship of the two.

    `place1` is None if the text has nothing in the slot; the kinship is then NONE.
    """

    slot: str
    place1: int | None
    place2: int
    kinship: Kinship

    @property
    def entailed(self) -> bool:
        """Whether the text entails it."""
        return self.kinship in ENTAILING

    @property
    def absent(self) -> bool:
        """Whether the text has nothing to compare it with."""
        return self.place1 is None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two frames, and the outcome for each word of the second; `pattern` is one that both match."""

    frame1: Frame
    frame2: Frame
    outcomes: tuple[Outcome, ...]
    pattern: Pattern | None = None

    @property
    def entailed(self) -> bool:
        """Whether the text entails all of it."""
        return all(outcome.entailed for outcome in self.outcomes)

    @property
    def verb(self) -> Outcome:
        """The outcome for the verb."""
        return self.outcomes[0]

    @property
    def predicates(self) -> tuple[Outcome, ...]:
        """The outcome for the verb, and after "to be" also that of the noun or adjective of the predicate."""
        said = (outcome for outcome in self.outcomes if outcome.slot == COMPLEMENT)
        return (self.verb, *(outcome for outcome in said if outcome.place2 == self.frame2.place))

    @property
    def different(self) -> tuple[Outcome, ...]:
        """The outcomes that the text does not entail."""
        return tuple(outcome for outcome in self.outcomes if not outcome.entailed)


@dataclass(frozen=True, slots=True)
class _Sides:
    """The two sentences, the learned quasi-synonyms, and whether modifiers are compared."""

    text: Sentence
    hypothesis: Sentence
    quasi: QuasiSynonyms
    described: bool = True

    def kin(self, place1: int, place2: int, within: frozenset[int] | None = None) -> Kinship:
        one, other = self.text, self.hypothesis
        base1, base2 = _base(one, place1), _base(other, place2)
        part1, part2 = parts_of(one)[place1], parts_of(other)[place2]
        found = kinship(base1, part1, base2, part2, within)
        if found in ENTAILING:
            return found
        phrase1, phrase2 = noun_phrase(one, place1), noun_phrase(other, place2)
        if phrase1 != base1 or phrase2 != base2:
            whole = kinship(phrase1, part1, phrase2, part2)
            if whole in ENTAILING:
                return whole
        if self.quasi.has(phrase1, phrase2) or self.quasi.has(base1, base2):
            return Kinship.QUASI
        return found

    def best(self, slot: str, candidates: Iterable[int], place2: int, within: frozenset[int] | None = None) -> Outcome:
        """The candidate that is nearest to a word of the hypothesis."""
        found = [Outcome(slot, place1, place2, self.kin(place1, place2, within)) for place1 in candidates]
        return min(found, key=lambda one: _ORDER.index(one.kinship), default=Outcome(slot, None, place2, Kinship.NONE))


def _base(sentence: Sentence, place: int) -> str:
    """The base form; "nobody" and "no one" become "person"."""
    bases = bases_of(sentence)
    base = bases[place]
    no_one = base == "one" and any(bases[child] == "no" for child in sentence.related(place, "det"))
    return "person" if no_one or base in _NOBODY else base


def noun_phrase(sentence: Sentence, place: int) -> str:
    """The word at `place` of a `sentence`, a noun with its compounds joined by underscores, as in WordNet.

    >>> from perpend.text.annotate import Annotator
    >>> noun_phrase(Annotator().annotate("A soccer ball is rolling"), 2)
    'soccer_ball'
    """
    parts = parts_of(sentence)
    before = [child for child in sentence.related(place, "compound") if child < place and parts[child] == "n"]
    return "_".join(_base(sentence, one) for one in (*before, place))


def compare_frames(
    text: Sentence,
    frame1: Frame,
    hypothesis: Sentence,
    frame2: Frame,
    quasi: QuasiSynonyms,
    match: Match | None = None,
    *,
    described: bool = True,
) -> Comparison:
    """Compares each word of `frame2`, a frame of the `hypothesis`, with `frame1` of the `text`; the verb comes first.

    :param text: the first sentence.
    :param frame1: its frame.
    :param hypothesis: the second sentence.
    :param frame2: its frame.
    :param quasi: the learned quasi-synonyms.
    :param match: a pattern that both frames match; if it is sure, it limits the senses of words to its classes.
    :param described: compare modifiers and adverbs, too, not only what fills the slots.
    """
    sides = _Sides(text, hypothesis, quasi, described)
    narrowing = match.pattern if match and match.is_sure else None
    outcomes = [_verb(sides, frame1, frame2)]
    for slot in _CORE:
        within = narrowing.classes(slot) if narrowing else None
        for place2 in frame2.slot(slot):
            if frame2.base == "be" and place2 == frame2.place and frame1.base != "be":
                continue
            head = sides.best(slot, frame1.slot(slot), place2, within)
            outcomes += [head, *_described(sides, slot, head.place1, place2)]
    around = _around(text, frame1)
    for slot, place2 in _phrases(hypothesis, frame2):
        outcomes += _prepositional(sides, slot, around, place2, narrowing.classes(slot) if narrowing else None)
    if described:
        outcomes += _directions(frame1, frame2)
        outcomes += [sides.best(ADVERB, _modifiers(frame1), place2) for place2 in frame2.adverbs]
    return Comparison(frame1, frame2, tuple(outcomes), match.pattern if match else None)


def compare_verbs(text: Sentence, frame1: Frame, hypothesis: Sentence, frame2: Frame, quasi: QuasiSynonyms) -> Outcome:
    """The first outcome of `compare_frames`: the comparison of the verbs of `frame1` and `frame2`.

    `text`, `hypothesis` and `quasi` are those of `compare_frames`.
    """
    return _verb(_Sides(text, hypothesis, quasi), frame1, frame2)


def compare_nouns(
    text: Sentence, place1: int, hypothesis: Sentence, place2: int, quasi: QuasiSynonyms
) -> list[Outcome]:
    """Compares the noun at `place2` of the `hypothesis`, and its modifiers, with the noun at `place1` of the `text`.

    `quasi` are the learned quasi-synonyms.
    """
    sides = _Sides(text, hypothesis, quasi)
    head = sides.best(SUBJECT, [place1], place2)
    phrases = [
        outcome
        for child in hypothesis.related(place2, "nmod")
        for outcome in _prepositional(sides, _case(hypothesis, child), text.related(place1, "nmod"), child)
    ]
    return [head, *_described(sides, SUBJECT, place1, place2), *phrases]


def _verb(sides: _Sides, frame1: Frame, frame2: Frame) -> Outcome:
    if frame1.base == frame2.base:
        return Outcome(VERB, frame1.place, frame2.place, Kinship.EQUAL)
    if "be" in (frame1.base, frame2.base):
        return Outcome(VERB, frame1.place, frame2.place, Kinship.NONE)
    return sides.best(VERB, [frame1.place], frame2.place)


def _directions(frame1: Frame, frame2: Frame) -> Iterator[Outcome]:
    """Opposite particles, also a particle and a preposition of the other verb: walk up, walk down."""
    own, other = ([frame.particle] if frame.particle else [] for frame in (frame1, frame2))
    prepositions1, prepositions2 = (
        [slot for slot, _ in frame.fillers if slot not in _CORE] for frame in (frame1, frame2)
    )
    pairs = [*product(own, other + prepositions2), *product(prepositions1, other)]
    if any(are_opposite(one, two) for one, two in pairs):
        yield Outcome(DIRECTION, frame1.place, frame2.place, Kinship.ANTONYM)


def _described(sides: _Sides, slot: str, place1: int | None, place2: int) -> Iterator[Outcome]:
    """Compares the modifiers of a noun of the hypothesis with those of its counterpart."""
    if not sides.described:
        return
    given = list(_describing(sides.text, place1)) if place1 is not None else []
    for child in _own_describing(sides.hypothesis, place2):
        found = sides.best(slot, given, child)
        if not found.entailed and _is_vague(sides, found, place1):
            found = Outcome(slot, found.place1, child, Kinship.HYPERNYM)
        if not found.entailed and place1 is not None and _in_head(sides, place1, child):
            found = Outcome(slot, place1, child, Kinship.EQUAL)
        yield found


def _own_describing(sentence: Sentence, place: int) -> Iterator[int]:
    for child in sentence.related(place, *_DESCRIBING):
        yield child
        yield from sentence.related(child, "conj")


def _describing(sentence: Sentence, place: int) -> Iterator[int]:
    """The modifiers of a noun: before it, or in a relative clause ("a car which is red")."""
    yield from _own_describing(sentence, place)
    if sentence.heads[place] != place and sentence.relations[place] == "nmod":
        yield from _own_describing(sentence, sentence.heads[place])
    for child in sentence.related(place, "acl"):
        yield child
        yield from sentence.related(child, "xcomp", "advmod", "obl")
    head = sentence.heads[place]
    if sentence.relations[place] == "nsubj" and sentence.has(head, "cop"):
        yield head


def _is_vague(sides: _Sides, found: Outcome, place1: int | None) -> bool:
    """Whether the word only says that there are some, or one."""
    base, tag = bases_of(sides.hypothesis)[found.place2], sides.hypothesis.tags[found.place2]
    if base in _VAGUE:
        return place1 is not None
    return tag == "CD" and base in ("one", "1") and place1 is not None and sides.text.tags[place1] in ("NN", "NNP")


def _in_head(sides: _Sides, place1: int, child: int) -> bool:
    """Whether the text's noun contains the word: snowboard for "snow board"."""
    base = bases_of(sides.hypothesis)[child]
    return len(base) > 2 and base in bases_of(sides.text)[place1]


def _prepositional(
    sides: _Sides, slot: str, around: Iterable[int], place2: int, within: frozenset[int] | None = None
) -> Iterator[Outcome]:
    """Compares a prepositional phrase of the hypothesis with those around the text's verb; same prepositions first."""
    candidates = list(around)
    same = [place for place in candidates if _case(sides.text, place) == slot]
    head = sides.best(slot, same, look_through(sides.hypothesis, place2), within)
    if not head.entailed:
        other = sides.best(slot, candidates, head.place2)
        head = other if other.entailed or head.absent else head
    if head.entailed and head.place1 is not None and are_opposite(slot, _case(sides.text, head.place1)):
        yield Outcome(slot, head.place1, head.place2, Kinship.ANTONYM)
        return
    yield head
    yield from _described(sides, slot, head.place1, head.place2)


def _phrases(sentence: Sentence, frame: Frame) -> Iterator[tuple[str, int]]:
    """The prepositional phrases of a frame: on its verb, and on the nouns of its core slots."""
    for slot, place in frame.fillers:
        if slot not in _CORE:
            yield slot, place
        yield from ((_case(sentence, child), child) for child in _nested(sentence, place))


def _around(sentence: Sentence, frame: Frame) -> tuple[int, ...]:
    """The nouns in prepositional phrases around a verb, and its objects, which may be prepositional elsewhere."""
    found = [place for _, place in _phrases(sentence, frame)]
    if sentence.relations[frame.place] in ("acl", "acl:relcl", "conj"):
        found += list(sentence.related(sentence.heads[frame.place], "obl", "nmod"))
    return tuple(dict.fromkeys([*found, *frame.slot(OBJECT)]))


def _nested(sentence: Sentence, place: int, depth: int = 3) -> Iterator[int]:
    for child in sentence.related(place, "nmod"):
        if sentence.relations[child] == "nmod:poss":
            continue
        yield child
        if depth:
            yield from _nested(sentence, child, depth - 1)


def _case(sentence: Sentence, place: int) -> str:
    return " ".join(bases_of(sentence)[one] for one in sentence.related(place, "case"))


def _modifiers(frame: Frame) -> tuple[int, ...]:
    """Where an adverb of the hypothesis may be found: adverbs, complements and phrases of the text's frame."""
    return (*frame.adverbs, *(filler.place for filler in frame.fillers if filler.slot not in (SUBJECT, OBJECT)))
