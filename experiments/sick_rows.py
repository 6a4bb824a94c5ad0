"""Further rows of the table of SICK: what each rule decided, the layer without a group of features, no text at all.

    rule_table(verdicts, labels, ids)
        "hyponym": {"decided": 21, "right": 20, "coverage": 4.2, "precision": 95.2, "wrong": ["123"]}

A rule that decided nothing is listed with 0, so that it can be seen.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from perpend.entailment.features import FEATURE_NAMES
from perpend.entailment.model import LABELS, EntailmentModel
from perpend.entailment.prepared import RELATED_COLUMNS, Prepared, layer_values, pattern_rows
from perpend.entailment.reading import EntailmentPairs
from perpend.entailment.rules import Label, Rule, Verdict
from perpend.learning.logistic import learn_softmax
from perpend.learning.scaling import Scaling
from perpend.learning.word_evidence import learn_label_evidence
from perpend.types import Doubles, Integers, Progress

__all__ = ["ablated", "rule_table", "without_texts"]

Answered = tuple[str, Integers]
"""The name of a system, and its answers as numbers of labels."""

_GROUPS = ("rule", "label", "slots", "back", "words", "alone", "denials", "overlap")
_PATTERNS = ("rule", "label", "slots", "back", "denials")
"""The groups of features that come from frames and rules."""


def rule_table(
    verdicts: Sequence[Verdict], labels: Sequence[Label], ids: Sequence[str] | None = None
) -> Mapping[str, dict[str, Any]]:
    """For each rule the number of pairs it decided and of right ones, from `verdicts` and `labels`.

    With `ids`, which are wrong.
    """
    table: dict[str, dict[str, Any]] = {str(rule): {"decided": 0, "right": 0} for rule in Rule}
    for row in table.values():
        row |= {"wrong": []} if ids is not None else {}
    for k, (verdict, label) in enumerate(zip(verdicts, labels, strict=True)):
        row = table[str(verdict.rule)]
        row["decided"] += 1
        row["right"] += int(verdict.label is label)
        if ids is not None and verdict.label is not label:
            row["wrong"].append(ids[k])
    for row in table.values():
        row["coverage"] = 100.0 * row["decided"] / len(verdicts) if verdicts else 0.0
        row["precision"] = 100.0 * row["right"] / row["decided"] if row["decided"] else None
    return table


def ablated(
    model: EntailmentModel,
    known: Prepared,
    asked: Prepared,
    unseen: Doubles,
    labels: Integers,
    progress: Progress | None = None,
) -> Iterator[Answered]:
    """Yields the answers of the learned layer, trained without each group of its features.

    :param model: the full model.
    :param known: the training pairs.
    :param asked: the test pairs.
    :param unseen: the features of the training pairs, computed out of fold.
    :param labels: the labels of the training pairs.
    :param progress: called before each group.
    """
    if model.layer is None:
        return
    related = model.relatedness(asked)
    words = model.layer.pairs.estimates(asked.words)
    values = layer_values(pattern_rows(model.rules, asked, related), asked.values, related, words)
    left_out = {**{name: [name] for name in _columns(0)}, "patterns": list(_PATTERNS)}
    for done, (name, groups) in enumerate(left_out.items()):
        if progress:
            progress("ablation", done, len(left_out))
        gone = {place for group in groups for place in _columns(known.values.shape[1])[group]}
        kept = [place for place in range(values.shape[1]) if place not in gone]
        scaling = Scaling.of(unseen[:, kept])
        rows = scaling.rows(unseen[:, kept])
        layer = learn_softmax(rows, labels, model.layer.learned.strength)
        yield f"layer without {name}", layer.probabilities(scaling.rows(values[:, kept])).argmax(axis=1)


def _columns(relatedness_features: int) -> dict[str, list[int]]:
    """The places of each group's features in the layer."""
    found: dict[str, list[int]] = {
        group: [k for k, name in enumerate(FEATURE_NAMES) if name.startswith(group)] for group in _GROUPS
    }
    start = len(FEATURE_NAMES)
    found["relatedness features"] = list(range(start, start + relatedness_features))
    start += relatedness_features
    ends = start + RELATED_COLUMNS
    return found | {"relatedness": list(range(start, ends)), "word pairs": list(range(ends, ends + len(LABELS)))}


def without_texts(known: EntailmentPairs, asked: EntailmentPairs) -> Iterator[Answered]:
    """Answers to `asked` without the text, from `known` pairs: by the hypothesis alone, and the most frequent label."""
    labels = np.array([LABELS.index(label) for label in known.labels], np.int64)
    sides = [[_ngrams(hypothesis) for _, hypothesis in part.pairs] for part in (known, asked)]
    yield "hypothesis only", learn_label_evidence(sides[0], labels, len(LABELS)).estimates(sides[1]).argmax(axis=1)
    yield "majority", np.full(len(asked.pairs), np.bincount(labels).argmax(), np.int64)


def _ngrams(text: str) -> frozenset[str]:
    words = text.lower().split()
    return frozenset((*words, *(f"{one} {two}" for one, two in pairwise(words))))
