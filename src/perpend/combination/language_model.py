"""A language model from a file, queried through the package kenlm (extra `lm`).

    model = KenLanguageModel("news.arpa")
    bound = model.bind(segment.forms)
    bound.word(ngram_key([the, cat, sat]))        log p(sat | the cat), as a natural logarithm

The search keeps the last three words, so of a model of higher order than 4 only four orders are used. A history of
fewer than three words starts at the beginning of the sentence. Words are looked up as written, or in lower case if the
model does not have them as written.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from perpend.combination.search import history_words
from perpend.lexicon.language_model.querying import open_language_model

__all__ = ["KenLanguageModel"]

_NATURAL = 2.302585092994046
_CONTEXT = 3


class KenLanguageModel:
    """An n-gram model, read from `path` in ARPA format or in KenLM's binary format."""

    def __init__(self, path: Path | str) -> None:
        self._model: Any = open_language_model(path)
        import kenlm

        self._kenlm = kenlm

    def bind(self, forms: Sequence[str]) -> "_Bound":
        """Returns the model for texts that are sequences of indices into `forms`."""
        known = [form if not form or form in self._model else form.lower() for form in forms]
        return _Bound(self._kenlm, self._model, known)


class _Bound:
    def __init__(self, kenlm: Any, model: Any, forms: Sequence[str]) -> None:
        self._kenlm, self._model, self._forms = kenlm, model, forms
        self._states: dict[int, Any] = {}

    def word(self, key: int) -> float:
        """Returns the natural log probability of the last word of `key` after the others."""
        return self._score(self._state(key >> 16), self._forms[key & 0xFFFF])

    def end(self, history: int) -> float:
        """Returns the natural log probability of the end of the text after `history`."""
        return self._score(self._state(history), "</s>")

    def _score(self, state: Any, word: str) -> float:
        return float(self._model.BaseScore(state, word, self._kenlm.State())) * _NATURAL

    def _state(self, history: int) -> Any:
        if history not in self._states:
            words = history_words(history)
            state, after = self._kenlm.State(), self._kenlm.State()
            if len(words) < _CONTEXT:
                self._model.BeginSentenceWrite(state)
            else:
                self._model.NullContextWrite(state)
            for word in words:
                self._model.BaseScore(state, self._forms[word], after)
                state, after = after, state
            self._states[history] = state
        return self._states[history]
