"""The systems of an evaluation: models of any kind and columns of a table, each as answers to all pairs.

    model_system("perp-sts", model, pairs, gold)     a model of numbers or a classifier
    column_system("them", texts, gold)               the answers of another system, from a column

The systems without training are in `baselines`.

Numbers are not clipped, and labels are compared without case. If gold is yes or no, the label ENTAILMENT counts as yes,
other labels as no, and numbers are measured by how well they separate the two. If gold is numbers, the answer of a
yes/no model is its probability of yes; without probabilities it is 1 for yes and 0 for no. Where a model is undecided,
its most probable label counts; in a column of answers "can't tell" is an error, because it is neither right nor wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perpend.errors import FormatError, InputError, unknown_name
from perpend.evaluation.gold import NO_YES, Gold, as_label, as_number, checked_numbers
from perpend.learning.model import Classifier, Decisions, Model, Numbers, TextPair
from perpend.types import Doubles

__all__ = ["System", "column_system", "model_labels", "model_system", "rivals_of"]

_ENTAILED, _OPEN = "ENTAILMENT", "CAN'T TELL"


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


def rivals_of(systems: Sequence[System], against: Sequence[str], kind: str = "system") -> list[System]:
    """The systems that all others are tested against: those named in `against`, or else the first of `systems`.

    `kind` is what a system is called in messages. Raises an InputError if two systems have one name, and a
    SettingError for an unknown name.
    """
    names = [system.name for system in systems]
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"two {kind}s are named {twice[0]!r}: rename the column or the model")
    if unknown := [name for name in against if name not in names]:
        raise unknown_name(kind, unknown[0], names)
    return [system for system in systems if system.name in (against or names[:1])]


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
    answers = _places(name, [as_label(answer) for answer in _settled(model, found)], gold)
    measured = None if found.probabilities is None else probabilities
    return System(name, answers, True, model.signature, measured, seen)


def _settled(model: Classifier, found: Decisions) -> list[str]:
    """The labels; where the model is undecided, the most probable one."""
    answers: list[str] = found.labels.tolist()
    if found.probabilities is None or model.undecided not in answers:
        return answers
    likely = found.probabilities.argmax(axis=1).tolist()
    return [model.labels[place] if one == model.undecided else one for one, place in zip(answers, likely, strict=True)]


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
    if gold.kind == "yes/no" and _OPEN in labels:
        line = lines[labels.index(_OPEN)] if lines else labels.index(_OPEN) + 1
        raise FormatError(source, line, f'{name} says "can\'t tell": answer with --least-confidence 0.5')
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
