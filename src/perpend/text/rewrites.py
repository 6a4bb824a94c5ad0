"""The normalisation file of TERp: sets of phrases, each of which is replaced by the first one of its set.

    <p>united states</p> <p>u.s.</p> <p>the states</p>

turns the tokens `in u.s. law` into `in united states law`. One line is one set; phrases are split at blanks and
compared with the tokens unchanged, so write them as the normaliser writes tokens.

Sets are applied in the order of the file, each in one pass from left to right that continues after the inserted text;
at each place the phrases of a set are tried in the order of the line. Only the sets that can match are tried: those
with a token of the sentence, or of the first phrase of an earlier set that was applied.
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
    """The phrases `sources`, each of which is replaced by `target`."""

    target: tuple[str, ...]
    sources: tuple[tuple[str, ...], ...]

    def match(self, tokens: Sequence[str], at: int) -> int:
        """Returns the length of the source that begins at `tokens[at]`; 0 if there is none."""
        for source in self.sources:
            if source and tuple(tokens[at : at + len(source)]) == source:
                return len(source)
        return 0


@dataclass(frozen=True)
class Rewrites:
    """The `sets` of phrases, in order; two values with the same sets are equal.

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
        """Reads the sets from the UTF-8 file at `path`."""
        data = read_bytes(path, "a normalisation file")
        return cls.parse(text_lines(Path(path), data, lone_cr=True), path)

    @classmethod
    def parse(cls, lines: Iterable[str], name: Path | str = "normalisation file") -> "Rewrites":
        """Reads the sets from `lines`, skipping blank ones; `name` is the file's name in errors."""
        return cls(tuple(_parse_line(line, number, name) for number, line in enumerate(lines, 1) if line.strip()))

    def tokens(self, tokens: Sequence[str]) -> tuple[str, ...]:
        """Returns `tokens` after all replacements."""
        return self.spanned(tokens, [(0, 0)] * len(tokens))[0]

    def spanned(self, tokens: Sequence[str], spans: Sequence[Span]) -> tuple[tuple[str, ...], tuple[Span, ...]]:
        """Returns `tokens` and their `spans` after all replacements.

        A new token has the span of all the tokens it replaces.
        """
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
        """Returns the first 8 hex digits of the SHA-256 of these sets."""
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
