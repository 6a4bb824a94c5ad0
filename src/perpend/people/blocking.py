"""Names -> pairs that may belong to one person, without comparing every pair of names.

    Anna Berg, A. Berg, Berg, Berg Anna       found by an equal word
    Berezovski, Berezovsky                    found because the words are spelled alike

Two names can match only if they share a word or have words of similar spelling. A name is looked up by its last word
among all words of the other names, and by each of its words among their last words; a shared given name alone is not
enough. Last words of 4 to 200 letters may also be spelled alike (see `variants`). A name is compared with at most the
1,000 most recent names before it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf

from perpend.limits import check, limit
from perpend.people.full_names import Links, NameMatch, are_alike, name_matches
from perpend.people.name_parts import FullName, full_name
from perpend.spelling.patterns import Patterns
from perpend.spelling.variants import count_variants, find_variants
from perpend.spelling.word_index import WordIndex
from perpend.types import Progress

__all__ = [
    "Comparisons",
    "MOST_COMPARED",
    "NameIndex",
    "alike_names",
    "find_full_name_variants",
    "spelled_alike",
    "spelled_like",
]

MOST_COMPARED = 1_000
_LEAST_LETTERS, _MOST_LETTERS = 4, 200


@dataclass(slots=True)
class Comparisons:
    """Counts the pairs of names that `command` compares, and refuses more than `most` of them; None is any number.

    `made` is how many were compared already.
    """

    most: int | None = None
    made: int = 0
    command: str = "names"

    @classmethod
    def for_mentions(cls, mentions: int, command: str = "names") -> "Comparisons":
        """The comparisons that `command` makes at most for as many `mentions` or names (`perpend.limits`)."""
        most = max(limit(command, "comparisons"), limit(command, "comparisons-per-mention") * mentions)
        return cls(most, command=command)

    @property
    def left(self) -> float:
        """How many more are allowed."""
        return inf if self.most is None else self.most - self.made

    def check(self, count: int) -> None:
        """Raises an InputError if `count` more pairs are too many."""
        if self.most is not None:
            check(self.command, "comparisons", self.made + count, self.most)

    def add(self, count: int) -> None:
        """Adds `count` pairs; raises an InputError if they are too many."""
        self.check(count)
        self.made += count


class NameIndex:
    """An index from the words of names to numbered entities; the newest are found first."""

    def __init__(self) -> None:
        self._words: dict[str, list[int]] = defaultdict(list)
        self._last: dict[str, list[int]] = defaultdict(list)

    def add(self, number: int, words: Sequence[str]) -> None:
        """Adds entity `number` under the folded `words` of its name; add it again when its name becomes fuller."""
        for word in dict.fromkeys(words):
            self._words[word].append(number)
        if words:
            self._last[words[-1]].append(number)

    def find(self, words: Sequence[str]) -> list[int]:
        """Returns the numbers of the entities whose names may match `words`, newest first, without repetition."""
        if not words:
            return []
        found = set(self._words[words[-1]][-MOST_COMPARED:])
        for word in words:
            found.update(self._last[word][-MOST_COMPARED:])
        return sorted(found, reverse=True)[:MOST_COMPARED]


def alike_names(
    names: Sequence[FullName],
    k: int = 3,
    c: int = 1,
    patterns: Patterns | None = None,
    progress: Progress | None = None,
    comparisons: Comparisons | None = None,
    links: Links | None = None,
) -> Iterator[tuple[int, int, NameMatch]]:
    """Yields (i, j, match) for each pair of indices i < j whose names match, ordered by j, then i.

    `k`, `c`, `patterns` and `links` are those of `name_matches`; `progress` is called after each name. `comparisons`
    limits the pairs that are compared; by default there may be any number.
    """
    comparisons = comparisons or Comparisons()
    if links is None:
        index, spelled = NameIndex(), spelled_like([name.last for name in names], k, c, comparisons)
    else:
        index, spelled = NameIndex(), _linked(links)
    holders: dict[str, list[int]] = defaultdict(list)
    joined: dict[str, list[int]] = defaultdict(list)
    for number, name in enumerate(names):
        words = name.forms
        found = set(index.find(words))
        if links is not None:
            found.update(joined[name.joined][-MOST_COMPARED:])
            joined[name.joined].append(number)
        for other in spelled.get(name.last, ()):
            found.update(holders[other][-MOST_COMPARED:])
        nearest = sorted(found)[-MOST_COMPARED:]
        comparisons.add(len(nearest))
        for place in nearest:
            match = name_matches(names[place].written, name.written, k, c, patterns, links)
            if match.verdict != "different":
                yield place, number, match
        index.add(number, words)
        holders[name.last].append(number)
        if progress:
            progress("comparing names", number + 1, len(names))


def _linked(links: Links) -> dict[str, list[str]]:
    """Maps each word of `links` to the words that are spellings of it."""
    found: dict[str, list[str]] = defaultdict(list)
    for (one, other), how in links.items():
        if how == "spelling":
            found[one].append(other)
            found[other].append(one)
    return found


def find_full_name_variants(
    names: Sequence[str], k: int = 3, c: int = 1, patterns: Patterns | None = None, progress: Progress | None = None
) -> Iterator[tuple[str, str, NameMatch]]:
    """Yields the pairs of `names` that may belong to one person, with the match of their words; repeats count once.

    `k`, `c` and `patterns` are those of `name_matches`; `progress` is called after each name. So many names may be
    alike that comparing them is refused (`perpend.limits`, "variants").

    >>> for one, other, match in find_full_name_variants(["Anna Berg", "Berg, A.", "Ann Lee"]):
    ...     print(one, "/", other, match.verdict)
    Anna Berg / Berg, A. initials
    """
    unique = [name for name in dict.fromkeys(names) if name.strip()]
    comparisons = Comparisons.for_mentions(len(unique), "variants")
    for i, j, match in alike_names([full_name(name) for name in unique], k, c, patterns, progress, comparisons):
        yield unique[i], unique[j], match


def spelled_alike(
    names: Sequence[FullName], k: int = 3, c: int = 1, comparisons: Comparisons | None = None
) -> list[tuple[int, int]]:
    """Returns the pairs of indices of `names` whose last words differ but are `words_alike` with `k` and `c`.

    `comparisons` counts the pairs.
    """
    comparisons = comparisons or Comparisons()
    holders: dict[str, list[int]] = defaultdict(list)
    for number, name in enumerate(names):
        holders[name.last].append(number)
    found: set[tuple[int, int]] = set()
    for word, others in spelled_like(list(holders), k, c, comparisons).items():
        for other in others:
            comparisons.add(len(holders[word]) * len(holders[other]) if word < other else 0)
            for i in holders[word][-MOST_COMPARED:]:
                found.update((i, j) for j in holders[other][-MOST_COMPARED:] if i < j)
    return sorted(found)


def spelled_like(
    words: Sequence[str], k: int = 3, c: int = 1, comparisons: Comparisons | None = None
) -> dict[str, list[str]]:
    """Maps each of `words` to the other words that are spelled like it (`k`, `c`: `words_alike`).

    `comparisons` refuses too many pairs before they are listed.
    """
    wanted = sorted({word for word in words if _LEAST_LETTERS <= len(word) <= _MOST_LETTERS})
    if len(wanted) < 2:
        return {}
    index = WordIndex.of(wanted)
    if comparisons and len(wanted) * (len(wanted) - 1) // 2 > comparisons.left:
        # Most pairs that differ by few letters are too short to be alike; listing one takes a tenth of comparing it.
        comparisons.check(count_variants(index, k, c) // 10)
    found: dict[str, list[str]] = defaultdict(list)
    for pair in find_variants(index, k, c):
        one, other = pair.word1, pair.word2
        # No two words that are alike are farther apart; the distance is known already.
        if 3 * pair.distance <= min(len(one), len(other)) + 2 and are_alike(one, other, k, c):
            found[one].append(other)
            found[other].append(one)
    return found
