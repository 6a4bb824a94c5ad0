"""How well chains of mentions agree with those of people: MUC, B-cubed, CEAF-e, and their mean, the CoNLL score.

    key       {a b c} {d e}           chains of people         response   {a b} {c d e}      chains of a system

    MUC       links: a chain of n mentions has n - 1; those of the key that the response keeps, and the other way round
              (Vilain et al. 1995). Here the key keeps 2 of 3, the response 2 of 3.
    B-cubed   for each mention the share of its key chain that its response chain has, and the other way round; the mean
              over mentions (Bagga and Baldwin 1998)
    CEAF-e    chains are paired one to one so that the sum of their similarities 2|K & R| / (|K| + |R|) is largest; that
              sum over the number of chains (Luo 2005)
    CoNLL     the mean of the three F1 (Pradhan et al. 2012)

Both sides have the same mentions. All are in percent; 0 / 0 is 0, so MUC of singletons alone is 0. The pairing of
CEAF-e is scipy's (extra `learn`), for each group of connected chains.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence

import numpy as np

from perpend.errors import InputError, MissingExtra

__all__ = ["bcubed", "ceafe", "chain_scores", "muc"]

Chains = Mapping[Hashable, Hashable]
"""Maps each mention to the name of its chain."""


def chain_scores(key: Chains, response: Chains) -> dict[str, float]:
    """Precision, recall and F1 of the three measures, and CoNLL, in percent, for `key` and `response`.

    >>> scores = chain_scores({"a": 1, "b": 1, "c": 2}, {"a": 1, "b": 1, "c": 1})
    >>> round(scores["MUC P"]), round(scores["MUC R"]), round(scores["B3 P"], 1), round(scores["B3 R"])
    (50, 100, 55.6, 100)
    """
    found: dict[str, float] = {}
    for name, measure in (("MUC", muc), ("B3", bcubed), ("CEAFe", ceafe)):
        precision, recall = measure(key, response)
        total = precision + recall
        f1 = 2 * precision * recall / total if total else 0.0
        found |= {f"{name} P": 100 * precision, f"{name} R": 100 * recall, f"{name} F1": 100 * f1}
    found["CoNLL F1"] = (found["MUC F1"] + found["B3 F1"] + found["CEAFe F1"]) / 3
    return found


def muc(key: Chains, response: Chains) -> tuple[float, float]:
    """Precision and recall of links between `key` and `response`."""
    _check(key, response)
    return _kept_links(response, key), _kept_links(key, response)


def _kept_links(chains: Chains, other: Chains) -> float:
    """The share of the links within chains that the other side keeps: a chain split into m parts loses m - 1."""
    members = _members(chains)
    links = sum(len(chain) - 1 for chain in members)
    kept = sum(len(chain) - len({other[mention] for mention in chain}) for chain in members)
    return kept / links if links else 0.0


def bcubed(key: Chains, response: Chains) -> tuple[float, float]:
    """Precision and recall of mentions between `key` and `response`."""
    _check(key, response)
    if not key:
        return 0.0, 0.0
    sizes, found = Counter(key.values()), Counter(response.values())
    common = Counter((key[mention], response[mention]) for mention in key)
    precision = sum(count * count / found[other] for (_, other), count in common.items())
    recall = sum(count * count / sizes[one] for (one, _), count in common.items())
    return precision / len(key), recall / len(key)


def ceafe(key: Chains, response: Chains) -> tuple[float, float]:
    """Precision and recall of the best one-to-one pairing of the chains of `key` and `response`."""
    _check(key, response)
    if not key:
        return 0.0, 0.0
    sizes, found = Counter(key.values()), Counter(response.values())
    common = Counter((key[mention], response[mention]) for mention in key)
    likeness = {pair: 2 * count / (sizes[pair[0]] + found[pair[1]]) for pair, count in common.items()}
    total = sum(_best_pairing(group) for group in _touching(likeness))
    return total / len(found), total / len(sizes)


def _touching(likeness: Mapping[tuple[Hashable, Hashable], float]) -> list[dict[tuple[Hashable, Hashable], float]]:
    """Splits the pairs of chains into groups that share no chain."""
    parent: dict[tuple[bool, Hashable], tuple[bool, Hashable]] = {}

    def root(node: tuple[bool, Hashable]) -> tuple[bool, Hashable]:
        while (above := parent.setdefault(node, node)) != node:
            parent[node] = node = parent[above]
        return node

    for one, other in likeness:
        parent[root((True, one))] = root((False, other))
    groups: dict[tuple[bool, Hashable], dict[tuple[Hashable, Hashable], float]] = defaultdict(dict)
    for pair, value in likeness.items():
        groups[root((True, pair[0]))][pair] = value
    return list(groups.values())


def _best_pairing(likeness: Mapping[tuple[Hashable, Hashable], float]) -> float:
    if len(likeness) == 1:
        return next(iter(likeness.values()))
    try:
        from scipy.optimize import linear_sum_assignment
    except ImportError:
        raise MissingExtra("CEAF-e", "scipy", "learn") from None
    rows = {chain: place for place, chain in enumerate(dict.fromkeys(one for one, _ in likeness))}
    columns = {chain: place for place, chain in enumerate(dict.fromkeys(other for _, other in likeness))}
    table = np.zeros((len(rows), len(columns)))
    for (one, other), value in likeness.items():
        table[rows[one], columns[other]] = value
    return float(table[linear_sum_assignment(table, maximize=True)].sum())


def _members(chains: Chains) -> Sequence[list[Hashable]]:
    members: dict[Hashable, list[Hashable]] = defaultdict(list)
    for mention, chain in chains.items():
        members[chain].append(mention)
    return list(members.values())


def _check(key: Chains, response: Chains) -> None:
    if key.keys() != response.keys():
        raise InputError(f"the key has {len(key)} mentions, the response {len(response)}, and not the same ones")
