"""Which words of the text say the words of the hypothesis: `pair_of(text, hypothesis)`.

    text          A   beagle   barked   at   the   red   van
    hypothesis    An  animal   barked   at   the   blue  car
                      NARROWER SAME                OTHER NARROWER

Each word of the hypothesis that bears meaning is matched with the word of the text that is closest to it by its tie
(`perpend.entailment.word_ties`); among equals the one that the links of the two texts connect, and the one whose
governor is matched with its governor. Compounds and phrases that WordNet knows ("living room", "step down") are one
word beside the words that they consist of. A word that only excludes another counts as matched if both are said of the
same: they stand in one place of the two texts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from perpend.alignment.linking.links import Links, link
from perpend.alignment.linking.words import LinkedWords, linked_words
from perpend.entailment.contexts import TokenContext, contexts_of, quantifier_of
from perpend.entailment.implications import words_of
from perpend.entailment.word_ties import Entry, Tie, entry_of, is_known_phrase, tie_of
from perpend.lexicon.word_relations import facts_of
from perpend.lexicon.wordnet.base_forms import bases_of, parts_of
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.quantities import Quantity
from perpend.text.sentence import Sentence, is_noun, is_verb

__all__ = ["CONTRARY", "GOOD", "Match", "Pair", "Reading", "pair_of", "reading_of"]

GOOD = frozenset((Tie.SAME, Tie.INFLECTED, Tie.SYNONYM, Tie.DERIVED, Tie.NARROWER, Tie.CONTAINED))
"""Ties by which the word of the hypothesis follows from that of the text, if nothing turns them round."""

CONTRARY = frozenset((Tie.OPPOSITE, Tie.OTHER, Tie.OTHER_LOOSELY, Tie.SISTER))
"""Ties of words that may exclude each other."""

_SCORES = {
    Tie.SAME: 10.0,
    Tie.INFLECTED: 9.0,
    Tie.SYNONYM: 8.0,
    Tie.NARROWER: 7.0,
    Tie.CONTAINED: 7.0,
    Tie.DERIVED: 6.5,
    Tie.OPPOSITE: 5.5,
    Tie.WIDER: 5.0,
    Tie.CONTAINS: 5.0,
    Tie.OTHER: 4.0,
    Tie.OTHER_LOOSELY: 3.5,
    Tie.SISTER: 3.2,
    Tie.NONE: 0.0,
}
_SIMILAR = 0.55
"""Words with a cosine of at least this are similar; of two names it says nothing."""

_ONE_MEANING = 0.85
"""A more specific word with at least this cosine is another name of the same: "dad", "father"."""

_PART_OF_PHRASE = 4.0
"""A word of a phrase that WordNet knows counts less than the phrase: a bathroom is a room, but no living room."""

_LINKED, _GOVERNED, _SAME_RELATION, _IN_PLACE = 1.0, 0.8, 0.3, 1.0
_ARGUMENTS = frozenset(("nsubj", "obj", "iobj", "obl", "csubj"))
_ATTRIBUTES = frozenset(("amod", "compound", "nummod", "nmod", "acl", "appos", "flat", "det"))
_SKIPPED = frozenset(("aux", "cop", "punct", "cc", "mark", "case", "det", "expl"))
_LONGEST_PHRASE = 3


class Unit(NamedTuple):
    """A word or phrase: its tokens, its head among them, and what is known of it."""

    places: tuple[int, ...]
    head: int
    entry: Entry


class Match(NamedTuple):
    """A word or phrase of the hypothesis with what it is matched with: tokens, tie, and cosine of the vectors."""

    places1: tuple[int, ...]
    places2: tuple[int, ...]
    head1: int
    head2: int
    tie: Tie
    cosine: float


class Reading:
    """One sentence as findings see it.

    :param sentence: a parsed sentence.
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.words: LinkedWords = linked_words(sentence)
        self.forms = self.words.forms
        self.tags = sentence.tags
        known = [_known(*row) for row in zip(self.forms, bases_of(sentence), parts_of(sentence), strict=True)]
        self.bases, self.parts = tuple(base for base, _ in known), tuple(part for _, part in known)
        self.relations = tuple(relation.partition(":")[0] for relation in sentence.relations)
        count = len(self.forms)
        self.heads = tuple(head if 0 <= head < count else place for place, head in enumerate(sentence.heads))
        self.children = sentence.children
        self.contexts: tuple[TokenContext, ...] = contexts_of(sentence)
        self.quantities: tuple[Quantity, ...] = _joined(self.words.quantities, self.forms)

    @cached_property
    def counted(self) -> frozenset[int]:
        """The tokens of quantities."""
        return frozenset(place for one in self.quantities for place in range(one.start, one.end))

    @cached_property
    def quantifying(self) -> frozenset[int]:
        """The tokens of quantifiers, their nouns left out, and those of negations."""
        found: set[int] = set()
        for place in range(len(self.forms)):
            quantifier = quantifier_of(self.sentence, place)
            if quantifier:
                found.update(one for one in range(quantifier.start, quantifier.end) if one != quantifier.noun)
        listed = words_of("quantifying")
        parts = self.parts
        found.update(
            place for place, form in enumerate(self.forms) if form in listed and parts[place] not in ("v", "n")
        )
        found.update(place for place, form in enumerate(self.forms) if form in words_of("never_bearing"))
        return frozenset(found)

    @cached_property
    def bearing(self) -> tuple[int, ...]:
        """The tokens that bear meaning and are neither amounts nor quantifiers nor negations."""
        content = self.words.content
        return tuple(
            place
            for place in range(len(self.forms))
            if content[place] and place not in self.counted and place not in self.quantifying
            if self.relations[place] not in ("aux", "cop", "expl")
        )

    @cached_property
    def units(self) -> tuple[tuple[Unit, ...], ...]:
        """The words and phrases by their heads: for each token that bears meaning the longest phrase first."""
        found: list[list[Unit]] = [[] for _ in self.forms]
        for phrase in self._phrases():
            found[phrase.head].append(phrase)
        for place in self.bearing:
            entry = entry_of(self.forms[place], self.bases[place], self.parts[place])
            found[place].append(Unit((place,), place, entry))
        return tuple(map(tuple, found))

    def _phrases(self) -> Iterator[Unit]:
        forms, bases, count = self.forms, self.bases, len(self.forms)
        for length in range(_LONGEST_PHRASE, 1, -1):
            for start in range(count - length + 1):
                places = tuple(range(start, start + length))
                first, last = self.parts[start], self.parts[places[-1]]
                if last == "n" and first in ("n", "a"):
                    part, head, phrase = "n", places[-1], "_".join((*forms[start : places[-1]], bases[places[-1]]))
                elif first == "v" and length == 2 and self.relations[places[-1]] != "case":
                    part, head, phrase = "v", start, "_".join((bases[start], forms[places[-1]]))
                else:
                    continue
                if length == 3 and forms[start + 1] == "of":
                    head = start
                    phrase = "_".join((bases[start], "of", forms[places[-1]]))
                if is_known_phrase(phrase, part):
                    yield Unit(places, head, entry_of(phrase, phrase, part))

    @cached_property
    def persons(self) -> frozenset[int]:
        """The tokens that name a person or stand for one."""
        person, pronouns = words_of("persons"), words_of("personal")
        found = {place for start, end, label in self.sentence.entities if label == "PER" for place in range(start, end)}
        for place, form in enumerate(self.forms):
            if form in pronouns or form in person or (is_noun(self.tags[place]) and _is_person(self.bases[place])):
                found.add(place)
        return frozenset(found)

    def governor(self, place: int) -> int:
        """Returns what the token at `place` is said of or hangs on: its noun, its verb, or its subject; -1 if none."""
        relation, head = self.relations[place], self.heads[place]
        for _ in range(3):
            if relation != "conj" or head == place:
                break
            place_of = head
            relation, head = self.relations[place_of], self.heads[place_of]
        if relation in _ATTRIBUTES or relation in _ARGUMENTS:
            return head
        subject = self.subject(place)
        if subject >= 0:
            return subject
        return head if head != place else -1

    def subject(self, place: int) -> int:
        """Returns the subject of the predicate at `place`, or of the one that it hangs on; -1 if there is none."""
        for _ in range(4):
            for child in self.children[place]:
                if self.relations[child] in ("nsubj", "csubj"):
                    return child
            if self.relations[place] == "acl":
                return self.heads[place]
            if self.relations[place] not in ("conj", "xcomp", "advcl", "ccomp") or self.heads[place] == place:
                return -1
            place = self.heads[place]
        return -1

    def subject_over(self, place: int) -> int:
        """Returns the subject that the word at `place` says something of, as a predicate or its adverb; -1 if none."""
        if self.relations[place] in ("advmod", "obl", "xcomp") and self.heads[place] != place:
            place = self.heads[place]
        return self.subject(place) if self.relations[place] not in ("amod", "nmod", "compound", "obj") else -1

    def bearing_after(self, place: int) -> tuple[int, ...]:
        """Returns the tokens after `place` that bear meaning, up to the next sign."""
        found = []
        for later in range(place + 1, len(self.forms)):
            if self.words.signs[later]:
                break
            if later in self.bearing:
                found.append(later)
        return tuple(found)

    def is_predicate(self, place: int) -> bool:
        """Returns whether the token at `place` says something: a full verb, or what stands with "be"."""
        if self.relations[place] in ("aux", "cop", "amod", "compound", "case", "mark"):
            return False
        return is_verb(self.tags[place]) or any(self.relations[child] == "cop" for child in self.children[place])


