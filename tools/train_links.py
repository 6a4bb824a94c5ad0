"""Learn the weights of links (`src/perpend/alignment/data/links.json`) from Edinburgh++, and measure them.

    make links                                needs aligned/edinburgh-train.json in PERPEND_MIRROR
    python tools/train_links.py --folds       only measure: five folds of the training part
    python tools/train_links.py --test        only measure: the shipped weights on the test part

Each cell of a pair of sentences is an example: linked by people (sure links) or not. The second pass is learned on
chances of the first that come from models that did not see the pair. `LEAST`, the least chance of an anchor, and
`PENALTY` were chosen by the same folds. Precision and recall are means over pairs, and F1 is that of the two means.
"""

import argparse
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from perpend.alignment.linking.cells import FIRST, LATER, first_features, later_features
from perpend.alignment.linking.matching import Weights, anchors_of, logistic, match
from perpend.alignment.linking.words import LinkedWords
from perpend.types import Doubles

OUTPUT = Path(__file__).parents[1] / "src" / "perpend" / "alignment" / "data" / "links.json"
FOLDS, LEAST, PENALTY = 5, 0.35, 1.0

Pair = tuple[LinkedWords, LinkedWords, set[tuple[int, ...]]]


def read(path: Path) -> list[Pair]:
    """The pairs of words with the links that people were sure of."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return [
        (
            LinkedWords.of_tokens(row["source"].split()),
            LinkedWords.of_tokens(row["target"].split()),
            {tuple(map(int, one.split("-"))) for one in row["sureAlign"].split()},
        )
        for row in rows
    ]


def learned(examples: list[Doubles], labels: list[Doubles]) -> tuple[Doubles, float]:
    """Weights and bias of a logistic regression on raw features."""
    features = np.concatenate([one.reshape(-1, one.shape[-1]) for one in examples])
    scaler = StandardScaler().fit(features)
    regression = LogisticRegression(C=PENALTY, solver="newton-cholesky").fit(
        scaler.transform(features), np.concatenate(labels)
    )
    weights = regression.coef_[0] / scaler.scale_
    return weights, float(regression.intercept_[0] - weights @ scaler.mean_)


def labels_of(pair: Pair) -> Doubles:
    """1 for each linked cell, row by row."""
    found = np.zeros((len(pair[0]), len(pair[1])))
    for row, column in pair[2]:
        found[row, column] = 1
    return found.ravel()


def train(pairs: list[Pair]) -> Weights:
    """The weights of both passes."""
    first = [first_features(one, other)[0] for one, other, _ in pairs]
    labels = [labels_of(pair) for pair in pairs]
    later: dict[int, Doubles] = {}
    for fold in range(FOLDS):
        seen = [k for k in range(len(pairs)) if k % FOLDS != fold]
        weights, bias = learned([first[k] for k in seen], [labels[k] for k in seen])
        for k in range(fold, len(pairs), FOLDS):
            chances = logistic(first[k] @ weights + bias)
            anchors = anchors_of(chances, pairs[k][0], pairs[k][1], LEAST)
            later[k] = np.concatenate([first[k], later_features(chances, anchors.items())], axis=-1)
    return Weights(*learned(first, labels), *learned([later[k] for k in range(len(pairs))], labels), LEAST)


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


def document(weights: Weights) -> dict[str, Any]:
    """The content of the file of weights."""
    return {
        "format": "link-weights",
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
    pairs = read(folder / "edinburgh-train.json")
    if given.folds:
        print(by_folds(pairs))
        return
    weights = train(pairs)
    OUTPUT.write_text(json.dumps(document(weights), indent=1) + "\n", encoding="utf-8")
    print(measure(pairs, weights))


if __name__ == "__main__":
    main()
