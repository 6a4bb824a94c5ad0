"""WER, the word error rate: substitutions, insertions and deletions of words, per reference word.

    hyp   the cat  sat                  1 substitution, 1 deletion
    ref   a   cat  sat  down            score 2 / 4

Words keep their order, unlike in TER. rapidfuzz counts, as in jiwer, with the same numbers of substitutions, deletions,
insertions and hits. Texts are split at blanks unless a tokeniser is named. With `matches`, words that are not equal may
match (see `matching`).

Unlike in jiwer, a corpus without reference words scores 1 if the hypotheses have words (jiwer: their number), and all
white space separates words, also a single tab.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np
from rapidfuzz.distance import Levenshtein

from perpend.metrics.corpus_score import CorpusScore
from perpend.metrics.error_counts import ErrorCounts
from perpend.metrics.matching import Matches, edit_counts
from perpend.metrics.measure import Texts
from perpend.metrics.ngrams import Numbered
from perpend.metrics.streams import References
from perpend.text import Tokenizer
from perpend.types import Doubles

__all__ = ["Wer", "wer"]

_MOST_CHARACTERS = 0x110000


@dataclass(frozen=True)
class Wer(ErrorCounts):
    """WER with its settings, which are the parameters of `wer`."""

    name: ClassVar[str] = "wer"

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the statistics."""
        return ("edits", "words", "hits", "substitutions", "deletions", "insertions")

    def counts(self, hyps: Sequence[str], refs: Texts) -> Doubles:
        """Returns `columns` of each of `hyps` with each of its `refs`."""
        counted = self._related(hyps, refs) if self.matches else self._equal(hyps, refs)
        return np.array(counted, np.float64).reshape(-1, len(self.columns))

    def _equal(self, hyps: Sequence[str], refs: Texts) -> list[tuple[int, ...]]:
        numbered = Numbered.of(hyps, refs, self.tokens)
        words, first, counted = _as_strings(numbered), numbered.first.tolist(), list[tuple[int, ...]]()
        for start, end in pairwise(first):
            hyp = words[start]
            for ref in words[start + 1 : end]:
                edits = Levenshtein.editops(ref, hyp)
                distance, substitutions = len(edits), [edit[0] for edit in edits.as_list()].count("replace")
                # Deletions minus insertions is the difference of the lengths; the sum of all edits is the distance.
                deletions = (distance - substitutions + len(ref) - len(hyp)) // 2
                hits, insertions = len(ref) - substitutions - deletions, distance - substitutions - deletions
                counted.append((distance, len(ref), hits, substitutions, deletions, insertions))
        return counted

    def _related(self, hyps: Sequence[str], refs: Texts) -> list[tuple[int, ...]]:
        counted: list[tuple[int, ...]] = []
        for text, others in zip(hyps, refs, strict=True):
            hyp = self.tokens(text)
            for ref in map(self.tokens, others):
                found = edit_counts(hyp, ref, self.relation)
                counted.append((found.edits, len(ref), *found))
        return counted


def wer(
    hyps: Sequence[str],
    refs: References,
    *,
    tokenizer: str | Tokenizer = "none",
    lowercase: bool = False,
    average_length: bool = True,
    matches: Matches | None = None,
) -> CorpusScore:
    """Returns the word error rate: substitutions, insertions and deletions per reference word.

    `hyps` are the texts to score; `refs` has a reference for each, or several lists of references. `tokenizer` is none
    (at blanks), 13a, intl, char, zh, or a `Tokenizer`. `lowercase` ignores case. `average_length` divides by the
    average length of several references, otherwise by that of the chosen one. `matches(hyp, ref)` returns whether two
    different words count as equal.

    >>> result = wer(["the cat sat", "he ran"], ["a cat sat down", "he ran"])
    >>> round(result.score, 4), result.stats["substitutions"], result.stats["deletions"]
    (0.3333, 1.0, 1.0)
    >>> wer(["the cats sat"], ["the cat sat"], matches=lambda hyp, ref: hyp.rstrip("s") == ref.rstrip("s")).score
    0.0
    """
    return Wer(tokenizer, lowercase, average_length, matches).score(hyps, refs)


def _as_strings(numbered: Numbered) -> Sequence[Sequence[object]]:
    """Returns each text as a string with one character per word, which is fast in rapidfuzz, or else as numbers."""
    bounds = numbered.bounds.tolist()
    if numbered.ids.size and int(numbered.ids.max()) >= _MOST_CHARACTERS:
        return [numbered.words(text) for text in range(len(bounds) - 1)]
    all_words = numbered.ids.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
    return [all_words[start:end] for start, end in pairwise(bounds)]
