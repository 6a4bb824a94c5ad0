"""TERp's tuning: finds the costs whose scores agree best with human judgments of pairs of texts.

    weights ──align──> alignments ──> kept as the best, if their scores agree better with the judgments
       ^                   │
       └──search weights───┘     with fixed alignments: score = weights · features / words

Better weights change the alignments, and other alignments need other weights; so both steps alternate, up to
`iterations` times, and the best round is the result. The value may fall from one round to the next, because a search
with fixed alignments can be wrong about the new ones.

The value of a round uses the scores of the aligner, with the limits of phrase costs and the cap; the search ignores
both (`edit_features`). Tuning ends early when weights repeat and nothing is random.

>>> result = tune(["a b", "a c", "x y"], ["a b", "a b", "a b"], [5, 3, 0], costs="ter", iterations=2)
>>> result.after >= result.before
True
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from perpend.alignment import Aligner, Alignments, Costs
from perpend.alignment.aligner import Words
from perpend.alignment.parameters import PARAMETER_SETS, TerpParameters
from perpend.arguments import items_of, whole_number
from perpend.errors import InputError, SettingError, unknown_name
from perpend.lexicon.phrases.table import PhraseTable
from perpend.metrics.edit_features import EDIT_WEIGHTS, costs_with, features_of, weight_names, weights_in
from perpend.metrics.objective import Goal, Judgments, Objective
from perpend.metrics.terp_files.cost_file import parameters_of, write_costs
from perpend.metrics.weight_search import Limits, WeightSearch
from perpend.types import Doubles

__all__ = ["Round", "TuningResult", "tune"]

_HIGHEST = 100.0
_MATCH = "match"

Progress = Callable[[int, int, float], None]
"""A callback, called after every round with the rounds done, the most rounds, and the best value so far."""


@dataclass(frozen=True)
class Round:
    """The weights of one round and the value of their alignments."""

    weights: tuple[float, ...]
    value: float


@dataclass(frozen=True)
class TuningResult:
    """The best costs found, and the `history` of rounds, of which the first is the start and `best` an index.

    `names` are those of the weights; `signature` has the costs and the settings of tuning; `interrupted` is whether the
    user stopped it; `settings` are those of the parameter file that tuning began with.
    """

    costs: Costs
    names: tuple[str, ...]
    history: tuple[Round, ...]
    best: int
    signature: str
    interrupted: bool = False
    settings: TerpParameters = field(default_factory=TerpParameters, repr=False)

    @property
    def before(self) -> float:
        """The value of the costs that tuning began with."""
        return self.history[0].value

    @property
    def after(self) -> float:
        """The value of the best costs."""
        return self.history[self.best].value

    @property
    def parameters(self) -> TerpParameters:
        """The best costs as TERp's parameters; they name a stop list only if the parameter file did."""
        return parameters_of(self.costs, self.settings)

    def write(self, path: Path | str) -> None:
        """Writes the best costs as a parameter file at `path`, with a stop list beside it, for `Costs.read`."""
        write_costs(self.costs, path, self.settings)

    def to_dict(self) -> dict[str, Any]:
        """Returns the result as plain JSON values."""
        return {
            "before": {"value": self.before, "weights": self._named(0)},
            "after": {"value": self.after, "weights": self._named(self.best)},
            "rounds": [one.value for one in self.history],
            "best_round": self.best,
            "interrupted": self.interrupted,
            "signature": self.signature,
        }

    def _named(self, number: int) -> dict[str, float]:
        return dict(zip(self.names, self.history[number].weights, strict=True))


def tune(
    hyps: Sequence[Words],
    refs: Sequence[Words],
    judgments: Sequence[float] | Judgments,
    *,
    costs: str | Path | Costs = "terpa",
    phrases: PhraseTable | Path | str | None = None,
    objective: str = "segment pearson",
    higher_is_better: bool | None = None,
    iterations: int = 20,
    starts: int = 1,
    steps: int = 5,
    random_moves: int = 0,
    seed: int = 0,
    freeze: Sequence[str] = (),
    tune_match: bool = False,
    min_shift: float = 0.01,
    progress: Progress | None = None,
) -> TuningResult:
    """Fits the edit costs to the judgments; Ctrl-C ends it early with the best so far.

    :param hyps: the hypotheses.
    :param refs: one reference for each hypothesis.
    :param judgments: one number for each pair, or `Judgments`.
    :param costs: the costs to start from.
    :param phrases: a phrase table or its path.
    :param objective: see `perpend.metrics.objective`.
    :param higher_is_better: whether a high judgment is good; None, as in the original, ignores the sign of the
        correlation.
    :param iterations: the most rounds of search and alignment.
    :param starts: starting points of each search; those after the first have noise.
    :param steps: the most steps of each search from each starting point.
    :param random_moves: random moves tried in each step.
    :param seed: of the random numbers.
    :param freeze: names of weights that do not change (`perpend.metrics.edit_features.weight_names`).
    :param tune_match: whether the cost of an exact match may change too, as in the original; else it stays as it is,
        which is 0 in all shipped sets, so that no match costs more than a stem.
    :param min_shift: the lowest shift cost; shifts without cost would be made without end.
    :param progress: called after every round; see `Progress`.
    """
    _at_least(iterations=(iterations, 0), starts=(starts, 1), steps=(steps, 0), random_moves=(random_moves, 0))
    bench = _Bench(hyps, refs, Aligner(costs, phrases, "tune"))
    names = weight_names(bench.costs, phrases=bench.phrases is not None)
    freeze = _frozen(freeze, tune_match=tune_match)
    search = WeightSearch(
        _limits(names, freeze, min_shift), starts=starts, steps=steps, random_moves=random_moves, seed=seed
    )
    goal = Goal(Objective.parse(objective), Judgments.of(judgments), bench.words, higher_is_better)
    rounds = _Rounds(bench, goal, search)
    interrupted = rounds.run(iterations, progress)
    best = bench.with_weights(np.array(rounds.history[rounds.best].weights))
    how = (
        f"objective:{goal.objective}|pairs:{len(bench.words)}|rounds:{len(rounds.history) - 1}|starts:{starts}"
        f"|steps:{steps}|random:{random_moves}|seed:{seed}|freeze:{','.join(freeze) or 'no'}|min_shift:{min_shift:g}"
    )
    return TuningResult(
        best.costs, names, tuple(rounds.history), rounds.best, f"{best.signature}|{how}", interrupted, _settings(costs)
    )


