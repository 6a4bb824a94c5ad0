"""What the recogniser of names is shown: annotated sentences, with other names in them, and short sentences of our own.

    Ariel Sharon visited Amman .  ->  Nell Hudson visited Llanos .
    PER met PER in LOC .          ->  Kim met Otto Beck in Lima .       from name-templates.txt

There are only a few thousand names in the corpora, and a network can learn them by heart; other names in their places
teach it what stands around names, and what the lists say of them. A random generator of the caller's decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from random import Random

from known_names import KnownNames
from own_tokens import word_spans
from treebank import Entity, Sentence

from perpend.text import penn_spans

__all__ = ["Names", "named_only"]

_TEMPLATES = Path(__file__).with_name("name-templates.txt")
_LABELS = ("PER", "LOC", "ORG")
_ENDINGS = ("Inc.", "Corp.", "Ltd.", "Group", "Bank", "University", "Foundation", "Holdings", "Partners", "Institute")


def named_only(sentence: Sentence, own_tokens: bool) -> Sentence:
    """Words and entities alone, on the treebank's words or on Perpend's tokens; an entity takes each token it is in."""
    bare = Sentence(sentence.document, sentence.words, sentence.spaces, entities=sentence.entities or ())
    if not own_tokens:
        return bare
    text, words, spans = sentence.text, word_spans(sentence), list(penn_spans(sentence.text))
    entities: list[Entity] = []
    for start, end, label in bare.entities or ():
        first, last = words[start][0], words[end - 1][1]
        inside = [place for place, (begin, stop) in enumerate(spans) if begin < last and stop > first]
        if inside and (not entities or entities[-1][1] <= inside[0]):
            entities.append((inside[0], inside[-1] + 1, label))
    return Sentence(
        sentence.document,
        words=tuple(text[start:end] for start, end in spans),
        spaces=(*(end < start for (_, end), (start, _) in pairwise(spans)), True)[: len(spans)],
        entities=tuple(entities),
    )


@dataclass(frozen=True)
class Names:
    """Where other names come from: the lists, and for organisations the corpora."""

    known: KnownNames
    organisations: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, known: KnownNames, sentences: Sequence[Sentence]) -> "Names":
        """The names in the lists and the organisations in `sentences`."""
        found = {
            one.words[start:end] for one in sentences for start, end, label in one.entities or () if label == "ORG"
        }
        return cls(known, tuple(sorted(found)))

    def changed(self, sentence: Sentence, share: float, generator: Random) -> Sentence:
        """The sentence with a `share` of its names replaced by others of the same kind and case."""
        words: list[str] = []
        spaces: list[bool] = []
        entities: list[Entity] = []
        done = 0
        for start, end, label in sentence.entities or ():
            words += sentence.words[done:start]
            spaces += sentence.spaces[done:start]
            old, between = sentence.words[start:end], sentence.spaces[start:end]
            new = _in_case(self.name(label, generator), old) if generator.random() < share else old
            entities.append((len(words), len(words) + len(new), label))
            words += new
            spaces += between if new is old else (*(True for _ in new[1:]), between[-1])
            done = end
        words += sentence.words[done:]
        spaces += sentence.spaces[done:]
        return replace(sentence, words=tuple(words), spaces=tuple(spaces), entities=tuple(entities))

    def short_sentences(self, count: int, generator: Random) -> list[Sentence]:
        """Templates with names in them."""
        templates = [line.split(" ") for line in _TEMPLATES.read_text("utf-8").split("\n") if line]
        return [self._filled(generator.choice(templates), generator) for _ in range(count)]

    def _filled(self, template: Sequence[str], generator: Random) -> Sentence:
        entities = tuple((place, place + 1, word) for place, word in enumerate(template) if word in _LABELS)
        bare = Sentence("templates", tuple(template), (True,) * len(template), entities=entities)
        return self.changed(replace(bare, words=tuple(template)), 1, generator)

    def name(self, label: str, generator: Random) -> tuple[str, ...]:
        """One name: people often with two words, places from WordNet, organisations from corpora or invented."""
        if label == "PER":
            return self._person(generator)
        if label == "LOC":
            return tuple(generator.choice(self.known.places).split(" "))
        kind = generator.random()
        if kind < 0.5:
            return generator.choice(self.organisations)
        if kind < 0.85:
            return tuple(generator.choice(self.known.organisations).split(" "))
        return (self._one_of(self.known.surnames, generator), generator.choice(_ENDINGS))

    def _person(self, generator: Random) -> tuple[str, ...]:
        kind = generator.random()
        if kind < 0.45:
            return tuple(generator.choice(self.known.people).split(" "))
        given, surname = (self._one_of(words, generator) for words in (self.known.given, self.known.surnames))
        if kind < 0.65:
            return (given, surname)
        if kind < 0.85:
            return (given,)
        return (surname,)

    def _one_of(self, words: Sequence[str], generator: Random) -> str:
        """Frequent names more often than rare ones."""
        return words[int(len(words) * generator.random() ** 3)].capitalize()


def _in_case(new: tuple[str, ...], old: tuple[str, ...]) -> tuple[str, ...]:
    text = " ".join(old)
    if text.islower():
        return tuple(word.lower() for word in new)
    if text.isupper() and len(text) > 4 and text not in _LABELS:
        return tuple(word.upper() for word in new)
    return new
