"""The families of features, which of them each feature set has, and at which levels.

    level                 first text    second text     how both directions of a feature are joined
    sentence              a sentence    a sentence      the lower and the higher: the order of the texts does not matter
    paragraph2sentence    a paragraph   a sentence      both are kept: how much of the one is in the other
    sentence2phrase       a sentence    a phrase        both are kept
    phrase2word           a phrase      a word          features have no direction
    word2sense            a word        a sense         features have no direction

The sets are `paper`, the features of Vo, Caselli and Popescu (2014), across levels theirs and no others, and `full`.
Each family belongs to a group, and an answer is explained by what each group contributes. A family can also be named by
itself, and sets and families are joined by a plus sign.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from perpend.errors import unknown_name
from perpend.features.coverage import coverage_features
from perpend.features.edit_rates import edit_features
from perpend.features.overlap import overlap_features
from perpend.lexicon.topic_model import TopicModel
from perpend.lexicon.word_vectors import WordVectors
from perpend.lexicon.wordnet.link_table import LinkTable
from perpend.metrics.bleu import Bleu
from perpend.metrics.chrf import Chrf
from perpend.relatedness.gloss_features import gloss_features, graph_features
from perpend.relatedness.meaning_features import link_features, vector_both_ways, vector_common, wordnet_features
from perpend.relatedness.opposition_features import opposition_features, order_features
from perpend.relatedness.paper_features import (
    highest_of_glosses,
    paper_lin,
    paper_names,
    paper_sense_lin,
    paper_sense_vectors,
    paper_strings,
    paper_vectors,
)
from perpend.relatedness.sense_features import (
    sense_gloss_features,
    sense_graph_features,
    sense_link_features,
    sense_vector_features,
    sense_wordnet_features,
)
from perpend.relatedness.string_features import name_features, string_features
from perpend.relatedness.topic_features import topic_common, topic_features
from perpend.text.sentence import Sentence
from perpend.types import Doubles, Values

__all__ = ["FEATURE_SETS", "Family", "LEVELS", "families_of", "make_families", "matrix_of"]

LEVELS = ("sentence", "paragraph2sentence", "sentence2phrase", "phrase2word", "word2sense")
"""The kinds of pairs; `sentence` means two texts of one size."""

OfPair = Callable[[Any, Any], Values]


def _translation(texts: Sequence[Sentence], others: Sequence[Sentence]) -> list[Values]:
    """BLEU of forms and chrF, with one text as the translation of the other."""
    first, second = ([" ".join(one.forms) for one in side] for side in (texts, others))
    refs = [[text] for text in second]
    bleu = Bleu(2, tokenizer="none", smooth="add-k", effective_order=False, brevity_penalty=False)
    columns = {"BLEU": bleu, "chrF": Chrf()}
    scores = {name: measure.segment_scores(measure.rows(first, refs)) for name, measure in columns.items()}
    return [{name: float(values[k]) for name, values in scores.items()} for k in range(len(first))]


def _oppositions(text: Sentence, other: Sentence) -> Values:
    return opposition_features(text, other) | order_features(text, other)


@dataclass(frozen=True, slots=True)
class Family:
    """Features of one kind, and the group by which answers are explained.

    `directed` gives the features from the first text to the second, `both_ways` those of both directions at once,
    `batch` those of many pairs in one direction, and `common` features without a direction.
    """

    group: str
    directed: OfPair | None = None
    both_ways: Callable[[Any, Any], tuple[Values, Values]] | None = None
    common: OfPair | None = None
    batch: Callable[[Sequence[Sentence], Sequence[Sentence]], list[Values]] | None = None


_KNOWLEDGE, _COMMON = "WordNet and links", "words in common"


def make_families(
    vectors: WordVectors, topics: Mapping[int, TopicModel], links: LinkTable | None = None
) -> Mapping[str, Family]:
    """All families by name, bound to their resources.

    :param vectors: the word vectors.
    :param topics: topic models by their number of topics.
    :param links: a table of links; adds the families "links" and "sense links".
    """
    found = {
        "wordnet": Family(_KNOWLEDGE, directed=wordnet_features),
        "vectors": Family(
            "vectors",
            both_ways=partial(vector_both_ways, vectors=vectors),
            common=partial(vector_common, vectors=vectors),
        ),
        "strings": Family(_COMMON, common=string_features),
        "topics": Family(
            "topics", directed=partial(topic_features, models=topics), common=partial(topic_common, models=topics)
        ),
        "names": Family(_COMMON, common=name_features),
        "overlap": Family(_COMMON, directed=overlap_features),
        "coverage": Family("coverage", directed=coverage_features),
        "edits": Family("edits", batch=edit_features),
        "translation": Family(_COMMON, batch=_translation),
        "oppositions": Family("oppositions", directed=_oppositions),
        "glosses": Family("glosses", common=partial(gloss_features, vectors=vectors)),
        "graph": Family("graph", common=graph_features),
        "sense wordnet": Family(_KNOWLEDGE, common=sense_wordnet_features),
        "sense vectors": Family("vectors", common=sense_vector_features),
        "sense glosses": Family("glosses", common=sense_gloss_features),
        "sense graph": Family("graph", common=sense_graph_features),
        "paper wordnet": Family(_KNOWLEDGE, common=paper_lin),
        "paper vectors": Family("vectors", common=partial(paper_vectors, vectors=vectors)),
        "paper strings": Family(_COMMON, common=paper_strings),
        "paper names": Family(_COMMON, common=paper_names),
        "paper gloss wordnet": Family(_KNOWLEDGE, common=partial(highest_of_glosses, measure=paper_lin)),
        "paper gloss vectors": Family(
            "vectors", common=partial(highest_of_glosses, measure=partial(paper_vectors, vectors=vectors))
        ),
        "paper gloss strings": Family(_COMMON, common=partial(highest_of_glosses, measure=paper_strings)),
        "paper sense wordnet": Family(_KNOWLEDGE, common=paper_sense_lin),
        "paper sense vectors": Family("vectors", common=paper_sense_vectors),
    }
    if links is not None:
        found["links"] = Family(_KNOWLEDGE, directed=partial(link_features, table=links))
        found["sense links"] = Family(_KNOWLEDGE, common=partial(sense_link_features, table=links))
    return found


_PAPER = ("wordnet", "vectors", "strings", "topics", "names")
_PAPER_TEXTS = ("paper wordnet", "paper vectors", "paper strings", "topics", "paper names")
_ALL = (*_PAPER, "overlap", "coverage", "edits", "translation")
_FEW = ("vectors", "strings", "names", "overlap", "coverage")
"""With 500 training pairs, more families do worse in cross-validation."""

FEATURE_SETS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "paper": {
        "sentence": _PAPER,
        "paragraph2sentence": _PAPER_TEXTS,
        "sentence2phrase": _PAPER_TEXTS,
        "phrase2word": ("paper gloss wordnet", "paper gloss vectors", "paper gloss strings"),
        "word2sense": ("paper sense wordnet", "paper sense vectors"),
    },
    "full": {
        "sentence": (*_ALL, "oppositions"),
        "paragraph2sentence": _FEW,
        "sentence2phrase": _FEW,
        "phrase2word": ("wordnet", "vectors", "glosses", "graph"),
        "word2sense": ("sense wordnet", "sense vectors", "sense glosses", "sense graph"),
    },
}
"""The families of each feature set and level."""


def families_of(features: str, level: str) -> tuple[str, ...]:
    """The families of a feature set at a `level`; `features` may join sets and families by +: paper+overlap."""
    if level not in LEVELS:
        raise unknown_name("level", level, LEVELS)
    known = {name for sets in FEATURE_SETS.values() for name in sets[level]}
    known |= {*_ALL} if level in ("paragraph2sentence", "sentence2phrase") else set()
    found: list[str] = []
    for name in features.split("+"):
        if name not in known and name not in FEATURE_SETS:
            raise unknown_name("feature set", name, [*FEATURE_SETS, *sorted(known)])
        found += FEATURE_SETS[name][level] if name in FEATURE_SETS else [name]
    return tuple(dict.fromkeys(found))


def matrix_of(rows: Sequence[Values], names: Sequence[str]) -> Doubles:
    """The values of the features `names` in each of the `rows`, as a matrix."""
    return np.array([[row[name] for name in names] for row in rows], np.float64).reshape(len(rows), len(names))