def _at_least(**numbers: tuple[int, int]) -> None:
    for name, (number, lowest) in numbers.items():
        if whole_number(number, name) < lowest:
            raise SettingError(f"{name} is {number}: it must be {lowest} or more")


def _frozen(freeze: Sequence[str], *, tune_match: bool) -> Sequence[str]:
    """Returns the names of all weights that stay as they are."""
    if not tune_match:
        return freeze if _MATCH in freeze else (_MATCH, *freeze)
    if _MATCH in freeze:
        raise SettingError("the match cost is both to be tuned and to stay as it is: leave one of the two out")
    return freeze


def _settings(costs: str | Path | Costs) -> TerpParameters:
    """Returns the other settings of the parameter file."""
    if isinstance(costs, Costs) or str(costs) in PARAMETER_SETS:
        return TerpParameters()
    return TerpParameters.read(costs)


def _limits(names: tuple[str, ...], freeze: Sequence[str], min_shift: float) -> Limits:
    for name in freeze:
        if name not in names:
            raise unknown_name("weight to freeze", name, names)
    lowest = [min_shift if name == "shift" else 0.0 if name in EDIT_WEIGHTS else -_HIGHEST for name in names]
    free = [name not in freeze for name in names]
    return Limits(np.array(lowest), np.full(len(names), _HIGHEST), np.array(free))


class _Bench:
    """The pairs, tokenised once, and their alignments under given weights."""

    def __init__(self, hyps: Sequence[Words], refs: Sequence[Words], aligner: Aligner) -> None:
        hyps, refs = items_of(hyps, "hyps must be a list of texts"), items_of(refs, "refs must be a list of texts")
        if len(hyps) != len(refs):
            raise InputError(f"{len(hyps)} hypotheses but {len(refs)} references: there must be as many of both")
        self.costs, self.phrases = aligner.costs, aligner.phrases
        self._hyps, self._refs = [aligner.tokens(text) for text in hyps], [aligner.tokens(text) for text in refs]
        self.words = np.array([len(ref) for ref in self._refs], np.float64)

    def with_weights(self, weights: Doubles) -> Aligner:
        costs = costs_with(self.costs, weights)
        named = costs if costs == self.costs else replace(costs, name=f"{self.costs.name}-tuned")
        return Aligner(named, self.phrases, "tune")

    def align(self, weights: Doubles) -> tuple[Doubles, Doubles]:
        """Returns the features of every pair, per reference word, and its score."""
        aligner = self.with_weights(weights)
        alignments = aligner.align_many(self._hyps, self._refs)
        rates = np.divide(1.0, self.words, out=np.zeros_like(self.words), where=self.words > 0)
        return features_of(aligner, alignments) * rates[:, None], self._scores(alignments)

    def _scores(self, alignments: Alignments) -> Doubles:
        """Returns `Alignment.score` of each alignment."""
        costs, words = alignments.costs, self.words
        scores = np.divide(costs, words, out=(costs > 0).astype(np.float64), where=words > 0)
        return np.where(costs > words, 1.0, scores) if self.costs.cap else scores


class _Rounds:
    """The rounds of alignment and search."""

    def __init__(self, bench: _Bench, goal: Goal, search: WeightSearch) -> None:
        self._bench, self._goal, self._search = bench, goal, search
        self.history: list[Round] = []
        self.best = 0

    def run(self, iterations: int, progress: Progress | None) -> bool:
        """Runs the rounds; returns whether the user stopped them after the first alignment."""
        weights = weights_in(self._bench.costs, phrases=self._bench.phrases is not None)
        try:
            features = self._align(weights)
            for number in range(iterations):
                weights = self._climb(weights, features)
                if self._search.repeats_itself and any(tuple(weights) == one.weights for one in self.history):
                    break
                features = self._align(weights)
                if progress:
                    progress(number + 1, iterations, self.history[self.best].value)
        except KeyboardInterrupt:
            if not self.history:
                raise
            return True
        return False

    def _align(self, weights: Doubles) -> Doubles:
        features, scores = self._bench.align(weights)
        self.history.append(Round(tuple(weights.tolist()), self._goal.value(scores)))
        if self.history[-1].value > self.history[self.best].value:
            self.best = len(self.history) - 1
        return features

    def _climb(self, weights: Doubles, features: Doubles) -> Doubles:
        points = self._goal.points(features)
        used = np.asarray(features.any(axis=0))
        return self._search.climb(weights, lambda rows: self._goal.values_of_weights(points, rows), used)
