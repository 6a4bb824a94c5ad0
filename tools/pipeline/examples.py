"""What the pipeline is shown: sentences -> spaCy's examples, made anew for every epoch.

Texts that Perpend compares are not all like a treebank's: some are several sentences, some are lower-cased, some end
without a period, and their tokens are ours. So an epoch takes one to six sentences of a document that follow each other
as one text, on the treebank's words or (half of the time) on Perpend's tokens; some are lower-cased, and some lose
their last period. A random generator of the caller's decides, so the same seed gives the same examples.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random

from own_tokens import merged
from spacy.tokens import Doc
from spacy.training import Example
from spacy.vocab import Vocab
from treebank import Sentence

from perpend.text import penn_tokens

__all__ = ["Variety", "epoch_examples", "example", "lower_cased"]


@dataclass(frozen=True)
class Variety:
    """How often a text is changed, and how many sentences it has (weights of 1, 2, ... sentences)."""

    own_tokens: float = 0.5
    lower_case: float = 0.1
    upper_case: float = 0.0
    unfinished: float = 0.1
    sentences: tuple[int, ...] = (12, 3, 2, 1, 1, 1)


def epoch_examples(
    sentences: Sequence[Sentence], vocab: Vocab, generator: Random, variety: Variety
) -> Iterator[Example]:
    """The examples of one epoch, in the treebank's order."""
    for _, document in groupby(sentences, lambda sentence: sentence.document):
        left = list(document)
        while left:
            [count] = generator.choices(range(1, len(variety.sentences) + 1), variety.sentences)
            text, left = left[:count], left[count:]
            yield _varied(text, vocab, generator, variety)


def example(sentences: Sequence[Sentence], vocab: Vocab, own_tokens: bool) -> Example:
    """One text of some sentences, on the treebank's words or on Perpend's tokens."""
    if own_tokens:
        sentences = [merged(sentence) if sentence.tags else sentence for sentence in sentences]
    gold = _gold(sentences, vocab)
    tokens = penn_tokens(gold.text) if own_tokens else [token.text for token in gold]
    spaces = None if own_tokens else [bool(token.whitespace_) for token in gold]
    return Example(Doc(vocab, words=list(tokens), spaces=spaces), gold)


def _varied(text: list[Sentence], vocab: Vocab, generator: Random, variety: Variety) -> Example:
    case, unfinished, own = (generator.random() for _ in range(3))
    if case < variety.lower_case:
        text = [lower_cased(sentence) for sentence in text]
    elif case < variety.lower_case + variety.upper_case:
        text = [replace(sentence, words=tuple(map(str.upper, sentence.words))) for sentence in text]
    if unfinished < variety.unfinished:
        text = [*text[:-1], _without_period(text[-1])]
    return example(text, vocab, own_tokens=own < variety.own_tokens)


def lower_cased(sentence: Sentence) -> Sentence:
    """The sentence with words and lemmas in lower case."""
    words, lemmas = (tuple(word.lower() for word in each) for each in (sentence.words, sentence.lemmas))
    return replace(sentence, words=words, lemmas=lemmas)


def _without_period(sentence: Sentence) -> Sentence:
    """The sentence without its last word when that is a period, a question or an exclamation mark and a leaf."""
    last = len(sentence.words) - 1
    ends = sentence.tags[-1] == "." if sentence.tags else sentence.words[last] in (".", "?", "!")
    if not last or not ends or sentence.heads.count(last):
        return sentence
    entities = tuple(span for span in sentence.entities if span[1] <= last) if sentence.entities is not None else None
    fields = ("words", "spaces", "tags", "coarse", "lemmas", "heads", "relations")
    return replace(sentence, entities=entities, **{name: getattr(sentence, name)[:-1] for name in fields})


def _gold(sentences: Sequence[Sentence], vocab: Vocab) -> Doc:
    words = [word for sentence in sentences for word in sentence.words]
    spaces = [space for sentence in sentences for space in (*sentence.spaces[:-1], True)]
    entities = [label for sentence in sentences for label in _labels(sentence)]
    if not sentences[0].tags:
        return Doc(vocab, words=words, spaces=spaces, ents=entities)
    heads, start = [], 0
    for sentence in sentences:
        heads += [start + head for head in sentence.heads]
        start += len(sentence.words)
    return Doc(
        vocab,
        words=words,
        spaces=spaces,
        tags=[tag for sentence in sentences for tag in sentence.tags],
        pos=[tag for sentence in sentences for tag in sentence.coarse],
        lemmas=[lemma for sentence in sentences for lemma in sentence.lemmas],
        heads=heads,
        deps=["ROOT" if name == "root" else name for sentence in sentences for name in sentence.relations],
        ents=entities,
    )


def _labels(sentence: Sentence) -> list[str | None]:
    """IOB labels; None is "not known"."""
    if sentence.entities is None:
        return [None] * len(sentence.words)
    labels: list[str | None] = ["O"] * len(sentence.words)
    for start, end, label in sentence.entities:
        labels[start:end] = [f"B-{label}", *[f"I-{label}"] * (end - start - 1)]
    return labels
