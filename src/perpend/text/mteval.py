r"""The tokenisers of machine translation's scores, as sacrebleu has them: a string -> tokens.

    13a    It's $1,000.00&quot;    It's  $  1,000.00  "       that of the script mteval-v13a, for Western languages
    intl   It's 5€, «oui».         It  '  s  5  €  ,  «  oui  »  .      punctuation and symbols of Unicode stand alone
    char   a bc                    a  b  c                    every character that is no blank
    none   It's done.              It's  done.                blanks only separate
    zh     猫 sat.                  猫  sat  .                  sacrebleu's own, if that package is installed

13a splits a period or comma off unless digits stand on both sides, and a hyphen after a digit. intl does the same for
all punctuation, but a number at the end of a text keeps its period, because nothing follows it: so does the original.

The steps below are the definition, and `spans` walks through them. `tokens` is faster: what a step does to a character
depends on its two neighbours only, and no step looks beyond a blank; so a text is cut at its blanks first, and each
piece is split once and remembered.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import chain
from typing import Any

from perpend.errors import MissingExtra, unknown_name
from perpend.text.rewrites import Span
from perpend.text.tokenizers import Tokenizer
from perpend.text.trace import Rewriter, Step, Traced

__all__ = ["Characters", "Chinese", "International", "MT_TOKENIZERS", "Mteval13a", "OnBlanks", "mt_tokenizer"]

_REMEMBERED = 2**16
_LONG = 1_000
"""Pieces of more characters are not remembered: no words, and they would fill the memory."""

_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
_UNESCAPE = tuple(Step(entity, sign) for entity, sign in _ENTITIES)
_JOIN: tuple[Rewriter, ...] = (Step("<skipped>"), Step("-\n"), Step("\n", " "), *_UNESCAPE)
_SPLIT: tuple[Rewriter, ...] = (
    Step(r"([ -&(-+/:-@\[-`{-~])", " ", 1, " "),
    Step(r"([^0-9])([.,])", 1, " ", 2, " "),
    Step(r"([.,])([^0-9])", " ", 1, " ", 2),
    Step(r"([0-9])(-)", 1, " ", 2, " "),
)
# Nearly all words have nothing that any of the four steps looks for.
_SPLIT_SOMEWHERE = re.compile(r"[ -&(-,./:-@\[-`{-~]|[0-9]-")


@dataclass(frozen=True)
class Mteval13a:
    """The tokeniser of mteval-v13a, without its lower-casing.

    >>> Mteval13a().tokens("It's $1,000.00, in 1990-95.")
    ("It's", '$', '1,000.00', ',', 'in', '1990', '-', '95', '.')
    """

    def tokens(self, raw: str) -> tuple[str, ...]:
        """The tokens of the string."""
        line = raw.rstrip()
        if "<" in line or "&" in line or "\n" in line:
            line = reduce(lambda text, step: step.plain(text), _JOIN, line)
        return _from_pieces(line, line.split(), _pieces_13a)

    def spans(self, raw: str) -> tuple[Span, ...]:
        """For each token the range [start, end) of the string from its first to its last character."""
        return _spans((*_JOIN, Step(r"\A|\Z", " "), *_SPLIT), raw.rstrip())

    def signature(self) -> str:
        """The name of the tokeniser."""
        return "13a"


@dataclass(frozen=True)
class International:
    """The tokeniser of mteval-v14 for all languages, as sacrebleu has it: entities stay as they are.

    >>> International().tokens("It's 5€, «oui».")
    ('It', "'", 's', '5', '€', ',', '«', 'oui', '»', '.')
    """

    def tokens(self, raw: str) -> tuple[str, ...]:
        """The tokens of the string."""
        line = raw.rstrip()
        pieces = line.split()
        if len(pieces) < 2:
            return _international(line)
        lead = " " if line[0].isspace() else ""
        inner = _from_pieces(line, pieces[1:-1], _pieces_intl)
        return (*_international(f"{lead}{pieces[0]} "), *inner, *_international(f" {pieces[-1]}"))

    def spans(self, raw: str) -> tuple[Span, ...]:
        """For each token the range [start, end) of the string from its first to its last character."""
        return _spans(_international_steps(), raw.rstrip())

    def signature(self) -> str:
        """The name of the tokeniser."""
        return "intl"


@dataclass(frozen=True)
class Characters:
    """Every character is a token, except blanks.

    >>> Characters().tokens("a bc")
    ('a', 'b', 'c')
    """

    def tokens(self, raw: str) -> tuple[str, ...]:
        """The tokens of the string."""
        return tuple("".join(raw.split()))

    def spans(self, raw: str) -> tuple[Span, ...]:
        """For each token its place in the string."""
        return tuple((at, at + 1) for at, char in enumerate(raw) if not char.isspace())

    def signature(self) -> str:
        """The name of the tokeniser."""
        return "char"


@dataclass(frozen=True)
class OnBlanks:
    """Only blanks separate tokens: for texts that are tokens already.

    >>> OnBlanks().tokens("It's done.")
    ("It's", 'done.')
    """

    def tokens(self, raw: str) -> tuple[str, ...]:
        """The tokens of the string."""
        return tuple(raw.split())

    def spans(self, raw: str) -> tuple[Span, ...]:
        """For each token its place in the string."""
        return tuple(match.span() for match in re.finditer(r"\S+", raw))

    def signature(self) -> str:
        """The name of the tokeniser."""
        return "none"


@dataclass(frozen=True)
class Chinese:
    """sacrebleu's tokeniser for Chinese, which needs that package."""

    def tokens(self, raw: str) -> tuple[str, ...]:
        """The tokens of the string."""
        return tuple(_chinese()(raw.rstrip()).split())

    def spans(self, raw: str) -> tuple[Span, ...]:
        """For each token its place in the string: the tokeniser only ever adds blanks."""
        found, at = [], 0
        for token in self.tokens(raw):
            start = raw.index(token, at)
            at = start + len(token)
            found.append((start, at))
        return tuple(found)

    def signature(self) -> str:
        """The name of the tokeniser."""
        return "zh"


