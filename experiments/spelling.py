"""Misspellings that people made: how many prime mapping finds, by k and by the length of the common part.

    <mirror>/spelling/   wikipedia.tsv   aspell.tsv   holbrook.tsv   birkbeck.tsv      (Mitton's corpora)
    <mirror>/names/      ancestry_surname_common.txt   variants_by_russian.tsv

Made again here of Popescu and Vo (2014): Figures 2 and 3 (coverage), Table 1 (the size of the table of ratios), what
the ordering by letter sets loses, and Figure 4 (candidates against true variants by the length of a name). The paper's
own corpora of names are not public; ours are surnames by frequency, and English spellings that share one Russian
spelling. All of birkbeck here is by native writers and no other corpus tells, so native and non-native writers cannot
be told apart. Words are compared in lower case.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from experiments.sources import data_folder, published
from perpend import __version__
from perpend.files.tables import read_table
from perpend.spelling.changes import letters_that_differ
from perpend.spelling.letter_sets import cells_of, comparisons_in_cells, comparisons_with_letters, share_a_cell
from perpend.spelling.misspellings import read_misspellings
from perpend.spelling.prime_mapping import share_a_part, table_size
from perpend.spelling.variants import find_variants
from perpend.spelling.word_index import WordIndex

__all__ = [
    "CORPORA",
    "Misspellings",
    "SpellingRow",
    "candidate_rows",
    "coverage_rows",
    "letter_set_rows",
    "paper_figures",
    "read_corpora",
    "read_names",
    "spelling_signature",
    "table_rows",
]

CORPORA = ("wikipedia", "aspell", "holbrook", "birkbeck")
_LARGEST_K = 10
_ENGLISH = 26
_BYTES_A_RATIO = 8
_LONGEST_NAME = 14
_NAMES_IN_CELLS = 20_000

Misspellings = Mapping[str, Sequence[tuple[str, str]]]
"""By corpus, pairs of what was meant and what was written."""


@dataclass(frozen=True, slots=True)
class SpellingRow:
    """One line of a table: the measured thing, its figures, and the paper's."""

    system: str
    metrics: Mapping[str, float]
    paper: Mapping[str, float] | None = None

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values."""
        return {
            "system": self.system,
            "metrics": dict(self.metrics),
            "paper": dict(self.paper) if self.paper else None,
        }


def paper_figures() -> dict[str, Any]:
    """The figures of the paper."""
    return published("spelling-paper")


def read_corpora(mirror: Path | str | None = None) -> dict[str, list[tuple[str, str]]]:
    """Reads Mitton's corpora from the folder `mirror`, in lower case."""
    folder = data_folder(mirror, "spelling", "misspellings", [f"{name}.tsv" for name in CORPORA])
    read = {name: read_misspellings(folder / f"{name}.tsv") for name in CORPORA}
    return {name: [(meant.lower(), written.lower()) for meant, written in pairs] for name, pairs in read.items()}


def read_names(mirror: Path | str | None = None) -> tuple[list[str], list[set[str]]]:
    """Reads surnames, the most frequent first, and sets of English spellings of one Russian spelling, from `mirror`."""
    folder = data_folder(mirror, "names", "names", ["ancestry_surname_common.txt", "variants_by_russian.tsv"])
    surnames = (folder / "ancestry_surname_common.txt").read_text(encoding="utf-8").split()
    rows = read_table(folder / "variants_by_russian.tsv").rows
    spellings = [{one.rpartition(":")[0] for one in row[2].split(" ")} for row in rows]
    return surnames, [{one for one in group if one.isalpha()} for group in spellings]


def coverage_rows(corpora: Misspellings) -> Iterator[SpellingRow]:
    """The share of misspellings in `corpora` within k letters and with a common part: Figures 2 and 3, in percent."""
    differences = {name: [letters_that_differ(*pair) for pair in pairs] for name, pairs in corpora.items()}
    for k in range(1, _LARGEST_K + 1):
        for common in sorted({0, 1, k}):
            figures = {
                name: _percent(
                    differ <= k and share_a_part(*pair, common)
                    for pair, differ in zip(pairs, differences[name], strict=True)
                )
                for name, pairs in corpora.items()
            }
            system = f"PM k={k} c={common}"
            yield SpellingRow(system, figures, paper_figures()["coverage"].get(system))


