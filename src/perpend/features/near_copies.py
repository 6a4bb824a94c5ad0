"""How much of two texts is the same: what tells a near-copy from two texts that have some words in common.

    linked_share(links, opposites)  ->  0.75

Word order, the reach of a negation and the roles of words tell something about two texts that say nearly the same.
Where most words differ, that the others stand elsewhere means nothing."""

from collections.abc import Mapping

from perpend.alignment.linking.links import Links

__all__ = ["ALIKE", "linked_share", "strong_links"]

ALIKE = 0.6
"""The least share of content words with strong links for the roles of words to be compared."""

_STRONG = 0.75
"""Cells at least so similar are of words that say the same."""


def strong_links(links: Links, opposites: Mapping[int, int]) -> dict[int, int]:
    """Returns the links of words that say the same or the opposite, a token of text 1 -> a token of text 2.

    :param links: the links of two texts.
    :param opposites: opposite words, a token of text 1 -> a token of text 2.
    """
    found = {row: column for row, column in links.anchors.items() if links.alike[row, column] >= _STRONG}
    found.update(opposites)
    return found


def linked_share(links: Links, strong: Mapping[int, int]) -> float:
    """Returns the share of the content words of the text with more of them that have strong links.

    :param links: the links of two texts.
    :param strong: those that `strong_links` returns.
    """
    content1, content2 = links.words1.content, links.words2.content
    linked = sum(1 for row, column in strong.items() if content1[row] and content2[column])
    most = max(int(content1.sum()), int(content2.sum()))
    return linked / most if most else 1.0