def _joined(quantities: tuple[Quantity, ...], forms: tuple[str, ...]) -> tuple[Quantity, ...]:
    """Joins "four hours" and "fifty-five minutes" to one amount."""
    found: list[Quantity] = []
    for one in quantities:
        last = found[-1] if found else None
        if (
            last
            and last.dimension == one.dimension not in ("", "ordinal", "label")
            and last.value > one.value
            and forms[last.end : one.start] in ((), ("and",))
        ):
            found[-1] = last._replace(end=one.end, value=last.value + one.value)
        else:
            found.append(one)
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def _known(form: str, base: str, part: str) -> tuple[str, str]:
    """A base form and a part of speech that WordNet has, where it lacks the word in the part of the tagger."""
    wordnet = WordNet.shipped()
    if not part or facts_of(form).is_function_word or wordnet.synsets(base, part):
        return base, part
    for other in "nvar":
        forms = wordnet.base_forms(form, other)
        if other != part and forms:
            return min(forms, key=len), other
    return base, part


def _is_person(base: str) -> bool:
    entry = entry_of(base, base, "n")
    return not entry.above.isdisjoint(_person_classes()) or base in ("person", "people")


def _person_classes() -> frozenset[int]:
    return entry_of("person", "person", "n").synsets


def reading_of(sentence: Sentence) -> Reading:
    """Returns the reading of a parsed `sentence`, cached on it."""
    return sentence.annotation("entailment reading", Reading)


