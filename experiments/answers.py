"""How many labels of one's own does a model need? Learning curves on student answers, questions held out.

    <mirror>/answers/  beetle-train  scientsbank-train       text1 a reference answer, text2 a student's, gold a verdict

    read_answers(mirror) ──> learning_curves(answers) ──> Pearson and RMSE of each system by number of labels

correct counts 2, incorrect 1, contradictory 0. A third of the questions is held out once and for all; the labels are
drawn from the answers to the others, a few for one draw and more of the same for the next size. Every draw has a seed.

    default      the shipped default scorer, untrained, its scale brought to 0 to 2 by a straight line
    everyday     `perpend train score`: starts from the default, learns from the labels
    PERP         the averaged perceptron, trained on the same labels
    lexical OLS  least squares on five features of words and letters

The default scorer has not learned from these answers, and the way it is trained was chosen on the questions that are
not held out.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from experiments.choices import PerpSettings
from experiments.likeness import Comparisons, values_of
from experiments.sources import data_folder
from perpend import __version__
from perpend.features.coverage import information
from perpend.files.tables import read_table
from perpend.learning.registry import load
from perpend.similarity.likeness_model import LikenessModel
from perpend.similarity.likeness_training import train_compared
from perpend.similarity.training import train_perp
from perpend.text import Normalization, stems
from perpend.types import Doubles, Integers, Progress

__all__ = ["Answers", "Curves", "SIZES", "SYSTEMS", "learning_curves", "lexical_features", "read_answers"]

SIZES = (50, 100, 200, 500, 1000)
SYSTEMS = ("default", "everyday", "PERP", "lexical OLS")
_FILES = ("beetle-train", "scientsbank-train")
_LABELS = {"correct": 2.0, "incorrect": 1.0, "contradictory": 0.0}
_SCALE = (0.0, 2.0)
_PERP = PerpSettings(rate=0.1, epochs=100)
_HELD_OUT = 1 / 3
_SPLIT = 12345
"""The seed that says which questions are held out; training was tuned on the others."""

Texts = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """Pairs of reference and answer, their labels, and the question of each."""

    pairs: tuple[Texts, ...]
    gold: Doubles
    questions: tuple[str, ...]

    @property
    def signature(self) -> str:
        """The name of the data, and a checksum of all pairs and judgments."""
        content = repr((self.pairs, self.gold.tolist(), self.questions)).encode("utf-8", "replace")
        return f"answers/{sha256(content).hexdigest()[:8]}"

    def halves(self) -> tuple[Integers, Integers]:
        """The places of the answers that may be learned from, and of those to held-out questions."""
        names = sorted(set(self.questions))
        order = np.random.default_rng(_SPLIT).permutation(len(names))
        held = {names[place] for place in order[: max(1, int(len(names) * _HELD_OUT))]}
        asked = np.array([one in held for one in self.questions])
        return np.flatnonzero(~asked), np.flatnonzero(asked)


@dataclass(frozen=True, slots=True)
class Curves:
    """For each system and number of labels the figures of every draw; `about` counts answers and questions."""

    draws: Mapping[str, Mapping[int, Sequence[Mapping[str, float]]]]
    about: Mapping[str, int]
    signature: str

    def below(self, system: str = "everyday", other: str = "default") -> list[dict[str, Any]]:
        """The draws in which a `system` is worse than the `other` by more than a thousandth, in either figure."""
        found = []
        base = self.draws[other][0][0]
        for size, figures in self.draws[system].items():
            for draw, one in enumerate(figures):
                lost = {"Pearson": base["Pearson"] - one["Pearson"], "RMSE": one["RMSE"] - base["RMSE"]}
                found += [
                    {"labels": size, "draw": draw, "figure": name, "by": by} for name, by in lost.items() if by > 1e-3
                ]
        return found

    def to_dict(self) -> dict[str, Any]:
        """The curves as plain JSON values, in the shape that all evaluations share."""
        rows = []
        for system, sizes in self.draws.items():
            values = {
                f"{name} {size}": [one[name] for one in found] for size, found in sizes.items() for name in _NAMES
            }
            rows.append(
                {
                    "system": system,
                    "metrics": {name: float(np.mean(one)) for name, one in values.items()},
                    "least": {name: float(min(one)) for name, one in values.items()},
                    "most": {name: float(max(one)) for name, one in values.items()},
                    "paper": None,
                }
            )
        about = {**self.about, "everyday below default": self.below()}
        return {"task": "answers", "rows": rows, "about": about, "signature": self.signature}


_NAMES = ("Pearson", "RMSE")


def read_answers(mirror: Path | str | None = None) -> Answers:
    """Reads both files from the folder `mirror`, by default the one that PERPEND_MIRROR names."""
    folder = data_folder(mirror, "answers", "student answers", [f"{name}.tsv" for name in _FILES])
    pairs: list[Texts] = []
    gold: list[float] = []
    questions: list[str] = []
    for name in _FILES:
        table = read_table(folder / f"{name}.tsv")
        pairs += zip(table.column("text1"), table.column("text2"), strict=True)
        gold += [_LABELS[verdict] for verdict in table.column("gold")]
        questions += [f"{name}{one}" for one in table.column("question_id")]
    return Answers(tuple(pairs), np.array(gold), tuple(questions))


def learning_curves(
    answers: Answers,
    sizes: Sequence[int] = SIZES,
    *,
    draws: int = 3,
    seed: int = 0,
    comparisons: Comparisons | None = None,
    progress: Progress | None = None,
) -> Curves:
    """Trains every system on `sizes` numbers of labels and measures it on the held-out questions.

    :param answers: all answers.
    :param sizes: the numbers of labels; those above what there is are left out.
    :param draws: how often labels are drawn for each number.
    :param seed: the seed of the first draw; the next have the following ones.
    :param comparisons: keeps compared pairs.
    :param progress: called with a description, the number of completed steps and their total.
    """
    trial = _Trial(answers, comparisons or Comparisons(), progress)
    sizes = [size for size in sizes if size <= len(trial.own)]
    found: dict[str, dict[int, list[dict[str, float]]]] = {"default": {0: [trial.figures(trial.default)]}}
    for done, (size, draw) in enumerate((size, seed + draw) for size in sizes for draw in range(draws)):
        if progress:
            progress("learning curves", done, len(sizes) * draws)
        places = np.random.default_rng(draw).permutation(trial.own)[:size]
        for system, learn in trial.systems.items():
            found.setdefault(system, {}).setdefault(size, []).append(trial.figures(learn(places)))
    about = {"learned from": len(trial.own), "held out": len(trial.asked), "questions": len(set(answers.questions))}
    signature = f"data:{answers.signature}|draws:{draws}|seed:{seed}|{trial.start.signature}|version:{__version__}"
    return Curves(found, about, signature)


class _Trial:
    """The held-out answers, and the systems: places of labels -> values of the held-out answers."""

    def __init__(self, answers: Answers, comparisons: Comparisons, progress: Progress | None) -> None:
        start = load(kind="likeness")
        assert isinstance(start, LikenessModel)
        self.start, self._answers = start, answers
        self.own, self.asked = answers.halves()
        self._compared = comparisons.of(answers.pairs, progress)
        self._lexical = np.array([lexical_features(*pair) for pair in answers.pairs])
        self.systems: dict[str, Callable[[Integers], Doubles]] = {
            "everyday": self._everyday,
            "PERP": self._perp,
            "lexical OLS": self._least_squares,
        }

    @property
    def default(self) -> Doubles:
        """The values of the untrained default, on the scale of the labels."""
        low, high = self.start.scale
        values = values_of(self.start, [self._compared[place] for place in self.asked])
        return _SCALE[0] + (values - low) / (high - low) * (_SCALE[1] - _SCALE[0])

    def figures(self, values: Doubles) -> dict[str, float]:
        """Both figures of clipped `values`."""
        clipped, gold = np.clip(values, *_SCALE), self._answers.gold[self.asked]
        agreement = float(np.corrcoef(clipped, gold)[0, 1]) if clipped.std() > 0 else 0.0
        return {"Pearson": agreement, "RMSE": float(np.sqrt(((clipped - gold) ** 2).mean()))}

    def _everyday(self, places: Integers) -> Doubles:
        model = train_compared(
            [self._answers.pairs[place] for place in places],
            [self._compared[place] for place in places],
            self._answers.gold[places].tolist(),
            start=self.start,
            groups=[self._answers.questions[place] for place in places],
            scale=_SCALE,
        )
        return values_of(model, [self._compared[place] for place in self.asked])

    def _perp(self, places: Integers) -> Doubles:
        pairs, gold = [self._answers.pairs[place] for place in places], self._answers.gold[places].tolist()
        model = train_perp(pairs, gold, epochs=_PERP.epochs, rate=_PERP.rate, scale=_SCALE)
        return model.predict([self._answers.pairs[place] for place in self.asked])

    def _least_squares(self, places: Integers) -> Doubles:
        columns = np.column_stack([np.ones(len(self._lexical)), self._lexical])
        weights = np.linalg.lstsq(columns[places], self._answers.gold[places], rcond=None)[0]
        return np.asarray(columns[self.asked] @ weights)


# -------------------- five features of words and letters


def lexical_features(text1: str, text2: str) -> list[float]:
    """Overlap of words and of stems, coverage of `text1` by information, cosine of letters by three, ratio of lengths.

    >>> lexical_features("The cup is full.", "the cup is full")
    [1.0, 1.0, 1.0, 1.0, 1.0]
    """
    words1, words2 = (_words(text) for text in (text1, text2))
    weights = {word: information(word) for word in set(words1)}
    whole = sum(weights.values())
    stems1, stems2 = set(stems(words1)), set(stems(words2))
    covered = sum(weight for word, weight in weights.items() if stems((word,))[0] in stems2) / whole if whole else 0.0
    lengths = sorted((len(words1), len(words2)))
    return [
        _jaccard(set(words1), set(words2)),
        _jaccard(stems1, stems2),
        covered,
        _cosine(_threes(words1), _threes(words2)),
        lengths[0] / lengths[1] if lengths[1] else 1.0,
    ]


def _words(text: str) -> tuple[str, ...]:
    return tuple(token for token in Normalization().tokens(text) if any(map(str.isalnum, token)))


def _jaccard(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 1.0


def _threes(words: Sequence[str]) -> Counter[str]:
    text = f" {' '.join(words)} "
    return Counter(text[place : place + 3] for place in range(len(text) - 2))


def _cosine(one: Counter[str], other: Counter[str]) -> float:
    below = float(np.sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values())))
    return min(1.0, sum(count * other[part] for part, count in one.items()) / below) if below else 0.0
