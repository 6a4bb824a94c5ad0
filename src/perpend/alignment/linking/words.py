"""The tokens of a sentence as links compare them: forms, facts, vectors, weights and quantities.

    linked_words(Sentence.of("Two cars crashed.", "penn"))
        .forms        ("two", "cars", "crashed", ".")
        .content      (True, True, True, False)        neither sign nor function word
        .weights      information of each form, less for frequent words
        .quantities   (Quantity(0, 1, 2.0, ""),)

Everything depends on the sentence alone and is kept on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perpend.lexicon.frequency import log10_frequency
from perpend.lexicon.piece_vectors import PieceVectors
from perpend.lexicon.word_relations import WordFacts, compared_form, facts_of
from perpend.text.quantities import Quantity, quantities_of
from perpend.text.sentence import Sentence
from perpend.types import Doubles, Floats

__all__ = ["LinkedWords", "linked_words", "unit_rows"]

_FREQUENT, _RAREST = 2.0, 8.0
"""Information below the first counts as none; words that are not in the frequency list have the second."""

_LEAST = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class LinkedWords:
    """The columns that links are made from, one entry for each token."""

    forms: tuple[str, ...]
    facts: tuple[WordFacts, ...]
    signs: NDArray[np.bool_]
    content: NDArray[np.bool_]
    information: Doubles
    weights: Doubles
    vectors: Floats
    """Unit vectors; zeros for words that the vocabulary cannot spell."""
    lengths: Doubles
    """The length of each word's vector, which grows with what the word tells."""
    quantities: tuple[Quantity, ...]

    @classmethod
    def of_tokens(cls, tokens: Sequence[str]) -> "LinkedWords":
        """Computes the columns of `tokens`."""
        forms = tuple(map(compared_form, tokens))
        facts = tuple(map(facts_of, forms))
        information = np.array([_information(one) for one in facts])
        vectors, lengths = unit_rows(PieceVectors.shipped().vectors(forms))
        return cls(
            forms=forms,
            facts=facts,
            signs=np.array([one.is_sign for one in facts], bool),
            content=np.array([one.is_content for one in facts], bool),
            information=information,
            weights=np.maximum(information - _FREQUENT, _LEAST),
            vectors=vectors,
            lengths=lengths,
            quantities=quantities_of(tokens),
        )

    def __len__(self) -> int:
        return len(self.forms)


def linked_words(sentence: Sentence) -> LinkedWords:
    """Returns the columns of a `sentence`, kept on it."""
    return sentence.annotation("linked words", lambda one: LinkedWords.of_tokens(one.tokens_by("penn")))


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
