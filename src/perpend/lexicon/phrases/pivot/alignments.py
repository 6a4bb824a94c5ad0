"""Word alignments: which word of one side translates which word of the other.

In Pharaoh format a line is a sentence pair, and `i-j` links word i of the source to word j of the target, both counted
from 0:

    la casa verde                       0-0 1-2 2-1
    the green house

A program aligns in one direction, so that a word of one side has at most one link. `grow_diag_final_and` combines the
two directions (Koehn, Och and Marcu 2003; Koehn 2010, section 4.5.3):

    intersection    the links that both directions have
    grow-diag       add links of either direction that are next to an existing one, also diagonally, and cover a new
                    word; repeat until none is added
    final-and       add the remaining links of the first direction, then of the second, whose words both have no link

Each round of grow-diag visits the links that exist at its beginning, in order, and their neighbours in a fixed order,
so the same links always give the same alignment.

    >>> sorted(grow_diag_final_and({(0, 0), (1, 2)}, {(0, 0), (1, 2), (2, 1)}))
    [(0, 0), (1, 2), (2, 1)]
"""

import re
from array import array
from collections.abc import Iterable, Iterator, Set
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import TypeAlias

import numpy as np

from perpend.errors import FormatError
from perpend.files.lines import read_lines
from perpend.files.writing import atomic_write
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.types import Progress

__all__ = [
    "Link",
    "grow_diag_final_and",
    "parse_links",
    "read_alignments",
    "symmetrised",
    "write_links",
    "write_pharaoh",
]

Link: TypeAlias = tuple[int, int]

_LINE = re.compile(r"\s*(?:\d{1,9}-\d{1,9}(?:\s+|\Z))*", re.ASCII)
_LINK, _BLANKS = re.compile(r"\d{1,9}-\d{1,9}", re.ASCII), re.compile(r"\s+", re.ASCII)
_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
_BLOCK = 1 << 16


def parse_links(line: str) -> list[Link]:
    """Returns the links of one `line` in Pharaoh format; raises ValueError if it has another format.

    >>> parse_links("0-0 1-2")
    [(0, 0), (1, 2)]
    """
    if not _LINE.fullmatch(line):
        wrong = next(word for word in _BLANKS.split(line) if word and not _LINK.fullmatch(word))
        raise ValueError(f"{wrong[:40]!r} is not a link: i-j is needed, two word numbers counted from 0")
    numbers = list(map(int, line.replace("-", " ").split()))
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def read_alignments(path: Path, lengths: Iterable[Link]) -> Iterator[list[Link]]:
    """Yields the links of each line of the file at `path`.

    `lengths` are the numbers of words of the source and the target in each sentence pair, which links are checked
    against.
    """
    count = 0
    for number, (line, size) in enumerate(zip_longest(read_lines(path, "a file of alignments"), lengths), 1):
        if line is None:
            raise FormatError(
                path, None, f"it ends after {count:,} lines, but the bitext goes on: one line a pair is needed"
            )
        if size is None:
            raise FormatError(path, number, f"the bitext has {count:,} lines only: one line a pair is needed")
        count = number
        try:
            links = parse_links(line)
        except ValueError as error:
            raise FormatError(path, number, str(error)) from None
        for i, j in links:
            if i >= size[0] or j >= size[1]:
                raise FormatError(
                    path, number, f"the link {i}-{j} is out of range: the sentences have {size[0]} and {size[1]} words"
                )
        yield links


def grow_diag_final_and(forward: Set[Link], backward: Set[Link]) -> set[Link]:
    """Returns one alignment from the links of the two directions, `forward` and `backward`."""
    links = set(forward & backward)
    union = forward | backward
    rows, columns = {i for i, _ in links}, {j for _, j in links}

    def add(link: Link) -> None:
        links.add(link)
        rows.add(link[0])
        columns.add(link[1])

    grown = 0 if len(links) < len(union) else len(links)
    while grown < len(links):
        grown = len(links)
        for i, j in sorted(links):
            for down, right in _NEIGHBOURS:
                link = (i + down, j + right)
                if link in union and link not in links and (link[0] not in rows or link[1] not in columns):
                    add(link)
    for direction in (forward, backward):
        for link in sorted(direction - links):
            if link[0] not in rows and link[1] not in columns:
                add(link)
    return links


def symmetrised(forward: Iterable[list[Link]], backward: Iterable[list[Link]]) -> Iterator[list[Link]]:
    """Yields the combined alignment of each sentence pair, from its `forward` and `backward` links."""
    for one, other in zip(forward, backward, strict=True):
        yield sorted(grow_diag_final_and(set(one), set(other)))


def write_links(journal: Journal, alignments: Iterable[Iterable[Link]], total: int, progress: Progress) -> None:
    """Runs the step "links" of `journal`: the columns links, each i * 65,536 + j, and link.starts of sentence pairs.

    `alignments` are the links of each of `total` sentence pairs; calls `progress` with their number.
    """
    starts, buffer = array("q", [0]), array("I")
    with atomic_write(journal.path("links")) as file:
        for number, links in enumerate(alignments):
            packed = [i << 16 | j for i, j in links]
            buffer.extend(packed)
            starts.append(starts[-1] + len(packed))
            if len(buffer) >= _BLOCK:
                file.write(buffer.tobytes())
                buffer = array("I")
                progress("joining alignments", number, total)
        file.write(buffer.tobytes())
    with atomic_write(journal.path("link.starts")) as file:
        file.write(starts.tobytes())
    journal.finish("links", {"links": np.uint32, "link.starts": np.int64}, {"links": starts[-1]})


def write_pharaoh(journal: Journal, path: Path) -> None:
    """Writes the links of `journal` to the file `path` in Pharaoh format, to be used again."""
    links, starts = journal.column("links"), journal.column("link.starts")
    with atomic_write(path) as file:
        for first in range(0, len(starts) - 1, _BLOCK):
            bounds = starts[first : first + _BLOCK + 1].tolist()
            words = [f"{link >> 16}-{link & 0xFFFF}" for link in links[bounds[0] : bounds[-1]].tolist()]
            places = [bound - bounds[0] for bound in bounds]
            lines = (" ".join(words[start:end]) for start, end in pairwise(places))
            file.write("".join(f"{line}\n" for line in lines).encode("ascii"))
