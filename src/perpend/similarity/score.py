"""How alike two texts are by a trained PERP, and why: `Score`.

    score("A man plays a guitar.", "A man is playing guitar.")               by the model that comes with Perpend
    PerpScorer(PerpModel.read("model.json")).score("one text", "another")    by a model of yours

        raw  =  intercept  +  points of the first edit  +  points of the second  +  ...
        4.31 =     4.83    -          0.22              -          0.30

The first text is the reference, the second the hypothesis. An edit's points are minus its features times the weights;
its features are those of `features.py` divided by the number of words of both texts, as they enter the sum. Most edits
take points off; one may add some, if the model learned that it makes texts more alike than the rest tells. Matches take
nothing, so two identical texts get the intercept, and so do two empty ones: the highest similarity minus the weight of
Intercept, which a model learns like any other and which need not be the top of the scale.

`value` is `raw` clipped to the scale. A symmetric score is the mean of both directions: each edit of either direction
then counts by half, and those of the other direction are marked.

`explain_plainly` is the definition. The scorer takes the compiled way, `Examples.explain`: the same, bit for bit.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import perpend
from perpend.alignment.edits import Alignment, Edit, Shift
from perpend.alignment.reference import move
from perpend.errors import SettingError, unknown_name
from perpend.features.edits import FEATURES, edit_features, feature_vector
from perpend.learning.limits import check_lengths
from perpend.learning.provenance import resources
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity._perceptron import Solver
from perpend.similarity.model import PerpModel
from perpend.similarity.packing import PairPacker
from perpend.similarity.pairs import EncodedPair, dot
from perpend.text.tokenizers import TOKENIZERS
from perpend.types import Values

__all__ = ["Contribution", "PerpScorer", "Score", "explain_plainly", "score"]

_log = logging.getLogger(__name__)
_INTERCEPT = FEATURES.index("Intercept")

Explained = tuple[Edit | Shift, tuple[str, ...], tuple[str, ...], Values, float]
"""An edit or shift, its words of both sides, its features and points: the beginning of a `Contribution`."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one edit or shift did to the score; `hyp` and `ref` are its words, `points` what it added or took off."""

    edit: Edit | Shift
    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    features: Values
    points: float
    backward: bool = False
    """Whether it belongs to the other direction of a symmetric score."""

    @property
    def kind(self) -> str:
        """The name of the edit, or "shift"."""
        return self.edit.op if isinstance(self.edit, Edit) else "shift"

    def halved(self, *, backward: bool) -> "Contribution":
        """Its part in the mean of two directions."""
        features = {name: value / 2 for name, value in self.features.items()}
        return replace(self, features=features, points=self.points / 2, backward=backward)

    def to_dict(self) -> dict[str, Any]:
        """The contribution as plain JSON values."""
        return {
            "kind": self.kind,
            "hyp": list(self.hyp),
            "ref": list(self.ref),
            "points": self.points,
            "features": dict(self.features),
            "backward": self.backward,
        }


@dataclass(frozen=True, slots=True)
class Score:
    """A similarity with its explanation: `intercept` and the points of all contributions sum to `raw`."""

    value: float
    raw: float
    intercept: float
    scale: tuple[float, float]
    signature: str
    alignment: Alignment
    contributions: tuple[Contribution, ...]
    backward: Alignment | None = None
    """The alignment of the other direction, for a symmetric score."""

    @property
    def symmetric(self) -> bool:
        """Whether it is the mean of both directions."""
        return self.backward is not None

    def to_dict(self) -> dict[str, Any]:
        """The score as plain JSON values, the same for the command line, the service and files."""
        return {
            "value": self.value,
            "raw": self.raw,
            "intercept": self.intercept,
            "scale": list(self.scale),
            "contributions": [one.to_dict() for one in self.contributions],
            "alignment": self.alignment.to_dict(),
            "backward": self.backward.to_dict() if self.backward else None,
            "signature": self.signature,
        }

    def to_html(self, page: bool = False) -> str:
        """Value, picture and table of contributions, as an HTML fragment or as a whole page."""
        from perpend.similarity import report

        return report.draw_html(self, page)

    def _repr_html_(self) -> str:
        return self.to_html()

    def __str__(self) -> str:
        from perpend.similarity import report

        return report.draw_text(self)


