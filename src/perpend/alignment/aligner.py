"""Aligns texts: the entry point of the alignment engine.

    aligner = Aligner("terpa")
    aligner.align("on the mat the cats sat", "the cat sat on the mat")     one Alignment
    aligner.align_many(hyps, refs)                                         a sequence of them, far faster

An aligner has a cost set and caches the words it has seen, so reuse it. A text is a string, which the cost set's
normaliser splits, or a sequence of tokens. An empty text has no tokens; every word of the other side is then an
insertion or a deletion.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock, local
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from perpend.alignment.costs import Costs, problem_of
from perpend.alignment.edits import COUNT_NAMES, EDIT_NAMES, Alignment, Edit, Shift
from perpend.alignment.phrase_costs import PlainPhraseCosts
from perpend.arguments import items_of, path_of, shown
from perpend.errors import InputError
from perpend.files.stamps import Stamp, stamp
from perpend.lexicon.phrases.table import PhraseTable
from perpend.lexicon.wordnet.database import WordNet
from perpend.limits import check, limit
from perpend.text import stem

if TYPE_CHECKING:
    from perpend.alignment._answers import Encoded
    from perpend.alignment._encoder import Encoder

__all__ = ["Aligner", "Alignments", "MAX_TOKENS", "Words", "align", "kept_aligner"]

Words = str | Sequence[str]
"""A string to be split, or tokens."""

MAX_TOKENS = limit("align", "words")
"""The most tokens of a text; the table of two such texts takes 400 MB."""

_MOST_WORDS = 500_000
"""The most different words in the cache of an aligner; beyond that it is cleared."""


class Aligner:
    """Aligns texts under one set of costs; threads may share it, but only one aligns at a time.

    `costs` is `ter`, `terpa`, `terph`, a parameter file in TERp's format, or a `Costs`. `phrases` is a table of
    paraphrases made by `perpend phrases build`, or its file. `command` is the one whose limits hold for the texts, and
    that errors name (`perpend.limits`).
    """

    def __init__(
        self,
        costs: str | Path | Costs = "terpa",
        phrases: PhraseTable | Path | str | None = None,
        command: str = "align",
    ) -> None:
        from perpend import alignment

        self.costs, self.command = Costs.read(costs), command
        self.phrases = phrases if isinstance(phrases, PhraseTable) or phrases is None else PhraseTable.open(phrases)
        self.signature = self.costs.signature(self.phrases.signature() if self.phrases else "")
        self._plain = alignment.IMPLEMENTATION == "reference"
        self._plain_phrases = PlainPhraseCosts(self.phrases, self.costs) if self._plain and self.phrases else None
        self._lock = Lock()
        self._encoder: Encoder | None = None
        self._vocabulary: Any = None

    def align(self, hyp: Words, ref: Words) -> Alignment:
        """Returns the cheapest edits that turn `hyp` into `ref`."""
        return self.align_tokens([self.tokens(hyp)], [self.tokens(ref)])[0]

    def align_many(self, hyps: Iterable[Words], refs: Iterable[Words]) -> "Alignments":
        """Aligns each of `hyps` with the item of `refs` at the same index."""
        hyps, refs = items_of(hyps, "hyps must be a list of texts"), items_of(refs, "refs must be a list of texts")
        if len(hyps) != len(refs):
            raise InputError(f"{len(hyps)} hypotheses but {len(refs)} references: there must be as many of both")
        return self.align_tokens([self.tokens(text) for text in hyps], [self.tokens(text) for text in refs])

    def align_tokens(self, hyps: list[tuple[str, ...]], refs: list[tuple[str, ...]]) -> "Alignments":
        """Aligns `hyps` and `refs`, equally long lists of what `tokens` returns, without checking them again."""
        if self._plain:
            return Alignments(self, hyps, refs, _packed(map(self._solve_plainly, hyps, refs)))
        with self._lock:
            return Alignments(self, hyps, refs, self._ready().solve_many(hyps, refs))

    def encode_many(self, hyps: Sequence[tuple[str, ...]], refs: Sequence[tuple[str, ...]]) -> "Encoded":
        """Encodes the token tuples `hyps` and `refs`, so that the kernel can be timed alone with `.solve()`."""
        with self._lock:
            return self._ready().encode_many(hyps, refs)

    def active_phrases(
        self, hyp: Sequence[str], ref: Sequence[str]
    ) -> list[tuple[int, int, tuple[str, ...], float, int]]:
        """Returns the paraphrases that could be used for the tokens `hyp` and `ref`; see `PlainPhraseCosts.active`."""
        if self.phrases is None:
            return []
        if self._plain_phrases:
            return self._plain_phrases.active(hyp, ref)
        with self._lock:
            return self._ready().active(hyp, ref)

    def tokens(self, text: Words) -> tuple[str, ...]:
        """Returns the tokens of `text`; more than the command takes are an error."""
        if isinstance(text, str):
            tokens = self.costs.normalization.tokens(text)
        else:
            tokens = tuple(items_of(text, "a text must be a string or a sequence of strings", ordered=True))
            for token in tokens:
                if not isinstance(token, str):
                    raise InputError(f"a text must be a string or a sequence of strings, but {shown(token)} is in it")
        check(self.command, "words", len(tokens))
        return tokens

    def tokens_of(self, texts: Iterable[str]) -> list[tuple[str, ...]]:
        """Returns the tokens of each of the strings `texts`."""
        found = [*map(self.costs.normalization.tokens, texts)]
        check(self.command, "words", max(map(len, found), default=0))
        return found

    def _solve_plainly(self, hyp: tuple[str, ...], ref: tuple[str, ...]) -> tuple[Any, list[int]]:
        from perpend.alignment import solve

        active = self._plain_phrases.active(hyp, ref) if self._plain_phrases else []
        solution = solve(problem_of(self.costs, hyp, ref, [entry[:4] for entry in active]))
        return solution, [entry[4] for entry in active]

    def _ready(self) -> "Encoder":
        """The compiled encoder, with room for new words."""
        if self._encoder is None or len(self._vocabulary) > _MOST_WORDS:
            from perpend.alignment._encoder import Encoder
            from perpend.alignment._vocabulary import Vocabulary

            costs, table = self.costs, self.phrases
            self._vocabulary = Vocabulary(
                stem_of=stem if costs.use_stems else None,
                synsets_of=WordNet.shipped().synonym_sets if costs.use_synonyms else None,
                phrase_number_of=table.number if table else None,
                stop_words=costs.stop_words,
            )
            self._encoder = Encoder(
                self._vocabulary,
                search=costs.search,
                pair_costs=costs.pair_costs,
                insertion=costs.insertion,
                deletion=costs.deletion,
                relations_agree=costs.relations_agree,
                table=table,
                function=costs.phrase_function,
                params=costs.phrase_parameters,
                lowest_phrase=costs.phrase_min,
                highest_phrase=costs.phrase_max,
            )
        return self._encoder


def align(
    hyp: Words,
    ref: Words,
    costs: str | Path | Costs = "terpa",
    phrases: PhraseTable | Path | str | None = None,
) -> Alignment:
    """The cheapest edits that turn `hyp` into `ref`.

    `hyp` and `ref` are strings, which the costs' tokeniser splits, or sequences of tokens. `costs` is `ter`, `terpa`,
    `terph`, a parameter file in TERp's format, or a `Costs`; `phrases` is a table of `perpend phrases build`. For many
    pairs at once, `perpend.alignment.Aligner.align_many` is faster.

    >>> align("on the mat the cats sat", "the cat sat on the mat").letters
    'MTMMMM'
    """
    return kept_aligner(costs, phrases).align(hyp, ref)


def kept_aligner(
    costs: str | Path | Costs = "terpa", phrases: PhraseTable | Path | str | None = None, command: str = "align"
) -> Aligner:
    """An aligner that later calls of the same thread get again, with the words it has seen.

    `costs`, `phrases` and `command` are those of `Aligner`. A file that has changed is read again.
    """
    if phrases is None or isinstance(phrases, PhraseTable):
        return _kept.aligner(Costs.read(costs), phrases, command)
    path = path_of(phrases, "a phrase table")
    return _kept.aligner(Costs.read(costs), _table_in(path, stamp(path)), command)


@lru_cache(maxsize=8)
def _table_in(path: Path, stamp: Stamp) -> PhraseTable:  # noqa: ARG001
    return PhraseTable.open(path)


class _Kept(local):
    """Aligners per thread, because threads that share an aligner would wait for each other."""

    def __init__(self) -> None:
        self.aligner = lru_cache(maxsize=8)(Aligner)


_kept = _Kept()


def _packed(solved: Iterable[tuple[Any, list[int]]]) -> tuple[NDArray[Any], ...]:
    """Converts plain solutions to the arrays of the compiled encoder."""
    costs, complete, steps, step_costs, orders, shifts = [], [], [], [], [], []
    ends: list[tuple[int, int, int]] = []
    for solution, entries in solved:
        costs.append(solution.cost)
        complete.append(solution.complete)
        steps += [(s.op, s.ref_len, s.hyp_len, entries[s.edge] if s.edge >= 0 else -1) for s in solution.steps]
        step_costs += [s.cost for s in solution.steps]
        orders += solution.order
        shifts += [(s.start, s.end, s.newloc, s.moveto, s.ref_start, s.ref_end) for s in solution.shifts]
        ends.append((len(steps), len(orders), len(shifts)))
    step_ends, order_ends, shift_ends = np.array(ends, np.int64).reshape(-1, 3).T
    return (
        np.array(costs, np.float64), np.array(complete, np.uint8),
        np.array(steps, np.int32).reshape(-1, 4), np.array(step_costs, np.float64), step_ends,
        np.array(orders, np.int32).reshape(-1, 1), order_ends,
        np.array(shifts, np.int32).reshape(-1, 6), shift_ends,
    )  # fmt: skip


class Alignments(Sequence[Alignment]):
    """Many alignments stored as arrays; an `Alignment` is made on access.

    `aligner` made them, `hyps` and `refs` are the tokens of the texts, and `arrays` are the results of the kernel.
    """

    def __init__(
        self,
        aligner: Aligner,
        hyps: list[tuple[str, ...]],
        refs: list[tuple[str, ...]],
        arrays: tuple[NDArray[Any], ...],
    ) -> None:
        self.costs: NDArray[np.float64]
        self._aligner, self._hyps, self._refs = aligner, hyps, refs
        self.costs, self._complete = arrays[:2]
        self._steps, self._step_costs, self._step_ends = arrays[2:5]
        self._orders, self._order_ends, self._shifts, self._shift_ends = arrays[5:]

    def __len__(self) -> int:
        return len(self._hyps)

    @overload
    def __getitem__(self, index: int) -> Alignment: ...
    @overload
    def __getitem__(self, index: slice) -> list[Alignment]: ...
    def __getitem__(self, index: int | slice) -> Alignment | list[Alignment]:
        if isinstance(index, slice):
            return [self._one(k) for k in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"alignment {index} of {len(self)}")
        return self._one(index % len(self))

    def __iter__(self) -> Iterator[Alignment]:
        return (self._one(k) for k in range(len(self)))

    @property
    def ref_lengths(self) -> NDArray[np.int64]:
        """The number of tokens of each reference."""
        return np.fromiter(map(len, self._refs), np.int64, len(self))

    def counts(self) -> NDArray[np.int32]:
        """Returns a row for each alignment with the counts of COUNT_NAMES."""
        rows, edits = len(self), len(EDIT_NAMES)
        found = np.zeros((rows, len(COUNT_NAMES)), np.int32)
        places = _owners(self._step_ends) * edits + self._steps[:, 0]
        found[:, :edits] = np.bincount(places, minlength=rows * edits).reshape(rows, edits)
        owners = _owners(self._shift_ends)
        moved = self._shifts[:, 1] - self._shifts[:, 0] + 1
        found[:, COUNT_NAMES.index("shift")] = np.bincount(owners, minlength=rows)
        found[:, COUNT_NAMES.index("shifted_words")] = np.bincount(owners, weights=moved, minlength=rows)
        return found

    def steps(self, k: int) -> list[list[int]]:
        """Returns the edits of alignment `k`: `Op`, numbers of reference and hypothesis words, phrase table entry."""
        found: list[list[int]] = self._steps[_part(self._step_ends, k), :].tolist()
        return found

    def order(self, k: int) -> list[int]:
        """Returns the original index of each hypothesis word of alignment `k` after the shifts."""
        found: list[int] = self._orders[_part(self._order_ends, k), 0].tolist()
        return found

    def phrases_used(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Returns for every phrase edit the index of its alignment and its entry in the phrase table."""
        phrases = self._steps[:, 3] >= 0
        return _owners(self._step_ends)[phrases], self._steps[phrases, 3]

    def _one(self, k: int) -> Alignment:
        return Alignment(
            hyp=self._hyps[k],
            ref=self._refs[k],
            order=tuple(self._orders[_part(self._order_ends, k), 0].tolist()),
            edits=tuple(self._edits(k)),
            shifts=tuple(self._shifts_of(k)),
            cost=float(self.costs[k]),
            words=float(len(self._refs[k])),
            signature=self._aligner.signature,
            capped=self._aligner.costs.cap,
            complete=bool(self._complete[k]),
        )

    def _edits(self, k: int) -> Iterator[Edit]:
        part, h, r = _part(self._step_ends, k), 0, 0
        numbers, costs = self._steps[part].tolist(), self._step_costs[part].tolist()
        for (op, ref_len, hyp_len, entry), cost in zip(numbers, costs, strict=True):
            yield Edit(EDIT_NAMES[op], (h, h + hyp_len), (r, r + ref_len), cost, entry)
            h, r = h + hyp_len, r + ref_len

    def _shifts_of(self, k: int) -> Iterator[Shift]:
        cost = self._aligner.costs.shift
        for start, end, to, anchor, ref_start, ref_end in self._shifts[_part(self._shift_ends, k)].tolist():
            yield Shift(start, end, to, cost, (ref_start, ref_end + 1), anchor)


def _owners(ends: NDArray[Any]) -> NDArray[np.int64]:
    """Returns for each row of the concatenated parts the index of its part."""
    return np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))


def _part(ends: NDArray[Any], k: int) -> slice:
    return slice(int(ends[k - 1]) if k else 0, int(ends[k]))
