"""The systems of the cross-level table: which features each has at each level, and how it is scaled and chosen.

    paper                  the features of Vo, Caselli and Popescu (2014), scaled and chosen as their section 6 says
    paper + strings, ...   the same and one more family of features of the same kind, at the levels where there is one
    paper + all            the same and all of these
    paper, our settings    the paper's features, scaled and chosen as `perpend train relate` does
    full                   the features of the shipped models, scaled and chosen as `perpend train relate` does

The paper follows the practical guide of Hsu, Chang and Lin (2003): every feature is scaled to -1 to 1, C and gamma are
chosen from powers of 4 by cross-validation in five folds; the insensitive margin is LIBSVM's default. The guide's
example goes on to a C of 2^15; here it ends at 2^9, as nearly all the time would go into the machines beyond it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from perpend.learning.kernel_regression import Choices
from perpend.learning.scaling import Scaling
from perpend.relatedness.families import LEVELS
from perpend.relatedness.training import choices_for
from perpend.types import Doubles

__all__ = ["CLSS_LEVELS", "ClssSystem", "SYSTEMS"]

CLSS_LEVELS = LEVELS[1:]

_COSTS = tuple(2.0**power for power in range(-5, 10, 2))
_GAMMAS = tuple(2.0**power for power in range(-15, 4, 2))
_MARGIN = 0.1
_LEAST_RANGE = 1e-9


@dataclass(frozen=True, slots=True)
class ClssSystem:
    """A system: its features by level, for the levels that it has, and whether its settings are the paper's."""

    name: str
    features: Mapping[str, str]
    of_paper: bool

    def scaling(self, values: Doubles) -> Scaling:
        """The scaling of the training `values`: to -1 to 1, or to mean 0 and standard deviation 1."""
        if not self.of_paper:
            return Scaling.of(values)
        low, high = values.min(axis=0), values.max(axis=0)
        return Scaling((low + high) / 2, np.where(high - low >= _LEAST_RANGE, (high - low) / 2, 1.0))

    def choices(self, values: Doubles, labels: Doubles, seed: int) -> Choices:
        """The grid of cross-validation for training `values` with their `labels`; `seed` draws the folds."""
        if not self.of_paper:
            return choices_for("full", len(values), seed)
        gammas = tuple(values.shape[1] * gamma for gamma in _GAMMAS)
        return Choices(costs=_COSTS, gammas=gammas, epsilon=_MARGIN / float(labels.std()), seed=seed)

    def signature(self, count: int, seed: int) -> str:
        """The settings for `count` training pairs and a `seed`, as a short text."""
        if not self.of_paper:
            return f"mean 0, deviation 1;{choices_for('full', count, seed).signature}"
        powers = f"C 2^-5..2^9 by 4;gamma 2^-15..2^3 by 4;margin {_MARGIN:g};folds 5x1"
        return f"-1 to 1;{powers};seed {seed}"


_TEXTS = CLSS_LEVELS[:2]
_ADDED: Mapping[str, Mapping[str, str]] = {
    "wordnet": dict.fromkeys(CLSS_LEVELS[:3], "wordnet"),
    "vectors": dict.fromkeys(CLSS_LEVELS[:3], "vectors") | {"word2sense": "sense vectors"},
    "strings": dict.fromkeys(_TEXTS, "strings"),
    "names": dict.fromkeys(_TEXTS, "names"),
    "glosses": {"phrase2word": "glosses"},
}
"""The family that each addition is at a level; "full" has others still."""


def _with(families: Mapping[str, str]) -> dict[str, str]:
    return {level: f"paper+{name}" for level, name in families.items()}


_ALL = {level: "+".join(added[level] for added in _ADDED.values() if level in added) for level in CLSS_LEVELS}

SYSTEMS: Mapping[str, ClssSystem] = {
    system.name: system
    for system in (
        ClssSystem("paper", dict.fromkeys(CLSS_LEVELS, "paper"), True),
        *(ClssSystem(f"paper + {name}", _with(families), True) for name, families in _ADDED.items()),
        ClssSystem("paper + all", _with(_ALL), True),
        ClssSystem("paper, our settings", dict.fromkeys(CLSS_LEVELS, "paper"), False),
        ClssSystem("full", dict.fromkeys(CLSS_LEVELS, "full"), False),
    )
}
"""All systems by name."""
