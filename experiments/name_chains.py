"""Chains of persons in ECB+: ours beside chaining by equal strings, by MUC, B-cubed, CEAF-e and their mean.

Topics are dealt into folds; the documents of a fold are chained together, without knowing their topics, by a model that
learned from the other folds, its penalty chosen by holding out each of these in turn. The baseline chains mentions of
a fold that are written alike. Mentions are given.

Two sets of mentions are scored. `annotated`: those in chains that annotators made across documents. `all`: also those
without one (SINGLE), of which each is a chain of its own in the key, though many name people who have a chain or are
named again; there precision is a lower bound.
"""

from collections.abc import Sequence

from experiments.name_data import is_annotated
from experiments.scrambled_names import topic_folds
from perpend.evaluation.coreference import chain_scores
from perpend.people.coreference import ChainSettings, chain_names
from perpend.people.coreference_training import choose_penalty, train_coreference
from perpend.people.mentions import Document
from perpend.types import Progress

__all__ = ["CHAIN_COLUMNS", "evaluate_chains"]

CHAIN_COLUMNS = ("MUC F1", "B3 P", "B3 R", "B3 F1", "CEAFe F1", "CoNLL F1")
_Place = tuple[int, int]


def evaluate_chains(
    documents: Sequence[Document],
    *,
    folds: int = 5,
    seed: int = 0,
    settings: ChainSettings | None = None,
    progress: Progress | None = None,
) -> dict[str, dict[str, float]]:
    """The scores of each system and set of mentions, in percent.

    :param documents: the documents of ECB+.
    :param folds: the number of folds of topics.
    :param seed: their seed.
    :param settings: how chains are made.
    :param progress: called after each fold.
    """
    deal = topic_folds(documents, folds, seed)
    fold_of = [deal[str(document.fields["topic"])] for document in documents]
    ours: dict[_Place, tuple[int, object]] = {}
    for fold in range(folds):
        here = [number for number, one in enumerate(fold_of) if one == fold]
        groups = [
            [document for document, one in zip(documents, fold_of, strict=True) if one == other]
            for other in range(folds)
            if other != fold
        ]
        others = [document for group in groups for document in group]
        penalty = choose_penalty(groups, is_annotated) if len(groups) > 1 else 1.0
        model = train_coreference(others, is_annotated, penalty=penalty)
        found = chain_names([documents[number] for number in here], model, settings).numbers()
        ours |= {(here[where], place): (fold, chain) for (where, place), chain in found.items()}
        if progress:
            progress("chains", fold + 1, folds)
    key, written = _key(documents), _written(documents, fold_of)
    annotated = {place for place, chain in key.items() if is_annotated(chain)}
    systems = {"equal strings": written, "Perpend": ours}
    return {
        f"{system}, {part}": _scores(key, response, places)
        for part, places in (("annotated", annotated), ("all", set(key)))
        for system, response in systems.items()
    }


def _key(documents: Sequence[Document]) -> dict[_Place, str]:
    return {
        (number, place): str(mention.chain)
        for number, document in enumerate(documents)
        for place, mention in enumerate(document.mentions or ())
    }


def _written(documents: Sequence[Document], fold_of: Sequence[int]) -> dict[_Place, tuple[int, object]]:
    return {
        (number, place): (fold_of[number], mention.text.casefold())
        for number, document in enumerate(documents)
        for place, mention in enumerate(document.mentions or ())
    }


def _scores(
    key: dict[_Place, str], response: dict[_Place, tuple[int, object]], places: set[_Place]
) -> dict[str, float]:
    ordered = sorted(places)
    found = chain_scores({place: key[place] for place in ordered}, {place: response[place] for place in ordered})
    return {column: found[column] for column in CHAIN_COLUMNS}