MT_TOKENIZERS: dict[str, Tokenizer] = {
    "13a": Mteval13a(),
    "char": Characters(),
    "intl": International(),
    "none": OnBlanks(),
    "zh": Chinese(),
}


def mt_tokenizer(name: str) -> Tokenizer:
    """The tokeniser of that name; zh is an error where sacrebleu is not installed.

    >>> mt_tokenizer("13a").tokens("No.")
    ('No', '.')
    """
    if name not in MT_TOKENIZERS:
        raise unknown_name("tokenizer", name, MT_TOKENIZERS)
    if name == "zh":
        _chinese()
    return MT_TOKENIZERS[name]


def _from_pieces(line: str, pieces: list[str], split: Callable[[str], tuple[str, ...]]) -> tuple[str, ...]:
    if len(line) > _LONG and pieces and max(map(len, pieces)) > _LONG:
        split = split.__wrapped__  # type: ignore[attr-defined]
    return tuple(chain.from_iterable(map(split, pieces)))


@lru_cache(_REMEMBERED)
def _pieces_13a(piece: str) -> tuple[str, ...]:
    if not _SPLIT_SOMEWHERE.search(piece):
        return (piece,)
    return tuple(reduce(lambda text, step: step.plain(text), _SPLIT, f" {piece} ").split())


@lru_cache(_REMEMBERED)
def _pieces_intl(piece: str) -> tuple[str, ...]:
    return _international(f" {piece} ")


def _international(text: str) -> tuple[str, ...]:
    return tuple(reduce(lambda line, step: step.plain(line), _international_steps(), text).split())


@cache
def _international_steps() -> tuple[Rewriter, ...]:
    """Made when they are needed: the package `regex`, which knows Unicode's classes, takes a while to load."""
    import regex

    return (
        Step(regex.compile(r"(\P{N})(\p{P})"), 1, " ", 2, " "),
        Step(regex.compile(r"(\p{P})(\P{N})"), " ", 1, " ", 2),
        Step(regex.compile(r"(\p{S})"), " ", 1, " "),
    )


def _spans(steps: tuple[Rewriter, ...], raw: str) -> tuple[Span, ...]:
    traced = reduce(lambda source, step: step.traced(source), steps, Traced.of(raw))
    return tuple(traced.span(*match.span()) for match in re.finditer(r"\S+", traced.text))


@cache
def _chinese() -> Any:
    try:
        from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh
    except ImportError:
        raise MissingExtra("the tokenizer zh", "sacrebleu", "zh") from None
    return TokenizerZh()  # type: ignore[no-untyped-call]