@dataclass(frozen=True, eq=False)
class Pair:
    """Two readings with the links between them and the match of each word of the hypothesis, by its token."""

    text: Reading
    hypothesis: Reading
    links: Links
    matches: dict[int, Match]

    @cached_property
    def partners(self) -> dict[int, int]:
        """The heads of matched words, hypothesis -> text."""
        return {match.head2: match.head1 for match in self.matches.values()}

    @cached_property
    def said(self) -> dict[int, int]:
        """The same without contrary words."""
        return {match.head2: match.head1 for match in self.matches.values() if match.tie not in CONTRARY}

    @cached_property
    def back(self) -> dict[int, int]:
        """The tokens of the text that are matched, each with the head in the hypothesis."""
        return {place: match.head2 for match in self.matches.values() for place in match.places1}


def pair_of(text: Sentence, hypothesis: Sentence) -> Pair:
    """Returns the matched words of a parsed `text` and a parsed `hypothesis`.

    >>> from perpend.text.annotate import Annotator
    >>> pair = pair_of(*Annotator().annotate_many(["A beagle barked.", "An animal barked."]))
    >>> [match.tie.value for match in pair.matches.values()]
    ['narrower', 'same']
    """
    links = link(text, hypothesis)
    one, other = reading_of(text), reading_of(hypothesis)
    return Pair(one, other, links, _Matcher(one, other, links).run())


