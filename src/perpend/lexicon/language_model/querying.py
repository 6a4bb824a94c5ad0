"""A language model from a file, asked through the package kenlm (extra `lm`): how probable are these sentences?

    model = open_language_model("news.arpa")
    score_sentence(model, ["the", "cat", "sat"])        SentenceScore(log10=-7.2, words=3, unknown=0)

Perplexity is what one word costs on average, 10 to the power of minus the mean logarithm; the end of a sentence counts
as a word. A line without words has a score too: that of an end right after the beginning.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perpend.errors import FormatError, InputError, MissingExtra

__all__ = ["SentenceScore", "open_language_model", "score_sentence", "sum_of_scores"]


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """The logarithm to base 10 of a text's probability, its words, and how many of them the model does not know."""

    log10: float
    words: int
    unknown: int
    sentences: int = 1

    @property
    def perplexity(self) -> float:
        """What a word costs, ends of sentences included."""
        return float(10.0 ** (-self.log10 / (self.words + self.sentences)))

    def to_dict(self) -> dict[str, Any]:
        """The score as plain JSON values."""
        found = {"log10": self.log10, "sentences": self.sentences, "words": self.words, "unknown": self.unknown}
        return found | {"perplexity": self.perplexity}


def open_language_model(path: Path | str) -> Any:
    """kenlm's model of an ARPA file, or of one in KenLM's own format."""
    try:
        import kenlm
    except ImportError:
        raise MissingExtra("a language model", "kenlm", "lm") from None
    if not Path(path).is_file():
        raise InputError(f"{path} is no file: name a language model in ARPA format")
    try:
        quiet = kenlm.Config()
        quiet.show_progress, quiet.arpa_complain = False, kenlm.ARPALoadComplain.NONE
        return kenlm.Model(str(path), quiet)
    except (OSError, RuntimeError, ValueError):
        raise FormatError(path, None, "not a language model that KenLM can read: ARPA, or its own binary") from None


def score_sentence(model: Any, words: Sequence[str]) -> SentenceScore:
    """The score of one sentence that is cut into words already."""
    found = list(model.full_scores(" ".join(words)))
    unknown = sum(is_unknown for _, _, is_unknown in found)
    return SentenceScore(sum(log10 for log10, _, _ in found), len(found) - 1, unknown)


def sum_of_scores(scores: Iterable[SentenceScore]) -> SentenceScore:
    """The score of several sentences as one text."""
    found = list(scores)
    if not found:
        raise InputError("there are no sentences to score: name files of text, a sentence a line")
    return SentenceScore(
        sum(score.log10 for score in found),
        sum(score.words for score in found),
        sum(score.unknown for score in found),
        len(found),
    )
