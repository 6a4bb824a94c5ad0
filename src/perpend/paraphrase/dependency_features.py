"""How much of a sentence's grammar is in the other one: who did what, as triples of a word, its relation and its head.

    "Acme bought the firm."      (acme, nsubj, buy)   (firm, obj, buy)   (the, det, firm)   (buy, root, -)
    "The firm bought Acme."      (firm, nsubj, buy)   (acme, obj, buy)   ...

Both have the same words, but share only (the, det, firm) and the root. Words are lemmas in lower case; signs are left
out. The shares: of whole triples, of pairs of word and head, of word and relation, of relation and head; and of triples
of subjects and objects alone. A sentence without any has 1, since nothing of it is missing.
"""

from collections import Counter
from collections.abc import Callable

from perpend.paraphrase.overlap_features import share
from perpend.paraphrase.sentence import Sentence

__all__ = ["Triple", "dependency_features", "triples"]

Triple = tuple[str, str, str]
"""A word, its relation, its head."""

_PARTS: dict[str, Callable[[Triple], tuple[str, ...]]] = {
    "triples": lambda triple: triple,
    "words and heads": lambda triple: (triple[0], triple[2]),
    "words and relations": lambda triple: (triple[0], triple[1]),
    "relations and heads": lambda triple: (triple[1], triple[2]),
}
_CORE = ("nsubj", "obj", "iobj", "obl", "csubj", "xcomp", "ccomp")


def triples(sentence: Sentence) -> list[Triple]:
    """The triples of a parsed sentence, from left to right."""
    lemmas = sentence.lemmas
    return [
        (lemmas[place], relation, "-" if head == place else lemmas[head])
        for place, (head, relation) in enumerate(zip(sentence.heads, sentence.relations, strict=True))
        if relation != "punct"
    ]


def dependency_features(sentence: Sentence, other: Sentence) -> dict[str, float]:
    """The shares by name."""
    own, others = triples(sentence), triples(other)
    values = {}
    for name, part in _PARTS.items():
        values[name] = _share([part(one) for one in own], [part(one) for one in others])
    core, core_others = ([one for one in side if one[1].partition(":")[0] in _CORE] for side in (own, others))
    values["core triples"] = _share(list(core), list(core_others))
    return values


def _share(own: list[tuple[str, ...]], others: list[tuple[str, ...]]) -> float:
    return share(Counter(own), Counter(others)) if own else 1.0
