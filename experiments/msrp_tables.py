"""The smaller tables of Finch, Hwang and Sumita (2005): what the corpora are like, lengths that differ, and the pilots.

    corpus_statistics    Table 1   lengths, length difference ratio and edit distance, of MSRP and of RTE-1 by task
    length_table         Table 5   pairs of like length apart from pairs of unlike length
    pilots                         stemming: no word, all words, nouns and verbs; matching by meaning: off, on
    unscaled             Table 3   with features as they are, as the paper may have used them
    bleu_readings                  BLEU1 to BLEU4 as the paper may have computed them: smoothing, case, tokens

The length difference ratio (LDR) of a pair is ||s| - |r|| / max(|s|, |r|). For Table 5, training and test pairs are
each cut at their median. Of both halves the same number of pairs is kept, as many of either label, drawn by a seed: the
numbers of the paper, or of a smaller corpus as many as all halves have. How the paper selected pairs is not known.
Draws differ by some points, so ours are means over five; other rows have the first pairs in order of the ratio. In
these, yes and no differ in length too, because they are not cut at the same ratio.

The paper's vectors are "constructed directly from the output" of its measures, and most of these lie between 0 and 1,
so that with a gamma of 1 a machine is smoother than one of scaled features.

The readings of BLEU are compared by one threshold, which is fast and free of the machine's choices: the answer is yes
from the value on that is right most often in training. Without smoothing BLEU4 is 0 for all pairs that share no four
words in a row. More than half of these are paraphrases, so the best threshold says no to no pair.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from experiments.labelled_pairs import LabelledPairs
from experiments.msrp import Msrp, Row, constant, paper_figures, trained_answers
from perpend.equivalence.training import THRESHOLDS
from perpend.equivalence.vectors import Extractor, FeatureSettings, groups_of
from perpend.evaluation.classification import CLASSIFICATION_METRICS, Confusion, half_width
from perpend.features.annotated_pairs import Pair
from perpend.learning.kernel_classifier import Choices
from perpend.metrics.bleu import Bleu
from perpend.text.penn import penn_tokens
from perpend.text.sentence import STEMMING, Sentence
from perpend.types import Doubles, Flags

__all__ = ["STATISTICS", "bleu_readings", "corpus_statistics", "length_table", "pilots", "unscaled"]

STATISTICS = ("Sentence1 length", "Sentence2 length", "Length difference ratio", "Edit distance")
"""The rows of Table 1."""

_TABLE5 = ("BLEU1", "NIST1", "PER", "POS", "ALL")
_PILOTS = ("PER", "POS")
_DRAWS = 5
_FIRST = ", first in order"
_UNSCALED = ", not scaled"
_BLEUS = ("BLEU1", "BLEU2", "BLEU3", "BLEU4")


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


def length_table(corpus: Msrp, threshold: float | None, choices: Choices) -> tuple[list[Row], dict[str, int]]:
    """Table 5: the accuracy of some systems on both halves of `corpus`, and the number of pairs in each half.

    `threshold` is the distance within which words match by meaning, `choices` the grid of cross-validation. Figures are
    means over draws, with the intervals of these means; then those of the pairs that are first in order of the ratio.
    """
    ratios = np.array([_ratio(*pair) for pair in corpus.pairs])
    places = dict(zip(("train", "test"), np.split(np.arange(len(ratios)), [len(corpus.train.labels)]), strict=True))
    halves = {part: _halves(ratios, own) for part, own in places.items()}
    rows, sizes = [], {}
    for ending, seeds in (("", range(choices.seed, choices.seed + _DRAWS)), (_FIRST, (None,))):
        found: dict[str, list[dict[str, float]]] = {f"{name}{ending}": [] for name in ("Low LDR", "High LDR")}
        for seed in seeds:
            drawn = {part: _balanced(both, corpus.labels, part, seed) for part, both in halves.items()}
            sizes = {part: len(both[0]) for part, both in drawn.items()}
            for name, inside, outside in zip(found, drawn["train"], drawn["test"], strict=True):
                found[name].append(_accuracies(corpus, inside, outside, threshold, choices))
        rows += [_mean_row(name, draws) for name, draws in found.items()]
    return rows, sizes


def _accuracies(
    corpus: Msrp,
    inside: NDArray[np.int64],
    outside: NDArray[np.int64],
    threshold: float | None,
    choices: Choices,
) -> dict[str, float]:
    """The accuracy of each system of Table 5, trained on the pairs `inside` and tested on those `outside`."""
    extractor = Extractor(FeatureSettings(threshold=threshold))
    train = extractor.train([corpus.pairs[k] for k in inside], groups_of("ALL"), corpus.progress)
    test = extractor.extract([corpus.pairs[k] for k in outside], groups_of("ALL"), corpus.progress)
    figures = {}
    for system in _TABLE5:
        answers, _ = trained_answers(train, corpus.labels[inside], test, system, choices)
        figures[system] = Confusion.of(answers, corpus.labels[outside]).metrics["Accuracy"]
    return figures


def _mean_row(name: str, draws: Sequence[dict[str, float]]) -> Row:
    values = {system: [draw[system] for draw in draws] for system in _TABLE5}
    means = {system: float(np.mean(own)) for system, own in values.items()}
    widths = {system: half_width(own) for system, own in values.items()} if len(draws) > 1 else None
    return Row(name, means, paper_figures()["table5"][name.removesuffix(_FIRST)], half_widths=widths)


def _halves(ratios: NDArray[np.float64], places: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The half of the `places` with low ratios, and the half with high ones."""
    order = places[np.argsort(ratios[places], kind="stable")]
    return [order[: len(order) // 2], order[len(order) // 2 :]]


def _balanced(
    halves: Sequence[NDArray[np.int64]], labels: NDArray[np.bool_], part: str, seed: int | None
) -> list[NDArray[np.int64]]:
    """Of each half as many places as the paper has in that `part`, as many of either label; fewer if one has fewer.

    They are drawn with the `seed`, or without one the first.
    """
    wanted: int = paper_figures()["table5_sizes"][part]
    kinds = [[half[labels[half] == label] for label in (True, False)] for half in halves]
    size = min(wanted // 2, *(len(kind) for both in kinds for kind in both))
    random = np.random.default_rng(seed)
    drawn = [[kind if seed is None else random.permutation(kind) for kind in both] for both in kinds]
    return [np.sort(np.concatenate([kind[:size] for kind in both])) for both in drawn]


def unscaled(corpus: Msrp, threshold: float | None, choices: Choices) -> list[Row]:
    """Table 3 with features that are not scaled, and a gamma of 1; C is chosen from that of `choices`.

    `corpus` has the pairs, `threshold` is the distance within which words match by meaning.
    """
    count, figures, rows = len(corpus.train.labels), paper_figures()["table3"], []
    extractor = Extractor(FeatureSettings(threshold=threshold))
    train = extractor.train(corpus.pairs[:count], groups_of("ALL"), corpus.progress)
    test = extractor.extract(corpus.pairs[count:], groups_of("ALL"), corpus.progress)
    for done, (system, paper) in enumerate(figures.items()):
        corpus.progress(f"{system}{_UNSCALED}", done, len(figures))
        # A gamma of the grid is divided by the number of features.
        own = replace(choices, gammas=(float(train.select(system)[1].shape[1]),))
        answers, learned = trained_answers(train, corpus.train.labels, test, system, own, scaled=False)
        table, named = Confusion.of(answers, corpus.test.labels), zip(CLASSIFICATION_METRICS, paper, strict=True)
        remark = constant([table])
        rows.append(Row(f"{system}{_UNSCALED}", table.metrics, dict(named), table, learned=learned, remark=remark))
    return rows


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


def bleu_readings(corpus: Msrp) -> list[Row]:
    """The accuracy of BLEU1 to BLEU4 on the test set of `corpus`, by one threshold, for each way to compute them."""
    forms = [(" ".join(one.forms), " ".join(other.forms)) for one, other in corpus.pairs]
    tokens = [(" ".join(one.tokens), " ".join(other.tokens)) for one, other in corpus.pairs]
    lowered = [(one.lower(), other.lower()) for one, other in tokens]
    raw = [(one.raw, other.raw) for one, other in corpus.pairs]
    plain = Bleu(len(_BLEUS), tokenizer="none", smooth="none", effective_order=False, brevity_penalty=False)
    readings = {
        "as in Table 3": (plain, forms),
        **{f"smoothed: {kind}": (replace(plain, smooth=kind), forms) for kind in ("exp", "floor", "add-k")},
        "with the brevity penalty": (replace(plain, brevity_penalty=True), forms),
        "no stemming": (plain, lowered),
        "no stemming, case kept": (plain, tokens),
        "tokens of mteval-v13a, case kept": (replace(plain, tokenizer="13a"), raw),
    }
    paper = {name: paper_figures()["table3"][name][0] for name in _BLEUS}
    return [Row(f"BLEU, {name}", _by_threshold(corpus, *one), paper) for name, one in readings.items()]


def _by_threshold(corpus: Msrp, measure: Bleu, pairs: Sequence[tuple[str, str]]) -> dict[str, float]:
    first, second = [one for one, _ in pairs], [other for _, other in pairs]
    sides = ((first, second), (second, first))
    both = [measure.by_order(measure.rows(hyps, [[ref] for ref in refs])) for hyps, refs in sides]
    values, count = (both[0] + both[1]) / 2, len(corpus.train.labels)
    found = {}
    for name, column in zip(_BLEUS, values.T, strict=True):
        answers = column[count:] >= _threshold(column[:count], corpus.train.labels)
        found[name] = Confusion.of(answers, corpus.test.labels).metrics["Accuracy"]
    return found


def _threshold(values: Doubles, labels: Flags) -> float:
    """The value from which on yes is right most often; the lowest of several."""
    candidates = np.unique(values)
    # From a candidate on, all yes above are right and all no below are.
    yes, no = np.sort(values[labels]), np.sort(values[~labels])
    right = len(yes) - np.searchsorted(yes, candidates) + np.searchsorted(no, candidates)
    return float(candidates[np.argmax(right)])
