"""A language model from a file, asked through the package kenlm (extra `lm`).

    model = KenLanguageModel("news.arpa")
    bound = model.bind(segment.forms)
    bound.word(ngram_key([the, cat, sat]))        log p(sat | the cat), as a natural logarithm

The search knows the last three words, so a model of order 4 is used whole and of a longer one the first four orders'
worth of context. A history of fewer than three words begins with the sentence. Words are asked for as they are written,
or in lower case where the model does not know them otherwise.
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
    """An n-gram model in ARPA format or in KenLM's own."""

    def __init__(self, path: Path | str) -> None:
        self._model: Any = open_language_model(path)
        import kenlm

        self._kenlm = kenlm

    def bind(self, forms: Sequence[str]) -> "_Bound":
        """The model for texts that are numbers of these forms."""
        known = [form if not form or form in self._model else form.lower() for form in forms]
        return _Bound(self._kenlm, self._model, known)


class _Bound:
    def __init__(self, kenlm: Any, model: Any, forms: Sequence[str]) -> None:
        self._kenlm, self._model, self._forms = kenlm, model, forms
        self._states: dict[int, Any] = {}

    def word(self, key: int) -> float:
        """The natural logarithm of the last word's probability behind the others."""
        return self._score(self._state(key >> 16), self._forms[key & 0xFFFF])

    def end(self, history: int) -> float:
        """That of the end of the text."""
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
