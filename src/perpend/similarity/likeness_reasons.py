"""What the differences of a likeness say about the two texts, in plain sentences, each of them true.

    'two hours' became 'nine hours'                       a quantity that stands between the same words
    'Monday' became 'Friday'                              members of one class there, or other names
    text 1 says '12 people', text 2 says '5 May'          other quantities, and words that only their place links
    'open' and 'closed' are opposites                     'red' and 'blue' exclude each other, elsewhere
    'forgot to' in text 2 denies 'call'                   a negation
    who pays whom is swapped                              people; else: 'Rome' and 'Oslo' have changed places
    nothing in text 2 says 'free of charge'               every word of text 2 has a counterpart, none is near these
    text 2 has no clear counterpart of 'the seal'         otherwise
    'bought' and 'purchased' are synonyms                 by WordNet
    'dog' is more specific than 'animal'                  by WordNet

Changes of meaning come first, then words and phrases, then what holds of the texts as a whole; among each, the
difference that costs most comes first. Links of words that cost nearly nothing are named last. Changes that cancel one
another ("not open", "closed") are not named, nor are the words that they are made of. How two words are related is
looked up again for every sentence, so that no sentence rests on anything but the words that it names.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from perpend.lexicon.opposites import are_exclusive, are_opposite
from perpend.lexicon.word_relations import RELATIONS, facts_of
from perpend.similarity.likeness_words import Texts, third_person

if TYPE_CHECKING:
    from perpend.similarity.likeness import Difference, Likeness

__all__ = ["reasons"]

_LEAST = 0.01
"""The share of the scale that a difference must cost to be named, unless it changes the meaning."""

_LEAST_SMALL = 0.02
"""The same for function words without a content word."""

_NEAR = 0.6
"""Words of the other text at least so similar may say the same."""

_WIDEST = 8
"""So many words of each side of a link are compared with each other."""

_TURNING = ("negated", "swapped", "opposite", "other number", "other quantity")
_RELATED = {
    "synonym": "{0} and {1} are synonyms",
    "derived": "{0} and {1} are words of one family",
    "similar": "{0} and {1} are similar in meaning",
    "narrower": "{0} is more specific than {1}",
    "wider": "{0} is more general than {1}",
}


def reasons(likeness: "Likeness") -> tuple[str, ...]:
    """The sentences about a `likeness`, without repetitions."""
    texts = Texts.of(likeness)
    if empty := [number for number, tokens in ((1, texts.tokens1), (2, texts.tokens2)) if not tokens]:
        return ("neither text has a word",) if len(empty) == 2 else (f"text {empty[0]} is empty",)
    told = [sentence for part in _in_order(likeness) if (sentence := _sentence(part, texts))]
    return tuple(dict.fromkeys(told)) or (texts.equality() or "no single difference costs much",)


def _in_order(likeness: "Likeness") -> list["Difference"]:
    """The parts that are named, the most important first."""
    low, high = likeness.scale
    least = -_LEAST * (high - low)

    def rank(part: "Difference") -> int:
        if part.kind in _TURNING:
            return 0
        if part.points > least:
            return 3
        return 1 if part.tokens1 or part.tokens2 else 2

    named = (one for one in likeness.contributions if one.points < 0 and (rank(one) < 3 or one.relation))
    return sorted(named, key=lambda one: (rank(one), one.points))


def _sentence(part: "Difference", texts: Texts) -> str:
    if part.kind in _TURNING:
        return _change(part, texts) if part.tokens1 or part.tokens2 else ""
    if part.tokens1 and part.tokens2:
        return "" if texts.are_told(part) else _linked(part, texts)
    if part.tokens1 or part.tokens2:
        return _alone(part, texts)
    return _whole(part, texts)


# -------------------- changes of meaning


def _change(part: "Difference", texts: Texts) -> str:
    first, second = texts.quoted(1, part.tokens1), texts.quoted(2, part.tokens2)
    if part.kind == "negated":
        return _denial(part, texts)
    if part.kind == "swapped":
        return _swap(part, texts)
    became = texts.are_in_one_place(part.tokens1, part.tokens2)
    if part.kind == "opposite" and texts.are_opposites(part.tokens1, part.tokens2):
        return f"{first} and {second} are opposites"
    if part.kind == "opposite" and not became and _exclude(part, texts):
        return f"{first} and {second} exclude each other"
    return f"{first} became {second}" if became else f"text 1 says {first}, text 2 says {second}"


def _denial(part: "Difference", texts: Texts) -> str:
    number, cue, about = (1, part.tokens1, part.about1) if part.tokens1 else (2, part.tokens2, part.about2)
    denial, denied = texts.quoted(number, texts.with_verb(number, cue)), texts.quoted(number, about) or "it"
    return f"{denial} in text {number} denies {denied}"


def _exclude(part: "Difference", texts: Texts) -> bool:
    """Whether words are members of one class and no opposites: days, months, colours."""
    forms1, forms2 = texts.forms_at(1, part.tokens1), texts.forms_at(2, part.tokens2)
    pairs = [*product(forms1[:_WIDEST], forms2[:_WIDEST])]
    return any(are_exclusive(*pair) for pair in pairs) and not any(are_opposite(*pair) for pair in pairs)


def _swap(part: "Difference", texts: Texts) -> str:
    groups = sorted((part.tokens1, part.with1))
    are_people = len(part.about1) == 1 and all(texts.is_person(group) for group in groups)
    if (
        are_people
        and texts.are_same(part.tokens1, part.tokens2)
        and texts.are_same(part.with1, part.with2)
        and (verb := third_person(texts.tokens1, groups[0], part.about1[0], groups[1]))
    ):
        return f"who {verb} whom is swapped"
    first, second = (texts.quoted(1, group) for group in groups)
    if first.lower() == second.lower():
        return ""
    are_whole = all(texts.is_whole(1, group) for group in groups) and all(
        texts.is_whole(2, group) for group in (part.tokens2, part.with2)
    )
    are_whole = are_whole and texts.are_same(part.tokens1, part.tokens2) and texts.are_same(part.with1, part.with2)
    return f"{first} and {second} {'have changed places' if are_whole else 'stand in another order'}"


# -------------------- words


def _linked(part: "Difference", texts: Texts) -> str:
    forms1, forms2 = texts.forms_at(1, part.tokens1), texts.forms_at(2, part.tokens2)
    if forms1 == forms2 or _are_turned(forms1, forms2):
        return ""
    if told := _related(*_closest(part, texts), texts):
        return told
    first, second = texts.quoted(1, part.tokens1), texts.quoted(2, part.tokens2)
    return f"text 1 says {first}, text 2 says {second}" if part.points <= -_LEAST * texts.span else ""


def _related(relation: str, one: int, other: int, texts: Texts) -> str:
    """The sentence that a word of text 1 and a word of text 2 are related, if they are."""
    first, second = texts.quoted(1, (one,)), texts.quoted(2, (other,))
    if relation == "inflected":
        return f"{first} and {second} {_form_relation(texts.tokens1[one], texts.tokens2[other])}"
    return _RELATED[relation].format(first, second) if relation in _RELATED else ""


def _are_turned(forms1: Sequence[str], forms2: Sequence[str]) -> bool:
    """Whether words are opposites; if they are not named as a change, another change cancels them."""
    pairs = product(forms1[:_WIDEST], forms2[:_WIDEST])
    return any(are_opposite(*pair) or are_exclusive(*pair) for pair in pairs)


def _closest(part: "Difference", texts: Texts) -> tuple[str, int, int]:
    """The closest relation of a word of one side to a word of the other, and where they are."""
    found = [
        (RELATIONS.index(texts.relation(row, column)), row, column)
        for row, column in product(part.tokens1[:_WIDEST], part.tokens2[:_WIDEST])
        if texts.form(1, row) != texts.form(2, column)
    ]
    relation, row, column = min(found, default=(len(RELATIONS) - 1, part.tokens1[0], part.tokens2[0]))
    return RELATIONS[relation], row, column


def _form_relation(token1: str, token2: str) -> str:
    first, second = facts_of(token1.lower()), facts_of(token2.lower())
    if first.bases & second.bases:
        return "are forms of one word"
    if first.stem == second.stem:
        return "have the same stem"
    return "are spellings or short forms of one word"


def _alone(part: "Difference", texts: Texts) -> str:
    """Words that only one text has."""
    number = 1 if part.tokens1 else 2
    pieces = [*_pieces(part, texts, number)]
    if not pieces:
        return ""
    places, content = max(pieces, key=lambda piece: (len(piece[1]), -piece[0][0]))
    other = 3 - number
    if not content:
        words = [
            place
            for place in places
            if texts.is_free(number, place) and not texts.has(other, texts.form(number, place))
        ]
        told = words and part.points <= -_LEAST_SMALL * texts.span
        return f"only text {number} has {texts.quoted(number, words)}" if told else ""
    if any(texts.cancels(number, place) for place in content):
        return ""
    repeated = [place for place in content if texts.has(other, texts.form(number, place))]
    if repeated:
        return _more_often(texts, number, repeated[0])
    for place in content:
        if relative := texts.relative(number, place):
            relation, its = relative
            return _related(relation, *((place, its) if number == 1 else (its, place)), texts)
    quoted = texts.quoted(number, range(content[0], content[-1] + 1))
    content, repetition = _unsaid(content, texts, number)
    if repetition:
        return _related(*repetition, texts)
    if part.alike < _NEAR and not texts.is_open(other):
        return f"nothing in text {other} says {quoted}"
    return f"text {other} has no clear counterpart of {quoted}"


def _unsaid(content: list[int], texts: Texts, number: int) -> tuple[list[int], tuple[str, int, int] | None]:
    """The words of which the other text has no form and no synonym, or all words and how the first is related there."""
    found = {place: texts.repeated(number, place) for place in content}
    new = [place for place in content if not found[place]]
    return (new, None) if new else (content, found[content[0]])


def _more_often(texts: Texts, number: int, place: int) -> str:
    form = texts.form(number, place)
    more = texts.count(number, form) > texts.count(3 - number, form) and texts.is_written_more_often(number, place)
    return f"text {number} says {texts.quoted(number, (place,))} more often" if more else ""


def _pieces(part: "Difference", texts: Texts, number: int) -> Iterator[tuple[list[int], list[int]]]:
    """Runs of places outside of changes and words that deny, each with its content words."""
    run: list[int] = []
    for place in (*(part.tokens1 or part.tokens2), -1):
        if place >= 0 and not _is_denial(texts, number, place):
            run.append(place)
        elif run:
            yield run, [one for one in run if texts.is_content(number, one)]
            run = []


def _is_denial(texts: Texts, number: int, place: int) -> bool:
    """Whether a word is part of a change, denies, or is the verb of a contraction that does ("does" of "doesn't")."""
    if texts.is_told(number, place) or texts.is_cue(number, place):
        return True
    return texts.has_contraction(number, place) and texts.is_told(number, place + 1)


# -------------------- the texts as a whole


def _whole(part: "Difference", texts: Texts) -> str:
    count1, count2 = texts.count_words(1), texts.count_words(2)
    if part.kind == "meaning" and count1 and count2:
        return f"as a whole, the words of the two texts are {100 * part.alike:.0f} % alike"
    if part.kind == "length" and count1 != count2:
        return f"text {1 if count1 > count2 else 2} is longer: {count1} words and {count2}"
    if part.kind == "numbers":
        return "" if texts.numbers_are_told() else "the numbers of the two texts are not the same"
    if part.kind == "wording":
        return "words stand in another order" if texts.is_reordered() else "small words, spelling or word order differ"
    if part.kind == "encoder":
        return f"the sentence encoder finds the texts {100 * part.alike:.0f} % alike"
    return ""
