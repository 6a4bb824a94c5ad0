"""Compares two full names part by part: word order, initials, particles, suffixes, hyphens and spelling.

    Anna van der Berg    Berg, A.            initials    anna = a (initial), berg = berg
    Boris Berezovski     Boris Berezovsky    variant     boris = boris, berezovski ~ berezovsky (1 letter)
    Maria Silva          Silva               part        silva = silva; maria has no partner
    John Smith           John Brown          different   smith and brown have no partner
    Ken Griffey Jr.      Ken Griffey Sr.     different   the suffixes differ

Words are paired one to one, the surest pairs first: equal as written, equal in folded form, matching a pattern, spelled
alike (at most k letters differ in any order, the first or last c are the same, and at most k edits), an initial and a
word that begins with it. Particles and titles need no partner. Names are also compared as one word (Vanderberg).

    same       every word has an equal partner
    variant    every word has a partner, some by spelling
    initials   every word has a partner, some by an initial
    part       every word of the shorter has one; the longer has more words
    different  both have a word without a partner, or their suffixes differ

The result lists which words were paired, and how. The comparison is symmetric.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from rapidfuzz.distance import OSA

from perpend.arguments import text_of, whole_number
from perpend.errors import SettingError
from perpend.people.name_parts import FullName, NamePart, full_name
from perpend.spelling.changes import letters_that_differ
from perpend.spelling.patterns import Patterns

__all__ = ["How", "Links", "NameMatch", "PartMatch", "are_alike", "name_matches", "words_alike"]

How = Literal["equal", "folded", "pattern", "nickname", "spelling", "initial", "joined"]
Links = Mapping[tuple[str, str], How]
"""Pairs of folded words in alphabetical order, and how they match."""

Verdict = Literal["same", "variant", "initials", "part", "different"]

_KEPT = 1 << 16
"""How many pairs of words are kept with the letters by which they differ: given names come again and again."""

_SURENESS: tuple[How, ...] = ("equal", "folded", "pattern", "nickname", "spelling", "initial")


class PartMatch(NamedTuple):
    """A word of each name, how they match, and the number of letters that differ."""

    a: str
    b: str
    how: How
    letters: int


@dataclass(frozen=True, slots=True)
class NameMatch:
    """The verdict, the pairs of words, and the words of each name without a partner.

    `turned` is whether the paired words are in different orders.
    """

    verdict: Verdict
    pairs: tuple[PartMatch, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    turned: bool

    def to_dict(self) -> dict[str, Any]:
        """Returns the match as plain JSON values."""
        return {
            "verdict": self.verdict,
            "pairs": [pair._asdict() for pair in self.pairs],
            "only_a": list(self.only_a),
            "only_b": list(self.only_b),
            "turned": self.turned,
        }


def name_matches(
    a: str, b: str, k: int = 3, c: int = 1, patterns: Patterns | None = None, links: Links | None = None
) -> NameMatch:
    """Compares the full names `a` and `b`.

    Words are spelled alike if they pass `words_alike` with `k` and `c`, or match one of `patterns`. `links` are other
    pairs of folded words that match, in alphabetical order, and how; if they are given, they replace `words_alike`.

    >>> name_matches("Boris Berezovski", "BEREZOVSKY, Boris").verdict
    'variant'
    >>> name_matches("Anna van der Berg", "A. Vanderberg").pairs[-1]
    PartMatch(a='Anna van der Berg', b='A. Vanderberg', how='joined', letters=0)
    """
    if whole_number(k, "k") < 0 or whole_number(c, "c") < 0:
        raise SettingError(f"k is {k} and c is {c}: both must be 0 or more")
    return _compared(full_name(text_of(a, "a name")), full_name(text_of(b, "a name")), k, c, patterns, links)


@lru_cache(maxsize=_KEPT)
def words_alike(a: str, b: str, k: int = 3, c: int = 1) -> int | None:
    """Returns the number of letters by which `a` and `b` differ, or None if they are not spelled alike.

    Words that are spelled alike differ by at most `k` edits and share their first or last `c` letters. Words of up to
    three letters may differ by one edit, of up to six by two; otherwise all short words would be alike.

    >>> words_alike("berezovski", "berezovsky"), words_alike("ann", "tom"), words_alike("marc", "mark")
    (1, None, 1)
    """
    return letters_that_differ(a, b) if are_alike(a, b, k, c) else None


def are_alike(a: str, b: str, k: int = 3, c: int = 1) -> bool:
    """Whether the words `a` and `b` are spelled alike; `k` and `c` are as in `words_alike`."""
    most = min(k, (min(len(a), len(b)) + 2) // 3)
    if abs(len(a) - len(b)) > most or (c and a[:c] != b[:c] and a[-c:] != b[-c:]):
        return False
    return OSA.distance(a, b, score_cutoff=most) <= most


def _compared(
    one: FullName, other: FullName, k: int, c: int, patterns: Patterns | None, links: Links | None
) -> NameMatch:
    words, others = one.words, other.words
    paired = _paired(words, others, k, c, patterns, links)
    found = tuple(match for _, _, match in paired)
    only_a = _left(words, [i for i, _, _ in paired])
    only_b = _left(others, [j for _, j, _ in paired])
    in_order = [j for _, j, _ in paired]
    turned = in_order != sorted(in_order)
    clash = bool(one.suffix and other.suffix and one.suffix != other.suffix)
    if (only_a or only_b) and words and others and not clash and _written_as_one(one, other):
        whole = PartMatch(one.written, other.written, "joined", 0)
        given = any(part.kind == "initial" for part in (*words, *others))
        return NameMatch("initials" if given else "same", (*found, whole), (), (), False)
    return NameMatch(_verdict(found, only_a, only_b, clash), found, only_a, only_b, turned)


def _verdict(found: tuple[PartMatch, ...], only_a: tuple[str, ...], only_b: tuple[str, ...], clash: bool) -> Verdict:
    hows = {match.how for match in found}
    if clash or not found or (only_a and only_b) or hows == {"initial"}:
        return "different"
    if only_a or only_b:
        return "part"
    if "initial" in hows:
        return "initials"
    return "variant" if hows & {"pattern", "nickname", "spelling"} else "same"


def _paired(
    a: tuple[NamePart, ...],
    b: tuple[NamePart, ...],
    k: int,
    c: int,
    patterns: Patterns | None,
    links: Links | None,
) -> list[tuple[int, int, PartMatch]]:
    """Returns the pairs in the order of the first name, chosen by sureness, then by nearness of their positions."""
    options = []
    for i, left in enumerate(a):
        for j, right in enumerate(b):
            if match := _match(left, right, k, c, patterns, links):
                forms = sorted((left.form, right.form))
                options.append(((_SURENESS.index(match.how), match.letters, abs(i - j), forms, i + j), i, j, match))
    chosen: list[tuple[int, int, PartMatch]] = []
    for _, i, j, match in sorted(options, key=lambda option: option[0]):
        if all(i != used and j != taken for used, taken, _ in chosen):
            chosen.append((i, j, match))
    return sorted(chosen)


def _match(
    a: NamePart, b: NamePart, k: int, c: int, patterns: Patterns | None, links: Links | None
) -> PartMatch | None:
    if a.form == b.form:
        return PartMatch(a.written, b.written, "equal" if a.written == b.written else "folded", 0)
    if "initial" in (a.kind, b.kind):
        fits = a.kind != b.kind and a.form[:1] == b.form[:1]
        return PartMatch(a.written, b.written, "initial", 0) if fits else None
    if patterns is not None and patterns.match(a.form, b.form):
        return PartMatch(a.written, b.written, "pattern", letters_that_differ(a.form, b.form))
    if links is not None:
        how = links.get((min(a.form, b.form), max(a.form, b.form)))
        return PartMatch(a.written, b.written, how, letters_that_differ(a.form, b.form)) if how else None
    letters = words_alike(a.form, b.form, k, c)
    return None if letters is None else PartMatch(a.written, b.written, "spelling", letters)


def _left(words: tuple[NamePart, ...], used: list[int]) -> tuple[str, ...]:
    return tuple(part.written for place, part in enumerate(words) if place not in used)


def _written_as_one(one: FullName, other: FullName) -> bool:
    """Matches Vanderberg with van der Berg, Jean-Paul with Jeanpaul, and A. Vanderberg with Anna van der Berg."""
    return one.joined == other.joined or _abbreviates(one, other) or _abbreviates(other, one)


def _abbreviates(short: FullName, long: FullName) -> bool:
    if short.words[0].kind != "initial" or not long.joined.startswith(short.words[0].form):
        return False
    first = next(part.form for part in long.parts if part.kind in ("word", "initial", "particle"))
    return short.joined == first[:1] + long.joined.removeprefix(first)
