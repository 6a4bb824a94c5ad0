"""A sentence as this room reads it: its words with base forms, parts of speech, heads and relations.

    word     Two      dogs    are   chasing   a      ball
    base     two      dog     be    chase     a      ball
    part              n       v     v                n
    head     dogs     chasing ...   itself    ball   chasing
    relation nummod   nsubj   aux   root      det    obj

Base forms are WordNet's where it has the word in that part of speech, of several the most frequent one in English, and
else those of the pipeline. A part is WordNet's letter n, v, a or r, or an empty string for words of other kinds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from perpend.features.sentence import Sentence as Parsed
from perpend.lexicon.frequency import log10_frequency
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.annotation import AnnotatedText

__all__ = ["Sentence", "base_form", "part_of_speech"]

_KEPT = 1 << 17
_INFLECTED = ("VBG", "VBN", "VBD", "VBZ", "NNS", "NNPS", "JJR", "JJS", "RBR", "RBS")
_PARTS = {"NN": "n", "VB": "v", "JJ": "a", "RB": "r"}
_UNSEEN = -9.0


def part_of_speech(tag: str) -> str:
    """WordNet's letter for a Penn tag, or an empty string.

    >>> part_of_speech("VBG"), part_of_speech("NNP"), part_of_speech("DT")
    ('v', 'n', '')
    """
    return _PARTS.get(tag[:2], "") if tag != "RP" else ""


@lru_cache(maxsize=_KEPT)
def base_form(word: str, tag: str, lemma: str) -> str:
    """The base form of a tagged word; `lemma` is what the pipeline says, for words that WordNet has not.

    >>> base_form("singing", "VBG", "singe"), base_form("Boys", "NNS", "boy"), base_form("the", "DT", "the")
    ('sing', 'boy', 'the')
    """
    lowered, part = word.lower(), part_of_speech(tag)
    if not part:
        return lemma.lower() or lowered
    forms = WordNet.shipped().base_forms(lowered, part)
    if lowered == "people":
        return "person"
    if tag in _INFLECTED:
        forms = [form for form in forms if form != lowered] or forms
    return max(forms, key=_frequency) if forms else lemma.lower() or lowered


def _frequency(word: str) -> float:
    found = log10_frequency(word)
    return _UNSEEN if found is None else found


@dataclass(frozen=True)
class Sentence:
    """One row a word, as in the module; `labels` are those of names: PER, LOC, ORG or an empty string."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    bases: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    labels: tuple[str, ...]

    @classmethod
    def of(cls, text: AnnotatedText) -> "Sentence":
        """The sentence of a text that a pipeline has annotated; several sentences stand in it one after the other."""
        bases = tuple(base_form(*row) for row in zip(text.words, text.tags, text.lemmas, strict=True))
        return cls(text.words, text.tags, bases, text.heads, text.relations, text.entity_labels)

    @classmethod
    def of_parsed(cls, parsed: Parsed) -> "Sentence":
        """The sentence of one that similarity has annotated; names have no labels there."""
        bases = tuple(base_form(*row) for row in zip(parsed.words, parsed.tags, parsed.lemmas, strict=True))
        return cls(parsed.words, parsed.tags, bases, parsed.heads, parsed.relations, ("",) * len(parsed.words))

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The part of speech of each word, as WordNet's letter."""
        return tuple(map(part_of_speech, self.tags))

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The places of the words that hang on each word, from left to right."""
        found: list[list[int]] = [[] for _ in self.words]
        for place, head in enumerate(self.heads):
            if head != place:
                found[head].append(place)
        return tuple(map(tuple, found))

    def related(self, head: int, *relations: str) -> Iterator[int]:
        """The children of a word that have one of these relations, subtypes included."""
        for place in self.children[head]:
            relation = self.relations[place]
            if relation in relations or relation.partition(":")[0] in relations:
                yield place

    def has(self, head: int, *relations: str) -> bool:
        """Whether a word has a child of one of these relations."""
        return next(self.related(head, *relations), None) is not None

    def phrase(self, head: int) -> str:
        """A word with its determiners and modifiers, to be shown.

        Clauses and prepositional phrases are left out, so the words are those beside their head.
        """
        shown = ("det", "amod", "nummod", "compound", "nmod:poss")
        places = [place for place in self.related(head, *shown) if place < head]
        return " ".join(self.words[place] for place in (*places, head))

    def __len__(self) -> int:
        return len(self.words)
