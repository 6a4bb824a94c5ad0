"""Judgments of any kind, read from texts."""

import pytest

from perpend.errors import FormatError, InputError
from perpend.evaluation.gold import Gold, as_label, as_number


@pytest.mark.parametrize(
    ("texts", "kind", "values"),
    [
        (["4.5", "0", "-2e1"], "numbers", [4.5, 0.0, -20.0]),
        (["1", "0", "1.0"], "yes/no", [1.0, 0.0, 1.0]),
        (["Yes", " no", "TRUE", "false"], "yes/no", [1.0, 0.0, 1.0, 0.0]),
        (["neutral", "ENTAILMENT", "Neutral"], "labels", [1.0, 0.0, 1.0]),
    ],
)
def test_the_kind_is_read_from_the_values(texts: list[str], kind: str, values: list[float]) -> None:
    gold = Gold.of(texts)
    assert gold.kind == kind
    assert gold.values.tolist() == values


def test_more_labels_move_the_places_but_not_the_judgments() -> None:
    gold = Gold.of(["neutral", "entailment"]).with_labels(["CONTRADICTION", "NEUTRAL"])
    assert gold.labels == ("CONTRADICTION", "ENTAILMENT", "NEUTRAL")
    assert [gold.labels[int(place)] for place in gold.values] == ["NEUTRAL", "ENTAILMENT"]


def test_what_is_neither_is_an_error_with_its_line() -> None:
    with pytest.raises(FormatError, match=r"mine.tsv:9: 'much' is no finite number"):
        Gold.of(["1", "2", "much"], "mine.tsv", [2, 5, 9])
    with pytest.raises(InputError, match="30 different labels"):
        Gold.of([f"word {letter}{more}" for letter in "abcdefghij" for more in "xyz"])


def test_words_and_numbers() -> None:
    assert [as_label(text) for text in ("TRUE", "0", "neutral ")] == ["yes", "no", "NEUTRAL"]
    assert [as_number(text) for text in ("1e3", "inf", "x", "")] == [1000.0, None, None, None]
