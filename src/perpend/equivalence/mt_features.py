"""Scores of machine translation as features: WER, PER, BLEU1 to BLEU4 and NIST1 to NIST5 of one sentence as if it were
a translation and the other its reference (Finch, Hwang and Sumita 2005, sections 2.1 to 2.4 and 2.6).

    the/DT dogs/NNS barked/VBD            WER 1/3    PER 1/3    BLEU1 2/3    BLEU2 ...
    the/DT hounds/NNS barked/VBD

All compare `Sentence.forms`. In WER and PER, words that are close in meaning count as equal. BLEU has no brevity
penalty and no smoothing, NIST has its own penalty. NIST weights n-grams by their rarity in both sides of the training
pairs, and in the pair itself if it is not one of them.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from perpend.features.closeness import Closeness, comparable_part, nearest_senses
from perpend.metrics.bleu import Bleu
from perpend.metrics.information import Information
from perpend.metrics.matching import Matches
from perpend.metrics.nist import Nist
from perpend.metrics.per import Per
from perpend.metrics.wer import Wer
from perpend.text.sentence import Sentence
from perpend.types import Doubles

__all__ = ["MT_FEATURES", "information_of", "mt_features"]

_BLEU, _NIST = 4, 5
_KEPT = 1 << 17
MT_FEATURES = ("WER", "PER", *(f"BLEU{n}" for n in range(1, _BLEU + 1)), *(f"NIST{n}" for n in range(1, _NIST + 1)))
"""The names, in their order."""


def information_of(sentences: Sequence[Sentence]) -> Information:
    """NIST's information weights from training sentences."""
    return Information((sentence.forms for sentence in sentences), _NIST)


def mt_features(
    hyps: Sequence[Sentence],
    refs: Sequence[Sentence],
    information: Information,
    close: Closeness | None = None,
    *,
    training: bool = False,
) -> Doubles:
    """One row of features per pair.

    :param hyps: the first sentences, as translations.
    :param refs: the second sentences, as references.
    :param information: the n-gram counts for NIST.
    :param close: which words match by meaning in WER and PER; none by default.
    :param training: whether `information` was counted in these sentences.
    """
    first, second = ([" ".join(one.forms) for one in side] for side in (hyps, refs))
    others = [[text] for text in second]
    bleu = Bleu(_BLEU, tokenizer="none", smooth="none", effective_order=False, brevity_penalty=False)
    nist = Nist(_NIST, tokenizer="none", information=information, own_ngrams=not training)
    return np.concatenate(
        [
            _errors(hyps, refs, close),
            bleu.by_order(bleu.rows(first, others)),
            nist.by_order(nist.rows(first, others)),
        ],
        axis=1,
    )


def _errors(hyps: Sequence[Sentence], refs: Sequence[Sentence], close: Closeness | None) -> Doubles:
    """WER and PER of each pair."""
    if close is None or close.threshold is None:
        first, second = ([" ".join(one.forms) for one in side] for side in (hyps, refs))
        measures: tuple[Wer | Per, ...] = (Wer(), Per())
    else:
        first, second = ([_described(one) for one in side] for side in (hyps, refs))
        relation = _relation(close.threshold)
        measures = (Wer(matches=relation), Per(matches=relation))
    others = [[text] for text in second]
    return np.stack([one.segment_scores(one.rows(first, others)) for one in measures], axis=1)


def _described(sentence: Sentence) -> str:
    """The tokens that `_relation` compares: a noun or verb is form|word|part, as in dog|dogs|n.

    Any other word is its form.
    """
    described = []
    for form, word, tag in zip(sentence.forms, sentence.tokens, sentence.tags, strict=True):
        part = comparable_part(tag)
        described.append(f"{form}|{word.lower()}|{part}" if part and "|" not in form + word else form)
    return " ".join(described)


def _relation(threshold: float) -> Matches:
    """Whether two described words match: by equal forms, or by a distance of meaning within the threshold."""
    known = lru_cache(maxsize=_KEPT)(lambda described: (*described.split("|"), "", "")[:3])

    def matches(hyp: str, ref: str) -> bool:
        (form1, word1, part1), (form2, word2, part2) = known(hyp), known(ref)
        return form1 == form2 or bool(part1 and part1 == part2 and nearest_senses(word1, word2, part1) <= threshold)

    return matches
