"""Data about names: ECB+ with its persons, spellings that share a foreign one, labelled surnames, and Reuters.

    <mirror>/ecbplus/docs.tsv                     doc, sent, text: tokens between blanks
            ecbplus/person_mentions.tsv           topic, doc, sent, tokens, type, chain, descriptor, text, name or not
            names/variants_by_russian.tsv ...     a foreign spelling, and the English ones with how often each occurs
            names/AncestrySurnamePairs.csv        Bad (1: no variants, empty: variants, else doubtful), two surnames
            mono/reuters21578.docs.txt.xz         one document a line

ECB+ (Cybulska and Vossen 2014, CC BY 3.0) was annotated for coreference in chosen sentences and for chosen people. A
mention whose chain begins with SINGLE was given none, though the same person may be named elsewhere, often in the same
text; chains that begin with HUM were made by annotators across documents. `is_annotated` tells them apart.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path

from experiments.sources import data_folder
from perpend.errors import FormatError
from perpend.files.lines import read_lines
from perpend.files.tables import read_table
from perpend.people.mentions import Document, Mention
from perpend.spelling.folding import fold

__all__ = [
    "NAME_LANGUAGES",
    "SurnamePair",
    "Variants",
    "is_annotated",
    "name_data_signature",
    "read_ecbplus",
    "read_reuters",
    "read_surname_pairs",
    "read_surnames",
    "read_variants",
]

NAME_LANGUAGES = ("russian", "arabic")
_PERSON = "HUMAN_PART_PER"
_FILES = {
    "docs": "ecbplus/docs.tsv",
    "mentions": "ecbplus/person_mentions.tsv",
    "surnames": "names/AncestrySurnamePairs.csv",
    "reuters": "mono/reuters21578.docs.txt.xz",
    **{language: f"names/variants_by_{language}.tsv" for language in NAME_LANGUAGES},
}


@dataclass(frozen=True, slots=True)
class Variants:
    """The foreign spellings of each English spelling, and how often it occurs."""

    foreign: dict[str, set[str]] = field(default_factory=partial(defaultdict, set))
    counts: Counter[str] = field(default_factory=Counter)

    def are_variants(self, a: str, b: str) -> bool:
        """Whether two English spellings share a foreign one."""
        return not self.foreign[a].isdisjoint(self.foreign[b])


@dataclass(frozen=True, slots=True)
class SurnamePair:
    """Two surnames, and whether people judged them to be spellings of one name."""

    head: str
    variant: str
    good: bool


def _path(part: str, mirror: Path | str | None) -> Path:
    return data_folder(mirror, "", "names", [_FILES[part]]) / _FILES[part]


def _rows(path: Path, columns: int) -> list[tuple[int, list[str]]]:
    """The lines after the header with their numbers; a tab beyond the last column is part of it."""
    rows = []
    for number, line in enumerate(list(read_lines(path))[1:], 2):
        cells = line.split("\t", columns - 1)
        if len(cells) != columns:
            raise FormatError(path, number, f"{len(cells)} columns, {columns} needed")
        rows.append((number, cells))
    return rows


def is_annotated(chain: str) -> bool:
    """Whether annotators of ECB+ put mentions into this chain across documents."""
    return chain.startswith("HUM")


def read_ecbplus(mirror: Path | str | None = None) -> list[Document]:
    """Reads the documents of ECB+ from the folder `mirror`, with the mentions of persons by name.

    `fields` has the topic.
    """
    path, sentences = _path("docs", mirror), defaultdict[str, list[tuple[int, str]]](list)
    for number, (name, place, text) in _rows(path, 3):
        sentences[name].append((_whole(path, number, place), text))
    mentions = _ecbplus_mentions(_path("mentions", mirror))
    return [_document(name, sorted(lines), mentions[name]) for name, lines in sentences.items()]


def _whole(path: Path, number: int, cell: str) -> int:
    try:
        return int(cell)
    except ValueError:
        raise FormatError(path, number, f"{cell!r} is not a whole number") from None


def _ecbplus_mentions(path: Path) -> dict[str, list[tuple[int, int, int, str]]]:
    """For each document the sentence, first and last token, and chain of each mention."""
    found: dict[str, list[tuple[int, int, int, str]]] = defaultdict(list)
    for number, (_, name, sentence, tokens, kind, chain, _, _, named) in _rows(path, 9):
        if kind == _PERSON and named == "1":
            places = [_whole(path, number, token) for token in tokens.split(",")]
            found[name].append((_whole(path, number, sentence), places[0], places[-1], chain))
    return found


def _document(name: str, lines: list[tuple[int, str]], mentions: list[tuple[int, int, int, str]]) -> Document:
    text, starts = "", {}
    for place, line in lines:
        starts[place] = len(text)
        text += line + "\n"
    found = set()
    sentences = dict(lines)
    for sentence, first, last, chain in mentions:
        tokens = sentences[sentence].split(" ")
        start = starts[sentence] + sum(len(token) + 1 for token in tokens[:first])
        end = starts[sentence] + sum(len(token) + 1 for token in tokens[: last + 1]) - 1
        found.add(Mention(start, end, text[start:end], chain))
    ordered = sorted(found, key=lambda one: (one.start, one.end, one.chain or ""))
    return Document(name, text, tuple(ordered), {"topic": name.partition("_")[0]})


def read_variants(language: str, mirror: Path | str | None = None, *, least: int = 2) -> Variants:
    """Reads the English spellings of foreign names in a `language` from the folder `mirror`.

    Only spellings of letters that occur at least `least` times for a foreign name are kept.
    """
    path, variants = _path(language, mirror), Variants()
    for number, (foreign, _, written) in _rows(path, 3):
        for one in written.split(" "):
            name, _, count = one.rpartition(":")
            times, form = _whole(path, number, count), fold(name)
            if times >= least and form.isalpha():
                variants.foreign[form].add(foreign)
                variants.counts[form] += times
    return variants


def read_surname_pairs(mirror: Path | str | None = None) -> list[SurnamePair]:
    """Reads the judged pairs from the folder `mirror`; doubtful ones (Q or ?) are left out."""
    path = _path("surnames", mirror)
    pairs = []
    table = read_table(path)
    if len(table.names) != 3:
        raise FormatError(path, 1, f"{len(table.names)} columns, 3 needed: Bad, HeadName, VariantName")
    for row in table.rows:
        bad, head, variant = (cell.strip() for cell in row)
        if not bad or bad.startswith("1"):
            pairs.append(SurnamePair(fold(head), fold(variant), not bad))
    return pairs


def read_surnames(mirror: Path | str | None = None) -> list[str]:
    """Reads the 200,000 surnames of the folder `mirror`, the most frequent first."""
    file = "ancestry_surname_common.txt"
    return [line for line in read_lines(data_folder(mirror, "names", "names", [file]) / file) if line.strip()]


def read_reuters(mirror: Path | str | None = None) -> list[str]:
    """Reads the documents of Reuters-21578 from the folder `mirror`, without empty ones."""
    path = _path("reuters", mirror)
    return [line for line in read_lines(path) if line.strip()]


def name_data_signature(mirror: Path | str | None = None) -> str:
    """A hash of all files of `mirror` that are read here."""
    digest = sha256()
    for part in _FILES:
        digest.update(_path(part, mirror).read_bytes())
    return f"names/{digest.hexdigest()[:8]}"
