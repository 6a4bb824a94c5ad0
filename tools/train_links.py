"""Learn the weights of links (`src/perpend/alignment/data/links.json`) from Edinburgh++, and measure them.

    make links                                needs aligned/edinburgh-train.json in PERPEND_MIRROR
    python tools/train_links.py --folds       only measure: five folds of the training part
    python tools/train_links.py --test        only measure: the shipped weights on the test part

Pairs that occur, in either order, in a test set that Perpend is measured on (`TESTED`) are dropped: both texts have the
same letters and digits, whatever their case and signs. Each cell of a pair of sentences is an example: linked by people
(sure links) or not. The second pass is learned on chances of the first that come from models that did not see the pair.
`LEAST`, the least chance of an anchor, and `PENALTY` were chosen by the same folds. Precision and recall are means over
pairs, and F1 is that of the two means.
"""

import argparse
import json
import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np

from perpend.alignment.linking.cells import FIRST, LATER, first_features, later_features, relations_of
from perpend.alignment.linking.equal_groups import equal_groups
from perpend.alignment.linking.matching import CANDIDATE, Weights, anchors_of, cells_of, logistic, match
from perpend.alignment.linking.words import LinkedWords
from perpend.types import Doubles

OUTPUT = Path(__file__).parents[1] / "src" / "perpend" / "alignment" / "data" / "links.json"
FOLDS, LEAST, PENALTY = 5, 0.35, 1.0
STEPS, ENOUGH = 20, 1e-5
TESTED = ("sts2012/test.*.tsv", "sick/test.tsv", "msrp/test.tsv", "clss/*.test.tsv")

Pair = tuple[LinkedWords, LinkedWords, set[tuple[int, ...]]]


def letters_of(text: str) -> str:
    """The letters and digits of a text, in lower case."""
    return "".join(filter(str.isalnum, text.lower()))


def tested(mirror: Path) -> set[frozenset[str]]:
    """The letters of both texts of each pair of the test sets."""
    rows = [
        line.split("\t")
        for pattern in TESTED
        for path in sorted(mirror.glob(pattern))
        for line in path.read_text(encoding="utf-8").split("\n")[1:]
    ]
    return {frozenset((letters_of(row[2]), letters_of(row[3]))) for row in rows if len(row) > 3}


def read(path: Path, without: Collection[frozenset[str]] = ()) -> list[Pair]:
    """The pairs of words with the links that people were sure of; pairs in `without` are left out."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return [
        (
            LinkedWords.of_tokens(row["source"].split()),
            LinkedWords.of_tokens(row["target"].split()),
            {tuple(map(int, one.split("-"))) for one in row["sureAlign"].split()},
        )
        for row in rows
        if frozenset((letters_of(row["source"]), letters_of(row["target"]))) not in without
    ]


def learned(examples: list[Doubles], labels: list[Doubles]) -> tuple[Doubles, float]:
    """Weights and bias of a logistic regression on raw features, by Newton's method on standardised ones."""
    features, label = np.concatenate(examples), np.concatenate(labels)
    mean, scale = features.mean(0), features.std(0)
    scale[scale == 0] = 1.0
    rows = np.hstack([(features - mean) / scale, np.ones((len(features), 1))])
    penalty = np.full(rows.shape[1], PENALTY)
    penalty[-1] = 0.0
    found = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chances = 1.0 / (1.0 + np.exp(-np.clip(rows @ found, -30, 30)))
        curvature = (rows * (chances * (1.0 - chances))[:, None]).T @ rows + np.diag(penalty + ENOUGH)
        step = np.linalg.solve(curvature, rows.T @ (chances - label) + penalty * found)
        found -= step
        if np.abs(step).max() < ENOUGH:
            break
    weights = found[:-1] / scale
    return weights, float(found[-1] - weights @ mean)


def labels_of(pair: Pair) -> Doubles:
    """1 for each linked cell, row by row."""
    found = np.zeros((len(pair[0]), len(pair[1])))
    for row, column in pair[2]:
        found[row, column] = 1
    return found.ravel()


