"""Is a printed reason true of two texts? Decided from what is known of the texts, not by the code that printed it.

    untrue("'car' and 'boat' are synonyms", text1, text2)         a complaint
    untrue("'car' and 'automobile' are synonyms", text1, text2)   None

Each form of a reason is a row of FORMS: a pattern, and the claim that it makes. A reason of no known form is untrue.

- Words in quotation marks stand in the text that the reason says.
- Related words have one part of speech where they stand, and are related by what is known of them, or by a usual sense
  (`tests.reasons.lexicon`).
- "X became Y": both stand in one slot, and do not mean the same.
- "C denies X": the clause of X is denied by C.
- "A and B have changed places": two slots of one predicate have exchanged what fills them.
- "nothing says X": no word of the other text means the same as a word of X, or a narrower thing.
- Counts of words are those of the text.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from perpend.lexicon.wordnet.database import WordNet
from tests.reasons import lexicon
from tests.reasons.facts import Text, Word, squeezed

__all__ = [
    "FORMS",
    "are_opposed",
    "is_kind_of",
    "is_known_kind_of",
    "may_mean",
    "means_the_same",
    "missing",
    "plain_words",
    "swapped",
    "untrue",
]

Claim = Callable[[Text, Text, Sequence[str]], str | None]

_RELATED = {
    "synonyms": lambda one, other: means_the_same(one, other),
    "forms of one word": lambda one, other: lexicon.are_forms(*_lower(one, other)),
    "words of one family": lambda one, other: lexicon.are_family(*_lower(one, other)),
    "similar in meaning": lambda one, other: _parts_agree(one, other) and lexicon.are_near(*_lower(one, other)),
}


def untrue(reason: str, text1: Text, text2: Text) -> str | None:
    """Why a `reason` about two texts is untrue, or None.

    :param reason: what was printed about them.
    :param text1: the first text; of an alignment the hypothesis, of an entailment the text.
    :param text2: the second text; of an alignment the reference, of an entailment the hypothesis.
    """
    for pattern, claim in FORMS:
        if match := pattern.fullmatch(reason):
            return claim(text1, text2, [group for group in match.groups() if group is not None])
    return "no known form of a reason"


# -------------------- words


def _lower(*words: Word) -> list[str]:
    return [word.text.lower() for word in words]


def _lemma(word: Word) -> str:
    return (word.lemma or word.text).lower()


def _parts_agree(one: Word, other: Word) -> bool:
    return not (one.part and other.part) or one.part == other.part


def _part(one: Word, other: Word) -> str:
    return one.part or other.part


def means_the_same(one: Word, other: Word) -> bool:
    """Whether two words mean the same where they stand."""
    if one.amount or other.amount:
        return one.amount == other.amount
    if one.concept and one.concept == other.concept:
        return True
    if one.concept and other.concept and one.part != other.part:
        return False
    if one.slot == "time" or other.slot == "time" or not (_is_known(one) and _is_known(other)):
        return _lemma(one) == _lemma(other)
    return (_lemma(one) == _lemma(other) and not (one.concept and other.concept)) or lexicon.share_sense(
        _lemma(one), _lemma(other), _part(one, other)
    )


def _is_known(word: Word) -> bool:
    return not (word.lemma and word.lemma == word.concept)


def is_known_kind_of(narrow: Word, wide: Word) -> bool:
    """Whether what a word is known to mean is a kind of what another one is known to mean."""
    low, high = (_synset(word.concept) for word in (narrow, wide))
    return low is not None and high is not None and low != high and high in WordNet.shipped().ancestors(low)


def is_kind_of(narrow: Word, wide: Word) -> bool:
    """Whether a word means a kind of what another one means, by what is known of them or by usual senses."""
    if not _parts_agree(narrow, wide) or narrow.amount or wide.amount:
        return False
    if is_known_kind_of(narrow, wide):
        return True
    return lexicon.is_wider(_lemma(wide), _lemma(narrow), _part(narrow, wide))


def _synset(name: str) -> int | None:
    return WordNet.shipped().synset(name) if re.fullmatch(r"\S+\.[nvasr]\.\d+", name) else None


def are_opposed(one: Word, other: Word) -> bool:
    if not _parts_agree(one, other) or means_the_same(one, other):
        return False
    lemmas = _lemma(one), _lemma(other)
    return lexicon.are_antonyms(*lemmas, _part(one, other)) or lexicon.are_listed(*lemmas)


def _content(words: Sequence[Word]) -> list[Word]:
    return [word for word in words if word.concept or word.amount or (not word.slot and may_mean(word))]


def may_mean(word: Word) -> bool:
    return word.text[:1].isalnum() and word.text.lower() not in _EMPTY


_EMPTY = frozenset(
    [
        "the",
        "a",
        "an",
        "in",
        "on",
        "at",
        "by",
        "of",
        "for",
        "to",
        "after",
        "with",
        "near",
        "behind",
        "front",
        "did",
        "do",
        "does",
        "was",
        "were",
        "is",
        "are",
        "be",
        "been",
        "not",
        "never",
        "no",
        "than",
        "more",
        "every",
        "some",
        "many",
        "most",
        "all",
        "although",
        "because",
        "and",
        "then",
        "before",
        "while",
        "but",
        "since",
        "when",
        "as",
        "may",
        "must",
        "should",
        "will",
        "it",
        "there",
    ]
)


# -------------------- quotations


def _quotes(text: Text, quoted: str, number: str) -> list[tuple[Word, ...]]:
    return list(text.occurrences(quoted))


def _side(text1: Text, text2: Text, number: str) -> tuple[Text, Text]:
    """The text of a number, and the other one."""
    return (text1, text2) if number == "1" else (text2, text1)


def missing(text: Text, quoted: str) -> str | None:
    """A complaint if a quotation does not stand in a text."""
    return _quoted_in(text, quoted)


def _quoted_in(text: Text, *quotations: str) -> str | None:
    for quoted in (piece for quotation in quotations for piece in quotation.split(" ... ")):
        if not any(text.occurrences(quoted)):
            return f"{quoted!r} does not stand there"
    return None


# -------------------- claims about words of both texts


def _related(claim: Callable[[Word, Word], bool]) -> Claim:
    def check(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
        one, other = groups[:2]
        if wrong := _quoted_in(text1, one) or _quoted_in(text2, other):
            return wrong
        for words1 in text1.occurrences(one):
            for words2 in text2.occurrences(other):
                sides = [found if len(found) == 1 else _content(found) for found in (words1, words2)]
                if any(claim(first, second) for first in sides[0] for second in sides[1]):
                    return None
        return "they are not, where they stand"

    return check


def _either(one: Claim, other: Claim) -> Claim:
    """A claim about the first and the second text, or about the second and the first."""
    return lambda text1, text2, groups: one(text1, text2, groups) and other(text1, text2, groups)


def _stems(one: Word, other: Word) -> bool:
    return lexicon.are_one_stem(*_lower(one, other)) or lexicon.are_forms(*_lower(one, other))


def _turned(claim: Claim) -> Claim:
    return lambda text1, text2, groups: claim(text2, text1, groups)


def _opposed(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    if not (wrong := _related(are_opposed)(text1, text2, groups)):
        return None
    names = ["_".join(quoted.lower().split()) for quoted in groups]
    return None if lexicon.are_listed(*names) else wrong


def _exclusive(one: Word, other: Word) -> bool:
    names = [{_lemma(word), word.text.lower(), *_names(word.concept)} for word in (one, other)]
    return not means_the_same(one, other) and any(
        all(group & each for each in names) for group in lexicon.exclusive_classes()
    )


def _names(concept: str) -> list[str]:
    synset = _synset(concept)
    return [] if synset is None else [name.lower() for name in WordNet.shipped().lemmas(synset)]


def _became(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    found1, found2 = (list(text.occurrences(quoted)) for text, quoted in zip((text1, text2), groups, strict=True))
    if not (found1 and found2):
        return "it does not stand there"
    for words1 in found1:
        for words2 in found2:
            if _all_same(words1, words2):
                continue
            slots1, slots2 = _slots(text1, words1), _slots(text2, words2)
            if not (slots1 and slots2) or slots1 & slots2:
                return None
    return "both mean the same, or stand in different slots"


def _slots(text: Text, words: Sequence[Word]) -> set[str]:
    """The slots of words; what a noun has before it stands in the slots of what that noun means."""
    found = set()
    for word in _content(words):
        if word.slot:
            head, _, rest = word.slot.partition(".")
            found.add(word.slot)
            found |= {f"{noun.concept}.{rest}" for noun in text.words if rest and noun.slot == head}
    return found


def _all_same(words1: Sequence[Word], words2: Sequence[Word]) -> bool:
    first, second = _content(words1), _content(words2)
    if not (first and second):
        return False
    return len(first) == len(second) and all(any(means_the_same(one, other) for other in second) for one in first)


def _says(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    if wrong := _quoted_in(text1, groups[0]) or _quoted_in(text2, groups[1]):
        return wrong
    if " ... " in groups[0] + groups[1]:
        return None
    for words1 in text1.occurrences(groups[0]):
        for words2 in text2.occurrences(groups[1]):
            amounts = [word.amount for word in (*words1, *words2) if word.amount]
            if len(amounts) != 2 or amounts[0] != amounts[1] or len(words1) != len(words2):
                return None
    return "both are the same amount"


def _share_any(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    """Words, in the order of either text, that have any sense in common."""
    if (_spread(text1, groups[0]) or _spread(text2, groups[1])) and (
        _spread(text2, groups[0]) or _spread(text1, groups[1])
    ):
        return "they do not stand there"
    return None if lexicon.share_any_sense(*(quoted.lower() for quoted in groups)) else "they do not"


# -------------------- changes


def _denies(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    cue, number, denied = groups
    own, _ = _side(text1, text2, number)
    if wrong := _quoted_in(own, cue):
        return wrong
    if denied == "it":
        return None
    if wrong := _quoted_in(own, denied):
        return wrong
    for words in own.occurrences(denied):
        if any(
            squeezed(mark) in squeezed(cue) or squeezed(cue) in squeezed(mark) for word in words for mark in word.cues
        ):
            return None
    return None if not own.complete and _unknown_near(own, denied) else f"nothing in {own} denies {denied!r} by {cue!r}"


def _unknown_near(text: Text, quoted: str) -> bool:
    return any(not word.slot for words in text.occurrences(quoted) for word in words)


def swapped(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    one, other = groups
    if wrong := _quoted_in(text1, one, other) and _quoted_in(text2, one, other):
        return wrong
    for relation1 in text1.relations:
        for relation2 in text2.relations:
            slots1, slots2 = dict(relation1.filled), dict(relation2.filled)
            for slot1, concept1 in slots1.items():
                for slot2, concept2 in slots1.items():
                    exchanged = _agree(slots2.get(slot1, ""), concept2) and _agree(slots2.get(slot2, ""), concept1)
                    if slot1 < slot2 and concept1 != concept2 and exchanged:
                        return None
    if _qualities_swapped(text1, text2, one, other):
        return None
    return "no roles are exchanged"


def _agree(concept1: str, concept2: str) -> bool:
    """Whether two concepts are the same, or one is a kind of the other."""
    if concept1.split()[:-1] != concept2.split()[:-1]:
        return False
    low, high = (_synset(concept.split()[-1]) if concept.strip() else None for concept in (concept1, concept2))
    if concept1 == concept2 or low is None or high is None:
        return concept1 == concept2
    return high in WordNet.shipped().ancestors(low) or low in WordNet.shipped().ancestors(high)


def _turned_around(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    places = [[_places(text, quoted) for quoted in groups] for text in (text1, text2)]
    if not places[0][0] or not places[0][1]:
        return "they do not stand there"
    found = [
        (one < other) != (one2 < other2)
        for one in places[0][0] for other in places[0][1] for one2 in places[1][0] for other2 in places[1][1]
    ]  # fmt: skip
    return None if any(found) or not (places[1][0] and places[1][1]) else "they stand in one order"


def _places(text: Text, quoted: str) -> list[int]:
    whole = squeezed(str(text))
    return [match.start() for match in re.finditer(re.escape(squeezed(quoted)), whole)]


def _qualities_swapped(text1: Text, text2: Text, one: str, other: str) -> bool:
    """Whether words, such as two adjectives, stand each in the slot of the other."""
    slots = [[{word.slot for word in words} for words in text.occurrences(quoted)]
             for quoted in (one, other) for text in (text1, text2)]  # fmt: skip
    ones1, ones2, others1, others2 = ([slot for found in each for slot in found] for each in slots)
    return bool({*ones1} & {*others2} and {*ones2} & {*others1} and not {*ones1} & {*ones2})


def _who(text1: Text, text2: Text, _: Sequence[str]) -> str | None:
    for relation1 in text1.relations:
        for relation2 in text2.relations:
            first, second = dict(relation1.filled), dict(relation2.filled)
            if first["agent"] == second["patient"] and first["patient"] == second["agent"]:
                return None
    return "no roles are exchanged"


# -------------------- one text alone


def _nothing(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    silent, own = _side(text1, text2, groups[0])
    if wrong := _quoted_in(own, groups[1]):
        return wrong
    for words in own.occurrences(groups[1]):
        meant = _content(words)
        for word in meant:
            for other in silent.words:
                if _content((other,)) and (
                    means_the_same(word, other) or (_lemma(word) == _lemma(other) and not other.concept)
                ):
                    break
                if len(words) == 1 and _fits(word, other) and is_known_kind_of(other, word):
                    break
            else:
                continue
            break
        else:
            return None
    return f"{silent} says it"


def _no_counterpart(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    silent, own = _side(text1, text2, groups[0])
    if wrong := _quoted_in(own, groups[1]):
        return wrong
    for words in own.occurrences(groups[1]):
        meant = _content(words)
        if not meant or not all(_has_as_often(silent, own, word) for word in meant):
            return None
    return f"{silent} has it"


def _has_as_often(silent: Text, own: Text, word: Word) -> bool:
    counts = [sum(means_the_same(word, other) for other in text.words) for text in (own, silent)]
    return counts[0] <= counts[1] and any(means_the_same(word, other) and _fits(word, other) for other in silent.words)


def _fits(word: Word, other: Word) -> bool:
    return word.slot == other.slot or not (word.slot and other.slot)


def _only(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    own, other = _side(text1, text2, groups[0])
    # Words need not stand side by side.
    if absent := [word for word in groups[1].replace(" ... ", " ").split() if not any(own.occurrences(word))]:
        return f"{absent[0]!r} does not stand there"
    shared = [word for word in groups[1].replace(" ... ", " ").split() if _has_word(other, word)]
    return f"both have {shared[0]!r}" if shared else None


def _has_word(text: Text, word: str) -> bool:
    return word.lower() in text.tokens() if word[0].isalnum() else f"{word} " in f"{text} "


def _more_often(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    own, other = _side(text1, text2, groups[0])
    counts = [len(list(text.occurrences(groups[1]))) for text in (own, other)]
    words = [text.tokens().count(groups[1].lower()) for text in (own, other)]
    return (
        None
        if counts[0] > counts[1] or words[0] > words[1]
        else f"{counts[0]} times, and {counts[1]} in the other text"
    )


# -------------------- whole texts


def plain_words(text: Text) -> list[str]:
    """The words, contractions written out."""
    return [
        part for token in text.tokens() for part in re.sub(r"(n't)$", " not", token.replace("can't", "can not")).split()
    ]


def _is_longer(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    own, other = _side(text1, text2, groups[0])
    counts = [{len(text.tokens()), len(plain_words(text)), len(str(text).split())} for text in (own, other)]
    # The words of text 1 are named first.
    first, second = int(groups[1]), int(groups[2])
    if groups[0] == "2":
        first, second = second, first
    return None if first in counts[0] and second in counts[1] and first > second else f"{counts} words"


def _same_order(text1: Text, text2: Text, _: Sequence[str]) -> str | None:
    return None if plain_words(text1) == plain_words(text2) else "the words are not the same"


def _other_order(text1: Text, text2: Text, _: Sequence[str]) -> str | None:
    one, other = plain_words(text1), plain_words(text2)
    return None if one != other and sorted(one) == sorted(other) else "the words are not the same, or in one order"


def _reordered(text1: Text, text2: Text, _: Sequence[str]) -> str | None:
    """Some words that mean the same stand in another order."""
    one, other = text1.said(), text2.said()
    places = [next((k for k, word in enumerate(other) if means_the_same(own, word)), -1) for own in one]
    found = [place for place in places if place >= 0]
    order = [word for word in plain_words(text1) if word in plain_words(text2)]
    return (
        None
        if found != sorted(found) or order != [w for w in plain_words(text2) if w in plain_words(text1)]
        else "they do not"
    )


def _differ(text1: Text, text2: Text, _: Sequence[str]) -> str | None:
    return None if str(text1) != str(text2) else "the texts are equal"


def _numbers_differ(text1: Text, text2: Text, _: Sequence[str]) -> str | None:
    if not (text1.complete and text2.complete):
        return None
    amounts = [sorted((w.amount.value, w.amount.dimension) for w in text.words if w.amount) for text in (text1, text2)]
    digits = [
        sorted(re.findall(r"\d+", word.text) for word in text.words if word.slot == "time") for text in (text1, text2)
    ]
    return None if amounts[0] != amounts[1] or digits[0] != digits[1] else "they are the same"


def _empty(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    return None if not _side(text1, text2, groups[0])[0].tokens() else "it has words"


def _percent(_: Text, __: Text, groups: Sequence[str]) -> str | None:
    return None if 0 <= int(groups[0]) <= 100 else "no share"


def _always(_: Text, __: Text, ___: Sequence[str]) -> str | None:
    return None


_OTHERWISE = "some in another spelling or a short form"


def _same_meanings(text1: Text, text2: Text, _: Sequence[str]) -> str | None:
    """Each word of one text has one in the other that is the same, or means the same."""
    for own, other in ((text1, text2), (text2, text1)):
        for word in _content(own.words):
            if not any(means_the_same(word, one) or _lemma(word) == _lemma(one) for one in other.words):
                return f"{word.text!r} has none"
    return None if plain_words(text1) != plain_words(text2) else "the words are spelled alike"


# -------------------- edits, and words without a match


def _spread(text: Text, quoted: str) -> str | None:
    """Words of a text, though shifts may have brought them together."""
    missing = [word for word in quoted.split() if not any(text.occurrences(word))]
    return f"{missing[0]!r} does not stand there" if missing else None


def _in_both(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    return _spread(text1, groups[0]) or _spread(text2, groups[0])


def _in_one(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    return _spread(text1, groups[0]) and _spread(text2, groups[0])


def _in_hypothesis(text1: Text, _: Text, groups: Sequence[str]) -> str | None:
    return _spread(text1, groups[0])


def _in_reference(_: Text, text2: Text, groups: Sequence[str]) -> str | None:
    return _spread(text2, groups[0])


def _stands_where(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    return _spread(text1, groups[0]) or _spread(text2, groups[1])


def _text2_where(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    return _spread(text2, groups[0]) or _spread(text1, groups[1])


def _listed(groups: Sequence[str]) -> list[str]:
    """The members of a list of quotations."""
    return re.findall(r"""(?:^|, )(?:'(.+?)'|"(.+?)")(?=, |$)""", groups[0])


def _all_in_both(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    words = [one or other for one, other in _listed(groups)]
    return next((wrong for word in words if (wrong := _quoted_in(text1, word) or _quoted_in(text2, word))), None)


def _unmatched(text1: Text, text2: Text, groups: Sequence[str]) -> str | None:
    """Words that the other text has less often."""
    own, other = _side(text1, text2, groups[1])
    for word in (one or another for one, another in _listed(groups)):
        counts = [len(list(text.occurrences(word))) for text in (own, other)]
        if not counts[0]:
            return f"{word!r} does not stand there"
        if counts[0] <= counts[1]:
            return f"the other text has {word!r} as often"
    return None


def _forms() -> Iterator[tuple[str, Claim]]:
    q = "['\"](.+)['\"]"
    yield "neither text has a word", lambda one, other, _: _empty(one, other, "1") or _empty(one, other, "2")
    yield "both texts are empty", lambda one, other, _: _empty(one, other, "1") or _empty(one, other, "2")
    yield r"text ([12]) is empty", _empty
    yield "both texts have the same words in the same order", _same_order
    yield "both texts have the same words in another order", _other_order
    yield f"both texts have the same words in the same order, {_OTHERWISE}", _same_meanings
    yield f"both texts have the same words in another order, {_OTHERWISE}", _same_meanings
    yield "no single difference costs much", _differ
    yield "small words, spelling or word order differ", _differ
    yield "words stand in another order", _reordered
    yield "the numbers of the two texts are not the same", _numbers_differ
    yield r"as a whole, the words of the two texts are (\d+) % alike", _percent
    yield r"text ([12]) is longer: ([\d,]+) words and ([\d,]+)", _is_longer
    for name, claim in _RELATED.items():
        yield f"{q} and {q} are {name}", _either(_related(claim), _turned(_related(claim)))
    yield f"{q} and {q} have the same stem", _either(_related(_stems), _turned(_related(_stems)))
    yield f"{q} and {q} are spellings or short forms of one word", _related(means_the_same)
    yield f"{q} is more specific than {q}", _related(is_kind_of)
    yield f"{q} is more general than {q}", _related(lambda one, other: is_kind_of(other, one))
    yield f"{q} and {q} share a sense in WordNet", _share_any
    yield f"{q} and {q} are opposites", _opposed
    yield f"{q} and {q} exclude each other", _related(_exclusive)
    yield f"{q} became {q}", _became
    yield f"text 1 says {q}, text 2 says {q}", _says
    yield f"{q} in text ([12]) denies {q}", _denies
    yield f"{q} in text ([12]) denies (it)", _denies
    yield r"who (\w+) whom is swapped", _who
    yield f"{q} and {q} have changed places", swapped
    yield f"{q} and {q} stand in another order", _turned_around
    yield f"nothing in text ([12]) says {q}", _nothing
    yield f"text ([12]) has no clear counterpart of {q}", _no_counterpart
    yield f"only text ([12]) has {q}", _only
    yield f"text ([12]) says {q} more often", _more_often

    yield f"text 2 has {q} where text 1 has {q}", _text2_where
    yield f"text ([12]) has {q} more often than text [12]", _more_often
    yield f"{q} is in another place", _in_both
    yield f"{q} matches words in another place", _in_one
    yield f"{q} stands where the reference has {q}", _stands_where
    yield f"{q} of the hypothesis is aligned with no word", _in_hypothesis
    yield f"{q} of the reference is aligned with no word", _in_reference
    yield f"{q} stands at another place than what it is aligned with", _in_hypothesis
    yield r"both texts have (['\"].+['\"])", _all_in_both
    yield f"the model takes {q} and {q} for the same", _stands_where
    yield r"(['\"].+['\"]) of text ([12]) (?:has|have) no match", _unmatched


FORMS: Sequence[tuple[re.Pattern[str], Claim]] = [(re.compile(pattern), claim) for pattern, claim in _forms()]
"""The known forms of reasons and their claims."""
