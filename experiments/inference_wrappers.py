"""Sentences inside others, and what follows of them: "knew that S", "failed to ...", "if S1, S2", comparatives.

    wrapped(sentence, forms, number)     The firm failed to sell two houses in May. | The firm sold two houses in May.
    joined(sentence1, sentence2, number) If a dog barked, a boy ran. | A boy ran.
    compared_pairs(number)               Anna is taller than Ben. | Ben is shorter than Anna.

The words around are data (`data/inference-rules.toml`), each list under the label of the sentence inside. Of its
negation, "did not sell", the opposite follows. Which words a sentence gets is told by its `number`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from experiments.inference_pairs import CONTRADICTION, ENTAILMENT, NEUTRAL
from experiments.inference_rules import Forms, Made
from experiments.sentence_edits import capital, has_denial, lowered, range_text, root_of, subtree
from experiments.sources import published
from perpend.text.sentence import Sentence

__all__ = ["compared_pairs", "joined", "wrapped"]

_TURNED = {ENTAILMENT: CONTRADICTION, NEUTRAL: NEUTRAL, CONTRADICTION: ENTAILMENT}
_BINDING = ("conj", "cc", "csubj", "parataxis", "expl", "dislocated", "mark", "advcl")
_LONGEST = 16


class _Told(NamedTuple):
    """One plain sentence in the past: its subject, the past, its denial, and its base form behind the subject."""

    subject: str
    past: str
    denied: str
    base: str


def _told(sentence: Sentence, forms: Forms) -> _Told | None:
    root = root_of(sentence)
    if root is None or len(sentence) > _LONGEST or has_denial(sentence) or "," in sentence.tokens:
        return None
    subjects = [*sentence.related(root, "nsubj")]
    part = subtree(sentence, subjects[0]) if len(subjects) == 1 else None
    if part is None or part[0] != 0 or sentence.has(root, *_BINDING) or sentence.relations[subjects[0]] != "nsubj":
        return None
    helpers = [*sentence.related(root, "aux", "cop")]
    lemma, tag = sentence.lower_lemmas[root], sentence.tags[root]
    plain = tag == "VBD" and not helpers and root == part[1]
    progressive = tag == "VBG" and [sentence.tokens[one] for one in helpers] in (["is"], ["are"], ["was"], ["were"])
    past = sentence.tokens[root] if plain else forms.pasts.get(lemma, "")
    if not past or lemma in ("be", "have") or not (plain or (progressive and root == part[1] + 1)):
        return None
    rest = range_text(sentence, (root, len(sentence)))[len(sentence.tokens[root]) :].rstrip(" .!")
    subject = lowered(sentence, part)
    return _Told(subject, f"{subject} {past}{rest}", f"{subject} did not {lemma}{rest}", f"{lemma}{rest}")


def wrapped(sentence: Sentence, forms: Forms, number: int) -> Iterator[Made]:
    """Yields pairs of a wrapper around an annotated `sentence`, and the sentence or its denial.

    `forms` are those of lemmas; `number` picks the words.
    """
    found = _told(sentence, forms)
    if not found:
        return
    table, name = published("inference-rules"), _name(number)
    said, denied = _ended(found.past), _ended(found.denied)
    for label, wrappers in table["that"].items():
        pattern = wrappers[number % len(wrappers)]
        about = _ended(pattern.format(name=name if pattern.startswith("{name}") else _lowered_name(name), s=found.past))
        against = _ended(
            pattern.format(name=name if pattern.startswith("{name}") else _lowered_name(name), s=found.denied)
        )
        yield Made(f"that, {label}", about, said, label)
        yield Made(f"that, {label}, denied", about, denied, _TURNED[label])
        if number % 3 == 0:
            yield Made(f"that denied, {label}", against, said, _TURNED[label])
            yield Made(f"that denied, {label}, denied", against, denied, label)
        if label == NEUTRAL and number % 2:
            yield Made("that, turned", said, about, NEUTRAL)
    for label, words in table["to"].items():
        phrase = words[number % len(words)]
        about = _ended(f"{found.subject} {phrase} {found.base}")
        yield Made(f"to, {label}", about, said, label)
        yield Made(f"to, {label}, denied", about, denied, _TURNED[label])
    for label, words in table["adverbs"].items():
        about = _ended(f"{found.subject} {words[number % len(words)]} {found.past[len(found.subject) + 1 :]}")
        yield Made(f"adverb, {label}", about, said, label)
    yield Made("said, denied", said, denied, CONTRADICTION)
    yield Made("denied, said", denied, said, CONTRADICTION)
    yield Made("denied, double", _ended(f"it is not true that {found.denied}"), said, ENTAILMENT)


def joined(one: Sentence, other: Sentence, forms: Forms, number: int) -> Iterator[Made]:
    """Yields pairs of two annotated sentences in one, and `one` or the `other`; see `wrapped`."""
    first, second = _told(one, forms), _told(other, forms)
    if not first or not second:
        return
    table: Mapping[str, Sequence[str]] = published("inference-rules")["joined"]
    said = _ended(first.past), _ended(second.past)
    both, neither, either = (table[name][number % len(table[name])] for name in ("both", "neither", "either"))
    together = _ended(both.format(s1=first.past, s2=second.past))
    apart = _ended(neither.format(s1=first.past, s2=second.past))
    yield Made("joined, both", together, said[number % 2], ENTAILMENT)
    yield Made("joined, both denied", together, _ended((first, second)[number % 2].denied), CONTRADICTION)
    yield Made("joined, neither", apart, said[number % 2], NEUTRAL)
    yield Made("joined, added", said[number % 2], together, NEUTRAL)
    yield Made("joined, either", said[0], _ended(either.format(s1=first.past, s2=second.past)), ENTAILMENT)
    before, after = f"{first.past} before {second.past}", f"{second.past} after {first.past}"
    yield Made("before, after", _ended(before), _ended(after), ENTAILMENT)
    yield Made("after, before", _ended(after), _ended(before), ENTAILMENT)
    yield Made("before, turned", _ended(before), _ended(f"{first.past} after {second.past}"), CONTRADICTION)
    yield Made("before, said", _ended(before), said[0], ENTAILMENT)
    yield Made("unrelated", *said, NEUTRAL)


def compared_pairs(number: int) -> Iterator[Made]:
    """Yields pairs of comparatives about two people or things that `number` picks."""
    table: Any = published("inference-rules")["comparatives"]
    more, less, plain = table["pairs"][number % len(table["pairs"])]
    people = table["people"]
    one, other = people[number % len(people)], people[(number // len(people) + number + 1) % len(people)]
    if one == other:
        return
    said = _ended(f"{one} is {more} than {other}")
    yield Made("comparative, swapped", said, _ended(f"{other} is {more} than {one}"), CONTRADICTION)
    yield Made("comparative, turned", said, _ended(f"{other} is {less} than {one}"), ENTAILMENT)
    yield Made("comparative, opposite", said, _ended(f"{one} is {less} than {other}"), CONTRADICTION)
    yield Made("comparative, equal", said, _ended(f"{other} is as {plain} as {one}"), CONTRADICTION)
    yield Made("comparative, not", said, _ended(f"{other} is not {more} than {one}"), ENTAILMENT)
    yield Made("comparative, plain", said, _ended(f"{one} is {plain}"), NEUTRAL)
    equal = _ended(f"{one} is as {plain} as {other}")
    yield Made("equal, more", equal, _ended(f"{other} is {more} than {one}"), CONTRADICTION)
    yield Made("not more, more", _ended(f"{one} is not {more} than {other}"), said, CONTRADICTION)


def _name(number: int) -> str:
    people = published("inference-rules")["names"]["people"]
    return str(people[number % len(people)])


def _lowered_name(name: str) -> str:
    """A name as it stands within a sentence."""
    first, _, rest = name.partition(" ")
    return f"{first.lower()} {rest}" if first in ("The", "Her", "His", "Our", "My") else name


def _ended(words: str) -> str:
    return capital(words) + "."
