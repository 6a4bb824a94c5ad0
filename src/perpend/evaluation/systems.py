"""The systems of an evaluation: models of any kind, columns of a table, and baselines; each as answers to all pairs.

    model_system("perp-sts", model, pairs, gold)     a model of numbers or a classifier
    column_system("them", texts, gold)               the answers of another system, from a column
    baselines(pairs, gold)                           TERp, tf-idf, overlap of words; the most frequent label

Numbers are not clipped, and labels are compared without case. If gold is yes or no, the label ENTAILMENT counts as yes,
other labels as no, and numbers are measured by how well they separate the two. If gold is numbers, the answer of a
yes/no model is its probability of yes; without probabilities it is 1 for yes and 0 for no.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from perpend import __version__
from perpend.alignment import Aligner, Costs
from perpend.errors import InputError
from perpend.evaluation.gold import NO_YES, Gold, as_label, as_number, checked_numbers
from perpend.learning.model import Classifier, Model, Numbers, TextPair
from perpend.lexicon import frequency
from perpend.lexicon.phrases.table import PhraseTable
from perpend.text import Normalization
from perpend.types import Doubles

__all__ = [
    "System",
    "baselines",
    "column_system",
    "model_labels",
    "model_system",
    "overlap",
    "tf_idf",
]

_ENTAILED = "ENTAILMENT"
_RAREST = 1e-9
"""The frequency of words that are not in wordfreq."""


@dataclass(frozen=True, slots=True, eq=False)
class System:
    """The answers of one system: numbers, or indices of gold's labels, with their probabilities if it has any.

    `probabilities` has a column for each label of gold; `seen` is the number of pairs that the system was trained on.
    """

    name: str
    answers: Doubles
    has_labels: bool
    signature: str
    probabilities: Doubles | None = None
    seen: int = 0


def model_labels(model: Model) -> tuple[str, ...]:
    """The labels of a `model`; none for a model of numbers."""
    return tuple(map(as_label, model.labels)) if isinstance(model, Classifier) else ()


def model_system(name: str, model: Model, pairs: Sequence[TextPair], gold: Gold, seen: int = 0) -> System:
    """The answers of a `model` to the `pairs`, as a system called `name`.

    `gold` must have all of its labels (`Gold.with_labels`), unless it is yes/no; `seen` is the number of pairs that the
    model was trained on.
    """
    if isinstance(model, Classifier):
        return _classifying(name, model, pairs, gold, seen)
    if gold.kind == "labels":
        raise InputError(f"{name} answers with numbers, but gold has the labels {_listed(gold.labels)}")
    # A model on a scale clips what it predicts; what it says before that ranks pairs at the ends of the scale too.
    answers = model.raw(pairs) if isinstance(model, Numbers) else model.predict(pairs)
    return System(name, np.asarray(answers, np.float64), False, model.signature, seen=seen)


def _classifying(name: str, model: Classifier, pairs: Sequence[TextPair], gold: Gold, seen: int) -> System:
    found = model.decide(pairs)
    certain = (found.labels[:, None] == np.array(model.labels)).astype(np.float64)
    given = certain if found.probabilities is None else found.probabilities
    probabilities = _arranged(name, given, model_labels(model), gold)
    if gold.kind == "numbers":
        return System(name, probabilities[:, 1], False, model.signature, seen=seen)
    answers = _places(name, [as_label(answer) for answer in found.labels.tolist()], gold)
    measured = None if found.probabilities is None else probabilities
    return System(name, answers, True, model.signature, measured, seen)


def _arranged(name: str, probabilities: Doubles, labels: Sequence[str], gold: Gold) -> Doubles:
    """The columns in the order of gold's labels; no and yes if gold is numbers."""
    wanted = gold.labels or NO_YES
    if wanted == NO_YES and _ENTAILED in labels:
        yes = probabilities[:, labels.index(_ENTAILED)]
        return np.column_stack([1.0 - yes, yes])
    if not set(labels) <= set(wanted):
        raise InputError(f"{name} answers with {_listed(labels)}, but gold is {_described(gold)}")
    empty = np.zeros(len(probabilities))
    return np.column_stack([probabilities[:, labels.index(one)] if one in labels else empty for one in wanted])


