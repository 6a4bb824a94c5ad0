"""`Annotator`: texts -> tags, lemmas, heads, relations and names for the tokens of `Text`, through spaCy.

    Annotator().annotate("Maria visited Oslo.")

    str -> Text (our tokens) -> spaCy's Doc of the same words -> the pipeline -> AnnotatedText

The tokens are ours (Penn-style unless a `Text` is given), never spaCy's, so an annotation can be laid beside an
alignment of the same text. The pipeline is the one of the package unless another is named, see `pipeline`; spaCy is the
extra `nlp` and is loaded with the first annotator. `annotate_many` works in batches and in bounded memory: the words of
a batch are forgotten after it. The same texts give the same annotations. A text of more than 10,000 tokens is an
InputError: cut it first.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from perpend.errors import InputError
from perpend.text.annotation import AnnotatedText, Entity
from perpend.text.pipeline import SHIPPED, open_pipeline
from perpend.text.text import Text

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

__all__ = ["Annotator", "MOST_TOKENS"]

MOST_TOKENS = 10_000
_BATCH_TEXTS, _BATCH_TOKENS = 512, 20_000
_UNWRITABLE = re.compile("[\ud800-\udfff]")
"""Lone surrogates, which stand for bytes that were not UTF-8."""
_LABELS = {"PERSON": "PER", "GPE": "LOC", "FAC": "LOC"}
"""Names that other pipelines give to what we call PER and LOC."""


class Annotator:
    """A pipeline that annotates texts; safe to share between threads, which then take turns.

    >>> annotated = Annotator().annotate("Maria visited Oslo.")
    >>> annotated.tags, annotated.lemmas[1], annotated.entities[0].label
    (('NNP', 'VBD', 'NNP', '.'), 'visit', 'PER')
    """

    def __init__(self, pipeline: "str | Path | Language" = SHIPPED) -> None:
        self._nlp, self._signature = open_pipeline(pipeline)
        self._lock = Lock()

    def signature(self) -> str:
        """Name, version and checksum of the pipeline, and the version of spaCy."""
        return self._signature

    def annotate(self, text: str | Text) -> AnnotatedText:
        """What the pipeline says of one text; a string is cut into Penn-style tokens."""
        return next(self.annotate_many([text]))

    def annotate_many(self, texts: Iterable[str | Text]) -> Iterator[AnnotatedText]:
        """The annotations of each text, in order, as the texts come."""
        for batch in _batches(map(_as_text, texts)):
            yield from self._annotate_batch(batch)

    def _annotate_batch(self, texts: list[Text]) -> list[AnnotatedText]:
        with self._lock, self._nlp.memory_zone():
            documents = self._nlp.pipe([self._document(text) for text in texts])
            return [_read(text, document) for text, document in zip(texts, documents, strict=True)]

    def _document(self, text: Text) -> "Doc":
        from spacy.tokens import Doc

        spans = text.spans
        spaces = [start > end for (_, end), (start, _) in pairwise(spans)]
        words = [_UNWRITABLE.sub("\ufffd", token) for token in text.tokens]
        return Doc(self._nlp.vocab, words=words, spaces=[*spaces, False][: len(words)])


def _as_text(text: str | Text) -> Text:
    text = text if isinstance(text, Text) else Text.of(text, "penn")
    if len(text) > MOST_TOKENS:
        raise InputError(f"a text of {len(text):,} tokens came, but at most {MOST_TOKENS:,} are annotated: cut it")
    return text


def _batches(texts: Iterable[Text]) -> Iterator[list[Text]]:
    """Lists of some hundred short texts, or of a few long ones."""
    batch: list[Text] = []
    tokens = 0
    for text in texts:
        batch.append(text)
        tokens += len(text)
        if len(batch) == _BATCH_TEXTS or tokens >= _BATCH_TOKENS:
            yield batch
            batch, tokens = [], 0
    if batch:
        yield batch


def _read(text: Text, document: "Doc") -> AnnotatedText:
    parsed = document.has_annotation("DEP")
    return AnnotatedText(
        text,
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
