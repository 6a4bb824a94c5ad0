"""Perpend tells how alike two short texts are in meaning, and shows why.

>>> from perpend import Text, WordNet, align
>>> align("on the mat the cats sat", "the cat sat on the mat").letters
'MTMMMM'
>>> Text.of("It's raining.").tokens
('it', "'s", 'raining', '.')
>>> WordNet.shipped().are_synonyms("doctors", "physician")
True

The names below load their rooms only when they are used, so that `import perpend` costs a few milliseconds.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perpend.alignment.aligner import Aligner, align
    from perpend.alignment.costs import Costs
    from perpend.alignment.edits import Alignment
    from perpend.combination.combiner import Combination, Combiner, combine
    from perpend.deprecated import EntailmentRecognizer, ParaphraseRecognizer, PerpScorer, Relater
    from perpend.entailment.model import EntailmentModel
    from perpend.entailment.training import train_entailment
    from perpend.equivalence.model import ParaphraseModel
    from perpend.equivalence.training import train_paraphrase
    from perpend.errors import PerpendError
    from perpend.lexicon.phrases.builder import build_phrase_table
    from perpend.lexicon.phrases.table import PhraseTable
    from perpend.lexicon.wordnet.database import WordNet
    from perpend.lexicon.wordnet.relations import relations
    from perpend.metrics.bleu import bleu
    from perpend.metrics.chrf import chrf
    from perpend.metrics.nist import nist
    from perpend.metrics.per import per
    from perpend.metrics.ter import ter
    from perpend.metrics.terp import terp
    from perpend.metrics.wer import wer
    from perpend.people.coreference import chain_names
    from perpend.people.full_names import name_matches
    from perpend.relatedness.model import RelatednessModel
    from perpend.relatedness.training import train_relatedness
    from perpend.resources.store import resource_path
    from perpend.similarity.estimator import PerpRegressor
    from perpend.similarity.model import PerpModel
    from perpend.similarity.score import score
    from perpend.similarity.training import train_perp
    from perpend.spelling.suggestion import Suggester
    from perpend.spelling.variants import find_variants
    from perpend.spelling.word_index import WordIndex
    from perpend.text.annotate import Annotator
    from perpend.text.normalize import Normalization
    from perpend.text.penn import Penn
    from perpend.text.stem import stem
    from perpend.text.text import Text

__all__ = [
    "Aligner",
    "Alignment",
    "Annotator",
    "Combination",
    "Combiner",
    "Costs",
    "EntailmentModel",
    "EntailmentRecognizer",
    "Normalization",
    "ParaphraseModel",
    "ParaphraseRecognizer",
    "Penn",
    "PerpModel",
    "PerpRegressor",
    "PerpScorer",
    "PerpendError",
    "PhraseTable",
    "RelatednessModel",
    "Relater",
    "Suggester",
    "Text",
    "WordIndex",
    "WordNet",
    "__version__",
    "align",
    "bleu",
    "build_phrase_table",
    "chain_names",
    "chrf",
    "combine",
    "find_variants",
    "name_matches",
    "nist",
    "per",
    "relations",
    "resource_path",
    "score",
    "stem",
    "ter",
    "terp",
    "train_entailment",
    "train_paraphrase",
    "train_perp",
    "train_relatedness",
    "wer",
]

__version__ = "0.1.0"

_HOMES = {
    "Aligner": "perpend.alignment.aligner",
    "Alignment": "perpend.alignment.edits",
    "Annotator": "perpend.text.annotate",
    "Combination": "perpend.combination.combiner",
    "Combiner": "perpend.combination.combiner",
    "Costs": "perpend.alignment.costs",
    "EntailmentModel": "perpend.entailment.model",
    "EntailmentRecognizer": "perpend.deprecated",
    "Normalization": "perpend.text.normalize",
    "ParaphraseModel": "perpend.equivalence.model",
    "ParaphraseRecognizer": "perpend.deprecated",
    "Penn": "perpend.text.penn",
    "PerpModel": "perpend.similarity.model",
    "PerpRegressor": "perpend.similarity.estimator",
    "PerpScorer": "perpend.deprecated",
    "PerpendError": "perpend.errors",
    "PhraseTable": "perpend.lexicon.phrases.table",
    "RelatednessModel": "perpend.relatedness.model",
    "Relater": "perpend.deprecated",
    "Suggester": "perpend.spelling.suggestion",
    "Text": "perpend.text.text",
    "WordIndex": "perpend.spelling.word_index",
    "WordNet": "perpend.lexicon.wordnet.database",
    "align": "perpend.alignment.aligner",
    "bleu": "perpend.metrics.bleu",
    "build_phrase_table": "perpend.lexicon.phrases.builder",
    "chain_names": "perpend.people.coreference",
    "chrf": "perpend.metrics.chrf",
    "combine": "perpend.combination.combiner",
    "find_variants": "perpend.spelling.variants",
    "name_matches": "perpend.people.full_names",
    "nist": "perpend.metrics.nist",
    "per": "perpend.metrics.per",
    "relations": "perpend.lexicon.wordnet.relations",
    "resource_path": "perpend.resources.store",
    "score": "perpend.similarity.score",
    "stem": "perpend.text.stem",
    "ter": "perpend.metrics.ter",
    "terp": "perpend.metrics.terp",
    "train_entailment": "perpend.entailment.training",
    "train_paraphrase": "perpend.equivalence.training",
    "train_perp": "perpend.similarity.training",
    "train_relatedness": "perpend.relatedness.training",
    "wer": "perpend.metrics.wer",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'perpend' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
