"""The phrase lattice (section 4.2): a paraphrase, with the matches around it, is one arc across the network.

    backbone   the vote will take place at the beginning of next week .
    text       the vote will [start]    [early]             next week .        P and P, with E around them

A link that is a stem match (T), a synonym (Y) or a paraphrase (P), together with adjacent links that are exact matches
(E), T, Y or P, is one phrase if both sides are contiguous and at most 7 words long. In a longer run, each T, Y or P is
a phrase of its own with the E around it, added alternately on the left and on the right.

A phrase is an arc across all its slots. The backbone's words there are another arc, and so are those of other texts
with a phrase on the same slots. They mean the same, so they are *combined* into one arc with the votes of all. It has
the words of the arc with the most weight (the backbone's if equal); the others are stored with it. `Lattice.graph`
returns the lattice with combined arcs, or with some or all of them restored to separate arcs with their own votes, for
the two passes of decoding (section 4.3):

    first pass    all arcs combined: synonyms vote together
    second pass   the combined arcs of the best path restored: now they compete, each with its own votes

Words outside of phrases, and all words of the backbone, also have arcs of single slots, as in the word network. Every
text, after its shifts, is a path through the lattice with all arcs restored.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perpend.alignment.problem import Op
from perpend.combination.graph import Graph, graph_of_arcs
from perpend.combination.links import Links
from perpend.combination.network import WordNetwork
from perpend.types import Doubles

__all__ = ["Combined", "LONGEST_PHRASE", "Lattice", "Phrase", "phrase_lattice", "phrases_of"]

LONGEST_PHRASE = 7
"""The most words of a phrase on either side."""

_ALIKE = (Op.STEM, Op.SYNONYM, Op.PHRASE)


class Phrase(NamedTuple):
    """Half-open ranges of the backbone's words and of a text's words, after its shifts, that mean the same."""

    ref: tuple[int, int]
    hyp: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Combined:
    """Arcs across the slots `start` to `end` that were combined: (words, texts with them), the backbone's first."""

    start: int
    end: int
    choices: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


@dataclass(frozen=True, eq=False)
class Lattice:
    """A word network with its combined arcs; `inside[text, slot]` is whether the slot is in a phrase of the text."""

    network: WordNetwork
    combined: tuple[Combined, ...]
    inside: NDArray[np.bool_]

    def graph(
        self, shares: Doubles, confidences: Doubles, restored: Collection[int] | None = ()
    ) -> tuple[Graph, NDArray[np.int32]]:
        """Returns the graph, and for each of its arcs the index of its combined arc, or -1.

        :param shares: the votes `[text, system]`.
        :param confidences: the weights of the systems.
        :param restored: the indices of combined arcs that are split up again; None for all.
        """
        arcs = [*self._word_arcs(shares)]
        for number, arc in enumerate(self.combined):
            arcs += _choices(arc, shares, confidences, number, restored is None or number in restored)
        arcs.sort(key=lambda arc: (arc[0], arc[1], arc[2]))
        graph = graph_of_arcs(self.network.slots + 1, [arc[:5] for arc in arcs], shares.shape[1])
        # The graph of a network without slots has one null arc, which is not in `arcs`.
        return graph, np.array([arc[5] for arc in arcs] or [-1], np.int32)

    def _word_arcs(self, shares: Doubles) -> Iterator["_Arc"]:
        table, backbone = self.network.table, self.network.backbone
        replaced = {(arc.start, words) for arc in self.combined if arc.end == arc.start + 1 for words, _ in arc.choices}
        for slot in range(self.network.slots):
            speakers: dict[int, list[int]] = {}
            for text in np.flatnonzero(~self.inside[:, slot]).tolist():
                speakers.setdefault(int(table[text, slot]), []).append(text)
            for word, texts in speakers.items():
                words = (word,) if word else ()
                if (slot, words) not in replaced:
                    yield slot, slot + 1, words, shares[texts].sum(axis=0), float(backbone in texts), -1


_Arc = tuple[int, int, tuple[int, ...], Doubles, float, int]


