"""Laws that any score of likeness should keep, measured on sentences written for this suite.

    measure(scorer, scale=(0, 5))      {"identity is the top": 1.0, "light above negated": .97, ..., "mean": .93, ...}
    kept(scorer, scale=(0, 5))         the same for each base sentence: law -> array of bool
    python -m tests.laws --model NAME  prints the table; see `tests/laws/__main__.py`

A scorer takes pairs of texts and returns one number per pair, higher for more alike. `scale` is the lowest and the
highest number that it can return, None if it states none. The data:

    DOMAIN.tsv         one base sentence a row, with ten other texts, in the columns below
    answers.tsv        school questions: a reference answer, a right answer in other words, and a trap: a wrong answer
                       that shares words with the reference
    equal_forms.tsv    pairs that differ in form only: "1.2 million" and "1,200,000", "isn't" and "is not"
    strangers1/, strangers2/, strangers3/
                       suites (laws.tsv, answers.tsv) by writers who knew neither the program nor these sentences; the
                       first was looked at while detectors were made, the others are for measuring only. The third was
                       written when the detectors were nearly done; negation became milder after it had been measured

The columns of a domain, each compared with the base:

    light        the same meaning in nearly the same words: active and passive, order of clauses, a word or two
    free         the same meaning in other words and another structure
    synonym      one word or phrase replaced by a synonym
    negated      the main claim denied, by "not" or in another way
    swapped      two arguments exchange their roles; same words, another meaning
    number       one number, date, time or quantity changed
    opposite     one word or phrase replaced by its opposite
    added        the base with one more detail
    related      another statement on the topic, which neither repeats nor contradicts the base
    unrelated    another topic

The thirteen laws; "above" means strictly greater, and a law holds for a base or does not:

    identity is the top        no text of the row has a higher score than the base itself, whose score is the top of the
                               scale if there is a scale
    light above CHANGE         four laws, one for each change: negated, swapped, number, opposite
    free above CHANGE          four laws
    free above related         other words for the same are closer than the same words for something else
    synonym above all changes  the synonym is above the highest of the four changes
    related above unrelated
    added in between           light above added, and added above unrelated

Besides the laws: "symmetry" is the share of pairs with the same score in both directions, "mean" the mean of the
thirteen shares, "right above trap" the share of school answers whose right answer is above the trap, and "equal forms"
the share of pairs that are equal by form and whose score is in the upper 5 % of the scale (if there is a scale).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perpend.files.tables import read_table

__all__ = [
    "CHANGES",
    "COLUMNS",
    "LAWS",
    "OWN",
    "SUITES",
    "Base",
    "Kept",
    "Scale",
    "Scorer",
    "kept",
    "measure",
    "read_answers",
    "read_bases",
    "read_equal_forms",
]

Pair = tuple[str, str]
Scorer = Callable[[Sequence[Pair]], NDArray[Any]]
Scale = tuple[float, float]
Doubles = NDArray[np.float64]
Kept = dict[str, NDArray[np.bool_]]

CHANGES = ("negated", "swapped", "number", "opposite")
COLUMNS = ("light", "free", "synonym", *CHANGES, "added", "related", "unrelated")
IDENTITY = "identity is the top"

OWN = "own"
SUITES = (OWN, "strangers1", "strangers2", "strangers3")
"""The suite in this folder, and those in folders of their own."""

_HERE = Path(__file__).parent
_OTHER_TABLES = ("answers", "equal_forms")
_SAME = 1e-9
"""Scores that differ by less count as equal where a law asks for equality."""
_NEAR_TOP = 0.05

_CHAINS: dict[str, tuple[tuple[str, ...], ...]] = {
    **{f"light above {change}": (("light",), (change,)) for change in CHANGES},
    **{f"free above {change}": (("free",), (change,)) for change in CHANGES},
    "free above related": (("free",), ("related",)),
    "synonym above all changes": (("synonym",), CHANGES),
    "related above unrelated": (("related",), ("unrelated",)),
    "added in between": (("light",), ("added",), ("unrelated",)),
}
"""A law is a chain of groups of columns: each column of a group is above all columns of the next group."""

LAWS = (IDENTITY, *_CHAINS)


@dataclass(frozen=True, slots=True)
class Base:
    """A base sentence with its other `texts` by column."""

    id: str
    domain: str
    text: str
    texts: Mapping[str, str]


@cache
def read_bases(suite: str = OWN) -> tuple[Base, ...]:
    """The base sentences of all domains of a `suite`, in the order of file names and rows."""
    files = sorted(path for path in _folder(suite).glob("*.tsv") if path.stem not in _OTHER_TABLES)
    return tuple(
        Base(row["id"], row.get("domain", path.stem), row["base"], {column: row[column] for column in COLUMNS})
        for path in files
        for row in _rows(path)
    )


@cache
def read_answers(suite: str = OWN) -> tuple[Mapping[str, str], ...]:
    """School answers of a `suite`: id, question, reference, right, trap."""
    return tuple(_rows(_folder(suite) / "answers.tsv"))


def _folder(suite: str) -> Path:
    return _HERE if suite == OWN else _HERE / suite


@cache
def read_equal_forms() -> tuple[Mapping[str, str], ...]:
    """Pairs that are equal by form: id, text1, text2."""
    return tuple(_rows(_HERE / "equal_forms.tsv"))


def _rows(path: Path) -> list[dict[str, str]]:
    table = read_table(path)
    return [dict(zip(table.names, row, strict=True)) for row in table.rows]


def measure(scorer: Scorer, *, scale: Scale | None = None, suite: str = OWN) -> dict[str, float]:
    """The share of cases in which `scorer`, whose numbers lie on `scale`, keeps each law; see the module."""
    shares = {law: float(cases.mean()) for law, cases in kept(scorer, scale=scale, suite=suite).items()}
    thirteen = [shares[law] for law in LAWS]
    return {**shares, "mean": float(np.mean(thirteen))}


def kept(scorer: Scorer, *, scale: Scale | None = None, suite: str = OWN) -> Kept:
    """For each law and each of its cases, whether `scorer`, whose numbers lie on `scale`, keeps it.

    Equal forms are in the own suite only, and are asked of scorers with a scale.
    """
    bases = read_bases(suite)
    scores = _scores_by_column(scorer, bases)
    return {
        IDENTITY: _identity(scores, scale),
        **{law: _descends([[scores[column] for column in group] for group in chain]) for law, chain in _CHAINS.items()},
        "symmetry": _symmetry(scorer, scores, bases),
        "right above trap": _right_above_trap(scorer, read_answers(suite)),
        **({"equal forms": _equal_forms(scorer, scale)} if scale and suite == OWN else {}),
    }


def _scores_by_column(scorer: Scorer, bases: Sequence[Base]) -> dict[str, Doubles]:
    """The score of each base with itself ("base") and with the text of each column."""
    asked = [(base.text, text) for base in bases for text in (base.text, *(base.texts[name] for name in COLUMNS))]
    table = _asked(scorer, asked).reshape(len(bases), 1 + len(COLUMNS))
    return dict(zip(("base", *COLUMNS), table.T, strict=True))


def _asked(scorer: Scorer, pairs: Sequence[Pair]) -> Doubles:
    scores = np.asarray(scorer(pairs), np.float64)
    if scores.shape != (len(pairs),) or not np.isfinite(scores).all():
        raise ValueError(f"a scorer must return {len(pairs)} finite numbers, one per pair, not shape {scores.shape}")
    return scores


def _identity(scores: Mapping[str, Doubles], scale: Scale | None) -> NDArray[np.bool_]:
    highest = np.max([scores[column] for column in COLUMNS], axis=0)
    is_highest: NDArray[np.bool_] = scores["base"] >= highest - _SAME
    return is_highest & (np.abs(scores["base"] - scale[1]) <= _SAME) if scale else is_highest


def _descends(groups: Sequence[Sequence[Doubles]]) -> NDArray[np.bool_]:
    """Whether, for each base, the lowest of each group is above the highest of the next."""
    steps = [np.min(upper, axis=0) > np.max(lower, axis=0) for upper, lower in pairwise(groups)]
    return np.asarray(np.all(steps, axis=0))


def _symmetry(scorer: Scorer, scores: Mapping[str, Doubles], bases: Sequence[Base]) -> NDArray[np.bool_]:
    """For each base and column, column by column."""
    turned = _asked(scorer, [(base.texts[column], base.text) for column in COLUMNS for base in bases])
    straight = np.concatenate([scores[column] for column in COLUMNS])
    return np.asarray(np.abs(turned - straight) <= _SAME)


def _right_above_trap(scorer: Scorer, rows: Sequence[Mapping[str, str]]) -> NDArray[np.bool_]:
    right = _asked(scorer, [(row["reference"], row["right"]) for row in rows])
    return right > _asked(scorer, [(row["reference"], row["trap"]) for row in rows])


def _equal_forms(scorer: Scorer, scale: Scale) -> NDArray[np.bool_]:
    low, high = scale
    scores = _asked(scorer, [(row["text1"], row["text2"]) for row in read_equal_forms()])
    return scores >= high - _NEAR_TOP * (high - low)
