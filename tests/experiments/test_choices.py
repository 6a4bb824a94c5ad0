"""Settings by cross-validation, and ways to learn from several sources: on training data alone."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.choices import MARGIN, PerpSettings, choose_settings, chosen_settings, dealt
from experiments.datasets import Sts2012, read_sts2012
from experiments.pooling import WAYS, compare_pooling
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable

RESULTS = Path(__file__).resolve().parents[2] / "results"
SOURCES = ["MSRpar", "MSRvid", "SMT-eur"]


@pytest.fixture
def data(small_mirror: Path) -> Sts2012:
    """Training data only: looking at a test set would be an error."""
    return Sts2012(read_sts2012(small_mirror).training, ())


@given(st.integers(0, 40), st.integers(2, 6), st.integers(0, 5))
def test_every_pair_is_in_one_fold(count: int, folds: int, seed: int) -> None:
    found = dealt(count, folds, seed)
    assert sorted(k for fold in found for k in fold) == list(range(count))
    assert max(map(len, found)) - min(map(len, found)) <= 1
    assert found == dealt(count, folds, seed)


def test_the_choice_is_among_the_best_that_were_tried(data: Sts2012, tmp_path: Path) -> None:
    (tmp_path / "small.tsv").write_text("children\tkids\t0.5\n", encoding="utf-8")
    build_phrase_table(tmp_path / "small.tsv", tmp_path / "small.phrases")
    told: list[tuple[str, int, int]] = []
    choices = choose_settings(
        data,
        PhraseTable.open(tmp_path / "small.phrases"),
        rates=[0.05, 0.1],
        epochs=[1, 3],
        progress=lambda *report: told.append(report),
    )
    tried = {(system, settings): metrics for system, settings, metrics in choices.rows}
    for chosen, system in (("PERP (chosen)", "PERP"), ("PERPphrases (chosen)", "PERPphrases")):
        won = choices.chosen[chosen]
        rivals = [
            metrics["Mean"]
            for (name, one), metrics in tried.items()
            if name == system and (one.tokens, one.limits) == (won.tokens, won.limits)
        ]
        assert tried[system, won]["Mean"] >= max(rivals) - MARGIN
    assert {settings.tokens for _, settings, _ in choices.rows} == {"terp", "penn"}
    assert {settings.limits for _, settings, _ in choices.rows} == {False, True}
    for metrics in tried.values():
        assert list(metrics) == ["Mean", *SOURCES]
        assert metrics["Mean"] == pytest.approx(sum(metrics[name] for name in SOURCES) / 3)
    assert all(done <= total for _, done, total in told)
    assert {what for what, _, _ in told} == {"PERP, folds", "PERPphrases, folds"}


def test_two_runs_choose_alike(data: Sts2012) -> None:
    first, second = (choose_settings(data, rates=[0.1], epochs=[2]).to_dict() for _ in range(2))
    assert first == second
    assert first["task"] == "sts2012-choices"
    assert "PERPphrases (chosen)" not in first["chosen"]


def test_limits_are_those_of_terp() -> None:
    assert (PerpSettings(limits=True).search.beam, PerpSettings(limits=True).search.gain_limit) == (20, 2)
    assert PerpSettings().search.beam == float("inf")


def test_pooling_judges_every_source_by_the_others(data: Sts2012) -> None:
    told: list[tuple[str, int, int]] = []
    report = compare_pooling(data, rates=[0.1], epochs=[1, 3], progress=lambda *one: told.append(one)).to_dict()
    names = [*(f"only {source}" for source in SOURCES), "mean of weights", *WAYS]
    assert [row["system"] for row in report["rows"]] == [
        f"{name} rate:0.1|epochs:{count}" for count in (1, 3) for name in names
    ]
    for row in report["rows"]:
        metrics = row["metrics"]
        if row["system"].startswith("only"):
            assert set(metrics) == {"Mean", *SOURCES} - {row["system"].split()[1]}
        else:
            assert set(metrics) == {"Mean", "ALL", *SOURCES}
        assert all(-1 <= value <= 1 for value in metrics.values())
    steps = len([*SOURCES, *WAYS * 3]) * 3
    assert told[-1] == ("epochs", steps, steps)


def record(name: str) -> dict[str, Any]:
    return dict(json.loads((RESULTS / name).read_text(encoding="utf-8")))


def test_the_chosen_rows_have_the_settings_that_the_recorded_run_chose() -> None:
    assert record("sts2012-choices.json")["chosen"] == {name: asdict(one) for name, one in chosen_settings().items()}


@pytest.mark.parametrize("name", ["sts2012-choices.json", "sts2012-pooling.json"])
def test_recorded_runs_are_of_the_data_of_the_mirror(name: str, mirror: Path) -> None:
    assert f"data:{read_sts2012(mirror).signature}|" in record(name)["signature"]


def test_the_way_of_the_general_model_is_the_best_recorded() -> None:
    rows = [row for row in record("sts2012-pooling.json")["rows"] if not row["system"].startswith("only")]
    assert max(rows, key=lambda row: row["metrics"]["Mean"])["system"].startswith("own intercepts")
