"""Hostile texts, by chance: what people paste, what programs produce, and what attackers write.

hostile_text(random.Random(1))         one of the kinds of `KINDS`, often with ordinary words around it
"""

import random
from collections.abc import Callable

__all__ = ["KINDS", "as_argument", "as_cell", "hostile_text", "ordinary_text"]

_WORDS = [
    *("the", "a", "cat", "dog", "man", "woman", "house", "reads", "runs", "slept", "is", "not", "red", "small", "3"),
    *("Paris", "Ann", ",", ".", "quickly", "never"),
]
_CONTROLS = [
    *map(chr, range(32)),
    "\x7f",
    *map(chr, range(0x80, 0xA0)),
    "\u2028",
    "\u2029",
    "\ufeff",
    "\u00ad",
    "\u200b",
]
_BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
_EMOJI = ("👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇫🇷", "🧑🏿‍🚀", "\U000e0041", "☺️", "#️⃣")
_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~…–—«»„“”‚‘’¿¡·•§¶†‡"


def ordinary_text(chance: random.Random) -> str:
    """A few words that every command can answer."""
    return " ".join(chance.choice(_WORDS) for _ in range(chance.randint(2, 8)))


def _some(letters: str, least: int, most: int) -> Callable[[random.Random], str]:
    return lambda chance: "".join(chance.choice(letters) for _ in range(chance.randint(least, most)))


def _chars(first: int, last: int, most: int = 40) -> Callable[[random.Random], str]:
    return lambda chance: "".join(chr(chance.randint(first, last)) for _ in range(chance.randint(1, most)))


KINDS: dict[str, Callable[[random.Random], str]] = {
    "any characters": _chars(0, 0x10FFFF),
    "bidi": lambda chance: "".join(chance.choice(_BIDI) + chance.choice(_WORDS) for _ in range(chance.randint(1, 9))),
    "chinese": _chars(0x4E00, 0x9FFF),
    "combining marks": lambda chance: "e" + chance.choice("\u0301\u0489\u0335") * chance.choice((1, 50, 3_000)),
    "control characters": lambda chance: "".join(chance.choice(_CONTROLS) for _ in range(chance.randint(1, 30))),
    "digits": lambda chance: chance.choice(("", "-", "0.", "1e")) + "9" * chance.choice((1, 20, 400, 5_000)),
    "emoji": lambda chance: "".join(chance.choice(_EMOJI) for _ in range(chance.randint(1, 60))),
    "empty": lambda chance: chance.choice(("", " ", "\t", "\n", "\u3000", "\r\n \n")),
    "escapes": lambda chance: chance.choice(
        ("\x1b[31m", "\x1b]0;title\x07", "\x9b2J", "\x1b[2K\r", "\x1bP", "\x08" * 9)
    ),
    "hangul jamo": _chars(0x1100, 0x11FF),
    "long word": lambda chance: chance.choice(("a", "ab", "é", "猫", "A-", "a'")) * chance.choice((100, 300, 5_000)),
    "lone surrogates": _chars(0xD800, 0xDFFF, 9),
    "markup": lambda chance: chance.choice(
        ("<p>a</p>", "<seg id=1>", "<script>x</script>", "&amp;&lt;&#0;", "[bold]a[/]", "{a}%s\\n")
    ),
    "names": lambda chance: chance.choice(
        ("O'Neill-Smith Jr.", "van der Berg", "J. R. R. T.", "Mr", "李小龍", "X Æ A-12")
    ),
    "null": lambda chance: "a\0b" * chance.randint(1, 3),
    "one letter words": lambda chance: " ".join(chance.choice("abc") for _ in range(chance.choice((3, 60, 400)))),
    "options": lambda chance: chance.choice(
        ("--", "-", "-h", "--json", "--model", "-o", "@file", "~", "$HOME", "*", "a=b")
    ),
    "punctuation": _some(_PUNCTUATION, 1, 60),
    "quotes and tabs": _some("\"'`\t,;\\ a", 1, 40),
    "repeated": lambda chance: f"{chance.choice(_WORDS)} " * chance.choice((2, 30, 300)),
    "right to left": _chars(0x0590, 0x06FF),
    "signs": _some("∀∃≠€£¥°½²™©®µ∞ﬁﬃǆÅİıßẞſ", 1, 30),
    "white space": _some(" \t\u00a0\u2003\u3000\u200b\n\r\x0b\x0c\x85", 1, 30),
}
"""The kinds of hostile texts, by name."""


def hostile_text(chance: random.Random) -> str:
    """A hostile text; half of them stand among ordinary words."""
    text = KINDS[chance.choice(list(KINDS))](chance)
    if chance.random() < 0.5:
        text = f"{ordinary_text(chance)} {text}{chance.choice((' ', ''))}{ordinary_text(chance)}"
    return text


def as_argument(text: str) -> str:
    """The text as Python has it when it comes as an argument: without NUL, bytes that are not UTF-8 as surrogates."""
    return text.replace("\0", "").encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")


def as_cell(text: str) -> str:
    """The text as one cell of a line: without the characters that end lines and cells."""
    return text.translate({ord(char): " " for char in "\t\n\r"})
