"""The evaluation of spelling on miniature corpora, and that the recorded figures are those that must be shown."""

import json
from pathlib import Path

import pytest

from experiments.plots import spelling_plots
from experiments.spelling import (
    candidate_rows,
    coverage_rows,
    letter_set_rows,
    read_corpora,
    read_names,
    spelling_signature,
    table_rows,
)
from experiments.spelling_speed import _table, speed_rows
from experiments.suggestions import _figures
from perpend.errors import MissingResource

CORPORA = {
    "wikipedia": [("receive", "recieve"), ("believe", "beleive"), ("many", "fmoon"), ("cat", "gap")],
    "aspell": [("friend", "frend")],
    "holbrook": [("friend", "frend")],
    "birkbeck": [("friend", "frend")],
}
RECORD = Path(__file__).resolve().parents[2] / "results" / "spelling.json"


def test_coverage_by_k_and_common_part() -> None:
    rows = {row.system: row for row in coverage_rows(CORPORA)}
    assert rows["PM k=1 c=1"].metrics["wikipedia"] == 50
    assert rows["PM k=2 c=0"].metrics["wikipedia"] == 75
    assert rows["PM k=3 c=0"].metrics["wikipedia"] == 100
    assert rows["PM k=3 c=1"].metrics["wikipedia"] == 50
    assert rows["PM k=3 c=1"].paper == {"wikipedia": 96.0, "aspell": 96.0}
    assert len(rows) == 29


def test_the_table_of_ratios_and_letter_sets() -> None:
    assert next(table_rows()).metrics == {"ratios": 703, "bytes": 5624}
    own, any_letter = letter_set_rows(CORPORA, ["smith", "smyth", "jones"])
    assert own.metrics["wikipedia"] <= any_letter.metrics["wikipedia"] == 100
    assert own.metrics["comparisons"] <= any_letter.metrics["comparisons"] <= 100


def test_candidates_by_length_and_plots() -> None:
    rows = [*coverage_rows(CORPORA), *candidate_rows(["smith", "smyth", "smits"], [{"smith", "smyth"}, {"smits"}])]
    assert rows[-1].system == "names of 5 letters"
    assert rows[-1].metrics == {"candidates": 2.0, "true, %": pytest.approx(100 / 3), "candidates among surnames": 2.0}
    plots = spelling_plots({"rows": [row.to_dict() for row in rows]})
    names = {"spelling-coverage-1.svg", "spelling-coverage-k.svg", "spelling-candidates.svg"}
    assert set(plots) == names
    assert all("<svg" in plot for plot in plots.values())


def test_every_way_to_compare_is_timed() -> None:
    rows = {row.system: row for row in speed_rows(CORPORA, ["smith", "smyth", "jones", "brown"] * 2)}
    assert list(rows) == [
        "edit distance",
        "edit distance 1",
        "PM, plain",
        "PM by letter sets",
        "rapidfuzz",
        "PM, compiled",
    ]
    assert all(value >= 0 for row in rows.values() for value in row.metrics.values())
    assert rows["edit distance"].paper == {"coverage": 99.0, "times PM": 310.0}


def test_the_table_of_edits_is_the_distance() -> None:
    from rapidfuzz.distance import OSA

    pairs = [("recieve", "receive"), ("", "abc"), ("ca", "abc"), ("kitten", "sitting"), ("ab", "ba")]
    assert [_table(*pair) for pair in pairs] == [OSA.distance(*pair) for pair in pairs]


def test_any_of_several_words_may_be_right() -> None:
    pairs = [("counselor", "councellor"), ("councillor", "councellor")]
    answers = {pair: ["councillor", "counsellor"] for pair in pairs}
    assert _figures("x", pairs, answers) == {"x top-1": 50, "x top-5": 50, "x top-1, any": 100}


def test_data_that_are_not_there(tmp_path: Path) -> None:
    for read in (read_corpora, read_names):
        with pytest.raises(MissingResource, match="name another mirror with --mirror or PERPEND_MIRROR"):
            read(tmp_path)


def test_the_record_shows_what_it_must(mirror: Path) -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    figures = {row["system"]: row["metrics"] for row in record["rows"]}
    assert figures["PM k=3 c=1"]["wikipedia"] >= 96
    assert figures["PM k=3 c=1"]["aspell"] >= 96
    suggested = figures["suggest"]
    assert suggested["wikipedia top-1"] >= 85
    assert suggested["wikipedia top-5"] >= 97
    assert suggested["holbrook top-1"] >= 45
    assert suggested["holbrook top-5"] >= 72
    assert record["signature"] == spelling_signature(read_corpora(mirror), read_names(mirror)[0], 0)
    assert (
        figures["PM k=3 c=1"]["wikipedia"]
        == {r.system: r for r in coverage_rows(read_corpora(mirror))}["PM k=3 c=1"].metrics["wikipedia"]
    )