class PerpScorer:
    """Scores pairs with one model; a model that was trained with a phrase table needs that table."""

    def __init__(self, model: PerpModel, phrases: PhraseTable | None = None) -> None:
        tokenizers = {tokenizer.signature(): tokenizer for tokenizer in TOKENIZERS.values()}
        if model.tokenizer not in tokenizers:
            raise unknown_name("tokenizer of a model", model.tokenizer, tokenizers)
        _check_phrases(model, phrases)
        found = resources()
        for name, here in found.items():
            if model.resources.get(name) != here:
                _log.warning("%s was trained with %s, here is %s", model.signature, model.resources.get(name), here)
        self.model = model
        self._packer, self._solver, self._lock = PairPacker(phrases, tokenizers[model.tokenizer]), Solver(), Lock()
        self._weights = model.weight_array
        self._intercept = model.scale[1] - model.weights[_INTERCEPT]
        self._signatures = {symmetric: _signature(model, found, symmetric) for symmetric in (False, True)}

    def signature(self, symmetric: bool = False) -> str:
        """The model, and everything else that its scores depend on."""
        return self._signatures[symmetric]

    def score(self, text1: str, text2: str, symmetric: bool = False) -> Score:
        """How alike the two texts are; `text1` is the reference, `text2` the hypothesis."""
        forward = self._one_way(text1, text2)
        if not symmetric:
            return forward
        return self._mean(forward, self._one_way(text2, text1))

    def score_many(self, pairs: Iterable[tuple[str, str]], symmetric: bool = False) -> Iterator[Score]:
        """The score of each pair, in their order, one after another."""
        return (self.score(text1, text2, symmetric) for text1, text2 in pairs)

    def _one_way(self, text1: str, text2: str) -> Score:
        check_lengths(text1, text2)
        examples, signature = self._packer.examples([(text1, text2)]), self._signatures[False]
        with self._lock:
            cost, alignment, parts = examples.explain(0, self._weights, self._solver, signature)
        raw = self.model.scale[1] - cost
        contributions = tuple([Contribution(*part) for part in parts])
        return Score(self._clipped(raw), raw, self._intercept, self.model.scale, signature, alignment, contributions)

    def _mean(self, forward: Score, other: Score) -> Score:
        raw = (forward.raw + other.raw) / 2
        parts = [one.halved(backward=False) for one in forward.contributions]
        parts += [one.halved(backward=True) for one in other.contributions]
        return replace(
            forward,
            value=self._clipped(raw),
            raw=raw,
            signature=self.signature(symmetric=True),
            contributions=tuple(parts),
            backward=other.alignment,
        )

    def _clipped(self, raw: float) -> float:
        low, high = self.model.scale
        return min(max(raw, low), high)


def score(text1: str, text2: str, model: PerpModel | Path | str | None = None, *, symmetric: bool = False) -> Score:
    """How alike two texts are by a model: a name that `perpend models` lists, a file, or `perp-sts` if none is given.

    >>> round(score("A man plays a guitar.", "A man is playing a guitar.").value) > 3
    True
    """
    from perpend.similarity.shipped import DEFAULT_MODEL, shipped_models

    named = DEFAULT_MODEL if model is None else model
    scorer = _kept(named) if isinstance(named, str) and named in shipped_models() else _opened(named)
    return scorer.score(text1, text2, symmetric)


def _opened(model: PerpModel | Path | str) -> PerpScorer:
    from perpend.similarity.shipped import find_model, phrases_for

    found = find_model(model)
    return PerpScorer(found, phrases_for(found))


_kept = lru_cache(maxsize=8)(_opened)
"""Shipped models do not change while the program runs, so their scorers are kept; a file may."""


def _signature(model: PerpModel, found: dict[str, str], symmetric: bool) -> str:
    parts = {
        "perp": model.signature,
        "tok": model.tokenizer,
        "stems": "porter",
        "syn": found["wordnet"],
        "freq": found["frequencies"],
        "phrases": model.phrases or "no",
        "symmetric": "yes" if symmetric else "no",
        "version": perpend.__version__,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def _check_phrases(model: PerpModel, phrases: PhraseTable | None) -> None:
    given = phrases.signature() if phrases else ""
    if model.phrases == given:
        return
    if not model.phrases:
        raise SettingError(f"{model.signature} was trained without phrases, but {given} was given: leave the table out")
    came = f"{given} was given" if given else "none was given"
    raise SettingError(f"{model.signature} was trained with {model.phrases}, but {came}: give that table (--phrases)")


def explain_plainly(
    pair: EncodedPair, weights: Sequence[float], signature: str
) -> tuple[float, Alignment, list[Explained]]:
    """The predicted cost of a pair, its alignment, and what each edit contributes: the definition of a score."""
    alignment = replace(pair.alignment(pair.align(weights)), signature=signature)
    phrases = {use.entry: (use.p, use.q) for use in pair.phrases}
    features = feature_vector(alignment, phrases).tolist()
    cost = sum((weight * value for weight, value in zip(weights, features, strict=True)), 0.0)
    return cost, alignment, list(_explained(alignment, phrases, weights))


def _explained(
    alignment: Alignment, phrases: Mapping[int, tuple[float, float]], weights: Sequence[float]
) -> Iterator[Explained]:
    """Shifts first, then edits from left to right; matches do nothing and are left out."""
    length = len(alignment.hyp) + len(alignment.ref)
    for part, hyp, ref in _edited(alignment):
        values = edit_features(alignment, part, phrases) if isinstance(part, Edit) else {"Shift": 1.0}
        features = {name: value / length for name, value in values.items()}
        yield part, hyp, ref, features, -dot(weights, features)


def _edited(alignment: Alignment) -> Iterator[tuple[Edit | Shift, tuple[str, ...], tuple[str, ...]]]:
    """Each shift and each edit that is no match, with its words of both sides."""
    order = tuple(range(len(alignment.hyp)))
    for shift in alignment.shifts:
        moved = tuple(alignment.hyp[j] for j in order[shift.start : shift.end + 1])
        yield shift, moved, alignment.ref[slice(*shift.ref)]
        order = move(order, shift.start, shift.end, shift.to)
    for edit in alignment.edits:
        if edit.op != "match":
            yield edit, alignment.hyp_shifted[slice(*edit.hyp)], alignment.ref[slice(*edit.ref)]
