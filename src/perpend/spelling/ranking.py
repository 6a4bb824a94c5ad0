"""Ranks suggestions by features of the written word and a candidate, with learned weights.

    written: recieve     candidate    channel   frequency   edits   sounds alike   ...     score
                         receive        -3.1       -9.7       1         1                   the highest is the best
                         relieve        -9.8      -11.6       1         0

The logs of the channel probability and of the frequency are the noisy channel model, and their weights its powers. The
other features model what it misses: long words rarely have several errors, people get the sound right, an apostrophe is
omitted more often than inserted. The weights are learned from training pairs (`channel_training`) as a conditional
logit with an L2 penalty: the correct word should be more probable than its rivals.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from rapidfuzz.distance import OSA, JaroWinkler, LCSseq
from rapidfuzz.process import cpdist

from perpend.spelling.sounds import Heard
from perpend.types import Doubles

__all__ = ["FEATURES", "Ranked", "feature_rows", "features", "learn_weights"]


FEATURES = (
    "channel", "frequency", "frequency squared", "channel by length", "frequency by length", "edits", "same beginning",
    "same end", "longer", "length", "same consonants", "spoken alike", "spoken distance", "sign", "several words",
    "common beginning", "common letters", "plural", "swapped", "swapped by frequency", "spoken alike by edits",
    "spoken alike by frequency",
)  # fmt: skip

_STEPS = 50
_ENOUGH = 1e-4


def features(written: Heard, candidate: Heard, channel: float, frequency: float) -> list[float]:
    """Returns the features of `candidate` as a correction of `written`, in the order of FEATURES.

    `channel` and `frequency` are log probabilities. This is the definition; `feature_rows` gives the same numbers.
    """
    word, other = written.word, candidate.word
    longer, length, swapped = len(other) - len(word), len(word), _swapped(word, other)
    return [
        channel,
        frequency,
        frequency * frequency / 10,
        channel * length / 10,
        frequency * length / 10,
        OSA.distance(word, other),
        word[:1] == other[:1],
        word[-1:] == other[-1:],
        longer,
        abs(longer),
        written.consonants == candidate.consonants,
        written.spoken == candidate.spoken,
        OSA.normalized_distance(written.spoken, candidate.spoken),
        ("'" in other) - ("'" in word),
        " " in other or "-" in other,
        JaroWinkler.similarity(word, other),
        LCSseq.normalized_similarity(word, other),
        other.endswith("s") and not word.endswith("s"),
        swapped,
        swapped * frequency,
        (written.spoken == candidate.spoken) * OSA.distance(word, other),
        (written.spoken == candidate.spoken) * frequency,
    ]


def feature_rows(
    written: Sequence[Heard], candidates: Sequence[Heard], channel: Doubles, frequencies: Doubles
) -> Doubles:
    """Returns the features of each of `candidates` as a correction of `written` at the same place, a row each.

    `channel` and `frequencies` are the log probabilities. The rows are those of `features`, computed together.
    """
    words, others = [one.word for one in written], [one.word for one in candidates]
    pairs = list(zip(written, candidates, strict=True))
    spoken = [one.spoken for one in written], [one.spoken for one in candidates]
    lengths = np.fromiter(map(len, words), np.float64, len(words))
    longer = np.fromiter(map(len, others), np.float64, len(words)) - lengths
    swapped = _flags(map(_swapped, words, others))
    edits = cpdist(words, others, scorer=OSA.distance).astype(np.float64)
    alike = _flags(one.spoken == other.spoken for one, other in pairs)
    columns = [
        channel,
        frequencies,
        frequencies * frequencies / 10,
        channel * lengths / 10,
        frequencies * lengths / 10,
        edits,
        _flags(one[:1] == other[:1] for one, other in zip(words, others, strict=True)),
        _flags(one[-1:] == other[-1:] for one, other in zip(words, others, strict=True)),
        longer,
        np.abs(longer),
        _flags(one.consonants == other.consonants for one, other in pairs),
        alike,
        cpdist(*spoken, scorer=OSA.normalized_distance, dtype=np.float64),
        _flags("'" in other for other in others) - _flags("'" in word for word in words),
        _flags(" " in other or "-" in other for other in others),
        cpdist(words, others, scorer=JaroWinkler.similarity, dtype=np.float64),
        cpdist(words, others, scorer=LCSseq.normalized_similarity, dtype=np.float64),
        _flags(other.endswith("s") and not one.endswith("s") for one, other in zip(words, others, strict=True)),
        swapped,
        swapped * frequencies,
        alike * edits,
        alike * frequencies,
    ]
    return np.column_stack([np.asarray(column, np.float64) for column in columns])


def _swapped(word: str, other: str) -> bool:
    """Whether the words have the same letters."""
    return len(word) == len(other) and sorted(word) == sorted(other)


def _flags(values: Iterable[bool]) -> Doubles:
    return np.array(list(values), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """The candidates of one training pair as rows of features, and the index of the correct one."""

    rows: Doubles
    meant: int


def learn_weights(examples: Sequence[Ranked], penalty: float = 1.0) -> Mapping[str, float]:
    """Learns the weights that maximise the likelihood of the correct words of `examples`.

    It uses Newton's method with an L2 `penalty`.
    """
    rows = np.concatenate([example.rows for example in examples])
    scale: Doubles = np.asarray(rows.std(0), np.float64)
    scale[scale == 0] = np.inf
    scaled = [(example.rows / scale, example.meant) for example in examples]
    weights = np.zeros(len(FEATURES))
    value = _value(weights, scaled, penalty)
    for _ in range(_STEPS):
        step, size = _newton_step(weights, scaled, penalty), 1.0
        while size > _ENOUGH and _value(weights + size * step, scaled, penalty) < value:
            size /= 2
        better = _value(weights + size * step, scaled, penalty)
        if better - value < _ENOUGH:
            break
        weights, value = weights + size * step, better
    return dict(zip(FEATURES, np.round(weights / scale, 6).tolist(), strict=True))


def _value(weights: Doubles, examples: Sequence[tuple[Doubles, int]], penalty: float) -> float:
    total = -0.5 * penalty * float(weights @ weights)
    for rows, meant in examples:
        scores = rows @ weights
        highest = scores.max()
        total += float(scores[meant] - highest - np.log(np.exp(scores - highest).sum()))
    return total


def _newton_step(weights: Doubles, examples: Sequence[tuple[Doubles, int]], penalty: float) -> Doubles:
    slope: Doubles = -penalty * weights
    bend: Doubles = penalty * np.eye(len(weights))
    for rows, meant in examples:
        scores = rows @ weights
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        mean = shares @ rows
        slope = slope + rows[meant] - mean
        bend = bend + (rows * shares[:, None]).T @ rows - np.outer(mean, mean)
    return np.asarray(np.linalg.solve(bend, slope), np.float64)
