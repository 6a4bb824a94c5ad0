"""The TERp normaliser: a string -> the tokens that TER and TERp compare.

    The U.S. paid $1,000, John's 3-4 bills.
    the  u.s.  paid  $  1,000,  john  's  3  -  4  bills  .

It behaves exactly like TER-Plus, oddities included: one comma or period is split off the end of a word only if the
word has no other comma or period (so "1,000," stays whole), such a word keeps a sign right before it ("(so," gives
"(so" and ","), "n't" is never split off, and a hyphen is split off only after a digit.

`_steps` lists the original's steps in order and is the definition. `tokens` uses one pattern for all steps where that
gives the same tokens; `spans` follows the definition and returns the place of each token in the string. "Space" means
the six ASCII spaces; a no-break space is an ordinary character, as in the original. Both ways take time linear in the
length of the string. An empty or blank string has no tokens.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from perpend.arguments import text_of
from perpend.text.rewrites import Rewrites, Span
from perpend.text.trace import ENTITIES, LowerCase, Rewriter, Step, rewritten, traced
from perpend.text.wordlist import read_word_list

__all__ = ["Normalization"]

_SPACE = r" \t-\r"
_PUNCTUATION = r"!-&(-+/:-@\[-`{-~"
_EDGE = "".join(map(chr, range(0x21)))
_SKIPPED = "<skipped>"

_TRIM = (Step(rf"\A[{_EDGE}]++"), Step(rf"(?<![{_EDGE}])[{_EDGE}]++\Z"))
_COLLAPSE = Step(rf"[{_SPACE}]++", " ")
_TIDY: tuple[Rewriter, ...] = (*_TRIM, _COLLAPSE)
_POSSESSIVE = Step(r"('s)(?= |\Z)", " ", 1)
_NORMALIZE: tuple[Rewriter, ...] = (
    Step(_SKIPPED),
    *(Step(*entity) for entity in ENTITIES),
    Step(r"\A|\Z", " "),
    Step(rf"([{_PUNCTUATION} ])", " ", 1, " "),
    _POSSESSIVE,
    Step(r" ([^,. \t]++)([,.]) ", 1, " ", 2, " "),
    Step(r"([0-9])(-)", 1, " ", 2, " "),
    *_TIDY,
)
# Differs from the original: in Java, \B treats a combining mark as part of a word; in Python it does not.
_NEW_NORMALIZATION: tuple[Rewriter, ...] = (
    Step(r"\B-\B", " "),
    _POSSESSIVE,
    Step(r"\B(s)(')(?= |\Z)", 1, " ", 2, "s"),
)
_STRIP_PUNCTUATION: tuple[Rewriter, ...] = (Step(r'[.,?:;!"()]'), _COLLAPSE)

_WORD = re.compile(r"[^ ]++")
_PLAIN_WORD = re.compile(rf"[^{_SPACE}]++")
_LONE_WORD = rf"[^{_SPACE}{_PUNCTUATION},.]++"
_THEN_MARK = rf"(?=[,.](?:[{_SPACE}{_PUNCTUATION}]|\Z))"
_FAST_POSSESSIVE = re.compile(rf"'s(?=[{_SPACE}{_PUNCTUATION}]|\Z)")
# The first branch matches most words; it only makes the pattern faster.
_FAST_WORD = re.compile(
    rf"{_LONE_WORD}(?![,.])"
    rf"|{_LONE_WORD}(?:{_THEN_MARK}|[^{_SPACE}{_PUNCTUATION}]*+)"
    rf"|[{_PUNCTUATION}](?:{_LONE_WORD}{_THEN_MARK})?+"
    rf"|[^{_SPACE}{_PUNCTUATION}]++"
)
_DIGIT_HYPHEN = re.compile(r"(?<=[0-9])-")
_NUMBER_SIGNS = str.maketrans("", "", "-,.$%")


@cache
def _number_words() -> dict[str, str]:
    entries = read_word_list(Path(__file__).with_name("data") / "number-words.txt")
    return dict(entry.split() for entry in entries)


def _number(token: str) -> str:
    bare = token.translate(_NUMBER_SIGNS)
    if bare.isascii() and bare.isdigit():
        return bare
    return _number_words().get(bare.lower(), token)


def _cut_after_digits(words: list[str]) -> list[str]:
    cut: list[str] = []
    for word in words:
        if "-" in word:
            cut += _WORD.findall(_DIGIT_HYPHEN.sub(" - ", word))
        else:
            cut.append(word)
    return cut


@dataclass(frozen=True)
class Normalization:
    """The settings of the normaliser, named as in TERp; the defaults are those of TERp's tuned sets.

    `normalize` decodes entities and splits off punctuation; `case_sensitive` keeps upper case; `strip_punctuation`
    removes . , ? : ; ! " ( ); `new_normalization` also splits hyphens and plural possessives; `normalize_numbers`
    writes number words as digits and removes their signs; `rewrites` replaces phrases.

    >>> Normalization().tokens("It's 5 o'clock, she said.")
    ('it', "'s", '5', "o'clock", ',', 'she', 'said', '.')
    >>> Normalization().spans("It's 5.")
    ((0, 2), (2, 4), (5, 6), (6, 7))
    """

    normalize: bool = True
    case_sensitive: bool = False
    strip_punctuation: bool = False
    new_normalization: bool = False
    normalize_numbers: bool = False
    rewrites: Rewrites | None = None

    def tokens(self, raw: str) -> tuple[str, ...]:
        """Returns the tokens of `raw`."""
        try:
            words = self._fast_words(raw)
        except (AttributeError, TypeError):
            text_of(raw)
            raise
        if self.normalize_numbers:
            words = [_number(word) for word in words]
        return tuple(words) if self.rewrites is None else self.rewrites.tokens(words)

    def spans(self, raw: str) -> tuple[Span, ...]:
        """Returns the range [start, end) of `raw` for each token, from its first to its last character."""
        return self.spanned(raw)[1]

    def spanned(self, raw: str) -> tuple[tuple[str, ...], tuple[Span, ...]]:
        """Returns the tokens of `raw`, by the definition rather than the fast way, and their spans."""
        found = traced(self._steps(), raw)
        matches = list(_WORD.finditer(found.text))
        words = [match.group() for match in matches]
        spans = [found.span(*match.span()) for match in matches]
        if self.normalize_numbers:
            words = [_number(word) for word in words]
        return (tuple(words), tuple(spans)) if self.rewrites is None else self.rewrites.spanned(words, spans)

    def signature(self) -> str:
        """Returns the settings as a short text.

        >>> Normalization(strip_punctuation=True).signature()
        'terp:norm+lower+nopunct'
        """
        named = {
            "norm": self.normalize,
            "lower": not self.case_sensitive,
            "nopunct": self.strip_punctuation,
            "newnorm": self.new_normalization,
            "numbers": self.normalize_numbers,
        }
        chosen = [name for name, on in named.items() if on]
        if self.rewrites is not None:
            chosen.append(f"rewrites.{self.rewrites.signature()}")
        return "terp:" + ("+".join(chosen) or "plain")

    def _steps(self) -> list[Rewriter]:
        steps = list(_TIDY)
        if not self.case_sensitive:
            steps.append(LowerCase())
        if self.normalize:
            steps += _NORMALIZE
        if self.new_normalization:
            steps += _NEW_NORMALIZATION
        if self.strip_punctuation:
            steps += _STRIP_PUNCTUATION
        return [*steps, *_TIDY]

    def _fast_words(self, raw: str) -> list[str]:
        text = raw.strip(_EDGE) if self.case_sensitive else raw.strip(_EDGE).lower()
        if self.new_normalization or self.strip_punctuation or _SKIPPED in text:
            return _WORD.findall(rewritten(self._steps(), raw))
        if not self.normalize:
            return _PLAIN_WORD.findall(text)
        if "&" in text:
            for entity, char in ENTITIES:
                text = text.replace(entity, char)
        if "'s" in text:
            text = _FAST_POSSESSIVE.sub(" 's", text)
        words: list[str] = _FAST_WORD.findall(text)
        return _cut_after_digits(words) if "-" in text and _DIGIT_HYPHEN.search(text) else words
