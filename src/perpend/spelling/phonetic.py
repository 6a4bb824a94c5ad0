"""Encodes the sound of a name: Soundex, a letter and three digits, and the two codes of Double Metaphone.

    Soundex            Robert, Rupert -> R163      Tymczak -> T522      Pfister -> P236      Honeyman -> H555
    Double Metaphone   Schmidt -> XMT, SMT         Smith -> SM0, XMT    Katz, Cats -> KTS

Double Metaphone (Lawrence Philips, 2000) is the package Metaphone's: many names have a second code, how people of
another language would say it, and two names may sound alike if they share one.

Soundex's rules are those of the United States' National Archives: the first letter is kept; b f p v = 1,
c g j k q s x z = 2, d t = 3, l = 4, m n = 5, r = 6; equal digits in a row count once, also across h and w, but not
across vowels.
"""

from metaphone import doublemetaphone

from perpend.spelling.folding import fold

__all__ = ["sound_codes", "soundex"]

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


def sound_codes(name: str) -> tuple[str, ...]:
    """Returns the one or two codes of `name` by Double Metaphone; none if it has other letters than a to z.

    >>> sound_codes("Schmidt"), sound_codes("Müller"), sound_codes("Мария")
    (('XMT', 'SMT'), ('MLR',), ())
    """
    letters = "".join(letter for letter in fold(name) if letter.isalpha())
    if not letters.isascii():
        return ()
    return tuple(dict.fromkeys(code for code in doublemetaphone(letters) if code))
