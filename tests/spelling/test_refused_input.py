"""Settings and files that are refused in one line instead of ending in a crash, a hang or a wrong answer."""

from math import inf, nan
from pathlib import Path

import pytest

from perpend.errors import CorruptResource, InputError, SettingError
from perpend.learning.registry import load
from perpend.people.bootstrapping import BootstrapSettings
from perpend.spelling.channel_training import TrainingPair, train_channel
from perpend.spelling.word_index import WordIndex, is_index


@pytest.mark.parametrize("step", [nan, inf, -0.1, 0.0, 1e-12])
def test_steps_that_would_not_end_are_refused(step: float) -> None:
    with pytest.raises(SettingError, match="step is"):
        BootstrapSettings(step=step)


def test_an_index_is_known_by_its_beginning_and_every_damaged_byte_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "words.index"
    WordIndex.of(["smith", "smyth", "jones", "johns"]).write(path)
    whole = path.read_bytes()
    assert is_index(path)
    assert not is_index(tmp_path / "absent")
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises((CorruptResource, InputError)):
            WordIndex.open(path)


def test_too_few_words_to_learn_a_channel_from() -> None:
    with pytest.raises(InputError, match="too few"):
        train_channel([TrainingPair("receive", "recieve")], WordIndex.of(["receive", "relieve"]))


def test_the_shipped_model_of_names_has_a_name() -> None:
    assert load("names-ecbplus") == load(kind="names")