def train(pairs: list[Pair]) -> Weights:
    """The weights of both passes; the second learns from the cells that it will see."""
    fixed = [cells_of(equal_groups(one, other)) for one, other, _ in pairs]
    cells = [first_features(one, other, its)[0] for (one, other, _), its in zip(pairs, fixed, strict=True)]
    first, labels = [one.reshape(-1, len(FIRST)) for one in cells], [labels_of(pair) for pair in pairs]
    later: dict[int, tuple[Doubles, Doubles]] = {}
    for fold in range(FOLDS):
        seen = [k for k in range(len(pairs)) if k % FOLDS != fold]
        weights, bias = learned([first[k] for k in seen], [labels[k] for k in seen])
        for k in range(fold, len(pairs), FOLDS):
            one, other, _ = pairs[k]
            scores = cells[k] @ weights + bias
            chances = logistic(scores)
            anchors = anchors_of(chances, relations_of(one, other, fixed[k]) == 0, one.content, LEAST)
            features = np.concatenate([cells[k], later_features(scores, chances, anchors.items())], axis=-1)
            seen_later = chances >= CANDIDATE
            later[k] = features[seen_later], labels[k][seen_later.ravel()]
    second = [later[k] for k in range(len(pairs))]
    return Weights(*learned(first, labels), *learned(*map(list, zip(*second, strict=True))), LEAST)


def measure(pairs: list[Pair], weights: Weights) -> dict[str, float]:
    """Precision, recall and F1."""
    precisions, recalls = [], []
    for one, other, gold in pairs:
        found = set(match(one, other, weights).cells)
        precisions += [len(found & gold) / len(found)] if found else []
        recalls += [len(found & gold) / len(gold)] if gold else []
    precision, recall = float(np.mean(precisions)), float(np.mean(recalls))
    return {"precision": precision, "recall": recall, "F1": 2 * precision * recall / (precision + recall)}


def by_folds(pairs: list[Pair]) -> dict[str, float]:
    """The mean figures of the folds, each measured with weights learned from the others."""
    parts = [pairs[fold::FOLDS] for fold in range(FOLDS)]
    found = [measure(part, train([pair for other in parts if other is not part for pair in other])) for part in parts]
    return {name: float(np.mean([one[name] for one in found])) for name in found[0]}


def document(weights: Weights, pairs: int, dropped: int) -> dict[str, Any]:
    """The content of the file of weights, with the number of `pairs` they were learned from and of those `dropped`."""
    return {
        "format": "link-weights",
        "pairs": pairs,
        "dropped": dropped,
        "first": dict(zip(FIRST, weights.first.tolist(), strict=True)),
        "first_bias": weights.first_bias,
        "later": dict(zip((*FIRST, *LATER), weights.later.tolist(), strict=True)),
        "later_bias": weights.later_bias,
        "least": weights.least,
    }


def main() -> None:
    """Learn and write the weights, or measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--mirror", type=Path, default=os.environ.get("PERPEND_MIRROR"), help="the folder of the data sets"
    )
    parser.add_argument("--folds", action="store_true", help="measure by folds of the training part; write nothing")
    parser.add_argument(
        "--test", action="store_true", help="measure the shipped weights on the test part; write nothing"
    )
    given = parser.parse_args()
    folder = Path(given.mirror) / "aligned"
    if given.test:
        print(measure(read(folder / "edinburgh-test.json"), Weights.shipped()))
        return
    pairs = read(folder / "edinburgh-train.json", tested(Path(given.mirror)))
    dropped = len(read(folder / "edinburgh-train.json")) - len(pairs)
    print(f"{len(pairs)} pairs; {dropped} were dropped because they occur in a test set")
    if given.folds:
        print(by_folds(pairs))
        return
    weights = train(pairs)
    OUTPUT.write_text(json.dumps(document(weights, len(pairs), dropped), indent=1) + "\n", encoding="utf-8")
    print(measure(pairs, weights))


if __name__ == "__main__":
    main()
