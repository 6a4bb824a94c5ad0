"""What the reasons of a likeness look up in its two texts: `Texts`.

texts = Texts.of(likeness)
texts.quoted(1, (2, 3))         "'two hours'"
texts.is_told(1, 2)             whether a change of meaning already names this word
texts.is_open(2)                whether text 2 has content words without a close counterpart in text 1
third_person(tokens, ...)       "pays", where a predicate stands right between two people
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import perpend
from perpend.features.clauses import clauses_of
from perpend.features.word_kinds import kinds_in, pronoun_of
from perpend.files.toml import read_toml
from perpend.lexicon.opposites import are_exclusive, are_opposite, opposite_names, phrases_of
from perpend.lexicon.usual_senses import parts_at, usual_relation, usually_opposite
from perpend.lexicon.word_relations import compared_form, facts_of
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.quantities import quantities_agree, quantities_of

if TYPE_CHECKING:
    from perpend.similarity.likeness import Difference, Likeness, LinkedPhrase

__all__ = ["Texts", "third_person"]

_CLOSE = 0.75
"""A link at least so similar explains its words."""

_MOST = 60
"""So many words of the other text are looked through for opposites."""

_ALONE = "only here"
_NAMING = ("opposite", "other number", "other quantity", "negated")
_PERSONS = frozenset(("i", "you", "he", "she", "we", "they", "me", "him", "her", "us", "them", "who", "whom"))
_DETERMINERS = frozenset(("the", "a", "his", "her", "its", "their", "our", "my", "your", "this", "that"))
_ENDINGS = ("s", "sh", "ch", "x", "z", "o")
_BETWEEN = frozenset(
    ("will", "would", "can", "could", "may", "might", "must", "shall", "should", "do", "does", "did", "not", "never")
)


_CONTRACTED = ("n't", "n\u2019t")
_WRITTEN_OUT = dict.fromkeys(_CONTRACTED, "not")
_OTHERWISE = ", some in another spelling or a short form"


def _joined(token: str) -> str:
    """The token with the blank before it, if there is one."""
    return token if token.lower() in _CONTRACTED else f" {token}"


@cache
def _cues() -> frozenset[str]:
    """Words that deny by themselves."""
    path = Path(perpend.__file__).with_name("lexicon") / "data" / "negations.toml"
    return frozenset(read_toml(path)["words"])


@cache
def _denying_verbs() -> frozenset[str]:
    """Verbs that may deny what follows, such as "fail"."""
    path = Path(perpend.__file__).with_name("lexicon") / "data" / "negations.toml"
    found = read_toml(path)
    return frozenset(verb for key in ("before_to", "before_ing", "before_any") for verb in found[key])


def _head(kinds: str, place: int) -> int:
    """The last noun of those that follow a word without a break."""
    while kinds[place + 1 : place + 2] == "N":
        place += 1
    return place


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Both texts of a likeness.

    In all methods a `number` is 1 or 2 and means that text, `place` is a place in its tokens, and `places`, `places1`
    and `places2` are several, the latter two in text 1 and text 2, as `place1` and `place2` are one.
    """

    """The words of both texts of a likeness, their compared forms, and the words that a named change has."""

    tokens1: tuple[str, ...]
    tokens2: tuple[str, ...]
    forms: tuple[tuple[str, ...], tuple[str, ...]]
    told: tuple[frozenset[int], frozenset[int]]
    links: tuple["LinkedPhrase", ...]
    counts: tuple[Counter[str], Counter[str]]
    other_number: bool
    """Whether a change names another number."""
    span: float

    @classmethod
    def of(cls, likeness: "Likeness") -> "Texts":
        """Returns what the reasons of a `likeness` need."""
        changes = [one for one in likeness.contributions if one.kind in _NAMING and one.points < 0]
        forms = tuple(map(compared_form, likeness.tokens1)), tuple(map(compared_form, likeness.tokens2))
        return cls(
            likeness.tokens1,
            likeness.tokens2,
            forms,
            (
                frozenset(place for one in changes for place in one.tokens1),
                frozenset(place for one in changes for place in one.tokens2),
            ),
            likeness.links,
            (Counter(forms[0]), Counter(forms[1])),
            any(one.kind == "other number" for one in changes),
            likeness.scale[1] - likeness.scale[0],
        )

    # ---------------------------------------------------------------- words

    def form(self, number: int, place: int) -> str:
        """The word of text `number` at a `place`, as it is compared."""
        return self.forms[number - 1][place]

    def forms_at(self, number: int, places: Iterable[int]) -> list[str]:
        """The words of text `number` at `places`, as they are compared."""
        return [self.forms[number - 1][place] for place in places]

    def quoted(self, number: int, places: Iterable[int]) -> str:
        """The words of text `number` at `places`, between quotation marks, dots where words are left out."""
        tokens = self.tokens1 if number == 1 else self.tokens2
        words, last = "", -1
        for place in places:
            gap = " ..." if words and place > last + 1 else ""
            words, last = words + gap + _joined(tokens[place]), place
        words = words.lstrip()
        return f"'{words}'" if words else ""

    def with_verb(self, number: int, places: Sequence[int]) -> Sequence[int]:
        """The `places` in text `number`, for a contracted "n't" with the verb that it stands at."""
        return (places[0] - 1, *places) if places and self._is_contracted(number, places[0]) else places

    def has_contraction(self, number: int, place: int) -> bool:
        """Whether "n't" stands at the word of text `number` at `place`."""
        return place + 1 < len(self.forms[number - 1]) and self._is_contracted(number, place + 1)

    def _is_contracted(self, number: int, place: int) -> bool:
        return place > 0 and (self.tokens1, self.tokens2)[number - 1][place].lower() in _CONTRACTED

    def is_free(self, number: int, place: int) -> bool:
        """Whether a word is no ending such as "'s"."""
        return self.form(number, place)[:1].isalnum()

    def is_content(self, number: int, place: int) -> bool:
        """Whether a word is neither a sign nor a function word."""
        return facts_of(self.form(number, place)).is_content

    def is_cue(self, number: int, place: int) -> bool:
        """Whether a word denies by itself, or is a verb that may deny what follows."""
        form = self.form(number, place)
        return form in _cues() or not facts_of(form).bases.isdisjoint(_denying_verbs())

    def has(self, number: int, form: str) -> bool:
        """Whether text `number` has a word of this `form`."""
        return form in self.counts[number - 1]

    def count(self, number: int, form: str) -> int:
        """How often text `number` has a `form`."""
        return self.counts[number - 1][form]

    def count_words(self, number: int) -> int:
        """The number of words that are no signs."""
        return sum(not facts_of(form).is_sign for form in self.forms[number - 1])

    def is_told(self, number: int, place: int) -> bool:
        """Whether a change of meaning has this word."""
        return place in self.told[number - 1]

    def are_told(self, part: "Difference") -> bool:
        """Whether changes of meaning have all words of a `part`."""
        return self.told[0].issuperset(part.tokens1) and self.told[1].issuperset(part.tokens2)

    def cancels(self, number: int, place: int) -> bool:
        """Whether the other text has an opposite of this word, which no change names."""
        form = self.form(number, place)
        others = [other for other in self.forms[2 - number][:_MOST] if facts_of(other).is_content]
        return any(are_opposite(form, other) or are_exclusive(form, other) for other in others)

    # ---------------------------------------------------------------- relations

    def parts(self, number: int, place: int) -> str:
        """The parts of speech, letters of WordNet, that a word may be of where it stands."""
        forms = self.forms[number - 1]
        return parts_at(kinds_in(forms), forms, place)

    def relation(self, place1: int, place2: int) -> str:
        """How a word of text 1 is related to one of text 2, in usual senses of the parts of speech that they are."""
        return usual_relation(self.form(1, place1), self.parts(1, place1), self.form(2, place2), self.parts(2, place2))

    def are_same(self, places1: Sequence[int], places2: Sequence[int]) -> bool:
        """Whether the last words of two groups are the same, or related."""
        one, other = places1[-1], places2[-1]
        kept = pronoun_of(self.form(1, one)) == pronoun_of(self.form(2, other)) != ""
        return kept or self.relation(one, other) != ""

    def are_opposites(self, places1: Sequence[int], places2: Sequence[int]) -> bool:
        """Whether words or phrases at these places are opposites where they stand."""
        if len(places1) > 1 or len(places2) > 1:
            return self._opposite_phrases(places1, places2)
        one, other = places1[0], places2[0]
        parts1, parts2 = self.parts(1, one), self.parts(2, other)
        if not (set(parts1 + parts2) - {"r"}):
            return opposite_names(facts_of(self.form(1, one)).bases, facts_of(self.form(2, other)).bases)
        return usually_opposite(self.form(1, one), parts1, self.form(2, other), parts2)

    def _opposite_phrases(self, places1: Sequence[int], places2: Sequence[int]) -> bool:
        names1, names2 = self._names(1, places1), self._names(2, places2)
        return opposite_names(names1, names2)

    def _names(self, number: int, places: Sequence[int]) -> frozenset[str]:
        """The names in the lists of opposites of the words at `places`."""
        if len(places) == 1:
            return facts_of(self.form(number, places[0])).bases
        found = (phrase for phrase in phrases_of(self.forms[number - 1]) if phrase.start == places[0])
        return frozenset(name for phrase in found if phrase.end == places[-1] + 1 for name in phrase.names)

    # ---------------------------------------------------------------- links

    def is_open(self, number: int) -> bool:
        """Whether text `number` has content words outside of changes that no close link explains."""
        side = number - 1
        explained = set(self.told[side])
        for link in self.links:
            if link.similarity >= _CLOSE:
                explained.update(link.tokens1 if side == 0 else link.tokens2)
        return any(place not in explained and facts_of(form).is_content for place, form in enumerate(self.forms[side]))

    def are_in_one_place(self, places1: Sequence[int], places2: Sequence[int]) -> bool:
        """Whether words stand before linked words, or behind such, if no content word follows in either text."""
        pairs = {(one, other) for link in self.links for one in link.tokens1 for other in link.tokens2}
        after = (places1[-1] + 1, places2[-1] + 1)
        if any(place < len(self.forms[side]) and self.is_content(side + 1, place) for side, place in enumerate(after)):
            return after in pairs and self._have_one_role(places1[-1], places2[-1])
        before = (places1[0] - 1, places2[0] - 1)
        joined = before in pairs and not facts_of(self.form(1, before[0])).is_sign
        return joined and self._have_one_role(places1[-1], places2[-1])

    def _have_one_role(self, place1: int, place2: int) -> bool:
        """Whether two words have a role in common, as far as roles are known."""
        roles1, roles2 = (
            {role for role, _ in clauses_of(forms).slots.get(_head(kinds_in(forms), place), ())}
            for forms, place in zip(self.forms, (place1, place2), strict=True)
        )
        return not (roles1 and roles2) or bool(roles1 & roles2)

    def relative(self, number: int, place: int) -> tuple[str, int] | None:
        """The relation of a word to the first related word of the other text that has no link either, and its place."""
        places = [one for link in self.links if link.kind == _ALONE for one in (link.tokens1, link.tokens2)[2 - number]]
        for other in places[:_MOST]:
            relation = self.relation(*((place, other) if number == 1 else (other, place)))
            if relation not in ("", "same"):
                return relation, other
        return None

    def repeated(self, number: int, place: int) -> tuple[str, int, int] | None:
        """The relation of a word to a form or synonym of it that the other text has, linked or not, and both places."""
        for other in range(min(len(self.forms[2 - number]), _MOST)):
            places = (place, other) if number == 1 else (other, place)
            if (relation := self.relation(*places)) in ("inflected", "synonym"):
                return relation, *places
        return None

    def is_written_more_often(self, number: int, place: int) -> bool:
        """Whether text `number` has a word, as it is written there, more often than the other text."""
        sides = (self.tokens1, self.tokens2)
        word = sides[number - 1][place].lower()
        counts = [sum(token.lower() == word for token in tokens) for tokens in sides]
        return counts[number - 1] > counts[2 - number]

    def is_whole(self, number: int, places: Sequence[int]) -> bool:
        """Whether words are a whole noun phrase: no noun that they belong to follows."""
        kinds = kinds_in(self.forms[number - 1])
        return bool(places) and kinds[places[-1] + 1 : places[-1] + 2] != "N"

    def is_reordered(self) -> bool:
        """Whether links between content words cross."""
        return any(link.moved and any(self.is_content(1, place) for place in link.tokens1) for link in self.links)

    # ---------------------------------------------------------------- quantities

    def equality(self) -> str:
        """What two texts with the same words have in common, or nothing."""
        own1, own2 = ([form for form in forms if not facts_of(form).is_sign] for forms in self.forms)
        if not (own1 or own2):
            own1, own2 = map(list, self.forms)
        if Counter(own1) != Counter(own2):
            return ""
        order = "the same" if own1 == own2 else "another"
        return f"both texts have the same words in {order} order{'' if self._are_spelled_alike() else _OTHERWISE}"

    def _are_spelled_alike(self) -> bool:
        """Whether both texts have the same words as they are written, but for case, contractions and hyphens."""
        spelled = (
            Counter(_WRITTEN_OUT.get(token.lower(), token.lower()) for token in tokens if not facts_of(token).is_sign)
            for tokens in (self.tokens1, self.tokens2)
        )
        return next(spelled) == next(spelled)

    def numbers_are_told(self) -> bool:
        """Whether a change names another number, or both texts have the same numbers, however they are written."""
        if self.other_number:
            return True
        rest = list(quantities_of(self.tokens2))
        for one in quantities_of(self.tokens1):
            partner = next((other for other in rest if quantities_agree(one, other)), None)
            if partner is None:
                return False
            rest.remove(partner)
        return not rest

    # ---------------------------------------------------------------- people

    def is_person(self, places: Sequence[int]) -> bool:
        """Whether words of text 1 name a person: a pronoun, a name, or a noun whose usual sense is a person."""
        place = places[-1]
        token, form = self.tokens1[place], self.form(1, place)
        if form in _PERSONS or token in (self.tokens1[1:] + self.tokens2[1:] if token[:1].isupper() else ()):
            return True
        wordnet = WordNet.shipped()
        synsets = wordnet.synsets(form, "n")
        return bool(synsets) and wordnet.lexicographer_class(synsets[0]) == "noun.person"


def third_person(tokens: Sequence[str], first: Sequence[int], verb: int, second: Sequence[int]) -> str:
    """The verb for "who ... whom" if it stands right between two groups of words, else nothing.

    :param tokens: the text.
    :param first: the places of the first group.
    :param verb: the place of the verb.
    :param second: the places of the other group.

    >>> third_person(("Ann", "will", "pay", "Bo"), (0,), 2, (3,)), third_person(("Ann", "hit", "Bo"), (0,), 1, (2,))
    ('pays', 'hits')
    """
    forms = [compared_form(token) for token in tokens]
    between, after = forms[first[-1] + 1 : verb], forms[verb + 1 : second[0]]
    if not first[-1] < verb < second[0] or not _BETWEEN.issuperset(between) or not _DETERMINERS.issuperset(after):
        return ""
    bases = WordNet.shipped().base_forms(forms[verb], "v")
    if not bases or forms[verb].endswith("ing"):
        return ""
    if forms[verb] not in bases and not between:
        return forms[verb]
    base = bases[0]
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return f"{base[:-1]}ies"
    return base + ("es" if base.endswith(_ENDINGS) else "s")
