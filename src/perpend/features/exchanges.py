"""Two groups of words that have exchanged their places exactly, in texts that are otherwise the same words in order.

    A fox fears a wolf, whereas a wolf fears nobody.   | A wolf fears a fox, whereas a fox fears nobody.   fox, wolf
    You owe us an answer.                              | We owe you an answer.                             we, you
    Owls hunt mice.                                    | Owls are hunted by mice.                          the voice

    exchange_of(links)      ->  Exchange((0, 2), (3, 5), (3, 5), (0, 2)) or None
    changed_voice(links)    ->  the same for a verb that became passive while its arguments kept their places

No clause is read, so this holds where `perpend.features.clauses` errs. Forms of one pronoun are the same word, and so
are inflected forms ("owe", "owes"); signs, articles and possessive "'s" do not count. Both groups are noun phrases
(nouns, names, adjectives, numbers or pronouns, with "of", "and" and "or" inside), or both are one verb each ("hears it
instead of deciding it"), or both have verbs and "because", "before" or the like stands between ("the shelf fell because
the wall shook"), or, in clauses that "and" or the like divides, both are phrases of place or time ("sleeps by day and
hunts at night"). Up to two pairs of groups may be exchanged, each as often as it occurs.

Two members of one coordination ("salt and pepper", "in Oslo or in Rome"), both sides of "is" alone, and those of an
even relation ("met", "next to", "as tall as") are not exchanged: they say the same in both orders."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from perpend.alignment.linking.links import Links
from perpend.alignment.linking.words import LinkedWords
from perpend.features.clauses import Clauses, clauses_of
from perpend.features.word_kinds import kind_of_word, lexicon, pronoun_of
from perpend.lexicon.word_relations import facts_of

__all__ = ["Exchange", "are_even", "are_turned_clauses", "changed_voice", "exchange_of", "is_reporter"]

Range = tuple[int, int]

_LONGEST = 8
"""Groups have at most so many words."""

_MOST = 2
"""At most so many pairs of groups are exchanged."""

_INFLECTED = 3
"""At most so many words of a text differ in their form from those of the other."""

_HEADS = frozenset("NO")
_NOMINAL = frozenset("DNOGA")
_INSIDE = frozenset(("of", "and", "or"))
_ADVERBIAL = frozenset("PADNG")
_LEADING = frozenset("PD")
_DIVIDING = frozenset("CSW")
_VERBAL = frozenset("VB")
_BEGINNING = frozenset("SW")
_ARTICLES = frozenset(("a", "an", "the"))
_AT_ONCE = frozenset(("while", "when", "as"))
_JOINING = frozenset(("and", "or", "nor", "plus", "with", ",", ";", "/", "-"))
_UNEVEN = frozenset(("not", "twice", "times", "half", "nearly", "almost", "never"))
_DO = frozenset(("do", "does", "did"))


class Exchange(NamedTuple):
    """The first group in text 1 and text 2, and the second group in both."""

    first1: Range
    first2: Range
    second1: Range
    second2: Range


class _Word(NamedTuple):
    key: str
    place: int


class _Use(NamedTuple):
    """Where a pair of groups was met: its number, whether the first of them is in text 1, and where."""

    pair: int
    straight: bool
    at1: int
    at2: int


Pair = tuple[tuple[str, ...], tuple[str, ...]]


def exchange_of(links: Links) -> Exchange | None:
    """Returns two groups that have exchanged their places in the texts of `links`, or None."""
    one, other = links.words1, links.words2
    if abs(len(one) - len(other)) > _LONGEST or one.forms == other.forms:
        return None
    clauses1, clauses2 = clauses_of(one.forms), clauses_of(other.forms)
    words1, words2 = _read(one, clauses1), _read(other, clauses2)
    keys1, keys2 = [word.key for word in words1], [word.key for word in words2]
    if _is_turned_list(keys1, keys2):
        return None
    if len(keys1) != len(keys2) or (Counter(keys1) - Counter(keys2)).total() > _INFLECTED or keys1 == keys2:
        return None
    solved = _solved(keys1, keys2, 0, 0, (), ())
    if solved is None:
        return None
    exchanges = [_exchanged(words1, words2, pair, number, solved[1]) for number, pair in enumerate(solved[0])]
    if not all(spans and _are_alike(spans, clauses1, clauses2, links) for spans in exchanges):
        return None
    for spans in filter(None, exchanges):
        found = Exchange(*map(_range, spans))
        if any(
            is_reporter(one, clauses1, its1[-1].place) and is_reporter(other, clauses2, its2[-1].place)
            for its1, its2 in (spans[:2], spans[2:])
        ):
            return None
        if not are_even(one, clauses1, found.first1, found.second1):
            return found
    return None


def _exchanged(
    words1: Sequence[_Word], words2: Sequence[_Word], pair: Pair, number: int, uses: Sequence[_Use]
) -> tuple[Sequence[_Word], ...]:
    """The first group of a pair in text 1 and text 2, and the second group in both; nothing if they stand once only."""
    first, second = pair
    straight = next((use for use in uses if use.pair == number and use.straight), None)
    turned = next((use for use in uses if use.pair == number and not use.straight), None)
    if straight is None or turned is None:
        return ()
    return (
        words1[straight.at1 : straight.at1 + len(first)],
        words2[turned.at2 : turned.at2 + len(first)],
        words1[turned.at1 : turned.at1 + len(second)],
        words2[straight.at2 : straight.at2 + len(second)],
    )


def is_reporter(words: LinkedWords, clauses: Clauses, head: int) -> bool:
    """Returns whether the noun phrase that ends at `head` says the rest, before or behind it: "Ann said", "said Ann".

    :param words: the text.
    :param clauses: its clauses.
    :param head: the last token of the noun phrase, or the verb itself.
    """
    start, after = head, head + 1
    while start > 0 and clauses.kinds[start - 1] in "DNGO." and words.forms[start] not in _saying():
        start -= 1
    while after < len(words) and words.signs[after]:
        after += 1
    return any(0 <= place < len(words) and words.forms[place] in _saying() for place in (start - 1, start, head, after))


@cache
def _saying() -> frozenset[str]:
    return frozenset(lexicon()["verbs"]["saying"])


def _is_turned_list(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the texts differ in the order of two members around one "and": "ham and old eggs", "old eggs and ham"."""
    start, end = 0, min(len(one), len(other))
    while start < end and one[start] == other[start]:
        start += 1
    stop = len(one)
    while stop > start and len(one) == len(other) and one[stop - 1] == other[stop - 1]:
        stop -= 1
    mine, its = one[start:stop], other[start:stop]
    return any(
        word in ("and", "or") and [*mine[place + 1 :], word, *mine[:place]] == [*its] for place, word in enumerate(mine)
    )


