"""Entailment in PASCAL's RTE-1 by features of paraphrases: Table 4 of Finch, Hwang and Sumita (2005), made again.

    read_rte1(mirror) ──> evaluate_rte1(train, test, annotator) ──> accuracy of each system, for each task and for all

The paper's rows know neither which text should follow from which, nor the task that a pair comes from. Of ours, "full"
has all features of paraphrases, and two rows have a direction:

    coverage           how much of the hypothesis the text covers, by five features of that direction alone
    coverage + task    the same, and the task of each pair: pairs of one task are nearer to each other

Half of all answers are yes, so a system that guesses has 50. 567 training pairs are too few to rank systems by
cross-validation; it chooses the machine of each, as in `msrp`, and nothing else.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from perpend import __version__
from perpend.evaluation.labelled_pairs import LabelledPairs
from perpend.evaluation.msrp import Report, Row, paper_figures, trained_answers
from perpend.metrics.correlation import Doubles
from perpend.paraphrase.learning import Choices, fit
from perpend.paraphrase.model import Learned, Scaling
from perpend.paraphrase.training import annotate_pairs, choose_threshold
from perpend.paraphrase.vectors import Directed, Extractor, FeatureSettings, groups_of
from perpend.similarity.model import resources as look_ups
from perpend.text.annotate import Annotator

__all__ = ["RTE1_SYSTEMS", "evaluate_rte1"]

Progress = Callable[[str, int, int], None]

RTE1_SYSTEMS = ("BLEU1", "NIST1", "PER", "POS", "ALL", "full", "coverage", "coverage + task")
"""The rows of the table, in their order."""

_COVERAGE = {
    "coverage": ("synonyms", "content meaning"),
    "dependencies": ("triples",),
    "overlap": ("subsequence", "characters 4"),
}
"""The features that say how much of the hypothesis is in the text, by group."""

_HYPOTHESIS_IN_TEXT = 1
_FARNESS = 2.0
"""How far two tasks lie from each other, where a feature's spread is 1."""


def evaluate_rte1(
    train: LabelledPairs,
    test: LabelledPairs,
    annotator: Annotator,
    choices: Choices | None = None,
    progress: Progress | None = None,
) -> Report:
    """Train every system on the development pairs and score it on the test pairs."""
    choices, count = choices or Choices(), len(train.labels)
    pairs = annotate_pairs([*train.pairs, *test.pairs], annotator, progress=progress)
    threshold = choose_threshold(pairs[:count], train.labels, choices, progress)
    extractor = Extractor(FeatureSettings(threshold=threshold))
    groups = dict.fromkeys((*groups_of("ALL"), *groups_of("full")))
    known, asked = extractor.train(pairs[:count], groups, progress), extractor.extract(pairs[count:], groups, progress)
    rows = []
    for done, system in enumerate(RTE1_SYSTEMS):
        if progress:
            progress(f"training {system}", done, len(RTE1_SYSTEMS))
        if system.startswith("coverage"):
            answers, learned = _coverage_answers(train, test, known, asked, choices, tasks=system.endswith("task"))
        else:
            answers, learned = trained_answers(known, train.labels, asked, system, choices)
        rows.append(Row(system, _by_task(answers, test), paper_figures()["table4"].get(system), learned=learned))
    parts = {"data": f"{train.signature}+{test.signature}", "svm": choices.signature, "tags": annotator.signature()}
    signature = "|".join(f"{name}:{value}" for name, value in {**parts, **look_ups(), "version": __version__}.items())
    return Report("rte1", tuple(rows), signature, {"threshold": threshold, "pairs": _sizes(test)})


def _coverage_answers(
    train: LabelledPairs, test: LabelledPairs, known: Directed, asked: Directed, choices: Choices, *, tasks: bool
) -> tuple[NDArray[np.bool_], Learned]:
    scaling = Scaling.of(_coverage(known))
    rows, others = scaling.rows(_coverage(known)), scaling.rows(_coverage(asked))
    if tasks:
        names = sorted(set(train.tasks))
        rows = np.concatenate([rows, _FARNESS * _columns(train.tasks, names)], axis=1)
        others = np.concatenate([others, _FARNESS * _columns(test.tasks, names)], axis=1)
    fitted = fit(rows, train.labels, choices)
    return fitted.calibration.probabilities(fitted.svm.decisions(others)) >= 0.5, fitted.learned


def _coverage(directed: Directed) -> Doubles:
    """How much of each hypothesis is in its text."""
    columns = []
    for group, wanted in _COVERAGE.items():
        names, values = directed.groups[group]
        columns += [values[:, _HYPOTHESIS_IN_TEXT, names.index(name)] for name in wanted]
    return np.stack(columns, axis=1)


def _columns(tasks: Sequence[str], names: Sequence[str]) -> Doubles:
    """A column for each task: 1 for its pairs, else 0."""
    return np.array([[float(task == name) for name in names] for task in tasks])


def _by_task(answers: NDArray[np.bool_], test: LabelledPairs) -> dict[str, float]:
    right = answers == test.labels
    tasks = np.array(test.tasks)
    return {
        **{task: 100.0 * float(right[tasks == task].mean()) for task in sorted(set(test.tasks))},
        "ALL": 100.0 * float(right.mean()),
    }


def _sizes(test: LabelledPairs) -> dict[str, int]:
    return {**{task: test.tasks.count(task) for task in sorted(set(test.tasks))}, "ALL": len(test.tasks)}
