"""Cutting parsed sentences: ranges of tokens that hang together, the plain clause, and words put in place of others.

Rules of `experiments.minimal_pairs` and `experiments.inference_rules` are built from these.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from perpend.features.denials import denials_of
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.sentence import Sentence

__all__ = [
    "Clause",
    "NAMES",
    "NOUNS",
    "antonym",
    "capital",
    "clause_of",
    "forms_by_lemma",
    "has_denial",
    "lowered",
    "range_text",
    "replaced",
    "root_of",
    "subtree",
    "with_article",
    "with_word",
]

NAMES = ("NNP", "NNPS")
NOUNS = ("NN", "NNS", *NAMES)

_BINDING = ("conj", "cc", "xcomp", "ccomp", "csubj", "parataxis", "expl", "iobj", "dislocated", "mark")
_PARTS = {"JJ": "a", "RB": "r", "NN": "n", "VB": "v"}
_VOWELS = "aeiou"

Range = tuple[int, int]


def forms_by_lemma(sentences: Sequence[Sentence], tag: str) -> dict[str, str]:
    """Lemma -> its form with this Penn `tag` that occurs most often in annotated `sentences`."""
    counts: dict[str, Counter[str]] = {}
    for sentence in sentences:
        for token, its, lemma in zip(sentence.tokens, sentence.tags, sentence.lower_lemmas, strict=True):
            if its == tag and token.isalpha():
                counts.setdefault(lemma, Counter())[token.lower()] += 1
    return {lemma: min(found, key=lambda form: (-found[form], form)) for lemma, found in counts.items()}


def replaced(sentence: Sentence, start: int, end: int, words: str) -> str:
    """The text with other `words` in place of the tokens from `start` to before `end`, which may be none."""
    before = sentence.spans[start][0] if start < len(sentence) else len(sentence.raw)
    after = sentence.spans[end - 1][1] if end > start else before
    gap = " " if end == start else ""
    return sentence.raw[:before] + words + gap + sentence.raw[after:]


def subtree(sentence: Sentence, head: int) -> Range | None:
    """The range of a token with all that hangs on it, if they stand side by side."""
    places, waiting = [head], [head]
    while waiting:
        below = sentence.children[waiting.pop()]
        places += below
        waiting += below
    start, end = min(places), max(places) + 1
    return (start, end) if end - start == len(places) else None


def range_text(sentence: Sentence, part: Range) -> str:
    """The characters of a range of tokens."""
    return sentence.raw[sentence.spans[part[0]][0] : sentence.spans[part[1] - 1][1]]


def lowered(sentence: Sentence, part: Range) -> str:
    """The words of a range as they stand within a sentence."""
    words = range_text(sentence, part)
    if part[0] or sentence.tags[0] in (*NAMES, "PRP") or not words[:1].isupper() or words[1:2].isupper():
        return words
    return words[0].lower() + words[1:]


def capital(words: str) -> str:
    """The words as they begin a sentence."""
    return words[:1].upper() + words[1:]


def root_of(sentence: Sentence) -> int | None:
    """The root, if there is one only."""
    found = [place for place, head in enumerate(sentence.heads) if head == place]
    return found[0] if len(found) == 1 else None


class Clause(NamedTuple):
    """A sentence of a subject, a verb and an object, side by side, and the rest behind."""

    subject: Range
    verb: int
    obj: Range
    subject_head: int
    obj_head: int
    ending: int
    """The place of the last mark, or the length of the sentence."""


def clause_of(sentence: Sentence) -> Clause | None:
    """The plain clause that a sentence is, if it is one."""
    root = root_of(sentence)
    if root is None or not sentence.tags[root].startswith("VB") or sentence.has(root, *_BINDING):
        return None
    subjects, objects = [*sentence.related(root, "nsubj")], [*sentence.related(root, "obj")]
    if len(subjects) != 1 or len(objects) != 1 or sentence.relations[subjects[0]] != "nsubj":
        return None
    if any(sentence.tags[place] not in NOUNS for place in (subjects[0], objects[0])):
        return None
    subject, obj = subtree(sentence, subjects[0]), subtree(sentence, objects[0])
    if subject is None or obj is None or subject[0] != 0 or obj[0] != root + 1 or subject[1] > root:
        return None
    ending = len(sentence) - (sentence.tokens[-1] in (".", "!"))
    return Clause(subject, root, obj, subjects[0], objects[0], ending)


def has_denial(sentence: Sentence) -> bool:
    """Whether anything in a sentence is denied."""
    return bool(denials_of(tuple(token.lower() for token in sentence.tokens)))


def antonym(word: str, part: str) -> str:
    """The antonym of a word in its first sense, or an empty string."""
    wordnet = WordNet.shipped()
    for synset in wordnet.synsets(word, part)[:1]:
        for sense in wordnet.senses_of_synset(synset):
            if wordnet.word(sense).lower() == word:
                others = sorted(wordnet.word(other).lower() for other in wordnet.antonyms(sense))
                return next((other for other in others if other.isalpha()), "")
    return ""


def with_word(sentence: Sentence, other_word: Callable[[str, str], str]) -> str:
    """The text with another word in place of the first for which there is one."""
    for place, (token, tag) in enumerate(zip(sentence.tokens, sentence.tags, strict=True)):
        if tag in _PARTS and token.isalpha() and token.islower() and (other := other_word(token, _PARTS[tag])):
            return with_article(sentence, place, other)
    return ""


def with_article(sentence: Sentence, place: int, other: str) -> str:
    """The text with the word `other` at `place`, and "a" or "an" before it as it needs."""
    before = sentence.tokens[place - 1].lower() if place else ""
    if before in ("a", "an") and (sentence.tokens[place][0].lower() in _VOWELS) != (other[0] in _VOWELS):
        article = "an" if other[0] in _VOWELS else "a"
        article = capital(article) if sentence.tokens[place - 1][0].isupper() else article
        return replaced(sentence, place - 1, place + 1, f"{article} {other}")
    return replaced(sentence, place, place + 1, other)
