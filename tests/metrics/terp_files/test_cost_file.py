"""Costs that are written are the same costs when they are read."""

from dataclasses import replace
from pathlib import Path

import pytest

from perpend.alignment import Costs
from perpend.alignment.parameters import TerpParameters
from perpend.errors import SettingError
from perpend.metrics.terp_files.cost_file import write_costs
from perpend.text import Normalization, Rewrites


@pytest.mark.parametrize("name", ["ter", "terpa", "terph"])
def test_named_costs_come_back(name: str, tmp_path: Path) -> None:
    costs = replace(Costs.named(name), insertion=0.1 + 0.2, match=1 / 3)
    write_costs(costs, tmp_path / "mine.param")
    assert Costs.read(tmp_path / "mine.param") == replace(costs, name="mine")
    assert (tmp_path / "mine.stop-words.txt").exists() == bool(costs.stop_words)


def test_a_relative_path_is_read_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_costs(Costs.named("terpa"), "mine.param")
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    assert Costs.read(Path("..", "mine.param")).stop_words == Costs.named("terpa").stop_words


def test_a_file_names_no_folder_and_may_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    costs, written = Costs.named("terpa"), []
    for folder in (tmp_path / "one", tmp_path / "other"):
        folder.mkdir()
        write_costs(costs, folder / "mine.param")
        written.append((folder / "mine.param").read_bytes())
    assert written[0] == written[1]
    assert str(tmp_path).encode() not in written[0]
    assert b": mine.stop-words.txt\n" in written[0]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.stop-words.txt").write_text("another\n", encoding="utf-8")
    (tmp_path / "one").rename(tmp_path / "moved")
    assert Costs.read("moved/mine.param") == replace(costs, name="mine")


def test_a_stop_list_of_the_working_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "below").mkdir()
    (tmp_path / "stop.txt").write_text("the\n", encoding="utf-8")
    TerpParameters(shift_stop_list="stop.txt").write(tmp_path / "below" / "mine.param")
    assert Costs.read("below/mine.param").stop_words == {"the"}


def test_other_settings_of_a_file_stay(tmp_path: Path) -> None:
    (tmp_path / "stop.txt").write_text("the\nof\n", encoding="utf-8")
    (tmp_path / "rewrites.txt").write_text("<p>united states</p> <p>u.s.</p>\n", encoding="utf-8")
    settings = TerpParameters(
        shift_stop_list=str(tmp_path / "stop.txt"),
        normalization_file=str(tmp_path / "rewrites.txt"),
        output_prefix="out",
        normalize=True,
    )
    costs = replace(Costs.of(settings, "old"), shift=0.25)
    write_costs(costs, tmp_path / "new.param", settings)
    assert TerpParameters.read(tmp_path / "new.param") == replace(
        settings, shift_cost=0.25, phrase_function="NONE", shift_stop_list="new.stop-words.txt"
    )
    assert Costs.read(tmp_path / "new.param") == replace(costs, name="new")


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        (Costs("x", beam=2.5), "a beam of 2.5 cannot be written"),
        (Costs("x", normalization=Normalization(rewrites=Rewrites(()))), "costs with rewriting rules"),
        (Costs("x", stop_words=frozenset({"two words"})), "cannot hold all settings of the costs 'x'"),
    ],
)
def test_what_a_file_cannot_hold_is_refused(costs: Costs, message: str, tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=message):
        write_costs(costs, tmp_path / "mine.param")
    assert not (tmp_path / "mine.param").exists()
