"""The default word list of `perpend suggest`: English words with their frequencies.

wordfreq contains misspellings such as "recieve". So a word is used if its frequency is at least 1 in 10^7 and it or its
base form is in WordNet, or if its frequency is at least 2 in 10^6 (function words, contractions, names). That leaves
about 60,000 words. Counts are per 10^9 words.

The list is built on first use, which takes some seconds, and stored as an index in Perpend's home folder, if
that can be written.
"""

import logging
from collections.abc import Iterable

from perpend.errors import ResourceError, WriteError
from perpend.lexicon import frequency
from perpend.lexicon.wordnet.database import WordNet
from perpend.resources.store import Store
from perpend.spelling.word_index import WordIndex
from perpend.spelling.word_list import Matching, WordList

__all__ = ["english_counts", "english_index", "english_words"]

_logger = logging.getLogger(__name__)
_RAREST = 1e-7
_WORD_ANYHOW = 2e-6
_PER = 1e9
_PARTS = "nvar"
_VERSION = 1


def english_words(others: Iterable[str] = ()) -> WordList:
    """Returns the list with its counts, and `others` in lower case; words that wordfreq does not have count once."""
    wordnet = WordNet.shipped()
    words = {
        word
        for word, share in frequency.listed(_RAREST)
        if _is_word(word) and (share >= _WORD_ANYHOW or _known(wordnet, word))
    }
    ordered = sorted(words | {word.lower() for word in others})
    return WordList.of(ordered, english_counts(ordered))


def english_counts(words: Iterable[str]) -> list[int]:
    """Returns the count of each of `words` per 10^9 words, at least 1."""
    return [max(1, round(_PER * frequency.frequency(word))) for word in words]


def _is_word(word: str) -> bool:
    return all(char.isalpha() or char in "'-" for char in word)


def _known(wordnet: WordNet, word: str) -> bool:
    base = word.removesuffix("'s")
    return any(wordnet.base_forms(base, part) for part in _PARTS)


def english_index(store: Store | None = None) -> WordIndex:
    """Returns the index of the list, which ignores case; it is stored in the home folder of `store` if possible."""
    home = (store or Store()).home
    path = home / "words" / f"english-{frequency.signature().replace(':', '-')}-{_VERSION}.index"
    try:
        return WordIndex.open(path)
    except ResourceError:
        index = WordIndex.of(english_words(), Matching(ignore_case=True))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            index.write(path)
        except (OSError, WriteError) as error:
            _logger.info("the list of English words is not kept, and made again each time: %s", error)
        return index