class _Matcher:
    """One pass over the cells of two readings."""

    def __init__(self, one: Reading, other: Reading, links: Links) -> None:
        self.one, self.other, self.links = one, other, links
        self.linked = set(links.cells)
        rows, columns = list(one.bearing), list(other.bearing)
        cosines = np.zeros((len(one.forms), len(other.forms)), np.float32)
        if rows and columns:
            cosines[np.ix_(rows, columns)] = one.words.vectors[rows] @ other.words.vectors[columns].T
        self.cosines = cosines

    def run(self) -> dict[int, Match]:
        """The matches by token of the hypothesis."""
        cells = self._cells()
        sure = self._taken([cell for cell in cells if cell[1].tie in GOOD])
        partners = {match.head2: match.head1 for match in sure.values()}
        again = []
        for score, match in cells:
            in_place = self._in_place(match, partners)
            if match.tie in CONTRARY and not in_place:
                continue
            governors = self.one.governor(match.head1), self.other.governor(match.head2)
            if governors[1] >= 0 and partners.get(governors[1]) == governors[0]:
                score += _GOVERNED
            again.append((score + (_IN_PLACE if in_place else 0.0), match))
        return self._taken(again)

    def _cells(self) -> list[tuple[float, Match]]:
        found = []
        for place2 in self.other.bearing:
            for unit2 in self.other.units[place2]:
                for place1 in self.one.bearing:
                    for unit1 in self.one.units[place1]:
                        cell = self._cell(unit1, unit2)
                        if cell:
                            found.append(cell)
        return found

    def _cell(self, unit1: Unit, unit2: Unit) -> tuple[float, Match] | None:
        tie = tie_of(unit1.entry, unit2.entry)
        cosine = float(self.cosines[unit1.head, unit2.head])
        if tie is Tie.WIDER and cosine >= _ONE_MEANING:
            tie = Tie.SYNONYM
        score = _SCORES[tie]
        if tie is Tie.NONE:
            if len(unit1.places) + len(unit2.places) > 2:
                return None
            if cosine < _SIMILAR or _are_names(self.one, unit1.head, self.other, unit2.head):
                return None
            score = 2.0 + 2.0 * cosine
        if (unit1.head, unit2.head) in self.linked:
            score += _LINKED
        if self.one.relations[unit1.head] == self.other.relations[unit2.head]:
            score += _SAME_RELATION
        whole = self.other.units[unit2.head][0]
        if len(unit2.places) < len(whole.places) and tie not in (Tie.SAME, Tie.INFLECTED, Tie.SYNONYM):
            score -= _PART_OF_PHRASE
        score += 0.4 * (len(unit2.places) - 1) + 0.05 * cosine
        if len(unit1.places) > 1:
            score -= 0.1
        return score, Match(unit1.places, unit2.places, unit1.head, unit2.head, tie, cosine)

    def _taken(self, cells: list[tuple[float, Match]]) -> dict[int, Match]:
        """The best matches first, each token at most once; then free words may share a word of the text."""
        cells.sort(key=lambda cell: (-cell[0], cell[1].head2, cell[1].head1))
        found: dict[int, Match] = {}
        used: set[int] = set()
        for shared in (False, True):
            for _, match in cells:
                if any(place in found for place in match.places2):
                    continue
                if shared and (match.tie not in GOOD or self.other.relations[match.head2] == "flat"):
                    continue
                if not shared and not used.isdisjoint(match.places1):
                    continue
                used.update(match.places1)
                found.update(dict.fromkeys(match.places2, match))
        return dict(sorted(found.items()))

    def _in_place(self, match: Match, partners: dict[int, int]) -> bool:
        """Whether two words are said of the same, or stand in one place of the two texts."""
        one, other = match.head1, match.head2
        governor1, governor2 = self.one.governor(one), self.other.governor(other)
        if governor2 >= 0 and partners.get(governor2) == governor1:
            return True
        if governor1 < 0 and governor2 < 0:
            return True
        for child2 in self.other.children[other]:
            partner = partners.get(child2, -1)
            if partner >= 0 and self.one.heads[partner] == one and self.other.relations[child2] in _ARGUMENTS:
                return True
        if (one, other) in self.linked and self.links.anchors.get(one) == other:
            return True
        return self._beside(match, partners) or (match.tie is Tie.OPPOSITE and self._of_one_subject(match, partners))

    def _of_one_subject(self, match: Match, partners: dict[int, int]) -> bool:
        """Whether two words are said of one subject, by a predicate or an adverb; a pronoun stands for any noun."""
        one, other = self.one.subject_over(match.head1), self.other.subject_over(match.head2)
        if one < 0 or other < 0:
            return False
        if self.other.tags[other] == "PRP":
            return one in partners.values() or self.one.forms[one] == self.other.forms[other]
        return partners.get(other, -1) == one

    def _beside(self, match: Match, partners: dict[int, int]) -> bool:
        """Whether the nearest words that bear meaning on both sides are matched, or are ends."""
        before1, after1 = _neighbours(self.one, match.places1)
        before2, after2 = _neighbours(self.other, match.places2)
        left = partners.get(before2, -1) == before1 if before2 >= 0 else before1 < 0
        right = partners.get(after2, -1) == after1 if after2 >= 0 else after1 < 0
        return left and right


def _neighbours(reading: Reading, places: tuple[int, ...]) -> tuple[int, int]:
    before = [place for place in reading.bearing if place < places[0]]
    after = [place for place in reading.bearing if place > places[-1]]
    return (before[-1] if before else -1), (after[0] if after else -1)


def _are_names(one: Reading, place1: int, other: Reading, place2: int) -> bool:
    return one.tags[place1].startswith("NNP") or other.tags[place2].startswith("NNP")
