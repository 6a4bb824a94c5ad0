"""Significance tests of the difference between systems, on segment statistics, for every metric here.

    system        score    95 % interval    difference      p
    baseline      31.20    29.8 - 32.6
    with more     32.05    30.6 - 33.5       0.85          0.012

**Bootstrap** (Koehn 2004): draw as many segments as there are, with replacement, the same ones for both systems, and
score them; repeat 1,000 times. The middle 95 % of a system's scores are its interval. p is how often the difference
deviates from its mean by more than the observed difference.

**Randomisation** (Riezler and Maxwell 2005): if the systems were equal, their outputs could be exchanged. Exchange them
for a random half of the segments and score both; repeat 10,000 times. p is how often the difference is greater than the
observed one. The intervals are those of the bootstrap.

Samples are sums of rows, computed by matrix products. For a given seed they are those of sacrebleu, as long as all of
them fit into one block; so are the p values, (c + 1) / (samples + 1) in both tests.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError, SettingError, unknown_name
from perpend.types import Doubles

__all__ = ["Compared", "Comparison", "Interval", "Scored", "TESTS", "compare", "resampled_scores"]

TESTS = {"bootstrap": 1_000, "randomisation": 10_000}
"""The tests and their default numbers of samples."""

_BLOCK = 2**25
_PRODUCT = 2**22
Report = Callable[[int], None]


class Scored(Protocol):
    """A result that can be tested: of `ter`, `terp`, `wer`, `per`, `bleu`, `chrf` or `nist`."""

    @property
    def metric(self) -> str:
        """The name of the metric."""

    @property
    def score(self) -> float:
        """The score of the corpus."""

    @property
    def signature(self) -> str:
        """The settings of the score."""

    @property
    def lower_is_better(self) -> bool:
        """Whether the metric counts errors."""

    @property
    def is_share(self) -> bool:
        """Whether the score is usually shown times 100."""

    @property
    def rows(self) -> Doubles:
        """The statistics of each segment."""

    def scores(self, sums: Doubles) -> Doubles:
        """Returns the scores of sums of rows."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The range from `low` to `high`, which contains the share `level` of the resampled scores."""

    low: float
    high: float
    level: float

    def to_dict(self) -> dict[str, float]:
        """Returns the interval as plain JSON values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Compared:
    """A system's score and interval; except for the baseline, also the difference from it, with interval and p."""

    name: str
    score: float
    interval: Interval
    difference: float | None = None
    difference_interval: Interval | None = None
    p: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Returns the system as plain JSON values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All systems, the baseline first."""

    metric: str
    test: str
    samples: int
    seed: int
    systems: tuple[Compared, ...]
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """Returns the comparison as plain JSON values."""
        facts = {"metric": self.metric, "test": self.test, "samples": self.samples, "seed": self.seed}
        return facts | {"systems": [system.to_dict() for system in self.systems], "signature": self.signature}


def compare(
    systems: Mapping[str, Scored],
    *,
    test: str = "bootstrap",
    samples: int | None = None,
    level: float = 0.95,
    seed: int = 0,
    report: Report | None = None,
) -> Comparison:
    """Tests every system against the first, the baseline.

    :param systems: the results by name, all of the same segments and settings.
    :param test: `bootstrap` or `randomisation`.
    :param samples: the number of samples; by default that of TESTS.
    :param level: the share of the samples inside an interval.
    :param seed: of the random numbers.
    :param report: called as `report(n)` after each block of n samples.

    >>> from perpend import wer
    >>> refs = ["the cat sat", "he ran home", "all is well"] * 9
    >>> better, worse = wer(refs, refs), wer([ref[:-1] for ref in refs], refs)
    >>> found = compare({"better": better, "worse": worse}, test="randomisation", samples=500).systems[1]
    >>> round(found.difference, 4), found.p < 0.01
    (0.3333, True)
    """
    number = _checked(systems, test, samples, level)
    drawn = number if test == "bootstrap" else TESTS["bootstrap"]
    scores = {name: resampled_scores(result, drawn, seed, report) for name, result in systems.items()}
    (first, baseline), *others = systems.items()
    found = [Compared(first, baseline.score, _interval(scores[first], level))]
    for name, result in others:
        differences = scores[name] - scores[first]
        difference = result.score - baseline.score
        if test == "bootstrap":
            chances = np.abs(differences) - np.abs(differences).mean()
        else:
            chances = _exchanged(baseline, result, number, seed, report)
        p = (int((chances > abs(difference)).sum()) + 1) / (number + 1)
        own, common = _interval(scores[name], level), _interval(differences, level)
        found.append(Compared(name, result.score, own, difference, common, p))
    signature = f"{baseline.signature}|test:{test}|samples:{number}|seed:{seed}|level:{level:g}"
    return Comparison(baseline.metric, test, number, seed, tuple(found), signature)


def resampled_scores(result: Scored, samples: int = 1_000, seed: int = 0, report: Report | None = None) -> Doubles:
    """Returns the scores of `samples` corpora drawn from the segments of `result` with replacement.

    `seed` and `report` are those of `compare`.
    """
    random, count = np.random.default_rng(seed), len(result.rows)
    parts = []
    for size in _sizes(samples, count, _PRODUCT):
        drawn = random.choice(count, size=(size, count), replace=True)
        places = (drawn + count * np.arange(size)[:, None]).ravel()
        times = np.bincount(places, minlength=size * count).reshape(size, count)
        parts.append(result.scores(times.astype(np.float64) @ result.rows))
        if report:
            report(size)
    return np.concatenate(parts)


def _exchanged(baseline: Scored, system: Scored, samples: int, seed: int, report: Report | None) -> Doubles:
    """Returns the absolute differences of the scores after random exchanges of segments."""
    random, count = np.random.default_rng(seed), len(system.rows)
    change, rest = baseline.rows - system.rows, system.rows.sum(axis=0)
    both = baseline.rows.sum(axis=0) + rest
    parts = []
    for size in _sizes(samples, count, _BLOCK):
        chosen: NDArray[np.bool_] = random.integers(2, size=(size, count), dtype=np.bool_)
        for start in range(0, size, step := max(1, _PRODUCT // count)):
            ours = chosen[start : start + step].astype(np.float64) @ change + rest
            parts.append(np.abs(system.scores(ours) - system.scores(both - ours)))
            if report:
                report(len(ours))
    return np.concatenate(parts)


def _sizes(samples: int, count: int, most: int) -> Iterator[int]:
    """Yields the sizes of blocks of samples, so that a block has at most `most` numbers."""
    step = max(1, most // count)
    return (min(step, samples - start) for start in range(0, samples, step))


def _interval(scores: Doubles, level: float) -> Interval:
    outside = int(len(scores) * (1.0 - level) / 2.0 + 1e-9)
    ordered = np.sort(scores)
    return Interval(float(ordered[outside]), float(ordered[len(scores) - outside - 1]), level)


def _checked(systems: Mapping[str, Scored], test: str, samples: int | None, level: float) -> int:
    """Checks the parameters; returns the number of samples."""
    if test not in TESTS:
        raise unknown_name("test", test, TESTS)
    number = TESTS[test] if samples is None else samples
    if number < 1 or not 0.0 < level < 1.0:
        raise SettingError(
            f"samples {number}, level {level:g}: at least 1 sample and a level between 0 and 1 are needed"
        )
    if not systems or not all(len(result.rows) for result in systems.values()):
        raise InputError("nothing to compare: at least one system with at least one segment is needed")
    (first, baseline), *others = systems.items()
    for name, result in others:
        if result.signature != baseline.signature or len(result.rows) != len(baseline.rows):
            raise InputError(
                f"{first} and {name} were not scored in the same way on the same segments: "
                f"{len(baseline.rows)} segments, {baseline.signature}; {len(result.rows)} segments, {result.signature}"
            )
    return number
