"""The result of TER and TERp: an error rate for the corpus, its documents and its segments, with a signature.

    result.score, .edits, .words    the corpus: the sum of all edits divided by the sum of all words
    result.documents, .systems      each document and each system
    result.segments[3]              one segment: its score, the chosen reference, its alignment
    result.signature                the settings of the score
    result1 + result2               the score of both corpora as one

The numbers are arrays. The `Alignment` of a segment is computed again when it is needed, because a million segments
take some hundred bytes each, but their alignments would take kilobytes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from perpend.alignment import Aligner, Alignment, Alignments
from perpend.errors import InputError
from perpend.metrics.corpus_score import score_table
from perpend.metrics.error_counts import error_rates
from perpend.metrics.on_demand import OnDemand
from perpend.metrics.pairing import Group
from perpend.metrics.segments import SegmentId
from perpend.metrics.statistics import Stats

__all__ = ["EditRate", "Numbers", "SegmentScore", "UnitScore"]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The counts, one row per segment.

    `references` is the index of the chosen one of `reference_counts` references; `given_lengths` is whether the length
    was given by other texts.
    """

    edits: NDArray[np.float64]
    words: NDArray[np.float64]
    counts: NDArray[np.int32]
    references: NDArray[np.int32]
    reference_counts: NDArray[np.int32]
    given_lengths: NDArray[np.bool_]

    @classmethod
    def joined(cls, parts: "Sequence[Numbers]") -> "Numbers":
        """Returns the rows of all `parts`."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__))

    def stats(self, k: int) -> Stats:
        """Returns the statistics of segment `k`."""
        return Stats(float(self.edits[k]), float(self.words[k]), tuple(self.counts[k].tolist()))

    def total(self, rows: NDArray[np.int64] | slice = slice(None)) -> Stats:
        """Returns the sum over the segments `rows`, added from left to right like the original."""
        edits, words = self.edits[rows], self.words[rows]
        if not len(edits):
            return Stats()
        counts = self.counts[rows].sum(axis=0, dtype=np.int64)
        return Stats(float(np.add.accumulate(edits)[-1]), float(np.add.accumulate(words)[-1]), tuple(counts.tolist()))


@dataclass(frozen=True, slots=True)
class UnitScore:
    """The score of a document, or of a system if `document` is empty."""

    set: str
    system: str
    document: str
    segments: int
    stats: Stats
    score: float

    def to_dict(self) -> dict[str, Any]:
        """Returns the score as plain JSON values."""
        names = {"set": self.set, "system": self.system, "document": self.document, "segments": self.segments}
        return names | self.stats.to_dict() | {"score": self.score}


@dataclass(frozen=True, slots=True)
class SegmentScore:
    """The score of one segment; `reference` is the index of the chosen reference."""

    id: SegmentId
    stats: Stats
    score: float
    reference: int
    _align: Callable[[], Alignment] = field(repr=False, compare=False)

    @property
    def edits(self) -> float:
        """What all edits cost."""
        return self.stats.edits

    @property
    def words(self) -> float:
        """The length that the score is divided by."""
        return self.stats.words

    @property
    def alignment(self) -> Alignment:
        """The alignment with the chosen reference."""
        return self._align()

    def to_dict(self, *, alignment: bool = False) -> dict[str, Any]:
        """Returns the score as plain JSON values; with `alignment`, those of `Alignment.to_dict` instead of counts."""
        name: dict[str, Any] = {"id": str(self.id), "reference": self.reference}
        if alignment:
            return name | {"score": self.score} | self.alignment.to_dict()
        return name | self.stats.to_dict() | {"score": self.score}


@dataclass(frozen=True, eq=False, repr=False)
class EditRate:
    """The score of a corpus and of its parts.

    `kept` is alignments that need not be computed again, and the index of each segment's own.
    """

    metric: str
    aligner: Aligner
    average_length: bool
    groups: Sequence[Group]
    numbers: Numbers
    kept: tuple[Alignments, NDArray[np.int64]] | None = None
    lower_is_better: ClassVar[bool] = True
    is_share: ClassVar[bool] = True

    @cached_property
    def stats(self) -> Stats:
        """The statistics of all segments together."""
        return self.numbers.total()

    @property
    def capped(self) -> bool:
        """Whether scores are at most 1."""
        return self.aligner.costs.cap

    @property
    def score(self) -> float:
        """Edits per reference word: 0 is perfect."""
        return self.stats.score(capped=self.capped)

    @property
    def edits(self) -> float:
        """What all edits cost."""
        return self.stats.edits

    @property
    def words(self) -> float:
        """The length that the score is divided by."""
        return self.stats.words

    @property
    def rows(self) -> NDArray[np.float64]:
        """Edits and words of each segment, for significance tests (see `comparison`)."""
        return np.stack([self.numbers.edits, self.numbers.words], axis=1)

    def scores(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns the scores of sums of rows."""
        rates = error_rates(sums[..., 0], sums[..., 1])
        return np.minimum(rates, 1.0) if self.capped else rates

    @cached_property
    def signature(self) -> str:
        """The settings, resources and version that the score depends on."""
        counts, given = self.numbers.reference_counts, self.numbers.given_lengths
        refs = "-".join(map(str, sorted({int(counts.min()), int(counts.max())}))) if len(counts) else "0"
        length = "average" if self.average_length else "chosen"
        if given.any():
            length = "given" if given.all() else f"given+{length}"
        return f"{self.metric}|refs:{refs}|length:{length}|{self.aligner.signature}"

    @property
    def segments(self) -> Sequence[SegmentScore]:
        """The segments, in the order in which they were scored."""
        return OnDemand(len(self.groups), self._segment)

    @cached_property
    def documents(self) -> tuple[UnitScore, ...]:
        """The documents of each system, in the order of first occurrence; a name without parts is its own document."""
        return self._units(lambda name: (name.set, name.system, name.raw if name.is_opaque else name.document))

    @cached_property
    def systems(self) -> tuple[UnitScore, ...]:
        """The systems, in the order of first occurrence."""
        return self._units(lambda name: (name.set, name.system, ""))

    def __add__(self, other: "EditRate") -> "EditRate":
        return EditRate.joined([self, other])

    @classmethod
    def joined(cls, parts: "Sequence[EditRate]") -> "EditRate":
        """Returns the score of all segments of `parts`, which must have the same settings."""
        first = parts[0]
        for other in parts:
            if (ours := first._settings()) != (its := other._settings()):
                raise InputError(f"scores of different settings cannot be added: {ours} and {its}")
        groups = [group for part in parts for group in part.groups]
        numbers = Numbers.joined([part.numbers for part in parts])
        return cls(first.metric, first.aligner, first.average_length, groups, numbers)

    def alignment(self, k: int) -> Alignment:
        """Returns the alignment of segment `k` with its chosen reference."""
        group = self.groups[k]
        ref = group.refs[int(self.numbers.references[k])]
        if self.kept is None:
            found = self.aligner.align(group.hyp, ref)
        else:
            alignments, chosen = self.kept
            found = alignments[int(chosen[k])]
        return replace(found, words=float(self.numbers.words[k]), hyp_text=group.hyp, ref_text=ref)

    def to_dict(self, *, segments: bool = False) -> dict[str, Any]:
        """Returns the scores as plain JSON values, with those of the segments if `segments`."""
        result: dict[str, Any] = {"metric": self.metric, "segment_count": len(self.groups)}
        result |= self.stats.to_dict(capped=self.capped)
        result["documents"] = [document.to_dict() for document in self.documents]
        if segments:
            result["segments"] = [segment.to_dict() for segment in self.segments]
        return result | {"signature": self.signature}

    def __str__(self) -> str:
        return f"{self.metric} = {100 * self.score:.2f} ({self.edits:g} edits / {self.words:g} words) {self.signature}"

    def __repr__(self) -> str:
        return f"<{self.metric} {100 * self.score:.2f}, {len(self.groups)} segments>"

    def _repr_html_(self) -> str:
        counts = self.stats.named_counts()
        cells = [(self.metric, f"{100 * self.score:.2f}"), ("edits", f"{self.edits:,.3f}")]
        cells += [("words", f"{self.words:,.1f}"), *((name, f"{count:,}") for name, count in counts.items())]
        return score_table(cells, self.signature)

    def _segment(self, k: int) -> SegmentScore:
        stats, chosen = self.numbers.stats(k), int(self.numbers.references[k])
        return SegmentScore(
            self.groups[k].id, stats, stats.score(capped=self.capped), chosen, lambda: self.alignment(k)
        )

    def _settings(self) -> tuple[str, bool, str]:
        return self.metric, self.average_length, self.aligner.signature

    def _units(self, key: Callable[[SegmentId], tuple[str, str, str]]) -> tuple[UnitScore, ...]:
        members: dict[tuple[str, str, str], list[int]] = {}
        for k, group in enumerate(self.groups):
            members.setdefault(key(group.id), []).append(k)
        return tuple(self._unit(name, np.array(rows)) for name, rows in members.items())

    def _unit(self, name: tuple[str, str, str], rows: NDArray[np.int64]) -> UnitScore:
        stats = self.numbers.total(rows)
        return UnitScore(*name, len(rows), stats, stats.score(capped=self.capped))
