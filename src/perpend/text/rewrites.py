"""The normalisation file of TERp: sets of phrases that are all written as the first one.

    <p>united states</p> <p>u.s.</p> <p>the states</p>

turns the tokens `in u.s. law` into `in united states law`. One line is one set; phrases are split at blanks and
compared with the tokens as they are, so they should be written as the normaliser writes tokens.

Sets are tried in the order of the file, each by one walk from left to right that goes on after the text it put in; at
one place the phrases of a set are tried in their order in the line. Only the sets that can match are looked at: those
with a token of the sentence, or of the first phrase of an earlier set that was used.
"""

import hashlib
import heapq
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from perpend.errors import FormatError
from perpend.files.compressed import read_bytes
from perpend.files.lines import text_lines

__all__ = ["RewriteSet", "Rewrites"]

_PHRASE = re.compile(r"<p>([^<>]*+)</p>")
_LINE = re.compile(r"\s*+(?:<p>[^<>]*+</p>\s*+)*+")
_LEAST_PHRASES = 2

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class RewriteSet:
    """The phrases `sources`, each of which is to be written as `target`."""

    target: tuple[str, ...]
    sources: tuple[tuple[str, ...], ...]

    def match(self, tokens: Sequence[str], at: int) -> int:
        """How many tokens at this place are one of the sources; 0 when none is."""
        for source in self.sources:
            if source and tuple(tokens[at : at + len(source)]) == source:
                return len(source)
        return 0


@dataclass(frozen=True)
class Rewrites:
    """Sets of phrases in their order; two values with the same sets are equal.

    >>> rewrites = Rewrites.parse(["<p>united states</p> <p>u.s.</p>"])
    >>> rewrites.tokens(["in", "u.s.", "law"])
    ('in', 'united', 'states', 'law')
    """

    sets: tuple[RewriteSet, ...]
    _by_token: dict[str, list[int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        index: defaultdict[str, list[int]] = defaultdict(list)
        for number, one in enumerate(self.sets):
            for first in {source[0] for source in one.sources if source}:
                index[first].append(number)
        object.__setattr__(self, "_by_token", dict(index))

    @classmethod
    def read(cls, path: Path | str) -> "Rewrites":
        """The sets of a file in UTF-8."""
        data = read_bytes(path, "a normalisation file")
        return cls.parse(text_lines(Path(path), data, lone_cr=True), path)

    @classmethod
    def parse(cls, lines: Iterable[str], name: Path | str = "normalisation file") -> "Rewrites":
        """The sets of these lines; blank lines are passed over."""
        return cls(tuple(_parse_line(line, number, name) for number, line in enumerate(lines, 1) if line.strip()))

    def tokens(self, tokens: Sequence[str]) -> tuple[str, ...]:
        """The rewritten tokens."""
        return self.spanned(tokens, [(0, 0)] * len(tokens))[0]

    def spanned(self, tokens: Sequence[str], spans: Sequence[Span]) -> tuple[tuple[str, ...], tuple[Span, ...]]:
        """The rewritten tokens with their spans; a new token has the span of all the tokens it stands for."""
        waiting = list({number for token in tokens for number in self._by_token.get(token, ())})
        heapq.heapify(waiting)
        done = -1
        while waiting:
            number = heapq.heappop(waiting)
            if number == done:
                continue
            done = number
            one = self.sets[number]
            if any(one.match(tokens, at) for at in range(len(tokens))):
                tokens, spans = _rewrite(one, tokens, spans)
                for token in one.target:
                    for later in self._by_token.get(token, ()):
                        if later > number:
                            heapq.heappush(waiting, later)
        return tuple(tokens), tuple(spans)

    def signature(self) -> str:
        """The first 8 hex digits of the SHA-256 of these sets."""
        return hashlib.sha256(repr([(one.target, one.sources) for one in self.sets]).encode()).hexdigest()[:8]


def _parse_line(line: str, number: int, name: Path | str) -> RewriteSet:
    phrases = [tuple(phrase.split()) for phrase in _PHRASE.findall(line)]
    if not _LINE.fullmatch(line) or len(phrases) < _LEAST_PHRASES:
        raise FormatError(name, number, "two or more phrases as in '<p>united states</p> <p>u.s.</p>' needed")
    return RewriteSet(phrases[0], tuple(phrases[1:]))


def _rewrite(one: RewriteSet, tokens: Sequence[str], spans: Sequence[Span]) -> tuple[list[str], list[Span]]:
    new_tokens: list[str] = []
    new_spans: list[Span] = []
    at = 0
    while at < len(tokens):
        length = one.match(tokens, at)
        if length:
            new_tokens += one.target
            new_spans += [(spans[at][0], spans[at + length - 1][1])] * len(one.target)
        else:
            new_tokens.append(tokens[at])
            new_spans.append(spans[at])
        at += length or 1
    return new_tokens, new_spans
