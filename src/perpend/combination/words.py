"""One tokenisation for all candidates, and the way back from words to a text.

    'She said: "Stop."'    ->  She said : " Stop . "         forms, as they are written
                               0   0    1 0 1    1 1         glued: no space before
                               she said : " stop . "         keys, by which forms are aligned

Systems hand in text that is cased and tokenised in their own ways. Words are cut where mteval-v13a cuts them, so that
BLEU counts the same words, and besides around curly quotes, dashes and ellipses; a lone `'s` or `n't` joins the word
before it. Two forms align as the same word when their keys are equal: case and the shape of quotes do not count.

Whether two words of the output stand together or apart is asked of the candidates: those that have both words in a row
vote, and for closing and opening signs the rules of English writing have two votes more. Between "U", ".", "S" and "."
that gives "U.S.", though the same four signs are apart in a candidate that came tokenised.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from perpend.errors import InputError

__all__ = ["MAX_WORDS", "Spacing", "Words", "key_of", "split_forms", "split_words"]

MAX_WORDS = 2_000
"""The longest candidate that is combined."""

_SIGNS = r"!-&(-+:-@\[-`{-~/“”„«»–—…"
_CUT = re.compile(rf"([{_SIGNS}]|(?<![0-9])[.,]|[.,](?![0-9])|(?<=[0-9])-)")
_JOINED = re.compile(r"(?:['’](?:s|re|ve|ll|d|m)|n['’]t)", re.IGNORECASE)
_KEYS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "-", "—": "-"})
_CLOSING = frozenset(".,;:!?)]}%…”»")
_OPENING = frozenset("([{$#“„«")
_RULE = 2
"""How many candidates a rule of English writing weighs as much as."""


@dataclass(frozen=True, slots=True)
class Words:
    """A text cut into words as they are written, and for each whether it stands without a space behind the last."""

    forms: tuple[str, ...]
    glued: tuple[bool, ...]

    def __len__(self) -> int:
        return len(self.forms)


def split_words(text: str) -> Words:
    """Cut a text into its words; any white space separates.

    >>> split_words("It's 5.5% (of John 's dog).").forms
    ("It's", '5.5', '%', '(', 'of', "John's", 'dog', ')', '.')
    """
    forms, glued = _split(text)
    if len(forms) > MAX_WORDS:
        raise InputError(
            f"a candidate of {len(forms):,} words is too long (at most {MAX_WORDS:,}): split it into parts"
        )
    return Words(tuple(forms), tuple(glued))


def split_forms(text: str) -> list[str]:
    """The words of a text of any length: so language models are trained that `perpend combine` asks.

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
    """What is compared of a word.

    >>> key_of("Don’t")
    "don't"
    """
    return form.lower().translate(_KEYS)


class Spacing:
    """Knows from the candidates of a segment which words stand together."""

    def __init__(self, candidates: Iterable[Words]) -> None:
        self._together: Counter[tuple[str, str]] = Counter()
        self._first_is_capital = 0
        for words in candidates:
            self._first_is_capital += (1 if words.forms[0][:1].isupper() else -1) if words.forms else 0
            for left, right, glued in zip(words.forms, words.forms[1:], words.glued[1:], strict=False):
                self._together[left, right] += 1 if glued else -1

    def join(self, forms: Sequence[str]) -> str:
        """The words as a text, with a capital at its beginning if most candidates begin with one."""
        text, quotes = "", 0
        for place, form in enumerate(forms):
            left = forms[place - 1] if place else ""
            text += form if not place or self._is_together(left, form, quotes) else " " + form
            quotes += form == '"'
        return text[:1].upper() + text[1:] if self._first_is_capital > 0 else text

    def _is_together(self, left: str, right: str, quotes: int) -> bool:
        if '"' in (left, right):
            # A quote opens or closes; that is a matter of how many came before, not of its neighbour alone.
            return quotes % 2 == 1
        rule = _RULE if right in _CLOSING or left in _OPENING else 0
        return self._together[left, right] + rule > 0
