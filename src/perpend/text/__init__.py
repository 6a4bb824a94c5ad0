"""A string -> tokens -> `Sentence`, the one annotated form of a text.

`Sentence.of(raw)` is the way in. Its tokens come from the TERp normaliser (`Normalization`) or the Penn-style tokeniser
(`Penn`); `stem` is Porter's. An `Annotator` adds spaCy's annotations of each token: tag, lemma, head, relation, entity.
"""

from perpend.text.annotate import Annotator
from perpend.text.normalize import Normalization
from perpend.text.parse import Annotation, Entity, Parse
from perpend.text.penn import Penn, penn_spans, penn_tokens
from perpend.text.rewrites import Rewrites
from perpend.text.sentence import Sentence
from perpend.text.stem import stem, stems
from perpend.text.tokenizers import Tokenizer

__all__ = [
    "Annotation",
    "Annotator",
    "Entity",
    "Normalization",
    "Parse",
    "Penn",
    "Rewrites",
    "Sentence",
    "Tokenizer",
    "penn_spans",
    "penn_tokens",
    "stem",
    "stems",
]
