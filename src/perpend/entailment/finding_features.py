"""Findings as numbers for a learner: `finding_values(text, hypothesis, findings)`, named by FINDING_FEATURES.

    findings  ->  how many there are of each kind with each effect, and how much they weigh
                  which share of the hypothesis they cover, how long both texts are, what the plain rules say

A weight is how much a word tells (`perpend.alignment.linking.words`), so rare words count more than frequent ones.
"""

from collections.abc import Sequence

import numpy as np

from perpend.entailment.finding import KINDS, Effect, Finding
from perpend.entailment.findings import verdict_of
from perpend.entailment.matched_words import reading_of
from perpend.entailment.rules import Label
from perpend.text.sentence import Sentence
from perpend.types import Doubles

__all__ = ["FINDING_FEATURES", "finding_values"]

_EFFECTS = tuple(Effect)
_LABELS = tuple(Label)
_MOST = 4.0
"""More findings of one kind and effect count as this many."""

_SHARES = (
    *(f"share {effect.value}" for effect in _EFFECTS),
    *(f"sure share {effect.value}" for effect in _EFFECTS),
    "heaviest open", "open words", "following words", "words of the text", "words of the hypothesis",
    "length ratio", "share of the text matched", "names unsaid", "verbs unsaid", "nouns unsaid", "modifiers unsaid",
    "text denies", "hypothesis denies", "text leaves open", "hypothesis leaves open", "downward matches",
    "opposites in the text", "numbers in the hypothesis",
)  # fmt: skip

FINDING_FEATURES: tuple[str, ...] = (
    *(f"{kind}: {effect.value}" for kind in KINDS for effect in _EFFECTS),
    *_SHARES,
    *(f"verdict {label.value.lower()}" for label in _LABELS),
)
"""The names of the numbers, in order."""

_PLACE = {(kind, effect): number for number, (kind, effect) in enumerate((k, e) for k in KINDS for e in _EFFECTS)}


def finding_values(text: Sentence, hypothesis: Sentence, findings: Sequence[Finding]) -> Doubles:
    """Returns the numbers of FINDING_FEATURES.

    :param text: the parsed text.
    :param hypothesis: the parsed hypothesis.
    :param findings: what `findings_of` returned for both.
    """
    counts = np.zeros(len(_PLACE))
    for one in findings:
        counts[_PLACE[one.kind, one.effect]] += 1.0
    verdict = verdict_of(text, hypothesis, tuple(findings))
    labels = [float(label is verdict) for label in _LABELS]
    return np.concatenate([np.minimum(counts, _MOST), _shares(text, hypothesis, findings), labels])


def _shares(text: Sentence, hypothesis: Sentence, findings: Sequence[Finding]) -> list[float]:
    one, other = reading_of(text), reading_of(hypothesis)
    words = [its for its in findings if its.places2]
    total = float(sum(other.words.weights[place] for place in other.bearing)) or 1.0
    by_effect = [sum(its.weight for its in words if its.effect is effect) / total for effect in _EFFECTS]
    sure = [sum(its.weight for its in words if its.effect is effect and its.sure) / total for effect in _EFFECTS]
    unsaid = [its.places2[-1] for its in findings if its.kind == "unsaid" and its.effect is Effect.OPEN]
    tags = [other.tags[place] for place in unsaid]
    length1, length2 = max(len(one.bearing), 1), max(len(other.bearing), 1)
    matched = {place for its in words for place in its.places1}
    facts1, facts2 = ([its.factuality for its in reading.contexts] for reading in (one, other))
    return [
        *by_effect,
        *sure,
        max((its.weight for its in words if its.effect is Effect.OPEN), default=0.0),
        float(sum(its.effect is Effect.OPEN for its in words)),
        float(sum(its.effect is Effect.FOLLOWS for its in words)),
        float(np.log1p(length1)),
        float(np.log1p(length2)),
        length2 / length1,
        len(matched) / length1,
        float(sum(tag.startswith("NNP") for tag in tags)),
        float(sum(tag.startswith("VB") for tag in tags)),
        float(sum(tag in ("NN", "NNS") for tag in tags)),
        float(sum(tag[:2] in ("JJ", "RB") for tag in tags)),
        facts1.count(-1) / max(len(facts1), 1),
        facts2.count(-1) / max(len(facts2), 1),
        facts1.count(0) / max(len(facts1), 1),
        facts2.count(0) / max(len(facts2), 1),
        float(sum(its.polarity1 < 0 for its in words)),
        float(sum(its.kind in ("opposite", "other of a kind") for its in words)),
        float(len(other.quantities)),
    ]
