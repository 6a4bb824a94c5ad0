"""How fast the words of two sentences are linked, from strings, on one thread, with what is known of words in caches.

The sentences are of this file; in each pair a few words differ."""

from collections.abc import Iterator
from itertools import product

from figures import Figure, best_seconds
from perpend.alignment.linking import link
from perpend.text.sentence import Sentence

__all__ = ["run"]

TARGET = ">= 8,000"
_WHO = ("A man in a red coat", "The old sailor", "Two children", "Some of the musicians", "The young woman")
_DOES = ("is slicing an onion", "played the guitar", "watch the small boats", "bought 12 fresh eggs", "repaired a bike")
_WHERE = ("on a wooden bench near the harbour .", "in front of the crowd .", "while it was raining , they said .")


def run() -> Iterator[Figure]:
    """A thousand pairs of 10 to 15 tokens."""
    texts = [" ".join(parts) for parts in product(_WHO, _DOES, _WHERE)]
    pairs = [(texts[k % len(texts)], texts[k * 7 % len(texts)]) for k in range(1000)]

    def all_pairs() -> None:
        for one, other in pairs:
            link(Sentence.of(one, "penn"), Sentence.of(other, "penn"))

    all_pairs()
    yield Figure("links of words, from strings", len(pairs) / best_seconds(all_pairs), "pairs/s", TARGET)
