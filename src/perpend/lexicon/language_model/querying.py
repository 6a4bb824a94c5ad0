"""Querying a language model file through the package kenlm (extra `lm`): the probability of sentences.

    model = open_language_model("news.arpa")
    score_sentence(model, ["the", "cat", "sat"])        SentenceScore(log10=-7.2, words=3, unknown=0)

Perplexity is 10 to the power of minus the mean logarithm per word; the end of a sentence counts as a word. A line
without words has the probability of an end right after the beginning.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perpend.errors import FormatError, InputError, MissingExtra

__all__ = ["SentenceScore", "open_language_model", "score_sentence", "sum_of_scores"]


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """The decimal logarithm `log10` of a text's probability, its number of `words`, `unknown` words and `sentences`."""

    log10: float
    words: int
    unknown: int
    sentences: int = 1

    @property
    def perplexity(self) -> float:
        """The perplexity, with ends of sentences counted as words."""
        return float(10.0 ** (-self.log10 / (self.words + self.sentences)))

    def to_dict(self) -> dict[str, Any]:
        """Returns the score as JSON values."""
        found = {"log10": self.log10, "sentences": self.sentences, "words": self.words, "unknown": self.unknown}
        return found | {"perplexity": self.perplexity}


def open_language_model(path: Path | str) -> Any:
    """Returns kenlm's model of the file at `path`, in ARPA or KenLM's binary format."""
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
    """Returns the score by `model` of one sentence, given as its `words`."""
    found = list(model.full_scores(" ".join(words)))
    unknown = sum(is_unknown for _, _, is_unknown in found)
    return SentenceScore(sum(log10 for log10, _, _ in found), len(found) - 1, unknown)


def sum_of_scores(scores: Iterable[SentenceScore]) -> SentenceScore:
    """Returns the sum of `scores`: the score of the sentences as one text."""
    found = list(scores)
    if not found:
        raise InputError("there are no sentences to score: name files of text, a sentence a line")
    return SentenceScore(
        sum(score.log10 for score in found),
        sum(score.words for score in found),
        sum(score.unknown for score in found),
        len(found),
    )
