"""Whether two texts speak of the same subjects: their topic proportions compared (Vo, Caselli and Popescu 2014, 5.1).

    cosine                 of the two vectors of proportions
    Kullback-Leibler       from the one to the other; it has a direction, and is a feature in each
    Jensen-Shannon         from each to the mean of both; 0 to log 2

Proportions are never 0, as each topic has its prior's part, so the divergences are finite.
"""

import numpy as np
from numpy.typing import NDArray

from perpend.relatedness.related_text import RelatedText

__all__ = ["divergence", "topic_common", "topic_features"]


def divergence(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Kullback and Leibler's, in nats.

    >>> round(divergence(np.array([0.5, 0.5]), np.array([0.9, 0.1])), 3)
    0.511
    """
    return float((one * np.log(one / other)).sum())


def topic_features(text: RelatedText, other: RelatedText) -> dict[str, float]:
    """How far the other's topics are from this one's."""
    return {f"KL {count}": divergence(own, other.topics[count]) for count, own in text.topics.items()}


def topic_common(text: RelatedText, other: RelatedText) -> dict[str, float]:
    """What has no direction."""
    values = {}
    for count, one in text.topics.items():
        two = other.topics[count]
        middle = (one + two) / 2
        values[f"topics {count}"] = float(one @ two / np.sqrt((one @ one) * (two @ two)))
        values[f"JS {count}"] = (divergence(one, middle) + divergence(two, middle)) / 2
    return values
