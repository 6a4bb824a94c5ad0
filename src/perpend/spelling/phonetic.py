"""Soundex: encodes the sound of a name as a letter and three digits.

    Robert, Rupert -> R163      Tymczak -> T522      Pfister -> P236      Honeyman -> H555

The rules are those of the United States' National Archives: the first letter is kept; b f p v = 1, c g j k q s x z = 2,
d t = 3, l = 4, m n = 5, r = 6; equal digits in a row count once, also across h and w, but not across vowels.
"""

from perpend.spelling.folding import fold

__all__ = ["soundex"]

_DIGITS = {
    letter: digit
    for digit, letters in {"1": "bfpv", "2": "cgjkqsxz", "3": "dt", "4": "l", "5": "mn", "6": "r"}.items()
    for letter in letters
}
_LENGTH = 4


def soundex(name: str) -> str:
    """Returns the code of `name`; empty if it has no letter from a to z.

    >>> soundex("Tymczak"), soundex("Ashcraft"), soundex("Müller"), soundex("")
    ('T522', 'A261', 'M460', '')
    """
    letters = [letter for letter in fold(name) if "a" <= letter <= "z"]
    if not letters:
        return ""
    code, last = letters[0].upper(), _DIGITS.get(letters[0], "")
    for letter in letters[1:]:
        digit = _DIGITS.get(letter, "")
        if digit and digit != last:
            code += digit
        if letter not in "hw":
            last = digit
        if len(code) == _LENGTH:
            break
    return code.ljust(_LENGTH, "0")
