"""`evaluate combination` on a miniature of WMT's folders, and what is recorded."""

import json
import lzma
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from experiments.combination import ROWS, Settings, evaluate_task, published_figures, record_of
from experiments.combination_tasks import evaluate_tasks
from experiments.news_model import news_model
from experiments.wmt_outputs import WMT_TASKS, read_wmt_task
from perpend.combination.tuning import Tuning
from perpend.errors import FormatError, MissingResource

WORDS = [
    "the",
    "old",
    "man",
    "saw",
    "a",
    "small",
    "dog",
    "in",
    "their",
    "garden",
    "and",
    "he",
    "gave",
    "it",
    "some",
    "water",
    "to",
    "drink",
]


@pytest.fixture(scope="module")
def mirror(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, draw = tmp_path_factory.mktemp("mirror"), random.Random(0)
    for name in ("wmt10/de-en", "wmt10/fr-en", "wmt21/zh-en", "wmt22/zh-en"):
        lines = [" ".join(draw.sample(WORDS, 9)) for _ in range(10)]
        (folder / "wmt" / name / "sys").mkdir(parents=True)
        _write(folder / "wmt" / name / "ref.en", lines)
        for system, rate in {"good": 0.1, "fair": 0.3, "poor": 0.6, "x-combo": 0.2}.items():
            noisy = [
                " ".join(w if draw.random() > rate else draw.choice(WORDS) for w in line.split()) for line in lines
            ]
            _write(folder / "wmt" / name / "sys" / f"{system}.en", noisy)
    _write(folder / "wmt" / "wmt22" / "zh-en" / "sys" / "new.en", [""] * 10)
    return folder


def _write(path: Path, lines: list[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def test_published_combinations_are_never_inputs(mirror: Path) -> None:
    task = read_wmt_task("wmt10/de-en", mirror)
    assert list(task.test.systems) == ["fair", "good", "poor"]
    assert list(task.test.published) == ["x-combo"]
    assert task.tuning is None


def test_a_set_is_tuned_on_another_with_the_systems_of_both(mirror: Path) -> None:
    task = read_wmt_task("wmt22/zh-en", mirror)
    assert task.tuning is not None
    assert list(task.test.systems) == list(task.tuning.systems) == ["fair", "good", "poor"]


@pytest.mark.parametrize("name", ["wmt10/de-en", "wmt22/zh-en"])
def test_every_row_is_made(mirror: Path, name: str) -> None:
    settings = Settings(Tuning(rounds=1, paths=5), samples=20, threads=1)
    report = evaluate_task(read_wmt_task(name, mirror), None, settings)
    assert set(report.rows) >= {"Worst Single", "Best Single", "Best Published", "good", "x-combo", *ROWS}
    assert all(len(lines) == 10 for lines in report.outputs.values())
    assert report.rows["Best Single"] == report.rows["good"]
    assert all(set(row) >= {"BLEU", "TERp", "length"} for row in report.rows.values())
    assert not any(report.rows[name]["lm"] for name in ROWS), "there was none"
    assert {(one["system"], one["minus"]) for one in report.differences} >= {("extended", "Best Published")}
    record = record_of({name: report.to_dict()})
    pair = name.split("/")[1]
    (row,) = [row for row in record["rows"] if row["system"] == "TERp-Two-pass CN"]
    assert set(row["metrics"]) == {f"{pair} BLEU", f"{pair} TERp", f"{pair} length"}
    assert row["paper"] == {"TERp": 60.24, "BLEU": 27.15}
    json.dumps(record)


def test_tasks_at_once_give_the_same(mirror: Path) -> None:
    settings = Settings(Tuning(rounds=1, paths=5), ("TER-MBR-W", "extended"), samples=20, threads=1)
    tasks = [read_wmt_task(name, mirror) for name in ("wmt10/de-en", "wmt10/fr-en/first-455")]
    assert tasks[1].tuning is not None
    assert (len(tasks[1].tuning.references[0]), len(tasks[1].test.references[0])) == (5, 5)
    one, two = ([r.to_dict() for r in evaluate_tasks(tasks, None, settings, jobs)] for jobs in (1, 2))
    assert one == two
    assert "fr-en/first-455 BLEU" in record_of({tasks[1].name: one[1]})["rows"][0]["metrics"]


def test_a_mirror_with_text_gives_a_language_model(mirror: Path, tmp_path: Path) -> None:
    assert news_model(mirror) is None
    (tmp_path / "bitext").mkdir()
    (tmp_path / "bitext" / "news.es-en.en.xz").write_bytes(lzma.compress(b"the old man saw a small dog .\n" * 3))
    found = news_model(tmp_path)
    assert found is not None
    model, signature = found
    assert "(news;order 4;prune 0 0 1)" in signature
    settings = Settings(Tuning(rounds=1, paths=5), ("TERp-Two-pass CN", "TERp-Two-pass CN without LM"), 20, 1, model)
    report = evaluate_task(read_wmt_task("wmt10/de-en", mirror), None, settings)
    assert [report.rows[name]["lm"] for name in settings.rows] == [True, False]


def test_the_papers_rows_are_known() -> None:
    ours = {"extended", "TERp-Two-pass CN without LM"}
    assert set(published_figures()) == {"Worst Single", "Best Single", *ROWS} - ours


def test_missing_and_uneven_data_are_explained(mirror: Path, tmp_path: Path) -> None:
    with pytest.raises(MissingResource, match="PERPEND_MIRROR"):
        read_wmt_task(WMT_TASKS[0], tmp_path)
    broken = tmp_path / "wmt" / "wmt10" / "de-en"
    (broken / "sys").mkdir(parents=True)
    with pytest.raises(MissingResource, match=r"lacks ref\*\.en"):
        read_wmt_task("wmt10/de-en", tmp_path)
    _write(broken / "ref.en", ["a", "b"])
    _write(broken / "sys" / "a.en", ["a", "b"])
    _write(broken / "sys" / "b.en", ["a"])
    with pytest.raises(FormatError, match=r"1 lines, but ref\.en has 2"):
        read_wmt_task("wmt10/de-en", tmp_path)


def test_the_command_adds_tasks_to_a_record(
    mirror: Path, tmp_path: Path, run_table: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    out = tmp_path / "combination.json"
    out.write_text(
        json.dumps(record_of({"wmt10/fr-en": {"rows": {"a": {"BLEU": 1.0}}, "signature": "x"}})), encoding="utf-8"
    )
    command = ["combination", "--mirror", mirror, "-o", out]
    quick = ["--task", "wmt10/de-en", "--rounds", "1", "--samples", "20"]
    shown = run_table(*command, *quick)
    assert shown.returncode == 0, shown.stderr
    assert "paired bootstrap" in shown.stdout
    record = json.loads(out.read_text(encoding="utf-8"))
    assert set(record["tasks"]) == {"wmt10/fr-en", "wmt10/de-en"}
    wrong = run_table(*command, "--task", "wmt11")
    assert "unknown task 'wmt11'" in wrong.stderr
    out.write_text("[]", encoding="utf-8")
    refused = run_table(*command, *quick)
    assert "no record of combinations" in refused.stderr
