"""A table of paraphrases on disk -> which of them stand in a pair of texts.

    PhraseTable.open("pivot.phrases")
        .lookup("take place")             what may a hypothesis say for it?  [(("start",), 0.4), ...]
        .matches(ref, hyp)                all pairs (A, B): A stands in ref, B in hyp
        .info(), .signature()             what it holds, and how scores cite it

    ref    elections  take place   early              ref start 1, length 2  \\
                      ----------   -----                                       one PhraseMatch each
    hyp    elections    start      at the beginning   hyp start 1, length 1  /

A is the REFERENCE side, B the HYPOTHESIS side, and use is one-directional. Words are compared as they are: neither
case nor spelling is changed. Files are made by `phrase_builder` and explained in `phrase_layout`; opening one reads its
header only, whatever its size.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perpend.files.arrays import ArrayFile
from perpend.files.word_numbers import WordNumbers
from perpend.lexicon.phrases._walk import Walker
from perpend.lexicon.phrases.layout import DIRECTION, KIND, MAX_WORDS, SCHEMA, VERSION
from perpend.lexicon.phrases.sources import words_of
from perpend.types import Int32

__all__ = ["Paraphrase", "PhraseMatch", "PhrasePair", "PhraseTable"]


class Paraphrase(NamedTuple):
    """The other side of a pair, and its probability."""

    words: tuple[str, ...]
    p: float


class PhrasePair(NamedTuple):
    """One entry of a table."""

    ref: tuple[str, ...]
    hyp: tuple[str, ...]
    p: float


class PhraseMatch(NamedTuple):
    """An entry whose A stands in the reference and whose B stands in the hypothesis."""

    ref_start: int
    ref_len: int
    hyp_start: int
    hyp_len: int
    p: float
    pair: int


class PhraseTable:
    """A memory-mapped table of paraphrases; make one with `PhraseTable.open`."""

    def __init__(self, file: ArrayFile) -> None:
        self._file = file
        self._arrays = {name: file[name] for name in SCHEMA}
        try:
            self.longest = min(int(file.meta["longest"]), MAX_WORDS)
            self.name = str(file.meta["name"])
        except (KeyError, TypeError, ValueError) as error:
            raise file.corrupt(f"does not say what it holds ({error})") from None
        arrays = self._arrays
        self._words = WordNumbers(arrays["word_bytes"], arrays["word_start"])
        self.walker = Walker(
            arrays["first_child"],
            arrays["word"],
            arrays["parent"],
            arrays["sides"],
            arrays["pair_start"],
            arrays["pair_hyp"],
            self.longest,
        )

    @classmethod
    def open(cls, path: Path | str) -> "PhraseTable":
        """Open a table that `perpend phrases build` made."""
        remedy = "make it with `perpend phrases build`"
        return cls(ArrayFile(path, kind=KIND, version=VERSION, schema=SCHEMA, remedy=remedy))

    def __len__(self) -> int:
        return len(self.pair_p)

    @property
    def word_count(self) -> int:
        """How many different words the phrases of the table have."""
        return len(self._arrays["word_start"]) - 1

    @property
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """All arrays of the file, as `phrase_layout` describes them."""
        return self._arrays

    @property
    def pair_p(self) -> NDArray[np.float64]:
        """The probability of every pair."""
        return self._arrays["pair_p"]

    def info(self) -> dict[str, Any]:
        """Counts, source and signature."""
        return {
            **self._file.meta,
            "path": str(self._file.path),
            "bytes": self._file.path.stat().st_size,
            "payload_sha256": self._file.payload_sha256,
            "signature": self.signature(),
        }

    def signature(self) -> str:
        """How a score names the table: its name, the start of its checksum, and its direction."""
        return f"phrases:{self.name}/{self._file.payload_sha256[:8]};{DIRECTION}"

    def verify(self) -> None:
        """Read the whole file and compare its checksum; raise CorruptResource when it differs."""
        self._file.verify()

    def lookup(self, phrase: str | Sequence[str]) -> list[Paraphrase]:
        """All B for this A, in TER-Plus's order: by number of words, then word by word."""
        found = self.entries(words_of(phrase) if isinstance(phrase, str) else phrase)
        part = slice(found.start, found.stop)
        hyps, ps = self._arrays["pair_hyp"][part].tolist(), self.pair_p[part].tolist()
        return [Paraphrase(self.phrase(hyp), p) for hyp, p in zip(hyps, ps, strict=True)]

    def entries(self, words: Sequence[str]) -> range:
        """The numbers of all entries whose reference side is these words."""
        node = self._node(words)
        start = self._arrays["pair_start"]
        return range(max(int(start[node]), 0), min(max(int(start[node + 1]), 0), len(self))) if node else range(0)

    def reverse(self, phrase: str | Sequence[str]) -> list[Paraphrase]:
        """All A for this B, by number of words, then word by word; it reads through the whole table."""
        node = self._node(phrase)
        pairs = np.flatnonzero(self._arrays["pair_hyp"] == node).tolist() if node else ()
        return [Paraphrase(self.pair(pair).ref, float(self.pair_p[pair])) for pair in pairs]

    def pair(self, index: int) -> PhrasePair:
        """The entry that has this number."""
        if not 0 <= index < len(self):
            raise IndexError(f"pair {index} of {len(self)}")
        # Of the array's own type: numpy would otherwise convert the whole array.
        ref = int(np.searchsorted(self._arrays["pair_start"], np.int32(index), "right")) - 1
        return PhrasePair(
            self.phrase(ref), self.phrase(int(self._arrays["pair_hyp"][index])), float(self.pair_p[index])
        )

    def phrase(self, node: int) -> tuple[str, ...]:
        """The words that lead to a node."""
        words: list[str] = []
        while node > 0 and len(words) <= MAX_WORDS:
            if node >= len(self._arrays["word"]):
                raise self._file.corrupt(f"points to node {node}, which it does not have")
            words.append(self._words.word(int(self._arrays["word"][node])))
            node = int(self._arrays["parent"][node])
        return tuple(reversed(words))

    def word(self, number: int) -> str:
        """The word that has this number."""
        return self._words.word(number)

    def number(self, word: str) -> int:
        """The number of one word, -1 if no phrase of the table has it."""
        return self._words[word]

    def numbers(self, tokens: Sequence[str]) -> Int32:
        """The word number of every token, -1 for a word that no phrase of the table has."""
        return self._words.numbers(tokens)

    def walk(self, tokens: Sequence[str]) -> list[tuple[int, int, int]]:
        """All complete phrases, of any side, that stand in the tokens: (start, length, node)."""
        return list(zip(*(column.tolist() for column in self.walk_ids(self.numbers(tokens))), strict=True))

    def walk_ids(self, numbers: Int32) -> tuple[Int32, Int32, Int32]:
        """The same for word numbers, as three arrays."""
        return self.walker.walk(numbers)

    def matches(self, ref: Sequence[str], hyp: Sequence[str]) -> list[PhraseMatch]:
        """All pairs that join the two texts, by reference start, hypothesis start, then in TER-Plus's order."""
        *places, pairs = (column.tolist() for column in self.matches_of(self.numbers(ref), self.numbers(hyp)))
        return list(map(PhraseMatch, *places, self.pair_p[pairs].tolist(), pairs))

    def matches_of(self, ref: Int32, hyp: Int32) -> tuple[Int32, Int32, Int32, Int32, Int32]:
        """The same for word numbers, as arrays: ref start, ref length, hyp start, hyp length, pair."""
        return self.walker.matches(ref, hyp)

    def _node(self, phrase: str | Sequence[str]) -> int:
        node = 0
        for number in self.numbers(words_of(phrase) if isinstance(phrase, str) else phrase).tolist():
            node = self.walker.child(node, number)
            if node < 0:
                return 0
        return node
