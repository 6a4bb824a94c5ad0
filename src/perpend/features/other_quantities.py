"""The quantities of each of two texts that the other lacks.

    other_quantities(links)  ->  ([two years], [three years])

    He served two years.                          | He served three years.                  two years, three years
    He served two years.                          | He served 24 months.                    nothing
    A stool has three legs, one a side.           | A stool has four legs, three of oak.    three legs, four legs

Quantities of one value in any spelling are the same wherever they stand (`perpend.text.quantities.quantities_agree`),
each as often as it occurs. But if only one text has a quantity left over, and both texts count its noun once, they are
compared there: the number of the other text may stand for something else."""

from collections.abc import Sequence

from perpend.alignment.linking.links import Links
from perpend.features.change import Change, at
from perpend.lexicon.word_relations import facts_of
from perpend.text.quantities import Quantity, quantities_agree

__all__ = ["number_changes", "other_quantities"]


def other_quantities(links: Links) -> tuple[list[Quantity], list[Quantity]]:
    """Returns the quantities of each text that the other lacks; those in groups of `links` have an equal."""
    one, other = links.words1.quantities, links.words2.quantities
    if one == other:
        return [], []
    if links.groups:
        rows = {place for group in links.groups for place in group[0]}
        columns = {place for group in links.groups for place in group[1]}
        one = tuple(its for its in one if not rows.issuperset(range(its.start, its.end)))
        other = tuple(its for its in other if not columns.issuperset(range(its.start, its.end)))
    alone, rest = [], _ends_of(other)
    for quantity in _ends_of(one):
        partner = next((its for its in rest if quantities_agree(quantity, its)), None)
        if partner is None:
            alone.append(quantity)
        else:
            rest.remove(partner)
    if bool(alone) != bool(rest):
        alone, rest = _with_counted(links, alone, rest)
    labels = [any(its.dimension == "label" for its in left) for left in (alone, rest)]
    if not all(labels):
        alone, rest = ([its for its in left if its.dimension != "label"] for left in (alone, rest))
    return alone, rest


def _with_counted(
    links: Links, alone1: list[Quantity], alone2: list[Quantity]
) -> tuple[list[Quantity], list[Quantity]]:
    """The same with what the other text counts in place of a quantity that is alone: "three legs" for "two legs".

    The other text has the number elsewhere ("two legs", "three legs, not two"), so that it is not alone by itself.
    """
    alone, texts = (alone1, (links.words1, links.words2)) if alone1 else (alone2, (links.words2, links.words1))
    own, others = ({_counted(words.forms, one): one for one in words.quantities} for words in texts)
    nouns = [[_counted(words.forms, one) for one in words.quantities] for words in texts]
    found = [
        others[noun]
        for one in alone
        if (noun := _counted(texts[0].forms, one))
        and noun in others
        and nouns[0].count(noun) == nouns[1].count(noun) == 1
        if own[noun].most is others[noun].most is None and not quantities_agree(own[noun], others[noun])
    ]
    return (alone1, found) if alone1 else (found, alone2)


def _counted(forms: Sequence[str], one: Quantity) -> str:
    """The word after a plain quantity, "" if it is none that bears meaning."""
    word = forms[one.end] if one.end < len(forms) and not one.dimension else ""
    return word if word and facts_of(word).is_content else ""


def _ends_of(quantities: Sequence[Quantity]) -> list[Quantity]:
    """The quantities, ranges as both their ends: "10-15" is "10 to 15"."""
    found = []
    for one in quantities:
        ends = (one.value,) if one.most is None else (one.value, one.most)
        found += [one._replace(value=value, most=None) for value in ends]
    return found


def number_changes(links: Links, alone1: Sequence[Quantity], alone2: Sequence[Quantity]) -> list[Change]:
    """Returns the quantities that became others: those of one dimension first; a label only beside the same word.

    :param links: the links of the two texts.
    :param alone1: the quantities that only text 1 has.
    :param alone2: those that only text 2 has.
    """
    rest, found = list(alone2), {}
    for strict in (True, False):
        for one in alone1:
            if one in found:
                continue
            partner = next((its for its in rest if _may_become(links, one, its, strict=strict)), None)
            if partner:
                rest.remove(partner)
                found[one] = Change("other number", one[:2], partner[:2])
    return [*dict.fromkeys(found.values()), *_ranks(links, alone1, alone2)]


def _may_become(links: Links, one: Quantity, other: Quantity, *, strict: bool) -> bool:
    """Whether a quantity may have become another: of one dimension and of one thing, or beside the same word."""
    if "label" not in (one.dimension, other.dimension) and one.dimension == other.dimension:
        return not _count_others(links, one, other)
    if strict and one.dimension != other.dimension:
        return False
    if (one.dimension == "label") != (other.dimension == "label"):
        return False
    return not _words_around(links.words1.forms, one).isdisjoint(_words_around(links.words2.forms, other))


def _count_others(links: Links, one: Quantity, other: Quantity) -> bool:
    """Whether two quantities count different words, of which one is in both texts: "two cats", "three mice"."""
    if not (_counted(links.words1.forms, one) and _counted(links.words2.forms, other)):
        return False
    partner = links.anchors.get(one.end, -1)
    return partner != other.end and (partner >= 0 or other.end in links.anchors.values())


def _words_around(forms: Sequence[str], one: Quantity) -> set[tuple[int, str]]:
    before = {(-1, forms[one.start - 1])} if one.start else {(-1, "")}
    return before | ({(1, forms[one.end])} if one.end < len(forms) else {(1, "")})


def _ranks(links: Links, alone1: Sequence[Quantity], alone2: Sequence[Quantity]) -> list[Change]:
    """An ordinal before a superlative that is alone in the other text: "second largest", "largest"."""
    if bool(alone1) == bool(alone2):
        return []
    ordinals, forms = (alone1, links.words1.forms) if alone1 else (alone2, links.words2.forms)
    others = links.words2.forms if alone1 else links.words1.forms
    for one in ordinals:
        word = forms[one.end] if one.end < len(forms) else ""
        if one.dimension == "ordinal" and (word.endswith("est") or word == "most") and others.count(word) == 1:
            ranges = (one.start, one.end + 1), at(others.index(word))
            return [Change("other number", *(ranges if alone1 else ranges[::-1]))]
    return []
