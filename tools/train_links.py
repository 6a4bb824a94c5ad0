"""Learn the weights of links (`src/perpend/alignment/data/links.json`) from Edinburgh++, and measure them.

    make links                          needs aligned/edinburgh-train.json in PERPEND_MIRROR
    python tools/train_links.py --folds      only measure: five folds of the training part

Each cell of a pair of sentences is an example: linked by people (sure links) or not. The second pass is learned on chances
of the first that come from models that did not see the pair. `least`, the least chance of an anchor, and the strength of
the penalty were chosen by the same folds.
"""

import argparse
import json
import os
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from perpend.alignment.linking.cells import FIRST, LATER, first_features, later_features
from perpend.alignment.linking.matching import Weights, _logistic, anchors_of, match
from perpend.alignment.linking.words import LinkedWords, linked_words
from perpend.text.mteval import OnBlanks
from perpend.text.sentence import Sentence

OUTPUT = Path(__file__).parents[1] / "src" / "perpend" / "alignment" / "data" / "links.json"
FOLDS, LEAST, PENALTY = 5, 0.35, 1.0


def words_of(text):
    """The words of a text that is already tokenised."""
    return LinkedWords.of(_Given(text, tuple(text.split()), OnBlanks()))


class _Given(Sentence):
    """A sentence whose tokens are final, whatever the tokeniser."""

    def tokens_by(self, tokenizer):
        return self.tokens


def read(path):
    """The pairs of words with the links that people were sure of."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return [
        (
            words_of(row["source"]),
            words_of(row["target"]),
            {tuple(map(int, one.split("-"))) for one in row["sureAlign"].split()},
        )
        for row in rows
    ]


def learned(examples, labels):
    """Weights and bias of a logistic regression on raw features."""
    model = make_pipeline(StandardScaler(), LogisticRegression(C=PENALTY, max_iter=500))
    model.fit(np.concatenate([one.reshape(-1, one.shape[-1]) for one in examples]), np.concatenate(labels))
    scaler, regression = model[0], model[1]
    weights = regression.coef_[0] / scaler.scale_
    return weights, float(regression.intercept_[0] - weights @ scaler.mean_)


def labels_of(pair):
    """1 for each linked cell, row by row."""
    found = np.zeros((len(pair[0]), len(pair[1])))
    for row, column in pair[2]:
        found[row, column] = 1
    return found.ravel()


def train(pairs):
    """The weights of both passes."""
    first = [first_features(one, other)[0] for one, other, _ in pairs]
    labels = [labels_of(pair) for pair in pairs]
    later = [None] * len(pairs)
    for fold in range(FOLDS):
        seen = [k for k in range(len(pairs)) if k % FOLDS != fold]
        weights, bias = learned([first[k] for k in seen], [labels[k] for k in seen])
        for k in range(fold, len(pairs), FOLDS):
            chances = _logistic(first[k] @ weights + bias)
            anchors = anchors_of(chances, pairs[k][0], pairs[k][1], LEAST)
            later[k] = np.concatenate([first[k], later_features(chances, anchors.items())], axis=-1)
    return Weights(*learned(first, labels), *learned(later, labels), LEAST)


def measure(pairs, weights):
    """Precision, recall and F1 of the means over pairs."""
    precisions, recalls = [], []
    for one, other, gold in pairs:
        found = set(match(one, other, weights).cells)
        if found:
            precisions.append(len(found & gold) / len(found))
        if gold:
            recalls.append(len(found & gold) / len(gold))
    precision, recall = float(np.mean(precisions)), float(np.mean(recalls))
    return {"precision": precision, "recall": recall, "F1": 2 * precision * recall / (precision + recall)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mirror", type=Path, default=os.environ.get("PERPEND_MIRROR"))
    parser.add_argument("--folds", action="store_true", help="measure by folds of the training part; write nothing")
    parser.add_argument("--test", action="store_true", help="measure the shipped weights on the test part")
    given = parser.parse_args()
    if given.test:
        print(measure(read(given.mirror / "aligned" / "edinburgh-test.json"), Weights.shipped()))
        return
    pairs = read(given.mirror / "aligned" / "edinburgh-train.json")
    if given.folds:
        parts = [pairs[fold::FOLDS] for fold in range(FOLDS)]
        found = [
            measure(part, train([pair for other in parts if other is not part for pair in other])) for part in parts
        ]
        print({name: float(np.mean([one[name] for one in found])) for name in found[0]})
        return
    weights = train(pairs)
    content = {
        "format": "link-weights",
        "first": dict(zip(FIRST, weights.first.tolist(), strict=True)),
        "first_bias": weights.first_bias,
        "later": dict(zip((*FIRST, *LATER), weights.later.tolist(), strict=True)),
        "later_bias": weights.later_bias,
        "least": weights.least,
    }
    OUTPUT.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    print(measure(pairs, weights))


if __name__ == "__main__":
    main()
