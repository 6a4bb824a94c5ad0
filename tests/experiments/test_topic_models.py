"""The topic models of the cross-level paper: what is shipped or kept is read, the rest is trained."""

from pathlib import Path

import pytest

import experiments.topic_models as made
from experiments.topic_models import PAPER_TOPICS, topic_models, train_missing
from perpend.lexicon.topic_model import SHIPPED_TOPICS, TopicModel
from perpend.lexicon.topic_training import TopicSettings

TEXTS = ("the ship sailed over the sea to the harbour", "the bank raised rates on loans and money", "songs on a guitar")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Replaces the corpora by a small file, and lists the folders it was written to."""
    folders: list[Path] = []

    def write(_: object, folder: Path) -> list[Path]:
        folders.append(folder)
        (folder / "texts").write_text("".join(f"{text}\n" for text in TEXTS * 10), encoding="utf-8")
        return [folder / "texts"]

    monkeypatch.setattr(made, "write_documents", write)
    return folders


def test_the_paper_names_eleven_sizes() -> None:
    assert len(PAPER_TOPICS) == 11
    assert (PAPER_TOPICS[0], PAPER_TOPICS[-1]) == (20, 500)
    assert set(SHIPPED_TOPICS) < set(PAPER_TOPICS)


def test_shipped_sizes_are_not_trained(tmp_path: Path, written: list[Path]) -> None:
    found = topic_models(SHIPPED_TOPICS, tmp_path / "none")
    assert {size: model.signature() for size, model in found.items()} == {
        size: TopicModel.shipped(size).signature() for size in SHIPPED_TOPICS
    }
    assert not written
    assert not (tmp_path / "none").exists()


def test_a_stopped_run_goes_on_and_the_bytes_are_the_same(tmp_path: Path, written: list[Path]) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    settings = [TopicSettings(size, passes=1, least=2) for size in (2, 3)]
    train_missing(settings[:1], tmp_path / "stopped")
    first = (tmp_path / "stopped" / "topics-2.topics").stat().st_mtime_ns
    seen: list[str] = []
    train_missing(settings, tmp_path / "stopped", progress=lambda what, done, total: seen.append(what))
    assert not any(what.startswith("2 topics") for what in seen)
    assert any(what.startswith("3 topics") for what in seen)
    assert (tmp_path / "stopped" / "topics-2.topics").stat().st_mtime_ns == first
    train_missing(settings, tmp_path / "whole")
    for size in (2, 3):
        name = f"topics-{size}.topics"
        assert (tmp_path / "stopped" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert len(written) == 3
    train_missing(settings, tmp_path / "whole")
    assert len(written) == 3


def test_a_model_of_other_settings_is_trained_again(tmp_path: Path, written: list[Path]) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    for seed in (0, 1):
        train_missing([TopicSettings(2, passes=1, least=2, seed=seed)], tmp_path)
        assert TopicModel(tmp_path / "topics-2.topics").file.meta["settings"]["seed"] == seed
    assert len(written) == 2
