"""Labelled pairs made by rule from training sentences: single words, monotonicity, quantifiers, implicatives, joins.

    generated_inference(sources) ──> Generated: pairs, labels, the rule and the source of the sentence of each

People's pairs have few of these, and a model that has seen captions and news alone takes one other word for nothing.
Sentences are taken in the order of their hash, and of each rule at most `count` pairs, so two runs make the same.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from experiments.graded import pair_key
from experiments.inference_pairs import HELD_OUT, Inference
from experiments.inference_rules import Forms, Made, inference_edits
from experiments.inference_wrappers import compared_pairs, joined, wrapped
from experiments.sentence_edits import forms_by_lemma
from perpend.text.annotate import Annotator
from perpend.text.sentence import Sentence

__all__ = ["Generated", "generated_inference"]

EACH_RULE = 96
"""So many pairs of each rule."""

_LONGEST, _SHORTEST = 24, 4
_COMPARED = 120
_SOURCE = "made"

Texts = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Generated:
    """Pairs (text, hypothesis) with the label, the rule, and the source of the sentence that each was made from."""

    pairs: tuple[Texts, ...]
    labels: tuple[str, ...]
    rules: tuple[str, ...]
    origins: tuple[str, ...]

    @property
    def source(self) -> Inference:
        """All pairs as one source."""
        return Inference(_SOURCE, self.pairs, self.labels)


def generated_inference(
    sources: Sequence[Inference],
    annotator: Annotator | None = None,
    count: int = EACH_RULE,
    unwanted: frozenset[str] = frozenset(),
) -> Generated:
    """Makes pairs from the texts of all `sources` that may be learned from.

    :param sources: the sources.
    :param annotator: the tagger and parser; the shipped one by default.
    :param count: how many pairs of each rule are made at most.
    :param unwanted: keys (`experiments.graded.pair_key`) of pairs that are left out.
    """
    origins = {text: one.name for one in sources if one.name != HELD_OUT for pair in one.pairs for text in pair}
    order = sorted(origins, key=lambda text: sha256(text.encode("utf-8", "replace")).digest())
    sentences = list((annotator or Annotator()).annotate_many(order))
    forms = Forms(*(forms_by_lemma(sentences, tag) for tag in ("VBN", "VBD", "NNS")))
    plain = [one for one in sentences if _is_plain(one)]
    rules: Counter[str] = Counter()
    rows: dict[Texts, tuple[Made, str]] = {}
    for made, origin in _made(plain, origins, forms):
        pair = made.text, made.hypothesis
        if rules[made.rule] < count and pair not in rows and pair_key(*pair) not in unwanted:
            rules[made.rule] += 1
            rows[pair] = made, origin
    found = [one for one, _ in rows.values()]
    labels, names = tuple(one.label for one in found), tuple(one.rule for one in found)
    return Generated(tuple(rows), labels, names, tuple(origin for _, origin in rows.values()))


def _is_plain(sentence: Sentence) -> bool:
    one_sentence = _SHORTEST <= len(sentence) <= _LONGEST and len(sentence.sentences) == 1
    return one_sentence and sentence.raw[:1].isupper() and not sentence.raw.rstrip().endswith(("?", ":"))


def _made(sentences: Sequence[Sentence], origins: dict[str, str], forms: Forms) -> Iterator[tuple[Made, str]]:
    for number, sentence in enumerate(sentences):
        origin = origins[sentence.raw]
        yield from ((one, origin) for one in inference_edits(sentence, forms))
        yield from ((one, origin) for one in wrapped(sentence, forms, number))
        other = sentences[number - 1]
        if number and origins[other.raw] == origin:
            yield from ((one, origin) for one in joined(sentence, other, forms, number))
    yield from ((one, "") for number in range(_COMPARED) for one in compared_pairs(number))