def are_turned_clauses(links: Links) -> bool:
    """Returns whether one text of `links` is the other with what stands before "and", or before a sign, put behind."""
    words, other = (_read(one, clauses_of(one.forms)) for one in (links.words1, links.words2))
    keys, turned = [word.key for word in words], [word.key for word in other]
    if Counter(keys) != Counter(turned):
        return False
    for place in range(1, len(keys)):
        after = 1 if keys[place] in ("and", "or", "but") else 0
        if not after and words[place].place == words[place - 1].place + 1:
            continue
        if [*keys[place + after :], *keys[place : place + after], *keys[:place]] == turned:
            return True
    return False


def _read(words: LinkedWords, clauses: Clauses) -> list[_Word]:
    """The words that are compared: signs, articles and possessive endings left out, pronouns by their name."""
    return [
        _Word(pronoun_of(form) or form, place)
        for place, form in enumerate(words.forms)
        if not words.signs[place]
        and clauses.kinds[place] != "G"
        and not (clauses.kinds[place] == "D" and form in _ARTICLES)
    ]


def _range(words: Sequence[_Word]) -> Range:
    return words[0].place, words[-1].place + 1


def _solved(
    one: Sequence[str], other: Sequence[str], row: int, column: int, pairs: tuple[Pair, ...], uses: tuple[_Use, ...]
) -> tuple[tuple[Pair, ...], tuple[_Use, ...]] | None:
    """The pairs of groups that turn `one` from `row` into `other` from `column`, if there are any."""
    while row < len(one) and column < len(other):
        if use := _known(one, other, row, column, pairs):
            first, second = pairs[use.pair]
            uses = (*uses, use)
            row += len(first) if use.straight else len(second)
            column += len(second) if use.straight else len(first)
        elif _are_same(one[row], other[column]):
            row, column = row + 1, column + 1
        elif len(pairs) < _MOST:
            return _with_another(one, other, row, column, pairs, uses)
        else:
            return None
    return (pairs, uses) if row == len(one) and column == len(other) else None


def _known(one: Sequence[str], other: Sequence[str], row: int, column: int, pairs: tuple[Pair, ...]) -> _Use | None:
    for number, (first, second) in enumerate(pairs):
        for straight, mine, its in ((True, first, second), (False, second, first)):
            if _stands(mine, one, row) and _stands(its, other, column):
                return _Use(number, straight, row, column)
    return None


