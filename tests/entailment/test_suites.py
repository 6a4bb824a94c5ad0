"""The hand-made suites have the form that their README says; what the library answers is not asked here."""

from collections import Counter
from pathlib import Path

import pytest

SUITES = Path(__file__).parent / "suites"
HEADER = ["id", "gold", "text1", "text2", "phenomenon"]
COUNTS: dict[str, dict[str, int]] = {
    "everyday": {"entailment": 87, "neutral": 87, "contradiction": 86},
    "news": {"entailment": 60, "not_entailment": 60},
    "words": {"entailment": 40, "neutral": 20, "contradiction": 90},
    "logic": {"entailment": 30, "neutral": 30, "contradiction": 30},
    "monotone": {"entailment": 50, "neutral": 50},
    "captions": {"entailment": 30, "neutral": 30, "contradiction": 30},
    "foreign_everyday": {"entailment": 53, "neutral": 53, "contradiction": 54},
}


def rows_of(name: str) -> list[list[str]]:
    content = (SUITES / f"{name}.tsv").read_bytes().decode("utf-8")
    assert content.endswith("\n")
    assert "\r" not in content
    header, *rows = [line.split("\t") for line in content[:-1].split("\n")]
    assert header == HEADER
    return rows


def test_every_suite_is_counted_here() -> None:
    assert {path.stem for path in SUITES.glob("*.tsv")} == set(COUNTS)


@pytest.mark.parametrize("name", COUNTS)
def test_every_row_has_five_filled_trimmed_fields(name: str) -> None:
    for row in rows_of(name):
        assert len(row) == len(HEADER), row
        assert all(field and field == " ".join(field.split()) for field in row), row


@pytest.mark.parametrize("name", COUNTS)
def test_labels_are_as_many_as_said(name: str) -> None:
    assert Counter(gold for _, gold, *_ in rows_of(name)) == COUNTS[name]


def test_no_id_comes_twice() -> None:
    ids = Counter(row[0] for name in COUNTS for row in rows_of(name))
    assert [identifier for identifier, times in ids.items() if times > 1] == []


def test_no_pair_comes_twice() -> None:
    pairs = Counter((row[2].casefold(), row[3].casefold()) for name in COUNTS for row in rows_of(name))
    assert [pair for pair, times in pairs.items() if times > 1] == []


@pytest.mark.parametrize("name", COUNTS)
def test_no_text_is_its_own_hypothesis(name: str) -> None:
    assert [row for row in rows_of(name) if row[2].casefold() == row[3].casefold()] == []


def test_every_phenomenon_of_everyday_has_ten_pairs() -> None:
    phenomena = Counter(row[4] for row in rows_of("everyday"))
    assert len(phenomena) == 23
    assert min(phenomena.values()) >= 10


def test_more_general_means_entailment_in_half_of_the_monotone_pairs() -> None:
    general = [("more general" in row[4]) == (row[1] == "entailment") for row in rows_of("monotone")]
    assert sum(general) == len(general) / 2
