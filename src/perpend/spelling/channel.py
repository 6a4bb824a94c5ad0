"""The noisy channel: the probability that somebody who meant one word wrote another.

A word is written group by group: one or two letters at a time become none, one or two. Most groups do not change; the
others are the edits that people make (Brill and Moore 2000), each with its own probability:

    meant      rece ei ve                 e i -> i e     2:2     swapped
    written    rece ie ve                 l l -> l       2:1     a double letter written once
                                          f   -> p h     1:2     as it sounds
    groups     1:1  1:0  0:1  2:1  1:2  2:2

The probability of a pair is the sum over all ways to split both words into groups. Beginnings, ends and middles of
words have their own probabilities, smoothed towards those of all positions, and these towards those of all edits of a
kind (one vowel for another, a consonant left out, two letters swapped), so rare and unseen edits have probabilities
too. A channel is learned from pairs by `channel_training` and stored as the expected count of each edit.

Words are compared in folded case. The alphabet has at most 31 letters; all other letters count as one more.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import inf, log
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from perpend.files.documents import Fields
from perpend.files.writing import write_text
from perpend.learning.model import Model, TextPair
from perpend.learning.model_file import digits_of, read_json
from perpend.learning.provenance import Training
from perpend.limits import check as check_limit
from perpend.spelling._channel import log_probabilities
from perpend.spelling.miswriting import GroupEdit, Miswriting
from perpend.spelling.ranking import FEATURES
from perpend.spelling.word_index import MOST_DIFFERENCES
from perpend.spelling.word_list import MOST_LETTERS
from perpend.types import Doubles

__all__ = [
    "CONTEXTS",
    "Channel",
    "EditCounts",
    "GROUPS",
    "LETTERS",
    "Packed",
    "best_cut",
    "edit_table",
    "group_code",
    "letter_numbers",
    "plain_log_probability",
]

LETTERS = 32
GROUPS = 1 + LETTERS + LETTERS * LETTERS
CONTEXTS = ("start", "middle", "end")
_OTHER = LETTERS - 1
_VOWELS = "aeiouy"
_FORMAT = 1
_KIND = "perpend spelling channel"
_HIGHEST_COUNT, _HIGHEST_POWER, _LEAST_DRAWN = 1e15, 100.0, 1e-9
_SHAPES = ((1, 1), (1, 0), (0, 1), (2, 1), (1, 2), (2, 2))


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """Words as concatenated letter numbers of a channel's alphabet, and the offset of each word."""

    letters: NDArray[np.uint8]
    starts: NDArray[np.int64]


def letter_numbers(words: Iterable[str], alphabet: str) -> Packed:
    """Encodes `words` in the `alphabet` of a channel."""
    folded = [word.casefold() for word in words]
    points = np.frombuffer("".join(folded).encode("utf-32-le", "surrogatepass"), np.uint32)
    known = np.frombuffer("".join(alphabet).encode("utf-32-le", "surrogatepass"), np.uint32)
    order = np.argsort(known)
    places = np.searchsorted(known, points, sorter=order).clip(max=max(len(known) - 1, 0))
    found = order[places] if len(known) else np.zeros(len(points), np.int64)
    same = known[found] == points if len(known) else np.zeros(len(points), bool)
    letters = np.where(same, found, _OTHER).astype(np.uint8)
    ends = np.cumsum(np.fromiter(map(len, folded), np.int64, len(folded)))
    return Packed(letters, np.concatenate([np.zeros(1, np.int64), ends]))


def group_code(letters: Sequence[int]) -> int:
    """Returns the number of a group of none, one or two `letters`."""
    if not letters:
        return 0
    return 1 + letters[0] if len(letters) == 1 else 1 + LETTERS + LETTERS * letters[0] + letters[1]


@dataclass(frozen=True, slots=True, eq=False)
class EditCounts:
    """The expected count of each edit (context, group, group), and the count of each group (context, group)."""

    edits: Doubles
    groups: Doubles


def edit_table(counts: EditCounts, alphabet: str, drawn: float) -> Doubles:
    """Returns the probability of each edit from `counts`, smoothed towards all contexts and then towards its kind.

    `alphabet` has the letters of the channel; `drawn` is the strength of the smoothing as a number of occurrences.
    """
    kinds = _kinds(alphabet)
    everywhere, stood = counts.edits.sum(0), counts.groups.sum(0)
    of_kind = np.zeros(GROUPS * GROUPS)
    for kind, (edits, sources) in kinds.items():
        seen = everywhere.reshape(-1)[edits].sum() + _FLOOR[kind]
        chances = stood[sources].sum() * (len(edits) / len(sources)) + 1.0
        of_kind[edits] = seen / chances
    general = (everywhere + drawn * of_kind.reshape(GROUPS, GROUPS)) / (stood + drawn)[:, None]
    table: Doubles = (counts.edits + drawn * general) / (counts.groups + drawn)[:, :, None]
    return table


