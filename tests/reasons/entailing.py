"""The forms of reasons that `perpend entail` prints, and their claims; see `tests.reasons.checker`.

Text 1 is the text, text 2 the hypothesis. What a sentence says of "the hypothesis" and "the text" may go either way.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from tests.reasons import lexicon
from tests.reasons.checker import FORMS as COMMON
from tests.reasons.checker import (
    are_opposed,
    is_kind_of,
    is_known_kind_of,
    may_mean,
    means_the_same,
    missing,
    plain_words,
    swapped,
)
from tests.reasons.facts import Text, Word

__all__ = ["untrue"]

Claim = Callable[[Text, Text, Sequence[str]], str | None]


def untrue(reason: str, text: Text, hypothesis: Text) -> str | None:
    """Why a `reason` for what `text` says of `hypothesis` is untrue, or None."""
    for pattern, claim in _FORMS:
        if match := pattern.fullmatch(reason):
            return claim(text, hypothesis, match.groups(default=""))
    return "no known form of a reason"


def _sides(text: Text, hypothesis: Text, name: str) -> tuple[Text, Text]:
    return (text, hypothesis) if name == "text" else (hypothesis, text)


def _in_slot(claim: Callable[[Word, Word], bool]) -> Claim:
    """A claim about a word of one text, and the word in the same slot of the other, in either order."""

    def check(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
        first, second, _, phrase = groups
        complaint = "they do not stand there"
        for own, other in ((hypothesis, text), (text, hypothesis)):
            if missing(own, first) or missing(other, second) or missing(other, phrase):
                continue
            complaint = "they are not, where they stand"
            for one in _each(own, first):
                for its in _each(other, second):
                    if claim(one, its):
                        return None
        return complaint

    return check


def _each(text: Text, quoted: str) -> Iterator[Word]:
    for words in text.occurrences(quoted):
        yield from words


def _in_one_slot(one: Word, other: Word) -> bool:
    slots = one.slot.partition(".")[2] or one.slot, other.slot.partition(".")[2] or other.slot
    return not all(slots) or slots[0] == slots[1] or {"agent", "patient"} >= set(slots)


def _absent(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    name, word, _ = groups
    silent, own = _sides(text, hypothesis, name)
    if wrong := missing(own, word):
        return wrong
    said = [one for one in _each(own, word) if may_mean(one)]
    if said and all(
        any(means_the_same(one, other) or is_known_kind_of(other, one) for other in silent.words) for one in said
    ):
        return f"{silent} says it"
    return None


def _elsewhere(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    name, word, _ = groups
    there, _ = _sides(text, hypothesis, name)
    return missing(there, word)


def _denied(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    name, cue, _what, other_name, _frame = groups
    own, _ = _sides(text, hypothesis, name)
    if wrong := missing(own, cue):
        return wrong
    cues = [mark for word in own.words for mark in (*word.cues, *([word.text] if word.slot == "cue" else []))]
    return None if name != other_name and any(_is_cue(cue, mark) for mark in cues) else f"{cue!r} denies nothing"


def _denies_what_is_said(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    """What a text denies is what the other says, and does not deny."""
    if wrong := _denied(text, hypothesis, groups):
        return wrong
    own, other = _sides(text, hypothesis, groups[0])
    for word in own.words:
        if word.part == "v" and any(_is_cue(groups[1], cue) for cue in word.cues):
            for its in other.words:
                if (
                    its.part == "v"
                    and not its.cues
                    and (means_the_same(word, its) or is_kind_of(its, word) or is_kind_of(word, its))
                ):
                    return None
    verbs = [word for word in own.words if word.part == "v" and any(_is_cue(groups[1], cue) for cue in word.cues)]
    return "what is denied is not said" if verbs else None


def _all_said(text: Text, hypothesis: Text, _: Sequence[str]) -> str | None:
    said = plain_words(text)
    new = [
        word
        for word in plain_words(hypothesis)
        if word not in said and not any(lexicon.are_forms(word, one) for one in said)
    ]
    return f"{new[0]!r} is new" if new else None


def _all_but(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    words = re.findall(r"'(.+?)'(?=, |$)", groups[0])
    return next((wrong for word in words if (wrong := missing(hypothesis, word))), None)


def _exists(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    one, other = groups
    return (missing(hypothesis, one) and missing(text, one)) or (missing(text, other) and missing(hypothesis, other))


def _denies_existence(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    own, _ = _sides(text, hypothesis, groups[0])
    return missing(own, groups[1])


def _all_denied(text: Text, hypothesis: Text, _: Sequence[str]) -> str | None:
    denied = [word for word in hypothesis.words if word.cues and word.part == "v" and word.clause == 0]
    known = [word for word in text.words if word.cues]
    for word in denied:
        if not any(means_the_same(word, one) or is_kind_of(word, one) for one in known):
            return f"{word.text!r} is not denied by the text"
    return None


def _always(_: Text, __: Text, ___: Sequence[str]) -> str | None:
    return None


def _differ(one: Word, other: Word) -> bool:
    return not means_the_same(one, other)


def _compared(_: Text, __: Text, groups: Sequence[str]) -> str | None:
    given, relation, bound = groups
    # Both are rounded to two digits.
    holds = float(given) <= float(bound) if relation == "below" else float(given) >= float(bound)
    return None if holds else f"{given} is not {relation} {bound}"


def _forms() -> Iterator[tuple[str, Claim]]:
    q, slot = "['\"](.+)['\"]", r"in the same slot \(([\w ']*): (.+)\)"
    yield r"the patterns alone would say [A-Z]+ \(.+\); the learned layer says [A-Z]+", _always
    beside = r"(-?[\d.]+) is (below|at least) ([\d.]+)"
    yield f"no pattern applies; relatedness {beside}", _compared
    yield f"little is replaced or added, so relatedness decides: {beside}", _compared
    yield f"{q} is a synonym of {q} {slot}", _in_slot(means_the_same)
    yield f"{q} is more general than {q} {slot}", _in_slot(lambda one, other: is_kind_of(other, one))
    yield f"{q} says more than {q} {slot}", _in_slot(is_kind_of)
    yield f"{q} is an antonym of {q} {slot}", _in_slot(are_opposed)
    yield (
        f"{q} is only derived from the same root as {q} {slot}",
        _in_slot(lambda one, other: lexicon.are_family(one.text.lower(), other.text.lower())),
    )
    yield (
        f"{q} is another kind of thing than {q} {slot}",
        _in_slot(lambda one, other: _differ(one, other) and not is_kind_of(one, other) and not is_kind_of(other, one)),
    )
    yield f"{q} is another word than {q} {slot}", _in_slot(_differ)
    yield (
        f"{q} may stand for, as training pairs have shown, {q} {slot}",
        _in_slot(lambda one, other: not are_opposed(one, other)),
    )
    yield rf"nothing in the (text|hypothesis) says {q}(?: \((.+)\))?", _absent
    yield rf"the (text|hypothesis) has {q}, but not in the same slot(?: \((.+)\))?", _elsewhere
    yield rf"the (text|hypothesis) denies by {q} (what) the (text|hypothesis) says: (.+)", _denies_what_is_said
    yield rf"the (text|hypothesis) denies by {q} (something else than what) the (text|hypothesis) says: (.+)", _denied
    yield rf"the (text|hypothesis) denies by {q} (what) the (text|hypothesis) denies or leaves open: (.+)", _denied
    yield "the text denies all that the hypothesis denies", _all_denied
    yield (
        rf"the (text|hypothesis) denies that there is {q}, and the (?:text|hypothesis) speaks of one",
        _denies_existence,
    )
    yield f"that there is {q} follows from {q}", _exists
    yield r"both match the pattern .+", _always
    yield "every word of the hypothesis is in the text", _all_said
    yield r"the verbs of the hypothesis and their slots are said by the text, but not the words ('.+')", _all_but


# -------------------- findings


def _lower(*words: Word) -> list[str]:
    return [word.text.lower() for word in words]


def _pair(claim: Callable[[Word, Word], bool]) -> Claim:
    """A claim about words of the text and of the hypothesis."""

    def check(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
        if wrong := missing(text, groups[0]) or missing(hypothesis, groups[1]):
            return wrong
        pairs = ((one, its) for one in _each(text, groups[0]) for its in _each(hypothesis, groups[1]))
        return None if any(claim(*pair) for pair in pairs) else "they are not, where they stand"

    return check


def _either(one: Claim, other: Claim) -> Claim:
    return lambda text, hypothesis, groups: one(text, hypothesis, groups) and other(text, hypothesis, groups)


def _turned(claim: Claim) -> Claim:
    return lambda text, hypothesis, groups: claim(hypothesis, text, groups)


def _kind(*, is_narrow_first: bool) -> Claim:
    """One word is a kind of another, which the text has alone."""

    def check(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
        order = (text, hypothesis) if is_narrow_first else (hypothesis, text)
        return _pair(is_kind_of)(*order, groups[:2]) or missing(text, groups[2])

    return check


def _opposed_and_denied(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    if wrong := _pair(are_opposed)(text, hypothesis, groups):
        return wrong
    denied = [
        any(word.cues for word in _each(own, quoted)) for own, quoted in zip((text, hypothesis), groups, strict=True)
    ]
    return None if denied[0] != denied[1] else "not one of them alone is denied"


def _says(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    if wrong := missing(text, groups[0]) or missing(hypothesis, groups[1]):
        return wrong
    for words1 in text.occurrences(groups[0]):
        for words2 in hypothesis.occurrences(groups[1]):
            amounts = [word.amount for word in (*words1, *words2) if word.amount]
            if len(amounts) != 2 or amounts[0] != amounts[1]:
                return None
    return "both are the same amount"


def _only_text(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    if wrong := missing(text, groups[0]):
        return wrong
    words = list(_each(text, groups[0]))
    said = [any(means_the_same(word, other) for other in hypothesis.words) for word in words if may_mean(word)]
    return "the hypothesis says it, too" if said and all(said) else None


def _denied_only(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    cue, word, name = groups
    own, _ = _sides(text, hypothesis, name)
    if wrong := missing(own, cue) or missing(own, word):
        return wrong
    found = [one for one in _each(own, word) if any(_is_cue(cue, mark) for mark in one.cues)]
    return None if found or not own.complete else f"{cue!r} does not deny it"


def _is_cue(told: str, known: str) -> bool:
    one, other = told.lower(), known.lower()
    return one in other or other in one


def _left_open(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    if wrong := missing(text, groups[0]) or missing(text, groups[1]):
        return wrong
    return None if groups[0].lower() in _OPEN else f"{groups[0]!r} leaves nothing open"


_OPEN = frozenset(
    [
        "may",
        "might",
        "must",
        "should",
        "would",
        "could",
        "can",
        "will",
        "if",
        "whether",
        "think",
        "thinks",
        "wants",
        "hopes",
        "says",
        "said",
    ]
)


def _possible(text: Text, hypothesis: Text, groups: Sequence[str]) -> str | None:
    return missing(hypothesis, groups[0]) or missing(hypothesis, groups[1])


def _nothing_shared(text: Text, hypothesis: Text, _: Sequence[str]) -> str | None:
    shared = {word.lemma for word in text.words if word.concept} & {word.lemma for word in hypothesis.words}
    return f"both say {shared.pop()!r}" if shared else None


def _finding_forms() -> Iterator[tuple[str, Claim]]:
    q = "'(.+)'"
    yield (
        f"both texts say {q}",
        lambda text, hypothesis, groups: missing(text, groups[0]) or missing(hypothesis, groups[0]),
    )
    yield f"{q} and {q} are forms of one word", _pair(lambda one, its: lexicon.are_forms(*_lower(one, its)))
    yield f"{q} and {q} can mean the same", _pair(means_the_same)
    yield f"{q} and {q} are words of one family", _pair(lambda one, its: lexicon.are_family(*_lower(one, its)))
    yield f"{q} is a kind of {q}, and the text says only {q}", _kind(is_narrow_first=False)
    yield f"{q} is a kind of {q}, but the text says it only of {q}", _kind(is_narrow_first=True)
    yield f"{q} is a kind of {q}", _either(_pair(is_kind_of), _turned(_pair(is_kind_of)))
    yield f"{q} is part of {q}.*", _either(_pair(_differ), _turned(_pair(_differ)))
    yield f"{q} and {q} are opposites, and one of them is denied", _opposed_and_denied
    yield f"{q} and {q} are opposites", _pair(are_opposed)
    yield f"the text says {q}, the hypothesis {q}", _says
    yield f"the text does not say {q}", lambda text, hypothesis, groups: None if missing(text, groups[0]) else "it does"
    yield (
        f"nothing in the text says {q}",
        lambda text, hypothesis, groups: _absent(text, hypothesis, ("text", groups[0], "")),
    )
    yield f"only the text says {q}, and without it the sentence says more", _only_text
    yield f"{q} denies {q} in the (text|hypothesis) only", _denied_only
    yield f"{q} leaves it open in the text whether {q} is so", _left_open
    yield rf"the hypothesis says only that {q} is possible \({q}\)", _possible
    yield f"the text speaks of {q}, the hypothesis of {q}", _always
    yield f"{q} and {q} have changed their roles", swapped
    yield "the texts share no word that tells something", _nothing_shared
    yield f"{q} is {q}", _pair(lambda one, its: True)


_FORMS = [*((re.compile(pattern), claim) for pattern, claim in (*_forms(), *_finding_forms())), *COMMON]
