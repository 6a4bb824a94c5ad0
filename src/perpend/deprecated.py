"""Classes of version 0.1 whose work models do now. They will be removed in the version after next.

version 0.1                                    now
PerpScorer(model, phrases).score(a, b)         load(model, phrase_table=phrases).explain(a, b)
Relater(model, level=...).relate(a, b)         load(model, kind="relatedness").explain(a, b)
ParaphraseRecognizer(model).judge(a, b)        load(model, kind="paraphrase").explain(a, b)
EntailmentRecognizer(model).judge(a, b)        load(model, kind="entailment").explain(a, b)
"""

import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from perpend.answers import Answer
from perpend.learning.model import Model
from perpend.learning.registry import load
from perpend.types import Doubles

__all__ = ["EntailmentRecognizer", "ParaphraseRecognizer", "PerpScorer", "Relater"]

Pairs = Iterable[tuple[str, str]]


class _Answering:
    """A model of one kind behind the methods of version 0.1."""

    _kind: str

    def __init__(self, model: Model | Path | str | None = None, **options: Any) -> None:
        warnings.warn(
            f"{type(self).__name__} will go: use perpend.load(model).explain(text1, text2)",
            DeprecationWarning,
            stacklevel=3,
        )
        self.model: Any = load(model, self._kind, **{name: one for name, one in options.items() if one is not None})

    def signature(self) -> str:
        """The model, and everything else that its answers depend on."""
        return str(self.model.signature)

    def _explain(self, text1: str, text2: str) -> Answer:
        """The answer for the pair of `text1` and `text2`, and why."""
        return next(self._explain_many([(text1, text2)]))

    def _explain_many(self, pairs: Pairs) -> Iterator[Answer]:
        """Yields the answer for each of `pairs`, in order."""
        return iter(self.model.explain_many(pairs))


class PerpScorer(_Answering):
    """Scores pairs with a `model` of the kind perp and the phrase table `phrases`."""

    _kind = "perp"

    def __init__(self, model: Model | Path | str | None = None, phrases: Any = None) -> None:
        super().__init__(model, phrase_table=phrases)

    def signature(self, symmetric: bool = False) -> str:
        """The model, and everything else that its scores depend on, such as `symmetric`."""
        return str(self.model.using(symmetric=symmetric).signature)

    def score(self, text1: str, text2: str, symmetric: bool = False) -> Answer:
        """How alike `text1` and `text2` are; if `symmetric`, the mean of both directions."""
        return next(self.score_many([(text1, text2)], symmetric))

    def score_many(self, pairs: Pairs, symmetric: bool = False) -> Iterator[Answer]:
        """Yields the score of each of `pairs`, in order; `symmetric` as in `score`."""
        model = self.model.using(symmetric=True) if symmetric else self.model
        return iter(model.explain_many(pairs))


class Relater(_Answering):
    """Answers with a `model` of the kind relatedness, by default that of the `level`; `options` are those of `load`."""

    _kind = "relatedness"

    def __init__(self, model: Model | Path | str | None = None, *, level: str = "sentence", **options: Any) -> None:
        super().__init__(f"relate-{level}" if model is None else model, **options)

    def predict(self, pairs: Pairs) -> Doubles:
        """The relatedness of each of `pairs`."""
        found: Doubles = self.model.predict(pairs)
        return found

    relate, relate_many = _Answering._explain, _Answering._explain_many


class ParaphraseRecognizer(_Answering):
    """Judges pairs with a `model` of the kind paraphrase; `annotator` is the tagger and parser."""

    _kind = "paraphrase"

    def __init__(self, model: Model | Path | str | None = None, annotator: Any = None) -> None:
        super().__init__(model, annotator=annotator)

    judge, judge_many = _Answering._explain, _Answering._explain_many


class EntailmentRecognizer(_Answering):
    """Judges pairs with a `model` of the kind entailment; `options` are those of `load`."""

    _kind = "entailment"

    def __init__(self, model: Model | Path | str | None = None, **options: Any) -> None:
        super().__init__(model, **options)

    judge_many = _Answering._explain_many

    def judge(self, text: str, hypothesis: str) -> Answer:
        """Whether `hypothesis` follows from `text`."""
        return self._explain(text, hypothesis)

    def frames(self, text: str, hypothesis: str) -> dict[str, list[str]]:
        """The frames of `text` and `hypothesis`, described in words."""
        found: dict[str, list[str]] = self.model.frames(text, hypothesis)
        return found
