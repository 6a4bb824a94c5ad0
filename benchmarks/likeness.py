"""How fast the default scorer is, on one core: short pairs of benchmarks/data/captions.txt, from strings.

`warm` is a later run in one process, when words are known; every pair occurs once in a run. The first score is measured
from the start of a fresh process to its value. The peer is what a sentence embedding needs for the same pairs: MiniLM
with 8 bits on one thread, two texts a pair, where the extra `embeddings` and the resource `minilm` are at hand.
"""

import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

from figures import Figure, best_seconds
from perpend.errors import PerpendError
from perpend.learning.registry import load
from perpend.lexicon.sentence_encoder import MiniLM, sentence_vectors
from perpend.similarity.likeness_model import LikenessModel

__all__ = ["run"]

_VALUES, _REASONS, _FIRST = ">= 3,000", ">= 300", "<= 0.5"
_PAIRS, _EXPLAINED, _ENCODED = 1500, 150, 100
_PROGRAM = "import perpend; perpend.score('A man is peeling a potato.', 'Somebody peels potatoes.')"


def run() -> Iterator[Figure]:
    """Values, values with reasons, each beside MiniLM if it is there, and the first score of a process."""
    model, pairs = load(kind="likeness"), short_pairs()
    assert isinstance(model, LikenessModel)
    model.predict(pairs)
    values = len(pairs) / best_seconds(lambda: model.predict(pairs), 5)
    few = pairs[:_EXPLAINED]
    explained = len(few) / best_seconds(lambda: [one.reasons for one in model.explain_many(few)], 3)
    peer = encoded(pairs[:_ENCODED])
    about = {"peer": "MiniLM int8, cosine" if peer else None, "peer_value": peer, "rests_on": model.signature}
    yield Figure("everyday: values, warm, short pairs", values, "pairs/s", _VALUES, **about)
    yield Figure("everyday: values with reasons, warm, short pairs", explained, "pairs/s", _REASONS, **about)
    first = best_seconds(lambda: subprocess.run([sys.executable, "-c", _PROGRAM], check=True), 5)
    yield Figure("everyday: first score of a fresh process", first, "s", _FIRST, rests_on=model.signature)


def short_pairs() -> list[tuple[str, str]]:
    """Fifteen hundred pairs of sentences, drawn from all pairs with a seed."""
    path = Path(__file__).resolve().parent / "data" / "captions.txt"
    every = list(combinations(path.read_text(encoding="utf-8").splitlines(), 2))
    order = np.random.default_rng(0).permutation(len(every))[:_PAIRS]
    return [every[place] for place in order]


def encoded(pairs: list[tuple[str, str]]) -> float | None:
    """Cosines a second by MiniLM, both texts of each pair encoded; None, with a message, where it is not at hand."""
    try:
        encoder = MiniLM.stored()
        sentence_vectors(encoder.encode, ["A short warm-up."])
    except PerpendError as error:
        print(f"likeness: without MiniLM ({error})", file=sys.stderr)
        return None

    def cosines() -> object:
        first, second = (sentence_vectors(encoder.encode, [pair[side] for pair in pairs]) for side in (0, 1))
        return np.einsum("ij,ij->i", first, second)

    return len(pairs) / best_seconds(cosines, 2)
