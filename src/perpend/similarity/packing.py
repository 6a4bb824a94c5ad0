"""Texts -> `Examples`, the arrays that PERP learns from and scores with: the fast twin of `pairs.PairEncoder`.

    PairPacker(phrases).examples([("text1, the reference", "text2, the hypothesis"), ...]) -> Examples

    tokens      the  cats  sat                 looked up once for each word, never for a pair of words:
    facts       classes, frequency, length, characters, stem, synonyms, number in the phrase table
    arrays      the features of each pair of words, and of inserting or deleting each word

`PairEncoder.encode` defines the values of the arrays; with the plain aligner (PERPEND_ALIGNMENT=reference) they are
made from its result. The facts are cached for each word; the cache is emptied when it holds more than half a million.
"""

from collections.abc import Iterable
from dataclasses import replace
from threading import Lock

from perpend.alignment import IMPLEMENTATION, Costs
from perpend.features.edits import facts_of
from perpend.lexicon.phrases.table import PhraseTable
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.words import stop_words
from perpend.similarity._perceptron import Examples
from perpend.similarity._words import Words
from perpend.similarity.pairs import PairEncoder
from perpend.text import Normalization, Tokenizer, stem

__all__ = ["PairPacker"]

_MOST_WORDS = 500_000


class PairPacker:
    """Packs pairs with one `tokenizer` (TERp's by default) and phrase table `phrases`.

    Threads may share it, one works at a time.
    """

    def __init__(self, phrases: PhraseTable | None = None, tokenizer: Tokenizer | None = None) -> None:
        self.tokenizer = tokenizer or Normalization()
        self._phrases = phrases
        self._plain = PairEncoder(phrases, tokenizer) if IMPLEMENTATION == "reference" else None
        self._words: Words | None = None
        self._lock = Lock()

    def examples(self, pairs: Iterable[tuple[str, str]]) -> Examples:
        """Packs `pairs` of (text1, text2): the reference and the hypothesis."""
        if self._plain:
            return Examples([self._plain.encode(text1, text2) for text1, text2 in pairs])
        examples, tokens = Examples(), self.tokenizer.tokens
        for text1, text2 in pairs:
            ref, hyp = tuple(tokens(text1)), tuple(tokens(text2))
            with self._lock:
                self._add(examples, hyp, ref)
        return examples

    def _add(self, examples: Examples, hyp: tuple[str, ...], ref: tuple[str, ...]) -> None:
        words = self._ready()
        try:
            examples.add(words, hyp, ref)
        except BaseException:
            # An interrupt may have left a word half entered.
            self._words = None
            raise

    def _ready(self) -> Words:
        """The words seen so far, with room for new ones."""
        if self._words is None or len(self._words) > _MOST_WORDS:
            self._words = _no_words(self._phrases)
        return self._words


def _no_words(phrases: PhraseTable | None) -> Words:
    """An empty cache of words; its encoder finds paraphrases, and counts the edits between their sides."""
    from perpend.alignment._encoder import Encoder
    from perpend.alignment._vocabulary import Vocabulary

    unit = replace(Costs.named("ter"), phrase_function="NONE")
    vocabulary = Vocabulary(
        stem_of=stem,
        synsets_of=WordNet.shipped().synonym_sets,
        phrase_number_of=phrases.number if phrases else None,
        stop_words=unit.stop_words,
    )
    encoder = Encoder(
        vocabulary,
        search=unit.search,
        # The vocabulary knows stems and synonyms, but here they cost as much as any other word.
        pair_costs=(unit.match, unit.substitution, unit.substitution, unit.substitution),
        insertion=unit.insertion,
        deletion=unit.deletion,
        relations_agree=False,
        table=phrases,
    )
    entries = len(phrases) if phrases else 0
    return Words(encoder, facts_of=facts_of, stop_words=stop_words(Normalization()), entries=entries)
