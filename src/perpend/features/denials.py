"""What a sentence denies: its cues of negation, and the word that each of them denies.

    denials_of(("the", "pilot", "forgot", "to", "check", "the", "fuel"))
        ->  (Denial(cue=(2, 4), reach=(4, 6), clause=0),)

A cue is a word ("not", "nobody"), a phrase ("no longer", "far from") or a verb with what it needs ("forgot to",
"avoids driving", "too ... to"), from `lexicon/data/negations.toml`; phrases such as "not only" and "no doubt" are none,
and neither is the "no" of "No. 6". A cue reaches the next words of its clause that bear meaning, the nearest first;
"nobody", "nothing" and "none" at the end of a clause reach back."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from perpend.features.word_kinds import pronoun_of
from perpend.files.toml import read_toml
from perpend.lexicon.word_relations import facts_of

__all__ = ["Denial", "denials_of", "is_raising"]

_REACH = 3
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
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], bool], ...]]


@cache
def _cues() -> _Cues:
    lists: dict[str, Any] = read_toml(Path(__file__).parents[1] / "lexicon" / "data" / "negations.toml")
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
def _is_light(form: str) -> bool:
    """Whether a word may stand between a cue and what it denies."""
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
        label = forms[start] == "no" and not (after and after[0].isalpha())
        return (None if label else (start, start + 1)), start + 1
    if "t" in kinds and "to" in after[:2]:
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


def _end_before_ing(forms: Sequence[str], start: int) -> int:
    """The end of a cue before an -ing form, or 0: "avoids" driving, "kept him from" driving."""
    after = forms[start + 1 : start + 6]
    if after and after[0].endswith("ing") and len(after[0]) > 4:
        return start + 1
    if "from" in after[:4] and any(form.endswith("ing") for form in after[after.index("from") + 1 :][:1]):
        return start + after.index("from") + 2
    return 0


def _denial(forms: Sequence[str], cue: Range, *, word: bool) -> Denial:
    cues = _cues()
    clause = sum(form in cues.clause for form in forms[: cue[0] + 1])
    reach: list[int] = []
    light: list[int] = []
    for place in range(cue[1], len(forms)):
        form = forms[place]
        if form in cues.clause and (reach or form != ","):
            break
        if _is_reached(form) and _is_light(form):
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
