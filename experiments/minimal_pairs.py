"""Minimal pairs: a sentence and what a rule makes of it, with the answer whether both mean the same.

    edited(annotator.annotate("The firm sold two houses in May."))
        negated    no     The firm did not sell two houses in May.
        swapped    no     Two houses sold the firm in May.
        number     no     The firm sold five houses in May.
        passive    yes    Two houses were sold by the firm in May.
        fronted    yes    In May the firm sold two houses.

    opposite       no     a word, and its antonym in the first sense of WordNet
    synonym        yes    a word with one sense in WordNet, and another word of that sense that has no other

Rules rest on the tags and the parse. They are applied to sentences of training sets only, and only where they are
plain: one verb with a subject and an object side by side, an auxiliary or a past tense without a negation, a phrase
that ends the sentence. Participles are those that occur in the same sentences (`participles`), so that irregular ones
are right. `minimal_pairs` draws as many pairs of each rule, and as many pairs of two sentences that have nothing to do
with each other ("unrelated", no) as there are pairs of one rule.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from experiments.sentence_edits import (
    antonym,
    capital,
    clause_of,
    forms_by_lemma,
    has_denial,
    lowered,
    range_text,
    replaced,
    root_of,
    subtree,
    with_word,
)
from perpend.lexicon.word_relations import relation_of
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.annotate import Annotator
from perpend.text.sentence import Sentence

__all__ = ["MinimalPair", "RULES", "edited", "minimal_pairs", "participles"]

_LONGEST = 30
"""Sentences of more words are left as they are: parses of them are often wrong."""

_FINITE = ("VBD", "VBZ", "VBP", "MD")
_MUTUAL = frozenset(("meet", "marry", "resemble", "equal", "join", "face", "match", "be", "have", "contain", "mean"))
_DIGITS = {"0": "7", "1": "4", "2": "5", "3": "8", "4": "9", "5": "2", "6": "3", "7": "1", "8": "6", "9": "2"}
_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class MinimalPair(NamedTuple):
    """A sentence and an edit of it: the `rule`, both texts, and whether they mean the same."""

    rule: str
    text1: str
    text2: str
    same: bool


def participles(sentences: Sequence[Sentence]) -> dict[str, str]:
    """Lemma -> the past participle that occurs most often in annotated `sentences`."""
    return forms_by_lemma(sentences, "VBN")


def minimal_pairs(texts: Sequence[str], count: int, annotator: Annotator | None = None) -> list[MinimalPair]:
    """Returns at most `count` pairs of each rule, and as many unrelated pairs, drawn from `texts` by their hash."""
    order = sorted(dict.fromkeys(texts), key=lambda text: sha256(text.encode("utf-8", "replace")).digest())
    sentences = list((annotator or Annotator()).annotate_many(order))
    known = participles(sentences)
    found: dict[str, list[MinimalPair]] = {rule: [] for rule in RULES}
    for sentence in sentences:
        for pair in edited(sentence, known):
            if len(found[pair.rule]) < count:
                found[pair.rule].append(pair)
    half = min(count, len(order) // 2)
    unrelated = [MinimalPair("unrelated", order[k], order[-1 - k], False) for k in range(half)]
    apart = [pair for pair in unrelated if _content(pair.text1).isdisjoint(_content(pair.text2))]
    return [pair for pairs in found.values() for pair in pairs] + apart


def _content(text: str) -> set[str]:
    return {word for word in text.lower().split() if len(word) > 3}


def edited(sentence: Sentence, known: Mapping[str, str]) -> Iterator[MinimalPair]:
    """Yields what each rule makes of an annotated `sentence`; `known` has the participle of each lemma."""
    if len(sentence) > _LONGEST or len(sentence.sentences) != 1 or sentence.raw.rstrip().endswith("?"):
        return
    for rule, (same, edit) in RULES.items():
        if (text := edit(sentence, known)) and text != sentence.raw:
            yield MinimalPair(rule, sentence.raw, text, same)


# -------------------- rules: not the same


def _negated(sentence: Sentence, _: Mapping[str, str]) -> str:
    root = root_of(sentence)
    if root is None or has_denial(sentence) or "," in sentence.tokens:
        return ""
    helpers = [one for one in sentence.related(root, "aux", "cop") if sentence.tags[one] in _FINITE and one < root]
    if helpers:
        return replaced(sentence, helpers[0] + 1, helpers[0] + 1, "not")
    tag, lemma = sentence.tags[root], sentence.lower_lemmas[root]
    helper = {"VBD": "did", "VBZ": "does", "VBP": "do"}.get(tag)
    if not helper or not sentence.has(root, "nsubj") or not lemma.isalpha():
        return ""
    if lemma == "be":
        return replaced(sentence, root + 1, root + 1, "not") if root + 1 < len(sentence) else ""
    return replaced(sentence, root, root + 1, f"{helper} not {lemma}")


def _swapped(sentence: Sentence, _: Mapping[str, str]) -> str:
    found = clause_of(sentence)
    if not found or sentence.lower_lemmas[found.verb] in _MUTUAL:
        return ""
    plural = {sentence.tags[head] in ("NNS", "NNPS") for head in (found.subject_head, found.obj_head)}
    if len(plural) > 1 and sentence.tags[found.verb] != "VBD":
        return ""
    middle = sentence.raw[sentence.spans[found.subject[1] - 1][1] : sentence.spans[found.obj[0]][0]]
    rest = sentence.raw[sentence.spans[found.obj[1] - 1][1] :]
    return capital(range_text(sentence, found.obj)) + middle + lowered(sentence, found.subject) + rest


def _number(sentence: Sentence, _: Mapping[str, str]) -> str:
    for place, token in enumerate(sentence.tokens):
        if token.isdecimal() and token.isascii():
            return replaced(sentence, place, place + 1, _DIGITS[token[0]] + token[1:])
        if token.lower() in _WORDS:
            other = _WORDS[(_WORDS.index(token.lower()) + 3) % len(_WORDS)]
            return replaced(sentence, place, place + 1, capital(other) if token[0].isupper() else other)
    return ""


def _opposite(sentence: Sentence, _: Mapping[str, str]) -> str:
    return with_word(sentence, antonym)


# -------------------- rules: the same


def _passive(sentence: Sentence, known: Mapping[str, str]) -> str:
    found = clause_of(sentence)
    if not found:
        return ""
    lemma, helpers = sentence.lower_lemmas[found.verb], range(found.subject[1], found.verb)
    participle, auxiliary = known.get(lemma), [sentence.tokens[place].lower() for place in helpers]
    plural = sentence.tags[found.obj_head] in ("NNS", "NNPS") or sentence.has(found.obj_head, "conj")
    if not participle or lemma in _MUTUAL:
        return ""
    tag = sentence.tags[found.verb]
    if not auxiliary and tag in ("VBD", "VBZ", "VBP"):
        be = ("were" if plural else "was") if tag == "VBD" else ("are" if plural else "is")
    elif auxiliary in (["is"], ["are"]) and tag == "VBG":
        be = ("are" if plural else "is") + " being"
    else:
        return ""
    agent = lowered(sentence, found.subject)
    rest = sentence.raw[sentence.spans[found.obj[1] - 1][1] :]
    return f"{capital(range_text(sentence, found.obj))} {be} {participle} by {agent}{rest}"


def _fronted(sentence: Sentence, _: Mapping[str, str]) -> str:
    found = clause_of(sentence)
    if not found:
        return ""
    last = [one for one in sentence.related(found.verb, "obl", "advcl") if one > found.obj[1]]
    part = subtree(sentence, last[-1]) if last else None
    if part is None or part[1] != found.ending or sentence.tokens[part[0]].lower() in ("by", ","):
        return ""
    own = (0, part[0])
    end = sentence.raw[sentence.spans[part[1] - 1][1] :]
    return f"{capital(range_text(sentence, part))}, {lowered(sentence, own)}{end}"


def _synonym(sentence: Sentence, _: Mapping[str, str]) -> str:
    return with_word(sentence, _twin)


def _twin(word: str, part: str) -> str:
    """Another word for the only sense of a word."""
    wordnet = WordNet.shipped()
    synsets = wordnet.synsets(word, part)
    if len(synsets) != 1 or len(word) < 4:
        return ""
    names = sorted({wordnet.word(sense).lower() for sense in wordnet.senses_of_synset(synsets[0])} - {word})
    alone = [one for one in names if one.isalpha() and len(wordnet.synsets(one, part)) == 1]
    return next((one for one in alone if relation_of(word, one) == "synonym"), "")


RULES: Mapping[str, tuple[bool, Callable[[Sentence, Mapping[str, str]], str]]] = {
    "negated": (False, _negated),
    "swapped": (False, _swapped),
    "number": (False, _number),
    "opposite": (False, _opposite),
    "passive": (True, _passive),
    "fronted": (True, _fronted),
    "synonym": (True, _synonym),
}
"""Rule -> whether both texts mean the same, and the function that makes the other text, or "" where it does not fit."""
