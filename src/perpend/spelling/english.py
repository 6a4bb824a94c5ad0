"""The default word list of `perpend suggest`: English words with their frequencies.

The words are those of WordNet, their inflections, and other words of wordfreq: names, new and technical words. wordfreq
contains misspellings such as "recieve" too. So a word of wordfreq that WordNet does not know has to be more frequent
the shorter it is, and rarer than its frequent neighbours explain: a word that is one edit away from a word that is
many times as frequent is taken for a misspelling of it. That leaves about 176,000 words. Counts are per 10^9 words.

    recieve    one edit from receive, which is 100 times as frequent     left out
    dataset    one edit from no frequent word                            kept

The list is built on first use, which takes some seconds, and stored as indexes in Perpend's home folder, if that can be
written.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache

from perpend.errors import ResourceError, WriteError
from perpend.lexicon import frequency
from perpend.lexicon.wordnet.database import WordNet
from perpend.resources.store import Store
from perpend.spelling.sounds import SoundIndex
from perpend.spelling.word_index import WordIndex
from perpend.spelling.word_list import Matching, WordList

__all__ = ["english_counts", "english_index", "english_sounds", "english_words"]

_logger = logging.getLogger(__name__)
_LEAST = ((4, 2e-6), (6, 1e-7), (40, 5e-8))
"""Up to a length, the least frequency of a word that WordNet does not know and that is not made of known ones."""
_SURE = 2e-6
"""A word of this frequency is real, whatever its neighbours are."""
_TIMES = 30.0
_TIMES_SHORT = 100.0
_TIMES_FAR = 300.0
_TIMES_INFLECTED = 15.0
"""By how many times a neighbour must be more frequent for a word to be a misspelling of it: one edit away, one edit
from a short word, two edits from a long word, and another inflection of the same word ("occured", "occurred")."""
_SHORT, _LONG = 6, 9
_PART = 3
_FREQUENT_PART = 3e-7
_ENDINGS = ("s", "es", "d", "ed", "r", "er", "rs", "ers", "ing", "ly", "ness", "'s")
_PER = 1e9
_PARTS = "nvar"
_VERSION = 2


def english_words(others: Iterable[str] = ()) -> WordList:
    """Returns the list with its counts, and `others` in lower case; words that wordfreq does not have count once."""
    wordnet = WordNet.shipped()
    shares = {word: share for word, share in frequency.listed(0.0) if _is_word(word)}
    lemmas = {word.lower() for word in wordnet.spellings() if _is_word(word)}
    inflected = {word for word in shares.keys() - lemmas if _bases(wordnet, word)}
    known = (shares.keys() & lemmas) | inflected
    unknown = {word for word, share in shares.items() if word not in known and _is_used(word, share, shares, known)}
    sure = known | {word for word in unknown if shares[word] >= _SURE}
    words = lemmas | known | unknown
    index = WordIndex.of(sorted(sure))
    words -= _misspelt(unknown, shares, index) | _misinflected(wordnet, inflected, shares, index)
    ordered = sorted(words | {word.lower() for word in others})
    return WordList.of(ordered, english_counts(ordered))


def _is_used(word: str, share: float, shares: Mapping[str, float], known: Set[str]) -> bool:
    """Whether a `word` that WordNet does not know is frequent enough, or made of `known` words: dockerfile."""
    if share >= next((least for length, least in _LEAST if len(word) <= length), 1.0):
        return True

    def is_part(part: str) -> bool:
        return len(part) >= _PART and part in known and shares[part] >= _FREQUENT_PART

    return any(
        is_part(word[:cut]) and (is_part(word[cut:]) or word[cut:] in _ENDINGS) for cut in range(_PART, len(word))
    )


def _misspelt(unknown: Set[str], shares: Mapping[str, float], sure: WordIndex) -> set[str]:
    """Returns the words of `unknown` that a `sure` word near them explains."""
    asked = sorted(word for word in unknown if shares[word] < _SURE and len(word) > _PART)
    near = _highest(asked, 1, shares, sure)
    far = _highest([word for word in asked if len(word) >= _LONG], 2, shares, sure)
    return {
        word
        for word in asked
        if near[word] > (_TIMES_SHORT if len(word) <= _SHORT else _TIMES) * shares[word]
        or far.get(word, 0.0) > _TIMES_FAR * shares[word]
    }


def _highest(asked: Sequence[str], edits: int, shares: Mapping[str, float], sure: WordIndex) -> dict[str, float]:
    """Returns for each word the highest frequency of another `sure` word within `edits` of it."""
    return {word: max((shares[one] for one in others), default=0.0) for word, others in _near(asked, edits, sure)}


def _misinflected(wordnet: WordNet, inflected: Set[str], shares: Mapping[str, float], sure: WordIndex) -> set[str]:
    """Returns the words of `inflected` beside which another inflection of the same word is what people write."""
    asked = sorted(word for word in inflected if shares[word] < _SURE)
    return {
        word
        for word, others in _near(asked, 1, sure)
        for other in others
        if shares[other] > _TIMES_INFLECTED * shares[word]
        and _bases(wordnet, word) & _bases(wordnet, other)
        and word[-1] == other[-1]
    }


def _near(asked: Sequence[str], edits: int, sure: WordIndex) -> Iterator[tuple[str, list[str]]]:
    """Yields each of `asked` with the other `sure` words within `edits` of it."""
    for word, found in zip(asked, sure.within(asked, edits), strict=True):
        yield word, [one for one, _ in found if one != word]


def _bases(wordnet: WordNet, word: str) -> frozenset[str]:
    """Returns the base forms of `word` in WordNet."""
    base = word.removesuffix("'s")
    return frozenset(form for part in _PARTS for form in wordnet.base_forms(base, part))


def english_counts(words: Iterable[str]) -> list[int]:
    """Returns the count of each of `words` per 10^9 words, at least 1."""
    return [max(1, round(_PER * frequency.frequency(word))) for word in words]


def _is_word(word: str) -> bool:
    return all(char.isalpha() or char in "'-" for char in word)


def english_index(store: Store | None = None) -> WordIndex:
    """Returns the index of the list, which ignores case; it is stored in the home folder of `store` if possible."""
    return _kept(store, "english", lambda: WordIndex.of(english_words(), Matching(ignore_case=True)), told=True)


def english_sounds(index: WordIndex, store: Store | None = None) -> SoundIndex:
    """Returns the sounds of the `index` of the list; they are stored beside it in the home folder of `store`."""
    made = cache(lambda: SoundIndex.of(index))
    return SoundIndex(
        _kept(store, "english-spoken", lambda: made().spoken),
        _kept(store, "english-consonants", lambda: made().consonants),
    )


def _kept(store: Store | None, name: str, made: Callable[[], WordIndex], *, told: bool = False) -> WordIndex:
    """Opens the index `name` in the home folder of `store`, or makes and writes it; `told` logs what hinders that."""
    home = (store or Store()).home
    path = home / "words" / f"{name}-{frequency.signature().replace(':', '-')}-{_VERSION}.index"
    try:
        return WordIndex.open(path)
    except ResourceError:
        index = made()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            index.write(path)
        except (OSError, WriteError) as error:
            if told:
                _logger.info("the list of English words is not kept, and made again each time: %s", error)
        return index
