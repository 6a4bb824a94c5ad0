"""Which settings are best for PERP? Cross-validation within each training set of STS-2012; no test pair is used.

    read_sts2012(mirror) ──> choose_settings(data, phrases) ──> Choices ──> rows, .chosen, .to_dict()

Each training set is split into folds at random by a seed. A model is trained on all folds but one and predicts that
one; Pearson's correlation is computed over the predictions of the whole set. The Mean of a row is that of the three
sets. One training gives the figures for several numbers of epochs, because the average so far is known after each.

The choices are made one after another:

    1. whose words?    TERp's tokeniser or the Penn-style one, without phrases
    2. how far?        TERp's limits on the search for shifts (beam 20, gain 2), or none; they assume costs near 1
    3. how long?       the rate and the number of epochs; with phrases, where learning takes five times as long, the
                       number of epochs at the rate that won without them

The first option (TERp's tokens, no limits, the lowest rate, the fewest epochs) is kept unless the Mean of another is
better by MARGIN. The result is copied into data/sts2012-chosen.toml by hand; a test compares that file with the
recorded run.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

import numpy as np

from experiments.datasets import Sts2012
from experiments.perp import PackedPairs, at_epochs
from experiments.sources import published
from experiments.threads import Advance, across_cores, counted
from perpend import __version__
from perpend.alignment import Search
from perpend.evaluation.correlations import Judged, pearson
from perpend.lexicon import frequency
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity.pairs import SEARCH
from perpend.text.tokenizers import TOKENIZERS
from perpend.types import Doubles, Progress

__all__ = ["Choices", "PerpSettings", "choose_settings", "chosen_settings", "dealt"]

RATES = (0.01, 0.03, 0.1, 0.3)
EPOCHS = (50, 100, 200)
FIRST_RATE = 0.1
"""The rate at which tokens and limits are compared: learning is over after a few epochs."""

MARGIN = 0.002
"""Smaller differences are chance: other random folds change a Mean as much."""


@dataclass(frozen=True, slots=True)
class PerpSettings:
    """The settings of PERP. The defaults are the paper's, except that the limits of the search are lifted."""

    tokens: str = "terp"
    limits: bool = False
    rate: float = 0.01
    epochs: int = 200

    @property
    def search(self) -> Search:
        """The limits of the search for shifts."""
        usual = Search()
        return replace(SEARCH, beam=usual.beam, gain_limit=usual.gain_limit) if self.limits else SEARCH

    def __str__(self) -> str:
        return f"tokens:{self.tokens}|limits:{'yes' if self.limits else 'no'}|rate:{self.rate:g}|epochs:{self.epochs}"


@dataclass(frozen=True, slots=True)
class Choices:
    """Every setting that was tried, with its figures, and the best one for each system."""

    rows: tuple[tuple[str, PerpSettings, Mapping[str, float]], ...]
    chosen: Mapping[str, PerpSettings]
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """The choices as plain JSON values, in the shape that all evaluations share."""
        rows = [
            {"system": f"{system} {settings}", "metrics": dict(metrics), "paper": None}
            for system, settings, metrics in self.rows
        ]
        chosen = {system: asdict(settings) for system, settings in self.chosen.items()}
        return {"task": "sts2012-choices", "rows": rows, "chosen": chosen, "signature": self.signature}


def chosen_settings() -> dict[str, PerpSettings]:
    """The settings that the recorded run chose, by system."""
    return {system: PerpSettings(**settings) for system, settings in published("sts2012-chosen").items()}


def choose_settings(
    data: Sts2012,
    phrases: PhraseTable | None = None,
    *,
    folds: int = 3,
    seed: int = 0,
    rates: Sequence[float] = RATES,
    epochs: Sequence[int] = EPOCHS,
    progress: Progress | None = None,
) -> Choices:
    """Chooses tokens, limits, rate and epochs; those with phrases only if there is a table.

    :param data: the training sets.
    :param phrases: a phrase table.
    :param folds: the folds of each training set.
    :param seed: the seed of folds and training.
    :param rates: the tried learning rates.
    :param epochs: the tried numbers of epochs.
    :param progress: called after each epoch.
    """
    trial = _Trial(data, folds, seed, progress)
    start = PerpSettings(rate=FIRST_RATE, epochs=max(epochs))
    tokens = trial.ask("PERP", [replace(start, tokens=name) for name in sorted(TOKENIZERS, reverse=True)])
    limits = trial.ask("PERP", [replace(tokens, limits=limits) for limits in (False, True)])
    grid = [replace(limits, rate=rate, epochs=count) for rate in rates for count in epochs]
    chosen = {"PERP (chosen)": trial.ask("PERP", grid)}
    if phrases:
        rate = chosen["PERP (chosen)"].rate
        chosen["PERPphrases (chosen)"] = trial.ask("PERPphrases", [one for one in grid if one.rate == rate], phrases)
    rows = tuple((system, settings, metrics) for (system, settings), metrics in trial.figures.items())
    about = f"folds:{folds}|seed:{seed}|freq:{frequency.signature()}|{phrases.signature() if phrases else 'phrases:no'}"
    return Choices(rows, chosen, f"data:{data.signature}|{about}|version:{__version__}")


