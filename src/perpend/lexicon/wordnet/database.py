"""WordNet 3.0: words, their senses, and the relations between them.

A *synset* is a set of words that share a meaning; a *sense* is one word in one synset. Both are integers here;
`describe`, `sense_key` and `word` return readable forms:

    >>> wordnet = WordNet.shipped()
    >>> cat = wordnet.synsets("cats", "n")[0]
    >>> wordnet.describe(cat)
    Synset(name='cat.n.01', type='n', offset=2121620, words=('cat', 'true_cat'), lexicographer_class='noun.animal')
    >>> [wordnet.name(synset) for synset in wordnet.hypernyms(cat)]
    ['feline.n.01']
    >>> wordnet.are_synonyms("cars", "automobile")
    True

The package contains the relations, compiled by `compiler`; glosses are a separate resource (`glosses`), and similarity
measures are in `similarity`. Parts of speech are n, v, a (with its satellites s) and r.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from perpend.arguments import path_of, text_of
from perpend.errors import InputError, unknown_name
from perpend.files.lines import read_text
from perpend.lexicon.wordnet.morphy import base_forms
from perpend.lexicon.wordnet.source import LETTERS, PART_OF_LETTER, PARTS
from perpend.lexicon.wordnet.synonyms import Synonyms
from perpend.lexicon.wordnet.tables import DATA, PACKAGED, WordNetTables
from perpend.lexicon.wordnet.taxonomy import Depth, Taxonomy

__all__ = ["Synset", "WordNet"]


@dataclass(frozen=True, slots=True)
class Synset:
    """A synset in readable form.

    `name` is its first word with its type and sense number; `type` and `offset` identify it in this release; `words`
    are its words, and `lexicographer_class` is as in `WordNet.lexicographer_class`.
    """

    name: str
    type: str
    offset: int
    words: tuple[str, ...]
    lexicographer_class: str


@cache
def _lexicographer_classes() -> tuple[str, ...]:
    return tuple(line.split("\t")[1] for line in read_text(DATA / "lexnames.txt").splitlines())


def _parts(pos: str | None) -> Sequence[str]:
    if pos is None:
        return PARTS
    if pos not in PART_OF_LETTER:
        raise unknown_name("part of speech", pos, PART_OF_LETTER)
    return [PART_OF_LETTER[pos]]


class WordNet:
    """One compiled WordNet, `tables`, memory-mapped; threads may share it."""

    def __init__(self, tables: WordNetTables) -> None:
        self.tables = tables
        self.synonyms = Synonyms(tables)
        self.taxonomy = Taxonomy(tables, self.name)

    @classmethod
    def open(cls, path: Path | str) -> "WordNet":
        """Opens the array file at `path`, written by `compile_wordnet`."""
        return cls(WordNetTables(path_of(path, "a WordNet")))

    @staticmethod
    @cache
    def shipped() -> "WordNet":
        """Returns the WordNet 3.0 in the package, opened once."""
        return WordNet(WordNetTables(PACKAGED))

    def signature(self) -> str:
        """Returns the release and the first 8 hex digits of the checksum."""
        return f"wordnet:{self.tables.file.fields.text('release')}/{self.tables.file.payload_sha256[:8]}"

    def spellings(self) -> Iterator[str]:
        """Yields every word of WordNet; those of several words are joined by underscores."""
        return (self.tables.spelling(number) for number in range(self.tables.file.sizes["words"]))

    def morphy(self, word: str, pos: str) -> str | None:
        """Returns the base form of `word` in the part of speech `pos`, or None; the word itself if WordNet has it.

        >>> WordNet.shipped().morphy("mice", "n")
        'mouse'
        """
        return next(iter(self.base_forms(word, pos)), None)

    def base_forms(self, word: str, pos: str) -> list[str]:
        """Returns all base forms of `word` in the part of speech `pos`; see `perpend.lexicon.wordnet.morphy`."""
        return base_forms(self.tables, word, _parts(pos)[0])

    def synsets(self, word: str, pos: str | None = None) -> list[int]:
        """Returns the synsets of `word` and its base forms: nouns, verbs, adjectives, adverbs, each by sense number.

        `pos` restricts them to one part of speech.
        """
        return [self.synset_of_sense(sense) for sense in self.senses(word, pos)]

    def senses(self, word: str, pos: str | None = None) -> list[int]:
        """Returns the senses of `word` and its base forms, in `pos` or in all parts, in the order of `synsets`."""
        text_of(word, "a word")
        return [
            sense
            for part in _parts(pos)
            for form in base_forms(self.tables, word, part)
            for sense in self._senses_in_part(form, part)
        ]

    def _senses_in_part(self, lemma: str, part: str) -> list[int]:
        number = self.tables.word(lemma)
        if number < 0:
            return []
        start, end = self.tables.part_range(part)
        return [sense for sense in self.tables.word_senses[number] if start <= self.synset_of_sense(sense) < end]

    def are_synonyms(self, word1: str, word2: str) -> bool:
        """Returns whether `word1` and `word2` are synonyms for TER-Plus; see `perpend.lexicon.wordnet.synonyms`."""
        return self.synonyms.match(text_of(word1, "a word"), text_of(word2, "a word"))

    def synonym_sets(self, word: str) -> frozenset[int]:
        """Returns the synsets that TER-Plus finds for `word`."""
        return self.synonyms.synsets(text_of(word, "a word"))

    def describe(self, synset: int) -> Synset:
        """Returns `synset` in readable form."""
        return Synset(
            name=self.name(synset),
            type=self.type(synset),
            offset=self.offset(synset),
            words=tuple(self.lemmas(synset)),
            lexicographer_class=self.lexicographer_class(synset),
        )

    def synset(self, name: str) -> int:
        """Returns the synset with this `name`, such as "cat.n.01".

        >>> wordnet = WordNet.shipped()
        >>> wordnet.lemmas(wordnet.synset("car.n.01"))
        ['car', 'auto', 'automobile', 'machine', 'motorcar']
        """
        lemma, _, ending = name.lower().rpartition(".")[0].rpartition(".")
        number = name.rpartition(".")[2]
        senses = self._senses_in_part(lemma, PART_OF_LETTER[ending]) if ending in PART_OF_LETTER else []
        if not number.isdecimal() or not 0 < int(number) <= len(senses):
            raise InputError(f"no synset {name!r} in WordNet: a name is word.type.number, such as cat.n.01")
        return self.synset_of_sense(senses[int(number) - 1])

    def name(self, synset: int) -> str:
        """Returns the first word of `synset`, its type and the word's sense number: "cat.n.01"."""
        sense = self.senses_of_synset(synset)[0]
        return f"{self.word(sense).lower()}.{self.type(synset)}.{self.sense_number(sense):02}"

    def type(self, synset: int) -> str:
        """Returns the type of `synset`: n, v, a, r, or s for an adjective that is the satellite of another."""
        return LETTERS[int(self.tables.synset_type[synset])]

    def offset(self, synset: int) -> int:
        """Returns the byte offset of `synset` in its data file; with the part of speech it identifies the synset."""
        return int(self.tables.synset_offset[synset])

    def lexicographer_class(self, synset: int) -> str:
        """Returns the broad class of `synset`, such as noun.animal or verb.motion."""
        return _lexicographer_classes()[int(self.tables.synset_file[synset])]

    def lemmas(self, synset: int) -> list[str]:
        """Returns the words of `synset`, as written, with underscores for blanks."""
        return [self.word(sense) for sense in self.senses_of_synset(synset)]

    def senses_of_synset(self, synset: int) -> list[int]:
        """Returns the senses of `synset`, one for each of its words."""
        return self.tables.synset_senses[synset]

    def related(self, synset: int, relation: str) -> list[int]:
        """Returns the targets of `synset` by `relation`, such as "part_meronym"; an unknown name raises an error."""
        return self.tables.synset_pointers.targets(synset, self.tables.relation(relation))

    def hypernyms(self, synset: int) -> list[int]:
        """Returns the synsets that `synset` is a kind of."""
        return self.related(synset, "hypernym")

    def instance_hypernyms(self, synset: int) -> list[int]:
        """Returns the synsets that `synset` is an instance of."""
        return self.related(synset, "instance_hypernym")

    def hyponyms(self, synset: int) -> list[int]:
        """Returns the synsets that are a kind of `synset`."""
        return self.related(synset, "hyponym")

    def instance_hyponyms(self, synset: int) -> list[int]:
        """Returns the synsets that are an instance of `synset`."""
        return self.related(synset, "instance_hyponym")

    def ancestors(self, synset: int) -> Mapping[int, int]:
        """Returns every ancestor of `synset`, and itself, with the fewest hypernym steps to it."""
        return self.taxonomy.ancestors(synset)

    def depth(self, synset: int) -> Depth:
        """Returns the hypernym steps from `synset` to the nearest and to the farthest root."""
        return self.taxonomy.depth(synset)

    def lowest_common_hypernyms(self, synset1: int, synset2: int) -> list[int]:
        """Returns the deepest common ancestors of `synset1` and `synset2`; see `Taxonomy`."""
        return self.taxonomy.lowest_common_hypernyms(synset1, synset2)

    def information_content(self, synset: int) -> float:
        """Returns the information content of the noun or verb `synset`; see `taxonomy`."""
        return self.taxonomy.information_content(synset)

    def word(self, sense: int) -> str:
        """Returns the word of `sense`, as written."""
        return self.tables.form(sense)

    def synset_of_sense(self, sense: int) -> int:
        """Returns the synset of `sense`."""
        return int(self.tables.sense_synset[sense])

    def tag_count(self, sense: int) -> int:
        """Returns how often `sense` was tagged in WordNet's concordance."""
        return int(self.tables.sense_tags[sense])

    def sense_number(self, sense: int) -> int:
        """Returns the rank of `sense` among those of its word and part of speech; 1 is the most frequent."""
        indexed = self._indexed_spelling(sense)
        part = PART_OF_LETTER[self.type(self.synset_of_sense(sense))]
        senses = self._senses_in_part(self.word(sense).lower(), part)
        if indexed not in senses:
            raise self.tables.file.corrupt(f"is damaged: sense {sense} is not among those of its word")
        return senses.index(indexed) + 1

    def _indexed_spelling(self, sense: int) -> int:
        """Returns the first spelling: a synset may have a word twice ("ddC", "DDC"), and WordNet indexes the first."""
        lemma = self.word(sense).lower()
        spellings = self.senses_of_synset(self.synset_of_sense(sense))
        return next(other for other in spellings if self.word(other).lower() == lemma)

    def sense_key(self, sense: int) -> str:
        """Returns the key of `sense`, which is the same in all releases.

        >>> wordnet = WordNet.shipped()
        >>> [wordnet.sense_key(sense) for sense in wordnet.senses("feline")]
        ['feline%1:05:00::', 'feline%3:01:00::']
        """
        synset, indexed = self.synset_of_sense(sense), self._indexed_spelling(sense)
        kind, file = self.tables.synset_type[synset], self.tables.synset_file[synset]
        key = f"{self.word(sense)}%{kind}:{file:02}:{self.tables.sense_lex_id[indexed]:02}:{self._head(synset)}"
        return key.lower()

    def _head(self, synset: int) -> str:
        if self.type(synset) != "s":
            return ":"
        heads = self.related(synset, "similar_to")
        if not heads:
            raise self.tables.file.corrupt(f"is damaged: synset {synset} is a satellite of none")
        head = self.senses_of_synset(heads[0])[0]
        return f"{self.word(head)}:{self.tables.sense_lex_id[head]:02}"

    def sense_of_key(self, key: str) -> int:
        """Returns the sense with this `key`, such as "cat%1:05:00::"."""
        lemma, _, rest = key.partition("%")
        number = self.tables.word(lemma)
        type_number = rest.partition(":")[0]
        for sense in self.tables.word_senses[number] if number >= 0 else []:
            same_type = str(self.tables.synset_type[self.synset_of_sense(sense)]) == type_number
            if same_type and self.sense_key(sense) == key:
                return sense
        raise InputError(f"no sense with the key {key!r} in {self.signature()}; a key looks like cat%1:05:00::")

    def synset_of_key(self, key: str) -> int:
        """Returns the synset of the sense with this `key`, such as "cat%1:05:00::"."""
        return self.synset_of_sense(self.sense_of_key(key))

    def related_senses(self, sense: int, relation: str) -> list[int]:
        """Returns the targets of `sense` by `relation`, such as "pertainym"; an unknown name raises an error."""
        return self.tables.sense_pointers.targets(sense, self.tables.relation(relation))

    def derivations(self, sense: int) -> list[int]:
        """Returns the senses derived from the same root as `sense`: inventor for invent."""
        return self.related_senses(sense, "derivation")

    def antonyms(self, item: int | str, pos: str | None = None) -> list[int]:
        """Returns the senses opposite to `item`: a sense, or a word with all its senses in `pos` or in all parts.

        >>> wordnet = WordNet.shipped()
        >>> [wordnet.word(sense) for sense in wordnet.antonyms("hotter")]
        ['cold', 'cold']
        """
        senses = self.senses(item, pos) if isinstance(item, str) else [item]
        return list(dict.fromkeys(other for sense in senses for other in self.related_senses(sense, "antonym")))
