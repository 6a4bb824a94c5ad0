"""Whether two words are synonyms, exactly as in TER-Plus.

Two words are synonyms if they share a synset. A word's synsets are those of the word itself and, in each part of
speech, those of all its possible base forms:

    "better" -> better (noun, verb, adjective, adverb), good and well (exceptions), bett (-er, unknown)

This is deliberately not `morphy`. The WordNet reader inside TER-Plus

- applies the rules of detachment to every word, also to one in the list of exceptions or in WordNet itself;
- looks up each candidate with all its senses in the rule's part of speech, however unlikely;
- lacks the rules er -> e and est -> e, so that "nicer" is not found as "nice";
- compares the end of a word as written, but looks everything up in lower case, with underscores for blanks;
- uses the last line of an exception list that has a form twice.

One difference: the original does not terminate when it looks up "zyrian", the last line of WordNet's sense index.
"""

from functools import lru_cache

from perpend.lexicon.wordnet.morphy import detached, detachment_rules
from perpend.lexicon.wordnet.tables import WordNetTables

__all__ = ["Synonyms"]

_REMEMBERED = 1 << 16


class Synonyms:
    """TER-Plus's synonyms in `tables`, one WordNet; the synsets of the last 65,536 words are cached.

    >>> from perpend.lexicon.wordnet.tables import PACKAGED
    >>> synonyms = Synonyms(WordNetTables(PACKAGED))
    >>> synonyms.match("cars", "automobile"), synonyms.match("nicer", "nice")
    (True, False)
    """

    def __init__(self, tables: WordNetTables) -> None:
        self._tables = tables
        self.synsets = lru_cache(maxsize=_REMEMBERED)(self._synsets)

    def match(self, word1: str, word2: str) -> bool:
        """Returns whether `word1` and `word2` share a synset; a word not in WordNet is no synonym even of itself."""
        return not self.synsets(word1).isdisjoint(self.synsets(word2))

    def _synsets(self, word: str) -> frozenset[int]:
        tables, rules = self._tables, detachment_rules("terp")
        lowered = word.lower()
        number = tables.word(lowered.replace(" ", "_"))
        found = set() if number < 0 else set(tables.word_synsets[number])
        for part, exceptions in tables.exceptions.items():
            for form in {*exceptions.get(lowered, ()), *detached(word, rules[part])}:
                found.update(tables.in_part(tables.word(form.lower().replace(" ", "_")), part))
        return frozenset(found)
