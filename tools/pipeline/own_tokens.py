"""The treebank's annotations on Perpend's tokens: the treebank cuts at hyphens, `perpend.text.penn` does not.

    search  -     engine   wares        search-engine  wares
    NN      HYPH  NN       NNS     ->   NN             NNS

Words that one of our tokens covers exactly become one word. It takes the tag, relation and head of the one that the
rest hang on, and a lemma made of all. Where several hang outside, or our tokens cut finer than the treebank, its words
stay, and spaCy aligns the two: such tokens teach and score nothing.
"""

from bisect import bisect_left
from itertools import accumulate

from treebank import Entity, Sentence

from perpend.text import penn_spans

__all__ = ["merged", "word_spans"]


def word_spans(sentence: Sentence) -> list[tuple[int, int]]:
    """Where each word stands in the sentence's text."""
    lengths = (len(word) + space for word, space in zip(sentence.words, sentence.spaces, strict=True))
    starts = list(accumulate(lengths, initial=0))
    return [(start, start + len(word)) for start, word in zip(starts, sentence.words, strict=False)]


def merged(sentence: Sentence) -> Sentence:
    """The sentence with the words joined that are one token of ours; the same sentence when there are none."""
    groups = _groups(sentence)
    if not groups:
        return sentence
    leader = {place: max(group, key=lambda x: x == _root(sentence, group)) for group in groups for place in group}
    first = {group[0]: group for group in groups}
    kept = [[place] for place in range(len(sentence.words))]
    kept = [first.get(place, [place]) for [place] in kept if place in first or place not in leader]
    new_place = {place: number for number, group in enumerate(kept) for place in group}
    leaders = [leader.get(group[0], group[0]) for group in kept]
    return Sentence(
        sentence.document,
        words=tuple("".join(sentence.words[place] for place in group) for group in kept),
        spaces=tuple(sentence.spaces[group[-1]] for group in kept),
        tags=tuple(_tag(sentence, group, place) for group, place in zip(kept, leaders, strict=True)),
        coarse=tuple(_coarse(sentence, group, place) for group, place in zip(kept, leaders, strict=True)),
        lemmas=tuple(_lemma(sentence, group) for group in kept),
        heads=tuple(new_place[sentence.heads[place]] for place in leaders),
        relations=tuple(sentence.relations[place] for place in leaders),
        entities=_moved(sentence.entities, kept),
    )


def _groups(sentence: Sentence) -> list[list[int]]:
    """The places of words that one token covers, where all but one hang on each other."""
    spans = word_spans(sentence)
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    groups = []
    for start, end in penn_spans(sentence.text):
        first, last = bisect_left(starts, start), bisect_left(ends, end)
        exact = first < last < len(ends) and starts[first] == start and ends[last] == end
        group = list(range(first, last + 1)) if exact else []
        if group and _root(sentence, group) is not None:
            groups.append(group)
    return groups


def _root(sentence: Sentence, group: list[int]) -> int | None:
    """The one word of the group that hangs outside of it (or is the root); None when there are several."""
    roots = [x for x in group if sentence.heads[x] == x or sentence.heads[x] not in group]
    return roots[0] if len(roots) == 1 else None


def _measure(sentence: Sentence, group: list[int], place: int) -> bool:
    """15-year, 20-foot before a noun: adjectives in the Penn Treebank, where they are one word."""
    number = sentence.tags[group[0]] == "CD" and sentence.tags[place] == "NN"
    return len(group) > 1 and number and sentence.relations[place] in ("compound", "amod", "nmod")


def _tag(sentence: Sentence, group: list[int], place: int) -> str:
    return "JJ" if _measure(sentence, group, place) else sentence.tags[place]


def _coarse(sentence: Sentence, group: list[int], place: int) -> str:
    return "ADJ" if _measure(sentence, group, place) else sentence.coarse[place]


def _lemma(sentence: Sentence, group: list[int]) -> str:
    before = "".join(sentence.words[place] for place in group[:-1])
    proper = sentence.coarse[group[-1]] == "PROPN"
    return (before if proper else before.lower()) + sentence.lemmas[group[-1]]


def _moved(entities: tuple[Entity, ...] | None, kept: list[list[int]]) -> tuple[Entity, ...] | None:
    """Entities over the joined words; one that begins or ends within a joined word takes all of it."""
    if entities is None:
        return None
    new_place = {place: number for number, group in enumerate(kept) for place in group}
    moved: list[Entity] = []
    for start, end, label in entities:
        span = (new_place[start], new_place[end - 1] + 1, label)
        if not moved or moved[-1][1] <= span[0]:
            moved.append(span)
    return tuple(moved)
