"""Candidates in, one text out: the door to this room.

    combine(["the cat sat", "a cat sat", "the cat sits"]).text            'the cat sat'

    combiner = Combiner(read_weights("weights.json"))
    for found in combiner.combine_many(lines): ...                          a Combination for each segment

A `Combination` has the text, and for each of its words the systems that voted for it. Results come in the order of the
segments, as soon as they are there. Time grows linearly with the segments; what is kept of each are its words.

What comes of unusual input: one system, or systems that all say the same, gives that text, as it is written after
tokenising; an empty candidate abstains; a segment without any words gives an empty text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from perpend.alignment.aligner import Aligner
from perpend.answers import Answer
from perpend.combination.aligning import Aligners
from perpend.combination.bleu import pairwise_bleu
from perpend.combination.decode import Beam, Decoder, LanguageModel
from perpend.combination.drawing import draw_graph
from perpend.combination.features import Space
from perpend.combination.models import decoder_of, models_from_files
from perpend.combination.ngrams import agreement_of
from perpend.combination.search import Found
from perpend.combination.segment import Segment, segment_of
from perpend.combination.spaces import Backbones, Searched, backbones_of, searched
from perpend.combination.weights import Weights, untuned
from perpend.errors import InputError, SettingError
from perpend.lexicon.phrases.table import PhraseTable
from perpend.types import Doubles

__all__ = ["Combination", "Combiner", "VotedWord", "best_path", "combine", "find_paths"]

_MBR_PATHS = 100
"""How many paths of the extended method are weighed against each other at the end."""


@dataclass(frozen=True, slots=True)
class VotedWord:
    """A word of the output, and the systems that said it at this place."""

    word: str
    voters: tuple[str, ...]

    @property
    def name(self) -> str:
        """The word."""
        return self.word

    @property
    def points(self) -> float:
        """How many systems voted for it."""
        return float(len(self.voters))

    def to_dict(self) -> dict[str, Any]:
        """The word as plain JSON values."""
        return {"name": self.word, "points": self.points, "voters": list(self.voters)}


@dataclass(frozen=True, eq=False, repr=False)
class Combination(Answer):
    """One text made of many; `backbone` names the systems whose text gave the order.

    >>> import perpend
    >>> found = perpend.combine(["The cat sat down.", "A cat sat down.", "The cat was sitting."])
    >>> found, found.contributions[0]
    (<Combination The cat sat down.>, VotedWord(word='The', voters=('1', '3')))
    >>> found.reasons[0]
    "2 of 3 systems (1, 3) say 'The'"
    """

    text: str
    words: tuple[VotedWord, ...]
    backbone: tuple[str, ...]
    score: float
    method: str
    segment: Segment
    space: Space | None
    path: tuple[int, ...]
    signature: str = ""

    @property
    def value(self) -> str:
        """The text."""
        return self.text

    @property
    def reasons(self) -> tuple[str, ...]:
        """Who said which words, from left to right, and whose order of words was taken."""
        if not self.words:
            return ("no candidate has any words",)
        systems, runs = self.segment.shares.shape[1], groupby(self.words, key=lambda word: word.voters)
        said = tuple(_said(voters, [word.word for word in run], systems) for voters, run in runs)
        return (*said, f"the order of the words is that of {', '.join(self.backbone)}")

    @property
    def contributions(self) -> tuple[VotedWord, ...]:
        """Each word with the systems that voted for it."""
        return self.words

    def to_svg(self) -> str:
        """The network or lattice as an SVG document, the path of the output marked."""
        if self.space is None:
            raise SettingError("the method mbr makes no network to draw: choose network, two-pass or extended")
        return draw_graph(self.space.graph, self.segment.forms, self.path)

    def _picture(self) -> str:
        return self.to_svg() if self.space else ""

    def to_dict(self) -> dict[str, Any]:
        """The combination as plain JSON values."""
        return {
            "value": self.text,
            "reasons": list(self.reasons),
            "contributions": [word.to_dict() for word in self.words],
            "backbone": list(self.backbone),
            "score": self.score,
            "method": self.method,
            "signature": self.signature,
        }


def _said(voters: tuple[str, ...], words: Sequence[str], systems: int) -> str:
    text = f"'{' '.join(words)}'"
    if systems == 1:
        return f"the only system says {text}"
    if len(voters) == systems:
        return f"all {systems} systems say {text}"
    return f"{len(voters)} of {systems} systems ({', '.join(voters)}) {'says' if len(voters) == 1 else 'say'} {text}"


class Combiner:
    """Combines segments under one set of weights.

    `phrases` is a table of paraphrases for the metric terp, `lm` one language model or several, `aligners` are those of
    another combiner to share, `threads` how many align (default: the cores, at most 4), `states` the width of the beam.
    """

    def __init__(
        self,
        weights: Weights,
        phrases: PhraseTable | Path | str | None = None,
        lm: LanguageModel | Sequence[LanguageModel] | None = None,
        *,
        aligners: Aligners | None = None,
        threads: int | None = None,
        states: int = 30,
    ) -> None:
        if states < 1:
            raise SettingError(f"a beam of {states} states: at least 1 is needed")
        self.models = models_from_files(weights, lm)
        self.weights, self.states = weights, states
        self.aligners = aligners or Aligners(weights.metric, phrases, threads)
        self.signature = f"combination|{weights.digest}|states:{states}|{self.aligners.signature}"

    def combine(self, candidates: Sequence[str | Sequence[str]]) -> Combination:
        """One segment: for each system its candidate, or its candidates with the best first."""
        return next(self.combine_many([candidates]))

    def combine_many(self, segments: Sequence[Sequence[str | Sequence[str]]]) -> Iterator[Combination]:
        """All segments, each a sequence of what every system says."""
        yield from self.combine_segments([self._segment(number, given) for number, given in enumerate(segments, 1)])

    def combine_segments(
        self, segments: Sequence[Segment], losses: Sequence[Doubles] | None = None
    ) -> Iterator[Combination]:
        """Segments that are numbers already; losses that are known need not be computed again."""
        decoder = decoder_of(self.weights, segments, self.models)

        def work(aligner: Aligner, part: Sequence[Segment], start: int) -> list[Combination]:
            known = losses[start : start + len(part)] if losses is not None else None
            return self._chunk(decoder, aligner, part, known)

        return self.aligners.each(work, segments)

    def _segment(self, number: int, candidates: Sequence[str | Sequence[str]]) -> Segment:
        if len(candidates) != len(self.weights.systems):
            raise InputError(
                f"segment {number} has candidates of {len(candidates)} systems, but the weights are for "
                f"{len(self.weights.systems)}: give all of them, an empty text for a system that says nothing"
            )
        return segment_of([[given] if isinstance(given, str) else list(given) for given in candidates])

    def _chunk(
        self, decoder: Decoder, aligner: Aligner, segments: Sequence[Segment], losses: Sequence[Doubles] | None
    ) -> list[Combination]:
        backbones = backbones_of(aligner, segments, self.weights, losses)
        if self.weights.method == "mbr":
            return [self._chosen(segment, chosen) for segment, chosen in zip(segments, backbones, strict=True)]
        spaces = searched(aligner, segments, self.weights, backbones)
        return [self._decoded(decoder, *given) for given in zip(segments, spaces, backbones, strict=True)]

    def _chosen(self, segment: Segment, chosen: Backbones) -> Combination:
        text = chosen.texts[0]
        voters = self._names(segment.shares[text])
        words = tuple(VotedWord(segment.forms[word], voters) for word in segment.texts[text])
        score = -float(chosen.risks[0])
        said = segment.text_of(segment.texts[text])
        return Combination(said, words, voters, score, "mbr", segment, None, (), self.signature)

    def _decoded(self, decoder: Decoder, segment: Segment, found: Searched, backbones: Backbones) -> Combination:
        space, path = best_path(decoder, self.weights, segment, found, self.states)
        graph = space.graph
        words = [
            VotedWord(segment.forms[word], self._names(graph.votes[arc]))
            for arc in path.arcs
            for word in graph.arc_words(arc)
        ]
        begins = int(graph.begins[path.arcs[0]])
        backbone = self._names(segment.shares[backbones.texts[begins]])
        text = segment.text_of(path.words)
        return Combination(
            text,
            tuple(words),
            backbone,
            float(path.score),
            self.weights.method,
            segment,
            space,
            path.arcs,
            self.signature,
        )

    def _names(self, votes: Doubles) -> tuple[str, ...]:
        return tuple(name for name, vote in zip(self.weights.systems, votes, strict=True) if vote > 0)


def best_path(
    decoder: Decoder, weights: Weights, segment: Segment, found: Searched, states: int
) -> tuple[Space, Found]:
    """The path that becomes the output, and the space that it was found in."""
    extended = weights.method == "extended"
    space, paths = find_paths(decoder, weights, segment, found, Beam(states, _MBR_PATHS if extended else 1))
    return space, paths[_most_agreeable(paths)] if extended else paths[0]


def find_paths(
    decoder: Decoder, weights: Weights, segment: Segment, found: Searched, beam: Beam
) -> tuple[Space, list[Found]]:
    """The best paths, after two passes if the method has two."""
    agreement = agreement_of(segment) if weights.method == "extended" else None
    space = found.space
    if found.lattice is not None:
        first = decoder.paths(space, agreement, segment.forms, Beam(beam.states))[0]
        space = found.restored(segment, weights.confidences, first.arcs)
    return space, decoder.paths(space, agreement, segment.forms, beam)


def _most_agreeable(paths: Sequence[Found]) -> int:
    """Minimum Bayes risk over paths: the one with the most BLEU to be expected when the others are the truth."""
    scores = np.array([path.score for path in paths])
    chances = np.exp(scores - scores.max())
    return int(np.argmax(pairwise_bleu([path.words for path in paths]) @ (chances / chances.sum())))


def combine(
    candidates: Sequence[str | Sequence[str]],
    weights: Weights | None = None,
    *,
    method: str | None = None,
    metric: str | None = None,
    phrases: PhraseTable | Path | str | None = None,
) -> Combination:
    """Combine several versions of one text into one that is made of their parts.

    `candidates` has for each system its text, or its texts with the best first; an empty text abstains. `weights` are
    those of `perpend combine tune`; without them all systems count the same, and `method` (extended, mbr, network or
    two-pass) and `metric` (ter or terp) may be chosen. `phrases` is a table of paraphrases for terp. For many segments
    make a `perpend.combination.Combiner`.

    >>> combine(["The cat sat down.", "A cat sat down.", "The cat was sitting."]).text
    'The cat sat down.'
    """
    if not candidates or isinstance(candidates, str):
        raise InputError("nothing to combine: give a list with one candidate or more")
    if weights is None:
        names = tuple(str(number) for number in range(1, len(candidates) + 1))
        return _untuned_combiner(names, method or "extended", metric or "terp", phrases).combine(candidates)
    if method or metric:
        raise SettingError("weights say method and metric: leave these out")
    return Combiner(weights, phrases, threads=1).combine(candidates)


@lru_cache(maxsize=8)
def _untuned_combiner(
    names: tuple[str, ...], method: str, metric: str, phrases: PhraseTable | Path | str | None
) -> Combiner:
    return Combiner(untuned(names, method, metric), phrases, threads=1)
