"""Tunes the weights of a combination on segments with references.

    1  the systems' confidences     by exact line search over which candidate has the least risk      (section 3)
    2  the weights of the features  in rounds: search the n best paths, merge them with those of earlier rounds, learn

The paper's methods learn the second by exact line search too (`mert.py`); the extended one, which has over a hundred
features, by expected BLEU (`expected_bleu.py`). The objective is BLEU (maximised) or TERp's edits per word (minimised).
Evaluate tuned weights on other segments.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from perpend.alignment.aligner import Aligner
from perpend.combination import expected_bleu, mert
from perpend.combination.aligning import Aligners
from perpend.combination.backbone import edit_losses
from perpend.combination.bleu import corpus_bleu
from perpend.combination.combiner import find_paths
from perpend.combination.decode import Beam, Decoder, LanguageModel
from perpend.combination.models import decoder_of, models_from_files
from perpend.combination.ngrams import agreement_of, match_counts
from perpend.combination.pool import Pool, Rows
from perpend.combination.search import Found
from perpend.combination.segment import Segment
from perpend.combination.spaces import Searched, backbones_of, searched
from perpend.combination.weights import BACKBONES, Weights, untuned
from perpend.combination.words import key_of, split_words
from perpend.errors import InputError, unknown_name
from perpend.types import Doubles, Progress

__all__ = ["OBJECTIVES", "Tuning", "references_of", "tune"]

OBJECTIVES = ("bleu", "terp")
"""The objectives of tuning."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Settings of tuning.

    :param objective: one of OBJECTIVES.
    :param rounds: rounds of search and learning.
    :param paths: how many paths of each segment a round searches.
    :param states: the width of the beam.
    :param strength: the L2 penalty of the extended method.
    :param backbones: how many backbones the extended method has.
    :param seed: of the random starts.
    """

    objective: str = "bleu"
    rounds: int = 4
    paths: int = 100
    states: int = 30
    strength: float = 0.003
    backbones: int = BACKBONES
    seed: int = 0

    def __post_init__(self) -> None:
        if self.objective not in OBJECTIVES:
            raise unknown_name("objective", self.objective, OBJECTIVES)


References = Sequence[Sequence[Sequence[str]]]
"""For each segment its references, each as forms."""


def references_of(lists: Sequence[Sequence[str]]) -> list[list[tuple[str, ...]]]:
    """Tokenises `lists` of references like candidates; returns for each segment its references."""
    return [[split_words(text).forms for text in texts] for texts in zip(*lists, strict=True)]


def tune(
    segments: Sequence[Segment],
    references: References,
    systems: Sequence[str],
    method: str,
    aligners: Aligners,
    settings: Tuning = Tuning(),  # noqa: B008
    lm: LanguageModel | Sequence[LanguageModel] | None = None,
    losses: Sequence[Doubles] | None = None,
    confidences: Mapping[str, float] | None = None,
    report: Progress = lambda *_: None,
) -> Weights:
    """Tunes the weights of `method`.

    :param segments: the tuning segments.
    :param references: for each segment its references, from `references_of`.
    :param systems: the names of the systems.
    :param aligners: the aligners, whose metric is used.
    :param settings: rounds, objective and so on.
    :param lm: language models that become features.
    :param losses: the `edit_losses` of the segments, if they are known already.
    :param confidences: the systems' weights, if they are known already; the method mbr ignores them.
    :param report: called as `report(stage, done, total)`.
    """
    if not segments or len(segments) != len(references):
        raise InputError(
            f"{len(segments)} segments and references for {len(references)}: give references for each, and at least one"
        )
    begin = untuned(systems, method, aligners.metric, 0 if lm is None else len(lm) if isinstance(lm, Sequence) else 1)
    begin = replace(begin, backbones=settings.backbones if method == "extended" else 1, signature=aligners.signature)
    work = _Work(segments, references, aligners, settings, models_from_files(begin, lm), report)
    if losses is None:
        losses = work.losses()
    if confidences is None or method == "mbr":
        weights, score = work.confidences(begin, losses)
    else:
        weights, score = replace(begin, systems=dict(confidences)), 0.0
    if method != "mbr":
        weights, score = work.features(weights, losses)
    facts = {"segments": len(segments), "objective": settings.objective, "score": score, "rounds": settings.rounds}
    return replace(weights, tuned=facts | {"seed": settings.seed})


@dataclass(frozen=True, eq=False)
class _Work:
    segments: Sequence[Segment]
    references: References
    aligners: Aligners
    settings: Tuning
    models: dict[str, LanguageModel]
    report: Progress

    def losses(self) -> list[Doubles]:
        found = []
        for number, loss in enumerate(self.aligners.each(lambda a, part, _: edit_losses(a, part), self.segments), 1):
            found.append(loss)
            self.report("comparing candidates", number, len(self.segments))
        return found

    def confidences(self, weights: Weights, losses: Sequence[Doubles]) -> tuple[Weights, float]:
        """Tunes the systems' weights by the score of the candidates with the least risk."""
        features = np.concatenate(
            [-(loss @ segment.shares) for loss, segment in zip(losses, self.segments, strict=True)]
        )
        counts = [self.counts(number, segment.texts) for number, segment in enumerate(self.segments)]
        rows = Rows(features, np.concatenate(counts), _starts(counts))
        equal = np.full(len(weights.systems), 1.0 / len(weights.systems))
        found, score = mert.train(
            rows, self.score, [equal], seed=self.settings.seed, random_starts=2, directions=4, rounds=6, positive=True,
            report=lambda done, total: self.report("weighing systems", done, total),
        )  # fmt: skip
        found = np.maximum(found, 0.0)
        found = found / found.sum() if found.sum() > 0 else equal
        return replace(weights, systems=dict(zip(weights.systems, found.tolist(), strict=True))), abs(score)

    def features(self, weights: Weights, losses: Sequence[Doubles]) -> tuple[Weights, float]:
        """Tunes the weights of the features, in rounds."""
        spaces = self.spaces(weights, losses)
        decoder = decoder_of(weights, self.segments, self.models)
        pool, score = Pool(len(self.segments)), 0.0
        for number in range(self.settings.rounds):
            self.search(replace(decoder, weights=weights.values), weights, spaces, pool, number)
            values, score = self.learn(weights, pool.rows(), number)
            weights = replace(weights, features=dict(zip(weights.layout.names, values.tolist(), strict=True)))
        return weights, score

    def spaces(self, weights: Weights, losses: Sequence[Doubles]) -> list[Searched]:
        def work(aligner: Aligner, part: Sequence[Segment], start: int) -> list[Searched]:
            chosen = backbones_of(aligner, part, weights, losses[start : start + len(part)])
            return searched(aligner, part, weights, chosen)

        found = []
        for number, space in enumerate(self.aligners.each(work, self.segments), 1):
            found.append(space)
            self.report("making networks", number, len(self.segments))
        return found

    def search(
        self, decoder: Decoder, weights: Weights, spaces: Sequence[Searched], pool: Pool, round_number: int
    ) -> None:
        """Adds the best paths under these weights to the pool."""
        beam = Beam(self.settings.states, self.settings.paths, 10 * self.settings.paths)
        for number, (segment, space) in enumerate(zip(self.segments, spaces, strict=True)):
            last, paths = find_paths(decoder, weights, segment, space, beam)
            new: list[Found] = [paths[place] for place in pool.new(number, [path.words for path in paths])]
            if new:
                agreement = agreement_of(segment) if weights.method == "extended" else None
                rows = decoder.features(last, agreement, segment.forms, new)
                pool.add(number, rows, self.counts(number, [path.words for path in new]))
            self.report(f"searching, round {round_number + 1}", number + 1, len(self.segments))

    def learn(self, weights: Weights, rows: Rows, round_number: int) -> tuple[Doubles, float]:
        self.report(f"learning, round {round_number + 1}", 0, 1)
        if weights.method == "extended" and self.settings.objective == "bleu":
            return expected_bleu.train(rows, weights.values, strength=self.settings.strength)
        seed = self.settings.seed + round_number
        values, score = mert.train(
            rows, self.score, [weights.values], seed=seed, random_starts=3, directions=4, rounds=10
        )
        # The scale of the weights does not change the best path.
        return values / (np.abs(values).max() or 1.0), abs(score)

    def counts(self, number: int, texts: Sequence[tuple[int, ...]]) -> Doubles:
        """Returns the counts of each text that the objective needs: BLEU's, or TERp's cost and reference words."""
        segment, references = self.segments[number], self.references[number]
        if self.settings.objective == "bleu":
            numbers = {form: place for place, form in enumerate(segment.forms)}
            return match_counts(
                texts, [[numbers.setdefault(form, len(numbers)) for form in forms] for forms in references]
            )
        aligner, words = self.aligners.one, np.mean([len(forms) for forms in references])
        hyps = [tuple(key_of(segment.forms[word]) for word in text) for text in texts]
        costs = [aligner.align_many(hyps, [tuple(map(key_of, forms))] * len(hyps)).costs for forms in references]
        return np.stack([np.min(costs, axis=0), np.full(len(texts), words)], axis=1)

    def score(self, sums: Doubles) -> Doubles:
        """Returns the score of summed counts, which is maximised."""
        return corpus_bleu(sums) if self.settings.objective == "bleu" else -sums[..., 0] / np.maximum(sums[..., 1], 1.0)


def _starts(counts: Sequence[Doubles]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.concatenate([[0], np.cumsum([len(part) for part in counts])]).astype(np.int64)
