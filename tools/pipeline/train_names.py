"""Trains the recogniser of names of a pipeline anew, and leaves all else in the pipeline as it is.

    python tools/pipeline/train_names.py --data TREEBANK --names NAMES --pipeline FOLDER --output FOLDER [--seed 1]

TREEBANK has the folders ewt/ and ner/ (see `treebank`), NAMES the lists of `known_names`. The recogniser of names.cfg
reads words by the pipeline's shared layer, which is not trained, and by a layer of its own, so tags, lemmas and
relations cannot change; this is checked. It learns from EWT train and the entity corpora, with other names in them
(see `name_examples`). After each epoch the average of the weights is measured on EWT dev, as written and lower-cased,
and on our own marked sentences, and the best is kept. EWT test is not opened here: see evaluate.py.
"""

import argparse
import gc
import json
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import spacy
import thinc
from accuracy import entity_accuracy
from examples import Variety, epoch_examples, example, lower_cased
from fast_ops import FastOps
from known_names import KnownNames, list_checksums
from marked_names import marked_sentences
from name_examples import Names, named_only
from name_table import name_table
from pack import write_pipeline
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from thinc.api import Adam, Config, fix_random_seed, set_current_ops
from train import batches
from treebank import Sentence, checksums, entities_only, treebank

from perpend.lexicon.piece_vectors import PieceVectors
from perpend.lexicon.wordnet import WordNet
from perpend.text.annotate import Annotator

PARTS = {"entity F1": 0.5, "lower-cased": 0.2, "marked": 0.3}
"""What "best" is: the weight of each figure on EWT dev, on it in lower case, and on our own marked sentences."""

_VARIETY = Variety(own_tokens=0, lower_case=0.2, upper_case=0.06, unfinished=0.15)


def main() -> None:
    """The command."""
    options = _options()
    set_current_ops(FastOps())
    fix_random_seed(options.seed)
    generator = random.Random(options.seed)
    train = [one for one in treebank(options.data, "train") if one.entities is not None] + entities_only(options.data)
    dev = treebank(options.data, "dev")
    known = KnownNames.read(options.names)
    names = Names.of(known, train)
    kept = [[named_only(sentence, own) for own in (False, True)] for sentence in train]
    nlp = spacy.load(options.pipeline)
    nlp.vocab.vectors = name_table(known, options.dimensions)
    shared: Any = nlp.get_pipe("tok2vec")
    _with_new_recogniser(nlp, options.config, [sentence for sentence, _ in kept])
    optimizer = Adam(options.rate, L2=0.01, L2_is_weight_decay=True, grad_clip=1.0, use_averages=True)
    gc.disable()
    best, since, started = 0.0, 0, time.process_time()
    for epoch in range(options.epochs):
        gc.collect()
        optimizer.learn_rate = options.rate * max(0.1, 1 - epoch / options.epochs)
        examples = _epoch(nlp, kept, names, options, generator)
        with nlp.select_pipes(enable="ner"):
            for batch in batches(examples, 2 * epoch, generator):
                _read(shared, [one.x for one in batch], options.drop_shared)
                nlp.update(batch, sgd=optimizer, drop=options.drop)
        with nlp.select_pipes(enable=["tok2vec", "ner"]), nlp.use_params(optimizer.averages):
            found = _measured(nlp, dev)
        score = round(sum(weight * found[name] for name, weight in PARTS.items()), 3)
        if score > best:
            with nlp.use_params(optimizer.averages):
                _keep(nlp, options, epoch, found)
        minutes = round((time.process_time() - started) / 60, 1)
        print(json.dumps({"epoch": epoch, "minutes": minutes, "score": score, **found}), flush=True)
        best, since = max(best, score), 0 if score > best else since + 1
        if since >= options.patience:
            break


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with ewt/ and ner/")
    parser.add_argument("--names", type=Path, required=True, help="the folder of the lists of names")
    parser.add_argument("--pipeline", type=Path, required=True, help="the pipeline whose recogniser is replaced")
    parser.add_argument("--output", type=Path, required=True, help="the folder that the best pipeline is kept in")
    parser.add_argument("--config", type=Path, default=Path(__file__).with_name("names.cfg"))
    parser.add_argument("--dimensions", type=int, default=32, help="of what words mean")
    parser.add_argument("--epochs", type=int, default=9)
    parser.add_argument("--patience", type=int, default=2, help="epochs without gain after which it ends")
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--drop", type=float, default=0.2)
    parser.add_argument("--drop-shared", type=float, default=0.25, help="of what the shared layer says")
    parser.add_argument("--swapped", type=float, default=0.5, help="the part of names that others replace")
    parser.add_argument("--templates", type=int, default=900, help="short sentences in an epoch")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _with_new_recogniser(nlp: Language, config: Path, sentences: Sequence[Sentence]) -> None:
    nlp.remove_pipe("ner")
    recogniser = nlp.add_pipe("ner", config={"model": Config().from_disk(config)["ner"]["model"]})
    examples = [example([sentence], nlp.vocab, own_tokens=False) for sentence in sentences]
    recogniser.initialize(lambda: examples, nlp=nlp)  # type: ignore[attr-defined]


