"""Tokenises candidates, and joins words to a text again.

    'She said: "Stop."'    ->  She said : " Stop . "         forms, as written
                               0   0    1 0 1    1 1         glued: no space before
                               she said : " stop . "         keys, by which forms are aligned

The texts of different systems are cased and tokenised differently. Words are split as in mteval-v13a, so that BLEU
counts the same words, and also around curly quotes, dashes and ellipses; a separate `'s` or `n't` joins the word before
it. Two forms align as the same word when their keys are equal: case and the kind of quotes are ignored.

Whether there is a space between two words of the output is decided by vote of the candidates that have both words in a
row; for opening and closing punctuation, the rules of English have two more votes. So "U", ".", "S" and "." give
"U.S.", although a tokenised candidate has spaces between them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from perpend.limits import check, limit

__all__ = ["MAX_WORDS", "Spacing", "Words", "key_of", "split_forms", "split_words"]

MAX_WORDS = limit("combine", "words")
"""The most words of a candidate."""

_SIGNS = r"!-&(-+:-@\[-`{-~/“”„«»–—…"
_CUT = re.compile(rf"([{_SIGNS}]|(?<![0-9])[.,]|[.,](?![0-9])|(?<=[0-9])-)")
_JOINED = re.compile(r"(?:['’](?:s|re|ve|ll|d|m)|n['’]t)", re.IGNORECASE)
_KEYS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "-", "—": "-"})
_CLOSING = frozenset(".,;:!?)]}%…”»")
_OPENING = frozenset("([{$#“„«")
_RULE = 2
"""The votes of a rule of English punctuation."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text as written, and for each whether there is no space before it (`glued`)."""

    forms: tuple[str, ...]
    glued: tuple[bool, ...]

    def __len__(self) -> int:
        return len(self.forms)


def split_words(text: str) -> Words:
    """Splits `text` into words at any white space and around punctuation.

    >>> split_words("It's 5.5% (of John 's dog).").forms
    ("It's", '5.5', '%', '(', 'of', "John's", 'dog', ')', '.')
    """
    forms, glued = _split(text)
    check("combine", "words", len(forms))
    return Words(tuple(forms), tuple(glued))


def split_forms(text: str) -> list[str]:
    """Returns the words of `text`, of any length; language models for `perpend combine` are trained on them.

    >>> split_forms("The cat 's toy.")
    ['The', "cat's", 'toy', '.']
    """
    return _split(text)[0]


def _split(text: str) -> tuple[list[str], list[bool]]:
    forms: list[str] = []
    glued: list[bool] = []
    for chunk in text.split():
        if forms and _JOINED.fullmatch(chunk) and forms[-1][-1].isalpha():
            forms[-1] += chunk
            continue
        pieces = [piece for piece in _CUT.split(chunk) if piece]
        forms += pieces
        glued += [False] + [True] * (len(pieces) - 1)
    return forms, glued


def key_of(form: str) -> str:
    """Returns the key by which `form` is compared with others.

    >>> key_of("Don’t")
    "don't"
    """
    return form.lower().translate(_KEYS)


class Spacing:
    """Decides from the `candidates` of a segment which words have a space between them."""

    def __init__(self, candidates: Iterable[Words]) -> None:
        self._together: Counter[tuple[str, str]] = Counter()
        self._first_is_capital = 0
        for words in candidates:
            self._first_is_capital += (1 if words.forms[0][:1].isupper() else -1) if words.forms else 0
            for left, right, glued in zip(words.forms, words.forms[1:], words.glued[1:], strict=False):
                self._together[left, right] += 1 if glued else -1

    def join(self, forms: Sequence[str]) -> str:
        """Joins `forms` to a text, capitalised if most candidates are."""
        text, quotes = "", 0
        for place, form in enumerate(forms):
            left = forms[place - 1] if place else ""
            text += form if not place or self._is_together(left, form, quotes) else " " + form
            quotes += form == '"'
        return text[:1].upper() + text[1:] if self._first_is_capital > 0 else text

    def _is_together(self, left: str, right: str, quotes: int) -> bool:
        if '"' in (left, right):
            # Whether a straight quote opens or closes depends on how many came before it.
            return quotes % 2 == 1
        rule = _RULE if right in _CLOSING or left in _OPENING else 0
        return self._together[left, right] + rule > 0
