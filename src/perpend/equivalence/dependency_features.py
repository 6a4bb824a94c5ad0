"""How much of a sentence's grammar is in the other one: who did what, and which parts of the sentence are missing.

    "Acme bought the firm."      (acme, nsubj, buy)   (firm, obj, buy)   (the, det, firm)   (buy, root, -)
    "The firm bought Acme."      (firm, nsubj, buy)   (acme, obj, buy)   ...

Both have the same words, but share only (the, det, firm) and the root. Words are lower-case lemmas; punctuation is left
out. There are shares of whole triples, of pairs of word and head, of word and relation, of relation and head, and of
triples of subjects and objects alone. A share is 1 if the sentence has none of the kind: nothing of it is missing.

Words without a related word in the other sentence are counted by their relation, because a missing subject weighs more
than a missing adverb; so are runs of them, and those whose head is not missing (a branch was cut off). For words with a
partner there are the shares with the same relation, with partners as heads, and in the same order.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path

from perpend.equivalence.partners import partners
from perpend.features.coverage import covered
from perpend.features.overlap import share
from perpend.text.sentence import Sentence
from perpend.text.wordlist import read_word_list

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


@cache
def _relations() -> tuple[str, ...]:
    return read_word_list(Path(__file__).with_name("data") / "relations.txt")


def triples(sentence: Sentence) -> list[Triple]:
    """The triples of a parsed `sentence`, from left to right."""
    lemmas = sentence.lower_lemmas
    return [
        (lemmas[place], relation, "-" if head == place else lemmas[head])
        for place, (head, relation) in enumerate(zip(sentence.heads, sentence.relations, strict=True))
        if relation != "punct"
    ]


def dependency_features(sentence: Sentence, other: Sentence) -> dict[str, float]:
    """The shares and counts by name, from `sentence` to `other`."""
    own, others = triples(sentence), triples(other)
    values = {name: _share([part(one) for one in own], [part(one) for one in others]) for name, part in _PARTS.items()}
    core, core_others = ([one for one in side if _base(one[1]) in _CORE] for side in (own, others))
    values["core triples"] = _share(list(core), list(core_others))
    return values | _missing(sentence, covered(sentence, other)[1]) | _agreement(sentence, other)


def _base(relation: str) -> str:
    """The relation without its subtype."""
    return relation.partition(":")[0]


def _share(own: list[tuple[str, ...]], others: list[tuple[str, ...]]) -> float:
    return share(Counter(own), Counter(others)) if own else 1.0


def _missing(sentence: Sentence, here: Sequence[bool]) -> dict[str, float]:
    """The number of words without a related word in the other sentence: by relation, as branches, and in a row."""
    gone = [place for place, is_here in enumerate(here) if not is_here]
    counts = Counter(_base(sentence.relations[place]) for place in gone)
    values = {f"missing {relation}": float(counts[relation]) for relation in _relations()}
    branches = [place for place in gone if here[sentence.heads[place]] and sentence.relations[place] != "punct"]
    runs = [len(list(run)) for is_here, run in groupby(here) if not is_here]
    return values | {
        "missing branches": float(len(branches)),
        "missing runs": float(len(runs)),
        "longest missing run": float(max(runs, default=0)),
    }


def _agreement(sentence: Sentence, other: Sentence) -> dict[str, float]:
    """Of the words with a partner, the share with the same relation, head and order; 1 if there is no such word."""
    found = partners(sentence, other)
    matched = [(place, partner) for place, partner in enumerate(found) if partner is not None]
    return {
        "same relation": _mean([sentence.relations[one] == other.relations[two] for one, two in matched]),
        "same head": _mean([found[sentence.heads[one]] == other.heads[two] for one, two in matched]),
        "same order": _mean([one[1] < two[1] for one, two in pairwise(matched)]),
    }


def _mean(values: Sequence[bool]) -> float:
    return sum(values) / len(values) if values else 1.0
