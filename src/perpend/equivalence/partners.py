"""Which words of one sentence have a match in the other, regardless of order.

    the/DT cat/NN sat/VBD on/IN the/DT mat/NN          partners   0  -  2  3  4  5
    the/DT dog/NN sat/VBD on/IN the/DT mat/NN

Both sentences are bags: a word that occurs twice needs two partners. Equal forms with equal tags are matched first,
then equal forms with different tags, from left to right. The remaining words may be matched by meaning (`closeness`),
each with the first free word of the other sentence that is close.
"""

from collections import defaultdict, deque
from collections.abc import Hashable, Sequence

from perpend.features.closeness import Closeness
from perpend.text.sentence import Sentence

__all__ = ["partners"]


def partners(sentence: Sentence, other: Sentence, close: Closeness | None = None) -> list[int | None]:
    """For each word of `sentence` the index of its partner in `other`, or None; `close` matches words by meaning.

    >>> cat = Sentence.tagged("the cat saw the saw".split(), "DT NN VBD DT NN".split())
    >>> saw = Sentence.tagged("a saw saw a cat".split(), "DT NN VBD DT NN".split())
    >>> partners(cat, saw)
    [None, 4, 2, None, 1]
    """
    found: list[int | None] = [None] * len(sentence)
    taken: set[int] = set()
    tagged = list(zip(sentence.forms, sentence.tags, strict=True)), list(zip(other.forms, other.tags, strict=True))
    for own, others in (tagged, (sentence.forms, other.forms)):
        _match_equal(own, others, found, taken)
    if close is not None and close.threshold is not None:
        _match_close(sentence, other, close, found, taken)
    return found


def _match_equal(own: Sequence[Hashable], others: Sequence[Hashable], found: list[int | None], taken: set[int]) -> None:
    """Gives each word without a partner the first free word that equals it."""
    free: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for place, key in enumerate(others):
        if place not in taken:
            free[key].append(place)
    for place, key in enumerate(own):
        if found[place] is None and free[key]:
            partner = free[key].popleft()
            found[place] = partner
            taken.add(partner)


def _match_close(
    sentence: Sentence, other: Sentence, close: Closeness, found: list[int | None], taken: set[int]
) -> None:
    free = [place for place in range(len(other)) if place not in taken]
    for place, partner in enumerate(found):
        if partner is not None:
            continue
        for candidate in free:
            if close(sentence.tokens[place], sentence.tags[place], other.tokens[candidate], other.tags[candidate]):
                found[place] = candidate
                free.remove(candidate)
                break