def _choices(arc: Combined, shares: Doubles, confidences: Doubles, number: int, restored: bool) -> Iterable[_Arc]:
    votes = [shares[list(texts)].sum(axis=0) for _, texts in arc.choices]
    if restored:
        for place, (words, _) in enumerate(arc.choices):
            yield arc.start, arc.end, words, votes[place], float(place == 0), number
        return
    # argmax takes the first of equals, and the first choice is the backbone's.
    heaviest = int(np.argmax([vote @ confidences for vote in votes]))
    yield arc.start, arc.end, arc.choices[heaviest][0], np.sum(votes, axis=0), 1.0, number


def phrase_lattice(network: WordNetwork, links: Sequence[Links]) -> Lattice:
    """Returns the lattice of `network`, given the `links` that it was made from."""
    inside = np.zeros(network.table.shape, np.bool_)
    speakers: dict[tuple[int, int], list[int]] = {}
    for text, linked in enumerate(links):
        for phrase in phrases_of(linked):
            start, end = network.slot_of[phrase.ref[0]], network.slot_of[phrase.ref[1] - 1] + 1
            # The last words of a paraphrase that is longer than the backbone's may be after these slots.
            if _words(network, text, start, end) == linked.words[slice(*phrase.hyp)]:
                inside[text, start:end] = True
                speakers.setdefault((start, end), []).append(text)
    combined = tuple(_combined(network, texts, *span) for span, texts in sorted(speakers.items()))
    return Lattice(network, combined, inside)


def phrases_of(linked: Links) -> list[Phrase]:
    """Returns the phrases (see above) of the text with the links `linked`, from left to right."""
    found: list[Phrase] = []
    for run in _runs(linked):
        free, whole = 0, _fits(run, 0, len(run) - 1)
        for place, (op, _, _) in enumerate(run):
            if op in _ALIKE and place >= free and _fits(run, place, place):
                first, last = (0, len(run) - 1) if whole else _extended(run, place, free)
                found.append(Phrase((run[first][1][0], run[last][1][1]), (run[first][2][0], run[last][2][1])))
                free = last + 1
    return found


_Link = tuple[int, tuple[int, int], tuple[int, int]]


def _runs(linked: Links) -> Iterator[list[_Link]]:
    """Yields maximal runs of E, T, Y and P links, with their ranges on both sides."""
    run: list[_Link] = []
    ref = hyp = 0
    for op, ref_length, hyp_length in linked.steps:
        if op == Op.MATCH or op in _ALIKE:
            run.append((op, (ref, ref + ref_length), (hyp, hyp + hyp_length)))
        elif run:
            yield run
            run = []
        ref, hyp = ref + ref_length, hyp + hyp_length
    if run:
        yield run


def _extended(run: Sequence[_Link], place: int, free: int) -> tuple[int, int]:
    """Returns the first and last link of the phrase around `place`, extended by matches on both sides in turn."""
    first = last = place
    while True:
        before = first, last
        if first > free and run[first - 1][0] == Op.MATCH and _fits(run, first - 1, last):
            first -= 1
        if last + 1 < len(run) and run[last + 1][0] == Op.MATCH and _fits(run, first, last + 1):
            last += 1
        if before == (first, last):
            return first, last


def _fits(run: Sequence[_Link], first: int, last: int) -> bool:
    ref, hyp = (run[last][1][1] - run[first][1][0], run[last][2][1] - run[first][2][0])
    return ref <= LONGEST_PHRASE and hyp <= LONGEST_PHRASE


def _words(network: WordNetwork, text: int, start: int, end: int) -> tuple[int, ...]:
    row = network.table[text, start:end]
    return tuple(row[row > 0].tolist())


def _combined(network: WordNetwork, speakers: Sequence[int], start: int, end: int) -> Combined:
    """Combines the backbone's words across these slots with those of `speakers`, and finds all texts with them."""
    said = [_words(network, text, start, end) for text in range(len(network.table))]
    choices: dict[tuple[int, ...], list[int]] = {said[text]: [] for text in (network.backbone, *speakers)}
    for text, words in enumerate(said):
        if words in choices:
            choices[words].append(text)
    return Combined(start, end, tuple((words, tuple(texts)) for words, texts in choices.items()))
