"""Finds the pairs of a list of full names that are likely to be one person's, the most probable first.

    William Berezovski, Bill Berezovsky     0.9     nickname, spelling: both words have a partner
    Anna van der Berg,  Berg, A.            0.6     the rare word is equal, an initial fits
    John Smith,         Smith               0.1     a frequent word only

Words of the list that are likely spellings of one name (`likely_variants`) or forms of one given name (`nicknames`) are
linked once for the whole list; names with a last word in common, or with linked ones, are compared part by part
(`full_names`). A logistic regression over what matched gives the probability. Its weights, in `data/full-names.toml`,
come from made-up copies of names: shortened, turned, respelt; nobody labelled real pairs. So the order of the pairs is
surer than the probability itself.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, log10
from pathlib import Path
from typing import NamedTuple

from perpend import __version__
from perpend.answers import GroupPoints
from perpend.files.toml import read_toml
from perpend.people.blocking import Comparisons, alike_names
from perpend.people.context import information
from perpend.people.full_names import How, NameMatch
from perpend.people.name_evidence import NameEvidence
from perpend.people.name_parts import FullName, full_name
from perpend.people.nicknames import nicknames_of
from perpend.spelling.likely_variants import find_likely, variant_model
from perpend.spelling.variant_model import VariantModel
from perpend.spelling.word_index import WordIndex
from perpend.types import Progress

__all__ = [
    "NAME_FEATURES",
    "Rarity",
    "WordLink",
    "find_likely_names",
    "full_name_features",
    "link_words",
    "match_names",
]

NAME_FEATURES = (
    "equal words", "rare equal words", "family names equal", "spelled alike", "how alike", "nicknames", "initials",
    "written as one", "words left over", "one word only", "other order",
)  # fmt: skip
"""What is counted of a match, in the order of the weights."""

_LEAST_LINK = 0.2
_OTHER_NAMES = 2000
_LEAST_LETTERS = 2


class WordLink(NamedTuple):
    """How two words match, and the probability that they are spellings of one name; 1 for nicknames."""

    how: How
    probability: float


Links = Mapping[tuple[str, str], WordLink]


def link_words(words: Sequence[str], model: VariantModel, k: int = 3, c: int = 1) -> dict[tuple[str, str], WordLink]:
    """Links the folded `words` of names that are likely spellings of one, by `model`, or nicknames.

    `k` and `c` are those of `find_likely`.
    """
    wanted = sorted({word for word in words if len(word) >= _LEAST_LETTERS})
    found = find_likely(WordIndex.of(wanted), model, k, c, min_probability=_LEAST_LINK)
    links = {(one.word1, one.word2): WordLink("spelling", one.probability or 0.0) for one in found}
    known = set(wanted)
    nicknames = ((word, other) for word in wanted for other in nicknames_of(word) & known if word < other)
    return links | {pair: WordLink("nickname", 1.0) for pair in nicknames}


def match_names(
    names: Sequence[FullName], links: Links, comparisons: Comparisons | None = None, progress: Progress | None = None
) -> Iterator[tuple[int, int, NameMatch]]:
    """Yields (i, j, match) for each pair of indices i < j whose `names` match by equal words or by `links`.

    `comparisons` limits the pairs that are compared; `progress` is called after each name.
    """
    hows = {pair: link.how for pair, link in links.items()}
    return alike_names(names, progress=progress, comparisons=comparisons, links=hows)


def full_name_features(match: NameMatch, one: FullName, other: FullName, links: Links, rarity: "Rarity") -> list[float]:
    """Returns the features of a `match` of the names `one` and `other`, in the order of NAME_FEATURES.

    `links` are those of the words, `rarity` says how rare each is.
    """
    equal = [pair for pair in match.pairs if pair.how in ("equal", "folded")]
    forms = [full_name(pair.a).last for pair in equal]
    alike = [pair for pair in match.pairs if pair.how == "spelling"]
    spelled = [links.get(_key(full_name(pair.a).last, full_name(pair.b).last)) for pair in alike]
    likely = [link.probability for link in spelled if link]
    hows = Counter(pair.how for pair in match.pairs)
    return [
        float(len(equal)),
        sum(rarity.of(form) for form in forms),
        float(one.last == other.last),
        float(hows["spelling"] > 0),
        sum(log(chance / (1 - min(chance, 0.999))) for chance in likely),
        float(hows["nickname"] > 0),
        float(hows["initial"] > 0),
        float(hows["joined"] > 0),
        float(len(match.only_a) + len(match.only_b)),
        float(min(len(one.words), len(other.words)) == 1),
        float(match.turned),
    ]


def _key(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one <= other else (other, one)


class Rarity:
    """How rare a word is in names: by its share of the `names` of the list and its frequency in English."""

    def __init__(self, names: Sequence[FullName]) -> None:
        self._counts = Counter(form for name in names for form in set(name.forms))
        self._names = len(names) + _OTHER_NAMES

    def of(self, form: str) -> float:
        """Returns the smaller of both for the folded word `form`, as a decimal logarithm of one in so many."""
        return min(information(form), -log10((self._counts[form] + 1) / self._names))


@dataclass(frozen=True, slots=True)
class _Weights:
    weights: tuple[float, ...]
    base: float


@cache
def _weights() -> _Weights:
    table = read_toml(Path(__file__).parent / "data" / "full-names.toml")
    return _Weights(tuple(float(table["weights"][name]) for name in NAME_FEATURES), float(table["base"]))


def find_likely_names(
    names: Sequence[str],
    model: VariantModel | Path | str | None = None,
    k: int = 3,
    c: int = 1,
    *,
    min_probability: float = 0.5,
    progress: Progress | None = None,
) -> list[NameEvidence]:
    """Returns the pairs of `names` that are likely to be one person's, the most probable first; repeats count once.

    :param names: full names.
    :param model: the model that judges words, or its path; by default the shipped one.
    :param k: the most letters by which words differ, unless they sound the same.
    :param c: how many first or last letters they share, unless they sound the same.
    :param min_probability: pairs below this probability are left out.
    :param progress: called after each name.

    >>> [one.match.verdict for one in find_likely_names(["Bill Harrington", "William Harrington", "Ann Lee"])]
    ['variant']
    """
    model = variant_model(model)
    unique = [full_name(name) for name in dict.fromkeys(names) if name.strip()]
    links = link_words([form for name in unique for form in name.forms], model, k, c)
    rarity, learned = Rarity(unique), _weights()
    signature = f"full-names|words:{model.identity}|k:{k}|common:{c}|version:{__version__}"
    found = []
    for i, j, match in match_names(unique, links, Comparisons.for_mentions(len(unique), "variants"), progress):
        features = full_name_features(match, unique[i], unique[j], links, rarity)
        points = [weight * value for weight, value in zip(learned.weights, features, strict=True)]
        odds = learned.base + sum(points)
        probability = 1 / (1 + exp(-odds)) if odds >= 0 else exp(odds) / (1 + exp(odds))
        if probability >= min_probability:
            parts = tuple(GroupPoints(name, one) for name, one in zip(NAME_FEATURES, points, strict=True) if one)
            written = unique[i].written, unique[j].written
            found.append(NameEvidence(probability, *written, match, learned.base, parts, signature))
    return sorted(found, key=lambda one: (-one.value, one.name1, one.name2))
