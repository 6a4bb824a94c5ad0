"""Why an answer is what it is, in plain words: for the terminal, where names of features and raw costs do not belong.

    reasons_of(score)       ['"is" is only in text 2: -0.08', '"playing" and "plays" are synonyms: +0.39']

The reasons of an answer are its own where it has them; else they are put into words here.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perpend.equivalence.recognizer import Judgment
    from perpend.relatedness.relater import Relatedness
    from perpend.similarity.score import Contribution, Score

__all__ = ["reasons_of"]

_MOST = 8
_LEAST = 0.005
_WORDINGS = {
    "insert": "{hyp} is only in {hyp_side}",
    "delete": "{ref} is only in {ref_side}",
    "stem": "{hyp} and {ref} have one stem",
    "synonym": "{hyp} and {ref} are synonyms",
    "phrase": "{hyp} is a paraphrase of {ref}",
    "substitute": "{hyp_side} has {hyp} where {ref_side} has {ref}",
    "shift": "{hyp} is at another place",
}


def reasons_of(answer: Any) -> Sequence[str]:
    """What speaks for the answer and against it, the most important first."""
    if hasattr(answer, "reasons"):
        return tuple(answer.reasons)
    if hasattr(answer, "contributions"):
        return _of_edits(answer)
    return _of_groups(answer) if hasattr(answer, "shares") else _of_words(answer)


def _of_edits(score: "Score") -> list[str]:
    found = sorted((one for one in score.contributions if abs(one.points) >= _LEAST), key=lambda one: -abs(one.points))
    reasons = [f"{_edit(one)}: {one.points:+.2f}" for one in found[:_MOST]]
    if len(found) > _MOST:
        rest = sum(one.points for one in found[_MOST:])
        reasons.append(f"{len(found) - _MOST} other differences: {rest:+.2f} (--explain lists them)")
    return reasons or ["no edit changes the score"]


def _edit(one: "Contribution") -> str:
    hyp_side, ref_side = ("text 1", "text 2") if one.backward else ("text 2", "text 1")
    wording = _WORDINGS.get(one.kind, f"{one.kind} of {{hyp}} and {{ref}}")
    return wording.format(hyp=_quoted(one.hyp), ref=_quoted(one.ref), hyp_side=hyp_side, ref_side=ref_side)


def _quoted(words: Iterable[str]) -> str:
    return f'"{" ".join(words)}"'


def _of_groups(found: "Relatedness") -> list[str]:
    ranked = sorted(found.shares.items(), key=lambda one: -abs(one[1]))
    start = f"pairs that the model learned from are related by {found.base:.2f} on average"
    return [start, *(f"{name}: {share:+.2f}" for name, share in ranked if abs(share) >= _LEAST)]


def _of_words(judgment: "Judgment") -> list[str]:
    columns = {
        "both texts have": judgment.matched,
        "only text 1 has": judgment.only_first,
        "only text 2 has": judgment.only_second,
    }
    words = {title: [word for tagged in column.values() for word in tagged] for title, column in columns.items()}
    return [f"{title}: {', '.join(found)}" for title, found in words.items() if found]
