"""A parsed sentence -> pairs of a text and a hypothesis whose label is sure: words, modifiers, numbers, quantifiers.

    inference_edits(annotator.annotate("A young man is playing a red guitar on the stage."), forms)
        entailment     A young man is playing a red guitar ...   |  A young man is playing a red instrument ...
        neutral        A young man is playing a red instrument   |  A young man is playing a red guitar ...
        contradiction  ... a red guitar ...                      |  ... a blue guitar ...
        entailment     A young man is playing a red guitar ...   |  A man is playing a red guitar ...
        entailment     No man is playing a red guitar ...        |  No young man is playing a red guitar ...
        contradiction  Every man is playing ...                  |  Some man is not playing ...

A word in an upward context may become more general and lose a modifier, in a downward one more specific and gain one
(`perpend.entailment.contexts`); the other way round is neutral. A rule applies where it is plain, and nowhere else.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from experiments.inference_pairs import CONTRADICTION, ENTAILMENT, NEUTRAL, NOT
from experiments.minimal_pairs import RULES
from experiments.sentence_edits import (
    NAMES,
    antonym,
    capital,
    has_denial,
    lowered,
    range_text,
    replaced,
    root_of,
    subtree,
    with_article,
)
from experiments.sources import published
from perpend.entailment.contexts import contexts_of
from perpend.lexicon.frequency import log10_frequency
from perpend.lexicon.opposites import are_exclusive, are_of_one_class
from perpend.lexicon.wordnet.database import WordNet
from perpend.text.sentence import Sentence

__all__ = ["Forms", "Made", "inference_edits"]

_FREQUENT = -6.0
_TOP = 5
"""Synsets nearer than that to the top of WordNet are too general to say."""

_MODIFIERS = ("amod", "advmod", "obl", "nmod", "acl", "advcl", "obl:tmod", "acl:relcl", "compound")
_FINITE = ("VBD", "VBZ", "VBP", "MD")
_DIGITS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_WORDS = {value: word for word, value in _DIGITS.items()}


@dataclass(frozen=True, slots=True)
class Forms:
    """Forms of lemmas that occur in the sentences that pairs are made from."""

    participles: Mapping[str, str]
    pasts: Mapping[str, str]
    plurals: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Made:
    """A pair with its label and the rule that made it."""

    rule: str
    text: str
    hypothesis: str
    label: str


@cache
def _words(table: str, name: str) -> frozenset[str]:
    return frozenset(published("inference-rules")[table][name])


def inference_edits(sentence: Sentence, forms: Forms) -> Iterator[Made]:
    """Yields pairs from an annotated `sentence`; `forms` are those of lemmas."""
    yield from _same_and_other(sentence, forms)
    yield from _general_words(sentence, forms)
    yield from _other_words(sentence)
    yield from _modifiers(sentence)
    yield from _numbers(sentence)
    yield from _conjuncts(sentence)
    yield from _quantified(sentence, forms)
    yield from _existential(sentence)


def _same_and_other(sentence: Sentence, forms: Forms) -> Iterator[Made]:
    labels = {"negated": CONTRADICTION, "opposite": CONTRADICTION, "number": CONTRADICTION, "swapped": NOT}
    for rule, (same, edit) in RULES.items():
        if not (other := edit(sentence, forms.participles)) or other == sentence.raw:
            continue
        if rule == "opposite" and (has_denial(sentence) or not _is_root_word(sentence, other)):
            continue
        yield Made(rule, sentence.raw, other, ENTAILMENT if same else labels[rule])
        if rule in ("negated", "passive"):
            yield Made(f"{rule}, turned", other, sentence.raw, ENTAILMENT if same else CONTRADICTION)


def _is_root_word(sentence: Sentence, other: str) -> bool:
    """Whether the word that an edit replaced is in the main clause, where the opposite cannot be true too."""
    words = other.split()
    own = sentence.raw.split()
    places = [k for k, (one, two) in enumerate(zip(own, words, strict=False)) if one != two]
    return bool(places) and len(own) == len(words) and not {"and", "or", "if"} & set(own)


# -------------------- words


def _general_words(sentence: Sentence, forms: Forms) -> Iterator[Made]:
    contexts = contexts_of(sentence)
    for place, (token, tag) in enumerate(zip(sentence.tokens, sentence.tags, strict=True)):
        if tag not in ("NN", "NNS") or not token.islower() or sentence.has(place, "compound"):
            continue
        if sentence.relations[place] in ("compound", "fixed", "flat"):
            continue
        for other in general_words(sentence.lower_lemmas[place])[:2]:
            if not (word := other if tag == "NN" else forms.plurals.get(other, "")):
                continue
            general, polarity = with_article(sentence, place, word), contexts[place].polarity
            if contexts[place].factuality != 1 or not polarity:
                continue
            up, down = (ENTAILMENT, NEUTRAL) if polarity == 1 else (NEUTRAL, ENTAILMENT)
            yield Made("more general", sentence.raw, general, up)
            yield Made("more specific", general, sentence.raw, down)


@lru_cache(maxsize=1 << 14)
def general_words(lemma: str) -> tuple[str, ...]:
    """Words for what the first sense of a noun is a kind of, if that sense is far more frequent than others."""
    wordnet = WordNet.shipped()
    synsets = wordnet.synsets(lemma, "n")
    counts = [_count(lemma, synset) for synset in synsets]
    if not synsets or (len(synsets) > 1 and counts[0] < 4 * max(counts[1:]) + 4):
        return ()
    found = []
    for above in wordnet.hypernyms(synsets[0]):
        for synset in (above, *wordnet.hypernyms(above)):
            if len(wordnet.ancestors(synset)) < _TOP:
                continue
            word = wordnet.lemmas(synset)[0]
            frequency = log10_frequency(word) if word.isalpha() and word.islower() else None
            if frequency and frequency > _FREQUENT and wordnet.synsets(word, "n")[:1] == [synset] and word != lemma:
                found.append(word)
    return tuple(dict.fromkeys(found))


def _count(lemma: str, synset: int) -> int:
    wordnet = WordNet.shipped()
    return max(
        (wordnet.tag_count(one) for one in wordnet.senses_of_synset(synset) if wordnet.word(one) == lemma), default=0
    )


def _other_words(sentence: Sentence) -> Iterator[Made]:
    """Another member of a class of words that exclude each other: a colour, an animal, a day."""
    if has_denial(sentence):
        return
    contexts = contexts_of(sentence)
    for place, (token, tag) in enumerate(zip(sentence.tokens, sentence.tags, strict=True)):
        if contexts[place].factuality != 1 or contexts[place].polarity != 1 or tag not in ("NN", "JJ"):
            continue
        if sentence.relations[place] in ("compound", "conj") or sentence.has(place, "conj"):
            continue
        for other in excluded_words(token, tag)[:2]:
            yield Made("other of its class", sentence.raw, with_article(sentence, place, other), CONTRADICTION)


@lru_cache(maxsize=1 << 14)
def excluded_words(word: str, tag: str) -> tuple[str, ...]:
    """Words that cannot be true of what `word` is true of."""
    if tag == "JJ":
        others = [one for one in sorted(_words("adjectives", "colours")) if one != word and are_exclusive(word, one)]
        return tuple(others[hash_of(word) % max(len(others), 1) :][:1]) or (
            (antonym(word, "a"),) if antonym(word, "a") else ()
        )
    wordnet = WordNet.shipped()
    synsets = wordnet.synsets(word, "n")[:1]
    found = []
    for synset in synsets:
        for above in wordnet.hypernyms(synset):
            for sister in wordnet.hyponyms(above):
                other = wordnet.lemmas(sister)[0]
                frequency = log10_frequency(other) if other.isalpha() and other.islower() else None
                if sister == synset or not frequency or frequency < -5.3 or wordnet.synsets(other, "n")[:1] != [sister]:
                    continue
                if are_exclusive(word, other) or are_of_one_class(word, other):
                    found.append(other)
    start = hash_of(word) % max(len(found), 1)
    return tuple(found[start:] + found[:start])[:2]


def hash_of(word: str) -> int:
    """A number that depends on the letters of a word, the same in every run."""
    return sum((place + 1) * ord(letter) for place, letter in enumerate(word))


# -------------------- modifiers, conjuncts, numbers


def _modifiers(sentence: Sentence) -> Iterator[Made]:
    contexts, count = contexts_of(sentence), 0
    for place, relation in enumerate(sentence.relations):
        head = sentence.heads[place]
        if relation not in _MODIFIERS or sentence.tags[place] in ("WRB", "WDT", "CD") or head == place:
            continue
        if relation in ("amod", "compound") and sentence.tokens[place].lower() not in _words("adjectives", "plain"):
            continue
        part = subtree(sentence, place)
        shorter = _without(sentence, part) if part else ""
        polarity = contexts[head].polarity
        if not shorter or contexts[head].factuality != 1 or not polarity or _changes_much(sentence, part):
            continue
        if polarity == -1 and relation not in ("amod", "acl", "acl:relcl", "nmod", "obl"):
            continue
        drop, add = (ENTAILMENT, NEUTRAL) if polarity == 1 else (NEUTRAL, ENTAILMENT)
        yield Made("modifier dropped", sentence.raw, shorter, drop)
        yield Made("modifier added", shorter, sentence.raw, add)
        count += 1
        if count == 3:
            return


def _changes_much(sentence: Sentence, part: tuple[int, int] | None) -> bool:
    """Whether a part may turn the sentence round, so that nothing is sure without it."""
    words = {token.lower() for token in sentence.tokens[slice(*part)]} if part else set()
    return not words.isdisjoint(_words("turning", "words"))


def _without(sentence: Sentence, part: tuple[int, int]) -> str:
    start, end = part
    if start == 0 or end > len(sentence):
        return ""
    before, after = sentence.raw[: sentence.spans[start][0]], sentence.raw[sentence.spans[end - 1][1] :]
    if before.rstrip().endswith((",", ";")) or sentence.tokens[start - 1].lower() in (
        "is",
        "are",
        "was",
        "were",
        "be",
        "and",
    ):
        return ""
    following = sentence.tokens[end] if end < len(sentence) else "."
    article = sentence.tokens[start - 1].lower() in ("a", "an") and following.isalpha()
    if article and (following[0].lower() in "aeiou") != (sentence.tokens[start][0].lower() in "aeiou"):
        return ""
    return before.rstrip() + (after if after[:1] in (" ", ".", ",", "") else f" {after}")


def _numbers(sentence: Sentence) -> Iterator[Made]:
    contexts = contexts_of(sentence)
    for place, token in enumerate(sentence.tokens):
        number = _DIGITS.get(token.lower())
        head = sentence.heads[place]
        if number is None or sentence.relations[place] != "nummod" or contexts[head].factuality != 1:
            continue
        before = sentence.tokens[place - 1].lower() if place else ""
        if place and (contexts[head].polarity != 1 or before in ("the", "than", "least", "most")):
            continue
        written = {k: _cased(token, _WORDS[k]) for k in _WORDS}
        start = {name: _cased(token, name) for name in ("at least", "more than", "exactly", "fewer than", "at most")}
        raw = {name: replaced(sentence, place, place + 1, f"{words} {token.lower()}") for name, words in start.items()}
        yield Made("at least", sentence.raw, raw["at least"], ENTAILMENT)
        yield Made("at least, turned", raw["at least"], sentence.raw, NEUTRAL)
        yield Made("more than", sentence.raw, raw["more than"], NOT)
        yield Made("fewer than", sentence.raw, raw["fewer than"], CONTRADICTION)
        yield Made("more than, at least", raw["more than"], raw["at least"], ENTAILMENT)
        if number > 2:
            less = replaced(sentence, place, place + 1, f"{start['more than']} {_WORDS[number - 1]}")
            yield Made("more than fewer", sentence.raw, less, ENTAILMENT)
            fewer = replaced(sentence, place, place + 1, f"{start['at least']} {_WORDS[number - 1]}")
            yield Made("at least fewer", raw["at least"], fewer, ENTAILMENT)
            yield Made("at least more", fewer, raw["at least"], NEUTRAL)
        for other in (number - 1, number + 2):
            if other in written and other > 1:
                yield Made(
                    "other number", raw["exactly"], replaced(sentence, place, place + 1, written[other]), CONTRADICTION
                )
                yield Made(
                    "other number, plain",
                    sentence.raw,
                    replaced(sentence, place, place + 1, written[other]),
                    CONTRADICTION,
                )
        return


def _cased(like: str, word: str) -> str:
    return capital(word) if like[0].isupper() else word


def _conjuncts(sentence: Sentence) -> Iterator[Made]:
    """The first of two joined verbs or objects, without the second."""
    root, contexts = root_of(sentence), contexts_of(sentence)
    for place, relation in enumerate(sentence.relations):
        head = sentence.heads[place]
        if relation != "conj" or root is None or sentence.relations[head] not in ("root", "obj", "obl"):
            continue
        part = subtree(sentence, place)
        words = [sentence.tokens[one].lower() for one in sentence.related(place, "cc")]
        if part is None or words not in (["and"], ["or"]) or len([*sentence.related(head, "conj")]) > 1:
            continue
        shorter = _without(sentence, part)
        if not shorter or contexts[head].polarity != 1 or contexts[head].factuality != 1:
            continue
        if words == ["and"]:
            yield Made("conjunct dropped", sentence.raw, shorter, ENTAILMENT)
            yield Made("conjunct added", shorter, sentence.raw, NEUTRAL)
            cc = next(sentence.related(place, "cc"))
            either = replaced(sentence, cc, cc + 1, "or")
            yield Made("or, from one", shorter, either, ENTAILMENT)
            yield Made("or, to one", either, shorter, NEUTRAL)
            yield Made("or, from and", sentence.raw, either, ENTAILMENT)
            yield Made("or, to and", either, sentence.raw, NEUTRAL)
        return


# -------------------- quantifiers


@dataclass(frozen=True, slots=True)
class _Indefinite:
    """A sentence that begins with "a" and a noun: the words of the noun phrase, plain and narrowed, and the rest."""

    noun: str
    narrow: str
    rest: str
    denied: str
    short: str


def _quantified(sentence: Sentence, forms: Forms) -> Iterator[Made]:
    found = _indefinite(sentence)
    if not found:
        return
    noun, narrow, rest, denied, short = found.noun, found.narrow, found.rest, found.denied, found.short
    every, some, no = f"Every {noun}{rest}", f"Some {noun}{rest}", f"No {noun}{rest}"
    not_every, some_not = f"Not every {noun}{rest}", f"Some {noun}{denied}"
    yield Made("every, no", every, no, CONTRADICTION)
    yield Made("no, every", no, every, CONTRADICTION)
    yield Made("every, some", every, some, ENTAILMENT)
    yield Made("some, every", some, every, NEUTRAL)
    yield Made("no, some", no, some, CONTRADICTION)
    yield Made("some, no", some, no, CONTRADICTION)
    yield Made("a, no", sentence.raw, no, CONTRADICTION)
    yield Made("a, some", sentence.raw, some, ENTAILMENT)
    yield Made("a, every", sentence.raw, every, NEUTRAL)
    yield Made("not every, every", not_every, every, CONTRADICTION)
    yield Made("every, not every", every, not_every, CONTRADICTION)
    yield Made("not every, some not", not_every, some_not, ENTAILMENT)
    yield Made("not every, no", not_every, no, NEUTRAL)
    yield Made("no, not every", no, not_every, ENTAILMENT)
    yield Made("every, some not", every, some_not, CONTRADICTION)
    yield Made("some, some not", some, some_not, NEUTRAL)
    wholes: Mapping[str, int] = published("inference-rules")["quantifiers"]["one"]
    kinds = [("narrowed", narrow, noun)] if narrow else []
    kinds += [("kind", noun, general) for general in general_words(noun.split()[-1])[:1] if " " not in noun]
    for name, sign in wholes.items():
        for rule, special, general in kinds:
            forth, back = (ENTAILMENT, NEUTRAL) if sign == 1 else (NEUTRAL, ENTAILMENT)
            yield Made(f"{name} {rule}", f"{name} {special}{rest}", f"{name} {general}{rest}", forth)
            yield Made(f"{name} {rule}, turned", f"{name} {general}{rest}", f"{name} {special}{rest}", back)
        if short:
            scope = -1 if name in ("No", "Not a single") else 1
            forth, back = (ENTAILMENT, NEUTRAL) if scope == 1 else (NEUTRAL, ENTAILMENT)
            yield Made(f"{name} scope", f"{name} {noun}{rest}", f"{name} {noun}{short}", forth)
            yield Made(f"{name} scope, turned", f"{name} {noun}{short}", f"{name} {noun}{rest}", back)
    yield from _plural(found, forms)


def _plural(found: _Indefinite, forms: Forms) -> Iterator[Made]:
    *before, last = found.noun.split()
    plural = forms.plurals.get(last)
    rest = {" is ": " are ", " was ": " were ", " has ": " have "}.get(found.rest[: found.rest.find(" ", 1) + 1])
    if not plural or not rest:
        return
    nouns = " ".join([*before, plural])
    rest += found.rest[found.rest.find(" ", 1) + 1 :]
    table = published("inference-rules")["quantifiers"]["many"]
    for label, pairs in table.items():
        for one, other in pairs:
            yield Made(f"{one}, {other}", f"{one} {nouns}{rest}", f"{other} {nouns}{rest}", label)
    if found.short:
        short = rest[: len(rest) - len(found.rest) + len(found.short)] if rest.startswith(found.short[:3]) else ""
        for name in ("Few", "At most two") if short else ():
            yield Made(f"{name} scope, turned", f"{name} {nouns}{short}", f"{name} {nouns}{rest}", ENTAILMENT)


def _indefinite(sentence: Sentence) -> _Indefinite | None:
    root = root_of(sentence)
    if root is None or has_denial(sentence) or sentence.tokens[0] not in ("A", "An"):
        return None
    subjects = [*sentence.related(root, "nsubj")]
    helpers = [one for one in sentence.related(root, "aux", "cop") if sentence.tags[one] in _FINITE]
    part = subtree(sentence, subjects[0]) if len(subjects) == 1 else None
    if part is None or part[0] != 0 or len(helpers) != 1 or helpers[0] != part[1] or sentence.tags[subjects[0]] != "NN":
        return None
    if sentence.has(root, "conj", "parataxis") or sentence.has(subjects[0], "conj", "appos", "nmod", "acl"):
        return None
    words = [sentence.tokens[place] for place in range(1, part[1])]
    kept = [word for word in words if word.lower() not in _words("adjectives", "plain")]
    rest = sentence.raw[sentence.spans[part[1] - 1][1] :]
    if words[-1] != sentence.tokens[subjects[0]] or not 1 <= len(kept) <= 2 or not rest.startswith(" "):
        return None
    narrow = " ".join(words) if len(kept) < len(words) else ""
    after = sentence.raw[sentence.spans[helpers[0]][1] :]
    denied = f" {sentence.tokens[helpers[0]]} not{after}"
    last = [one for one in sentence.related(root, "obl") if one > root]
    tail = subtree(sentence, last[-1]) if last else None
    short = ""
    if tail and tail[1] >= len(sentence) - 1 and not _changes_much(sentence, tail):
        cut = sentence.raw[: sentence.spans[tail[0]][0]].rstrip()
        short = cut[sentence.spans[part[1] - 1][1] :] + sentence.raw[sentence.spans[tail[1] - 1][1] :]
    return _Indefinite(" ".join(kept), narrow, rest, denied, short)


def _existential(sentence: Sentence) -> Iterator[Made]:
    """ "A man is playing" -> "There is a man playing", "There is no man playing", "Nobody is playing"."""
    found = _indefinite(sentence)
    root = root_of(sentence)
    if not found or root is None or sentence.tags[root] != "VBG" or not found.rest.startswith(" is "):
        return
    first = lowered(sentence, (0, 1)) if sentence.tags[0] not in NAMES else "a"
    noun, after = found.narrow or found.noun, found.rest[3:]
    yield Made("there is", sentence.raw, f"There is {first} {noun}{after}", ENTAILMENT)
    yield Made("there is no", sentence.raw, f"There is no {noun}{after}", CONTRADICTION)
    yield Made("there is no, turned", f"There is no {noun}{after}", sentence.raw, CONTRADICTION)
    yield Made("there is no other", f"There is no {noun}{after}", f"There is {first} {noun}{after}", CONTRADICTION)
    if found.narrow:
        yield Made(
            "there is no narrower", f"There is no {found.noun}{after}", f"There is no {found.narrow}{after}", ENTAILMENT
        )
    yield Made("nobody", sentence.raw, f"Nobody{found.rest}", CONTRADICTION)
    yield Made("somebody", sentence.raw, f"Something or somebody{found.rest}", ENTAILMENT)
    yield Made("whole", sentence.raw, range_text(sentence, (0, len(sentence))), ENTAILMENT)
