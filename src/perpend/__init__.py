"""Perpend tells how alike two short texts are in meaning, and shows why.

    score(a, b)  relate(a, b)  paraphrase(a, b)  entail(text, hypothesis)  align(hyp, ref)      two texts
    combine(candidates)  suggest(word)  variants(words)  names(documents)                       many texts
    wer  per  ter  terp  bleu  chrf  nist                                                       metrics of translation
    load(name or path)                                                                          a model of any kind

>>> import perpend
>>> answer = perpend.align("on the mat the cats sat", "the cat sat on the mat")
>>> round(answer.value, 3), answer.reasons[0]
(0.094, "'on the mat' stands at another place than what it is aligned with")

Each function returns an `Answer`. The names below load their rooms when they are first used, so that `import perpend`
takes a few milliseconds.
"""

import importlib
import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perpend.alignment.aligner import align
    from perpend.alignment.edits import Alignment
    from perpend.answers import Answer
    from perpend.combination.combiner import Combination, combine
    from perpend.entailment.everyday import EverydayEntailment
    from perpend.entailment.recognizer import entail
    from perpend.equivalence.everyday import Equivalence
    from perpend.equivalence.recognizer import paraphrase
    from perpend.errors import PerpendError
    from perpend.learning.registry import load
    from perpend.metrics.bleu import bleu
    from perpend.metrics.chrf import chrf
    from perpend.metrics.nist import nist
    from perpend.metrics.per import per
    from perpend.metrics.ter import ter
    from perpend.metrics.terp import terp
    from perpend.metrics.wer import wer
    from perpend.people.coreference import Names, names
    from perpend.relatedness.relater import Relatedness, relate
    from perpend.similarity.likeness import Likeness, score
    from perpend.spelling.likely_variants import variants
    from perpend.spelling.suggestion import Suggestions, suggest
    from perpend.spelling.variant_answer import Variants
    from perpend.text.sentence import Sentence

__all__ = [
    "Alignment",
    "Answer",
    "Combination",
    "Equivalence",
    "EverydayEntailment",
    "Likeness",
    "Names",
    "PerpendError",
    "Relatedness",
    "Sentence",
    "Suggestions",
    "Variants",
    "__version__",
    "align",
    "bleu",
    "chrf",
    "combine",
    "entail",
    "load",
    "names",
    "nist",
    "paraphrase",
    "per",
    "relate",
    "score",
    "suggest",
    "ter",
    "terp",
    "variants",
    "wer",
]

__version__ = "0.1.0"

_HOMES = {
    "Alignment": "perpend.alignment.edits",
    "Answer": "perpend.answers",
    "Combination": "perpend.combination.combiner",
    "Equivalence": "perpend.equivalence.everyday",
    "EverydayEntailment": "perpend.entailment.everyday",
    "Likeness": "perpend.similarity.likeness",
    "Names": "perpend.people.coreference",
    "PerpendError": "perpend.errors",
    "Relatedness": "perpend.relatedness.relater",
    "Sentence": "perpend.text.sentence",
    "Suggestions": "perpend.spelling.suggestion",
    "Variants": "perpend.spelling.variant_answer",
    "align": "perpend.alignment.aligner",
    "bleu": "perpend.metrics.bleu",
    "chrf": "perpend.metrics.chrf",
    "combine": "perpend.combination.combiner",
    "entail": "perpend.entailment.recognizer",
    "load": "perpend.learning.registry",
    "names": "perpend.people.coreference",
    "nist": "perpend.metrics.nist",
    "paraphrase": "perpend.equivalence.recognizer",
    "per": "perpend.metrics.per",
    "relate": "perpend.relatedness.relater",
    "score": "perpend.similarity.likeness",
    "suggest": "perpend.spelling.suggestion",
    "ter": "perpend.metrics.ter",
    "terp": "perpend.metrics.terp",
    "variants": "perpend.spelling.likely_variants",
    "wer": "perpend.metrics.wer",
}

_MOVED = {
    "Aligner": "perpend.alignment.Aligner",
    "Annotator": "perpend.text.Annotator",
    "Combiner": "perpend.combination.combiner.Combiner",
    "Costs": "perpend.alignment.Costs",
    "Entailment": "perpend.entailment.recognizer.Entailment",
    "EntailmentModel": "perpend.entailment.model.EntailmentModel",
    "EntailmentRecognizer": "perpend.deprecated.EntailmentRecognizer",
    "Normalization": "perpend.text.Normalization",
    "Paraphrase": "perpend.equivalence.recognizer.Paraphrase",
    "ParaphraseModel": "perpend.equivalence.model.ParaphraseModel",
    "ParaphraseRecognizer": "perpend.deprecated.ParaphraseRecognizer",
    "Penn": "perpend.text.Penn",
    "PerpModel": "perpend.similarity.model.PerpModel",
    "PerpRegressor": "perpend.similarity.estimator.PerpRegressor",
    "PerpScorer": "perpend.deprecated.PerpScorer",
    "PhraseTable": "perpend.lexicon.PhraseTable",
    "RelatednessModel": "perpend.relatedness.model.RelatednessModel",
    "Relater": "perpend.deprecated.Relater",
    "Suggester": "perpend.spelling.suggestion.Suggester",
    "Score": "perpend.similarity.score.Score",
    "Text": "perpend.text.sentence.Sentence",
    "WordIndex": "perpend.spelling.word_index.WordIndex",
    "WordNet": "perpend.lexicon.WordNet",
    "build_phrase_table": "perpend.lexicon.build_phrase_table",
    "chain_names": "perpend.people.coreference.chain_names",
    "find_variants": "perpend.spelling.variants.find_variants",
    "name_matches": "perpend.people.full_names.name_matches",
    "relations": "perpend.lexicon.wordnet.relations.relations",
    "resource_path": "perpend.resources.store.resource_path",
    "stem": "perpend.text.stem",
    "train_entailment": "perpend.entailment.training.train_entailment",
    "train_paraphrase": "perpend.equivalence.training.train_paraphrase",
    "train_perp": "perpend.similarity.training.train_perp",
    "train_relatedness": "perpend.relatedness.training.train_relatedness",
}
"""Names of 0.1 that are no longer at the top, and where they are; they work with a warning until 0.3."""


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        # Kept, so that the next use is a plain look-up.
        return globals().setdefault(name, getattr(importlib.import_module(_HOMES[name]), name))
    if name in _MOVED:
        home = _MOVED[name]
        message = f"perpend.{name} is {home} since 0.2; the old name goes in 0.3"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        room, _, found = home.rpartition(".")
        return getattr(importlib.import_module(room), found)
    raise AttributeError(f"module 'perpend' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
