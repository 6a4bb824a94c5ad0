"""The base of WER, PER, BLEU, chrF and NIST: texts -> a row of statistics for each segment -> sums -> a score.

    bleu      hyp_length  ref_length  match_1  match_2  total_1  total_2
    segment 1          6           6        5        3        6        5
    segment 2          2           3        2        1        2        1
    corpus             8           9        7        4        8        6      ->  score of the sums, not mean of scores

A `Measure` is a metric with its settings. It names its statistics (`columns`), counts them (`rows`) and turns sums of
rows into scores (`scores`), for one sum or for thousands at once. The scores of a corpus, of a document and of every
sample of a significance test use the same code, and a test does not read the texts again.

`measure.score(hyps, refs)` takes lists of texts, `measure.score_groups(groups)` segments from files.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import ClassVar, TypeAlias

import numpy as np

from perpend.arguments import check_fields, shown
from perpend.errors import InputError, SettingError
from perpend.limits import check, limit
from perpend.metrics.corpus_score import CorpusScore
from perpend.metrics.on_demand import OnDemand
from perpend.metrics.pairing import Group
from perpend.metrics.segments import SegmentId
from perpend.metrics.streams import References, columns_of
from perpend.text import Tokenizer
from perpend.text.mteval import mt_tokenizer
from perpend.text.tokenizers import tokenizer_of
from perpend.types import Doubles, Integers

__all__ = [
    "Measure",
    "Texts",
    "WordMeasure",
    "check_length",
    "check_order",
    "first_smallest",
]

_CHUNK = 4_096
_MOST_ORDERS = 100
Texts: TypeAlias = Sequence[Sequence[str]]
"""The references of each segment."""


class Measure(ABC):
    """A metric with its settings; measures with the same settings are equal."""

    name: ClassVar[str]
    lower_is_better: ClassVar[bool] = False
    is_share: ClassVar[bool] = True
    """Whether a score is from 0 to 1 and usually shown times 100."""

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """The names of the statistics."""

    @property
    @abstractmethod
    def settings(self) -> str:
        """The settings, for the signature."""

    @abstractmethod
    def rows(self, hyps: Sequence[str], refs: Texts) -> Doubles:
        """Returns the statistics of `hyps`, each with its references in `refs`, one row per segment.

        Every segment must have a reference, which may be empty.
        """

    @abstractmethod
    def scores(self, sums: Doubles) -> Doubles:
        """Returns the scores of sums of rows; the last axis of `sums` has the columns."""

    def segment_scores(self, rows: Doubles) -> Doubles:
        """Returns the scores of single segments from their statistics `rows`; some metrics smooth these differently."""
        return self.scores(rows)

    def fitted(self, refs: Texts) -> "Measure":  # noqa: ARG002
        """Returns the measure for a corpus with these `refs`; only NIST depends on them."""
        return self

    def score(self, hyps: Sequence[str], refs: References) -> CorpusScore:
        """Scores the texts `hyps` against `refs`, one list of references or several lists."""
        texts, others = columns_of(hyps, refs)
        return self._score(texts, others, OnDemand(len(texts), lambda k: SegmentId.of_line(k + 1)), None)

    def score_groups(self, groups: Sequence[Group], report: Callable[[int], None] | None = None) -> CorpusScore:
        """Scores `groups`, segments read from files; calls `report(n)` after each chunk of n segments."""
        held = [*groups]
        names, hyps = [group.id for group in held], [group.hyp for group in held]
        return self._score(hyps, [group.refs for group in held], names, report)

    def _score(
        self, hyps: Sequence[str], refs: Texts, names: Sequence[SegmentId], report: Callable[[int], None] | None
    ) -> CorpusScore:
        most = limit(f"metric {self.name}", "characters")
        for k, texts in enumerate(zip(hyps, refs, strict=True)):
            for text in (texts[0], *texts[1]):
                if len(text) > most:
                    check_length(self.name, text, f"segment {names[k]}")
        measure = self.fitted(refs)
        parts = [np.zeros((0, len(self.columns)))]
        for start in range(0, len(hyps), _CHUNK):
            parts.append(measure.rows(hyps[start : start + _CHUNK], refs[start : start + _CHUNK]))
            if report:
                report(len(parts[-1]))
        counts = sorted({len(others) for others in refs})
        return CorpusScore(measure, names, np.concatenate(parts), tuple(counts[:1] + counts[1:][-1:]))


class WordMeasure(Measure):
    """A measure that splits texts into words by a tokeniser or its name."""

    tokenizer: str | Tokenizer
    lowercase: bool

    @cached_property
    def tokens(self) -> Callable[[str], tuple[str, ...]]:
        """The function from a text to its words."""
        split = self.tokenizing.tokens
        return (lambda text: split(text.lower())) if self.lowercase else split

    @cached_property
    def tokenizing(self) -> Tokenizer:
        """The tokeniser."""
        return mt_tokenizer(self.tokenizer) if isinstance(self.tokenizer, str) else tokenizer_of(self.tokenizer)


def first_smallest(values: Doubles, sizes: Integers) -> Integers:
    """Returns the index of the first smallest value of each group; `sizes` are the lengths of the groups in `values`.

    >>> first_smallest(np.array([3.0, 1.0, 1.0, 5.0]), np.array([3, 1])).tolist()
    [1, 3]
    """
    if not len(sizes):
        return sizes
    starts = np.cumsum(sizes) - sizes
    smallest = np.flatnonzero(values == np.repeat(np.minimum.reduceat(values, starts), sizes))
    places: Integers = smallest[np.searchsorted(smallest, starts)]
    return places


def check_order(order: int) -> None:
    """Raises SettingError unless n-grams of this `order` can be counted."""
    if not 1 <= order <= _MOST_ORDERS:
        raise SettingError(f"order {shown(order)}: n-grams of 1 to {_MOST_ORDERS} can be counted")


def check_length(metric: str, text: str, place: str) -> None:
    """Raises InputError, which says in which `place` it is, if `text` is too long for `metric`."""
    try:
        check(f"metric {metric}", "characters", len(text))
    except InputError as error:
        raise InputError(f"{place}: {error}") from None
