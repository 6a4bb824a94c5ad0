r"""The tokenisers of machine translation metrics, as in sacrebleu: a string -> tokens.

    13a    It's $1,000.00&quot;    It's  $  1,000.00  "       the script mteval-v13a, for Western languages
    intl   It's 5€, «oui».         It  '  s  5  €  ,  «  oui  »  .      Unicode punctuation and symbols are tokens
    char   a bc                    a  b  c                    every character except white space
    none   It's done.              It's  done.                split at white space only
    zh     猫 sat.                  猫  sat  .                  sacrebleu's own, if that package is installed

13a splits off a period or comma unless it is between digits, and a hyphen after a digit. intl does the same for all
punctuation, but a number at the end of a text keeps its period, as in the original.

The steps below are the definition, and `spans` applies them one by one. `tokens` is faster: the effect of a step on a
character depends on its two neighbours only, and no step looks across white space; so `tokens` splits the text at white
space first, then splits each piece and caches the result.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import Any, ClassVar

from perpend.errors import MissingExtra, unknown_name
from perpend.text.rewrites import Span
from perpend.text.tokenizers import Tokenizer
from perpend.text.trace import ENTITIES, Rewriter, Step, rewritten, traced_words

__all__ = ["Characters", "Chinese", "International", "MT_TOKENIZERS", "Mteval13a", "OnBlanks", "mt_tokenizer"]

_REMEMBERED = 2**16
_LONG = 1_000
"""Longer pieces are not cached: they are not words, and would fill the memory."""

_UNESCAPE = (Step(*entity) for entity in ENTITIES)
_JOIN: tuple[Rewriter, ...] = (Step("<skipped>"), Step("-\n"), Step("\n", " "), *_UNESCAPE)
_SPLIT: tuple[Rewriter, ...] = (
    Step(r"([ -&(-+/:-@\[-`{-~])", " ", 1, " "),
    Step(r"([^0-9])([.,])", 1, " ", 2, " "),
    Step(r"([.,])([^0-9])", " ", 1, " ", 2),
    Step(r"([0-9])(-)", 1, " ", 2, " "),
)
# A fast test: most words match none of the four steps.
_SPLIT_SOMEWHERE = re.compile(r"[ -&(-,./:-@\[-`{-~]|[0-9]-")


class _Named:
    """A tokeniser whose signature is its name."""

    name: ClassVar[str]

    def signature(self) -> str:
        """Returns the name of the tokeniser."""
        return self.name


@dataclass(frozen=True)
class Mteval13a(_Named):
    """The tokeniser of mteval-v13a, without its lower-casing.

    >>> Mteval13a().tokens("It's $1,000.00, in 1990-95.")
    ("It's", '$', '1,000.00', ',', 'in', '1990', '-', '95', '.')
    """

    name = "13a"

    def tokens(self, raw: str) -> tuple[str, ...]:
        """Returns the tokens of `raw`."""
        line = raw.rstrip()
        if "<" in line or "&" in line or "\n" in line:
            line = rewritten(_JOIN, line)
        return _from_pieces(line, line.split(), _pieces_13a)

    def spans(self, raw: str) -> tuple[Span, ...]:
        """Returns the range [start, end) of `raw` for each token, from its first to its last character."""
        return traced_words((*_JOIN, Step(r"\A|\Z", " "), *_SPLIT), raw.rstrip())


@dataclass(frozen=True)
class International(_Named):
    """The tokeniser of mteval-v14 for all languages, as in sacrebleu, which leaves entities as they are.

    >>> International().tokens("It's 5€, «oui».")
    ('It', "'", 's', '5', '€', ',', '«', 'oui', '»', '.')
    """

    name = "intl"

    def tokens(self, raw: str) -> tuple[str, ...]:
        """Returns the tokens of `raw`."""
        line = raw.rstrip()
        pieces = line.split()
        if len(pieces) < 2:
            return _international(line)
        lead = " " if line[0].isspace() else ""
        inner = _from_pieces(line, pieces[1:-1], _pieces_intl)
        return (*_international(f"{lead}{pieces[0]} "), *inner, *_international(f" {pieces[-1]}"))

    def spans(self, raw: str) -> tuple[Span, ...]:
        """Returns the range [start, end) of `raw` for each token, from its first to its last character."""
        return traced_words(_international_steps(), raw.rstrip())


@dataclass(frozen=True)
class Characters(_Named):
    """Every character except white space is a token.

    >>> Characters().tokens("a bc")
    ('a', 'b', 'c')
    """

    name = "char"

    def tokens(self, raw: str) -> tuple[str, ...]:
        """Returns the tokens of `raw`."""
        return tuple("".join(raw.split()))

    def spans(self, raw: str) -> tuple[Span, ...]:
        """Returns the range [start, end) of `raw` for each token."""
        return tuple((at, at + 1) for at, char in enumerate(raw) if not char.isspace())


@dataclass(frozen=True)
class OnBlanks(_Named):
    """Splits at white space only, for texts that are already tokenised.

    >>> OnBlanks().tokens("It's done.")
    ("It's", 'done.')
    """

    name = "none"

    def tokens(self, raw: str) -> tuple[str, ...]:
        """Returns the tokens of `raw`."""
        return tuple(raw.split())

    def spans(self, raw: str) -> tuple[Span, ...]:
        """Returns the range [start, end) of `raw` for each token."""
        return tuple(match.span() for match in re.finditer(r"\S+", raw))


@dataclass(frozen=True)
class Chinese(_Named):
    """sacrebleu's tokeniser for Chinese; needs the package sacrebleu."""

    name = "zh"

    def tokens(self, raw: str) -> tuple[str, ...]:
        """Returns the tokens of `raw`."""
        return tuple(_chinese()(raw.rstrip()).split())

    def spans(self, raw: str) -> tuple[Span, ...]:
        """Returns the range [start, end) of `raw` for each token; the tokeniser adds blanks and nothing else."""
        found, at = [], 0
        for token in self.tokens(raw):
            start = raw.index(token, at)
            at = start + len(token)
            found.append((start, at))
        return tuple(found)


MT_TOKENIZERS: dict[str, Tokenizer] = {
    "13a": Mteval13a(),
    "char": Characters(),
    "intl": International(),
    "none": OnBlanks(),
    "zh": Chinese(),
}


def mt_tokenizer(name: str) -> Tokenizer:
    """Returns the tokeniser `name`, one of MT_TOKENIZERS; "zh" raises MissingExtra if sacrebleu is not installed.

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
    return tuple(rewritten(_SPLIT, f" {piece} ").split())


@lru_cache(_REMEMBERED)
def _pieces_intl(piece: str) -> tuple[str, ...]:
    return _international(f" {piece} ")


def _international(text: str) -> tuple[str, ...]:
    return tuple(rewritten(_international_steps(), text).split())


@cache
def _international_steps() -> tuple[Rewriter, ...]:
    """Computed on first use, because the package `regex` (Unicode classes) takes a while to import."""
    import regex

    return (
        Step(regex.compile(r"(\P{N})(\p{P})"), 1, " ", 2, " "),
        Step(regex.compile(r"(\p{P})(\P{N})"), " ", 1, " ", 2),
        Step(regex.compile(r"(\p{S})"), " ", 1, " "),
    )


@cache
def _chinese() -> Any:
    try:
        from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh
    except ImportError:
        raise MissingExtra("the tokenizer zh", "sacrebleu", "zh") from None
    return TokenizerZh()  # type: ignore[no-untyped-call]
