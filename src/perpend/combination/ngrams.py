"""N-grams of texts as arrays: which systems have them, and how many match a reference.

    text   7 3 9       orders 1 to 4:   7  3  9   |   7 3   3 9   |   7 3 9   |

A text is a tuple of word numbers. An n-gram of up to four words is packed into one integer (`search.ngram_key`), so
that many texts are counted at once in arrays. No word has the number 0, so n-grams of different orders have different
keys.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perpend.combination.segment import Segment

__all__ = ["Agreement", "Ngrams", "ORDERS", "agreement_of", "match_counts", "ngrams_of", "overlaps"]

ORDERS = 4
"""The highest order of n-grams that is counted."""


class Ngrams(NamedTuple):
    """All n-grams of some texts, by order and then by text: the key, the order, and the index of the text of each."""

    keys: NDArray[np.uint64]
    orders: NDArray[np.int64]
    owners: NDArray[np.int64]


def ngrams_of(texts: Sequence[Sequence[int]]) -> Ngrams:
    """Returns the n-grams of one to four words of each of `texts`."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    flat = np.fromiter((word for text in texts for word in text), np.uint64, int(lengths.sum()))
    owner = np.repeat(np.arange(len(texts)), lengths)
    place = np.arange(len(flat)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    keys, orders, owners = [], [], []
    key = np.zeros(len(flat), np.uint64)
    for order in range(1, ORDERS + 1):
        # The key of the n-gram that ends here is the key of the one before, shifted, plus this word.
        key = (np.concatenate([[np.uint64(0)], key[:-1]]) << np.uint64(16)) + flat if order > 1 else flat
        whole = place >= order - 1
        keys.append(key[whole])
        owners.append(owner[whole])
        orders.append(np.full(len(keys[-1]), order))
    return Ngrams(np.concatenate(keys), np.concatenate(orders), np.concatenate(owners))


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """The n-grams of a segment's texts, sorted by key, and the share of each system's candidates that have them."""

    keys: NDArray[np.uint64]
    orders: NDArray[np.int64]
    shares: NDArray[np.float64]

    def scores(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns the score of each n-gram: the sum of `weights[order - 1, system]` over the systems that have it."""
        return np.asarray((self.shares * weights[self.orders - 1]).sum(axis=1))

    def counts(self, texts: Sequence[Sequence[int]]) -> NDArray[np.float64]:
        """Returns a row for each of `texts`: for each order and system, how many of its n-grams the system has."""
        found = ngrams_of(texts)
        place = np.minimum(np.searchsorted(self.keys, found.keys), len(self.keys) - 1)
        known = self.keys[place] == found.keys if len(self.keys) else np.zeros(0, bool)
        counts = np.zeros((ORDERS * len(texts), self.shares.shape[1]))
        if known.any():
            cell = ((found.orders - 1) * len(texts) + found.owners)[known]
            starts = np.flatnonzero(np.concatenate([[True], cell[1:] != cell[:-1]]))
            counts[cell[starts]] = np.add.reduceat(self.shares[place[known]], starts, axis=0)
        return np.asarray(counts.reshape(ORDERS, len(texts), -1).transpose(1, 0, 2).reshape(len(texts), -1))


def agreement_of(segment: Segment) -> Agreement:
    """Returns which systems of `segment` have which n-grams."""
    found = ngrams_of(segment.texts)
    keys, first, which = np.unique(found.keys, return_index=True, return_inverse=True)
    has = np.zeros((len(keys), len(segment.texts)), bool)
    has[which, found.owners] = True
    return Agreement(keys, found.orders[first], has @ segment.shares)


def match_counts(texts: Sequence[Sequence[int]], references: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """Returns BLEU's counts of each of `texts`: matches of four orders, n-grams of four orders, the reference length.

    With several `references`, matches are clipped at the highest count in one of them, and the length is that of the
    reference nearest in length, the shorter of two.
    """
    found = ngrams_of(texts)
    limit_keys, limits = _limits(references)
    rows = np.zeros((len(texts), 2 * ORDERS + 1))
    cells = found.owners * ORDERS + found.orders - 1
    rows[:, ORDERS : 2 * ORDERS] = np.bincount(cells, minlength=len(texts) * ORDERS).reshape(-1, ORDERS)
    if len(limit_keys):
        place = np.minimum(np.searchsorted(limit_keys, found.keys), len(limit_keys) - 1)
        known = limit_keys[place] == found.keys
        cells, counts = np.unique(found.owners[known] * len(limit_keys) + place[known], return_counts=True)
        which = cells % len(limit_keys)
        matches = cells // len(limit_keys) * ORDERS + _orders_of(limit_keys[which]) - 1
        found_matches = np.bincount(matches, np.minimum(counts, limits[which]), len(texts) * ORDERS)
        rows[:, :ORDERS] = found_matches.reshape(-1, ORDERS)
    rows[:, -1] = _nearest_lengths(found.owners, found.orders, len(texts), references)
    return rows


def _nearest_lengths(
    owners: NDArray[np.int64], orders: NDArray[np.int64], texts: int, references: Sequence[Sequence[int]]
) -> NDArray[np.float64]:
    lengths = np.bincount(owners[orders == 1], minlength=texts)
    choices = np.array(sorted(len(reference) for reference in references))
    return np.asarray(choices[np.argmin(np.abs(choices[None, :] - lengths[:, None]), axis=1)], np.float64)


def _limits(references: Sequence[Sequence[int]]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Returns each n-gram of the references and its highest count in one of them."""
    found = ngrams_of(references)
    pairs, counts = np.unique(np.stack([found.keys, found.owners.astype(np.uint64)]), axis=1, return_counts=True)
    keys, which = np.unique(pairs[0], return_inverse=True)
    limits = np.zeros(len(keys), np.int64)
    np.maximum.at(limits, which, counts)
    return keys, limits


def _orders_of(keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    shifts = np.arange(16, 16 * ORDERS, 16, dtype=np.uint64)
    return np.asarray(1 + (keys[:, None] >> shifts > 0).sum(axis=1), np.int64)


def overlaps(texts: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """Returns how many n-grams each two of `texts` share: `[order - 1, text, text]`, by the smaller count of both."""
    found = ngrams_of(texts)
    keys, which = np.unique(found.keys, return_inverse=True)
    counts = np.bincount(found.owners * len(keys) + which, minlength=len(texts) * len(keys))
    counts = counts.reshape(len(texts), len(keys))
    shared = np.zeros((ORDERS, len(texts), len(texts)))
    orders = _orders_of(keys)
    # min(a, b) is the number of levels that both counts reach.
    for level in range(1, int(counts.max(initial=0)) + 1):
        reached = (counts >= level).astype(np.float64)
        for order in range(1, ORDERS + 1):
            part = reached[:, orders == order]
            shared[order - 1] += part @ part.T
    return shared
