"""`evaluate_names`: all measurements about names in one report.

    patterns    Russian and Arabic variants: precision of patterns, and their distribution     (Figure 5)
    surnames    labelled pairs, beside Jaro-Winkler, Soundex and Double Metaphone
    scrambled   scrambled names, and names in -ino, at thresholds from 90 to 98 %               (Figure 6)
    chains      persons of ECB+, beside equal strings

The paper (Popescu and Vo 2014) prints no numbers for these: its figures are charts of Italian data that is not public,
so no row has one beside it. What its text says of Figure 5, that patterns have between 20 and 900 occurrences, 12 of
them more than 400 and 20 between 20 and 50, was counted in 160,869 names of newspapers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from experiments.name_chains import evaluate_chains
from experiments.name_data import (
    NAME_LANGUAGES,
    name_data_signature,
    read_ecbplus,
    read_reuters,
    read_surname_pairs,
    read_variants,
)
from experiments.name_patterns import OCCURRENCE_BANDS, PatternFigures, evaluate_patterns
from experiments.scrambled_names import Linked, ScrambleSettings, link_scrambled
from experiments.surname_pairs import evaluate_surnames
from perpend import __version__
from perpend.errors import unknown_name
from perpend.types import Progress

__all__ = ["NAME_PARTS", "NameRow", "NamesReport", "evaluate_names"]

NAME_PARTS = ("patterns", "surnames", "scrambled", "chains")
_THRESHOLDS = (0.90, 0.92, 0.94, 0.96, 0.98)
_WITH_PATTERN = 0.80
_SHOWN_PATTERNS = 15


@dataclass(frozen=True, slots=True)
class NameRow:
    """One line of a part: the system or the threshold, and its figures in percent."""

    part: str
    system: str
    metrics: dict[str, float]
    spread: dict[str, float] | None = None

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON values; `spread` is the standard deviation over seeds, if there are several."""
        row = {"part": self.part, "system": self.system, "metrics": self.metrics, "paper": None}
        return row | ({"spread": self.spread} if self.spread else {})


@dataclass(frozen=True, slots=True, eq=False)
class NamesReport:
    """The rows, facts about the data, and the most frequent patterns."""

    rows: tuple[NameRow, ...]
    about: dict[str, Any]
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values, in the shape that all evaluations share."""
        return {
            "task": "names",
            "rows": [row.to_dict() for row in self.rows],
            **self.about,
            "signature": self.signature,
        }


def evaluate_names(
    mirror: Path | str | None = None,
    *,
    parts: Sequence[str] = NAME_PARTS,
    folds: int = 5,
    seed: int = 0,
    unrelated: int = 20_000,
    scrambles: int = 3,
    progress: Progress | None = None,
) -> NamesReport:
    """Evaluates some parts.

    :param mirror: the folder of the data; by default the one that PERPEND_MIRROR names.
    :param parts: the parts, of NAME_PARTS.
    :param folds: the number of folds.
    :param seed: the first seed.
    :param unrelated: the number of Reuters documents.
    :param scrambles: how many seeds scramble names.
    :param progress: called with a description, the number of completed steps and their total.
    """
    for part in parts:
        if part not in NAME_PARTS:
            raise unknown_name("part", part, NAME_PARTS)
    signature = (
        f"data:{name_data_signature(mirror)}|folds:{folds}|seed:{seed}|scrambles:{scrambles}|version:{__version__}"
    )
    rows: list[NameRow] = []
    about: dict[str, Any] = {}
    if "patterns" in parts:
        found = {
            language: evaluate_patterns(read_variants(language, mirror), folds=folds, seed=seed, progress=progress)
            for language in NAME_LANGUAGES
        }
        rows += [NameRow("patterns", language, figures.metrics) for language, figures in found.items()]
        about["patterns"] = {language: _pattern_facts(figures) for language, figures in found.items()}
    if "surnames" in parts:
        measured = evaluate_surnames(read_surname_pairs(mirror), folds=folds, seed=seed, progress=progress)
        rows += [NameRow("surnames", system, metrics) for system, metrics in measured.items()]
    if "scrambled" in parts:
        settings = [ScrambleSettings(folds=folds, seed=seed + more, unrelated=unrelated) for more in range(scrambles)]
        documents, reuters = read_ecbplus(mirror), read_reuters(mirror)
        linked = {
            name: [link_scrambled(documents, reuters, one, ino=name == "-ino", progress=progress) for one in settings]
            for name in ("scrambled", "-ino")
        }
        rows += [row for name, runs in linked.items() for row in _threshold_rows(name, runs)]
        about["scrambled"] = {name: [_link_facts(one) for one in runs] for name, runs in linked.items()}
    if "chains" in parts:
        scores = evaluate_chains(read_ecbplus(mirror), folds=folds, seed=seed, progress=progress)
        rows += [NameRow("chains", system, metrics) for system, metrics in scores.items()]
    return NamesReport(tuple(rows), about, signature)


def _pattern_facts(figures: PatternFigures) -> dict[str, Any]:
    frequent = sorted(figures.patterns, key=lambda one: (-one.occurrences, str(one)))[:_SHOWN_PATTERNS]
    return {
        "names": figures.names,
        "candidates": figures.candidates,
        "bands": {
            _band(low, high): count for (low, high), count in zip(OCCURRENCE_BANDS, figures.bands(), strict=True)
        },
        "most frequent": [
            {"pattern": str(one), "occurrences": one.occurrences, "seen": one.seen, "probability": one.probability}
            for one in frequent
        ],
    }


def _band(low: int, high: int | None) -> str:
    return f"{low}-{high}" if high else f"{low} or more"


def _threshold_rows(name: str, runs: Sequence[Linked]) -> Iterable[NameRow]:
    kinds: list[tuple[str, float | None]] = [(name, None)]
    if any(len(one.patterns) for one in runs):
        kinds.append((f"{name} with patterns", _WITH_PATTERN))
    for title, with_pattern in kinds:
        for threshold in _THRESHOLDS:
            figures = [one.at(threshold, with_pattern) for one in runs]
            mean = {measure: fmean(one[measure] for one in figures) for measure in figures[0]}
            spread = {measure: stdev(one[measure] for one in figures) for measure in mean} if len(runs) > 1 else None
            yield NameRow("scrambled", f"{title}, {threshold:.0%}", mean, spread)


def _link_facts(linked: Linked) -> dict[str, Any]:
    return {
        "persons": linked.persons,
        "misspelled": linked.misspelled,
        "unrelated": linked.unrelated,
        "patterns": [str(one) for one in linked.patterns],
    }
