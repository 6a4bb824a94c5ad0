"""Quantities in a text: numbers with their units, however they are written.

    "1.2 million people"          1,200,000
    "twenty-five %"               25 percent
    "48 hours", "two days"        172,800 seconds, both
    "$3bn"                        3,000,000,000 dollars
    "3pm", "15:00"                minute 900 of the day
    "the 2nd", "the second"       the 2nd
    "1/3", "2 1/2", "1½"          0.333, 2.5, 1.5
    "the 1990s", "the nineties"   decades
    "10-15 eggs"                  10, and 15 as `most`
    "group A", "room 4B", "X7"    labels: names of which the number or letter tells them apart

    quantities_of(("It", "took", "48", "hours"))  ->  (Quantity(2, 4, 172800.0, "time"),)

A quantity is a range of tokens, a value in the base unit of its dimension, and the dimension: "" for plain numbers,
"ordinal", "clock" (a time of the day), "hour" (one that may be a.m. or p.m.), "decade", "label", or a name of
`data/quantities.toml`. Units are converted only where the ratio is exact: days to
seconds, years to months, but no months to days and no miles to metres. "One" is often a pronoun, so it counts as a
number only before a unit, a scale or a noun without a determiner ("one shoe", not "the one who"); "a" and "an" count
only before a scale and before a unit of time ("a dozen", "a week")."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from perpend.files.toml import read_toml

__all__ = ["Quantity", "are_one_amount", "lettered", "quantities_agree", "quantities_of", "starters"]

_DIGITS = re.compile(r"[-+−]?(?:\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,15})?|\.\d{1,15})")
_JOINED = re.compile(rf"({_DIGITS.pattern})-?([^\W\d_]{{1,12}}\.?[^\W\d_]?\.?|%)")
_CLOCK = re.compile(r"([01]?\d|2[0-4]):([0-5]\d)(?::[0-5]\d)?(am|pm)?")
_FRACTION = re.compile(r"(\d{1,2})/(\d{1,3})")
_WITH_FRACTION = re.compile(r"(\d{0,6})([½¼¾⅓⅔⅛⅜⅝⅞])")
_DENOMINATORS = frozenset((2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 100))
_RANGE = re.compile(r"(\d{1,6}(?:\.\d{1,4})?)[-–](\d{1,6}(?:\.\d{1,4})?)")
_DECADE = re.compile(r"(?:1\d|20)\d0['’]?s|['’]\d0s|\d0['’]?s")
_QUARTER = re.compile(r"q[1-4]")
_LABEL = re.compile(r"[a-z]{1,5}-?(\d{1,4})[a-z]?|(\d{1,4})-?[a-z]")
_RANGING = frozenset(("to", "or", "-", "–", "—"))
_UNIT_WORDS = 3
_SCORE = 1e6
_HALF_DAY = {"am": 0, "a.m.": 0, "a.m": 0, "pm": 720, "p.m.": 720, "p.m": 720}
_BEFORE_TIMES = frozenset(("at", "by", "until", "till", "from", "to", "before", "after", "since", "about", "around",
                           "between", "and", "or", "past"))  # fmt: skip
_ENDINGS = ("st", "nd", "rd", "th")
_KEPT = 1 << 16
_ARTICLES = ("a", "an")
_LED = frozenset(("no", "the", "this", "that", "each", "every", "any", "some", "which", "another", "other"))
_PRONOUN_BEFORE = frozenset(("of", "another", "who", "that", "which", "can", "could", "is", "was", "has", "must", "may",
                             "should", "would", "will", "and", "or", "in", "on", "at", "for", "to", "by"))  # fmt: skip


_NEAR = 0.08
"""How far, relative to it, a hedged or converted quantity may be from what it stands for."""

_LONG = 1000
"""Numbers at least so large may be rounded to whole ones."""

_CONVERTED = {frozenset(("inches", "metres")): 39.37, frozenset(("grams", "pounds")): 453.6}
"""Two dimensions -> how many units of the first, by alphabet, are one of the second."""


class Quantity(NamedTuple):
    """A quantity: the tokens from `start` to before `end`, and its `value` in the base unit of its `dimension`.

    `hedge` is "~" after "about" and the like, "+" after "more than", "-" after "nearly", else "". `most` is the upper
    end of a range that is written as one word.
    """

    start: int
    end: int
    value: float
    dimension: str = ""
    hedge: str = ""
    most: float | None = None


class _Words(NamedTuple):
    lettered: Sequence[str]
    decades: Mapping[str, float]
    short_units: Mapping[str, tuple[str, float]]
    numbers: Mapping[str, float]
    scales: Mapping[str, float]
    suffixes: Mapping[str, float]
    money_suffixes: Mapping[str, float]
    ordinals: Mapping[str, float]
    fractions: Mapping[str, float]
    counts: Mapping[str, float]
    times: Mapping[str, float]
    clock: Mapping[str, float]
    parts: Mapping[str, float]
    hedges: Mapping[str, str]
    units: Mapping[str, tuple[str, float]]


@cache
def _words() -> _Words:
    path = Path(__file__).with_name("data") / "quantities.toml"
    return _Words(**read_toml(path))


@cache
def lettered() -> frozenset[str]:
    """The words that are followed by a letter as a name: "group A"."""
    return frozenset(_words().lettered)


@cache
def starters() -> frozenset[str]:
    """The words without digits that a quantity can begin with."""
    words = _words()
    single = {
        *words.numbers,
        *words.scales,
        *words.ordinals,
        *words.fractions,
        *words.counts,
        *words.times,
        *words.clock,
        *words.parts,
        *words.decades,
    }
    return frozenset(single)


def quantities_of(tokens: Sequence[str]) -> tuple[Quantity, ...]:
    """Returns the quantities in `tokens`, from left to right; they do not overlap.

    >>> [(one.start, one.end, one.value, one.dimension) for one in quantities_of("a dozen eggs for 2 dollars".split())]
    [(0, 2, 12.0, ''), (4, 6, 2.0, 'dollars')]
    """
    lowered = [token.lower() for token in tokens]
    found: list[Quantity] = []
    place = 0
    for start, word in enumerate(lowered):
        if start < place:
            continue
        opening = _opening(word)
        if start and len(word) == 1 and tokens[start].isupper() and word != "i" and lowered[start - 1] in lettered():
            quantity: Quantity | None = Quantity(start, start + 1, float(ord(word)), "label")
        elif opening == "article":
            quantity = _unit_alone(lowered, start)
        elif opening:
            quantity = _quantity(lowered, start, place)
        else:
            continue
        if quantity:
            found.append(quantity._replace(hedge=_hedge(lowered, quantity.start)))
            place = quantity.end
    return tuple(_with_units(lowered, found)) if len(found) > 1 else tuple(found)


def _with_units(words: Sequence[str], found: list[Quantity]) -> list[Quantity]:
    """Gives the first number of "10 to 15 minutes" and "between 2 and 3 km" the unit of the second."""
    for number, (one, other) in enumerate(pairwise(found)):
        if one.dimension or other.dimension in ("", "ordinal", "clock", "hour", "label") or other.start - one.end != 1:
            continue
        between = words[one.end] == "and" and one.start > 0 and words[one.start - 1] == "between"
        if between or words[one.end] in _RANGING:
            for length in range(_UNIT_WORDS, 0, -1):
                unit = _words().units.get(" ".join(words[other.end - length : other.end]))
                if unit and other.end - length > other.start:
                    found[number] = one._replace(value=_round(one.value * unit[1]), dimension=unit[0])
                    break
    return found


@lru_cache(maxsize=_KEPT)
def _opening(word: str) -> str:
    """What may begin with a word: "article", "number" or nothing."""
    if word in _ARTICLES:
        return "article"
    initial = starters()
    return "number" if word in initial or "0" <= word[:1] <= "9" or _may_begin(word, initial) else ""


def _hedge(words: Sequence[str], start: int) -> str:
    """What the words before a quantity say of it."""
    hedges = _words().hedges
    return hedges.get(" ".join(words[max(0, start - 2) : start]), "") or (
        hedges.get(words[start - 1], "") if start else ""
    )


def _unit_alone(words: Sequence[str], start: int) -> Quantity | None:
    """A unit of time after an article: "a week", "an hour"."""
    unit = words[start + 1] if start + 1 < len(words) else ""
    dimension, factor = _words().units.get(unit, ("", 0.0))
    if dimension in ("time", "months") and not unit.endswith("s") and unit not in ("second", "min", "sec"):
        more, end = _and_part(words, start + 2)
        return Quantity(start, end, float(factor) * (1 + more), dimension)
    part = _words().parts.get(unit)
    if part and (whole := _of_unit(words, start + 2)):
        return Quantity(start, whole[2], _round(whole[1] / part), whole[0])
    if part and unit in ("quarter", "half"):
        return _past(words, start, start + 2, 60.0 / part) or Quantity(start, start + 2, _round(1 / part))
    if part and words[start + 2 : start + 3] in (["of"], ["as"]):
        return Quantity(start, start + 2, _round(1 / part))
    return None


def _of_unit(words: Sequence[str], end: int) -> tuple[str, float, int] | None:
    """What a part is a part of, after "of": the dimension, the factor and the end of "of an hour"."""
    if words[end : end + 1] == ["of"] and words[end + 1 : end + 2] in (["a"], ["an"]):
        unit = words[end + 2] if end + 2 < len(words) else ""
        if unit in _words().units:
            return (*_words().units[unit], end + 3)
        if unit in _words().scales:
            return "", _words().scales[unit], end + 3
    return None


def _and_part(words: Sequence[str], end: int) -> tuple[float, int]:
    """The value and the end of "and a half" or "and three quarters" after a number or a unit; 0 if there is none."""
    if words[end : end + 1] == ["and"]:
        count, part = (*words[end + 1 : end + 3], "", "")[:2]
        number = 1.0 if count in _ARTICLES else _words().numbers.get(count, 0.0)
        if number and part in ("half", "quarter", "quarters", "third", "thirds"):
            return number / _words().parts[part], end + 3
    return 0.0, end


def _past(words: Sequence[str], start: int, end: int, minutes: float) -> Quantity | None:
    """A time such as "half past ten" or "a quarter to six"; `minutes` are those that stand from `start` to `end`."""
    word = words[end] if end < len(words) else ""
    after = words[end + 1] if end + 1 < len(words) else ""
    hour = int(after) if after.isdecimal() and len(after) < 3 else int(_words().numbers.get(after, 0))
    if word not in ("past", "to", "after") or not 1 <= hour <= 12 or not minutes < 60:
        return None
    if word != "past" and minutes not in (5, 10, 15, 20, 25):
        return None
    half = words[end + 2] if end + 2 < len(words) and words[end + 2] in _HALF_DAY else None
    value = _minutes(hour, 0, half) + (minutes if word != "to" else -minutes)
    return Quantity(start, end + 2 + (half is not None), value % 1440, "clock" if half else "hour")


def _may_begin(word: str, starters: frozenset[str]) -> bool:
    """Whether a word with a hyphen, sign or currency in it may be a number: "twenty-five", "-3", "$5"."""
    if any("0" <= char <= "9" for char in word[1:6]) or not word[:1].isascii():
        return True
    return "-" in word and word.partition("-")[0] in starters


def _quantity(words: Sequence[str], start: int, free: int) -> Quantity | None:
    """The quantity that begins with the word at `start`; words before `free` belong to others."""
    lists = _words()
    word = words[start]
    if clock := _clock(words, start):
        return clock
    if decade := _decade(words, start):
        return decade
    if part := _part(words, start):
        return part
    if word in lists.times:
        return Quantity(start, start + 1, float(lists.times[word]), "times")
    if word in lists.ordinals and not _is_second_of_time(words, start):
        return Quantity(start, start + 1, float(lists.ordinals[word]), "ordinal")
    if word[-2:] in _ENDINGS and word[:-2].replace(",", "").isdecimal():
        return Quantity(start, start + 1, float(word[:-2].replace(",", "")), "ordinal")
    if word in lists.fractions and start and words[start - 1] in lists.ordinals:
        return None
    number = _number(words, start)
    if number is None:
        return _range(words, start) or _label(word, start)
    value, end, dimension, factor, sure = number
    if not dimension and end < len(words) and words[end : end + 1] == ["and"]:
        more, end = _and_part(words, end)
        value, sure = value + more, sure or more > 0
    if not dimension:
        dimension, factor, end = _unit_after(words, end)
        if dimension:
            more, end = _and_part(words, end)
            value += more
    if start > free and words[start - 1] in ("$", "€", "£") and dimension == "metres" and words[end - 1] == "m":
        dimension, value = "", value * lists.money_suffixes["m"]
    begin = start
    if start > free and words[start - 1] in ("$", "€", "£") and dimension in ("", lists.units[words[start - 1]][0]):
        (dimension, factor), begin = lists.units[words[start - 1]], start - 1
    elif start > free and words[start - 1] in _ARTICLES and word in (*lists.scales, *lists.counts):
        begin = start - 1
    if not sure and not dimension:
        return None
    return Quantity(begin, end, _round(value * factor), dimension)


def _decade(words: Sequence[str], start: int) -> Quantity | None:
    """A decade: "1990s", and after "the" also "90s" and "nineties"."""
    word, led = words[start], start > 0 and words[start - 1] in ("the", "early", "mid", "late", "mid-", "'", "’")
    if word in _words().decades:
        return Quantity(start, start + 1, float(_words().decades[word]), "decade") if led else None
    if not _DECADE.fullmatch(word) or not (led or len(word) > 4 or word[0] in "'’"):
        return None
    return Quantity(start, start + 1, float(word.strip("'’s").rstrip("'’")), "decade")


def _range(words: Sequence[str], start: int) -> Quantity | None:
    """Two numbers in one word, the smaller first: "10-15 eggs"; the other way round they are a label: "won 3-1"."""
    match = _RANGE.fullmatch(words[start])
    if match is None:
        return None
    if float(match[1]) >= float(match[2]):
        return Quantity(start, start + 1, float(match[1]) * _SCORE + float(match[2]), "label")
    dimension, factor, end = _unit_after(words, start + 1)
    low, high = (_round(float(each) * factor) for each in match.groups())
    return Quantity(start, end, low, dimension, most=high)


def _label(word: str, start: int) -> Quantity | None:
    """A name of letters and a number: "Q2" is the second, "4B" and "X7" are labels."""
    if _QUARTER.fullmatch(word):
        return Quantity(start, start + 1, float(word[1:]), "ordinal")
    if not _LABEL.fullmatch(word):
        return None
    value = 0.0
    for char in word:
        value = value * 37 + (int(char, 36) + 1 if char != "-" else 0)
    return Quantity(start, start + 1, value, "label")


def _part(words: Sequence[str], start: int) -> Quantity | None:
    """A fraction in words: "two thirds", "one-third", "three quarters"; or a number joined with a word: "six-digit"."""
    lists, word = _words(), words[start]
    if word == "half" and (clock := _past(words, start, start + 1, 30.0)):
        return clock
    if word in lists.numbers:
        after = words[start + 1] if start + 1 < len(words) else ""
        if clock := _past(words, start, start + 1, lists.numbers[word]):
            return clock
        plural = after.endswith("s") or word == "one"
        if after in lists.parts and plural and word != "zero":
            if whole := _of_unit(words, start + 2):
                value = lists.numbers[word] * whole[1] / lists.parts[after]
                return Quantity(start, whole[2], _round(value), whole[0])
            return Quantity(start, start + 2, _round(lists.numbers[word] / lists.parts[after]))
    first, _, rest = word.partition("-")
    if first in lists.fractions and rest in lists.units:
        return Quantity(start, start + 1, _round(lists.fractions[first] * lists.units[rest][1]), lists.units[rest][0])
    if rest and first in lists.numbers and rest not in lists.numbers and rest not in lists.scales:
        if rest in lists.parts:
            return Quantity(start, start + 1, _round(lists.numbers[first] / lists.parts[rest]))
        dimension, factor = lists.units.get(rest.split("-")[0], ("", 1.0))
        if rest.isalpha() or dimension:
            return Quantity(start, start + 1, _round(lists.numbers[first] * factor), dimension)
    return None


def _round(value: float) -> float:
    """Cuts the rounding error of products, so that 0.1 kg equals 100 g."""
    return float(f"{value:.12g}")


def _is_second_of_time(words: Sequence[str], place: int) -> bool:
    return (
        words[place] == "second" and place > 0 and (words[place - 1] in _words().numbers or words[place - 1] == "per")
    )


def _number(words: Sequence[str], start: int) -> tuple[float, int, str, float, bool] | None:
    """The number at `start`: its value, its end, the unit and factor written in one word with it, and if it is sure."""
    lists, word = _words(), words[start]
    if _DIGITS.fullmatch(word):
        more, end = _fraction_after(words, start + 1)
        return _scaled(words, end, _decimal(word) + more, sure=True)
    if match := _WITH_FRACTION.fullmatch(word):
        return _scaled(words, start + 1, float(match[1] or 0) + unicodedata.numeric(match[2]), sure=True)
    if value := _fraction(word):
        return _scaled(words, start + 1, value, sure=True)
    if joined := _JOINED.fullmatch(word):
        return _joined(words, start, *joined.groups())
    if word in lists.counts:
        end = start + 2 if words[start + 1 : start + 2] == ["of"] else start + 1
        return float(lists.counts[word]), end, "", 1.0, True
    if word in lists.fractions:
        if whole := _of_unit(words, start + 1):
            return float(lists.fractions[word]), whole[2], whole[0], whole[1], True
        end = start + 2 if words[start + 1 : start + 2] in (["a"], ["an"]) else start + 1
        return _scaled(words, end, float(lists.fractions[word]), sure=True)
    return _spelled(words, start)


def _fraction(word: str) -> float:
    """The value of "3/4", or 0: what may be a date or a name has another denominator."""
    match = _FRACTION.fullmatch(word)
    if match is None or int(match[2]) not in _DENOMINATORS or not 0 < int(match[1]) < int(match[2]):
        return 0.0
    return _round(int(match[1]) / int(match[2]))


def _fraction_after(words: Sequence[str], place: int) -> tuple[float, int]:
    """The fraction after a whole number, "2 1/2" or "2 ½", and the end; 0 if there is none."""
    word = words[place] if place < len(words) else ""
    value = unicodedata.numeric(word) if len(word) == 1 and _WITH_FRACTION.fullmatch(word) else _fraction(word)
    return value, place + (value > 0)


def _decimal(word: str) -> float:
    return float(word.replace(",", "").replace("−", "-"))


def _joined(words: Sequence[str], start: int, digits: str, letters: str) -> tuple[float, int, str, float, bool] | None:
    """A number and letters in one word: "5k", "3bn", "20kg", "10-year" is a number with a unit, "9-volt" without."""
    lists = _words()
    value = _decimal(digits.rstrip("-"))
    if letters in lists.scales:
        return _scaled(words, start + 1, value * lists.scales[letters], sure=True)
    if letters in lists.suffixes:
        return _scaled(words, start + 1, value * lists.suffixes[letters], sure=True)
    if start and words[start - 1] in ("$", "€", "£") and letters in lists.money_suffixes:
        return value * lists.money_suffixes[letters], start + 1, "", 1.0, True
    if letters in lists.units:
        dimension, factor = lists.units[letters]
        return value, start + 1, dimension, factor, True
    if letters in lists.short_units and "-" not in words[start][1:]:
        dimension, factor = lists.short_units[letters]
        return value, start + 1, dimension, factor, True
    return (value, start + 1, "", 1.0, True) if "-" in words[start][1:] else None


def _scaled(words: Sequence[str], end: int, value: float, *, sure: bool) -> tuple[float, int, str, float, bool]:
    scales = _words().scales
    while end < len(words) and words[end] in scales:
        value, end, sure = value * scales[words[end]], end + 1, True
    return value, end, "", 1.0, sure


def _spelled(words: Sequence[str], start: int) -> tuple[float, int, str, float, bool] | None:
    """A number in words: "twenty-five", "two hundred and five thousand", "three million"."""
    lists = _words()
    total, part, end, parts = 0.0, 0.0, start, 0
    while end < len(words):
        pieces = words[end].split("-")
        if words[end] == "and" and end > start and words[end - 1] in lists.scales and _counts(words, end + 1):
            end += 1
            continue
        if not all(piece in lists.numbers or piece in lists.scales for piece in pieces):
            break
        if end > start and not _continues(part, pieces[0]):
            break
        for piece in pieces:
            if piece in lists.numbers:
                part += lists.numbers[piece]
            elif lists.scales[piece] == 100 or piece.startswith("dozen"):
                part = (part or 1.0) * lists.scales[piece]
            else:
                total, part = total + (part or 1.0) * lists.scales[piece], 0.0
            parts += 1
        end += 1
    if not parts:
        return None
    sure = parts > 1 or words[start] != "one" or _is_counted(words, start)
    return total + part, end, "", 1.0, sure


def _is_counted(words: Sequence[str], place: int) -> bool:
    """Whether "one" stands before a noun and after no word that makes it a pronoun."""
    after = words[place + 1] if place + 1 < len(words) else ""
    return after.isalpha() and after not in _PRONOUN_BEFORE and (place == 0 or words[place - 1] not in _LED)


def _counts(words: Sequence[str], place: int) -> bool:
    return place < len(words) and words[place].partition("-")[0] in _words().numbers


def _continues(part: float, word: str) -> bool:
    """Whether a number word continues the number so far: "twenty five", "two hundred", but not "five six"."""
    numbers = _words().numbers
    if word not in numbers:
        return True
    return part == 0 or (part % 10 == 0 and part % 100 >= 20 and numbers[word] < 10) or (part % 100 == 0 and part > 0)


def _unit_after(words: Sequence[str], end: int) -> tuple[str, float, int]:
    """The unit that follows a number, if any: its dimension, its factor, and the end of the quantity."""
    units, short = _words().units, _words().short_units
    for last in range(min(end + _UNIT_WORDS, len(words)), end, -1):
        if (unit := " ".join(words[end:last])) in units:
            return (*units[unit], last)
    if 0 < end < len(words) and words[end] in short and words[end - 1][-1:].isdecimal():
        return (*short[words[end]], end + 1)
    return "", 1.0, end


def _clock(words: Sequence[str], start: int) -> Quantity | None:
    """A time of the day in minutes: "15:00", "3pm", "3:30 p.m.", "noon"."""
    word, after = words[start], words[start + 1] if start + 1 < len(words) else ""
    if word in _words().clock:
        return Quantity(start, start + 1, float(_words().clock[word]), "clock")
    if match := _CLOCK.fullmatch(word):
        hours, minutes, half = match.groups()
        half, end = (half, start + 1) if half else (after, start + 2) if after in _HALF_DAY else (None, start + 1)
        sure = half is not None or not 1 <= int(hours) <= 12
        return Quantity(start, end, _minutes(int(hours), int(minutes), half), "clock" if sure else "hour")
    joined = _JOINED.fullmatch(word)
    if joined and joined[2] in _HALF_DAY and joined[1].isdecimal() and 1 <= int(joined[1]) <= 12:
        return Quantity(start, start + 1, _minutes(int(joined[1]), 0, joined[2]), "clock")
    hour = int(word) if word.isdecimal() and len(word) < 3 else int(_words().numbers.get(word, 0))
    if 1 <= hour <= 12:
        if after in _HALF_DAY and (after != "am" or words[max(0, start - 1)] in _BEFORE_TIMES):
            return Quantity(start, start + 2, _minutes(hour, 0, after), "clock")
        if after in ("o'clock", "o’clock"):
            return Quantity(start, start + 2, hour * 60.0, "hour")
    return None


def _minutes(hours: int, minutes: int, half: str | None) -> float:
    if half is None:
        return float(hours * 60 + minutes)
    return float(hours % 12 * 60 + minutes + _HALF_DAY[half])


def are_one_amount(one: Quantity, other: Quantity) -> bool:
    """Returns whether the quantities `one` and `other` have one value, in one dimension or in two names of one.

    Pounds are sterling or 16 ounces, "3m" may be three million, and "the 90s" are the 1990s or those of a century.
    """
    if one.most != other.most:
        return False
    if one.dimension == other.dimension:
        if one.dimension == "decade" and min(one.value, other.value) < 100:
            return one.value % 100 == other.value % 100
        return one.value == other.value
    first, second = sorted((one, other), key=lambda each: each.dimension)
    names = first.dimension, second.dimension
    if names == ("pounds", "sterling"):
        return first.value == second.value
    if names == ("ounces", "pounds"):
        return first.value == second.value * 16
    return names == ("", "metres") and first.value == _round(second.value * 1e6)


def quantities_agree(one: Quantity, other: Quantity) -> bool:
    """Returns whether two quantities may be the same.

    Plain numbers and ordinals of one value agree ("May 1", "the 1st of May"), fractions and percentages ("half",
    "50 %"), times of the day and plain numbers ("11 p.m.", "11 at night"), a number and one that is hedged and near it
    ("about 1.2 million", "1,203,000"), a decade and a year of it ("the 1990s", "1995"), lengths and weights in other
    units ("two miles", "3 km"), and numbers of which one is the rounded other ("0.7 %", "0.66 %"; "8,588", "8,588.36").
    """
    first, second = one.dimension, other.dimension
    if are_one_amount(one, other):
        return True
    if first == "label" or second == "label":
        return False
    if first == second:
        return _is_near(one, other) or _is_near(other, one) or _is_rounded(one, other)
    kinds = {first, second}
    if frozenset(kinds) in _CONVERTED:
        ratio = one.value / other.value if other.value else 0.0
        factor = _CONVERTED[frozenset(kinds)]
        return abs((ratio if first < second else 1 / ratio if ratio else 0.0) / factor - 1) <= _NEAR
    if kinds == {"", "ordinal"}:
        return one.value == other.value
    if kinds == {"", "percent"}:
        percent, plain = (one, other) if first == "percent" else (other, one)
        return plain.value < 1 and abs(percent.value - plain.value * 100) < 1
    if kinds == {"", "decade"}:
        decade, year = sorted((one, other), key=lambda each: each.dimension, reverse=True)
        return decade.value >= 1000 and decade.value <= year.value < decade.value + 10
    if kinds == {"clock", "hour"}:
        return one.value % 720 == other.value % 720
    if kinds == {"", "clock"} or kinds == {"", "hour"}:
        clock, plain = (one, other) if second == "" else (other, one)
        return clock.value in (plain.value * 60, plain.value * 60 + 720)
    return False


def _is_near(hedged: Quantity, plain: Quantity) -> bool:
    """Whether a hedged quantity may mean another that is not hedged."""
    if not hedged.hedge or plain.hedge:
        return False
    difference = plain.value - hedged.value
    if abs(difference) > _NEAR * abs(hedged.value):
        return False
    return hedged.hedge == "~" or (difference >= 0) == (hedged.hedge == "+")


def _is_rounded(one: Quantity, other: Quantity) -> bool:
    """Whether one of two decimal fractions is the other with fewer places; a long number may have none."""
    rough, fine = sorted((one.value, other.value), key=_places)
    long = min(abs(rough), abs(fine)) >= _LONG
    return (0 if not long else -1) < _places(rough) < _places(fine) and round(fine, _places(rough)) == rough


def _places(value: float) -> int:
    return 0 if value == int(value) else len(repr(value).partition(".")[2])
