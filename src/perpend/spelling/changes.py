"""Two spellings of a name -> the groups of letters in which they differ, each with the letters around it.

    berezovski     berezovsk  i -> y            before: ^berezovsk    after: $
    berezovsky

    abdelkarim     abd  e -> nothing            before: ^abd          after: lk
    abdlkrim       lk   a -> nothing            before: lk            after: rim$

The spellings are aligned by the fewest single-letter edits (Levenshtein), and adjacent edits are one group. The letters
before and after a group are the same in both spellings; ^ is the beginning of the name, $ its end. The spellings are
aligned in alphabetical order, so the result does not depend on their order.

A *context* is a condition on the letters around a group (Popescu and Vo 2014, Table 3):

    prefix   the last letters before the group                              ovsk_   ^abd_
    suffix   the first letters after the group, or those that end the name  _aler$  _lk   _*ovic$

`*ovic$` means that the name ends in -ovic, wherever the group is: the paper's dj -> dji in names in -ovic.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

__all__ = ["Change", "LONGEST_CONTEXT", "changes", "letters_that_differ", "prefixes", "suffixes"]

LONGEST_CONTEXT = 4
_SHORTEST_ENDING = 2
_MOST_LETTERS = 200


class Change(NamedTuple):
    """A group of letters of each spelling, and the equal letters on both sides of it."""

    old: str
    new: str
    before: str
    after: str

    @property
    def group(self) -> tuple[str, str]:
        """Both groups of letters in alphabetical order: a pattern has no direction."""
        return (self.old, self.new) if self.old <= self.new else (self.new, self.old)


def changes(a: str, b: str) -> tuple[Change, ...]:
    """Returns the groups in which the spellings `a` and `b` differ, from left to right.

    A name of more than 200 letters is a single group.

    >>> changes("abdelkarim", "abdlkrim")
    (Change(old='e', new='', before='^abd', after='lk'), Change(old='a', new='', before='lk', after='rim$'))
    """
    if a == b:
        return ()
    if len(a) > _MOST_LETTERS or len(b) > _MOST_LETTERS:
        return (Change(a, b, "^", "$"),)
    if a > b:
        return tuple(Change(one.new, one.old, one.before, one.after) for one in changes(b, a))
    return tuple(_groups(a, b))


def _groups(a: str, b: str) -> Iterator[Change]:
    """Yields the letters between two equal blocks; an empty block at each end stands for the ends of the names."""
    equal = [block for block in Levenshtein.opcodes(a, b) if block.tag == "equal"]
    blocks = [(0, 0, 0, 0), *((one.src_start, one.src_end, one.dest_start, one.dest_end) for one in equal)]
    blocks.append((len(a), len(a), len(b), len(b)))
    for (start_a, end_a, start_b, end_b), (next_a, last_a, next_b, last_b) in pairwise(blocks):
        if end_a < next_a or end_b < next_b:
            before = ("^" if start_a == start_b == 0 else "") + a[start_a:end_a]
            after = a[next_a:last_a] + ("$" if (last_a, last_b) == (len(a), len(b)) else "")
            yield Change(a[end_a:next_a], b[end_b:next_b], before, after)


def letters_that_differ(a: str, b: str) -> int:
    """Returns by how many letters `a` and `b` differ, in any order: the larger of the numbers that only one has.

    >>> letters_that_differ("abba", "baba"), letters_that_differ("fischer", "fisher")
    (0, 1)
    """
    # Counters would take four times as long for words of ordinary length.
    lacking = sum(max(0, a.count(letter) - b.count(letter)) for letter in {*a})
    return max(lacking, lacking - len(a) + len(b))


def prefixes(before: str) -> list[str]:
    """Returns the contexts before a group, given the letters `before` it: no letter, one letter, and so on.

    >>> prefixes("^abd")
    ['', 'd', 'bd', 'abd', '^abd']
    """
    return [before[len(before) - length :] for length in range(min(len(before), LONGEST_CONTEXT) + 1)]


def suffixes(after: str) -> list[str]:
    """Returns the contexts after a group, given the letters `after` it: the next letters, then the ends of the name.

    >>> suffixes("ukanovic$")
    ['', 'u', 'uk', 'uka', 'ukan', '*ic$', '*vic$', '*ovic$']
    >>> suffixes("$")
    ['', '$']
    """
    near = [after[:length] for length in range(min(len(after), LONGEST_CONTEXT) + 1)]
    if not after.endswith("$"):
        return near
    lengths = range(_SHORTEST_ENDING, LONGEST_CONTEXT + 1)
    return near + ["*" + after[-length - 1 :] for length in lengths if LONGEST_CONTEXT < len(after) > length]
