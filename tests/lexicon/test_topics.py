from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import CorruptResource, InputError, SettingError
from perpend.lexicon.corpus import corpus_of
from perpend.lexicon.topic_model import SHIPPED_TOPICS, TopicModel, write_topics
from perpend.lexicon.topic_training import TopicSettings, learn_topics, train_topics

ANIMALS, MONEY = "cat dog mouse barn farm horse", "bank rate share money loan debt"
TEXTS = [" ".join(np.random.default_rng(k).permutation((ANIMALS, MONEY)[k % 2].split())[:4]) for k in range(60)]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> TopicModel:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    folder = tmp_path_factory.mktemp("topics")
    (folder / "texts").write_text("\n".join(TEXTS), encoding="utf-8")
    settings = TopicSettings(2, passes=15, least=1)
    for name in ("one", "two"):
        train_topics([folder / "texts"], folder / name, settings, name="x")
    assert (folder / "one").read_bytes() == (folder / "two").read_bytes()
    return TopicModel(folder / "one")


def test_topics_part_the_subjects(model: TopicModel) -> None:
    animals, money = model.proportions("The dogs and horses"), model.proportions("money loans, debts")
    assert animals.argmax() != money.argmax()
    assert animals.max() > 0.6 < money.max()
    assert set(model.words(int(money.argmax()), 3)) <= set(MONEY.split())


@given(st.text(max_size=80))
def test_proportions_are_positive_and_add_up_to_one(text: str) -> None:
    found = TopicModel.shipped(20).proportions(text)
    assert found.sum() == pytest.approx(1)
    assert (found > 0).all()


def test_a_text_of_unknown_words_has_all_topics_alike(model: TopicModel) -> None:
    assert model.proportions("qwxz 12") == pytest.approx([0.5, 0.5])


def test_one_word_of_one_topic_by_hand(tmp_path: Path) -> None:
    write_topics(tmp_path / "x", ["cat"], np.array([1]), np.array([[1.0, 0.0]]), 1.0, {})
    assert TopicModel(tmp_path / "x").proportions("cat") == pytest.approx([2 / 3, 1 / 3], abs=1e-3)


def test_wrong_wishes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="number of topics"):
        TopicModel.shipped(7)
    with pytest.raises(InputError, match="topics 0 to"):
        TopicModel.shipped(20).words(20)
    with pytest.raises(InputError, match="at least 2 topics"):
        train_topics([], tmp_path / "x", TopicSettings(1))
    write_topics(tmp_path / "y", ["cat"], np.array([1]), np.array([[1.0, 0.5]]), 0.0, {})
    with pytest.raises(CorruptResource, match="has wrong metadata: 'prior' is 0"):
        TopicModel(tmp_path / "y")


def test_too_few_words_are_an_error() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn absent: pip install 'perpend[learn]'")
    with pytest.raises(InputError, match="too few for 100 topics"):
        learn_topics(corpus_of(["cat dog"]), TopicSettings())


@pytest.mark.parametrize("count", SHIPPED_TOPICS)
def test_the_shipped_topics_part_money_from_music(count: int) -> None:
    model = TopicModel.shipped(count)
    money = model.proportions("The central bank raised interest rates to fight inflation.")
    more = model.proportions("Higher rates of interest at banks slow down inflation.")
    music = model.proportions("She plays the violin and sings songs in an opera.")
    assert money @ more > money @ music
