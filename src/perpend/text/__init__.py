"""A string -> tokens, and what is known of each token.

`Text.of(raw)` is the way in. Its tokens come from the TERp normaliser (`Normalization`) or the Penn-style tokeniser
(`Penn`); `stem` is Porter's. An `Annotator` says what spaCy knows of each token: tag, lemma, head, relation, name.
"""

from perpend.text.annotate import Annotator
from perpend.text.annotation import AnnotatedText, Annotation, Entity
from perpend.text.normalize import Normalization
from perpend.text.penn import Penn, penn_spans, penn_tokens
from perpend.text.rewrites import Rewrites
from perpend.text.stem import stem, stems
from perpend.text.text import Text, Tokenizer

__all__ = [
    "AnnotatedText",
    "Annotation",
    "Annotator",
    "Entity",
    "Normalization",
    "Penn",
    "Rewrites",
    "Text",
    "Tokenizer",
    "penn_spans",
    "penn_tokens",
    "stem",
    "stems",
]
