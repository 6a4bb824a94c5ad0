"""PERP as an estimator of scikit-learn: pairs of texts in, similarities or features out.

    PerpRegressor(epochs=100).fit(pairs, y)    y: the similarities, on the scale
        .predict(pairs)                        -> similarities
        .transform(pairs)                      -> the 36 features of each pair's cheapest edits, for a further step
        .explain(pair)                         -> Score: the contribution of each edit
        .model_                                -> the PerpModel, which can be saved

Pairs are two columns of texts: a list of tuples, an array of strings, or a data frame. The first text is the
reference. Training and scoring are those of `train_perp` and `PerpModel`, to the last bit.

A fitted estimator can be copied to other processes, where its model opens its phrase table again; so the table is given
as a path. scikit-learn is optional: pip install 'perpend[learn]'.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError, MissingExtra, unknown_name
from perpend.features.edits import FEATURES
from perpend.lexicon.phrases.table import PhraseTable
from perpend.similarity.model import PerpModel
from perpend.similarity.score import Score
from perpend.similarity.training import train_perp
from perpend.text.tokenizers import TOKENIZERS
from perpend.types import Doubles

try:
    from sklearn.base import BaseEstimator, RegressorMixin, TransformerMixin
    from sklearn.utils.validation import check_is_fitted
except ImportError:

    class BaseEstimator:  # type: ignore[no-redef]
        """Replaces scikit-learn's class if that is not installed, so that the module can be imported."""

        def __new__(cls, *_: object, **__: object) -> "BaseEstimator":
            """Raises MissingExtra."""
            raise MissingExtra("PerpRegressor", "scikit-learn", "learn")

    class RegressorMixin:  # type: ignore[no-redef]
        """Replaces scikit-learn's class."""

    class TransformerMixin:  # type: ignore[no-redef]
        """Replaces scikit-learn's class."""


__all__ = ["PerpRegressor", "text_pairs"]


def text_pairs(pairs: Any) -> list[tuple[str, str]]:
    """Converts `pairs`, a list of tuples, an array or a data frame with two columns, to a list of tuples.

    >>> text_pairs(np.array([["a cat", "a dog"]], dtype=object))
    [('a cat', 'a dog')]
    """
    rows = pairs.to_numpy() if hasattr(pairs, "to_numpy") else pairs
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise InputError(f"pairs are a {type(pairs).__name__}: give a list of (text1, text2), or two columns of texts")
    return [_text_pair(number, row) for number, row in enumerate(rows, start=1)]


def _text_pair(number: int, row: Any) -> tuple[str, str]:
    texts = tuple(row) if isinstance(row, Sequence | np.ndarray) and not isinstance(row, str) else ()
    if len(texts) != 2 or not all(isinstance(text, str) for text in texts):
        shown = repr(row)[:80]
        raise InputError(f"pair {number} is {shown}: two texts are needed, (text1, text2)")
    return str(texts[0]), str(texts[1])


class PerpRegressor(TransformerMixin, RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Learns how alike pairs of texts are; `score` is scikit-learn's R².

    :param epochs: passes over the pairs.
    :param rate: the learning rate.
    :param seed: the seed of the order of the pairs.
    :param phrases: the path of a phrase table.
    :param tokenizer: "terp" or "penn".
    :param scale: the lowest and the highest similarity.
    :param symmetric: predict the mean of both directions.
    :param clip: clip predictions to the scale.
    """

    def __init__(
        self,
        *,
        epochs: int = 200,
        rate: float = 0.01,
        seed: int = 0,
        phrases: str | Path | None = None,
        tokenizer: str = "terp",
        scale: tuple[float, float] = (0.0, 5.0),
        symmetric: bool = False,
        clip: bool = True,
    ) -> None:
        self.epochs = epochs
        self.rate = rate
        self.seed = seed
        self.phrases = phrases
        self.tokenizer = tokenizer
        self.scale = scale
        self.symmetric = symmetric
        self.clip = clip

    def fit(self, pairs: Any, y: Any) -> "PerpRegressor":
        """Trains on `pairs` and their similarities `y`."""
        if self.tokenizer not in TOKENIZERS:
            raise unknown_name("tokenizer", str(self.tokenizer), TOKENIZERS)
        low, high = self.scale
        model = train_perp(
            text_pairs(pairs),
            _labels(y),
            epochs=self.epochs,
            rate=self.rate,
            seed=self.seed,
            phrases=self._table(),
            tokenizer=TOKENIZERS[self.tokenizer],
            scale=(low, high),
        )
        if model.settings.epochs < self.epochs:
            # Let an interrupt end a whole grid search, not one fit of it.
            raise KeyboardInterrupt
        self.model_: PerpModel = model
        self.n_features_in_ = 2
        self._name_columns(pairs)
        self.__dict__.pop("_scorer", None)
        return self

    def predict(self, pairs: Any) -> Doubles:
        """The similarity of each of `pairs`."""
        return self._ready(pairs).predict(text_pairs(pairs), clipped=self.clip)

    def transform(self, pairs: Any) -> Doubles:
        """The 36 features of each of `pairs`, aligned under the learned weights.

        They are the mean of both directions if symmetric.
        """
        return self._ready(pairs).features(text_pairs(pairs))

    def explain(self, pair: tuple[str, str]) -> Score:
        """The score of `pair`, with the contribution of each edit."""
        (texts,) = text_pairs([pair])
        return self._ready(None).explain(*texts)

    def get_feature_names_out(self, _: Any = None) -> NDArray[np.object_]:
        """The names of the 36 features; `_`, for scikit-learn's input features, is ignored."""
        return np.array(FEATURES, dtype=object)

    def _table(self) -> PhraseTable | None:
        if isinstance(self.phrases, PhraseTable):
            raise InputError("phrases is an open table: give its path, which can be copied to other processes")
        return PhraseTable.open(Path(self.phrases)) if self.phrases is not None else None

    def _ready(self, pairs: Any) -> PerpModel:
        """The fitted model with its options, cached."""
        check_is_fitted(self, "model_")
        names = _column_names(pairs)
        if names and names != getattr(self, "feature_names_in_", np.array(names)).tolist():
            raise InputError(
                f"columns {', '.join(names)}: it was fitted on {', '.join(self.feature_names_in_)}, in that order"
            )
        ready: PerpModel | None = self.__dict__.get("_scorer")
        if ready is None or ready.symmetric != self.symmetric:
            ready = self._scorer = self.model_.using(symmetric=self.symmetric, phrase_table=self._table())
        return ready

    def _name_columns(self, pairs: Any) -> None:
        """Stores the names of the columns, if there are any, and drops those of an earlier fit."""
        self.__dict__.pop("feature_names_in_", None)
        if names := _column_names(pairs):
            self.feature_names_in_ = np.array(names, dtype=object)

    def __getstate__(self) -> dict[str, Any]:
        state: dict[str, Any] = dict(super().__getstate__())
        state.pop("_scorer", None)
        return state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        return tags


def _column_names(pairs: Any) -> list[str]:
    """The names of a data frame's columns, if all of them are strings."""
    names = list(getattr(pairs, "columns", ()))
    return names if all(isinstance(name, str) for name in names) else []


def _labels(y: Any) -> list[float]:
    try:
        labels = np.asarray(y, np.float64)
    except (TypeError, ValueError):
        raise InputError("y has values that are no numbers: give one similarity for each pair") from None
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    if labels.ndim != 1:
        raise InputError(f"y has the shape {labels.shape}: give one similarity for each pair")
    return list(labels.tolist())
