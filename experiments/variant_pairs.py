"""Judged pairs of names and words from which models of variants learn, by source.

    surnames       labelled for Ancestry.com: somebody asked about each
    russian ...    spellings of one foreign name, in each of three languages; two names of a list of 4,000 that are
                   near each other and share no foreign name are different
    words          Wikipedia's misspellings with their words; two words of a list of both that are near each other and
                   do not belong together are different
    capitals       300 surnames and the same in capital letters: one name by definition
    judged         300 of the pairs near each other in lists of 5,000 surnames (seeds 7 and 11), each with the weight
                   of what it stands for, judged by the author of the model: data/variant-judgments.tsv

Of the listed pairs that are different there are many; they are weighted to be ten times those that are variants.
"""

import csv
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random

from rapidfuzz.distance import OSA

from experiments.name_data import read_surname_pairs, read_surnames
from experiments.sources import data_folder
from perpend.files.lines import read_lines
from perpend.spelling.folding import fold
from perpend.spelling.misspellings import read_misspellings
from perpend.spelling.name_forms import name_forms
from perpend.spelling.variant_candidates import candidate_parts
from perpend.spelling.variant_training import JudgedPair
from perpend.spelling.word_index import WordIndex

__all__ = [
    "FOREIGN",
    "VARIANT_SOURCES",
    "foreign_list",
    "near_pairs",
    "read_foreign",
    "read_judgments",
    "read_source",
    "read_words",
    "training_names",
    "variant_training_pairs",
]

FOREIGN = ("russian", "arabic", "katakana")
VARIANT_SOURCES = ("surnames", *FOREIGN, "words", "capitals")
_MOST_VARIANTS, _LIST = 8000, 4000
_CAPITALS = 300
_STRANGERS, _WEIGHT, _WORDS_WEIGHT = 10.0, 0.7, 0.3
_FARTHEST = 0.67
_JUDGMENTS = Path(__file__).with_name("data") / "variant-judgments.tsv"

Pair = tuple[str, str]


def variant_training_pairs(mirror: Path | str | None = None, *, without: str = "") -> list[JudgedPair]:
    """All pairs of all sources of the folder `mirror` but the one called `without`."""
    return [pair for source in VARIANT_SOURCES if source != without for pair in read_source(source, mirror)]


def training_names(mirror: Path | str | None = None) -> list[str]:
    """The names of the folder `mirror` by which letters are known that occur together by chance."""
    return read_surnames(mirror)


def read_source(source: str, mirror: Path | str | None = None) -> list[JudgedPair]:
    """The pairs of one `source` of VARIANT_SOURCES, from the folder `mirror`."""
    if source == "surnames":
        return [JudgedPair(pair.head, pair.variant, pair.good) for pair in read_surname_pairs(mirror)]
    if source == "capitals":
        return [JudgedPair(name, name.upper(), True, True) for name in read_surnames(mirror)[:_CAPITALS]]
    variants, different = read_words(mirror) if source == "words" else read_foreign(source, mirror)
    weight = _WORDS_WEIGHT if source == "words" else _WEIGHT
    some = Random(1).sample(variants, min(_MOST_VARIANTS, len(variants)))
    each = weight * _STRANGERS * len(some) / max(len(different), 1)
    return [
        *(JudgedPair(*pair, True, True, weight) for pair in some),
        *(JudgedPair(*pair, False, True, each) for pair in different),
    ]


def near_pairs(words: Sequence[str]) -> Iterator[Pair]:
    """The pairs of `words` that `perpend variants` compares."""
    index = WordIndex.of(list(words))
    listed = list(index)
    for part, _ in candidate_parts(index, name_forms(listed)):
        yield from ((listed[one], listed[other]) for one, other in part.tolist())


def read_foreign(language: str, mirror: Path | str | None = None) -> tuple[list[Pair], list[Pair]]:
    """The variants of a `language`, and the pairs of a list of its names that are near each other and no variants.

    A spelling counts if it occurs twice for its foreign name; two that share a rarer one are neither. `mirror` is the
    folder of the data.
    """
    foreign: dict[str, set[str]] = defaultdict(set)
    for other in FOREIGN:
        for name, spellings in _spellings(other, mirror):
            for word in spellings:
                foreign[word].add(f"{other} {name}")
    groups = [
        sorted(word for word, count in spellings.items() if count >= 2) for _, spellings in _spellings(language, mirror)
    ]
    variants = sorted({pair for group in groups for pair in combinations(group, 2) if _are_near(*pair)})
    some = _drawn(groups)
    return variants, [pair for pair in near_pairs(some) if foreign[pair[0]].isdisjoint(foreign[pair[1]])]


def foreign_list(language: str, mirror: Path | str | None = None) -> tuple[list[str], list[Pair]]:
    """The list of names of a `language` that `read_foreign` takes strangers from, and all variants in it.

    `mirror` is the folder of the data.
    """
    groups = [
        sorted(word for word, count in spellings.items() if count >= 2) for _, spellings in _spellings(language, mirror)
    ]
    some = _drawn(groups)
    listed = set(some)
    return some, sorted({pair for group in groups for pair in combinations(group, 2) if listed.issuperset(pair)})


def _drawn(groups: Sequence[Sequence[str]]) -> list[str]:
    words = sorted({word for group in groups for word in group})
    return Random(5).sample(words, min(_LIST, len(words)))


def _are_near(one: str, other: str) -> bool:
    return OSA.distance(one, other) <= _FARTHEST * max(len(one), len(other))


def _spellings(language: str, mirror: Path | str | None) -> Iterator[tuple[str, dict[str, int]]]:
    """Each foreign name with its English spellings in letters from a to z, folded, and how often each occurs."""
    file = f"variants_by_{language}.tsv"
    path = data_folder(mirror, "names", "names", [file]) / file
    for line in list(read_lines(path))[1:]:
        name, _, cells = line.split("\t", 2)
        found: dict[str, int] = defaultdict(int)
        for cell in cells.split(" "):
            word, _, count = cell.rpartition(":")
            word = fold(word)
            if len(word) > 1 and word.isascii() and word.isalpha():
                found[word] += int(count)
        yield name, found


def read_words(mirror: Path | str | None = None) -> tuple[list[Pair], list[Pair]]:
    """The misspellings of Wikipedia with their words, and pairs of the same list that do not belong together.

    `mirror` is the folder of the data.
    """
    pairs = read_misspellings(data_folder(mirror, "spelling", "spelling", ["wikipedia.tsv"]) / "wikipedia.tsv")
    meant: dict[str, set[str]] = defaultdict(partial(set[str]))
    for word, written in pairs:
        meant[written].add(word)
        meant[word].add(word)
    variants = sorted({(min(pair), max(pair)) for pair in pairs if " " not in pair[0] + pair[1]})
    return variants, [pair for pair in near_pairs(sorted(meant)) if meant[pair[0]].isdisjoint(meant[pair[1]])]


def read_judgments(path: Path = _JUDGMENTS) -> list[JudgedPair]:
    """The judged sample of a list of surnames, in the file `path`."""
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [JudgedPair(row["word1"], row["word2"], row["same"] == "1", True, float(row["weight"])) for row in rows]
