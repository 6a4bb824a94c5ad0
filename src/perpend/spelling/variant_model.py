"""Judges whether two words are spellings of one word or name, with a probability and its reasons.

    load(kind="variants").explain("smith", "smyth")
        0.97   the letters that changed +3.1, how they sound +1.2, the number of edits -0.7 ...    base -1.3

A logistic regression over the features of `variant_features`: the value is the sum of base and contributions as a
probability. The same two words deserve different answers in different places:

    asked      somebody asks about these two words, so there is a reason to take them for variants
    listed     the pair is one of all pairs of a list that are near each other; nearly all of them are different words

The letters say the same in both, but the base and the weight of the evidence differ. `listed` is an option of use.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from perpend import __version__
from perpend.answers import GroupPoints
from perpend.errors import FormatError
from perpend.files.documents import Fields
from perpend.files.writing import write_text
from perpend.learning.model import Model, TextPair, by_chunks, chunks
from perpend.learning.model_file import digits_of, read_json
from perpend.learning.provenance import Training
from perpend.lexicon import frequency
from perpend.limits import check as check_limit
from perpend.spelling.channel import Channel
from perpend.spelling.letter_chance import LetterChance
from perpend.spelling.name_forms import CHANNEL_LETTERS, NameForms, name_forms
from perpend.spelling.variant_evidence import VariantEvidence, variant_reasons
from perpend.spelling.variant_features import FEATURES, GROUPS, LetterCosts, pair_features
from perpend.types import Doubles

__all__ = ["Base", "VariantModel"]

_FORMAT = "perpend variants 1"
_HIGHEST, _LARGEST_WEIGHT = 1e15, 1e6
_ROWS_AT_ONCE = 50_000


@dataclass(frozen=True, slots=True)
class Base:
    """The log odds before any evidence, and the factor of all evidence, for pairs that come in one way."""

    points: float
    factor: float


@dataclass(frozen=True, eq=False)
class VariantModel(Model):
    """A weight for each feature. As a `Model`, it gives the probability that two words are spellings of one.

    :param name: the name of the training data.
    :param pairs: the number of training pairs.
    :param channel: the probability of each edit between variants, both ways.
    :param trigrams: how often each three letters occur in names.
    :param letter: the log probability of a letter that stays, for words in other letters than those of the channel.
    :param edit: that of an edit.
    :param weights: the weight of each feature.
    :param asked: the base for pairs that somebody asks about.
    :param listing: that for pairs found in a list.
    :param licence: of the training data.
    :param listed: whether pairs come from a list; an option.
    """

    kind: ClassVar[str] = "variants"
    command: ClassVar[str] = "variants"
    options: ClassVar[tuple[str, ...]] = ("listed",)

    name: str
    pairs: int
    channel: Channel
    trigrams: Mapping[str, int]
    letter: float
    edit: float
    weights: Mapping[str, float]
    asked: Base
    listing: Base
    licence: str = ""
    listed: bool = field(default=False)

    @cached_property
    def costs(self) -> LetterCosts:
        """What the features take from the model."""
        return LetterCosts(self.channel.table, self.letter, self.edit, LetterChance(self.trigrams))

    @property
    def base(self) -> Base:
        """The base in use."""
        return self.listing if self.listed else self.asked

    @cached_property
    def _weights(self) -> Doubles:
        return np.array([self.weights[name] for name in FEATURES])

    def check(self, text1: str, text2: str) -> None:
        """Raises an InputError if the word `text1` or `text2` is too long."""
        check_limit(self.command, "letters", max(len(text1), len(text2)))

    def probabilities(self, forms: NameForms, first: NDArray[np.uint32], second: NDArray[np.uint32]) -> Doubles:
        """Returns the probability for each pair of the words `forms`, whose numbers are `first` and `second`."""
        found = np.empty(len(first))
        for begin in range(0, len(first), _ROWS_AT_ONCE):
            some = slice(begin, begin + _ROWS_AT_ONCE)
            found[some] = self._judged(pair_features(forms, first[some], second[some], self.costs))
        return found

    def _judged(self, rows: Doubles) -> Doubles:
        # A product of matrices would depend on the number of rows in its last bits.
        odds = self.base.points + (self.base.factor * self._weights * rows).sum(axis=1)
        found: Doubles = np.exp(-np.logaddexp(0.0, -odds))
        return found

    def predict(self, pairs: Iterable[TextPair]) -> Doubles:
        """Returns for each of `pairs` the probability that both are spellings of one word."""
        return by_chunks(self._predicted, pairs, np.zeros(0))

    def _predicted(self, pairs: Sequence[TextPair]) -> Doubles:
        forms, first, second = _numbered(pairs)
        return self.probabilities(forms, first, second)

    def explain_many(self, pairs: Iterable[TextPair]) -> Iterator[VariantEvidence]:
        """Yields for each of `pairs` the probability with its reasons and the points of each group of features."""
        for some in chunks(pairs):
            forms, first, second = _numbered(some)
            values = self.probabilities(forms, first, second)
            points = self.base.factor * self._weights * pair_features(forms, first, second, self.costs)
            for pair, value, row in zip(some, values.tolist(), points, strict=True):
                yield VariantEvidence(
                    value, *pair, self.base.points, tuple(_grouped(row)), variant_reasons(*pair), self.signature
                )

    @property
    def training(self) -> Training:
        """The name and number of the training pairs; fingerprints are not kept."""
        return Training(self.name, self.pairs, ())

    def facts(self) -> dict[str, Any]:
        """Returns the metadata that `perpend models show` prints."""
        return {**super().facts(), "licence": self.licence, "features": len(FEATURES)}

    @cached_property
    def identity(self) -> str:
        """The name, and the first 8 hex digits of a hash of everything that was learned."""
        bases = (self.asked.points, self.asked.factor, self.listing.points, self.listing.factor)
        learned = (dict(self.weights), *bases, self.letter, self.edit, dict(self.trigrams))
        return f"{self.name}/{digits_of({}, self.channel.identity, *learned)}"

    @property
    def signature(self) -> str:
        """The model, how pairs come, the list of frequencies and the version."""
        how = "listed" if self.listed else "asked"
        return f"variants:{self.identity}|pairs:{how}|{frequency.signature()}|version:{__version__}"

    def to_dict(self) -> dict[str, Any]:
        """Returns the model as plain JSON values."""
        return {
            "format": _FORMAT,
            "name": self.name,
            "licence": self.licence,
            "pairs": self.pairs,
            "weights": dict(self.weights),
            "asked": {"points": self.asked.points, "factor": self.asked.factor},
            "listed": {"points": self.listing.points, "factor": self.listing.factor},
            "letter": self.letter,
            "edit": self.edit,
            "trigrams": dict(self.trigrams),
            "channel": self.channel.to_dict(),
        }

    def save(self, path: Path | str) -> None:
        """Writes the model as JSON to `path`, atomically; the same model gives the same bytes."""
        write_text(path, json.dumps(self.to_dict(), ensure_ascii=False, indent=1) + "\n")

    @classmethod
    def read(cls, path: Path | str) -> "VariantModel":
        """Reads the model that `save` wrote to `path`; raises an error that says why if it is not one."""
        return read_json(path, cls._of_fields, "name a model of variants")

    @classmethod
    def _of_fields(cls, fields: Fields) -> "VariantModel":
        if (found := fields.text("format")) != _FORMAT:
            raise FormatError(fields.path, None, f"has the format {found!r}, this Perpend reads {_FORMAT!r}")
        weights = fields.numbers("weights", least=-_LARGEST_WEIGHT, most=_LARGEST_WEIGHT)
        fields.inner("weights").only(FEATURES)
        trigrams = fields.numbers("trigrams", least=0.0, most=_HIGHEST)
        if not all(len(text) == 3 for text in trigrams):
            fields.refuse("trigrams of three letters are needed")
        channel = Channel._of_fields(fields.inner("channel"))
        if channel.alphabet != CHANNEL_LETTERS:
            fields.refuse("its channel has other letters than a to z")
        return cls(
            name=fields.text("name"),
            pairs=fields.integer("pairs", least=0),
            channel=channel,
            trigrams={text: int(count) for text, count in trigrams.items()},
            letter=fields.number("letter", least=-_LARGEST_WEIGHT, most=_LARGEST_WEIGHT),
            edit=fields.number("edit", least=-_LARGEST_WEIGHT, most=_LARGEST_WEIGHT),
            weights={name: weights[name] for name in FEATURES},
            asked=_base(fields.inner("asked")),
            listing=_base(fields.inner("listed")),
            licence=fields.text("licence"),
        )


def _base(fields: Fields) -> Base:
    points = fields.number("points", least=-_LARGEST_WEIGHT, most=_LARGEST_WEIGHT)
    return Base(points, fields.number("factor", least=0.0, most=_LARGEST_WEIGHT))


def _numbered(pairs: Sequence[TextPair]) -> tuple[NameForms, NDArray[np.uint32], NDArray[np.uint32]]:
    """Returns the forms of all words of `pairs`, and the numbers of the first and the second words."""
    numbers = {word: number for number, word in enumerate(dict.fromkeys(chain.from_iterable(pairs)))}
    first, second = (np.array([numbers[pair[side]] for pair in pairs], np.uint32) for side in (0, 1))
    return name_forms(list(numbers)), first, second


def _grouped(row: Doubles) -> Iterator[GroupPoints]:
    """Yields the points of each group of features, the largest first."""
    ends = np.cumsum([0, *(len(names) for names in GROUPS.values())]).tolist()
    sums = [(name, float(row[begin:end].sum())) for name, begin, end in zip(GROUPS, ends, ends[1:], strict=False)]
    for name, points in sorted(sums, key=lambda one: -abs(one[1])):
        if points:
            yield GroupPoints(name, points)