def _places(name: str, answers: Sequence[str], gold: Gold) -> Doubles:
    if gold.labels == NO_YES and not set(answers) <= set(NO_YES):
        answers = ["yes" if answer == _ENTAILED else "no" for answer in answers]
    known = {label: place for place, label in enumerate(gold.labels)}
    if unknown := [answer for answer in answers if answer not in known]:
        raise InputError(f"{name} answers {unknown[0]!r}, but gold is {_described(gold)}")
    return np.array([known[answer] for answer in answers], np.float64)


def column_system(
    name: str, texts: Sequence[str], gold: Gold, source: str = "column", lines: Sequence[int] = ()
) -> System:
    """The answers in a column called `name`, as a system; `texts` are its cells.

    `gold` has the human judgments; `source` and `lines` are the file and the line of each cell, for error messages.
    """
    labels = [as_label(text) for text in texts]
    are_labels = gold.kind == "labels" or (gold.kind == "yes/no" and _two_way(labels))
    if not are_labels:
        return System(name, np.array(checked_numbers(texts, source, lines)), False, "given")
    return System(name, _places(name, labels, gold), True, "given")


def _two_way(labels: Sequence[str]) -> bool:
    """Whether a column answers yes or no: with these words, 0 and 1, or labels of entailment."""
    return set(labels) <= set(NO_YES) or (_ENTAILED in labels and all(as_number(label) is None for label in labels))


def _listed(labels: Sequence[str]) -> str:
    return ", ".join(labels)


def _described(gold: Gold) -> str:
    return "numbers" if gold.kind == "numbers" else f"one of {_listed(gold.labels)}"


# -------------------- baselines


def baselines(pairs: Sequence[TextPair], gold: Gold, phrases: PhraseTable | None = None) -> Iterator[System]:
    """Systems without training for the `pairs`; `gold` says which fit, `phrases` is TERp's table."""
    if gold.kind != "labels":
        aligner = Aligner(Costs.named("terpa"), phrases)
        aligned = aligner.align_many([text2 for _, text2 in pairs], [text1 for text1, _ in pairs])
        scores = -np.array([alignment.score for alignment in aligned])
        yield System("TERp (default)", scores, False, aligner.signature)
        closeness = np.array([tf_idf(*pair) for pair in pairs])
        yield System("tf-idf", closeness, False, f"tf-idf|freq:{frequency.signature()}|version:{__version__}")
        shared = np.array([overlap(*pair) for pair in pairs])
        yield System("overlap", shared, False, f"overlap|version:{__version__}")
    if gold.labels:
        place = float(np.bincount(gold.values.astype(np.int64)).argmax())
        yield System("most frequent label", np.full(len(pairs), place), True, f"majority:{gold.labels[int(place)]}")


def overlap(text1: str, text2: str) -> float:
    """The cosine of `text1` and `text2` as sets of blank-separated words.

    >>> overlap("the cat sat", "the cat")
    0.8164965809277261
    """
    first, second = set(text1.split()), set(text2.split())
    return len(first & second) / sqrt(len(first) * len(second)) if first and second else 0.0


def tf_idf(text1: str, text2: str) -> float:
    """The cosine of the word counts of `text1` and `text2`, each weighted by -ln of the word's frequency in English.

    >>> tf_idf("the cat slept", "the cat slept"), tf_idf("", "a cat")
    (1.0, 0.0)
    >>> tf_idf("the cat", "a cat") > tf_idf("the cat", "the dog")
    True
    """
    first, second = _weighted(text1), _weighted(text2)
    above = sum(weight * second.get(word, 0.0) for word, weight in first.items())
    below = sqrt(sum(one * one for one in first.values()) * sum(one * one for one in second.values()))
    return min(1.0, above / below) if below else 0.0


def _weighted(text: str) -> dict[str, float]:
    counts = Counter(Normalization().tokens(text))
    return {word: count * -log(frequency.frequency(word) or _RAREST) for word, count in counts.items()}