def _with_another(
    one: Sequence[str], other: Sequence[str], row: int, column: int, pairs: tuple[Pair, ...], uses: tuple[_Use, ...]
) -> tuple[tuple[Pair, ...], tuple[_Use, ...]] | None:
    """The same with a pair of groups that begin here; each must come up again on the other side."""
    for end in range(row + 1, min(row + _LONGEST, len(one)) + 1):
        first = tuple(one[row:end])
        if not _occurs(first, other, column + 1):
            break
        for end2 in range(column + 1, min(column + _LONGEST, len(other)) + 1):
            second = tuple(other[column:end2])
            if not _occurs(second, one, end):
                break
            begun = (*uses, _Use(len(pairs), True, row, column))
            if found := _solved(one, other, end, end2, (*pairs, (first, second)), begun):
                return found
    return None


def _occurs(group: tuple[str, ...], keys: Sequence[str], start: int) -> bool:
    return any(_stands(group, keys, place) for place in range(start, len(keys) - len(group) + 1))


def _stands(group: tuple[str, ...], keys: Sequence[str], start: int) -> bool:
    """Whether the words of `group` are in `keys` from `start` on, in any form."""
    return start + len(group) <= len(keys) and all(
        _are_same(one, keys[start + place]) for place, one in enumerate(group)
    )


def _are_same(one: str, other: str) -> bool:
    return one == other or not facts_of(one).bases.isdisjoint(facts_of(other).bases)


def _are_alike(spans: tuple[Sequence[_Word], ...], clauses1: Clauses, clauses2: Clauses, links: Links) -> bool:
    """Whether two groups, each in text 1 and text 2, are of one kind."""
    groups = [
        [(one.place, clauses1.kinds[one.place] + clauses2.kinds[its.place]) for one, its in zip(*pair, strict=True)]
        for pair in (spans[:2], spans[2:])
    ]
    words, starts2 = links.words1, (spans[1][0].place, spans[3][0].place)
    if all(_is_phrase(group, clauses1, clauses2, start, words) for group, start in zip(groups, starts2, strict=True)):
        return True
    before, after = sorted((spans[0], spans[2]), key=_range)
    between = range(before[-1].place + 1, after[0].place)
    if all(len(group) == 1 and group[0][1] in ("VV", "VM", "MV", "MM") for group in groups):
        return _AT_ONCE.isdisjoint(words.forms[place] for place in between)
    if all(_is_clause([kinds for _, kinds in group]) for group in groups):
        return any(clauses1.kinds[place] == "S" and words.forms[place] not in _AT_ONCE for place in between)
    divided = any(clauses1.kinds[place] in _DIVIDING for place in between)
    if len({all(_LEADING.issuperset(kinds) for _, kinds in group) for group in groups}) > 1:
        return False
    return divided and all(_ADVERBIAL.issuperset(kinds) for group in groups for _, kinds in group)


def _is_clause(kinds: Sequence[str]) -> bool:
    """Whether a group has a verb, and no word in it begins a clause."""
    return any(not _VERBAL.isdisjoint(pair) for pair in kinds) and _BEGINNING.isdisjoint("".join(kinds))


def _is_phrase(
    group: Sequence[tuple[int, str]], clauses1: Clauses, clauses2: Clauses, start2: int, words: LinkedWords
) -> bool:
    """Whether a group is a noun phrase by the kinds of its words in either text; names have capitals."""
    led = _follows_article(clauses1, group[0][0]) and _follows_article(clauses2, start2)
    last = len(group) - 1
    for number, (place, kinds) in enumerate(group):
        nominal = not _NOMINAL.isdisjoint(kinds) or (place > 0 and words.tokens[place][:1].isupper())
        if not (nominal or (led and number == last) or (0 < number < last and words.forms[place] in _INSIDE)):
            return False
    return led or any(
        not _HEADS.isdisjoint(kinds) or words.tokens[place][:1].isupper() or pronoun_of(words.forms[place])
        for place, kinds in group
    )


def _follows_article(clauses: Clauses, place: int) -> bool:
    return place > 0 and clauses.kinds[place - 1] == "D"


