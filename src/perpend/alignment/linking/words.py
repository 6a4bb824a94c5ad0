"""The tokens of a sentence as links compare them: forms, facts, vectors, weights and quantities.

    linked_words(Sentence.of("Two cars crashed.", "penn"))
        .forms        ("two", "cars", "crashed", ".")
        .content      (True, True, True, False)        neither sign nor function word
        .weights      information of each form, less for frequent words
        .quantities   (Quantity(0, 1, 2.0, ""),)

What is known of a token is kept by its spelling (`words_of`), and the columns are computed when asked for and kept on
the sentence. A vector is kept as whole numbers, its `levels`: the unit vector times LEVEL, rounded. Products of whole
numbers are exact, so a cosine does not depend on the order in which its products are added.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perpend.alignment.linking._cells import DIMENSIONS, Word
from perpend.lexicon.frequency import log10_frequency
from perpend.lexicon.piece_vectors import PieceVectors
from perpend.lexicon.spellings import Spelling, spelling_of
from perpend.lexicon.word_relations import WordFacts, compared_form, facts_of
from perpend.text.quantities import Quantity, quantities_of
from perpend.text.sentence import Sentence
from perpend.types import Doubles, Floats

__all__ = ["LEVEL", "LinkedWords", "linked_words", "unit_rows", "words_of"]

LEVEL = 1 << 14
"""The level of a vector along whose axis the unit vector lies."""

_FREQUENT, _RAREST = 2.0, 8.0
"""Information below the first counts as none; words that are not in the frequency list have the second."""

_LEAST = 0.3
_KEPT = 1 << 15
_known: dict[str, Word] = {}


class LinkedWords:
    """The columns that links are made from, one entry for each token.

    :param tokens: the tokens as they are written.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tuple(tokens)
        self.words = words_of(self.tokens)

    @classmethod
    def of_tokens(cls, tokens: Sequence[str]) -> "LinkedWords":
        """Returns the columns of `tokens`."""
        return cls(tokens)

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """Each token as it is compared."""
        return tuple([word.form for word in self.words])

    @cached_property
    def known_forms(self) -> frozenset[str]:
        """The forms of this text, each once."""
        return frozenset(self.forms)

    @cached_property
    def spellings(self) -> list[Spelling]:
        """How each token may be written otherwise."""
        return [spelling_of(token) for token in self.tokens]

    @cached_property
    def facts(self) -> tuple[WordFacts, ...]:
        """What is known of each form."""
        return tuple(word.facts for word in self.words)

    @cached_property
    def signs(self) -> NDArray[np.bool_]:
        """Whether it is a sign."""
        return np.array([word.sign for word in self.words], bool)

    @cached_property
    def content(self) -> NDArray[np.bool_]:
        """Whether it is neither a sign nor a function word."""
        return np.array([word.content for word in self.words], bool)

    @cached_property
    def information(self) -> Doubles:
        """-log10 of the frequency of each form."""
        return np.array([word.information for word in self.words])

    @cached_property
    def weights(self) -> Doubles:
        """The information above that of frequent words, at least 0.3."""
        return np.array([word.weight for word in self.words])

    @cached_property
    def levels(self) -> NDArray[np.int16]:
        """The vectors in whole numbers, a row for each token."""
        rows = [word.level for word in self.words]
        return np.array(rows, np.int16).reshape(len(rows), DIMENSIONS)

    @cached_property
    def vectors(self) -> Floats:
        """Unit vectors; zeros for words that the vocabulary cannot spell."""
        return (self.levels / np.float32(LEVEL)).astype(np.float32)

    @cached_property
    def lengths(self) -> Doubles:
        """The length of each word's vector, which grows with what the word tells."""
        return np.array([word.length for word in self.words])

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """The quantities in the text, from left to right."""
        return quantities_of(self.tokens)


def linked_words(sentence: Sentence) -> LinkedWords:
    """Returns the columns of a `sentence`, kept on it."""
    return sentence.annotation("linked words", _of_sentence)


def _of_sentence(sentence: Sentence) -> LinkedWords:
    return LinkedWords(sentence.tokens_by("penn"))


def words_of(tokens: Sequence[str]) -> tuple[Word, ...]:
    """Returns what is known of each of `tokens`, from a cache by spelling that is bounded and safe for threads."""
    known = _known
    try:
        return tuple([known[token] for token in tokens])
    except KeyError:
        return _learned(tokens)


def _learned(tokens: Sequence[str]) -> tuple[Word, ...]:
    """The same with new tokens. A full cache is replaced, never emptied: another thread may read it."""
    global _known
    known = _known
    missing = [token for token in dict.fromkeys(tokens) if token not in known]
    if len(known) + len(missing) > _KEPT:
        known, missing = {}, list(dict.fromkeys(tokens))
    known.update(zip(missing, _made(missing), strict=True))
    if len(known) <= _KEPT:
        _known = known
    return tuple([known[token] for token in tokens])


def _made(tokens: Sequence[str]) -> list[Word]:
    facts = [facts_of(compared_form(token)) for token in tokens]
    vectors, lengths = unit_rows(PieceVectors.shipped().vectors([one.word for one in facts]))
    levels = np.rint(vectors * LEVEL).astype(np.int16)
    return [_word(*row) for row in zip(facts, levels, lengths.tolist(), strict=True)]


def _word(facts: WordFacts, level: NDArray[np.int16], length: float) -> Word:
    information = _information(facts)
    return Word(facts, level, length, information, max(information - _FREQUENT, _LEAST))


def unit_rows(vectors: Floats) -> tuple[Floats, Doubles]:
    """Returns `vectors` divided by their lengths, and the lengths; a vector of zeros stays so."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
    return (vectors / np.where(lengths > 0, lengths, 1.0)[:, None]).astype(np.float32), lengths


def _information(facts: WordFacts) -> float:
    """-log10 of the word's frequency in English; 1 for signs."""
    if facts.is_sign:
        return 1.0
    found = log10_frequency(facts.word)
    return _RAREST if found is None else min(-found, _RAREST)