def _epoch(
    nlp: Language,
    kept: Sequence[Sequence[Sentence]],
    names: Names,
    options: argparse.Namespace,
    generator: random.Random,
) -> list[Example]:
    """Each sentence once, on the treebank's words or on Perpend's tokens, with other names or its own."""
    sentences = [names.changed(generator.choice(both), options.swapped, generator) for both in kept]
    sentences += names.short_sentences(options.templates, generator)
    examples = list(epoch_examples(sentences, nlp.vocab, generator, _VARIETY))
    generator.shuffle(examples)
    return examples


def _read(shared: Any, documents: Sequence[Doc], drop: float) -> None:
    """Let the shared layer read; a part of its numbers is dropped, since it was trained on these very sentences."""
    shared.set_annotations(documents, shared.predict(documents))
    for document in documents:
        document.tensor *= shared.model.ops.get_dropout_mask(document.tensor.shape, drop)


def _measured(nlp: Language, dev: Sequence[Sentence]) -> dict[str, float]:
    annotator = Annotator(nlp)
    lower = entity_accuracy(annotator, [lower_cased(sentence) for sentence in dev])
    marked = entity_accuracy(annotator, marked_sentences("choose"), own_tokens=True)
    return {**entity_accuracy(annotator, dev), "lower-cased": lower["entity F1"], "marked": marked["entity F1"]}


def _keep(nlp: Language, options: argparse.Namespace, epoch: int, dev: dict[str, float]) -> None:
    write_pipeline(nlp, options.output)
    _check_the_rest(options.pipeline, options.output)
    record = _record(options, epoch, dev)
    (options.output / "training.json").write_text(json.dumps(record, indent=2) + "\n", "utf-8")


def _record(options: argparse.Namespace, epoch: int, dev: dict[str, float]) -> dict[str, Any]:
    """What the pipeline was made from, and what the recogniser was."""
    before = json.loads((options.pipeline / "training.json").read_text("utf-8"))
    settings = ("seed", "rate", "drop", "drop_shared", "epochs", "dimensions", "swapped", "templates")
    return {
        **before,
        "names": {
            **{name: getattr(options, name) for name in settings},
            "epoch": epoch,
            "dev": dev,
            "data": {**checksums(options.data), **list_checksums(options.names)},
            "words": PieceVectors.shipped().signature(),
            "places": WordNet.shipped().signature(),
            "spacy": spacy.__version__,
            "thinc": thinc.__version__,
        },
    }


def _check_the_rest(before: Path, after: Path) -> None:
    """End with an error if a part other than the recogniser has other weights than before."""
    for path in (*before.glob("*/model"), *before.glob("*/moves"), *before.glob("*/trees")):
        name = path.relative_to(before)
        if name.parts[0] != "ner" and path.read_bytes() != (after / name).read_bytes():
            raise SystemExit(f"{name} is not what it was before training: only the recogniser of names may change")


if __name__ == "__main__":
    main()