def are_even(words: LinkedWords, clauses: Clauses, first: Range, second: Range) -> bool:
    """Returns whether two places mean the same: those of a coordination, of "is" alone, of an even relation.

    :param words: the text.
    :param clauses: its clauses.
    :param first: the tokens of one group.
    :param second: those of the other.
    """
    start, end = min(first, second)[1], max(first, second)[0]
    between, kinds = words.forms[start:end], clauses.kinds[start:end]
    if not between or _are_joined(words, clauses, min(first, second)[0], start, end):
        return True
    if "B" in kinds and (set(kinds) <= set("BDA") or (set(kinds) <= set("BDANP") and _is_identity(between, kinds))):
        return True
    if clauses.clause[start - 1] != clauses.clause[end]:
        return False
    if between.count("as") == 2 and _UNEVEN.isdisjoint(between):
        return True
    if any(form == "like" and kind == "P" for form, kind in zip(between, kinds, strict=True)):
        return True
    lists = lexicon()["verbs"]
    symmetric = lists["symmetric"]
    return any(
        form in lists["evenly"] or (kind == "V" and not facts_of(form).bases.isdisjoint(symmetric))
        for form, kind in zip(between, kinds, strict=True)
    )


def _is_identity(forms: Sequence[str], kinds: str) -> bool:
    """Whether what stands between two groups says that they are one: "(the bridge) in town is the (Iron Arch)"."""
    return forms[kinds.index("B") + 1 : kinds.index("B") + 2] == ("the",)


def _are_joined(words: LinkedWords, clauses: Clauses, begin: int, start: int, end: int) -> bool:
    """Whether what stands between joins members of one coordination; a preposition may be repeated."""
    before = begin - 1
    while before >= 0 and clauses.kinds[before] == "D":
        before -= 1
    repeated = words.forms[before] if before >= 0 and clauses.kinds[before] in "PT" else ""
    inner = [
        place for place in range(start, end) if clauses.kinds[place] not in "DG" and words.forms[place] != repeated
    ]
    if not inner or words.forms[inner[0]] not in _JOINING:
        return False
    if not all(clauses.kinds[place] in "NC." or words.forms[place] in _JOINING for place in inner):
        return False
    return words.forms[inner[-1]] in _JOINING


# -------------------- the voice


def changed_voice(links: Links) -> Exchange | None:
    """Returns subject and object of a verb that is passive in one of the texts of `links`, if both stayed in place."""
    one, other = links.words1, links.words2
    if ("by" in one.forms) == ("by" in other.forms):
        return None
    if "by" in other.forms:
        return _voice(one, other)
    found = _voice(other, one)
    return Exchange(found.first2, found.first1, found.second2, found.second1) if found else None


def _voice(active: LinkedWords, passive: LinkedWords) -> Exchange | None:
    """The same if text 1 is the active one."""
    kinds1, clauses2 = clauses_of(active.forms).kinds, clauses_of(passive.forms)
    agent = passive.forms.index("by")
    verb = _verb_before(passive, clauses2, agent)
    if verb < 0 or _is_amount(passive, clauses2, agent + 1):
        return None
    helper = max(place for place in range(verb) if clauses2.kinds[place] == "B")
    words1 = [word for word in _read(active, clauses_of(active.forms)) if word.key not in _DO]
    words2 = [word for word in _read(passive, clauses2) if word.place not in (helper, agent)]
    if len(words1) != len(words2) or not all(
        _are_same(one.key, its.key) for one, its in zip(words1, words2, strict=True)
    ):
        return None
    place_of = {its.place: one.place for one, its in zip(words1, words2, strict=True)}
    before = [place for place in range(helper) if clauses2.kinds[place] in "NO" and place in place_of]
    after = _head_after(clauses2.kinds, agent + 1)
    if not before or after not in place_of or kinds1[place_of[before[-1]]] not in "NO":
        return None
    first, second = before[-1], after
    return Exchange(_at(place_of[first]), _at(first), _at(place_of[second]), _at(second))


def _verb_before(words: LinkedWords, clauses: Clauses, agent: int) -> int:
    """The passive verb before "by", or -1: a participle after a form of "be", with nothing but adverbs between."""
    if agent < 2 or not kind_of_word(words.forms[agent - 1]).past or clauses.kinds[agent - 1] not in "VN":
        return -1
    helper = agent - 2
    while helper >= 0 and clauses.kinds[helper] == "A":
        helper -= 1
    return agent - 1 if helper >= 0 and clauses.kinds[helper] == "B" else -1


def _is_amount(words: LinkedWords, clauses: Clauses, start: int) -> bool:
    """Whether a quantity without a noun begins at `start`: "was raised by 5 percent"."""
    for quantity in words.quantities:
        if quantity.start <= start < quantity.end:
            counted = quantity.end < len(words) and clauses.kinds[quantity.end] == "N"
            return bool(quantity.dimension) or not counted
    return False


def _head_after(kinds: str, start: int) -> int:
    """The last word of the noun phrase that begins at `start`."""
    end = start
    while end < len(kinds) and kinds[end] in "DN":
        end += 1
    return max(end - 1, start)


def _at(place: int) -> Range:
    return place, place + 1