class _Trial:
    """Cross-validation on one set of data; results are cached, so that no setting is tried twice."""

    def __init__(self, data: Sts2012, folds: int, seed: int, progress: Progress | None) -> None:
        self.figures: dict[tuple[str, PerpSettings], dict[str, float]] = {}
        self._data, self._seed, self._progress = data, seed, progress
        self._folds = {name: dealt(len(part.pairs), folds, seed) for name, part in data.training.items()}

    def ask(self, system: str, asked: Sequence[PerpSettings], phrases: PhraseTable | None = None) -> PerpSettings:
        """The first of these settings that no other beats by MARGIN."""
        new = [settings for settings in asked if (system, settings) not in self.figures]
        for settings, metrics in self._tried(system, new, phrases):
            self.figures[system, settings] = metrics
        means = [self.figures[system, settings]["Mean"] for settings in asked]
        return next(settings for settings, mean in zip(asked, means, strict=True) if mean >= max(means) - MARGIN)

    def _tried(
        self, system: str, asked: Sequence[PerpSettings], phrases: PhraseTable | None
    ) -> Iterator[tuple[PerpSettings, dict[str, float]]]:
        """Every setting with its figures: the mean over the training sets, and each of them."""
        found = {settings: self._empty() for settings in asked}
        jobs = list(self._jobs(asked, phrases))

        def judge(job: _Job, step: Advance) -> None:
            for settings, judged in job.judged(self._seed, step):
                found[settings][job.source][job.held_out] = judged

        across_cores(judge, jobs, counted(f"{system}, folds", sum(job.steps for job in jobs), self._progress))
        for settings, parts in found.items():
            each = {name: pearson(Judged(part, self._data.training[name].gold)) for name, part in parts.items()}
            yield settings, {"Mean": float(np.mean(list(each.values()))), **each}

    def _empty(self) -> dict[str, Doubles]:
        return {name: np.zeros(len(part.pairs)) for name, part in self._data.training.items()}

    def _jobs(self, asked: Sequence[PerpSettings], phrases: PhraseTable | None) -> Iterator["_Job"]:
        """One for each tokeniser, each kind of search and each fold, which share the pairs in memory."""
        for tokens in dict.fromkeys(settings.tokens for settings in asked):
            for name, part in self._data.training.items():
                packed = PackedPairs(part.pairs, part.gold, phrases, TOKENIZERS[tokens])
                for limits in dict.fromkeys(settings.limits for settings in asked):
                    together = [one for one in asked if (one.tokens, one.limits) == (tokens, limits)]
                    for held_out in self._folds[name] if together else ():
                        yield _Job(name, packed, held_out, together)


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """Training on all pairs of a source except the held-out ones, with settings that differ only in rate and epochs."""

    source: str
    packed: PackedPairs
    held_out: Sequence[int]
    settings: Sequence[PerpSettings]

    @property
    def wanted(self) -> dict[float, dict[int, PerpSettings]]:
        """The settings by their rates and epochs: one training for each rate."""
        found: dict[float, dict[int, PerpSettings]] = {}
        for one in self.settings:
            found.setdefault(one.rate, {})[one.epochs] = one
        return found

    @property
    def steps(self) -> int:
        """The number of epochs that it takes."""
        return sum(map(max, self.wanted.values()))

    def judged(self, seed: int, step: Advance) -> Iterator[tuple[PerpSettings, Doubles]]:
        """Minus the costs of the held-out pairs, for each of the settings."""
        search = self.settings[0].search
        members = np.setdiff1d(np.arange(len(self.packed)), self.held_out)
        for rate, by_epochs in self.wanted.items():
            learning = self.packed.averages(members, rate=rate, seed=seed, search=search)
            for epoch, weights in at_epochs(learning, list(by_epochs)):
                step()
                if weights is not None:
                    yield by_epochs[epoch], -self.packed.predicted_costs(weights, search)[self.held_out]


def dealt(count: int, folds: int, seed: int) -> list[list[int]]:
    """The numbers below `count`, shuffled with `seed` and split into `folds` whose sizes differ by one at most."""
    order = Random(seed).sample(range(count), count)
    return [sorted(order[fold::folds]) for fold in range(folds)]
