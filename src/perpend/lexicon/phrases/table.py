"""A table of paraphrases in a file -> those that occur in a pair of texts.

    PhraseTable.open("pivot.phrases")
        .lookup("take place")             its paraphrases in a hypothesis: [(("start",), 0.4), ...]
        .matches(ref, hyp)                all pairs (A, B) with A in ref and B in hyp
        .info(), .signature()             its metadata, and its name in signatures

    ref    elections  take place   early              ref start 1, length 2  \\
                      ----------   -----                                       one PhraseMatch each
    hyp    elections    start      at the beginning   hyp start 1, length 1  /

A is the REFERENCE side, B the HYPOTHESIS side; pairs are one-directional. Words are compared without changing case or
spelling. Files are made by `builder` and described in `layout`; opening one reads its header only, whatever its size.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perpend.arguments import path_of, shown, text_of, texts_of, whole_number, wrong_type
from perpend.errors import InputError
from perpend.files.arrays import ArrayFile
from perpend.files.word_numbers import WordNumbers
from perpend.lexicon.phrases._walk import Walker
from perpend.lexicon.phrases.layout import DIRECTION, KIND, MAX_WORDS, SCHEMA, VERSION
from perpend.lexicon.phrases.sources import words_of
from perpend.types import Int32

__all__ = ["Paraphrase", "PhraseMatch", "PhrasePair", "PhraseTable"]


class Paraphrase(NamedTuple):
    """The `words` of the other side of a pair, and the probability `p` of the pair."""

    words: tuple[str, ...]
    p: float


class PhrasePair(NamedTuple):
    """One entry of a table: the words of `ref` and `hyp`, and the probability `p`."""

    ref: tuple[str, ...]
    hyp: tuple[str, ...]
    p: float


class PhraseMatch(NamedTuple):
    """An entry whose A occurs in the reference and whose B occurs in the hypothesis.

    `ref_start`, `ref_len`, `hyp_start` and `hyp_len` give the places, `p` the probability, `pair` the number of the
    entry.
    """

    ref_start: int
    ref_len: int
    hyp_start: int
    hyp_len: int
    p: float
    pair: int


class PhraseTable:
    """A memory-mapped table of paraphrases in `file`; use `PhraseTable.open`."""

    def __init__(self, file: ArrayFile) -> None:
        self._file = file
        self._arrays = {name: file[name] for name in SCHEMA}
        self.longest = file.fields.integer("longest", least=0, most=MAX_WORDS)
        self.name = file.fields.text("name")
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
        """Opens the table at `path`, made by `perpend phrases build`."""
        remedy = "make it with `perpend phrases build`"
        path = path_of(path, "a phrase table")
        return cls(ArrayFile(path, kind=KIND, version=VERSION, schema=SCHEMA, remedy=remedy))

    def __len__(self) -> int:
        return len(self.pair_p)

    @property
    def word_count(self) -> int:
        """The number of different words in the phrases of the table."""
        return len(self._arrays["word_start"]) - 1

    @property
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """All arrays of the file, described in `layout`."""
        return self._arrays

    @property
    def pair_p(self) -> NDArray[np.float64]:
        """The probability of every pair."""
        return self._arrays["pair_p"]

    def info(self) -> dict[str, Any]:
        """Returns the counts, source, signature and other metadata."""
        return {
            **self._file.meta,
            "path": str(self._file.path),
            "bytes": self._file.path.stat().st_size,
            "payload_sha256": self._file.payload_sha256,
            "signature": self.signature(),
        }

    def signature(self) -> str:
        """Returns the name of the table, the first 8 hex digits of its checksum, and its direction."""
        return f"phrases:{self.name}/{self._file.payload_sha256[:8]};{DIRECTION}"

    def verify(self) -> None:
        """Reads the whole file; raises CorruptResource if its checksum is wrong."""
        self._file.verify()

    def lookup(self, phrase: str | Sequence[str]) -> list[Paraphrase]:
        """Returns all B for the A `phrase`, in TER-Plus's order: by number of words, then word by word."""
        found = self.entries(words_of(phrase) if isinstance(phrase, str) else texts_of(phrase, "the words of a phrase"))
        part = slice(found.start, found.stop)
        hyps, ps = self._arrays["pair_hyp"][part].tolist(), self.pair_p[part].tolist()
        return [Paraphrase(self.phrase(hyp), p) for hyp, p in zip(hyps, ps, strict=True)]

    def entries(self, words: Sequence[str]) -> range:
        """Returns the numbers of all entries whose reference side is `words`."""
        node = self._node(words)
        start = self._arrays["pair_start"]
        return range(max(int(start[node]), 0), min(max(int(start[node + 1]), 0), len(self))) if node else range(0)

    def reverse(self, phrase: str | Sequence[str]) -> list[Paraphrase]:
        """Returns all A for the B `phrase`, by number of words, then word by word; scans the whole table."""
        node = self._node(phrase)
        pairs = np.flatnonzero(self._arrays["pair_hyp"] == node).tolist() if node else ()
        return [Paraphrase(self.pair(pair).ref, float(self.pair_p[pair])) for pair in pairs]

    def pair(self, index: int) -> PhrasePair:
        """Returns the entry with the number `index`."""
        if not 0 <= whole_number(index, "the number of an entry") < len(self):
            raise InputError(f"entry {shown(index)} of a table of {len(self):,}: they are numbered from 0")
        # With another dtype numpy would convert the whole array.
        ref = int(np.searchsorted(self._arrays["pair_start"], np.int32(index), "right")) - 1
        return PhrasePair(
            self.phrase(ref), self.phrase(int(self._arrays["pair_hyp"][index])), float(self.pair_p[index])
        )

    def phrase(self, node: int) -> tuple[str, ...]:
        """Returns the words that lead to `node`."""
        words: list[str] = []
        node = whole_number(node, "a node")
        while node > 0 and len(words) <= MAX_WORDS:
            if node >= len(self._arrays["word"]):
                raise self._file.corrupt(f"points to node {node}, which it does not have")
            words.append(self._words.word(int(self._arrays["word"][node])))
            node = int(self._arrays["parent"][node])
        return tuple(reversed(words))

    def word(self, number: int) -> str:
        """Returns the word with this `number`."""
        return self._words.word(whole_number(number, "the number of a word", 0, self.word_count - 1))

    def number(self, word: str) -> int:
        """Returns the number of `word`, -1 if it is in no phrase of the table."""
        return self._words[text_of(word, "a word")]

    def numbers(self, tokens: Sequence[str]) -> Int32:
        """Returns the number of each of `tokens`, -1 for a word that is in no phrase of the table."""
        return self._words.numbers(texts_of(tokens, "tokens"))

    def walk(self, tokens: Sequence[str]) -> list[tuple[int, int, int]]:
        """Returns all complete phrases, of either side, in `tokens`: (start, length, node)."""
        return list(zip(*(column.tolist() for column in self.walk_ids(self.numbers(tokens))), strict=True))

    def walk_ids(self, numbers: Int32) -> tuple[Int32, Int32, Int32]:
        """Returns all complete phrases in the word `numbers`: arrays of starts, lengths and nodes."""
        return self.walker.walk(_numbers(numbers))

    def matches(self, ref: Sequence[str], hyp: Sequence[str]) -> list[PhraseMatch]:
        """Returns all pairs between `ref` and `hyp`, by reference start, hypothesis start, then in TER-Plus's order."""
        *places, pairs = (column.tolist() for column in self.matches_of(self.numbers(ref), self.numbers(hyp)))
        return list(map(PhraseMatch, *places, self.pair_p[pairs].tolist(), pairs))

    def matches_of(self, ref: Int32, hyp: Int32) -> tuple[Int32, Int32, Int32, Int32, Int32]:
        """Returns all pairs between word numbers, as arrays: ref start, ref length, hyp start, hyp length, pair.

        `ref` and `hyp` are word numbers, as from `numbers`.
        """
        return self.walker.matches(_numbers(ref), _numbers(hyp))

    def _node(self, phrase: str | Sequence[str]) -> int:
        node = 0
        words = words_of(phrase) if isinstance(phrase, str) else texts_of(phrase, "the words of a phrase")
        for number in self.numbers(words).tolist():
            node = self.walker.child(node, number)
            if node < 0:
                return 0
        return node


def _numbers(given: Any) -> Int32:
    """Returns word numbers in the form of the walker; InputError unless they are a row of whole numbers of 32 bits."""
    if not isinstance(given, np.ndarray) or given.dtype != np.int32 or given.ndim != 1:
        raise wrong_type("word numbers", "an array of int32 with one dimension, as from `numbers`", given)
    return np.ascontiguousarray(given)
