"""Trains the pipeline that `perpend.text.annotate` uses.

    python tools/pipeline/train.py --data TREEBANK --output FOLDER [--epochs 20] [--seed 1]

TREEBANK has the folders ewt/ and ner/ (see `treebank`). The pipeline of pipeline.cfg learns from EWT train and the
entity corpora, epoch after epoch, with Adam and a falling rate; after each epoch the average of the weights is measured
on EWT dev, and the best is kept in FOLDER, with training.json, which says what it was made from. The log has one JSON
line an epoch. EWT test is not opened here: see evaluate.py.
"""

import argparse
import gc
import json
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import spacy
import thinc
from accuracy import accuracy
from examples import Variety, epoch_examples, example
from fast_ops import FastOps
from spacy.language import Language
from spacy.training import Example
from spacy.util import minibatch
from thinc.api import Adam, Config, fix_random_seed, set_current_ops
from treebank import Sentence, checksums, entities_only, treebank

from perpend.text.annotate import Annotator

PARTS = {"tag": 0.25, "LAS": 0.35, "entity F1": 0.25, "lemma": 0.1, "coarse": 0.05}
"""What "best" is: the weight of each figure on EWT dev."""

__all__ = ["batches"]


def main() -> None:
    """The command."""
    options = _options()
    set_current_ops(FastOps())
    fix_random_seed(options.seed)
    generator = random.Random(options.seed)
    train, named, dev = treebank(options.data, "train"), entities_only(options.data), treebank(options.data, "dev")
    nlp = _untrained(options.config, [*train, *named])
    optimizer = Adam(options.rate, L2=0.01, L2_is_weight_decay=True, grad_clip=1.0, use_averages=True)
    # Collecting garbage walks over all examples, and takes as long as learning; once an epoch is enough.
    gc.disable()
    best, since, started = 0.0, 0, time.monotonic()
    for epoch in range(options.epochs):
        gc.collect()
        optimizer.learn_rate = options.rate * max(0.1, 1 - epoch / options.epochs)
        for batch in batches(_epoch(nlp, train, named, generator), epoch, generator):
            nlp.update(batch, sgd=optimizer, drop=options.drop)
        with nlp.use_params(optimizer.averages):
            found = accuracy(Annotator(nlp), dev)
            score = round(sum(weight * found[name] for name, weight in PARTS.items()), 3)
            if score > best:
                _keep(nlp, options, epoch, found)
        minutes = round((time.monotonic() - started) / 60)
        print(json.dumps({"epoch": epoch, "minutes": minutes, "score": score, **found}), flush=True)
        best, since = max(best, score), 0 if score > best else since + 1
        if since >= options.patience:
            break


def _untrained(config: Path, sentences: Sequence[Sentence]) -> Language:
    """The pipeline with random weights and the labels of all sentences."""
    nlp = spacy.util.load_model_from_config(Config().from_disk(config), auto_fill=True)
    examples = [example([sentence], nlp.vocab, own) for sentence in sentences for own in (False, True)]
    nlp.initialize(lambda: examples)
    return nlp


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with ewt/ and ner/")
    parser.add_argument("--output", type=Path, required=True, help="the folder that the best pipeline is kept in")
    parser.add_argument("--config", type=Path, default=Path(__file__).with_name("pipeline.cfg"))
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--patience", type=int, default=6, help="epochs without gain after which it ends")
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--drop", type=float, default=0.15)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _epoch(
    nlp: Language, train: Sequence[Sentence], named: Sequence[Sentence], generator: random.Random
) -> list[Example]:
    examples = [*epoch_examples(train, nlp.vocab, generator, Variety())]
    others = list(named)
    generator.shuffle(others)
    variety = Variety(sentences=(1,), own_tokens=0)
    examples += epoch_examples(others[: len(others) // 2], nlp.vocab, generator, variety)
    generator.shuffle(examples)
    return examples


def batches(examples: list[Example], epoch: int, generator: random.Random) -> Iterator[list[Example]]:
    """Batches of about the same number of words, which grows with the epochs; texts of like length together."""
    words = min(500 + 150 * epoch, 2000)
    pools = [sorted(pool, key=len) for pool in minibatch(examples, 1024)]
    batches = []
    for pool in pools:
        batch: list[Example] = []
        for each in pool:
            batch.append(each)
            if sum(len(x) for x in batch) >= words:
                batches.append(batch)
                batch = []
        if batch:
            batches.append(batch)
    generator.shuffle(batches)
    yield from batches


def _keep(nlp: Language, options: argparse.Namespace, epoch: int, dev: dict[str, float]) -> None:
    nlp.to_disk(options.output)
    record: dict[str, Any] = {
        "seed": options.seed,
        "rate": options.rate,
        "drop": options.drop,
        "epochs": options.epochs,
        "epoch": epoch,
        "dev": dev,
        "data": checksums(options.data),
        "spacy": spacy.__version__,
        "thinc": thinc.__version__,
    }
    (options.output / "training.json").write_text(json.dumps(record, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
