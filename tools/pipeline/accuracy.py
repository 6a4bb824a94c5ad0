"""How right an annotator is: what it says of the treebank's sentences, by the place of words in the text.

A word counts when one of the annotator's tokens stands on exactly the same characters, so one measure serves the
treebank's own words (all of them count) and Perpend's tokens (`words` says what part counts). Attachment counts
punctuation too, and whole relation names (nsubj:pass is not nsubj); a head is right when it is the same word or, with
our tokens, the token that the word is part of. An entity is right when start, end and label are.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from own_tokens import word_spans
from treebank import Sentence

import perpend.text
from perpend.text.annotate import Annotator

__all__ = ["LABELS", "accuracy", "entity_accuracy"]

LABELS = ("PER", "LOC", "ORG")

_NOT_WORDS = ("PUNCT", "SYM")


@dataclass(frozen=True)
class _Treebank:
    """The treebank's own words, as a tokenizer of one sentence."""

    sentence: Sentence

    def tokens(self, raw: str) -> tuple[str, ...]:  # noqa: ARG002
        return self.sentence.words

    def spans(self, raw: str) -> tuple[tuple[int, int], ...]:  # noqa: ARG002
        return tuple(word_spans(self.sentence))

    def signature(self) -> str:
        return "treebank"


def accuracy(annotator: Annotator, sentences: Sequence[Sentence], own_tokens: bool = False) -> dict[str, float]:
    """Percentages over all sentences, each a text of its own, on the treebank's words or on Perpend's tokens."""
    return _percentages(_annotated(annotator, sentences, own_tokens))


def entity_accuracy(annotator: Annotator, sentences: Sequence[Sentence], own_tokens: bool = False) -> dict[str, float]:
    """Precision, recall and F1 of entities as in `accuracy`, and the F1 of each label."""
    counts: Counter[str] = Counter()
    for sentence, annotated in _annotated(annotator, sentences, own_tokens):
        counts.update(_entities(sentence, annotated))
    return _entity_percentages(counts)


def _annotated(
    annotator: Annotator, sentences: Sequence[Sentence], own_tokens: bool
) -> Iterator[tuple[Sentence, perpend.text.Sentence]]:
    texts = (
        perpend.text.Sentence.of(sentence.text, "penn" if own_tokens else _Treebank(sentence)) for sentence in sentences
    )
    return zip(sentences, annotator.annotate_many(texts), strict=True)


def _percentages(pairs: Iterable[tuple[Sentence, perpend.text.Sentence]]) -> dict[str, float]:
    counts: Counter[str] = Counter()
    for sentence, annotated in pairs:
        counts.update(_words(sentence, annotated))
        counts.update(_entities(sentence, annotated))
        counts["sentences"] += 1
        counts["cut"] += len(annotated.sentences) > 1
    shared = counts["shared"]
    return {
        "words": _percent(shared, counts["words"]),
        **{name: _percent(counts[name], shared) for name in ("tag", "coarse", "lemma", "UAS", "LAS")},
        "LAS without punctuation": _percent(counts["LAS*"], counts["shared*"]),
        **_entity_percentages(counts),
        "sentences cut": _percent(counts["cut"], counts["sentences"]),
    }


def _entity_percentages(counts: Counter[str]) -> dict[str, float]:
    right, said, named = (counts[name] for name in ("right", "said", "named"))
    return {
        "entity precision": _percent(right, said),
        "entity recall": _percent(right, named),
        "entity F1": _percent(2 * right, said + named),
        **{
            f"{label} F1": _percent(2 * counts[f"right {label}"], counts[f"said {label}"] + counts[f"named {label}"])
            for label in LABELS
        },
    }


def _percent(part: float, whole: float) -> float:
    return round(100 * part / whole, 2) if whole else 0.0


def _words(sentence: Sentence, annotated: perpend.text.Sentence) -> Counter[str]:
    spans = word_spans(sentence)
    tokens = {span: place for place, span in enumerate(annotated.spans)}
    covering = {at: place for (start, end), place in tokens.items() for at in range(start, end)}
    rows = list(annotated.rows())
    counts: Counter[str] = Counter(words=len(spans))
    for place, span in enumerate(spans):
        if span not in tokens:
            continue
        row = rows[tokens[span]]
        attached = covering[spans[sentence.heads[place]][0]] == row.head
        labelled = attached and row.relation == sentence.relations[place]
        word = sentence.coarse[place] not in _NOT_WORDS
        counts["shared"] += 1
        counts["tag"] += row.tag == sentence.tags[place]
        counts["coarse"] += row.coarse == sentence.coarse[place]
        counts["lemma"] += row.lemma == sentence.lemmas[place]
        counts["UAS"] += attached
        counts["LAS"] += labelled
        counts["shared*"] += word
        counts["LAS*"] += word and labelled
    return counts


def _entities(sentence: Sentence, annotated: perpend.text.Sentence) -> Counter[str]:
    if sentence.entities is None:
        return Counter()
    words, tokens = word_spans(sentence), annotated.spans
    named = {(words[start][0], words[end - 1][1], label) for start, end, label in sentence.entities}
    said = {(tokens[start][0], tokens[end - 1][1], label) for start, end, label in annotated.entities}
    counts: Counter[str] = Counter()
    for what, spans in (("named", named), ("said", said), ("right", named & said)):
        counts[what] += len(spans)
        counts.update(f"{what} {label}" for _, _, label in spans)
    return counts
