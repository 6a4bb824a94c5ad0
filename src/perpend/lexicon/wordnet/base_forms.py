"""The base forms and parts of speech of tokens, for looking them up in WordNet.

    token    Two      dogs    are   chasing   a      ball
    base     two      dog     be    chase     a      ball
    part              n       v     v                n

A base form is WordNet's if it has the word in that part of speech (the most frequent of several), else the pipeline's
lemma. A part is WordNet's letter n, v, a or r, or an empty string for other words.
"""

from functools import lru_cache

from perpend.lexicon.frequency import log10_frequency
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.sentence import Sentence

__all__ = ["base_form", "bases_of", "part_of_speech", "parts_of"]

_KEPT = 1 << 17
_INFLECTED = ("VBG", "VBN", "VBD", "VBZ", "NNS", "NNPS", "JJR", "JJS", "RBR", "RBS")
_PARTS = {"NN": "n", "VB": "v", "JJ": "a", "RB": "r"}
_UNSEEN = -9.0


def bases_of(sentence: Sentence) -> tuple[str, ...]:
    """Returns the base form of each token of a parsed `sentence`, computed once."""
    return sentence.annotation("WordNet bases", _bases)


def parts_of(sentence: Sentence) -> tuple[str, ...]:
    """Returns the WordNet letter for the part of speech of each token of a parsed `sentence`, computed once."""
    return sentence.annotation("WordNet parts", _parts)


def _bases(sentence: Sentence) -> tuple[str, ...]:
    rows = zip(sentence.tokens, sentence.tags, sentence.lemmas, strict=True)
    return tuple(base_form(*row) for row in rows)


def _parts(sentence: Sentence) -> tuple[str, ...]:
    return tuple(map(part_of_speech, sentence.tags))


def part_of_speech(tag: str) -> str:
    """Returns WordNet's letter for a Penn `tag`, or an empty string.

    >>> part_of_speech("VBG"), part_of_speech("NNP"), part_of_speech("DT")
    ('v', 'n', '')
    """
    return _PARTS.get(tag[:2], "") if tag != "RP" else ""


@lru_cache(maxsize=_KEPT)
def base_form(word: str, tag: str, lemma: str) -> str:
    """Returns the base form of `word` with this Penn `tag`; `lemma` is the pipeline's, for words not in WordNet.

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
