"""A text and a hypothesis -> named numbers: how much of the hypothesis the text says, and what differs.

    read_pair(text, hypothesis) ──> ReadPair: links, changes of meaning and findings of two parsed sentences
    feature_values(pair)        ──> an array in the order of FEATURE_NAMES, in groups:

    coverage        how much of the hypothesis links cover, by information and by kind of word; what they leave out
    nearness        how near each word of the hypothesis is to the nearest word of the text, by word vectors
    links           how many links there are of each kind, in upward and in downward contexts
    likeness        the distances of the default scorer, which know no direction (`perpend.features.distances`)
    changes         a negation, an opposite, another number, swapped roles (`perpend.features.changes`)
    contexts        whether what is linked is said to be so, not so or left open (`perpend.entailment.contexts`)
    roles           whether linked words hang on linked words, in the same relation
    length          how long the texts are
    findings        what rules say of the two texts (`perpend.entailment.findings`)

No number stands for a word, so nothing is learned of single words, and hardly anything of the hypothesis alone.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log1p
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.alignment.linking.words import LinkedWords
from perpend.entailment.contexts import contexts_of
from perpend.entailment.finding_features import FINDING_FEATURES, finding_values
from perpend.entailment.findings import Finding, findings_of
from perpend.features.distances import CHANGED, DISTANCES, Compared, compared, covered
from perpend.features.other_quantities import other_quantities
from perpend.text.sentence import Sentence
from perpend.types import Doubles

__all__ = ["FEATURE_GROUPS", "FEATURE_NAMES", "ReadPair", "feature_values", "read_pair"]

_KINDS = (
    "same", "inflected", "synonym", "derived", "similar", "more specific", "more general", "opposite", "other number",
    "related",
)  # fmt: skip
_TURNED = {"more specific": "more general", "more general": "more specific"}
_PARTS = {"NN": "noun", "VB": "verb", "JJ": "adjective", "RB": "adverb", "CD": "number"}
_NAMES = ("NNP", "NNPS")
_CLASSES = ("name", "noun", "verb", "adjective", "adverb", "number")
_COVERED = 0.75
"""A word counts as said if its link is so similar."""

_SUBJECTS, _OBJECTS = ("nsubj", "csubj"), ("obj", "iobj")
_ROLES = ("subject", "object", "other")
_FACTS = {1: "so", 0: "open", -1: "not so"}
_MOST = 5.0
"""Counts above this are taken as this."""


@dataclass(frozen=True, eq=False)
class ReadPair:
    """Two parsed sentences and how they compare; text 1 of `compared` is not always the text, see `turned` there."""

    text: Sentence
    hypothesis: Sentence
    compared: Compared
    findings: tuple[Finding, ...]

    @property
    def words(self) -> tuple[LinkedWords, LinkedWords]:
        """The words of the text and of the hypothesis."""
        links = self.compared.links
        return (links.words2, links.words1) if self.compared.turned else (links.words1, links.words2)

    @cached_property
    def alike(self) -> Doubles:
        """The similarity of each word of the text, a row, to each of the hypothesis."""
        return self.compared.links.alike.T if self.compared.turned else self.compared.links.alike

    @cached_property
    def covered(self) -> tuple[Doubles, Doubles]:
        """How well links cover each token of the text and of the hypothesis."""
        one, other = covered(self.compared.links)
        return (other, one) if self.compared.turned else (one, other)

    @cached_property
    def links(self) -> tuple[tuple[str, tuple[int, ...], tuple[int, ...], float], ...]:
        """Each link: its kind from the text to the hypothesis, the places in both, and the similarity."""
        found = self.compared.links.links
        if not self.compared.turned:
            return tuple((one.kind, one.tokens1, one.tokens2, one.similarity) for one in found)
        return tuple((_TURNED.get(one.kind, one.kind), one.tokens2, one.tokens1, one.similarity) for one in found)

    @cached_property
    def anchors(self) -> dict[int, int]:
        """Token of the hypothesis -> token of the text."""
        anchors = self.compared.links.anchors
        return dict(anchors) if self.compared.turned else {column: row for row, column in anchors.items()}


def read_pair(text: Sentence, hypothesis: Sentence) -> ReadPair:
    """Compares the parsed sentences `text` and `hypothesis`."""
    return ReadPair(text, hypothesis, compared(text.raw, hypothesis.raw), findings_of(text, hypothesis))


# -------------------- coverage


def _coverage(pair: ReadPair) -> Iterator[tuple[str, float]]:
    sides = zip(("text", "hypothesis"), pair.words, pair.covered, (pair.text, pair.hypothesis), strict=True)
    for side, words, cover, sentence in sides:
        kept = np.flatnonzero(~words.signs)
        content = np.flatnonzero(words.content)
        information = words.information
        said = cover >= _COVERED
        missing = content[~said[content]]
        yield f"{side} covered", _mean(cover[content], words.weights[content])
        yield f"{side} said", _mean(said[content], words.weights[content])
        yield f"{side} words covered", _mean(cover[kept], np.ones(len(kept)))
        yield f"{side} unlinked", float(min(_MOST, (cover[content] == 0).sum()))
        yield f"{side} missing", float(min(_MOST, len(missing)))
        yield f"{side} missing information", log1p(float(information[missing].sum()))
        yield f"{side} rarest missing", float(information[missing].max(initial=0.0))
        classes = Counter(_class_of(sentence.tags[place]) for place in missing)
        for name in _CLASSES:
            yield f"{side} missing {name}", float(min(_MOST, classes[name]))


def _class_of(tag: str) -> str:
    return "name" if tag in _NAMES else _PARTS.get(tag[:2], "")


def _mean(values: NDArray[Any], weights: Doubles) -> float:
    total = float(weights.sum())
    return float(values @ weights) / total if total else 1.0


# -------------------- nearness


def _nearness(pair: ReadPair) -> Iterator[tuple[str, float]]:
    for side, words, alike in zip(("text", "hypothesis"), pair.words, (pair.alike.T, pair.alike), strict=True):
        content = np.flatnonzero(words.content)
        if not len(content) or not alike.shape[0]:
            yield from ((f"{side} {name}", 0.0) for name in ("near", "least near", "second", "rare near", "known near"))
            continue
        best = alike.max(axis=0)[content]
        ordered = np.sort(best)
        weights = words.weights[content]
        yield f"{side} near", _mean(best, weights)
        yield f"{side} least near", float(ordered[0])
        yield f"{side} second", float(ordered[min(1, len(ordered) - 1)])
        yield f"{side} rare near", float(best[int(weights.argmax())])
        yield f"{side} known near", float((best > 0.95).mean())


# -------------------- links


def _links(pair: ReadPair) -> Iterator[tuple[str, float]]:
    text, hypothesis = pair.words
    contexts1, contexts2 = contexts_of(pair.text), contexts_of(pair.hypothesis)
    counts: Counter[str] = Counter()
    for kind, places1, places2, _ in pair.links:
        up = {contexts1[place].polarity for place in places1 if text.content[place]}
        up |= {contexts2[place].polarity for place in places2 if hypothesis.content[place]}
        if up:
            counts[f"{kind} {'up' if up == {1} else 'down' if up == {-1} else 'mixed'}"] += 1
    for kind in _KINDS:
        for way in ("up", "down", "mixed"):
            yield f"links {kind} {way}", float(min(_MOST, counts[f"{kind} {way}"]))
    for side, words, cover, contexts in zip(
        ("text", "hypothesis"), pair.words, pair.covered, (contexts1, contexts2), strict=True
    ):
        alone = [contexts[k].polarity for k in np.flatnonzero(words.content & (cover < _COVERED)).tolist()]
        yield f"{side} alone up", float(min(_MOST, alone.count(1)))
        yield f"{side} alone down", float(min(_MOST, alone.count(-1)))


# -------------------- changes, numbers


def _changes(pair: ReadPair) -> Iterator[tuple[str, float]]:
    changes, links = pair.compared.changes, pair.compared.links
    kinds = Counter(change.kind for change in changes.found)
    yield from ((f"changes {kind}", float(min(_MOST, kinds[kind]))) for kind in CHANGED)
    yield "changes kept", changes.kept
    yield "changes others", float(min(10, changes.others))
    alone = other_quantities(links) if links.words1.quantities or links.words2.quantities else ([], [])
    alone = alone[::-1] if pair.compared.turned else alone
    yield "numbers text alone", float(min(_MOST, len(alone[0])))
    yield "numbers hypothesis alone", float(min(_MOST, len(alone[1])))


# -------------------- contexts


def _contexts(pair: ReadPair) -> Iterator[tuple[str, float]]:
    contexts1, contexts2 = contexts_of(pair.text), contexts_of(pair.hypothesis)
    content = pair.words[1].content
    counts: Counter[str] = Counter()
    for place2, place1 in pair.anchors.items():
        if content[place2]:
            is_verb = pair.hypothesis.tags[place2].startswith("VB")
            fact1, fact2 = _FACTS[contexts1[place1].factuality], _FACTS[contexts2[place2].factuality]
            counts[f"{'verbs' if is_verb else 'words'} {fact1}, {fact2}"] += 1
            if contexts1[place1].polarity != contexts2[place2].polarity:
                counts["polarity differs"] += 1
    for kind in ("verbs", "words"):
        for fact1 in _FACTS.values():
            for fact2 in _FACTS.values():
                yield f"{kind} {fact1}, {fact2}", float(min(_MOST, counts[f"{kind} {fact1}, {fact2}"]))
    yield "polarity differs", float(min(_MOST, counts["polarity differs"]))
    for side, sentence, contexts in (("text", pair.text, contexts1), ("hypothesis", pair.hypothesis, contexts2)):
        roots = [contexts[place].factuality for place, head in enumerate(sentence.heads) if head == place]
        yield f"{side} open", float(0 in roots)
        yield f"{side} denied", float(-1 in roots)


# -------------------- roles


def _roles(pair: ReadPair) -> Iterator[tuple[str, float]]:
    text, hypothesis, anchors = pair.text, pair.hypothesis, pair.anchors
    linked = held = same = swapped = above = 0
    by_role: Counter[str] = Counter()
    for place2, place1 in anchors.items():
        head2 = hypothesis.heads[place2]
        if head2 == place2 or head2 not in anchors or not pair.words[1].content[place2]:
            continue
        linked += 1
        head1 = anchors[head2]
        role1, role2 = _role(text.relations[place1]), _role(hypothesis.relations[place2])
        if text.heads[place1] == head1:
            held += 1
            same += role1 == role2
            swapped += {role1, role2} == {"subject", "object"}
        elif _is_below(text, place1, head1):
            above += 1
        else:
            by_role[role2] += 1
    yield "roles linked", float(min(_MOST, linked))
    yield "roles held", held / linked if linked else 1.0
    yield "roles same", same / linked if linked else 1.0
    yield "roles below", above / linked if linked else 0.0
    yield "roles swapped", float(min(_MOST, swapped))
    yield from ((f"roles elsewhere {role}", float(min(_MOST, by_role[role]))) for role in _ROLES)
    roots = [place for place, head in enumerate(hypothesis.heads) if head == place]
    yield "root linked", float(bool(roots) and roots[0] in anchors)
    yield "root near", float(pair.alike[:, roots[0]].max(initial=0.0)) if roots else 0.0
    yield "root is root", float(bool(roots) and roots[0] in anchors and _is_root(text, anchors[roots[0]]))
    yield "crossing", _crossing(anchors)


def _role(relation: str) -> str:
    name = relation.partition(":")[0]
    passive = relation.endswith("pass")
    if name in _SUBJECTS:
        return "object" if passive else "subject"
    if relation == "obl:agent":
        return "subject"
    return "object" if name in _OBJECTS else "other"


def _is_root(sentence: Sentence, place: int) -> bool:
    return sentence.heads[place] == place


def _is_below(sentence: Sentence, place: int, above: int) -> bool:
    """Whether a token hangs on another, by whatever steps."""
    for _ in range(8):
        head = sentence.heads[place]
        if head == above:
            return True
        if head == place:
            return False
        place = head
    return False


def _crossing(anchors: Mapping[int, int]) -> float:
    places = np.array([anchors[place] for place in sorted(anchors)])
    if len(places) < 2:
        return 0.0
    return 2.0 * float(np.triu(places[:, None] > places[None, :]).sum()) / (len(places) * (len(places) - 1))


# -------------------- lengths and distances


def _lengths(pair: ReadPair) -> Iterator[tuple[str, float]]:
    lengths = [float((~words.signs).sum()) for words in pair.words]
    contents = [float(words.content.sum()) for words in pair.words]
    yield "text length", log1p(lengths[0])
    yield "length ratio", log1p(lengths[1]) - log1p(lengths[0])
    yield "content ratio", log1p(contents[1]) - log1p(contents[0])
    yield "hypothesis content", min(10.0, contents[1])


def _likeness(pair: ReadPair) -> Iterator[tuple[str, float]]:
    for name, value in zip(DISTANCES, pair.compared.distances.tolist(), strict=True):
        if name not in CHANGED:
            yield f"distance {name}", value


def _findings(pair: ReadPair) -> Iterator[tuple[str, float]]:
    values = finding_values(pair.text, pair.hypothesis, pair.findings)
    return zip(_FINDINGS, values.tolist(), strict=True)


_FINDINGS = tuple(f"found {name}" for name in FINDING_FEATURES)
_GROUPS: Mapping[str, Callable[[ReadPair], Iterator[tuple[str, float]]]] = {
    "coverage": _coverage,
    "nearness": _nearness,
    "links": _links,
    "likeness": _likeness,
    "changes": _changes,
    "contexts": _contexts,
    "roles": _roles,
    "length": _lengths,
    "findings": _findings,
}


def _empty() -> ReadPair:
    sentence = Sentence.tagged([], [])
    return read_pair(sentence, sentence)


FEATURE_GROUPS: Mapping[str, tuple[str, ...]] = {
    group: tuple(name for name, _ in read(_empty())) for group, read in _GROUPS.items()
}
"""Group -> its features."""

FEATURE_NAMES = tuple(name for names in FEATURE_GROUPS.values() for name in names)
"""All features, in order."""


def feature_values(pair: ReadPair) -> Doubles:
    """The features of a `pair`, in the order of FEATURE_NAMES."""
    return np.array([value for read in _GROUPS.values() for _, value in read(pair)])
