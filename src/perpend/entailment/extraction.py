"""Parsed text -> sense-discriminative patterns of verbs.

    frames of a verb                        classes of fillers             clusters, and what they have in common
    play (man, guitar)          ->   (person, artifact)      ->   play    subject: person.n.01   object: instrument.n.01
    play (woman, piano)
    play (girl, soccer)         ->   (person, act)           ->   play    subject: person.n.01   object: game.n.01

A noun may have several classes (WordNet's lexicographer files: noun.person, noun.artifact, ...). In the slot of a verb
it gets the class that most fillers of that slot may have, so that fillers determine each other's senses. Frames with
the same slots and classes are one cluster. The slots of a cluster are then generalised: each filler is replaced by the
highest of its hypernyms that covers no filler of another cluster of that verb (Popescu 2013). The most frequent
clusters of each verb are kept, and in each slot the hypernyms that cover the most. Slots are subject and object, and
these with one preposition or complement.

Vo, Popescu and Caselli (2014) cluster by the OntoNotes and CPA lexica, which are not free; classes replace them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from perpend.entailment.frames import INDIRECT, OBJECT, SUBJECT, Frame, frames_of
from perpend.entailment.patterns import Pattern, Patterns, filler_senses
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.sentence import Sentence

__all__ = ["ExtractionSettings", "FrameCounts", "has_few_verbs", "parses_agree"]

_FINITE = ("VBD", "VBP", "VBZ", "MD")
_MOST_FINITE = 2
_TOPS = "noun.Tops"
_KEPT = 1 << 16

Slots = tuple[str, ...]
Fillers = tuple[tuple[int, ...], ...]
"""For each slot the senses of its filler."""


@dataclass(frozen=True, slots=True)
class ExtractionSettings:
    """The least counts of a `verb` and a `cluster`, and the most `clusters` per verb and `hypernyms` per slot."""

    verb: int = 4
    cluster: int = 2
    clusters: int = 40
    hypernyms: int = 8


def has_few_verbs(sentence: Sentence) -> bool:
    """Whether the `sentence` has at most two finite verbs: parses of longer ones are wrong more often."""
    return sum(tag in _FINITE for tag in sentence.tags) <= _MOST_FINITE


def parses_agree(sentence: Sentence, other: Sentence) -> bool:
    """Whether `sentence` and `other`, two parses of the same words, have the same heads and relations."""
    return sentence.heads == other.heads and sentence.relations == other.relations


class FrameCounts:
    """Counts how often each verb occurs with which fillers in which slots."""

    def __init__(self) -> None:
        self._frames: defaultdict[str, Counter[tuple[Slots, Fillers]]] = defaultdict(Counter)

    def add(self, sentence: Sentence) -> None:
        """Count the frames of a sentence."""
        for frame in frames_of(sentence):
            self._frames[frame.base].update(_views(sentence, frame))

    def patterns(self, settings: ExtractionSettings | None = None) -> Patterns:
        """The patterns of all verbs that occurred often enough under the `settings`."""
        settings = settings or ExtractionSettings()
        made = {
            verb: tuple(_verb_patterns(verb, frames, settings))
            for verb, frames in sorted(self._frames.items())
            if frames.total() >= settings.verb
        }
        return Patterns({verb: patterns for verb, patterns in made.items() if patterns})


def _views(sentence: Sentence, frame: Frame) -> Iterator[tuple[Slots, Fillers]]:
    """The subject and object of a frame, and these with each of its prepositions and complements; no unknown words.

    Prepositions are often left out, so each is counted beside subject and object, and not all of them together.
    """
    core = tuple(slot for slot in (SUBJECT, OBJECT) if frame.slot(slot))
    others = dict.fromkeys(filler.slot for filler in frame.fillers if filler.slot not in (SUBJECT, OBJECT, INDIRECT))
    for slots in (core, *((*core, other) for other in others)):
        fillers = tuple(filler_senses(sentence, frame.slot(slot)[0]) for slot in slots)
        if slots and all(fillers):
            yield slots, fillers


def _verb_patterns(
    verb: str, frames: Mapping[tuple[Slots, Fillers], int], settings: ExtractionSettings
) -> Iterator[Pattern]:
    clusters = _clusters(frames)
    ranked = sorted(clusters.items(), key=lambda item: (-item[1].total(), item[0]))
    for key, members in ranked[: settings.clusters]:
        if members.total() < settings.cluster:
            return
        slots, classes = key
        others = [_taken(other, members2) for other, members2 in clusters.items() if other != key and other[0] == slots]
        general = tuple(
            (slot, _general(place, classes, members, others, settings.hypernyms)) for place, slot in enumerate(slots)
        )
        yield Pattern(verb, general, members.total())


Cluster = tuple[Slots, tuple[str, ...]]
Taken = tuple[tuple[str, ...], tuple[frozenset[int], ...]]


def _clusters(frames: Mapping[tuple[Slots, Fillers], int]) -> dict[Cluster, Counter[tuple[int, ...]]]:
    """Frames by slots and classes; each filler is reduced to one sense, its first of that class."""
    votes = Counter[tuple[Slots, int, str]]()
    for (slots, fillers), count in frames.items():
        for place, synsets in enumerate(fillers):
            votes.update({(slots, place, one): count for one in {_class(synset) for synset in synsets}})
    found: defaultdict[Cluster, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for (slots, fillers), count in frames.items():
        chosen = []
        for place, synsets in enumerate(fillers):
            # Of equally frequent classes the one of the word's more frequent sense.
            chosen.append(max(synsets, key=lambda one: (votes[slots, place, _class(one)], -synsets.index(one))))
        found[slots, tuple(map(_class, chosen))][tuple(chosen)] += count
    return dict(found)


@lru_cache(maxsize=_KEPT)
def _class(synset: int) -> str:
    """The lexicographer class of a synset; the tops (person, animal) have the class of what is below them."""
    wordnet = WordNet.shipped()
    found = wordnet.lexicographer_class(synset)
    if found != _TOPS:
        return found
    below = Counter(wordnet.lexicographer_class(one) for one in wordnet.hyponyms(synset))
    del below[_TOPS]
    return below.most_common(1)[0][0] if below else found


def _taken(cluster: Cluster, members: Counter[tuple[int, ...]]) -> Taken:
    """The classes of another cluster, and all synsets that fill each of its slots."""
    return cluster[1], tuple(frozenset(one[place] for one in members) for place in range(len(cluster[0])))


def _general(
    place: int, classes: tuple[str, ...], members: Counter[tuple[int, ...]], others: Iterable[Taken], most: int
) -> tuple[str, ...]:
    """The most general hypernyms of a slot's fillers that cover no filler of a cluster that differs only here."""
    wordnet = WordNet.shipped()
    forbidden: set[int] = set()
    for other, synsets in others:
        if all((mine == theirs) == (k != place) for k, (mine, theirs) in enumerate(zip(classes, other, strict=True))):
            forbidden |= {above for synset in synsets[place] for above in wordnet.ancestors(synset)}
    covered = Counter[int]()
    for one, count in members.items():
        covered[_highest(one[place], forbidden, classes[place])] += count
    return tuple(sorted(wordnet.name(synset) for synset, _ in covered.most_common(most)))


def _highest(synset: int, forbidden: set[int], own_class: str) -> int:
    """The highest hypernym within the class that covers nothing forbidden; the tops end the search."""
    wordnet, current = WordNet.shipped(), synset
    while True:
        if wordnet.lexicographer_class(current) == _TOPS:
            return current
        above = [one for one in wordnet.hypernyms(current) if one not in forbidden and _class(one) == own_class]
        if not above:
            return current
        current = above[0]
