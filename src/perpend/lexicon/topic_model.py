"""Topic models (latent Dirichlet allocation, Blei, Ng and Jordan 2003): a text -> its proportion of each topic.

    TopicModel.open(file).proportions("The bank raised its rates.")       e.g. 0.61 money, 0.02 rivers, ...; sum 1

Given p(word | topic), the proportions of a text are found by repeating

    share of topic k in word w   ∝   proportion(k) · p(w | k)
    proportion(k)                ∝   prior + sum of its shares over the words

until convergence. Only the ratios of a word's probabilities matter, so the file stores them in 8 bits: 255 for the
topic in which the word is most probable. Words are looked up by their stems (`corpus`). A text without known words has
equal proportions. `topic_training` makes such files from any texts.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perpend.errors import InputError, unknown_name
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.schema import Array, Schema
from perpend.files.word_numbers import WordNumbers, pack_words, packed_words
from perpend.lexicon.corpus import stems_of

__all__ = ["SCHEMA", "SHIPPED_TOPICS", "TopicModel", "write_topics"]

_KIND, _VERSION = "topic-model", 1
_DATA = Path(__file__).with_name("data")
_REMEDY = "name a file that `perpend topics train` wrote"
_ROUNDS, _STILL = 100, 1e-5
_LEAST_PRIOR = 1e-12
_SHOWN = 10

SCHEMA: Schema = {
    **packed_words(),
    "counts": Array("i4", "words", low=0),
    "ratios": Array("u1", "words topics", filled=True),
}
"""The arrays of a topic file."""

SHIPPED_TOPICS = (20, 100, 200)
"""The numbers of topics of the shipped models."""


class TopicModel:
    """The topic model in the file at `path`."""

    def __init__(self, path: Path | str) -> None:
        self.file = ArrayFile(path, kind=_KIND, version=_VERSION, schema=SCHEMA, remedy=_REMEDY)
        self.file.check_values()
        self._numbers = WordNumbers(self.file["word_bytes"], self.file["word_start"])
        self._ratios = self.file["ratios"]
        self.topics: int = self._ratios.shape[1]
        self.prior = self.file.fields.number("prior", least=_LEAST_PRIOR)

    @staticmethod
    @cache
    def shipped(topics: int = 100) -> "TopicModel":
        """Returns the shipped model with this number of `topics`, one of SHIPPED_TOPICS."""
        if topics not in SHIPPED_TOPICS:
            raise unknown_name("number of topics", str(topics), map(str, SHIPPED_TOPICS))
        return TopicModel(_DATA / f"topics-{topics}.topics")

    def signature(self) -> str:
        """Returns the name of the model and the first 8 hex digits of its checksum."""
        return f"{self.file.meta.get('name', 'topics')}:{self.file.payload_sha256[:8]}"

    def __len__(self) -> int:
        return len(self._ratios)

    def proportions(self, text: str) -> NDArray[np.float64]:
        """Returns the proportion of each topic in `text`; they sum to 1."""
        return self.proportions_of_stems(stems_of(text))

    def proportions_of_stems(self, stems: Iterable[str]) -> NDArray[np.float64]:
        """Returns the proportion of each topic in a text given by its `stems`; they sum to 1."""
        known = [number for number in map(self._numbers.__getitem__, stems) if number >= 0]
        found = np.full(self.topics, 1 / self.topics)
        if not known:
            return found
        places, counts = np.unique(known, return_counts=True)
        ratios = self._ratios[places].astype(np.float64) + 1e-3
        for _ in range(_ROUNDS):
            weights = ratios * found
            shares = (counts / weights.sum(axis=1)) @ weights + self.prior
            new = shares / shares.sum()
            moved = np.abs(new - found).sum()
            found = new
            if moved < _STILL:
                break
        return found

    def words(self, topic: int, count: int = _SHOWN) -> list[str]:
        """Returns the `count` stems with the highest weight in `topic`.

        The weight is the frequency times the ratio in this topic, so a frequent word comes first only if it belongs to
        the topic.
        """
        if not 0 <= topic < self.topics:
            raise InputError(f"topic {topic}: this model has topics 0 to {self.topics - 1}")
        weights = self._ratios[:, topic].astype(np.float64) * self.file["counts"]
        return [self._numbers.word(int(k)) for k in np.argsort(-weights, kind="stable")[:count]]

    def info(self) -> dict[str, object]:
        """Returns the sizes, signature and metadata of the file."""
        return {"words": len(self), "topics": self.topics, "signature": self.signature(), **self.file.meta}


def write_topics(
    path: Path,
    words: Sequence[str],
    counts: NDArray[np.int64],
    probabilities: NDArray[np.float64],
    prior: float,
    meta: dict[str, object],
) -> None:
    """Writes a topic model to `path`.

    `words` are stems in the order of code units, `counts` their frequencies in the corpus, `probabilities` a row per
    word with its probability in each topic; `prior` is the Dirichlet prior of the proportions, and `meta` is stored
    with the model.
    """
    if len(words) != len(probabilities):
        raise InputError(f"{len(words)} words and {len(probabilities)} rows of probabilities: one for each is needed")
    ratios = probabilities / probabilities.max(axis=1, keepdims=True)
    word_bytes, word_start = pack_words(words)
    arrays = {
        "word_bytes": word_bytes,
        "word_start": word_start,
        "counts": counts.astype(np.int32),
        "ratios": np.rint(255 * ratios).astype(np.uint8),
    }
    write_arrays(path, kind=_KIND, version=_VERSION, arrays=arrays, meta={**meta, "prior": prior})
