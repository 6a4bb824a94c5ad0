"""TERp (TER-Plus): an edit rate with stems, synonyms and paraphrases.

    hyp   the kids were sleeping       sleeping ~ sleep    a stem, which costs nothing under TERp-A
    ref   the children sleep           kids ~ children     synonyms in WordNet
                                       were                an insertion, 0.26

Costs are the sets `terpa` (tuned to judgments of adequacy, the default), `terph` (tuned to HTER), `ter`, or a parameter
file in TERp's format. Scores are edits per reference word, capped at 1 if the costs set `cap`, as terpa and terph do.

**Differences from the original TER-Plus program.** Alignments, costs, chosen references, scores and files are the same,
to the last digit, on all output of the original that we have, except:

* The phrase table is a file made by `perpend phrases build`, not the one of the parameter file; if a table lists a pair
  twice at the same cost, the original reports either of the two probabilities.
* WordNet 3.0 is shipped with the package; the WordNet directory of a parameter file is not read, but if it is empty,
  synonyms are off.
* The search for shifts has limits for very long texts, and texts of more than 20,000 tokens are refused.
* Word classes and generalised numbers are refused, not ignored.
* The score of the whole corpus is capped like those of its documents; the original's console line and the TOTAL of its
  `.sum` file are not (our `.sum` file is not either).

`alignment/reference.py` lists departures in the search itself, docs/ter-files.md those in files.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from perpend.alignment import Costs
from perpend.alignment.aligner import kept_aligner
from perpend.lexicon.phrases.table import PhraseTable
from perpend.metrics.edit_rate import EditRate
from perpend.metrics.scorer import Scorer
from perpend.metrics.streams import References, groups_of

__all__ = ["terp", "terp_scorer"]


def terp(
    hyps: Sequence[str],
    refs: References,
    costs: str | Path | Costs = "terpa",
    phrases: PhraseTable | Path | str | None = None,
    *,
    cap: bool | None = None,
    average_length: bool | None = None,
    lengths: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
) -> EditRate:
    """Returns TERp, the edit rate with stems, synonyms and paraphrases; 0 is perfect.

    `hyps` are the texts to score; `refs` has a reference for each, or several lists of references. `costs` is terpa,
    terph, ter, a parameter file in TERp's format, or a `Costs`; `phrases` is a table from `perpend phrases build`.
    `cap` (limit scores to 1) and `average_length` (divide by the average length of several references) are by default
    those of the costs. `lengths` are texts whose lengths are used instead of the references'. `documents` has the name
    of each segment's document.

    >>> result = terp(["the kids were sleeping"], ["the children sleep"])
    >>> round(result.score, 4), result.segments[0].alignment.letters
    (0.0863, 'MYIT')
    """
    scorer = terp_scorer(costs, phrases, cap=cap, average_length=average_length)
    return scorer.score(groups_of(hyps, refs, lengths, documents))


def terp_scorer(
    costs: str | Path | Costs = "terpa",
    phrases: PhraseTable | Path | str | None = None,
    *,
    cap: bool | None = None,
    average_length: bool | None = None,
) -> Scorer:
    """Returns the scorer of `terp`, for groups of texts from files.

    `costs`, `phrases`, `cap` and `average_length` are as in `terp`.
    """
    chosen = Costs.read(costs)
    if cap is not None:
        chosen = replace(chosen, cap=cap)
    return Scorer("terp", kept_aligner(chosen, phrases, "metric terp"), average_length=average_length)
