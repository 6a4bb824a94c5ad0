"""TERp's `.pra` file: a readable paragraph for each segment. A blank in the alignment is a match.

Sentence ID: [edge][edge][6]
Original Reference: the cat sat on the mat .
...
Alignment: (  DI    S)
HypErrs: 0.000 0.000 0.516 ...
OtherErr: 0.890
HypLocMap: 3 4 5 0 1 2 6              the original index of each word after the shifts

NumShifts: 1
  [3, 5, -1/-1] (the cat sat) -> (the cat sat)
Num Phrase Substitutions: 0

Score: 0.098 (0.687 / 7.000)
"""

from collections.abc import Iterable, Iterator

from perpend.alignment.edits import Alignment
from perpend.alignment.reference import move
from perpend.errors import InputError
from perpend.metrics.terp_files.java_numbers import java_double, java_fixed
from perpend.metrics.terp_files.scored import PhraseLookup, ScoredSegment, word_costs

__all__ = ["report"]


def report(segments: Iterable[ScoredSegment], phrases: PhraseLookup | None = None) -> Iterator[str]:
    """Yields the text of the file, one piece for each of `segments`; phrase edits need the table `phrases`."""
    for segment in segments:
        lines = [f"Sentence ID: {segment.id}", *_paragraph(segment.alignment, phrases), "", ""]
        yield "\n".join(lines)


def _paragraph(alignment: Alignment, phrases: PhraseLookup | None) -> Iterator[str]:
    costs = word_costs(alignment)
    yield f"Original Reference: {alignment.ref_text}"
    yield f"Original Hypothesis: {alignment.hyp_text}"
    yield f"Reference: {' '.join(alignment.ref)}"
    yield f"Hypothesis: {' '.join(alignment.hyp)}"
    yield f"Hypothesis After Shift: {' '.join(alignment.hyp_shifted)}"
    yield f"Alignment: ({alignment.letters.replace('M', ' ')})"
    yield f"HypErrs: {' '.join(java_fixed(cost, 3) for cost in costs.words)}"
    yield f"OtherErr: {java_fixed(costs.other, 3)}"
    yield f"HypLocMap: {' '.join(map(str, alignment.order))}"
    yield ""
    yield f"NumShifts: {len(alignment.shifts)}"
    yield from _shifts(alignment)
    yield from _phrases(alignment, phrases)
    yield ""
    score, cost, words = (java_fixed(value, 3) for value in (alignment.score, alignment.cost, alignment.words))
    yield f"Score: {score} ({cost} / {words})"


def _shifts(alignment: Alignment) -> Iterator[str]:
    order = tuple(range(len(alignment.hyp)))
    for shift in alignment.shifts:
        hyp = " ".join(alignment.hyp[word] for word in order[shift.start : shift.end + 1])
        ref = " ".join(alignment.ref[slice(*shift.ref)])
        yield f"  [{shift.start}, {shift.end}, {shift.ref_anchor}/{shift.to}] ({hyp}) -> ({ref})"
        order = move(order, shift.start, shift.end, shift.to)


def _phrases(alignment: Alignment, phrases: PhraseLookup | None) -> Iterator[str]:
    used = [edit for edit in alignment.edits if edit.op == "phrase"]
    yield f"Num Phrase Substitutions: {len(used)}"
    for edit in used:
        if phrases is None:
            raise InputError("an alignment has phrase edits: the phrase table they come from is needed to write them")
        numbers = phrases(edit.entry)
        ref, hyp = " ".join(alignment.ref[slice(*edit.ref)]), " ".join(alignment.hyp_shifted[slice(*edit.hyp)])
        costs = f"NewCost: {java_double(numbers.cost)} OrigCost: {java_double(numbers.p)}"
        yield f"  {costs} <p>{ref}</p> <p>{hyp}</p>"
