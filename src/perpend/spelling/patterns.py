"""Misspelling patterns: a group of letters that stands for another in the context of a prefix or a suffix.

    i ~ y   after ovsk       berezovski, berezovsky              (Popescu and Vo 2014, Table 3)
    '' ~ h  before aler$     kaler, khaler; taler, thaler
    '' ~ i  in names in -ovic   djukanovic, djiukanovic
    e ~ ''  after ^abd       abdelkarim, abdlkarim

A pattern is learned from pairs of names that are known, or likely, to corefer or not, and that differ in one place; of
several changes it would be unknown which one matters. A change counts for each of its contexts (see `changes`), and
each context has a probability of coreference (see `mixture`). A pattern is valid if more than `occurrences` coreferring
pairs have it and its probability is above `accuracy`; patterns that a more general valid pattern includes are dropped.
Groups are minimal, so the paper's "ki -> ky" is "i ~ y", and patterns have no direction.

Two names *match* when each of their changes fits a pattern; the probability is the product over the changes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError
from perpend.spelling.changes import Change, changes, prefixes, suffixes
from perpend.spelling.mixture import Mixture, fit_mixture
from perpend.types import Doubles, Flags

__all__ = ["Pattern", "PatternFinder", "Patterns", "find_patterns"]

_Key = tuple[tuple[str, str], str, str]
"""A group of letters, a prefix and a suffix."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Two groups of letters with a prefix or a suffix or both.

    `occurrences` of `seen` pairs corefer; `pi`, `p` and `s` are the parameters of the mixture.
    """

    group: tuple[str, str]
    prefix: str
    suffix: str
    occurrences: int
    seen: int
    pi: float
    p: float
    s: float

    @property
    def probability(self) -> float:
        """The probability that two names that match the pattern corefer."""
        return Mixture(self.pi, self.p, self.s).probability

    @property
    def context(self) -> str:
        """The letters around the group, which is shown as _.

        >>> Pattern(("i", "y"), "ovsk", "$", 12, 12, 1.0, 1.0, 1.0).context
        'ovsk_$'
        """
        return f"{self.prefix}_{self.suffix}"

    def includes(self, other: "Pattern") -> bool:
        """Whether all names that match `other` match this pattern."""
        return self.group == other.group and other.prefix.endswith(self.prefix) and _covers(self.suffix, other.suffix)

    def to_dict(self) -> dict[str, Any]:
        """Returns the pattern as plain JSON values."""
        return asdict(self) | {"group": list(self.group), "probability": self.probability}

    def __str__(self) -> str:
        one, other = (letters or "∅" for letters in self.group)
        return f"{one} ~ {other} in {self.context}"


def _covers(general: str, special: str) -> bool:
    if general.startswith("*"):
        return special.endswith(general[1:]) if special.endswith("$") else False
    return special.startswith(general)


class Patterns:
    """The `patterns` to match names with, the most probable first."""

    def __init__(self, patterns: Iterable[Pattern] = ()) -> None:
        self._patterns = sorted(patterns, key=lambda one: (-one.probability, -one.occurrences, one.group, one.context))
        self._places = {(one.group, one.prefix, one.suffix): one for one in self._patterns}

    def __len__(self) -> int:
        return len(self._patterns)

    def __iter__(self) -> Iterator[Pattern]:
        return iter(self._patterns)

    def match(self, a: str, b: str) -> tuple[Pattern, ...]:
        """Returns the best pattern for each change between the names `a` and `b`, or () if a change matches none.

        >>> patterns = Patterns([Pattern(("i", "y"), "ovsk", "", 12, 12, 1.0, 1.0, 1.0)])
        >>> [str(one) for one in patterns.match("malinovsky", "malinovski")]
        ['i ~ y in ovsk_']
        >>> patterns.match("malinovsky", "kalinovski")
        ()
        """
        found = []
        for change in changes(a, b):
            contexts = ((prefix, suffix) for prefix in prefixes(change.before) for suffix in suffixes(change.after))
            fits = [self._places[key] for pair in contexts if (key := (change.group, *pair)) in self._places]
            if not fits:
                return ()
            found.append(max(fits, key=lambda one: (one.probability, one.occurrences, one.context)))
        return tuple(found)

    def probability(self, a: str, b: str) -> float | None:
        """Returns the probability by spelling that `a` and `b` corefer; None if they do not match."""
        matched = self.match(a, b)
        return float(np.prod([one.probability for one in matched])) if matched else None

    def to_list(self) -> list[dict[str, Any]]:
        """Returns the patterns as plain JSON values."""
        return [one.to_dict() for one in self._patterns]


class PatternFinder:
    """The contexts of the changes of `pairs`, computed once so that patterns can be counted repeatedly.

    A *place* is a change in one pair of contexts. Pairs, changes and places are numbered; arrays map places to changes
    and changes to pairs. Only pairs that are `possible` may corefer later, and only patterns of more than `occurrences`
    such pairs can be found: rarer groups, prefixes and suffixes are left out, because a part of a pattern is at least
    as frequent as the pattern.
    """

    def __init__(
        self, pairs: Sequence[tuple[str, str]], possible: Flags | None = None, *, occurrences: int = 10
    ) -> None:
        self.pairs, self._least = list(pairs), occurrences
        found = [(number, change) for number, pair in enumerate(self.pairs) for change in changes(*pair)]
        self._change_pairs = np.array([number for number, _ in found], np.int64)
        times = np.bincount(self._change_pairs, minlength=len(self.pairs))
        self._single, self._equal = times == 1, times == 0
        self._possible = self._single if possible is None else self._single & possible
        frequent = self._frequent((number, change.group) for number, change in found)
        kept = [(place, *one) for place, one in enumerate(found) if one[1].group in frequent]
        sides = self._frequent(side for _, number, change in kept for side in _sides(number, change))
        self._write(kept, sides)

    def _frequent(self, seen: Iterable[tuple[int, Any]]) -> set[Any]:
        """Returns the things that more than `occurrences` possible pairs have."""
        possible = self._possible.tolist()
        counts = Counter(thing for number, thing in seen if possible[number])
        return {thing for thing, count in counts.items() if count > self._least}

    def _write(self, kept: Iterable[tuple[int, int, Change]], sides: set[_Key]) -> None:
        numbers: dict[_Key, int] = {}
        rows: list[tuple[int, int, int]] = []
        for place, number, change in kept:
            group = change.group
            before = [one for one in prefixes(change.before) if not one or (group, one, "") in sides]
            after = [one for one in suffixes(change.after) if not one or (group, "", one) in sides]
            keys = [(group, one, other) for one in before for other in after]
            rows += [(number, place, numbers.setdefault(key, len(numbers))) for key in keys]
        self._keys, self._numbers = list(numbers), numbers
        table = np.array(rows, np.int64).reshape(-1, 3)
        self._place_pairs, self._changes, self._places = table.T

    def find(self, coreferred: Flags, tested: Flags, *, accuracy: float = 0.9, occurrences: int = 10) -> Patterns:
        """Returns the valid patterns of the `tested` pairs, given which of them `coreferred`.

        `accuracy` and `occurrences` are as in `find_patterns`.
        """
        if occurrences < self._least:
            raise InputError(
                f"patterns of more than {occurrences} pairs were asked for, but counted above {self._least}"
            )
        if coreferred.shape != (len(self.pairs),) or tested.shape != coreferred.shape:
            raise InputError(
                f"{len(coreferred)} answers for {len(self.pairs)} pairs of names: as many of both are needed"
            )
        seen = self._count(tested)
        positive = self._count(tested & coreferred)
        with np.errstate(invalid="ignore"):
            good = (positive > occurrences) & (positive / np.maximum(seen, 1) > accuracy)
        valid = [self._pattern(int(place), positive, seen) for place in np.flatnonzero(good)]
        return Patterns(_most_general([one for one in valid if one.prefix or one.suffix]))

    def _count(self, chosen: Flags) -> NDArray[np.int64]:
        counted = (chosen & self._single)[self._place_pairs]
        return np.bincount(self._places[counted], minlength=len(self._keys))

    def _pattern(self, place: int, positive: NDArray[np.int64], seen: NDArray[np.int64]) -> Pattern:
        """Fits the mixture from the rates of the prefix and of the suffix alone, if the context has both."""
        group, prefix, suffix = self._keys[place]
        ones, count = int(positive[place]), int(seen[place])
        if not (prefix and suffix):
            mixture = Mixture(1.0 if prefix else 0.0, ones / count, ones / count)
        else:
            alone = [self._numbers[key] for key in ((group, prefix, ""), (group, "", suffix))]
            p, s = (float(positive[one] / seen[one]) for one in alone)
            mixture = fit_mixture([1] * ones + [0] * (count - ones), p, s)
        return Pattern(group, prefix, suffix, ones, count, *mixture)

    def matches(self, patterns: Patterns) -> Doubles:
        """Returns `patterns.probability` of each pair, NaN where it does not match."""
        worth = np.full(len(self._keys), np.nan)
        for one in patterns:
            if (number := self._numbers.get((one.group, one.prefix, one.suffix))) is not None:
                worth[number] = one.probability
        best = np.full(len(self._change_pairs), np.nan)
        np.fmax.at(best, self._changes, worth[self._places])
        found = np.ones(len(self.pairs))
        np.multiply.at(found, self._change_pairs, best)
        found[self._equal] = np.nan
        return found


def _sides(number: int, change: Change) -> Iterator[tuple[int, _Key]]:
    yield from ((number, (change.group, prefix, "")) for prefix in prefixes(change.before) if prefix)
    yield from ((number, (change.group, "", suffix)) for suffix in suffixes(change.after) if suffix)


def find_patterns(
    pairs: Sequence[tuple[str, str]],
    coreferred: Sequence[bool],
    *,
    accuracy: float = 0.9,
    occurrences: int = 10,
) -> Patterns:
    """Finds the patterns of `pairs` of names, given whether each pair `coreferred`.

    A pattern needs more than `occurrences` coreferring pairs and a probability above `accuracy`.

    >>> names = ["berez", "malin", "kadir", "tarn", "rog", "sobol", "petr", "ostr", "zub", "dub", "kal"]
    >>> pairs = [(f"{name}ovski", f"{name}ovsky") for name in names] + [("toni", "tony"), ("andi", "andy")]
    >>> for pattern in find_patterns(pairs, [True] * 11 + [False] * 2):
    ...     print(pattern, pattern.occurrences, pattern.seen)
    i ~ y in k_ 11 11
    """
    answers = np.array(coreferred, np.bool_)
    finder = PatternFinder(pairs, answers, occurrences=occurrences)
    return finder.find(answers, np.ones(len(answers), np.bool_), accuracy=accuracy, occurrences=occurrences)


def _most_general(patterns: Sequence[Pattern]) -> list[Pattern]:
    """Drops the patterns that another one includes; no two patterns include each other."""
    kept: dict[tuple[str, str], list[Pattern]] = defaultdict(list)
    for one in sorted(patterns, key=lambda one: (len(one.context), -one.occurrences, one.context)):
        if not any(other.includes(one) for other in kept[one.group]):
            kept[one.group].append(one)
    return [one for group in kept.values() for one in group]
