"""TERp's tables of segments, one line for each: `.sum`, `.ter`, `.align`, `.align_detail`, `.counts`.

    .sum           name | Ins | Del | Sub | Stem | Syn | Phrase | Shft | WdSh | NumEr | NumWd | TERp, and TOTAL
    .ter           system, name, length, cost of each word, other costs, cost, words, score; separated by tabs
    .align         name, reference word, hypothesis word, for each pair; counted from 1 in the unshifted texts
    .align_detail  as .align, with unpaired words (0), edit, its number, its cost, shifts of the word, words
    .counts        name, and the count of each weight per reference word

The original fails to write the two alignment files when a side of a segment is empty; here its words are listed.
"""

import math
from collections.abc import Iterator, Sequence

from perpend.alignment.edits import Alignment, Edit
from perpend.errors import InputError, unknown_name
from perpend.metrics.segments import SegmentId
from perpend.metrics.terp_files.java_numbers import java_double, java_fixed
from perpend.metrics.terp_files.scored import PhraseLookup, PhraseNumbers, ScoredSegment, word_costs

__all__ = ["alignment_details", "alignment_pairs", "feature_counts", "summary", "word_table"]

_COUNTED = ("insert", "delete", "substitute", "stem", "synonym", "phrase", "shift", "shifted_words")
_HEADINGS = ("Ins", "Del", "Sub", "Stem", "Syn", "Phrase", "Shft", "WdSh")
_RATES = ("NumEr", "NumWd", "TERp")
_RULE = "-" * 145 + "\n"
_FEATURES = ("match", "insert", "delete", "substitute", "stem", "synonym", "shift")


def summary(segments: Sequence[ScoredSegment], hyp_file: str, ref_file: str, length_file: str) -> Iterator[str]:
    """Yields the lines of the `.sum` file of `segments`, with the names of the input files.

    The names are `hyp_file`, `ref_file` and `length_file`; an empty `length_file` means `ref_file`.
    """
    width = max((_units(str(segment.id)) for segment in segments), default=1)
    yield f"Hypothesis File: {hyp_file}\nReference File: {ref_file}\nAve-Reference File: {length_file or ref_file}\n"
    headings = [f"{name:<6}" for name in _HEADINGS] + [f"{name:<8}" for name in _RATES]
    yield _row("ID", width, headings)
    yield _RULE
    totals, cost, words = [0] * len(_COUNTED), 0.0, 0.0
    for segment in segments:
        alignment = segment.alignment
        counts = [alignment.counts()[name] for name in _COUNTED]
        yield _row(str(segment.id), width, _numbers(counts, alignment.cost, alignment.words, alignment.score * 100.0))
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        cost, words = cost + alignment.cost, words + alignment.words
    yield _RULE
    yield _row("TOTAL", width, _numbers(totals, cost, words, _quotient(cost * 100.0, words)))


def _row(name: str, width: int, cells: list[str]) -> str:
    return " | ".join([name + " " * (width - _units(name)), *cells]) + "\n"


def _numbers(counts: list[int], cost: float, words: float, percent: float) -> list[str]:
    return [f"{count:6d}" for count in counts] + [f"{java_fixed(value, 3):>8}" for value in (cost, words, percent)]


def _quotient(numerator: float, denominator: float) -> float:
    if denominator:
        return numerator / denominator
    return math.copysign(math.inf, numerator) if numerator and not math.isnan(numerator) else math.nan


def _units(text: str) -> int:
    """Returns the length in UTF-16 units, as in Java."""
    return len(text) + sum(character > "\uffff" for character in text)


def word_table(segments: Sequence[ScoredSegment]) -> Iterator[str]:
    """Yields the lines of the `.ter` file of `segments`."""
    for segment in segments:
        alignment = segment.alignment
        costs = word_costs(alignment)
        each = ":".join(java_fixed(cost, 2) for cost in costs.words)
        rest = (costs.other, alignment.cost, alignment.words, alignment.score)
        cells = [segment.id.system, str(segment.id), str(len(alignment.hyp)), each]
        yield "\t".join([*cells, *(java_fixed(value, 2) for value in rest)]) + "\n"


