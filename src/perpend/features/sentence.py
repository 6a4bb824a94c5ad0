"""A sentence as it is compared: its words with their tags, and the form of each word that must be equal.

    word    The   companies   were    buying   shares   quickly   .
    tag     DT    NNS         VBD     VBG      NNS      RB        .
    form    the   compani     were    bui      share    quickly   .

Forms are in lower case. Nouns and verbs are stemmed and all other words are not: Finch, Hwang and Sumita (2005) found
that this helps where stemming every word does harm. Both of the other ways can be asked for, to find out again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from perpend.errors import unknown_name
from perpend.text import stem
from perpend.text.annotation import AnnotatedText, Entity

__all__ = ["STEMMING", "Sentence", "form_of", "is_noun", "is_verb"]

STEMMING = ("none", "all", "nouns and verbs")
"""Which words are stemmed."""


def is_noun(tag: str) -> bool:
    """Whether the tag is that of a noun, names among them."""
    return tag.startswith("NN")


def is_verb(tag: str) -> bool:
    """Whether the tag is that of a verb other than a modal one."""
    return tag.startswith("VB")


def form_of(word: str, tag: str, stemming: str = "nouns and verbs") -> str:
    """What is compared of a word.

    >>> form_of("Companies", "NNS"), form_of("quickly", "RB"), form_of("quickly", "RB", "all")
    ('compani', 'quickly', 'quickli')
    """
    if stemming not in STEMMING:
        raise unknown_name("stemming", stemming, STEMMING)
    lowered = word.lower()
    stemmed = stemming == "all" or (stemming == "nouns and verbs" and (is_noun(tag) or is_verb(tag)))
    return stem(lowered) if stemmed else lowered


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words, tags and forms; lemmas, heads, relations and names where a parse is at hand; the string it came from.

    A head is the place of the word that a word depends on, itself for a root.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    forms: tuple[str, ...]
    lemmas: tuple[str, ...] = ()
    heads: tuple[int, ...] = ()
    relations: tuple[str, ...] = ()
    raw: str = ""
    entities: tuple[Entity, ...] = ()

    @classmethod
    def of(cls, words: Sequence[str], tags: Sequence[str], stemming: str = "nouns and verbs") -> "Sentence":
        """The sentence of tagged words.

        >>> Sentence.of(["The", "dogs", "barked"], ["DT", "NNS", "VBD"]).forms
        ('the', 'dog', 'bark')
        """
        forms = tuple(form_of(word, tag, stemming) for word, tag in zip(words, tags, strict=True))
        return cls(tuple(words), tuple(tags), forms, raw=" ".join(words))

    @classmethod
    def annotated(cls, text: AnnotatedText, stemming: str = "nouns and verbs") -> "Sentence":
        """The sentence of a text that a pipeline has annotated."""
        return replace(
            cls.of(text.words, text.tags, stemming),
            lemmas=tuple(lemma.lower() for lemma in text.lemmas),
            heads=text.heads,
            relations=text.relations,
            raw=text.text.raw,
            entities=text.entities,
        )

    def __len__(self) -> int:
        return len(self.words)
