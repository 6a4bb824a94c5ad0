"""Phrases that may replace each other inside a pattern, learned from training pairs.

    A man is performing a trick        ENTAILMENT, relatedness 4.8        perform -> do
    A man is doing a trick

Vo, Popescu and Caselli (2014) take all pairs of ENTAILMENT with a relatedness of 4 to 5 and keep, slot by slot, the
parts that differ. Only this part of the patterns depends on labelled pairs. A phrase is kept if most of the pairs that
differ only in it are ENTAILMENT; the paper does not say how it handled the others.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

__all__ = ["QuasiSynonyms", "learn_quasi_synonyms"]

PhrasePair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class QuasiSynonyms:
    """Pairs of phrases (of the text, of the hypothesis), with the number of training pairs that support each."""

    support: Mapping[PhrasePair, int] = field(default_factory=dict)

    def has(self, phrase1: str, phrase2: str) -> bool:
        """Whether `phrase2` may replace `phrase1`.

        >>> QuasiSynonyms({("perform", "do"): 2}).has("perform", "do")
        True
        """
        return (phrase1, phrase2) in self.support

    def __len__(self) -> int:
        return len(self.support)


def learn_quasi_synonyms(evidence: Iterable[tuple[PhrasePair, bool]], least: int = 1) -> QuasiSynonyms:
    """Keeps the phrases with at least `least` training pairs for them, and more for than against.

    `evidence` has, for each training pair, its phrases and whether it is ENTAILMENT with a high relatedness.

    >>> seen = [(("cut", "slice"), True), (("cut", "slice"), True), (("cut", "peel"), False), (("cut", "peel"), True)]
    >>> learn_quasi_synonyms(seen).support
    {('cut', 'slice'): 2}
    """
    speaking, against = Counter[PhrasePair](), Counter[PhrasePair]()
    for pair, follows in evidence:
        (speaking if follows else against)[pair] += 1
    return QuasiSynonyms(
        {pair: count for pair, count in sorted(speaking.items()) if count >= least and count > against[pair]}
    )