def alignment_pairs(segments: Sequence[ScoredSegment]) -> Iterator[str]:
    """Yields the lines of the `.align` file of `segments`."""
    for segment in segments:
        for edit in segment.alignment.edits:
            for ref, hyp in _pairs(segment.alignment, edit):
                if ref and hyp:
                    yield f"{segment.id} {ref} {hyp}\n"


def alignment_details(segments: Sequence[ScoredSegment]) -> Iterator[str]:
    """Yields the lines of the `.align_detail` file of `segments`."""
    for segment in segments:
        alignment = segment.alignment
        shifts = word_costs(alignment).shifts
        for number, edit in enumerate(alignment.edits):
            for ref, hyp in _pairs(alignment, edit):
                moved = shifts[hyp - 1] if hyp else 0
                words = f"<r>{_word(alignment.ref, ref)}</r> <h>{_word(alignment.hyp, hyp)}</h>"
                numbers = f"{number} {java_fixed(edit.cost, 6)} {moved}"
                yield f"{segment.id} {ref} {hyp} {edit.letter} {numbers} {words}\n"


def _pairs(alignment: Alignment, edit: Edit) -> Iterator[tuple[int, int]]:
    """Yields all pairs of a reference and a hypothesis word of the edit, counted from 1; 0 is no word."""
    refs = [place + 1 for place in range(*edit.ref)] or [0]
    hyps = [alignment.order[place] + 1 for place in range(*edit.hyp)] or [0]
    return ((ref, hyp) for ref in refs for hyp in hyps)


def _word(words: tuple[str, ...], number: int) -> str:
    return words[number - 1] if number else ""


def feature_counts(
    segments: Sequence[ScoredSegment], phrase_function: str = "", phrases: PhraseLookup | None = None
) -> Iterator[str]:
    """Yields the lines of the `.counts` file of `segments`, with the features of `phrase_function` if `phrases`."""
    for segment in segments:
        alignment = segment.alignment
        counts = alignment.counts()
        features = [float(counts[name]) for name in _FEATURES]
        if phrases is not None:
            features += _phrase_features(alignment, phrase_function, phrases)
        elif counts["phrase"]:
            raise InputError("an alignment has phrase edits: the phrase table they come from is needed to count them")
        words = alignment.words
        shown = (java_double(value / words if words > 0 else 0.0) for value in features)
        yield f"{_full_name(segment.id)} {' '.join(shown)}\n"


def _phrase_features(alignment: Alignment, function: str, phrases: PhraseLookup) -> list[float]:
    used = [_features(function, phrases(edit.entry)) for edit in alignment.edits if edit.op == "phrase"]
    empty = [0.0] * len(_features(function, PhraseNumbers(p=0.5, cost=0.0)))
    return [sum(column, 0.0) for column in zip(empty, *used, strict=True)]


def _features(function: str, numbers: PhraseNumbers) -> list[float]:
    """Returns the factor of each parameter of the phrase function."""
    q = numbers.q
    p = 1 - numbers.p if function.startswith("STDINV") else numbers.p
    match function:
        case "" | "NONE":
            return []
        case "STD" | "STDINV":
            return [1.0, _log10(p) * q, p * q, q]
        case "STDNONED" | "STDINVNONED":
            return [1.0, _log10(p), p]
    raise unknown_name("phrase function", function, ("NONE", "STD", "STDINV", "STDNONED", "STDINVNONED"))


def _log10(p: float) -> float:
    """Returns log10(p) as the original computes it: a quotient of natural logarithms."""
    if p > 0:
        return math.log(p) / math.log(10)
    return -math.inf if p == 0 else math.nan


def _full_name(name: SegmentId) -> str:
    system = f"[{name.system}]" if name.system else ""
    if name.is_opaque:
        return f"{system}[{name.raw}][][]"
    return f"{system}[{name.set}][{name.document}][{name.segment}]"