# Pseudo-counts of the kinds of edits, for one occurrence of the group.
_FLOOR = {
    "same": 0.9, "vowels": 0.01, "consonants": 0.001, "mixed": 0.0003, "left out": 0.01, "left out sign": 0.1,
    "put in": 0.001, "put in sign": 0.001, "written once": 0.1, "written twice": 0.01, "swapped": 0.005,
}  # fmt: skip


def _kinds(alphabet: str) -> Mapping[str, tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Returns for each kind its edits, as indices of a flat table, and the groups that they change."""
    letters = range(LETTERS)
    texts = [*alphabet, *["\0"] * (LETTERS - len(alphabet))]
    vowels = [number for number in letters if texts[number] in _VOWELS]
    consonants = [number for number in letters if texts[number].isalpha() and number not in vowels]
    signs = [number for number in letters if number not in vowels and number not in consonants]
    sorts = {number: kind for kind, some in enumerate((vowels, consonants, signs)) for number in some}
    pairs = [(a, b) for a, b in product(letters, letters) if a != b]
    alike = [(a, b) for a, b in pairs if sorts[a] == sorts[b]]
    edits: dict[str, list[tuple[tuple[int, ...], tuple[int, ...]]]] = {
        "same": [((a,), (a,)) for a in letters],
        "vowels": [((a,), (b,)) for a, b in alike if a in vowels],
        "consonants": [((a,), (b,)) for a, b in alike if a in consonants],
        "mixed": [((a,), (b,)) for a, b in pairs if sorts[a] != sorts[b] or a in signs],
        "left out": [((a,), ()) for a in letters if a not in signs],
        "left out sign": [((a,), ()) for a in signs],
        "put in": [((), (a,)) for a in letters if a not in signs],
        "put in sign": [((), (a,)) for a in signs],
        "written once": [((a, a), (a,)) for a in letters],
        "written twice": [((a,), (a, a)) for a in letters],
        "swapped": [((a, b), (b, a)) for a, b in pairs],
    }
    return {kind: _places(some) for kind, some in edits.items() if some}


def _places(edits: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    codes = np.array([(group_code(group), group_code(written)) for group, written in edits], np.int64)
    return codes[:, 0] * GROUPS + codes[:, 1], np.unique(codes[:, 0])


def plain_log_probability(table: Doubles, word: Sequence[int], written: Sequence[int]) -> float:
    """Returns the log of the sum over all ways to split `word` and `written` into groups, with the edits of `table`.

    This is the definition; the compiled twin gives the same bits.
    """
    sums = [[0.0] * (len(written) + 1) for _ in range(len(word) + 1)]
    for i, j in product(range(len(word) + 1), range(len(written) + 1)):
        total = 1.0 if i == j == 0 else 0.0
        for ds, dt in sorted(_SHAPES):
            if ds <= i and dt <= j and sums[i - ds][j - dt] > 0:
                context = 0 if i == ds else 2 if i == len(word) else 1
                total += sums[i - ds][j - dt] * float(
                    table[context, group_code(word[i - ds : i]), group_code(written[j - dt : j])]
                )
        sums[i][j] = total
    return log(sums[-1][-1]) if sums[-1][-1] > 0 else float("-inf")


def best_cut(
    table: Doubles, word: Sequence[int], written: Sequence[int]
) -> list[tuple[tuple[int, int], tuple[int, int], float]]:
    """Returns the most probable way to split `word` and `written` into groups, with the edits of `table`.

    Each group is (start, length) in the word, (start, length) in the written text, and its log probability. Of equal
    ways the one with the smallest last groups is chosen. The list is empty if no way has a probability above 0.
    """
    best = {(0, 0): (0.0, (0, 0), 0.0)}
    for i, j in product(range(len(word) + 1), range(len(written) + 1)):
        for ds, dt in sorted(_SHAPES):
            if (before := best.get((i - ds, j - dt))) is None:
                continue
            context = 0 if i == ds else 2 if i == len(word) else 1
            chance = float(table[context, group_code(word[i - ds : i]), group_code(written[j - dt : j])])
            if chance > 0 and before[0] + log(chance) > best.get((i, j), (-inf,))[0]:
                best[i, j] = before[0] + log(chance), (ds, dt), log(chance)
    place, found = (len(word), len(written)), []
    while place != (0, 0) and place in best:
        _, (ds, dt), points = best[place]
        place = place[0] - ds, place[1] - dt
        found.append(((place[0], ds), (place[1], dt), points))
    return found[::-1]


@dataclass(frozen=True, eq=False)
class Channel(Model):
    """A trained channel. As a `Model`, it gives the natural log probability of pairs (written, meant).

    :param name: the name of the training data.
    :param alphabet: the letters that the channel distinguishes.
    :param counts: the expected counts of edits.
    :param drawn: the strength of the smoothing; see `edit_table`.
    :param pairs: the number of training pairs.
    :param power: candidates are ranked by the channel probability times frequency to this power.
    :param k: the most letters by which candidates differ.
    :param common: how many first or last letters candidates share.
    :param weights: of the features of `ranking`, by which the best candidates are ranked again.
    :param licence: of the training data.
    """

    kind: ClassVar[str] = "spelling"
    command: ClassVar[str] = "suggest"

    name: str
    alphabet: str
    counts: EditCounts
    drawn: float
    pairs: int
    power: float = 0.9
    k: int = 3
    common: int = 1
    weights: Mapping[str, float] = field(default_factory=dict)
    licence: str = ""

    @cached_property
    def table(self) -> Doubles:
        """The probability of each edit."""
        return edit_table(self.counts, self.alphabet, self.drawn)

    @cached_property
    def _by_written(self) -> Doubles:
        """The table with its groups exchanged, as the compiled twin reads it."""
        return np.ascontiguousarray(self.table.transpose(0, 2, 1)).reshape(-1)

    def log_probabilities(self, written: str, words: Sequence[str]) -> Doubles:
        """Returns for each of `words` the natural log probability that it was written as `written`."""
        text, packed = letter_numbers([written], self.alphabet), letter_numbers(words, self.alphabet)
        return self.of_letters(text.letters, packed.letters, packed.starts)

    def of_letters(self, written: NDArray[np.uint8], letters: NDArray[np.uint8], starts: NDArray[np.int64]) -> Doubles:
        """Returns the log probabilities of the words in `letters`, which begin at `starts`, for `written`."""
        return log_probabilities(self._by_written, written, letters, starts)

    def check(self, text1: str, text2: str) -> None:
        """Raises an InputError if the word `text1` or `text2` is too long."""
        check_limit(self.command, "letters", max(len(text1), len(text2)))

    def predict(self, pairs: Iterable[TextPair]) -> Doubles:
        """Returns the natural log probability of each of `pairs` (written, meant)."""
        return np.array([float(self.log_probabilities(written, [meant])[0]) for written, meant in pairs], np.float64)

    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[Miswriting]:
        """Yields for each of `pairs` the log probability with the edits of the most probable way."""
        for written, meant in pairs:
            value = float(self.log_probabilities(written, [meant])[0])
            yield Miswriting(written, meant, value, tuple(self._edits_between(written, meant)), self.signature)

    def _edits_between(self, written: str, meant: str) -> Iterator[GroupEdit]:
        """Yields the groups of the most probable way to split both words; none if there is no way."""
        word, text = meant.casefold(), written.casefold()
        numbers = [letter_numbers([one], self.alphabet).letters.tolist() for one in (word, text)]
        for (i, ds), (j, dt), points in best_cut(self.table, numbers[0], numbers[1]):
            yield GroupEdit(word[i : i + ds], text[j : j + dt], points)

    @property
    def training(self) -> Training:
        """The name and number of the training pairs; fingerprints are not kept."""
        return Training(self.name, self.pairs, ())

    def facts(self) -> dict[str, Any]:
        """Returns the metadata that `perpend models show` prints."""
        kept = ("licence", "alphabet", "power", "k", "common")
        return {**super().facts(), **{name: getattr(self, name) for name in kept}}

    @cached_property
    def identity(self) -> str:
        """The name, and the first 8 hex digits of a hash of counts and settings."""
        arrays = {"edits": self.counts.edits, "groups": self.counts.groups}
        return f"{self.name}/{digits_of(arrays, self.alphabet, self.drawn, self.power, dict(self.weights))}"

    @property
    def signature(self) -> str:
        """The name and the settings that scores depend on."""
        ranked = "weights" if self.weights else f"power:{self.power:g}"
        return f"channel:{self.name};pairs:{self.pairs};{ranked};k:{self.k};c:{self.common}"

    def to_dict(self) -> dict[str, Any]:
        """Returns the channel as plain JSON values."""
        return {
            "kind": _KIND,
            "format": _FORMAT,
            "name": self.name,
            "licence": self.licence,
            "pairs": self.pairs,
            "alphabet": self.alphabet,
            "drawn": self.drawn,
            "power": self.power,
            "k": self.k,
            "common": self.common,
            "weights": dict(self.weights),
            "groups": {context: self._groups(number) for number, context in enumerate(CONTEXTS)},
            "edits": {context: self._edits(number) for number, context in enumerate(CONTEXTS)},
        }

    def _groups(self, context: int) -> dict[str, float]:
        found = np.flatnonzero(self.counts.groups[context])
        return {_group_text(int(code), self.alphabet): float(self.counts.groups[context, code]) for code in found}

    def _edits(self, context: int) -> dict[str, float]:
        found = np.argwhere(self.counts.edits[context])
        return {
            f"{_group_text(int(a), self.alphabet)}>{_group_text(int(b), self.alphabet)}": float(
                self.counts.edits[context, a, b]
            )
            for a, b in found
        }

    def save(self, path: Path | str) -> None:
        """Writes the channel as JSON to `path`, atomically."""
        write_text(path, json.dumps(self.to_dict(), ensure_ascii=False, indent=1) + "\n")

    @classmethod
    def read(cls, path: Path | str) -> "Channel":
        """Reads the channel that `save` wrote to `path`; raises an error that says why if it is not one."""
        return read_json(path, cls._of_fields, "name a channel, or train one with `perpend train spelling`")

    @classmethod
    def _of_fields(cls, fields: Fields) -> "Channel":
        kind, version = fields.content.get("kind"), fields.content.get("format")
        if kind != _KIND or version != _FORMAT:
            fields.refuse(f"{kind!r} of format {version!r}, {_KIND!r} of format {_FORMAT} needed")
        alphabet = fields.text("alphabet")
        if len(alphabet) >= LETTERS or len(set(alphabet)) != len(alphabet):
            fields.refuse(f"an alphabet of {len(alphabet)} letters")
        k, common = (
            fields.integer("k", least=1, most=MOST_DIFFERENCES),
            fields.integer("common", least=0, most=MOST_LETTERS),
        )
        return cls(
            name=fields.text("name"),
            alphabet=alphabet,
            counts=_counts(fields, alphabet),
            drawn=fields.number("drawn", least=_LEAST_DRAWN),
            pairs=fields.integer("pairs", least=0),
            power=fields.number("power", least=0.0, most=_HIGHEST_POWER),
            k=k,
            common=common,
            weights=_weights(fields),
            licence=fields.text("licence"),
        )


def _counts(fields: Fields, alphabet: str) -> EditCounts:
    counts = EditCounts(np.zeros((len(CONTEXTS), GROUPS, GROUPS)), np.zeros((len(CONTEXTS), GROUPS)))
    groups, edits = fields.inner("groups"), fields.inner("edits")
    for number, context in enumerate(CONTEXTS):
        for group, count in groups.numbers(context, least=0.0, most=_HIGHEST_COUNT).items():
            counts.groups[number, _text_group(fields, group, alphabet)] = count
        for edit, count in edits.numbers(context, least=0.0, most=_HIGHEST_COUNT).items():
            meant, _, written = edit.partition(">")
            place = _text_group(fields, meant, alphabet), _text_group(fields, written, alphabet)
            counts.edits[(number, *place)] = count
    return counts


def _weights(fields: Fields) -> dict[str, float]:
    weights = fields.numbers("weights")
    if weights and weights.keys() != set(FEATURES):
        fields.inner("weights").only(FEATURES)
    return {name: weights[name] for name in FEATURES} if weights else {}


def _group_text(code: int, alphabet: str) -> str:
    """Returns a group as text, with a tilde for letters outside of the alphabet."""
    letters = dict(enumerate(alphabet))
    if code == 0:
        return ""
    if code <= LETTERS:
        return letters.get(code - 1, "~")
    first, second = divmod(code - 1 - LETTERS, LETTERS)
    return letters.get(first, "~") + letters.get(second, "~")


def _text_group(fields: Fields, text: str, alphabet: str) -> int:
    if len(text) > 2:
        fields.refuse(f"a group of {len(text)} letters")
    numbers = {letter: number for number, letter in enumerate(alphabet)}
    return group_code([numbers.get(letter, _OTHER) for letter in text])
