"""Whether two texts are about the same subjects: their topic proportions compared (Vo, Caselli, Popescu 2014, 5.1).

    cosine                 of the two vectors of proportions
    Kullback-Leibler       from the one to the other; a feature in each direction
    Jensen-Shannon         from each to the mean of both; 0 to log 2

Proportions are never 0, because each topic has a prior, so the divergences are finite.
"""

from collections.abc import Mapping

import numpy as np

from perpend.lexicon.corpus import stems_of
from perpend.lexicon.topic_model import TopicModel
from perpend.text.sentence import Sentence
from perpend.types import Doubles

__all__ = ["divergence", "topic_common", "topic_features", "topics_of"]


def divergence(one: Doubles, other: Doubles) -> float:
    """The Kullback-Leibler divergence from one distribution to the other, in nats.

    >>> round(divergence(np.array([0.5, 0.5]), np.array([0.9, 0.1])), 3)
    0.511
    """
    return float((one * np.log(one / other)).sum())


def topics_of(sentence: Sentence, model: TopicModel) -> Doubles:
    """The proportions of the topics of a `model` in a `sentence`, cached on it."""
    return sentence.annotation(("topics", model), lambda one: model.proportions_of_stems(_stems(one)))


def _stems(sentence: Sentence) -> list[str]:
    """The stems as in the corpora of the models."""
    return sentence.annotation("corpus stems", lambda one: stems_of(one.raw))


def topic_features(text: Sentence, other: Sentence, models: Mapping[int, TopicModel]) -> dict[str, float]:
    """The divergences from `text` to `other`; `models` are the topic models by their number of topics."""
    return {
        f"KL {count}": divergence(topics_of(text, model), topics_of(other, model)) for count, model in models.items()
    }


def topic_common(text: Sentence, other: Sentence, models: Mapping[int, TopicModel]) -> dict[str, float]:
    """The cosines and Jensen-Shannon divergences of `text` and `other` under each of the `models`."""
    values = {}
    for count, model in models.items():
        one, two = topics_of(text, model), topics_of(other, model)
        middle = (one + two) / 2
        values[f"topics {count}"] = float(one @ two / np.sqrt((one @ one) * (two @ two)))
        values[f"JS {count}"] = (divergence(one, middle) + divergence(two, middle)) / 2
    return values
