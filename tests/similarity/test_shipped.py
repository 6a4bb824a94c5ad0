"""The models that come with Perpend: all there, each with its card, found by name."""

from pathlib import Path

import pytest

import perpend
from perpend.errors import FormatError, InputError, MissingResource, SettingError
from perpend.learning.registry import card, entries, load
from perpend.lexicon.phrases.store import stored_table
from perpend.similarity.model import PerpModel, phrases_for
from perpend.similarity.score import Score

SOURCES = ("msrpar", "msrvid", "smteuroparl", "sts")
TEXTS = ("A man is playing a guitar.", "A man plays the guitar.")


def test_every_source_has_a_model_with_and_without_phrases() -> None:
    names = [entry.name for entry in entries("perp")]
    assert set(names) == {f"perp-{source}{end}" for source in SOURCES for end in ("", "-phrases")}
    assert names[0] == "perp-sts"
    assert entries("perp")[0].default


def perp(name: str | None = None) -> PerpModel:
    found = load(name, "perp")
    assert isinstance(found, PerpModel)
    return found


@pytest.mark.parametrize("name", sorted(f"perp-{source}{end}" for source in SOURCES for end in ("", "-phrases")))
def test_a_model_and_its_card_agree(name: str) -> None:
    model, text = perp(name), card(name)
    assert text.startswith(f"# {name}\n")
    assert f"`{model.identity}`" in text
    assert f"{model.training.count:,} pairs" in text
    assert f"{model.settings.epochs} epochs, rate {model.settings.rate:g}" in text
    assert bool(model.phrases) == name.endswith("-phrases") == (model.phrases in text if model.phrases else False)
    assert model.training.groups == (3 if name.startswith("perp-sts") else 0)
    assert len(model.training.fingerprints) > 600
    for heading in ("## Figures", "## Good for", "## Not good for", "## Data and licence"):
        assert heading in text


def test_score_takes_a_name_a_file_or_a_model(tmp_path: Path) -> None:
    model = perp("perp-msrvid")
    model.save(tmp_path / "mine.json")
    by_hand = model.explain(*TEXTS)
    for named in ("perp-msrvid", tmp_path / "mine.json", str(tmp_path / "mine.json"), model):
        assert perpend.score(*TEXTS, model=named).to_dict() == by_hand.to_dict()
    both = perpend.score(*TEXTS, model=model, symmetric=True)
    assert isinstance(both, Score)
    assert both.symmetric


def test_the_general_model_knows_alike_from_different() -> None:
    alike = perpend.score(*TEXTS, model="perp-sts")
    different = perpend.score(TEXTS[0], "The stock market fell sharply on Monday.", model="perp-sts")
    assert 0 <= different.value < 2.5 < alike.value <= 5


def test_a_file_is_meant_where_the_name_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("perp-sts").write_text("{}", encoding="utf-8")
    assert perp("perp-sts") == perp()
    with pytest.raises(FormatError):
        perp("./perp-sts")


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("perp-stz", SettingError, "unknown model 'perp-stz'; known: .*perp-sts, perp-sts-phrases"),
        ("", SettingError, "unknown model ''"),
        ("nowhere/model", InputError, "cannot be read"),
        ("nowhere.json", InputError, "cannot be read"),
    ],
)
def test_an_unknown_model_is_one_line(name: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        perp(name)
    assert "\n" not in str(caught.value)
    with pytest.raises(SettingError, match="unknown model"):
        card(name)


def test_phrases_that_are_not_here_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERPEND_HOME", str(tmp_path))
    monkeypatch.delenv("PERPEND_MIRROR", raising=False)
    with pytest.raises(MissingResource, match="perpend resources get meteor-paraphrases"):
        phrases_for(perp("perp-sts-phrases"))
    assert phrases_for(perp("perp-sts")) is None
    with pytest.raises(SettingError, match="unknown phrase table 'other'"):
        stored_table("other")


def test_a_stored_table_is_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "small.tsv"
    source.write_text("children\tkids\t0.5\n", encoding="utf-8")
    monkeypatch.setenv("PERPEND_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("perpend.resources.store.Store.path", lambda _store, _name: source)
    told: list[str] = []
    first = stored_table("meteor-paraphrases", lambda what, *_: told.append(what))
    assert told
    source.unlink()
    assert stored_table("meteor-paraphrases").signature() == first.signature()
    assert first.signature().startswith("phrases:meteor-paraphrases/")


def test_a_table_that_cannot_be_stored_is_built_for_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "source.tsv").write_text("take place\toccur\t0.9\n", encoding="utf-8")
    (tmp_path / "file").touch()
    monkeypatch.setenv("PERPEND_HOME", str(tmp_path / "file" / "home"))
    monkeypatch.setattr("perpend.resources.store.Store.path", lambda *_: tmp_path / "source.tsv")
    assert len(stored_table("meteor-paraphrases").lookup("take place")) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "source.tsv"]
