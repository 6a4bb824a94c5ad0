"""From a segment to its search space: backbones by their risk, then networks or a lattice over them.

losses -> risks -> the least risk: the backbone                    mbr (nothing is searched), network, two-pass
                -> the 8 least risks: backbones, side by side      extended
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.alignment.aligner import Aligner
from perpend.combination.backbone import MANY, bleu_losses, choose_bounded, edit_losses, edit_losses_of, risks
from perpend.combination.features import Space
from perpend.combination.graph import graph_of_network, joined
from perpend.combination.lattice import Lattice, phrase_lattice
from perpend.combination.links import link
from perpend.combination.network import WordNetwork, word_network
from perpend.combination.segment import Segment
from perpend.combination.weights import Weights
from perpend.types import Doubles

__all__ = ["Backbones", "Searched", "backbones_of", "searched"]


@dataclass(frozen=True, slots=True, eq=False)
class Backbones:
    """The indices of the texts that are the backbones of a segment, the least risk first, and their risks."""

    texts: tuple[int, ...]
    risks: Doubles


@dataclass(frozen=True, slots=True, eq=False)
class Searched:
    """The networks of a segment, its lattice if the method has one, and the space that is searched first.

    `combined` has for each arc of that space the index of the combined arc of the lattice, or -1.
    """

    networks: tuple[WordNetwork, ...]
    lattice: Lattice | None
    space: Space
    combined: NDArray[np.int32]

    def restored(self, segment: Segment, confidences: Doubles, path: Sequence[int]) -> Space:
        """Returns the space of the second pass, in which the combined arcs of `path` are separate again.

        `segment` is that of the space, and `confidences` are those of the systems.
        """
        if self.lattice is None:
            return self.space
        chosen = {int(number) for number in self.combined[list(path)] if number >= 0}
        graph, _ = self.lattice.graph(segment.shares, confidences, chosen)
        return Space(graph, self.space.risks, self.space.backbone_shares)


def backbones_of(
    aligner: Aligner, segments: Sequence[Segment], weights: Weights, losses: Sequence[Doubles] | None = None
) -> list[Backbones]:
    """Returns the backbones of each of `segments` under `weights`.

    `aligner` aligns the texts; `losses` are the `edit_losses` of the segments, if known.
    """
    small = [len(segment.texts) <= MANY for segment in segments]
    if losses is None:
        known = iter(edit_losses(aligner, [segment for segment, few in zip(segments, small, strict=True) if few]))
    else:
        known = iter(loss for loss, few in zip(losses, small, strict=True) if few)
    found = []
    for segment, few in zip(segments, small, strict=True):
        of_texts = segment.weights_of_texts(weights.confidences)
        if few:
            risk = risks(next(known), of_texts)
            best = np.argsort(risk, kind="stable")[: weights.backbones]
            found.append(Backbones(tuple(best.tolist()), risk[best]))
        else:
            found.append(_of_many(aligner, segment, of_texts, weights.backbones))
    return found


def _of_many(aligner: Aligner, segment: Segment, of_texts: Doubles, count: int) -> Backbones:
    """Finds one backbone by bounds; several are those of least risk among the MANY best by BLEU, which is fast."""
    if count == 1:
        text = choose_bounded(aligner, segment, of_texts)
        return Backbones((text,), edit_losses_of(aligner, segment, [text]) @ of_texts)
    listed = np.sort(np.argsort(risks(bleu_losses(segment), of_texts), kind="stable")[:MANY])
    risk = risks(edit_losses_of(aligner, segment, listed.tolist()), of_texts)
    best = np.argsort(risk, kind="stable")[:count]
    return Backbones(tuple(listed[best].tolist()), risk[best])


def searched(
    aligner: Aligner, segments: Sequence[Segment], weights: Weights, backbones: Sequence[Backbones]
) -> list[Searched]:
    """Returns the search space of each of `segments` over its `backbones`, for the method of `weights`.

    `aligner` aligns the texts with the backbones.
    """
    linked = link(aligner, segments, [chosen.texts for chosen in backbones])
    found = []
    for segment, chosen, all_links in zip(segments, backbones, linked, strict=True):
        networks = [word_network(text, links) for text, links in zip(chosen.texts, all_links, strict=True)]
        lattice = phrase_lattice(networks[0], all_links[0]) if weights.method == "two-pass" else None
        if lattice:
            graph, combined = lattice.graph(segment.shares, weights.confidences)
        else:
            graph = joined([graph_of_network(network, segment.shares) for network in networks])
            combined = np.full(len(graph.tail), -1, np.int32)
        space = Space(graph, chosen.risks, segment.shares[list(chosen.texts)])
        found.append(Searched(tuple(networks), lattice, space, combined))
    return found
