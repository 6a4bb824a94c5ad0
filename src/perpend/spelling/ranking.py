"""Ranks suggestions by features of the written word and a candidate, with learned weights.

    written: recieve     candidate    channel   frequency   edits   sounds alike   ...     score
                         receive        -3.1       -9.7       1         1                   the highest is the best
                         relieve        -9.8      -11.6       1         0

The logs of the channel probability and of the frequency are the noisy channel model, and their weights its powers. The
other features model what it misses: long words rarely have several errors, people get the sound right, an apostrophe is
omitted more often than inserted. The weights are learned from training pairs (`channel_training`) as a conditional
logit with an L2 penalty: the correct word should be more probable than its rivals.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from rapidfuzz.distance import OSA, JaroWinkler, LCSseq

from perpend.files.lines import read_text
from perpend.spelling.changes import letters_that_differ
from perpend.types import Doubles

__all__ = ["FEATURES", "Ranked", "features", "learn_weights", "sound"]


FEATURES = (
    "channel", "frequency", "frequency squared", "channel by length", "frequency by length", "edits", "letters",
    "same beginning", "same end", "longer", "length", "sounds alike", "sign", "several words", "common beginning",
    "common letters", "plural",
)  # fmt: skip

_DOUBLE = re.compile(r"(.)\1+")
_SILENT = frozenset("aeiouyhw'- ")
_STEPS = 50
_ENOUGH = 1e-4


@cache
def _sounds() -> list[tuple[str, str]]:
    text = read_text(Path(__file__).with_name("data") / "english-sounds.txt")
    pairs = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return [(spelling, heard.replace("-", "")) for spelling, heard in pairs]


def sound(word: str) -> str:
    """Returns a rough phonetic key of an English word: its consonants, with one letter for spellings of one sound.

    >>> sound("physical") == sound("fisikal"), sound("knight") == sound("nite")
    (True, True)
    """
    for spelling, heard in _sounds():
        word = word.replace(spelling, heard)
    word = _DOUBLE.sub(r"\1", word)
    return word[:1].replace("y", "i") + "".join(char for char in word[1:] if char not in _SILENT)


def features(written: str, candidate: str, channel: float, frequency: float) -> list[float]:
    """Returns the features of `candidate` as a correction of `written`, in the order of FEATURES.

    Both words are in folded case; `channel` and `frequency` are log probabilities.
    """
    longer, length = len(candidate) - len(written), len(written)
    return [
        channel,
        frequency,
        frequency * frequency / 10,
        channel * length / 10,
        frequency * length / 10,
        OSA.distance(written, candidate),
        letters_that_differ(written, candidate),
        written[:1] == candidate[:1],
        written[-1:] == candidate[-1:],
        longer,
        abs(longer),
        sound(written) == sound(candidate),
        ("'" in candidate) - ("'" in written),
        " " in candidate or "-" in candidate,
        JaroWinkler.similarity(written, candidate),
        LCSseq.normalized_similarity(written, candidate),
        candidate.endswith("s") and not written.endswith("s"),
    ]


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
