"""Groups of tokens that say the same in other spellings: a run of tokens of each text.

    sail boat | sailboat            well-known | well known          e-mail | email
    United Nations | UN             air conditioning | A/C           can not | cannot
    two days | 48 hours             1.2 million | 1,200,000          nineteen | 19

One side of a group is a single token and the other a run that spells it when joined, that it stands for, or whose
initials it has; or both sides are equal quantities. Only tokens whose form the other text lacks can begin a group, and
each token belongs to one group at most; what comes first in text 1 is taken first."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from perpend.text.quantities import Quantity

if TYPE_CHECKING:
    from perpend.alignment.linking.words import LinkedWords

__all__ = ["Group", "equal_groups"]

Group = tuple[range, range]
"""A run of tokens of text 1 and one of text 2."""

_LONGEST_RUN = 6
_LEAST_INITIALS = 3
"""So many initials may be those of words in lower case: "CEO", the chief executive officer."""

_SKIPPED = frozenset(("of", "the", "and", "for", "a"))
_MONTHS = frozenset(("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
                     "november", "december"))  # fmt: skip
_DAYS = 31
_ROUNDING = 1e-9
_HALF_DAY = 720


def equal_groups(words1: "LinkedWords", words2: "LinkedWords") -> list[Group]:
    """Returns the groups of two sentences.

    :param words1: the words of the first sentence.
    :param words2: the words of the second sentence.
    """
    forms1, forms2 = words1.known_forms, words2.known_forms
    only1 = [k for k, form in enumerate(words1.forms) if form not in forms2]
    if not only1:
        return []
    only2 = [k for k, form in enumerate(words2.forms) if form not in forms1]
    if not only2:
        return []
    found = [
        *_quantities(words1, words2, only1, only2),
        *((range(one, one + 1), run) for one, run in _runs(words1, only1, words2, only2)),
        *((run, range(one, one + 1)) for one, run in _runs(words2, only2, words1, only1)),
    ]
    return _apart(found) if found else []


def _apart(found: list[Group]) -> list[Group]:
    """Those that do not share a token with an earlier one."""
    taken1: set[int] = set()
    taken2: set[int] = set()
    kept = []
    for run1, run2 in found:
        if taken1.isdisjoint(run1) and taken2.isdisjoint(run2):
            kept.append((run1, run2))
            taken1.update(run1)
            taken2.update(run2)
    return kept


def _runs(one: "LinkedWords", only: list[int], other: "LinkedWords", starts: list[int]) -> Iterator[tuple[int, range]]:
    """Tokens of `one` with the runs of `other` that say the same."""
    spellings, joined = one.spellings, [spelling.joined for spelling in other.spellings]
    for place in only:
        spelling = spellings[place]
        keys = (spelling.joined, *spelling.keys) if spelling.keys else (spelling.joined,)
        run = _joined_run(keys, joined, starts)
        if run is None and spelling.acronym:
            run = _initials_run(spelling.acronym, other, starts)
        if run is not None:
            yield place, run


def _joined_run(keys: tuple[str, ...], joined: list[str], starts: list[int]) -> range | None:
    """The first run whose tokens, joined, are one of `keys`."""
    for start in starts:
        text = joined[start]
        if not text:
            continue
        for key in keys:
            if key.startswith(text):
                end, sofar = start + 1, text
                while sofar != key and end < len(joined) and end - start < _LONGEST_RUN and key.startswith(sofar):
                    sofar += joined[end]
                    end += 1
                if sofar == key:
                    return range(start, end)
    return None


def _initials_run(letters: str, other: "LinkedWords", starts: list[int]) -> range | None:
    """The first run whose initials are `letters`, small words skipped; two initials must be capitals."""
    for start in starts:
        end, found = start, 0
        while end < len(other) and found < len(letters):
            token = other.tokens[end]
            capital = token[:1].isupper() or len(letters) >= _LEAST_INITIALS
            if token[:1].lower() == letters[found] and capital and len(token) > 1:
                found += 1
            elif not found or token.lower() not in _SKIPPED:
                break
            end += 1
        if found == len(letters):
            return range(start, end)
    return None


def _quantities(words1: "LinkedWords", words2: "LinkedWords", only1: list[int], only2: list[int]) -> Iterator[Group]:
    if not (_count(words1, only1) and _count(words2, only2)):
        return
    rest = list(words2.quantities)
    for one in words1.quantities:
        equal = [its for its in rest if _are_equal(one, its, words1, words2)]
        alike = [its for its in equal if _forms(one, words1) == _forms(its, words2)]
        if equal:
            rest.remove((alike or equal)[0])
        if equal and not alike:
            yield range(one.start, one.end), range(equal[0].start, equal[0].end)


def _count(words: "LinkedWords", only: list[int]) -> bool:
    """Whether one of the tokens at the places `only` is or stands beside what may be a number."""
    counts = [False, *(spelling.counts for spelling in words.spellings), False]
    return any(counts[place] or counts[place + 1] or counts[place + 2] for place in only)


def _forms(quantity: Quantity, words: "LinkedWords") -> tuple[str, ...]:
    return words.forms[quantity.start : quantity.end]


def _are_equal(one: Quantity, other: Quantity, words1: "LinkedWords", words2: "LinkedWords") -> bool:
    """Whether two quantities are equal; "May 3rd" has an ordinal and "3 May" a plain number."""
    if one.hedge != other.hedge:
        return False
    if {one.dimension, other.dimension} == {"", "percent"}:
        part, percent = (one, other) if other.dimension == "percent" else (other, one)
        return 0 < part.value < 1 and abs(part.value * 100 - percent.value) < _ROUNDING
    if {one.dimension, other.dimension} == {"clock", "hour"}:
        return one.value % _HALF_DAY == other.value % _HALF_DAY
    if one.value != other.value:
        return False
    if one.dimension == other.dimension:
        return True
    plain = {one.dimension, other.dimension} == {"", "ordinal"} and 1 <= one.value <= _DAYS
    return plain and _is_by_month(one, words1) and _is_by_month(other, words2)


def _is_by_month(quantity: Quantity, words: "LinkedWords") -> bool:
    around = words.forms[max(0, quantity.start - 2) : quantity.start] + words.forms[quantity.end : quantity.end + 2]
    return not _MONTHS.isdisjoint(around)
