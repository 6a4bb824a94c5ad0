"""Word frequencies and what counts as out of vocabulary."""

import pytest
import wordfreq

from perpend.lexicon.frequency import frequency, is_out_of_vocabulary, listed, log10_frequency, signature


def test_frequent_words_come_before_rare_ones() -> None:
    assert frequency("the") > frequency("house") > frequency("zebra") > frequency("qqzzx") == 0.0
    assert frequency("The") == frequency("the")
    assert frequency("don’t") == frequency("don't")


def test_logarithms() -> None:
    assert log10_frequency("the") == pytest.approx(-1.27, abs=0.05)
    assert log10_frequency("qqzzx") is None
    assert log10_frequency("") is None


@pytest.mark.parametrize(
    ("word", "answer"),
    [("qqzzx", True), ("house", False), ("1234567", False), ("qq-zzx", False), ("...", False), ("", False)],
)
def test_out_of_vocabulary_is_asked_of_letters_alone(word: str, answer: bool) -> None:
    assert is_out_of_vocabulary(word) is answer


def test_the_cut_decides() -> None:
    assert is_out_of_vocabulary("zebra", cut=1e-2)
    assert not is_out_of_vocabulary("zebra", cut=1e-8)


def test_signature_has_the_version() -> None:
    assert signature().startswith("wordfreq:3.")


def test_the_list_is_that_of_wordfreq() -> None:
    assert dict(listed()) == wordfreq.get_frequency_dict("en", "large")
