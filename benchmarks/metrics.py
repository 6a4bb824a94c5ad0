"""How fast corpora are scored, beside sacrebleu, jiwer and nltk in the same run, on one core.

The pairs are the STS-2012 test pairs (column 1 the reference, column 2 the hypothesis). Ours and the peer take turns,
and the best time of each counts, so that what else the machine does weighs on both. Both tokenisers remember what they
have split: `new` begins with empty memories. The peer of PER, which no other package has, is jiwer's WER.

    python benchmarks/run.py metrics
"""

import logging
import sys
from collections.abc import Callable, Iterator

import jiwer
from nltk.translate.nist_score import corpus_nist
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.significance import PairedTest
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

from alignment import sts_pairs
from figures import Figure, seconds
from perpend.metrics.bleu import bleu
from perpend.metrics.chrf import chrf
from perpend.metrics.comparison import compare
from perpend.metrics.nist import nist
from perpend.metrics.per import per
from perpend.metrics.wer import wer
from perpend.text import mteval

__all__ = ["run"]

Action = Callable[[], object]
TURNS = 7


def run() -> Iterator[Figure]:
    """All figures."""
    pairs = sts_pairs()
    if pairs is None:
        print("speeds of metrics left out: STS-2012 absent, set PERPEND_MIRROR to the data sets", file=sys.stderr)
        return
    hyps, refs = pairs
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)
    yield from against(
        "bleu, 13a, new", "sacrebleu", hyps, new(lambda: bleu(hyps, refs).score), new(peer_bleu(pairs)), 2
    )
    yield from against("bleu, 13a", "sacrebleu", hyps, lambda: bleu(hyps, refs).score, peer_bleu(pairs), 2)
    yield from against(
        "bleu, none", "sacrebleu", hyps, lambda: bleu(hyps, refs, tokenizer="none").score, peer_bleu(pairs, "none"), 2
    )
    yield from against(
        "bleu of each segment", "sacrebleu", hyps, lambda: bleu(hyps, refs).segment_scores, peer_segments(pairs), 2
    )
    yield from against("wer", "jiwer", hyps, lambda: wer(hyps, refs).score, lambda: jiwer.wer(refs, hyps), 1)
    yield from against("per", "jiwer WER", hyps, lambda: per(hyps, refs).score, lambda: jiwer.wer(refs, hyps), 1)
    yield from against(
        "chrf", "sacrebleu", hyps, lambda: chrf(hyps, refs).score, lambda: CHRF().corpus_score(hyps, [refs]), 2
    )
    yield from against(
        "nist, none", "nltk", hyps, lambda: nist(hyps, refs, tokenizer="none").score, peer_nist(pairs), None
    )
    yield from tests(pairs)


def tests(pairs: tuple[list[str], list[str]]) -> Iterator[Figure]:
    """Both significance tests of two systems, from texts to p."""
    hyps, refs = pairs
    others = [" ".join(hyp.split()[:-1]) for hyp in hyps]
    for test, short in (("bootstrap", "bs"), ("randomisation", "ar")):

        def ours(test: str = test) -> object:
            return compare({"a": bleu(hyps, refs), "b": bleu(others, refs)}, test=test)

        def peers(short: str = short) -> object:
            return PairedTest([("a", hyps), ("b", others)], {"bleu": BLEU()}, [refs], test_type=short)()

        yield from against(f"{test} of bleu", "sacrebleu", hyps, ours, peers, 2, turns=2)


def against(
    name: str, peer: str, hyps: list[str], ours: Action, peers: Action, target: float | None, *, turns: int = TURNS
) -> Iterator[Figure]:
    """Pairs a second, and how many times as fast as the peer that is."""
    times = [(seconds(ours), seconds(peers)) for _ in range(turns)]
    mine, its = (len(hyps) / min(side) for side in zip(*times, strict=True))
    yield Figure(f"metrics: {name}", mine, "pairs/s", peer=peer, peer_value=its)
    yield Figure(f"metrics: {name}, beside {peer}", mine / its, "times", f">= {target}" if target else None)


def new(action: Action) -> Action:
    """The same with tokenisers that remember nothing yet, ours and the peer's."""

    def forgetful() -> object:
        mteval._pieces_13a.cache_clear()
        Tokenizer13a.__call__.cache_clear()
        TokenizerRegexp.__call__.cache_clear()
        return action()

    return forgetful


def peer_bleu(pairs: tuple[list[str], list[str]], tokenizer: str = "13a") -> Action:
    """sacrebleu's score of the corpus; its tokeniser is made once, because it remembers lines."""
    metric = BLEU(tokenize=tokenizer)
    return lambda: metric.corpus_score(pairs[0], [pairs[1]])


def peer_segments(pairs: tuple[list[str], list[str]]) -> Action:
    """sacrebleu's scores of single segments."""
    metric = BLEU(effective_order=True)
    return lambda: [metric.sentence_score(hyp, [ref]) for hyp, ref in zip(*pairs, strict=True)]


def peer_nist(pairs: tuple[list[str], list[str]]) -> Action:
    """nltk's score of the corpus, from strings."""
    hyps, refs = pairs
    return lambda: corpus_nist([[ref.split()] for ref in refs], [hyp.split() for hyp in hyps])
