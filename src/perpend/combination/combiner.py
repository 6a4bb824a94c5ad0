"""Combines candidates into one text: the entry point of this package.

    combine(["the cat sat", "a cat sat", "the cat sits"]).text            'the cat sat'

    combiner = Combiner(read_weights("weights.json"))
    for found in combiner.combine_many(lines): ...                          a Combination for each segment

A `Combination` has the text, and for each of its words the systems that voted for it. Results are yielded in the order
of the segments as soon as they are ready. Time grows linearly with the number of segments.

Special cases: a single system, or systems that all agree, give that text, tokenised and joined again; an empty
candidate abstains; a segment without any words gives an empty text.
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
from perpend.arguments import items_of, path_of, text_of, texts_of, whole_number, wrong_type
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
_MOST_STATES = 1_000_000
"""The number of best paths that the extended method compares by minimum Bayes risk at the end."""


@dataclass(frozen=True, slots=True)
class VotedWord:
    """A word of the output, and the systems that have it at this position."""

    word: str
    voters: tuple[str, ...]

    @property
    def name(self) -> str:
        """The word."""
        return self.word

    @property
    def points(self) -> float:
        """The number of systems that voted for it."""
        return float(len(self.voters))

    def to_dict(self) -> dict[str, Any]:
        """Returns the word as plain JSON values."""
        return {"name": self.word, "points": self.points, "voters": list(self.voters)}


@dataclass(frozen=True, eq=False, repr=False)
class Combination(Answer):
    """The combined text; `backbone` names the systems whose text gave the word order.

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
        """Which systems have which words, from left to right, and whose word order was used."""
        if not self.words:
            return ("no candidate has any words",)
        systems, runs = self.segment.shares.shape[1], groupby(self.words, key=lambda word: word.voters)
        said = tuple(_said(voters, [word.word for word in run], systems) for voters, run in runs)
        return (*said, f"the order of the words is that of {', '.join(self.backbone)}")

    @property
    def contributions(self) -> tuple[VotedWord, ...]:
        """The words with the systems that voted for them."""
        return self.words

    def to_svg(self) -> str:
        """Returns the network or lattice as an SVG document, with the path of the output marked."""
        if self.space is None:
            raise SettingError("the method mbr has no network to draw: choose network, two-pass or extended")
        return draw_graph(self.space.graph, self.segment.forms, self.path)

    def _picture(self) -> str:
        return self.to_svg() if self.space else ""

    def to_dict(self) -> dict[str, Any]:
        """Returns the combination as plain JSON values."""
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

    :param weights: the method and its weights, from `read_weights`, `untuned` or `tune`.
    :param phrases: a phrase table or its path, for the metric terp.
    :param lm: the language models that the weights need.
    :param aligners: the aligners of another combiner, to share them.
    :param threads: the number of threads that align; by default the cores, at most 4.
    :param states: the width of the beam.
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
        if whole_number(states, "the states of the beam", highest=_MOST_STATES) < 1:
            raise SettingError(f"a beam of {states} states: at least 1 is needed")
        self.models = models_from_files(weights, lm)
        self.weights, self.states = weights, states
        self.aligners = aligners or Aligners(weights.metric, phrases, threads)
        self.signature = f"combination|{weights.digest}|states:{states}|{self.aligners.signature}"

    def combine(self, candidates: Sequence[str | Sequence[str]]) -> Combination:
        """Combines one segment; `candidates` has for each system its text, or its texts with the best first."""
        return next(self.combine_many([candidates]))

    def combine_many(self, segments: Sequence[Sequence[str | Sequence[str]]]) -> Iterator[Combination]:
        """Yields the combination of each of `segments`, which are as in `combine`."""
        yield from self.combine_segments([self._segment(number, given) for number, given in enumerate(segments, 1)])

    def combine_segments(
        self, segments: Sequence[Segment], losses: Sequence[Doubles] | None = None
    ) -> Iterator[Combination]:
        """Yields the combination of each of `segments`; `losses` are their `edit_losses`, if they are known already."""
        decoder = decoder_of(self.weights, segments, self.models)

        def work(aligner: Aligner, part: Sequence[Segment], start: int) -> list[Combination]:
            known = losses[start : start + len(part)] if losses is not None else None
            return self._chunk(decoder, aligner, part, known)

        return self.aligners.each(work, segments)

    def _segment(self, number: int, candidates: Sequence[str | Sequence[str]]) -> Segment:
        candidates = items_of(candidates, "candidates must be a list of texts", ordered=True)
        if len(candidates) != len(self.weights.systems):
            raise InputError(
                f"segment {number} has candidates of {len(candidates)} systems, but the weights are for "
                f"{len(self.weights.systems)}: give all of them, an empty text for a system that says nothing"
            )
        return segment_of(
            [[given] if isinstance(given, str) else texts_of(given, "a candidate") for given in candidates]
        )

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
        text, score, method = segment.text_of(path.words), float(path.score), self.weights.method
        return Combination(text, tuple(words), backbone, score, method, segment, space, path.arcs, self.signature)

    def _names(self, votes: Doubles) -> tuple[str, ...]:
        return tuple(name for name, vote in zip(self.weights.systems, votes, strict=True) if vote > 0)


