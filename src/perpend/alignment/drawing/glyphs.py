"""Makes words safe to show: escapes invisible characters, and those that a terminal or an XML reader would interpret.

shown("tab\\tbed")   'tab\\\\tbed'   control characters, line ends, lone surrogates and marks that turn the
                                   direction of writing are escaped as in Python
cells("日本")        4             how many columns of a terminal a text takes
amount(0.25)         '0.25'        a cost, short
"""

import unicodedata

__all__ = ["amount", "cells", "has_right_to_left", "shown"]

_JOINER, _NON_JOINER, _EMOJI_STYLE, _DOTTED_CIRCLE = "\u200d", "\u200c", "\ufe0f", "\u25cc"
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_ZERO_WIDTH = {"Mn", "Me", "Cf"}
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_JOINING_JAMO = range(0x1160, 0x1200)
_TOO_SMALL = 0.0005


def shown(word: str) -> str:
    """Returns the word with invisible and control characters escaped.

    >>> shown("red\\x1b[31m"), shown("a\\ud800"), shown("né"), shown(""), shown(" a")
    ('red\\\\x1b[31m', 'a\\\\ud800', 'né', '""', '" a"')
    """
    if not word or word != word.strip():
        return '"' + "".join(map(_visible, word)) + '"'
    text = word if word.isprintable() else "".join(map(_visible, word))
    return _DOTTED_CIRCLE + text if unicodedata.category(text[0]).startswith("M") else text


def _visible(char: str) -> str:
    if char in (_JOINER, _NON_JOINER):
        return char
    if unicodedata.category(char) in _HIDDEN or _is_noncharacter(ord(char)):
        return char.encode("unicode_escape", "backslashreplace").decode("ascii")
    return char


def _is_noncharacter(code: int) -> bool:
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


def cells(text: str) -> int:
    """Returns how many columns of a terminal the text takes: 2 for wide characters, 0 for marks on the one before.

    >>> cells("cat"), cells("日本"), cells("e\\u0301"), cells("👩\\u200d🚀"), cells("❤\\ufe0f")
    (3, 4, 1, 2, 2)
    """
    if text.isascii():
        return len(text)
    total, before, joined = 0, 0, False
    for char in text:
        if char == _EMOJI_STYLE and before == 1:
            total, before = total + 1, 2
        width = _char_cells(char)
        absorbed = width == 2 and before == 2 and (joined or ord(char) in _SKIN_TONES)
        total += 0 if absorbed else width
        before, joined = width or before, char == _JOINER
    return total


def _char_cells(char: str) -> int:
    if unicodedata.category(char) in _ZERO_WIDTH or ord(char) in _JOINING_JAMO:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def has_right_to_left(text: str) -> bool:
    """Whether a terminal may set part of the text from right to left.

    >>> has_right_to_left("שלום"), has_right_to_left("peace")
    (True, False)
    """
    return not text.isascii() and any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text)


def amount(number: float) -> str:
    """Formats `number` with at most three decimals, or with two significant digits if it would look like 0.

    >>> amount(1.0), amount(-0.125), amount(1 / 3), amount(-0.0), amount(0.00012)
    ('1', '-0.125', '0.333', '0', '0.00012')
    """
    if number != 0 and abs(number) < _TOO_SMALL:
        return f"{number:.2g}"
    text = f"{number + 0.0:.3f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
