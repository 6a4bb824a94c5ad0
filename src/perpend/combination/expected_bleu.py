"""Trains weights for hundreds of features by maximising expected BLEU (Rosti et al. 2010).

    probability of a row   exp(scale · score) / sum over the segment's rows
    expected counts        sum of probability · counts, over all rows of all segments
    to be maximised        log BLEU(expected counts)  -  strength / 2 · |weights / spread|²

The objective is smooth, so L-BFGS can maximise it, while exact line search along hundreds of axes overfits and takes
hours. It goes on until nothing is gained, which costs little beside the search for paths: then the weights hardly
depend on where it began and on how a processor rounds. Weights are scaled by the standard deviation of the feature
inside segments (`spread`), so that the penalty treats all features alike.
"""

import numpy as np

from perpend.combination.bleu import corpus_bleu_slope
from perpend.combination.lbfgs import minimize
from perpend.combination.pool import Rows
from perpend.types import Doubles

__all__ = ["expected_log_bleu", "train"]

_TOLERANCE = 1e-9


def train(
    rows: Rows, start: Doubles, *, strength: float = 0.003, scale: float = 1.0, steps: int = 500
) -> tuple[Doubles, float]:
    """Returns the best weights and their expected BLEU.

    :param rows: features and counts of the paths of each segment.
    :param start: the weights to start from.
    :param strength: of the L2 penalty.
    :param scale: of the scores before they become probabilities.
    :param steps: the most steps of L-BFGS.
    """
    spread = _spread(rows)
    # In 64 bits: rounding to 32 bits is noise that ends the search early, elsewhere on every processor.
    scaled = Rows(rows.features / spread, rows.counts.astype(np.float64), rows.starts)

    def loss(weights: Doubles) -> tuple[float, Doubles]:
        value, slope = expected_log_bleu(scaled, weights * scale)
        return strength / 2 * float(weights @ weights) - value, strength * weights - slope * scale

    found = minimize(loss, start * spread, steps=steps, tolerance=_TOLERANCE)
    return found / spread, float(np.exp(expected_log_bleu(scaled, found * scale)[0]))


def expected_log_bleu(rows: Rows, weights: Doubles) -> tuple[float, Doubles]:
    """Returns the log of the expected BLEU of `rows` under `weights`, and its gradient."""
    starts = rows.starts[:-1]
    sizes = np.diff(rows.starts)
    scores = rows.features @ weights
    scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
    chances = np.exp(scores)
    chances /= np.repeat(np.add.reduceat(chances, starts), sizes)
    value, slope = corpus_bleu_slope(chances @ rows.counts)
    gains = rows.counts @ slope
    gains -= np.repeat(np.add.reduceat(chances * gains, starts), sizes)
    return value, np.asarray((chances * gains) @ rows.features)


def _spread(rows: Rows) -> Doubles:
    """Returns the standard deviation of each feature inside the segments, 1 where it is constant."""
    sizes = np.diff(rows.starts)
    means = np.add.reduceat(rows.features, rows.starts[:-1], axis=0) / sizes[:, None]
    squares = np.add.reduceat(rows.features**2, rows.starts[:-1], axis=0) / sizes[:, None]
    spread = np.sqrt(np.maximum(squares - means**2, 0.0).mean(axis=0))
    return np.where(spread > 1e-6, spread, 1.0).astype(np.float64)
