"""Aligns the texts of a segment with its backbone, to build word networks.

    backbone   the vote will take place        ->  Links(words=(the vote will start), steps=(M M M P))
    text       will start the vote                 the words after the shifts, then the edits

The backbone is the reference and fixes the order; shifts act on the other texts (section 2.1 of the paper).
"""

from collections.abc import Sequence
from typing import NamedTuple

from perpend.alignment.aligner import Aligner
from perpend.combination.segment import Segment

__all__ = ["Links", "link"]


class Links(NamedTuple):
    """A text's words after the shifts, and for each edit its `Op`, number of backbone words and number of own words."""

    words: tuple[int, ...]
    steps: tuple[tuple[int, int, int], ...]


def link(aligner: Aligner, segments: Sequence[Segment], backbones: Sequence[Sequence[int]]) -> list[list[list[Links]]]:
    """Returns for each of `segments` and each of its `backbones` the links of every text, the backbone's included.

    `aligner` aligns the texts.
    """
    hyps: list[tuple[str, ...]] = []
    refs: list[tuple[str, ...]] = []
    for segment, chosen in zip(segments, backbones, strict=True):
        keys = [segment.keys(text) for text in range(len(segment.texts))]
        for backbone in chosen:
            hyps += keys
            refs += [keys[backbone]] * len(keys)
    alignments = aligner.align_many(hyps, refs)
    place = 0
    found: list[list[list[Links]]] = []
    for segment, chosen in zip(segments, backbones, strict=True):
        found.append([])
        for _ in chosen:
            links = []
            for text in segment.texts:
                words = tuple(text[k] for k in alignments.order(place))
                links.append(Links(words, tuple((op, ref, hyp) for op, ref, hyp, _ in alignments.steps(place))))
                place += 1
            found[-1].append(links)
    return found
