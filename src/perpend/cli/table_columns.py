"""The columns that `--pairs` adds to a table, one function a command; `perpend.files.filling` writes them.

score         score, raw; with --explain intercept and contributions (JSON), which sum to `raw`
relate        relatedness; with --explain shares (JSON)
paraphrase    answer (yes or no), probability; with --explain words (JSON)
entail        label, probability (empty where the patterns decide); with --explain patterns (JSON)
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from perpend.files.filling import NewColumns
from perpend.learning.limits import check_lengths

if TYPE_CHECKING:
    from perpend.entailment.recognizer import EntailmentRecognizer
    from perpend.equivalence.recognizer import ParaphraseRecognizer
    from perpend.relatedness.relater import Relater
    from perpend.similarity.score import PerpScorer

__all__ = ["entailment_columns", "judgment_columns", "relatedness_columns", "score_columns"]

_Pairs = Sequence[tuple[str, str]]
_Cells = Iterator[tuple[Any, ...]]
_WORDS = ("matched", "only_first", "only_second")


def score_columns(scorer: "PerpScorer", *, symmetric: bool = False, explain: bool = False) -> NewColumns:
    """The columns of PERP."""

    def cells(pairs: _Pairs) -> _Cells:
        for score in scorer.score_many(pairs, symmetric):
            parts = (score.intercept, [one.to_dict() for one in score.contributions]) if explain else ()
            yield (score.value, score.raw, *parts)

    names = ("score", "raw", *(("intercept", "contributions") if explain else ()))
    numeric = frozenset(("score", "raw", "intercept"))
    return NewColumns(names, cells, scorer.signature(symmetric), check_lengths, numeric)


def relatedness_columns(relater: "Relater", *, explain: bool = False) -> NewColumns:
    """The columns of a model of relatedness."""

    def cells(pairs: _Pairs) -> _Cells:
        if explain:
            for found in relater.relate_many(pairs):
                yield found.value, {"mean": found.base, **found.shares}
        else:
            yield from ((value,) for value in relater.predict(pairs).tolist())

    names = ("relatedness", *(("shares",) if explain else ()))
    return NewColumns(names, cells, relater.signature(), check_lengths, frozenset(("relatedness",)))


def judgment_columns(recognizer: "ParaphraseRecognizer", *, explain: bool = False) -> NewColumns:
    """The columns of a recogniser of paraphrases."""

    def cells(pairs: _Pairs) -> _Cells:
        for judgment in recognizer.judge_many(pairs):
            facts = judgment.to_dict()
            words = ({name: facts[name] for name in _WORDS},) if explain else ()
            yield (facts["answer"], facts["probability"], *words)

    names = ("answer", "probability", *(("words",) if explain else ()))
    return NewColumns(names, cells, recognizer.signature(), check_lengths, frozenset(("probability",)))


def entailment_columns(recognizer: "EntailmentRecognizer", *, explain: bool = False) -> NewColumns:
    """The columns of a recogniser of entailment."""

    def cells(pairs: _Pairs) -> _Cells:
        for judgment in recognizer.judge_many(pairs):
            facts = judgment.to_dict()
            probability = facts["probabilities"][facts["label"]] if facts["probabilities"] else None
            yield (facts["label"], probability, *((facts["patterns"],) if explain else ()))

    names = ("label", "probability", *(("patterns",) if explain else ()))
    return NewColumns(names, cells, recognizer.signature(), check_lengths, frozenset(("probability",)))
