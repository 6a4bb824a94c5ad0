"""The English words that `perpend suggest` knows without a list of one's own, with how often each occurs.

wordfreq lists what people write, misspellings included: "recieve" is there. So a word is taken if it is at least as
frequent as one in 10^7 and WordNet knows it, inflected or not, or if it is frequent enough (two in a million) to be a
word in any case: function words, contractions, names. About 60,000 words are left. Counts are per 10^9 words.

The list is made when it is first asked for and kept as an index in Perpend's home folder; that takes some seconds.
"""

from collections.abc import Iterable

from perpend.errors import ResourceError
from perpend.lexicon import frequency
from perpend.lexicon.wordnet.database import WordNet
from perpend.resources.store import Store
from perpend.spelling.word_index import WordIndex
from perpend.spelling.word_list import Matching, WordList

__all__ = ["english_counts", "english_index", "english_words"]

_RAREST = 1e-7
_WORD_ANYHOW = 2e-6
_PER = 1e9
_PARTS = "nvar"
_VERSION = 1


def english_words(others: Iterable[str] = ()) -> WordList:
    """The list, and other words in lower case besides, each with its count; one that is not listed counts once."""
    wordnet = WordNet.shipped()
    words = {
        word
        for word, share in frequency.listed(_RAREST)
        if _is_word(word) and (share >= _WORD_ANYHOW or _known(wordnet, word))
    }
    ordered = sorted(words | {word.lower() for word in others})
    return WordList.of(ordered, english_counts(ordered))


def english_counts(words: Iterable[str]) -> list[int]:
    """How often words occur among 10^9; at least once."""
    return [max(1, round(_PER * frequency.frequency(word))) for word in words]


def _is_word(word: str) -> bool:
    return all(char.isalpha() or char in "'-" for char in word)


def _known(wordnet: WordNet, word: str) -> bool:
    base = word.removesuffix("'s")
    return any(wordnet.base_forms(base, part) for part in _PARTS)


def english_index(store: Store | None = None) -> WordIndex:
    """The index of the list; case is ignored."""
    home = (store or Store()).home
    path = home / "words" / f"english-{frequency.signature().replace(':', '-')}-{_VERSION}.index"
    try:
        return WordIndex.open(path)
    except ResourceError:
        index = WordIndex.of(english_words(), Matching(ignore_case=True))
        path.parent.mkdir(parents=True, exist_ok=True)
        index.write(path)
        return index
