"""The smaller tables of Finch, Hwang and Sumita (2005): what the corpora are like, lengths that differ, and the pilots.

    corpus_statistics    Table 1   lengths, length difference ratio and edit distance, of MSRP and of RTE-1 by task
    length_table         Table 5   pairs of like length apart from pairs of unlike length
    pilots                         stemming: no word, all words, nouns and verbs; matching by meaning: off, on

The length difference ratio (LDR) of a pair is ||s| - |r|| / max(|s|, |r|). For Table 5, training and test pairs are
each cut at their median; of both halves as many pairs of either label are kept, drawn by a seed, as there are of the
rarer.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from experiments.labelled_pairs import LabelledPairs
from experiments.msrp import Msrp, Row, paper_figures, trained_answers
from perpend.equivalence.training import THRESHOLDS
from perpend.equivalence.vectors import Extractor, FeatureSettings, groups_of
from perpend.evaluation.classification import Confusion
from perpend.features.annotated_pairs import Pair
from perpend.learning.kernel_classifier import Choices
from perpend.text.penn import penn_tokens
from perpend.text.sentence import STEMMING, Sentence

__all__ = ["STATISTICS", "corpus_statistics", "length_table", "pilots"]

STATISTICS = ("Sentence1 length", "Sentence2 length", "Length difference ratio", "Edit distance")
"""The rows of Table 1."""

_TABLE5 = ("BLEU1", "NIST1", "PER", "POS", "ALL")
_PILOTS = ("PER", "POS")


def corpus_statistics(corpora: Sequence[tuple[str, LabelledPairs]]) -> list[Row]:
    """Table 1: a row for each of the named `corpora`, and for each task of a corpus with tasks."""
    rows = []
    for name, data in corpora:
        tokens = [(penn_tokens(text1), penn_tokens(text2)) for text1, text2 in data.pairs]
        groups = {name: tokens}
        for task in sorted(set(data.tasks)):
            groups[task] = [pair for pair, own in zip(tokens, data.tasks, strict=True) if own == task]
        rows += [
            Row(group, _statistics(pairs), paper_figures()["table1"].get(group)) for group, pairs in groups.items()
        ]
    return rows


def _statistics(pairs: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]) -> dict[str, float]:
    found = [(len(one), len(other), _ratio(one, other), Levenshtein.distance(one, other)) for one, other in pairs]
    return dict(zip(STATISTICS, np.mean(np.array(found, np.float64), axis=0).tolist(), strict=True))


def _ratio(one: Sequence[str] | Sentence, other: Sequence[str] | Sentence) -> float:
    return abs(len(one) - len(other)) / (max(len(one), len(other)) or 1)


def length_table(corpus: Msrp, threshold: float | None, choices: Choices) -> tuple[list[Row], dict[str, Any]]:
    """Table 5: the accuracy of some systems on both halves of `corpus`, and the number of pairs in each half.

    `threshold` is the distance within which words match by meaning, `choices` the grid of cross-validation.
    """
    count, ratios = len(corpus.train.labels), np.array([_ratio(*pair) for pair in corpus.pairs])
    both = np.arange(count), np.arange(count, len(ratios))
    rows, sizes = [], {}
    for name, low in (("Low LDR", True), ("High LDR", False)):
        inside, outside = (_balanced(ratios, corpus.labels, places, low, choices.seed) for places in both)
        extractor = Extractor(FeatureSettings(threshold=threshold))
        train = extractor.train([corpus.pairs[k] for k in inside], groups_of("ALL"), corpus.progress)
        test = extractor.extract([corpus.pairs[k] for k in outside], groups_of("ALL"), corpus.progress)
        figures = {}
        for system in _TABLE5:
            answers, _ = trained_answers(train, corpus.labels[inside], test, system, choices)
            figures[system] = Confusion.of(answers, corpus.labels[outside]).metrics["Accuracy"]
        rows.append(Row(name, figures, paper_figures()["table5"][name]))
        sizes[name] = {"train": len(inside), "test": len(outside)}
    return rows, sizes


def _balanced(
    ratios: NDArray[np.float64], labels: NDArray[np.bool_], places: NDArray[np.int64], low: bool, seed: int
) -> NDArray[np.int64]:
    """Half of the places by their ratios, with equal numbers of both labels."""
    order = places[np.argsort(ratios[places], kind="stable")]
    half = order[: len(order) // 2] if low else order[len(order) // 2 :]
    random = np.random.default_rng(seed)
    kinds = [half[labels[half] == label] for label in (True, False)]
    size = min(map(len, kinds))
    return np.sort(np.concatenate([random.permutation(kind)[:size] for kind in kinds]))


def pilots(corpus: Msrp, choices: Choices) -> list[Row]:
    """PER and POS with each stemming and each threshold on the test set of `corpus`; `choices` is the grid."""
    settings = {f"stem {stemming}": FeatureSettings(stemming) for stemming in STEMMING}
    settings |= {f"meaning within {one:g}": FeatureSettings(threshold=one) for one in THRESHOLDS if one is not None}
    rows = []
    for done, (name, one) in enumerate(settings.items()):
        corpus.progress(f"pilot: {name}", done, len(settings))
        rows += _pilot(corpus, name, one, choices)
    return rows


def _pilot(corpus: Msrp, name: str, settings: FeatureSettings, choices: Choices) -> list[Row]:
    pairs, count = [_stemmed(pair, settings.stemming) for pair in corpus.pairs], len(corpus.train.labels)
    groups = dict.fromkeys(group for system in _PILOTS for group in groups_of(system))
    extractor, rows = Extractor(settings), []
    train, test = extractor.train(pairs[:count], groups), extractor.extract(pairs[count:], groups)
    for system in _PILOTS:
        answers, learned = trained_answers(train, corpus.train.labels, test, system, choices)
        table = Confusion.of(answers, corpus.test.labels)
        rows.append(Row(f"{system}, {name}", table.metrics, None, table, learned=learned))
    return rows


def _stemmed(pair: Pair, stemming: str) -> Pair:
    return pair[0].stemmed(stemming), pair[1].stemmed(stemming)
