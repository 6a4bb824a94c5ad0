"""`Annotator`: texts -> sentences with tags, lemmas, heads, relations and entities, through spaCy.

    Annotator().annotate("Maria visited Oslo.")

    str -> Sentence (our tokens) -> spaCy's Doc of the same words -> the pipeline -> the Sentence with its Parse

The tokens are Perpend's (Penn-style unless a `Sentence` is given), never spaCy's, so that a parse and an alignment of
the same text have the same tokens. The default pipeline is the one in the package, see `pipeline`; spaCy is the extra
`nlp` and is imported with the first annotator. `annotate_many` works in batches and in bounded memory. The same texts
give the same annotations. A text of more than 10,000 tokens raises InputError.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from perpend.limits import check, limit
from perpend.text.parse import Entity, Parse
from perpend.text.pipeline import SHIPPED, open_pipeline
from perpend.text.sentence import Sentence

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

__all__ = ["Annotator", "MOST_TOKENS"]

MOST_TOKENS = limit("annotate", "words")
_BATCH_TEXTS, _BATCH_TOKENS = 512, 20_000
_UNWRITABLE = re.compile("[\ud800-\udfff]")
"""Lone surrogates: bytes that were not UTF-8."""
_LABELS = {"PERSON": "PER", "GPE": "LOC", "FAC": "LOC"}
"""Labels of other pipelines -> Perpend's labels."""


class Annotator:
    """Annotates texts with the spaCy `pipeline` (see `open_pipeline`); threads may share it, and take turns.

    >>> annotated = Annotator().annotate("Maria visited Oslo.")
    >>> annotated.tags, annotated.lemmas[1], annotated.entities[0].label
    (('NNP', 'VBD', 'NNP', '.'), 'visit', 'PER')
    """

    def __init__(self, pipeline: "str | Path | Language" = SHIPPED) -> None:
        self._nlp, self._signature = open_pipeline(pipeline)
        self._lock = Lock()

    def signature(self) -> str:
        """Returns the name, version and checksum of the pipeline, and the version of spaCy."""
        return self._signature

    def annotate(self, text: str | Sentence) -> Sentence:
        """Returns `text` with its parse; a string is split into Penn-style tokens."""
        return next(self.annotate_many([text]))

    def annotate_many(self, texts: Iterable[str | Sentence]) -> Iterator[Sentence]:
        """Yields each of `texts` with its parse, in order; reads `texts` one batch at a time."""
        for batch in _batches(map(_as_sentence, texts)):
            yield from self._annotate_batch(batch)

    def _annotate_batch(self, batch: list[Sentence]) -> list[Sentence]:
        with self._lock, self._nlp.memory_zone():
            documents = self._nlp.pipe([self._document(sentence) for sentence in batch])
            return [one.with_parse(_parse(document)) for one, document in zip(batch, documents, strict=True)]

    def _document(self, sentence: Sentence) -> "Doc":
        from spacy.tokens import Doc

        spaces = [start > end for (_, end), (start, _) in pairwise(sentence.spans)]
        words = [_UNWRITABLE.sub("\ufffd", token) for token in sentence.tokens]
        return Doc(self._nlp.vocab, words=words, spaces=[*spaces, False][: len(words)])


def _as_sentence(text: str | Sentence) -> Sentence:
    sentence = text if isinstance(text, Sentence) else Sentence.of(text, "penn")
    check("annotate", "words", len(sentence))
    return sentence


def _batches(sentences: Iterable[Sentence]) -> Iterator[list[Sentence]]:
    """Yields lists of at most 512 texts and about 20,000 tokens."""
    batch: list[Sentence] = []
    tokens = 0
    for sentence in sentences:
        batch.append(sentence)
        tokens += len(sentence)
        if len(batch) == _BATCH_TEXTS or tokens >= _BATCH_TOKENS:
            yield batch
            batch, tokens = [], 0
    if batch:
        yield batch


def _parse(document: "Doc") -> Parse:
    parsed = document.has_annotation("DEP")
    return Parse(
        tags=tuple(token.tag_ for token in document),
        coarse=tuple(token.pos_ for token in document),
        lemmas=tuple(token.lemma_ for token in document),
        heads=tuple(token.head.i if parsed else token.i for token in document),
        relations=tuple(token.dep_.replace("ROOT", "root") for token in document),
        entities=tuple(Entity(span.start, span.end, _LABELS.get(span.label_, span.label_)) for span in document.ents),
        sentences=tuple((span.start, span.end) for span in _sentences(document)),
    )


def _sentences(document: "Doc") -> Iterable[Any]:
    if not len(document):
        return ()
    return document.sents if document.has_annotation("SENT_START") else (document[:],)
