"""Do two texts mean the same? A recogniser: a model, the tagger it was trained with, and an answer with its reasons.

    ParaphraseRecognizer().judge("Acme bought the firm.", "The firm was purchased by Acme.")

        Judgment: yes, probability 0.81
        matched      NN firm     NNP Acme     DT the     VBD bought ~ purchased     . .
        unmatched    second text: VBD was   IN by

The answer is yes from the machine's border on, where the probability is one half. Words match when their forms are
equal, or when they are close in meaning and the model uses that; the order of the two texts makes no difference to the
answer. A text with no word at all is like any other: two empty texts are compared, and the model says what it says.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import perpend
from perpend.equivalence.model import ParaphraseModel
from perpend.equivalence.partners import partners
from perpend.equivalence.shipped import find_paraphrase_model
from perpend.equivalence.vectors import Extractor, groups_of
from perpend.errors import SettingError
from perpend.features.annotated_pairs import Pair, annotate_pairs
from perpend.features.closeness import Closeness
from perpend.learning.provenance import resources
from perpend.text.annotate import Annotator
from perpend.text.sentence import Sentence

__all__ = ["Judgment", "ParaphraseRecognizer", "WordPair"]

_log = logging.getLogger(__name__)
_CHUNK = 256


@dataclass(frozen=True, slots=True)
class WordPair:
    """A word of the first text and its match in the second; None on the side where there is none."""

    tag: str
    word1: str | None
    word2: str | None

    @property
    def matched(self) -> bool:
        """Whether it has both words."""
        return None not in (self.word1, self.word2)

    def __str__(self) -> str:
        one, other = self.word1 or self.word2 or "", self.word2 or self.word1 or ""
        return one if one.lower() == other.lower() else f"{one} ~ {other}"


@dataclass(frozen=True, slots=True)
class Judgment:
    """The answer for one pair: whether it is one of paraphrases, how probably, and the words for and against."""

    answer: bool
    probability: float
    decision: float
    words: tuple[WordPair, ...]
    features: dict[str, float]
    signature: str

    def by_tag(self, words: Iterable[WordPair]) -> dict[str, list[str]]:
        """Words under their tags, both in the order of the texts."""
        found: dict[str, list[str]] = {}
        for word in words:
            found.setdefault(word.tag, []).append(str(word))
        return found

    @property
    def matched(self) -> dict[str, list[str]]:
        """The words that both texts have, by tag."""
        return self.by_tag(word for word in self.words if word.matched)

    @property
    def only_first(self) -> dict[str, list[str]]:
        """The words that only the first text has, by tag."""
        return self.by_tag(word for word in self.words if word.word2 is None)

    @property
    def only_second(self) -> dict[str, list[str]]:
        """The words that only the second text has, by tag."""
        return self.by_tag(word for word in self.words if word.word1 is None)

    def to_dict(self) -> dict[str, Any]:
        """The judgment as plain JSON values."""
        return {
            "answer": "yes" if self.answer else "no",
            "probability": self.probability,
            "decision": self.decision,
            "matched": self.matched,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "features": dict(self.features),
            "signature": self.signature,
        }


class ParaphraseRecognizer:
    """Judges pairs with one model, its file, or the one that comes with Perpend."""

    def __init__(self, model: ParaphraseModel | Path | str | None = None, annotator: Annotator | None = None) -> None:
        self.model = find_paraphrase_model(model)
        self._annotator = annotator or Annotator()
        self._extractor = Extractor(self.model.settings, self.model.information)
        self._groups = groups_of(self.model.features)
        self._close = Closeness(self.model.settings.threshold)
        for name, here in {**resources(), "annotator": self._annotator.signature()}.items():
            then = self.model.annotator if name == "annotator" else self.model.resources.get(name)
            if then != here:
                _log.warning("%s was trained with %s, here is %s", self.model.signature, then, here)

    def signature(self) -> str:
        """The model, and everything else that its answers depend on."""
        parts = {"paraphrase": self.model.signature, **resources(), "tags": self._annotator.signature()}
        return "|".join(f"{name}:{value}" for name, value in {**parts, "version": perpend.__version__}.items())

    def judge(self, text1: str, text2: str) -> Judgment:
        """Whether the two texts mean the same."""
        return next(self.judge_many([(text1, text2)]))

    def judge_many(self, pairs: Iterable[tuple[str, str]]) -> Iterator[Judgment]:
        """The judgment of each pair, in their order; some hundred are worked on at a time."""
        waiting = iter(pairs)
        while chunk := list(islice(waiting, _CHUNK)):
            yield from self._judged(annotate_pairs(chunk, self._annotator, self.model.settings.stemming))

    def _judged(self, pairs: Sequence[Pair]) -> Iterator[Judgment]:
        names, values = self._extractor.extract(pairs, self._groups).select(self.model.features)
        if names != self.model.names:
            raise SettingError(
                f"{self.model.signature} has other features than this Perpend has for {self.model.features!r}: "
                "train it again"
            )
        decisions = self.model.decisions(values)
        probabilities = self.model.calibration.probabilities(decisions)
        signature = self.signature()
        for pair, row, decision, probability in zip(
            pairs, values.tolist(), decisions.tolist(), probabilities.tolist(), strict=True
        ):
            words, features = tuple(_words(*pair, self._close)), dict(zip(names, row, strict=True))
            yield Judgment(decision >= 0.0, probability, decision, words, features, signature)


def _words(sentence: Sentence, other: Sentence, close: Closeness) -> Iterator[WordPair]:
    """The words of the first sentence with their partners, then those of the second that have none."""
    found = partners(sentence, other, close)
    for word, tag, partner in zip(sentence.tokens, sentence.tags, found, strict=True):
        yield WordPair(tag, word, None if partner is None else other.tokens[partner])
    taken = set(found)
    for place, (word, tag) in enumerate(zip(other.tokens, other.tags, strict=True)):
        if place not in taken:
            yield WordPair(tag, None, word)
