"""Sense-discriminative patterns: a verb with classes of words in its slots, which determine their senses.

    play    subject: person.n.01    object: musical_instrument.n.01
    play    subject: person.n.01    object: game.n.01, sport.n.01
    fire    subject: person.n.01    object: weapon.n.01
    fire    subject: person.n.01    object: person.n.01
    sit     subject: person.n.01    on: artifact.n.01
    try     subject: person.n.01    complement: act.v.01

A class allows its synsets and all their hyponyms. The shipped patterns are in data/patterns.json, made from parsed text
by `extraction` (`make patterns`); WordNet's hypernyms replace the classes of SUMO in the paper.

A pattern of either verb matches two frames if the first has a filler of the right class in each of its slots, and the
second has one in each of those slots that it fills. A personal pronoun is a person. The class of a name is that of its
entity label: PER a person, LOC a location, ORG an organization. A word that is not in WordNet matches any class.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib import resources
from typing import Any, NamedTuple

from perpend.entailment.frames import OBJECT, SUBJECT, Frame
from perpend.entailment.kinship import is_below, senses
from perpend.errors import InputError
from perpend.files.documents import read_document
from perpend.lexicon.wordnet.base_forms import bases_of, parts_of
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.words import is_personal_pronoun
from perpend.text.sentence import Sentence

__all__ = ["Match", "Pattern", "Patterns", "filler_senses"]

_MOST_DISTANCE, _SURE_DISTANCE = 4, 1
"""Patterns that need much rarer senses do not match. Only those of frequent senses limit the senses of words: a dog is
a person in its second sense."""

_NAMES = {"PER": "person.n.01", "LOC": "location.n.01", "ORG": "organization.n.01"}


@dataclass(frozen=True)
class Pattern:
    """A verb, the names of the synsets that each slot allows, and the number of frames in which it was seen."""

    verb: str
    slots: tuple[tuple[str, tuple[str, ...]], ...]
    count: int = 1

    @cached_property
    def _classes(self) -> Mapping[str, frozenset[int]]:
        wordnet = WordNet.shipped()
        return {slot: frozenset(map(wordnet.synset, names)) for slot, names in self.slots}

    def classes(self, slot: str) -> frozenset[int] | None:
        """The synsets that a `slot` allows; None for a slot that the pattern does not have."""
        return self._classes.get(slot)

    def distance(self, sentence: Sentence, frame: Frame, *, partly: bool = False) -> int | None:
        """The rarity of the senses by which the fillers of `frame` are of the pattern's classes; None if they are not.

        `frame` is of `sentence`; it must have no subject or object for which the pattern has no slot. `partly` allows
        empty slots. The most frequent sense of a filler counts 0, the second 1, and so on.
        """
        if any(frame.slot(slot) and slot not in self._classes for slot in (SUBJECT, OBJECT)):
            return None
        total = 0
        for slot, allowed in self._classes.items():
            places = frame.slot(slot)
            ranks = [_rank(sentence, place, allowed) for place in places]
            if None in ranks or not (places or partly):
                return None
            total += sum(rank for rank in ranks if rank)
        return total

    def __str__(self) -> str:
        slots = ", ".join(f"{slot}: {' or '.join(names)}" for slot, names in self.slots)
        return f"{self.verb} ({slots})"


@cache
def _synset(name: str) -> int:
    return WordNet.shipped().synset(name)


def filler_senses(sentence: Sentence, place: int) -> tuple[int, ...]:
    """The synsets that the filler at `place` of a `sentence` may have; none if it is unknown.

    >>> from perpend.text.annotate import Annotator
    >>> sentence = Annotator().annotate("She played")
    >>> [WordNet.shipped().name(synset) for synset in filler_senses(sentence, 0)]
    ['person.n.01']
    """
    if is_personal_pronoun(sentence.tokens[place]) and bases_of(sentence)[place] != "it":
        return (_synset("person.n.01"),)
    if (label := sentence.entity_labels[place]) in _NAMES:
        return (_synset(_NAMES[label]),)
    part = parts_of(sentence)[place]
    return senses(bases_of(sentence)[place], part) if part in ("n", "v") else ()


def _rank(sentence: Sentence, place: int, allowed: frozenset[int]) -> int | None:
    """The index of the first sense of a filler that a class allows; 0 if the filler is unknown."""
    found = filler_senses(sentence, place)
    return next((rank for rank, synset in enumerate(found) if is_below(synset, allowed)), None) if found else 0


class Match(NamedTuple):
    """A pattern that two frames match, and by how rare senses of their fillers."""

    pattern: Pattern
    distance: int

    @property
    def is_sure(self) -> bool:
        """Whether the fillers are of the pattern's classes by their most frequent senses."""
        return self.distance <= _SURE_DISTANCE


@dataclass(frozen=True)
class Patterns:
    """The patterns of each verb, the most frequent first."""

    verbs: Mapping[str, tuple[Pattern, ...]]

    def of(self, verb: str) -> tuple[Pattern, ...]:
        """The patterns of a `verb`; none for an unknown one."""
        return self.verbs.get(verb, ())

    def shared(self, text: Sentence, frame1: Frame, hypothesis: Sentence, frame2: Frame) -> Match | None:
        """The pattern of the verb of either frame that matches `frame1` of `text` and `frame2` of `hypothesis`.

        Of several, one with frequent senses; then the one with the most slots, then that with the most frequent senses.
        """
        found: list[tuple[bool, int, int, int, Match]] = []
        verbs = dict.fromkeys((frame1.base, frame2.base))
        for pattern in (pattern for verb in verbs for pattern in self.of(verb)):
            if (own := pattern.distance(text, frame1)) is None:
                continue
            other = pattern.distance(hypothesis, frame2, partly=True)
            if other is not None and own + other <= _MOST_DISTANCE:
                match = Match(pattern, own + other)
                found.append((not match.is_sure, -len(pattern.slots), match.distance, len(found), match))
        return min(found)[-1] if found else None

    def signature(self) -> str:
        """The numbers of verbs and patterns, and the first 8 hex digits of the SHA-256 of all patterns."""
        digest = sha256(json.dumps(self.to_dict(), sort_keys=True).encode()).hexdigest()[:8]
        return f"patterns:{len(self.verbs)}v{sum(map(len, self.verbs.values()))}/{digest}"

    def to_dict(self) -> dict[str, Any]:
        """All patterns as plain JSON values: for each verb a list of [count, {slot: [names]}]."""
        return {
            verb: [[one.count, {slot: list(names) for slot, names in one.slots}] for one in patterns]
            for verb, patterns in self.verbs.items()
        }

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> "Patterns":
        """Reads what `to_dict` returned; any other content raises an InputError."""
        try:
            return cls(
                {
                    verb: tuple(
                        Pattern(verb, tuple((slot, tuple(names)) for slot, names in slots.items()), int(count))
                        for count, slots in patterns
                    )
                    for verb, patterns in content.items()
                }
            )
        except (AttributeError, TypeError, ValueError) as error:
            raise InputError(f"patterns are not verb: [[count, {{slot: [synsets]}}], ...] ({error})") from None

    @classmethod
    def shipped(cls) -> "Patterns":
        """The shipped patterns, cached."""
        return _shipped()


@cache
def _shipped() -> Patterns:
    file = resources.files("perpend.entailment") / "data" / "patterns.json"
    with resources.as_file(file) as path:
        return Patterns.from_dict(read_document(path, remedy="install Perpend again").inner("patterns").content)