def best_path(
    decoder: Decoder, weights: Weights, segment: Segment, found: Searched, states: int
) -> tuple[Space, Found]:
    """Returns the path that becomes the output, and the space that it was found in.

    `decoder`, `weights`, `segment` and `found` are as in `find_paths`; `states` is the number of states of the beam.
    """
    extended = weights.method == "extended"
    space, paths = find_paths(decoder, weights, segment, found, Beam(states, _MBR_PATHS if extended else 1))
    return space, paths[_most_agreeable(paths)] if extended else paths[0]


def find_paths(
    decoder: Decoder, weights: Weights, segment: Segment, found: Searched, beam: Beam
) -> tuple[Space, list[Found]]:
    """Returns the best paths of `segment` by `decoder` and their space, after two passes if the method has two.

    `found` is the space of the first pass, `weights` has the method, `beam` limits the search.
    """
    agreement = agreement_of(segment) if weights.method == "extended" else None
    space = found.space
    if found.lattice is not None:
        first = decoder.paths(space, agreement, segment.forms, Beam(beam.states))[0]
        space = found.restored(segment, weights.confidences, first.arcs)
    return space, decoder.paths(space, agreement, segment.forms, beam)


def _most_agreeable(paths: Sequence[Found]) -> int:
    """Minimum Bayes risk over paths: returns the index of the path with the highest expected BLEU."""
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
    """Combines several versions of one text into one. For many segments use `perpend.combination.combiner.Combiner`.

    :param candidates: for each system its text, or its texts with the best first; an empty text abstains.
    :param weights: weights from `perpend combine tune`; by default all systems have equal weights.
    :param method: `extended` (default), `mbr`, `network` or `two-pass`; only without `weights`.
    :param metric: `terp` (default) or `ter`; only without `weights`.
    :param phrases: a phrase table or its path, for terp.

    >>> combine(["The cat sat down.", "A cat sat down.", "The cat was sitting."]).text
    'The cat sat down.'
    """
    candidates = items_of(candidates, "nothing to combine: candidates must be a list of texts", ordered=True)
    if not candidates:
        raise InputError("nothing to combine: give a list with one candidate or more")
    if weights is not None and not isinstance(weights, Weights):
        raise wrong_type("weights", "Weights, as from read_weights", weights)
    for name, value in (("method", method), ("metric", metric)):
        if value is not None:
            text_of(value, name)
    if not (phrases is None or isinstance(phrases, PhraseTable)):
        phrases = path_of(phrases, "a phrase table")
    if weights is None:
        names = tuple(str(number) for number in range(1, len(candidates) + 1))
        return _untuned_combiner(names, method or "extended", metric or "terp", phrases).combine(candidates)
    if method or metric:
        raise SettingError("the weights determine method and metric: leave these out")
    return Combiner(weights, phrases, threads=1).combine(candidates)


@lru_cache(maxsize=8)
def _untuned_combiner(
    names: tuple[str, ...], method: str, metric: str, phrases: PhraseTable | Path | str | None
) -> Combiner:
    return Combiner(untuned(names, method, metric), phrases, threads=1)