def _percent(answers: Iterator[bool]) -> float:
    found = list(answers)
    return 100 * sum(found) / len(found) if found else 0.0


def table_rows() -> Iterator[SpellingRow]:
    """How large the table of ratios would be for an alphabet of 26 letters: Table 1."""
    published = paper_figures()["table1"]
    for k in (1, 2, 3, 5, 6, 10):
        ratios = table_size(_ENGLISH, k)
        figures = {"ratios": float(ratios), "bytes": float(ratios * _BYTES_A_RATIO)}
        yield SpellingRow(f"ratio table k={k}", figures, published.get(str(k)))


def letter_set_rows(corpora: Misspellings, surnames: Sequence[str], k: int = 3) -> Iterator[SpellingRow]:
    """The misspellings of `corpora` that the ordering by sets of `k` + 1 letters finds.

    Also the number of comparisons among `surnames` that it needs.
    """
    names = surnames[:_NAMES_IN_CELLS]
    of_names = cells_of(names, k)
    pairs = len(names) * (len(names) - 1) / 2
    own, any_letter = {}, {}
    for corpus, misspellings in corpora.items():
        cells = cells_of(sorted({word for pair in misspellings for word in pair}), k)
        near = [pair for pair in misspellings if letters_that_differ(*pair) <= k]
        inside = sum(share_a_cell(*pair, cells) for pair in near)
        linked = sum(bool(cells[one] & set(other) or cells[other] & set(one)) for one, other in near)
        own[corpus], any_letter[corpus] = 100 * inside / len(misspellings), 100 * linked / len(misspellings)
    own["comparisons"] = 100 * comparisons_in_cells(of_names.values()) / pairs
    any_letter["comparisons"] = 100 * comparisons_with_letters(of_names) / pairs
    yield SpellingRow(f"letter sets k={k}, own cell", own)
    yield SpellingRow(f"letter sets k={k}, any letter", any_letter)


def candidate_rows(
    surnames: Sequence[str], variants: Sequence[set[str]], k: int = 3, common: int = 1
) -> Iterator[SpellingRow]:
    """The number of candidates and of true `variants` by the length of a name: Figure 4.

    `surnames` are the names, `k` the most different letters, `common` the length of the common part.
    """
    names = sorted(set().union(*variants))
    groups: dict[str, set[int]] = defaultdict(set)
    for number, group in enumerate(variants):
        for name in group:
            groups[name].add(number)
    candidates: Counter[int] = Counter()
    true: Counter[int] = Counter()
    for pair in find_variants(names, k, common):
        same = bool(groups[pair.word1] & groups[pair.word2])
        for name in (pair.word1, pair.word2):
            candidates[len(name)] += 1
            true[len(name)] += same
    among = _candidates_by_length(surnames, k, common)
    sizes = Counter(map(len, names))
    for length in range(3, _LONGEST_NAME + 1):
        if candidates[length]:
            figures = {
                "candidates": candidates[length] / sizes[length],
                "true, %": 100 * true[length] / candidates[length],
                "candidates among surnames": among.get(length, 0.0),
            }
            yield SpellingRow(f"names of {length} letters", figures)


def _candidates_by_length(surnames: Sequence[str], k: int, common: int) -> dict[int, float]:
    """Candidates of a name among all surnames; of each length the most frequent two hundred are asked."""
    index = WordIndex.of(surnames)
    asked: dict[int, list[str]] = defaultdict(list)
    for name in surnames:
        if len(asked[len(name)]) < 200:
            asked[len(name)].append(name)
    found = {length: index.alike(names, k, common) for length, names in asked.items()}
    return {length: len(matches.numbers) / len(matches) - 1 for length, matches in found.items()}


def spelling_signature(corpora: Misspellings, surnames: Sequence[str], seed: int) -> str:
    """Hashes of `corpora` and `surnames`, the `seed` and the version."""
    digest = sha256(repr((sorted(corpora.items()), list(surnames))).encode("utf-8", "replace")).hexdigest()[:8]
    return f"spelling/{digest};seed:{seed};lower-case;perpend:{__version__}"
