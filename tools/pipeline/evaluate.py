"""Measures the shipped pipeline on EWT test and records it: `make pipeline-figures` -> results/pipeline.json.

    python tools/pipeline/evaluate.py --data TREEBANK [--pipeline FOLDER] [--record results/pipeline.json]

Recorded are the figures of `accuracy` on the treebank's words and on Perpend's tokens, those of entities on the
treebank's words in lower case, the tokens annotated in a second of one core's time (strings in, annotations out, the
best of three), the size, and what all of them rest on.
"""

import argparse
import json
import os
import platform
import time
from pathlib import Path
from typing import Any

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", BLIS_NUM_THREADS="1")

from accuracy import accuracy, entity_accuracy
from examples import lower_cased
from treebank import Sentence, checksums, treebank

import perpend
from perpend.files.writing import write_text
from perpend.text.annotate import Annotator
from perpend.text.pipeline import SHIPPED, shipped_folder

TARGETS = {"tag": 94.0, "LAS": 78.0, "entity F1": 65.0}
SPEED_TARGET = 5_000


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with ewt/ and ner/")
    parser.add_argument("--pipeline", default=SHIPPED, help="a name or a folder, as for `perpend annotate`")
    parser.add_argument("--record", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    folder = shipped_folder() if options.pipeline == SHIPPED else Path(options.pipeline)
    record = json.dumps(_measured(Annotator(options.pipeline), folder, options.data), indent=2) + "\n"
    print(record)
    if options.record:
        write_text(options.record, record)


def _measured(annotator: Annotator, folder: Path, data: Path) -> dict[str, Any]:
    test = treebank(data, "test")
    gold, own = accuracy(annotator, test), accuracy(annotator, test, own_tokens=True)
    speed = _tokens_per_second(annotator, test)
    met = {**{name: gold[name] >= bound for name, bound in TARGETS.items()}, "tokens/s": speed >= SPEED_TARGET}
    return {
        "pipeline": annotator.signature(),
        "test": "UD English EWT test, entities of UNER",
        "sentences": len(test),
        "treebank words": gold,
        "own tokens": own,
        "lower-cased": entity_accuracy(annotator, [lower_cased(sentence) for sentence in test]),
        "tokens per second": speed,
        "targets": {**TARGETS, "tokens/s": SPEED_TARGET},
        "met": met,
        "megabytes": round(sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6, 1),
        "training": json.loads((folder / "training.json").read_text("utf-8")),
        "data": checksums(data),
        "perpend": perpend.__version__,
        "python": platform.python_version(),
    }


def _tokens_per_second(annotator: Annotator, sentences: list[Sentence]) -> int:
    texts = [sentence.text for sentence in sentences]
    fastest = 0.0
    for _ in range(3):
        started = time.process_time()
        tokens = sum(len(annotated) for annotated in annotator.annotate_many(texts))
        fastest = max(fastest, tokens / (time.process_time() - started))
    return round(fastest)


if __name__ == "__main__":
    main()
