"""The result of WER, PER, BLEU, chrF and NIST: a score for the corpus, its documents and segments, with a signature.

    result.score, .stats            the corpus: computed from the summed statistics of all segments
    result.documents                each document
    result.segments[3]              one segment
    result.signature                the settings of the score
    result1 + result2               the score of both corpora as one

`rows` and `scores` are for significance tests; see `comparison`.
"""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from perpend import __version__
from perpend.errors import InputError
from perpend.metrics.on_demand import OnDemand
from perpend.metrics.segments import SegmentId
from perpend.types import Doubles

if TYPE_CHECKING:
    from perpend.metrics.measure import Measure

__all__ = ["CorpusScore", "PartScore", "score_table"]


def score_table(cells: Sequence[tuple[str, str]], signature: str) -> str:
    """Returns an HTML table of one row with named `cells`, and the `signature` as its caption.

    >>> score_table([("ter", "25.00")], "ter|refs:1").endswith("<tr><th>ter</th></tr><tr><td>25.00</td></tr></table>")
    True
    """
    head = "".join(f"<th>{html.escape(name)}</th>" for name, _ in cells)
    body = "".join(f"<td>{value}</td>" for _, value in cells)
    note = f"<caption style='caption-side:bottom'><code>{html.escape(signature)}</code></caption>"
    return f"<table>{note}<tr>{head}</tr><tr>{body}</tr></table>"


@dataclass(frozen=True, slots=True)
class PartScore:
    """The score of one segment or document, with its statistics; `id` is its name."""

    id: str
    score: float
    stats: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Returns the score as plain JSON values."""
        return {"id": self.id, "score": self.score, "stats": self.stats}


@dataclass(frozen=True, eq=False, repr=False)
class CorpusScore:
    """The score of a corpus and of its parts; `rows` are the statistics of the segments with these `names`.

    `reference_counts` are the smallest and the largest number of references of a segment, once if they are equal.
    """

    measure: "Measure"
    names: Sequence[SegmentId]
    rows: Doubles
    reference_counts: tuple[int, ...]

    @property
    def metric(self) -> str:
        """The name of the metric."""
        return self.measure.name

    @property
    def lower_is_better(self) -> bool:
        """Whether the metric counts errors."""
        return self.measure.lower_is_better

    @property
    def is_share(self) -> bool:
        """Whether the score is from 0 to 1 and usually shown times 100."""
        return self.measure.is_share

    @cached_property
    def score(self) -> float:
        """The score of all segments together."""
        return float(self.scores(self.rows.sum(axis=0)))

    @cached_property
    def stats(self) -> dict[str, float]:
        """The statistics of all segments together, by name."""
        return self._named(self.rows.sum(axis=0))

    @cached_property
    def signature(self) -> str:
        """The settings, resources and version that the score depends on."""
        refs = "-".join(map(str, self.reference_counts)) or "0"
        return f"{self.metric}|refs:{refs}|{self.measure.settings}|version:{__version__}"

    @cached_property
    def segment_scores(self) -> Doubles:
        """The scores of the segments."""
        return self.measure.segment_scores(self.rows)

    @property
    def segments(self) -> Sequence[PartScore]:
        """The segments, in the order in which they were scored."""
        return OnDemand(len(self.rows), self._segment)

    @cached_property
    def documents(self) -> tuple[PartScore, ...]:
        """The documents, in the order of first occurrence; a name without parts is a document of its own."""
        members: dict[str, list[int]] = {}
        for k, name in enumerate(self.names):
            members.setdefault(name.raw if name.is_opaque else name.document, []).append(k)
        sums = {name: self.rows[rows].sum(axis=0) for name, rows in members.items()}
        return tuple(PartScore(name, float(self.scores(total)), self._named(total)) for name, total in sums.items())

    def scores(self, sums: Doubles) -> Doubles:
        """Returns the scores of sums of rows."""
        return self.measure.scores(sums)

    def __add__(self, other: "CorpusScore") -> "CorpusScore":
        if (ours := (self.metric, self.measure.settings)) != (its := (other.metric, other.measure.settings)):
            raise InputError(f"scores of different settings cannot be added: {ours} and {its}")
        counts = sorted({*self.reference_counts, *other.reference_counts})
        rows = np.concatenate([self.rows, other.rows])
        return CorpusScore(self.measure, [*self.names, *other.names], rows, tuple(counts[:1] + counts[1:][-1:]))

    def to_dict(self, *, segments: bool = False) -> dict[str, Any]:
        """Returns the scores as plain JSON values, with those of the segments if `segments`."""
        result: dict[str, Any] = {"metric": self.metric, "segment_count": len(self.rows), "score": self.score}
        result["stats"] = self.stats
        result["documents"] = [document.to_dict() for document in self.documents]
        if segments:
            result["segments"] = [segment.to_dict() for segment in self.segments]
        return result | {"signature": self.signature}

    def __str__(self) -> str:
        return f"{self.metric} = {self.shown} {self.signature}"

    def __repr__(self) -> str:
        return f"<{self.metric} {self.shown}, {len(self.rows)} segments>"

    @property
    def shown(self) -> str:
        """The score as it is usually shown: times 100 if `is_share`."""
        return f"{100 * self.score:.2f}" if self.is_share else f"{self.score:.4f}"

    def _repr_html_(self) -> str:
        cells = [(self.metric, self.shown), *((name, f"{value:,g}") for name, value in self.stats.items())]
        return score_table(cells, self.signature)

    def _segment(self, k: int) -> PartScore:
        return PartScore(str(self.names[k]), float(self.segment_scores[k]), self._named(self.rows[k]))

    def _named(self, row: Doubles) -> dict[str, float]:
        return dict(zip(self.measure.columns, row.tolist(), strict=True))
