"""Vectors of words for the recogniser of names: what a word means, and what the lists of names say of it.

    oslo    0.12 -0.31 ...  | 1 0 0.25 0 0 1 0 0 0.5 0
            its meaning       known, given name, surname, first and last word of people, place, part of a place,
                              of an organisation, frequent, common noun

The meaning is the vector of the word in `perpend.lexicon.piece_vectors`, turned to the directions that tell kinds of
words apart, and rounded. Words that only the lists of names have share a row with all words of which the lists say the
same, so a hundred thousand names cost little more than their keys. Keys are lower-cased; the shape of a word, which
is not in the table, tells what has a capital.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from known_names import KnownNames
from spacy.strings import StringStore
from spacy.vectors import Vectors

from perpend.lexicon.frequency import frequency
from perpend.lexicon.piece_vectors import PieceVectors
from perpend.lexicon.wordnet import WordNet
from perpend.types import Floats

__all__ = ["FEATURES", "name_table"]

FEATURES = 10
_LEVELS = 4
_BITS = 64
_SURE, _ENOUGH = 5_000, 20
_RARE, _FREQUENT = -7.0, -3.0
"""Logarithms of relative frequencies: the lowest and the highest level."""


def name_table(names: KnownNames, dimensions: int) -> Vectors:
    """The table: `dimensions` numbers of meaning and FEATURES numbers of the lists for each word."""
    words, meanings = _meanings(names, dimensions)
    says = _Lists(names)
    keys = [*words, *sorted(says.words().difference(words))]
    rows: dict[bytes, int] = {}
    data: list[Floats] = []
    placed: list[int] = []
    for number, word in enumerate(keys):
        meaning = meanings[number] if number < len(words) else np.zeros(dimensions)
        row = np.concatenate([meaning, says.features(word, known=number < len(words))]).astype(np.float32)
        place = rows.setdefault(row.tobytes(), len(data))
        if place == len(data):
            data.append(row)
        placed.append(place)
    strings = StringStore(keys)
    table = Vectors(strings=strings, data=np.stack(data), name="perpend_names", attr="LOWER")
    for word, place in zip(keys, placed, strict=True):
        table.add(strings[word], row=place)
    return table


def _meanings(names: KnownNames, dimensions: int) -> tuple[list[str], Floats]:
    """The whole words among the pieces, and where they lie on the directions that best tell kinds of words apart.

    The directions are those of a linear discriminant analysis: between the means of the kinds, with the scatter within
    them made round.
    """
    table = PieceVectors.shipped()
    pieces = bytes(table.file["piece_bytes"]).decode("utf-8").split("\n")
    words = [piece for piece in pieces if len(piece) > 1 and piece.isalpha()]
    vectors = np.stack([table.vector(word) for word in words]).astype(np.float64)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    kinds = _kinds(names, words)
    means = {kind: vectors[members].mean(0) for kind, members in kinds.items()}
    within = np.concatenate([vectors[members] - means[kind] for kind, members in kinds.items()])
    scatter = within.T @ within / len(within)
    values, directions = np.linalg.eigh(scatter)
    whitening = directions / np.sqrt(values + values.mean())
    weights = np.array([[np.sqrt(len(members))] for members in kinds.values()])
    between = weights * ((np.stack(list(means.values())) - vectors.mean(0)) @ whitening)
    _, _, best = np.linalg.svd(between, full_matrices=False)
    reduced = (vectors - vectors.mean(0)) @ whitening @ best[:dimensions].T
    reduced /= np.linalg.norm(reduced, axis=1, keepdims=True)
    return words, np.round(reduced * _BITS) / _BITS


def _kinds(names: KnownNames, words: Sequence[str]) -> dict[str, list[int]]:
    """The places of words of each kind: names of the lists, and the lexicographer classes of WordNet's first senses."""
    wordnet = WordNet.shipped()
    given, surnames = set(names.given[:_SURE]), set(names.surnames[:_SURE])
    organisations = {name.lower() for name in names.organisations}
    kinds: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(words):
        synsets = wordnet.synsets(word)
        instance = "instance of " if synsets and wordnet.instance_hypernyms(synsets[0]) else ""
        if word in organisations:
            kinds["organisation"].append(place)
        elif synsets:
            kinds[instance + wordnet.lexicographer_class(synsets[0])].append(place)
        elif word in given:
            kinds["given name"].append(place)
        elif word in surnames:
            kinds["surname"].append(place)
    return {kind: members for kind, members in kinds.items() if len(members) >= _ENOUGH}


class _Lists:
    """What the lists say of words, each in a few levels from 0 to 1."""

    def __init__(self, names: KnownNames) -> None:
        self._given, self._surnames = _ranks(names.given), _ranks(names.surnames)
        self._first, self._last = names.first, names.last
        places = [place.lower().split(" ") for place in names.places]
        self._places = {words[0] for words in places if len(words) == 1}
        self._of_places = {word for words in places if len(words) > 1 for word in words}
        self._organisations = {word.lower() for name in names.organisations for word in name.split(" ")}
        self._wordnet = WordNet.shipped()

    def words(self) -> set[str]:
        """The words that some list has, but for those that are once in a whole name only."""
        counted = {word for counts in (self._first, self._last) for word, count in counts.items() if count > 1}
        listed = {*self._given, *self._surnames, *self._places, *self._of_places, *self._organisations, *counted}
        return {word for word in listed if word.isalpha()}

    def features(self, word: str, known: bool) -> Floats:
        """FEATURES numbers."""
        often = frequency(word)
        return np.array(
            [
                known,
                self._given.get(word, 0.0),
                self._surnames.get(word, 0.0),
                _count(self._first[word]),
                _count(self._last[word]),
                word in self._places,
                word in self._of_places,
                word in self._organisations,
                _level((np.log10(often) - _RARE) / (_FREQUENT - _RARE)) if often else 0.0,
                self._is_common(word),
            ]
        )

    def _is_common(self, word: str) -> bool:
        """Whether WordNet has a sense of the word that is not the name of one thing."""
        return any(not self._wordnet.instance_hypernyms(synset) for synset in self._wordnet.synsets(word))


def _ranks(words: Iterable[str]) -> dict[str, float]:
    """The more frequent, the nearer to 1, on a scale of logarithms."""
    listed = list(words)
    return {
        word: max(1 / _LEVELS, _level(1 - np.log(rank) / np.log(len(listed)))) for rank, word in enumerate(listed, 1)
    }


def _count(count: int) -> float:
    return _level(np.log2(1 + count) / 8)


def _level(share: float) -> float:
    return float(np.clip(np.ceil(share * _LEVELS), 0, _LEVELS) / _LEVELS)
