"""`Text` is a value whose annotations are computed once."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError, SettingError
from perpend.text import Normalization, Text


def test_a_text_knows_its_tokens() -> None:
    text = Text.of("Dogs bark.")
    assert text.raw == "Dogs bark."
    assert list(text) == ["dogs", "bark", "."]
    assert text.spans == ((0, 4), (5, 9), (9, 10))
    assert text.stems == ("dog", "bark", ".")
    assert len(text) == 3


def test_tokenizers_by_name_and_by_value() -> None:
    assert Text.of("It isn't.", "penn").tokens == ("It", "is", "n't", ".")
    assert Text.of("It isn't.", Normalization(case_sensitive=True)).tokens == ("It", "isn't", ".")
    with pytest.raises(SettingError, match="unknown tokenizer 'pen'; known: penn, terp"):
        Text.of("x", "pen")


@pytest.mark.parametrize("raw", [None, 3, b"bytes", ["a"]])
def test_only_strings_are_texts(raw: object) -> None:
    with pytest.raises(InputError, match="must be a string"):
        Text.of(raw)  # type: ignore[arg-type]


@pytest.mark.parametrize("tokenizer", ["terp", "penn"])
@pytest.mark.parametrize("raw", ["", "   ", "\n"])
def test_a_blank_text_has_no_tokens(raw: str, tokenizer: str) -> None:
    text = Text.of(raw, tokenizer)
    assert (len(text), text.tokens, text.spans, text.stems) == (0, (), (), ())


def test_equal_by_value_and_usable_as_a_key() -> None:
    one, same = Text.of("a b"), Text.of("a b")
    assert one.stems
    assert one == same
    assert len({one, same}) == 1
    assert one != Text.of("a  b")
    assert one != Text.of("a b", "penn")


def test_a_text_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Text.of("a").raw = "b"  # type: ignore[misc]


def test_an_annotation_is_computed_once() -> None:
    text, calls = Text.of("a bb"), []

    def lengths(of: Text) -> list[int]:
        calls.append(of)
        return [len(token) for token in of]

    assert text.annotation("lengths", lengths) == text.annotation("lengths", lengths) == [1, 2]
    assert calls == [text]


@given(st.text(st.characters()), st.sampled_from(["terp", "penn"]))
def test_any_string_becomes_json_and_html(raw: str, tokenizer: str) -> None:
    text = Text.of(raw, tokenizer)
    entry = json.loads(json.dumps(text.to_dict()))
    assert len(entry["tokens"]) == len(entry["spans"]) == len(entry["stems"]) == len(text)
    assert text._repr_html_().count("<code") == len(text)


def test_html_is_escaped() -> None:
    assert "<script>" not in Text.of("<script>", "penn")._repr_html_()
    assert "&lt;" in Text.of("a < b")._repr_html_()
