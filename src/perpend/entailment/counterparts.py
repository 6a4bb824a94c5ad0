"""Which word of one sentence corresponds to which of the other, regardless of slots.

    A brown dog is running on the beach          dog -> dog   equal       alone: brown, beach
    A dark dog is jogging on the sand            run -> jog   hyponym     alone: dark, sand

Only content words are linked: nouns, verbs, adjectives, adverbs and numbers, but no forms of "to be". Each word of the
first sentence takes the nearest free word of the second: by the order of kinships, equal words first; ties go to the
word whose head is linked too, then to the one at the nearest position. Unrelated words stay alone.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from perpend.entailment.kinship import Kinship, kinship
from perpend.lexicon.wordnet.base_forms import bases_of, parts_of
from perpend.lexicon.words import is_negation, is_personal_pronoun
from perpend.text.sentence import Sentence

__all__ = ["Counterparts", "Link", "content_places", "counterparts"]

_TAKEN = (
    Kinship.EQUAL, Kinship.SYNONYM, Kinship.HYPERNYM, Kinship.HYPONYM, Kinship.DERIVED, Kinship.ANTONYM, Kinship.SISTER,
)  # fmt: skip
_LIGHT = ("be", "there", "not", "n't", "no", "never", "nobody", "none")


@dataclass(frozen=True, slots=True)
class Link:
    """A word of the first sentence, one of the second, and the kinship of the second to the first."""

    place1: int
    place2: int
    kinship: Kinship


@dataclass(frozen=True, slots=True)
class Counterparts:
    """The links of two sentences, and the content words of each that have none."""

    links: tuple[Link, ...]
    alone1: tuple[int, ...]
    alone2: tuple[int, ...]


def content_places(sentence: Sentence) -> Iterator[int]:
    """Yields the indices of the content words of a `sentence`."""
    rows = zip(sentence.tokens, sentence.tags, bases_of(sentence), parts_of(sentence), strict=True)
    for place, (token, tag, base, part) in enumerate(rows):
        light = base in _LIGHT or is_negation(base) or is_personal_pronoun(token)
        if (part or tag == "CD") and not light:
            yield place


def counterparts(sentence: Sentence, other: Sentence) -> Counterparts:
    """Links the content words of `sentence` with those of `other`."""
    free1, free2 = dict.fromkeys(content_places(sentence)), dict.fromkeys(content_places(other))
    links: list[Link] = []
    (bases1, parts1), (bases2, parts2) = ((bases_of(side), parts_of(side)) for side in (sentence, other))
    found: dict[Kinship, list[tuple[int, int]]] = defaultdict(list)
    for one in free1:
        for two in free2:
            if (kin := kinship(bases1[one], parts1[one], bases2[two], parts2[two])) is not Kinship.NONE:
                found[kin].append((one, two))
    for kind in _TAKEN:
        wanted = [pair for pair in found[kind] if pair[0] in free1 and pair[1] in free2]
        heads = {(link.place1, link.place2) for link in links}
        wanted.sort(key=lambda pair: _preference(sentence, other, pair, heads))
        for one, two in wanted:
            if one in free1 and two in free2:
                links.append(Link(one, two, kind))
                del free1[one], free2[two]
    return Counterparts(tuple(sorted(links, key=lambda link: link.place2)), tuple(free1), tuple(free2))


def _preference(
    sentence: Sentence, other: Sentence, pair: tuple[int, int], heads: set[tuple[int, int]]
) -> tuple[bool, bool, float]:
    one, two = pair
    same_head = (sentence.heads[one], other.heads[two]) in heads
    same_relation = sentence.relations[one] == other.relations[two]
    return not same_head, not same_relation, abs(one / len(sentence) - two / len(other))
