"""The words of WordNet's glosses as numbers, small enough to be in the package, unlike the glosses.

    cat.n.01   feline mammal usually having thick soft fur and no ability to roar; ...
               feline mammal usually have thick soft fur ability roar domestic cat wildcat          the words of WordNet

For each synset the file has the words of its definition and examples that are in WordNet, by number: base forms,
without stop words. They link synsets to the synsets in their glosses (`graph`), and are used to compare glosses.
`compile_gloss_words` makes the file from WordNet's data files.
"""

import re
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.schema import Array, Schema
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.glosses import Glosses
from perpend.lexicon.wordnet.tables import DATA, Rows
from perpend.lexicon.words import is_stop_word

__all__ = ["GlossWords", "compile_gloss_words"]

_KIND, _VERSION = "gloss-words", 1
_PACKAGED = DATA / "glosses.arrays"
_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*")
_PARTS = ("n", "v", "a", "r")
_REMEDY = "install Perpend again, or compile it again"

SCHEMA: Schema = {
    "definition.count": Array("u1", "synsets", sums="definition"),
    "definition": Array("i4", "definition"),
    "examples.count": Array("u1", "synsets", sums="examples"),
    "examples": Array("i4", "examples"),
}
"""The arrays of the file: the number of words of each synset, and their numbers in WordNet, end to end."""


class GlossWords:
    """The words of the definition and examples of each synset of `wordnet`, in the file at `path`."""

    def __init__(self, path: Path | str = _PACKAGED, wordnet: WordNet | None = None) -> None:
        self.wordnet = wordnet or WordNet.shipped()
        file = ArrayFile(path, kind=_KIND, version=_VERSION, schema=SCHEMA, remedy=_REMEDY)
        if file.meta.get("wordnet") != self.wordnet.signature():
            raise file.corrupt(f"belongs to {file.meta.get('wordnet')}, not to {self.wordnet.signature()}")
        self._definition = Rows.of(file, "definition")
        self._examples = Rows.of(file, "examples")

    @staticmethod
    @cache
    def shipped() -> "GlossWords":
        """Returns the gloss words of the shipped WordNet."""
        return GlossWords()

    @property
    def links(self) -> Rows:
        """The numbers of the words of each definition."""
        return self._definition

    def words(self, synset: int, examples: bool = False) -> list[str]:
        """Returns the words of the definition of `synset`, and with `examples` those of its examples.

        >>> wordnet = WordNet.shipped()
        >>> "mammal" in GlossWords.shipped().words(wordnet.synset("cat.n.01"))
        True
        """
        numbers = self._definition[synset] + (self._examples[synset] if examples else [])
        return [_spelling(self.wordnet, number) for number in numbers]


@lru_cache(maxsize=1 << 18)
def _spelling(wordnet: WordNet, number: int) -> str:
    return wordnet.tables.spelling(number)


def compile_gloss_words(glosses: Glosses, path: Path, wordnet: WordNet | None = None) -> None:
    """Writes the words of all `glosses` of `wordnet` to `path`."""
    wordnet = wordnet or WordNet.shipped()
    rows: dict[str, list[list[int]]] = {"definition": [], "examples": []}
    for synset in range(len(wordnet.tables.synset_type)):
        gloss = glosses.gloss(synset)
        rows["definition"].append(_numbers(wordnet, gloss.definition))
        rows["examples"].append(_numbers(wordnet, " ".join(gloss.examples)))
    arrays = {}
    for name, found in rows.items():
        arrays[f"{name}.count"] = np.array([len(row) for row in found], np.uint8)
        arrays[name] = np.array([number for row in found for number in row], np.int32)
    write_arrays(path, kind=_KIND, version=_VERSION, arrays=arrays, meta={"wordnet": wordnet.signature()})


def _numbers(wordnet: WordNet, text: str) -> list[int]:
    """Returns the numbers of the words that WordNet has, each once, at most 255."""
    found = (_number(wordnet, word) for word in _WORD.findall(text.lower()) if not is_stop_word(word))
    return list(dict.fromkeys(number for number in found if number >= 0))[:255]


@lru_cache(maxsize=1 << 16)
def _number(wordnet: WordNet, word: str) -> int:
    """Returns the number of a word's base form, in the part of speech in which it is most frequent."""
    forms = [(form, part) for part in _PARTS for form in wordnet.base_forms(word, part)[:1]]
    best = max(forms, key=lambda one: _uses(wordnet, *one), default=None)
    return wordnet.tables.word(best[0].replace(" ", "_")) if best else -1


def _uses(wordnet: WordNet, form: str, part: str) -> int:
    return sum(wordnet.tag_count(sense) for sense in wordnet.senses(form, part))
