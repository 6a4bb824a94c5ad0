"""Phrases and pairs as numbers -> the arrays of a phrase table, described in `layout`.

All phrases are inserted into a trie at once, one word at each step:

    step 1   key = (0, first word)               the distinct keys, sorted, are nodes 1, 2, 3, ...
    step 2   key = (node of step 1, next word)   the distinct keys, sorted, are the nodes that follow
    ...      until the longest phrase has ended

This numbers the nodes as the layout requires. Pairs are sorted by (node of A, node of B, order of input).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perpend.files.word_numbers import pack_words
from perpend.lexicon.phrases.layout import HYP, REF
from perpend.types import Progress

__all__ = ["Pairs", "Phrases", "phrase_arrays"]


class Phrases(NamedTuple):
    """The word numbers of all phrases end to end (`words`), and the `lengths` of the phrases; they may repeat."""

    words: NDArray[np.int32]
    lengths: NDArray[np.int32]


class Pairs(NamedTuple):
    """For each pair the numbers of its phrases, `ref` and `hyp`, and its probability `p`."""

    ref: NDArray[np.int32]
    hyp: NDArray[np.int32]
    p: NDArray[np.float64]


def phrase_arrays(
    words: Sequence[str], phrases: Phrases, pairs: Pairs, progress: Progress, *, distinct: bool = False
) -> tuple[dict[str, NDArray[Any]], dict[str, int]]:
    """Returns the arrays of a table, and its sizes.

    `words` are in the order of their code units; `phrases` and `pairs` refer to their numbers. Duplicate pairs are
    kept, unless `distinct`: then each pair has its highest probability. Calls `progress` for each step.
    """
    parent, word, node_of = _trie(phrases.words, phrases.lengths, progress)
    ref, hyp, p = node_of[pairs.ref], node_of[pairs.hyp], pairs.p
    sides = np.zeros(len(word), np.uint8)
    sides[ref] |= REF
    sides[hyp] |= HYP
    progress("sorting pairs", 0, 1)
    order = np.lexsort((hyp, ref))
    ref, hyp, p = ref[order], hyp[order], p[order]
    if distinct:
        first = np.flatnonzero(np.append(True, (ref[1:] != ref[:-1]) | (hyp[1:] != hyp[:-1])))
        ref, hyp, p = ref[first], hyp[first], np.maximum.reduceat(p, first)
    word_bytes, word_start = pack_words(words)
    arrays: dict[str, NDArray[Any]] = {
        "word_bytes": word_bytes,
        "word_start": word_start,
        "first_child": _starts(parent[1:], len(word), 1),
        "word": word,
        "parent": parent,
        "sides": sides,
        "pair_start": _starts(ref, len(word), 0),
        "pair_hyp": hyp,
        "pair_p": p,
    }
    sizes = {
        "pairs": len(p),
        "ref_phrases": int(np.count_nonzero(sides & REF)),
        "hyp_phrases": int(np.count_nonzero(sides & HYP)),
        "words": len(words),
        "nodes": len(word),
        "longest": int(phrases.lengths.max()),
    }
    progress("sorting pairs", 1, 1)
    return arrays, sizes


def _trie(
    words: NDArray[np.int32], lengths: NDArray[np.int32], progress: Progress
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Returns the parent and word of every node, and the last node of each phrase."""
    starts = np.cumsum(lengths, dtype=np.int64) - lengths
    node_of = np.zeros(len(lengths), np.int32)
    parents, edges = [np.array([-1], np.int32)], [np.array([-1], np.int32)]
    nodes, depth, longest = 1, 0, int(lengths.max())
    alive = np.arange(len(lengths), dtype=np.int32)
    while alive.size:
        progress("numbering phrases", depth, longest)
        keys = (node_of[alive].astype(np.int64) << 32) | words[starts[alive] + depth]
        distinct, place = np.unique(keys, return_inverse=True)
        parents.append((distinct >> 32).astype(np.int32))
        edges.append((distinct & 0xFFFFFFFF).astype(np.int32))
        node_of[alive] = nodes + place
        nodes, depth = nodes + len(distinct), depth + 1
        alive = alive[lengths[alive] > depth]
    return np.concatenate(parents), np.concatenate(edges), node_of


def _starts(owners: NDArray[np.int32], count: int, first: int) -> NDArray[np.int32]:
    """Returns where the items of each owner begin, for items grouped by owner; the first item has number `first`."""
    starts = np.full(count + 1, first, np.int32)
    starts[1:] += np.cumsum(np.bincount(owners, minlength=count), dtype=np.int32)
    return starts
