"""Describes an alignment in words: a name and a true clause for each change.

    name                         sentence
    insert 'is'                  'is' of the hypothesis is aligned with no word
    synonym 'kids' 'children'    'kids' and 'children' share a sense in WordNet
    shift 'on the mat'           'on the mat' stands at another place than what it is aligned with

A clause is about this alignment: another "is" of the hypothesis may be aligned. Synonyms are those of TERp, words that
have any sense in common, however rare.
"""

from collections.abc import Iterable, Iterator

from perpend.alignment.edits import Alignment, Change, Edit, Shift
from perpend.alignment.reference import move
from perpend.lexicon.word_relations import share_sense

__all__ = ["changes", "reasons"]

_SENTENCES = {
    "substitute": "{hyp} stands where the reference has {ref}",
    "stem": "{hyp} and {ref} have the same stem",
    "synonym": "{hyp} and {ref} share a sense in WordNet",
    "insert": "{hyp} of the hypothesis is aligned with no word",
    "delete": "{ref} of the reference is aligned with no word",
    "phrase": "{hyp} is a paraphrase of {ref}",
    "shift": "{hyp} stands at another place than what it is aligned with",
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
        (step.cost, _SENTENCES[_told(kind, hyp, ref)].format(hyp=hyp, ref=ref))
        for step, kind, hyp, ref in _worded(alignment)
        if kind != "match"
    ]
    if not told:
        return ("both texts have the same words in the same order",)
    return tuple(sentence for _, sentence in sorted(told, key=lambda one: -one[0]))


def _told(kind: str, hyp: str, ref: str) -> str:
    """The kind that is told: TERp's synonyms "as" and "a" are none, as they have no sense in common."""
    is_true = kind != "synonym" or share_sense(hyp.strip("'"), ref.strip("'"))
    return kind if is_true else "substitute"


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
