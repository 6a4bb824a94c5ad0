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
from perpend.lexicon.word_relations import facts_of
from perpend.text.quantities import Quantity, quantities_agree

__all__ = ["other_quantities"]


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
