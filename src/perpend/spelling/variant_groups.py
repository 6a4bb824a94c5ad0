"""Pairs with probabilities -> groups of words, each with the word that stands for it and its weakest link.

    smith ~ smyth  0.98                    group 1: smith (canonical), smyth, smythe      weakest: smith ~ smythe 0.71
    smyth ~ smythe 0.93     ->             group 2: jones, jhones                         weakest: jhones ~ jones 0.97
    smith ~ smythe 0.71
    smythe ~ smytherman 0.55               smytherman stays alone: it is no variant of smith

Two groups become one only if every word of one is a pair with every word of the other (complete linkage), the most
probable pairs first. So a chain of near names does not run into one group, and no two words of a group are less
probable than the pairs that were given.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["VariantGroup", "group_pairs"]

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class VariantGroup:
    """The words of a group, the canonical one first, and its least probable pair.

    `probabilities` is how probable each word is a spelling of the canonical one; that of the canonical word is 1.
    """

    words: tuple[str, ...]
    probabilities: tuple[float, ...]
    weakest: float
    weakest_pair: Pair

    @property
    def canonical(self) -> str:
        """The most frequent word; where counts are equal, the one that is most probable with the others."""
        return self.words[0]

    def to_dict(self) -> dict[str, Any]:
        """Returns the group as plain JSON values."""
        return {"canonical": self.canonical, **asdict(self)}


def group_pairs(
    pairs: Iterable[tuple[str, str, float]], counts: Mapping[str, int] | None = None
) -> tuple[VariantGroup, ...]:
    """Returns the groups of the words of `pairs`, those of the most words first.

    `pairs` are two words and a probability each, the most probable first; `counts` is how often each word occurs.

    >>> found = group_pairs([("smith", "smyth", 0.9), ("smyth", "smythe", 0.8), ("smith", "smythe", 0.7)])
    >>> found[0].canonical, found[0].words, found[0].weakest, found[0].weakest_pair
    ('smyth', ('smyth', 'smith', 'smythe'), 0.7, ('smith', 'smythe'))
    >>> [one.words for one in group_pairs([("a", "b", 0.9), ("b", "c", 0.8)])]
    [('a', 'b')]
    """
    known = {_key(one, other): probability for one, other, probability in pairs}
    groups: dict[str, list[str]] = {}
    for one, other in known:
        first, second = (groups.setdefault(word, [word]) for word in (one, other))
        if first is not second and all(_key(a, b) in known for a in first for b in second):
            first += second
            groups |= dict.fromkeys(second, first)
    unique = {id(words): words for words in groups.values() if len(words) > 1}
    made = [_group(words, known, counts or {}) for words in unique.values()]
    return tuple(sorted(made, key=lambda group: (-len(group.words), -group.weakest, group.words)))


def _key(one: str, other: str) -> Pair:
    return (one, other) if one <= other else (other, one)


def _group(words: Sequence[str], known: Mapping[Pair, float], counts: Mapping[str, int]) -> VariantGroup:
    def rank(word: str) -> tuple[int, float, str]:
        return -counts.get(word, 0), -sum(known[_key(word, other)] for other in words if other != word), word

    canonical = min(words, key=rank)
    others = sorted(
        (word for word in words if word != canonical), key=lambda word: (-known[_key(word, canonical)], word)
    )
    inside = [(known[_key(one, other)], _key(one, other)) for place, one in enumerate(words) for other in words[:place]]
    weakest, pair = min(inside)
    probabilities = (1.0, *(known[_key(word, canonical)] for word in others))
    return VariantGroup((canonical, *others), probabilities, weakest, pair)
