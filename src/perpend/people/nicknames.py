"""Given names and their short and pet forms: William is Bill, Elizabeth is Betty.

Two names are nicknames of one if one is a form of the other in `data/nicknames.txt`. Bill and Will are not: each is a
form of William, but who is called one is seldom called the other.
"""

from functools import cache
from pathlib import Path

from perpend.text.wordlist import read_word_list

__all__ = ["are_nicknames", "nicknames_of"]


@cache
def _forms() -> dict[str, frozenset[str]]:
    """Maps each name to the names that it is a form of, or that are forms of it."""
    found: dict[str, set[str]] = {}
    for line in read_word_list(Path(__file__).parent / "data" / "nicknames.txt"):
        name, *others = line.split()
        for other in others:
            found.setdefault(name, set()).add(other)
            found.setdefault(other, set()).add(name)
    return {name: frozenset(others) for name, others in found.items()}


def nicknames_of(name: str) -> frozenset[str]:
    """Returns the forms of the folded `name`, and the names that it is a form of.

    >>> "bill" in nicknames_of("william"), "william" in nicknames_of("bill"), nicknames_of("berezovski")
    (True, True, frozenset())
    """
    return _forms().get(name, frozenset())


def are_nicknames(a: str, b: str) -> bool:
    """Whether one of the folded names `a` and `b` is a form of the other.

    >>> are_nicknames("bill", "william"), are_nicknames("bill", "mary")
    (True, False)
    """
    return b in nicknames_of(a)
