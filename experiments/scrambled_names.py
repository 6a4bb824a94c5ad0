"""The experiment of scrambled names (Popescu and Vo 2014, section 5.3) on the persons of ECB+.

    document of Lohan         70 % stay     Lohan                     context of the person
                              30 %          Lahon, Lotan ...          a misspelling: should be found        (CRwSC)
    document of Reuters                     Lahon, Lotan ...          another person: should not be found   (NCRwSC)

A person is an annotated chain with mentions in at least two documents; the name is the last word of the fullest one, of
five letters or more. It gets three scrambled names: at most four letters replaced by one of the 15 most frequent ones,
or swapped with their neighbours. Each scrambled document takes one of them, and so do the documents of Reuters. Second,
names change by a rule: `-ino` is put in the place of a final vowel, or after a consonant, and in half of the documents
one more letter is changed.

For each scrambled name the persons whose names differ by at most four letters, in at most four edits (OSA), are
candidates, and the most probable one is taken if it is probable enough. Topics, with their persons and a share of
Reuters, are dealt into folds; the probability of a fold is calibrated on the others. Precision is the share of links
that are right, recall the share of misspelled documents that are linked to their person.

With patterns (Algorithm 2), a name that fits a pattern needs 80 % only. Patterns are about names, not documents: a pair
of names counts once, by its most probable document.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from experiments.name_data import is_annotated
from perpend.errors import InputError
from perpend.people.bootstrapping import BootstrapSettings, grow_patterns
from perpend.people.context import context_of
from perpend.people.coreference_model import pair_features
from perpend.people.coreference_training import model_of
from perpend.people.entities import Entity, document_entities
from perpend.people.full_names import NameMatch, PartMatch
from perpend.people.mentions import Document, Mention
from perpend.people.name_parts import full_name
from perpend.spelling.changes import letters_that_differ
from perpend.spelling.patterns import Patterns
from perpend.types import Progress

__all__ = ["Linked", "ScrambleSettings", "ino_name", "link_scrambled", "scrambled_name", "topic_folds"]

_LEAST_LETTERS, _MOST_CHANGED, _TOP_LETTERS, _VARIANTS = 5, 4, 15, 3
_VOWELS = "aeiouy"
_PENALTY = 0.01
"""Chosen once by cross-validation within the training part of the first fold, from 10 down to .001."""


@dataclass(frozen=True, slots=True)
class ScrambleSettings:
    """The share of documents whose names are scrambled, unrelated documents at most, folds of topics, and the seed."""

    share: float = 0.3
    unrelated: int = 20_000
    folds: int = 5
    seed: int = 0


class _Item(NamedTuple):
    """A document with a scrambled name: its entity, who was meant (nobody in Reuters), and its fold."""

    entity: Entity
    name: str
    person: str | None
    fold: int


@dataclass(frozen=True, slots=True, eq=False)
class Linked:
    """For each scrambled document its best candidate: how probable, by which names, and whether that is the person."""

    probability: NDArray[np.float64]
    right: NDArray[np.bool_]
    names: Sequence[tuple[str, str]]
    misspelled: int
    unrelated: int
    persons: int
    patterns: Patterns

    def at(self, threshold: float, with_pattern: float | None = None) -> dict[str, float]:
        """Precision, recall and F-measure in percent; `with_pattern` is the threshold of names that fit a pattern."""
        needed = np.full(len(self.probability), threshold)
        if with_pattern is not None:
            fits = np.array([bool(self.patterns.match(*pair)) for pair in self.names], np.bool_)
            needed[fits] = np.minimum(needed[fits], with_pattern)
        taken = self.probability > needed
        right, count = int((taken & self.right).sum()), int(taken.sum())
        precision, recall = right / count if count else 0.0, right / self.misspelled if self.misspelled else 0.0
        f = 2 * right / (count + self.misspelled) if count + self.misspelled else 0.0
        return {"Precision": 100 * precision, "Recall": 100 * recall, "F-measure": 100 * f}


def scrambled_name(name: str, letters: str, chance: Random) -> str:
    """The `name` with one to four letters swapped or replaced by some of `letters`, at random by `chance`.

    Never unchanged.

    >>> scrambled_name("leonardo", "eaionrtlsudcmhg", Random(3))
    'lenoardo'
    """
    while True:
        spelled, left = list(name), chance.randint(1, _MOST_CHANGED)
        while left > 0:
            place = chance.randrange(len(spelled))
            if left >= 2 and place + 1 < len(spelled) and chance.random() < 0.5:
                spelled[place : place + 2] = reversed(spelled[place : place + 2])
                left -= 2
            else:
                spelled[place] = chance.choice(letters)
                left -= 1
        if (made := "".join(spelled)) != name:
            return made


def ino_name(name: str, letters: str, chance: Random, *, changed: bool) -> str:
    """The `name` in -ino; `changed` replaces one letter before it by one of `letters`, at random by `chance`.

    >>> ino_name("paolo", "r", Random(0), changed=False), ino_name("lohan", "r", Random(0), changed=False)
    ('paolino', 'lohanino')
    """
    stem = name[:-1] if name[-1] in _VOWELS else name
    if changed:
        place = chance.randrange(1, len(stem))
        others = [letter for letter in letters if letter != stem[place]] or ["x"]
        stem = stem[:place] + chance.choice(others) + stem[place + 1 :]
    return f"{stem}ino"


def topic_folds(documents: Sequence[Document], folds: int, seed: int) -> dict[str, int]:
    """The fold of each topic of the `documents`, split into `folds` at random with `seed`."""
    topics = sorted({str(document.fields["topic"]) for document in documents})
    if len(topics) < folds:
        raise InputError(f"{len(topics)} topics cannot be dealt into {folds} folds: give fewer folds")
    Random(seed).shuffle(topics)
    return {topic: place % folds for place, topic in enumerate(topics)}


def link_scrambled(
    documents: Sequence[Document],
    reuters: Sequence[str],
    settings: ScrambleSettings | None = None,
    *,
    ino: bool = False,
    progress: Progress | None = None,
) -> Linked:
    """Makes the corpus, calibrates on the other folds, and links every scrambled name.

    :param documents: the documents of ECB+.
    :param reuters: unrelated documents.
    :param settings: the shares, folds and seed.
    :param ino: change names to -ino instead of scrambling letters.
    :param progress: called with a description, the number of completed steps and their total.
    """
    settings = settings or ScrambleSettings()
    chance, deal = Random(settings.seed), topic_folds(documents, settings.folds, settings.seed)
    persons, items = _corpus(documents, deal, settings, chance, ino)
    pseudo = sorted({(item.name, item.fold) for item in items})
    chosen = chance.sample(list(reuters), min(settings.unrelated, len(reuters)))
    for number, text in enumerate(chosen):
        name, fold = pseudo[number % len(pseudo)]
        items.append(_Item(_unrelated(text, name, chance), name, None, fold))
        if progress and number % 100 == 0:
            progress("unrelated documents", number, len(chosen))
    return _linked(persons, items, len(chosen), settings.folds)


def _corpus(
    documents: Sequence[Document], deal: dict[str, int], settings: ScrambleSettings, chance: Random, ino: bool
) -> tuple[dict[str, tuple[Entity, int]], list[_Item]]:
    """Persons with what their unchanged documents say, and the scrambled documents."""
    scrambled = set(chance.sample(range(len(documents)), round(settings.share * len(documents))))
    found: dict[str, list[tuple[int, Entity]]] = defaultdict(list)
    for number, document in enumerate(documents):
        for entity in document_entities(document, number):
            chain = Counter((document.mentions or ())[place].chain for _, place in entity.mentions).most_common(1)[0][0]
            if chain and is_annotated(chain):
                found[chain].append((number, entity))
    letters = "".join(letter for letter, _ in _letter_counts(found).most_common(_TOP_LETTERS))
    persons: dict[str, tuple[Entity, int]] = {}
    items: list[_Item] = []
    for chain, parts in sorted(found.items()):
        kept = [entity for number, entity in parts if number not in scrambled]
        moved = [entity for number, entity in parts if number in scrambled]
        name = _family(parts)
        if not (kept and moved and len(name) >= _LEAST_LETTERS and name.isalpha()):
            continue
        fold = deal[str(documents[parts[0][0]].fields["topic"])]
        persons[chain] = (_renamed(_added(kept), name), fold)
        if ino:
            made = [ino_name(name, letters, chance, changed=bool(place % 2)) for place in range(len(moved))]
        else:
            choices = [scrambled_name(name, letters, chance) for _ in range(_VARIANTS)]
            made = [choices[place % _VARIANTS] for place in range(len(moved))]
        items += [_Item(_renamed(one, new), new, chain, fold) for one, new in zip(moved, made, strict=True)]
    return persons, items


def _letter_counts(found: dict[str, list[tuple[int, Entity]]]) -> Counter[str]:
    return Counter(letter for parts in found.values() for letter in _family(parts) if letter.isalpha())


def _family(parts: Sequence[tuple[int, Entity]]) -> str:
    """The last word of the name that most documents agree on."""
    words = Counter(entity.words[-1] for _, entity in parts if entity.words)
    return min(words, key=lambda word: (-words[word], word)) if words else ""


def _added(entities: Sequence[Entity]) -> Entity:
    total = entities[0]
    for one in entities[1:]:
        total = total + one
    return total


def _renamed(entity: Entity, name: str) -> Entity:
    return Entity(full_name(name), frozenset((name,)), entity.mentions, entity.context)


def _unrelated(text: str, name: str, chance: Random) -> Entity:
    """A document that is said to name a person it does not know, somewhere in it."""
    document = Document("reuters", text)
    places = [place for place, _ in document.words()] or [0]
    place = chance.choice(places)
    mention = Mention(place, place, name)
    return Entity(full_name(name), frozenset((name,)), ((0, 0),), context_of(document, [mention]))


def _linked(persons: dict[str, tuple[Entity, int]], items: Sequence[_Item], unrelated: int, folds: int) -> Linked:
    rows, labels, owners, names = [], [], [], []
    for number, item in enumerate(items):
        for chain, (person, fold) in persons.items():
            known = person.words[-1]
            if fold == item.fold and known != item.name and _near(known, item.name):
                rows.append(pair_features(person, item.entity, _spelled(known, item.name)))
                labels.append(chain == item.person)
                owners.append(number)
                names.append((known, item.name))
    features, truth, owner = np.array(rows), np.array(labels, np.bool_), np.array(owners, np.int64)
    fold_of = np.array([item.fold for item in items])[owner]
    chances = np.zeros(len(rows))
    for fold in range(folds):
        here = fold_of == fold
        if here.any():
            chances[here] = model_of(features[~here], truth[~here], {}, _PENALTY).probabilities(features[here])
    best = _best_of_each(owner, chances)
    patterns = _patterns(names, chances)
    misspelled = sum(item.person is not None for item in items)
    taken = [names[place] for place in best]
    return Linked(chances[best], truth[best], taken, misspelled, unrelated, len(persons), patterns)


def _near(a: str, b: str) -> bool:
    """Whether at most four edits separate the two, so at most four letters differ."""
    return OSA.distance(a, b, score_cutoff=_MOST_CHANGED) <= _MOST_CHANGED


def _spelled(a: str, b: str) -> NameMatch:
    return NameMatch("variant", (PartMatch(a, b, "spelling", letters_that_differ(a, b)),), (), (), False)


def _best_of_each(owner: NDArray[np.int64], chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """The place of the most probable candidate of each document; the first of equals."""
    order = np.lexsort((np.arange(len(owner)), -chances, owner))
    firsts = np.unique(owner[order], return_index=True)[1]
    return np.asarray(order[firsts])


def _patterns(names: Sequence[tuple[str, str]], chances: NDArray[np.float64]) -> Patterns:
    surest: dict[tuple[str, str], float] = {}
    for pair, chance in zip(names, chances.tolist(), strict=True):
        surest[pair] = max(chance, surest.get(pair, 0.0))
    return grow_patterns(list(surest), list(surest.values()), BootstrapSettings()).patterns
