import numpy as np
from numpy.typing import NDArray

from perpend.lexicon.word_relations import WordFacts
from perpend.types import Doubles

DIMENSIONS: int
FEATURES: tuple[int, int]
LETTERS: int

class Word:
    form: str
    facts: WordFacts
    level: NDArray[np.int16]
    information: float
    length: float
    weight: float
    sign: bool
    content: bool
    def __init__(
        self, facts: WordFacts, level: NDArray[np.int16], length: float, information: float, weight: float
    ) -> None: ...

def match_words(
    words1: tuple[Word, ...],
    words2: tuple[Word, ...],
    first: Doubles,
    first_bias: float,
    later: Doubles,
    later_bias: float,
    least: float,
    candidate: float,
    likely: float,
    fixed: list[tuple[int, int]],
) -> tuple[dict[int, int], tuple[tuple[int, int], ...], Doubles, Doubles]: ...
