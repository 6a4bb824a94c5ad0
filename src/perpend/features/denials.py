"""What a sentence denies: its cues of negation, and the word that each of them denies.

    denials_of(("the", "pilot", "forgot", "to", "check", "the", "fuel"))
        ->  (Denial(cue=(2, 4), reach=(4, 6), clause=0),)

A cue is a word ("not", "nobody"), a phrase ("no longer", "far from") or a verb with what it needs ("forgot to",
"avoids driving", "too ... to"), from `lexicon/data/negations.toml`. Phrases such as "not only" and "no doubt" are
none, and neither is the "no" of "No. 6", nor the "not" of a question that begins with its verb: "Is it not late?"
asks the same as "Is it late?". A cue reaches the next words of its clause that bear meaning, the nearest first;
"nobody", "nothing" and "none" at the end of a clause reach back."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from perpend.features.word_kinds import kind_of_word, pronoun_of
from perpend.files.toml import read_toml
from perpend.lexicon.opposites import is_negative
from perpend.lexicon.spellings import plain_lists
from perpend.lexicon.word_relations import facts_of
from perpend.lexicon.wordnet.database import WordNet

__all__ = ["Denial", "denials_of", "is_light", "is_raising", "quiet_denials"]

_REACH = 3
_QUOTES = frozenset(("'", '"', "`", "``", "''", "\u2018", "\u2019", "\u201c", "\u201d"))
_PASSED = _QUOTES | {","}
_KEPT = 1 << 16
_SENTENCES = 1 << 12
Range = tuple[int, int]


class Denial(NamedTuple):
    """One denial: the tokens of its `cue`, the places that it may deny, nearest first, its clause, and its strength.

    `word` is True for a cue that only negates ("not"), False for one that is a word of its own ("failed to").
    """

    cue: Range
    reach: tuple[int, ...]
    clause: int
    word: bool = True


class _Cues(NamedTuple):
    words: frozenset[str]
    behind: frozenset[str]
    before_to: frozenset[str]
    before_ing: frozenset[str]
    before_any: frozenset[str]
    before_that: frozenset[str]
    clause: frozenset[str]
    light: frozenset[str]
    raising: frozenset[str]
    quiet: frozenset[str]
    after_answers: frozenset[str]
    asking: frozenset[str]
    articles: frozenset[str]
    prepositions: frozenset[str]
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], bool], ...]]


@cache
def _cues() -> _Cues:
    lists: dict[str, Any] = plain_lists(read_toml(Path(__file__).parents[1] / "lexicon" / "data" / "negations.toml"))
    phrases: defaultdict[str, list[tuple[tuple[str, ...], bool]]] = defaultdict(list)
    for name, denies in (("phrases", True), ("exceptions", False)):
        for phrase in lists.pop(name):
            words = tuple(phrase.split())
            phrases[words[0]].append((words, denies))
    longest_first = {first: tuple(sorted(found, key=lambda one: -len(one[0]))) for first, found in phrases.items()}
    return _Cues(phrases=longest_first, **{name: frozenset(entries) for name, entries in lists.items()})


@lru_cache(maxsize=_KEPT)
def _may_begin(form: str) -> str:
    """What cues may begin with a word: w (word), p (phrase), t, i, h, a (verb before to, -ing, that, any), o (too)."""
    cues, bases = _cues(), facts_of(form).bases
    kinds = "w" if form in cues.words else ""
    kinds += "p" if form in cues.phrases else ""
    kinds += "t" if not bases.isdisjoint(cues.before_to) else ""
    kinds += "i" if not bases.isdisjoint(cues.before_ing) else ""
    kinds += "a" if not bases.isdisjoint(cues.before_any) else ""
    kinds += "h" if not bases.isdisjoint(cues.before_that) else ""
    return kinds + ("o" if form == "too" else "")


@lru_cache(maxsize=_KEPT)
def _is_reached(form: str) -> bool:
    """Whether a cue may deny a word: one that bears meaning, or a pronoun."""
    facts = facts_of(form)
    return facts.is_content or bool(pronoun_of(form))


@lru_cache(maxsize=_KEPT)
def is_light(form: str) -> bool:
    """Returns whether a word may stand between a cue and what it denies."""
    return not facts_of(form).bases.isdisjoint(_cues().light)


@lru_cache(maxsize=_KEPT)
def is_raising(form: str) -> bool:
    """Returns whether a negation of this verb may be meant for the verb that it governs, as with "seem" and "think"."""
    return not facts_of(form).bases.isdisjoint(_cues().raising)


@lru_cache(maxsize=_SENTENCES)
def denials_of(forms: tuple[str, ...]) -> tuple[Denial, ...]:
    """Returns the denials of the words `forms`, in their compared form; results for recent sentences are kept."""
    found: list[Denial] = []
    place = 0
    for start, form in enumerate(forms):
        if start < place or not (kinds := _may_begin(form)):
            continue
        cue, place = _cue(forms, start, kinds)
        if cue:
            found.append(_denial(forms, cue, word="w" in kinds or "p" in kinds))
    return tuple(found)


def _cue(forms: Sequence[str], start: int, kinds: str) -> tuple[Range | None, int]:
    """The cue that begins at `start`, if any, and the place to go on."""
    if "p" in kinds:
        for words, denies in _cues().phrases[forms[start]]:
            end = start + len(words)
            if tuple(forms[start:end]) == words:
                return ((start, end) if denies else None), end
    after = forms[start + 1 : start + 4]
    if "w" in kinds:
        is_cue = _denies_noun(forms, start) if forms[start] == "no" else not _only_asks(forms, start)
        return ((start, start + 1) if is_cue else None), start + 1
    if "t" in kinds and "to" in after[:2] and _is_infinitive(forms[start + after.index("to") + 2 :][:1]):
        end = start + after.index("to") + 2
        return (start, end), end
    if "i" in kinds and (end := _end_before_ing(forms, start)):
        return (start, end), end
    if "h" in kinds and "that" in forms[start + 1 : start + 9]:
        return (start, forms.index("that", start + 1) + 1), start + 1
    if "a" in kinds:
        return (start, start + 1), start + 1
    if "o" in kinds and "to" in forms[start + 2 : start + 5]:
        end = forms.index("to", start + 2) + 1
        return (start, end), end
    return None, start + 1


def _only_asks(forms: Sequence[str], place: int) -> bool:
    """Whether the "not" at `place` stands in a question that begins with its verb, as "Is it not late?"."""
    if forms[place] != "not" or forms[-1] != "?":
        return False
    first = next((k for k in range(place, 0, -1) if forms[k - 1] in _cues().clause), 0)
    return forms[first] in _cues().asking


def _denies_noun(forms: Sequence[str], place: int) -> bool:
    """Whether the "no" at `place` stands before what it denies; not that of "No. 6" or "no, I did"."""
    rest = [form for form in forms[place + 1 : place + 4] if form not in _QUOTES]
    if not rest or rest[0] == "no" or not any(map(str.isalnum, rest[0])):
        return False
    if rest[0].isdecimal() or kind_of_word(rest[0]).number:
        return len(rest) > 1 and kind_of_word(rest[1]).kind in "N?"
    return rest[0] not in _cues().after_answers


def _is_infinitive(form: Sequence[str]) -> bool:
    """Whether the word after "to" is a verb in its base form, or may be one that WordNet lacks."""
    if not form or form[0] in _cues().articles:
        return False
    wordnet = WordNet.shipped()
    return form[0] in wordnet.base_forms(form[0], "v") or (form[0].isalpha() and not wordnet.synsets(form[0]))


@lru_cache(maxsize=_KEPT)
def _is_gerund(form: str) -> bool:
    """Whether a word is the -ing form of a verb: not "during", "thing" or "spring"."""
    if not form.endswith("ing") or kind_of_word(form).kind not in "?BH":
        return False
    bases = WordNet.shipped().base_forms(form, "v")
    return bool(bases) and form not in bases


def _end_before_ing(forms: Sequence[str], start: int) -> int:
    """The end of a cue before an -ing form, or 0: "avoids" driving, "kept him from" driving."""
    after = forms[start + 1 : start + 6]
    if after and _is_gerund(after[0]):
        return start + 1
    if "from" in after[:4] and any(map(_is_gerund, after[after.index("from") + 1 :][:1])):
        return start + after.index("from") + 2
    return 0


@lru_cache(maxsize=_SENTENCES)
def quiet_denials(forms: tuple[str, ...]) -> tuple[Range, ...]:
    """Returns where `forms` deny without a cue: "refusal", "ignored", "shirtless", "no less than".

    Such a word says what a denial can say too, but alone it turns no sentence into its contrary.
    """
    found: list[Range] = []
    for start, form in enumerate(forms):
        if _is_quiet(form):
            found.append((start, start + 1))
        for words, denies in _cues().phrases.get(form, ()):
            if tuple(forms[start : start + len(words)]) == words:
                found += [] if denies else [(start, start + len(words))]
                break
    return tuple(found)


@lru_cache(maxsize=_KEPT)
def _is_quiet(form: str) -> bool:
    """Whether a word denies quietly: a listed one, a verb that may be a cue, one with a negative ending or prefix."""
    cues, facts = _cues(), facts_of(form)
    if not facts.is_content or form in cues.words:
        return False
    listed = cues.quiet | cues.before_to | cues.before_ing | cues.before_any | cues.before_that
    return not facts.bases.isdisjoint(listed) or is_negative(form)


def _denial(forms: Sequence[str], cue: Range, *, word: bool) -> Denial:
    cues = _cues()
    clause = sum(form in cues.clause for form in forms[: cue[0] + 1])
    reach: list[int] = []
    light: list[int] = []
    beside = word and forms[cue[1] - 1] in cues.prepositions
    for place in range(cue[1], len(forms)):
        form = forms[place]
        if form in cues.clause and (reach or form not in _PASSED):
            break
        if reach and beside and form in cues.prepositions:
            break
        if _is_reached(form) and is_light(form):
            light.append(place)
        elif _is_reached(form):
            reach.append(place)
            if len(reach) == _REACH:
                break
    reach += light
    if (not reach and forms[cue[0]] in cues.behind) or forms[cue[0] : cue[0] + 2] == ("no", "one"):
        reach += _behind(forms, cue[0])
    return Denial(cue, tuple(reach), clause, word)


def _behind(forms: Sequence[str], end: int) -> list[int]:
    """The words before a cue, the nearest first, to the beginning of its clause."""
    found: list[int] = []
    for place in range(end - 1, -1, -1):
        if forms[place] in _cues().clause:
            break
        if _is_reached(forms[place]):
            found.append(place)
    return found[:_REACH]
