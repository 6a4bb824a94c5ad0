"""Describes an alignment in words: a name and a true clause for each change.

    name                         sentence
    insert 'is'                  'is' of the hypothesis has no counterpart in the reference
    synonym 'kids' 'children'    'kids' and 'children' are synonyms
    shift 'on the mat'           the counterpart of 'on the mat' stands at another place in the reference

A clause is about this alignment: another "is" of the hypothesis may have a counterpart.
"""

from collections.abc import Iterable, Iterator

from perpend.alignment.edits import Alignment, Change, Edit, Shift
from perpend.alignment.reference import move

__all__ = ["changes", "reasons"]

_SENTENCES = {
    "substitute": "{hyp} stands where the reference has {ref}",
    "stem": "{hyp} and {ref} have the same stem",
    "synonym": "{hyp} and {ref} are synonyms",
    "insert": "{hyp} of the hypothesis has no counterpart in the reference",
    "delete": "{ref} of the reference has no counterpart in the hypothesis",
    "phrase": "{hyp} is a paraphrase of {ref}",
    "shift": "the counterpart of {hyp} stands at another place in the reference",
}


def changes(alignment: Alignment) -> tuple[Change, ...]:
    """Returns the shifts and edits of `alignment` that have a cost: shifts first, then edits from left to right."""
    return tuple(
        Change(" ".join(filter(None, (kind, hyp, ref))), step.cost, step)
        for step, kind, hyp, ref in _worded(alignment)
        if step.cost != 0
    )


def reasons(alignment: Alignment) -> tuple[str, ...]:
    """Returns a clause for each shift and each edit of `alignment` that is not a match, the most expensive first."""
    if not (alignment.hyp or alignment.ref):
        return ("both texts are empty",)
    told = [
        (step.cost, _SENTENCES[kind].format(hyp=hyp, ref=ref))
        for step, kind, hyp, ref in _worded(alignment)
        if kind != "match"
    ]
    if not told:
        return ("both texts have the same words in the same order",)
    return tuple(sentence for _, sentence in sorted(told, key=lambda one: -one[0]))


def _worded(alignment: Alignment) -> Iterator[tuple[Edit | Shift, str, str, str]]:
    """Yields each shift and edit with its kind and its words of both sides; a shift has only hypothesis words."""
    order = tuple(range(len(alignment.hyp)))
    for shift in alignment.shifts:
        yield shift, "shift", _quoted(alignment.hyp[j] for j in order[shift.start : shift.end + 1]), ""
        order = move(order, shift.start, shift.end, shift.to)
    shifted = alignment.hyp_shifted
    for edit in alignment.edits:
        yield edit, edit.op, _quoted(shifted[slice(*edit.hyp)]), _quoted(alignment.ref[slice(*edit.ref)])


def _quoted(words: Iterable[str]) -> str:
    text = " ".join(words)
    return f"'{text}'" if text else ""
