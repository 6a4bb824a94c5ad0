"""`Sentence` is a value whose annotations are computed once."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import InputError, SettingError
from perpend.text import Entity, Normalization, Sentence


def test_a_text_knows_its_tokens() -> None:
    text = Sentence.of("Dogs bark.")
    assert text.raw == "Dogs bark."
    assert list(text) == ["dogs", "bark", "."]
    assert text.spans == ((0, 4), (5, 9), (9, 10))
    assert text.stems == ("dog", "bark", ".")
    assert len(text) == 3


def test_tokenizers_by_name_and_by_value() -> None:
    assert Sentence.of("It isn't.", "penn").tokens == ("It", "is", "n't", ".")
    assert Sentence.of("It isn't.", Normalization(case_sensitive=True)).tokens == ("It", "isn't", ".")
    with pytest.raises(SettingError, match="unknown tokenizer 'pen'; known: penn, terp"):
        Sentence.of("x", "pen")


@pytest.mark.parametrize("raw", [None, 3, b"bytes", ["a"]])
def test_only_strings_are_texts(raw: object) -> None:
    with pytest.raises(InputError, match="must be a string"):
        Sentence.of(raw)  # type: ignore[arg-type]


@pytest.mark.parametrize("tokenizer", ["terp", "penn"])
@pytest.mark.parametrize("raw", ["", "   ", "\n"])
def test_a_blank_text_has_no_tokens(raw: str, tokenizer: str) -> None:
    text = Sentence.of(raw, tokenizer)
    assert (len(text), text.tokens, text.spans, text.stems) == (0, (), (), ())


def test_equal_by_value_and_usable_as_a_key() -> None:
    one, same = Sentence.of("a b"), Sentence.of("a b")
    assert one.stems
    assert one == same
    assert len({one, same}) == 1
    assert one != Sentence.of("a  b")
    assert one != Sentence.of("a b", "penn")


def test_a_text_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Sentence.of("a").raw = "b"  # type: ignore[misc]


def test_an_annotation_is_computed_once() -> None:
    text, calls = Sentence.of("a bb"), []

    def lengths(of: Sentence) -> list[int]:
        calls.append(of)
        return [len(token) for token in of]

    assert text.annotation("lengths", lengths) == text.annotation("lengths", lengths) == [1, 2]
    assert calls == [text]


@given(st.text(st.characters()), st.sampled_from(["terp", "penn"]))
def test_any_string_becomes_json_and_html(raw: str, tokenizer: str) -> None:
    text = Sentence.of(raw, tokenizer)
    entry = json.loads(json.dumps(text.to_dict()))
    assert len(entry["tokens"]) == len(entry["spans"]) == len(entry["stems"]) == len(text)
    assert text._repr_html_().count("<code") == len(text)


def test_html_is_escaped() -> None:
    assert "<script>" not in Sentence.of("<script>", "penn")._repr_html_()
    assert "&lt;" in Sentence.of("a < b")._repr_html_()


DOGS = Sentence.tagged(
    ["Two", "old", "dogs", "saw", "Maria", "Silva"],
    ["CD", "JJ", "NNS", "VBD", "NNP", "NNP"],
    lemmas=["two", "old", "dog", "see", "Maria", "Silva"],
    heads=[2, 2, 3, 3, 3, 4],
    relations=["nummod", "amod", "nsubj", "root", "obj", "flat"],
    entities=[Entity(4, 6, "PER")],
)


def test_a_parsed_sentence_says_what_hangs_on_what() -> None:
    assert DOGS.children == ((), (), (0, 1), (2, 4), (5,), ())
    assert list(DOGS.related(2, "amod", "nummod")) == [0, 1]
    assert DOGS.has(3, "obj")
    assert not DOGS.has(3, "iobj")
    assert DOGS.phrase(2) == "Two old dogs"


def test_columns_of_a_parse() -> None:
    assert DOGS.entity_labels == ("", "", "", "", "PER", "PER")
    assert DOGS.lower_lemmas == ("two", "old", "dog", "see", "maria", "silva")
    assert DOGS.forms == ("two", "old", "dog", "saw", "maria", "silva")
    assert DOGS.sentences == ((0, 6),)
    assert [row.token for row in DOGS.rows()] == list(DOGS)


def test_other_tokens_of_the_same_string_are_kept() -> None:
    sentence = Sentence.of("She didn't.", "penn")
    assert sentence.tokens_by("terp") == Sentence.of("She didn't.").tokens
    assert sentence.tokens_by("terp") is sentence.tokens_by("terp")
    assert sentence.tokens_by("penn") is sentence.tokens


def test_without_a_parse_there_are_no_tags() -> None:
    sentence = Sentence.of("Dogs bark.")
    assert not sentence.annotated
    assert "tags" not in sentence.to_dict()
    for ask in ("tags", "lemmas", "heads", "relations", "entities", "forms", "children"):
        with pytest.raises(SettingError, match=r"Annotator\(\)\.annotate"):
            getattr(sentence, ask)


@pytest.mark.parametrize("heads", [[0], [0, 1, 2]])
def test_a_parse_has_a_value_for_each_token(heads: list[int]) -> None:
    with pytest.raises(InputError, match="2 tokens with columns of 2, 2, 2, "):
        Sentence.tagged(["a", "b"], ["DT", "NN"], heads=heads)


class Nouns:
    """An annotator for which every token is a noun; it counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def annotate(self, text: str | Sentence) -> Sentence:
        assert isinstance(text, Sentence)
        self.asked += 1
        return text.with_parse(Sentence.tagged(text.tokens, ["NN"] * len(text)).parse)


def test_a_sentence_with_an_annotator_is_parsed_once_and_only_when_asked() -> None:
    nouns = Nouns()
    sentence = Sentence.of("dogs bark", annotator=nouns)
    assert sentence.stems == ("dog", "bark")
    assert sentence == Sentence.of("dogs bark", annotator=nouns)
    assert nouns.asked == 0
    assert (sentence.tags, sentence.forms, sentence.heads) == (("NN", "NN"), ("dog", "bark"), (0, 1))
    assert sentence.stemmed("none").forms == ("dogs", "bark")
    assert nouns.asked == 1


def test_the_parse_is_part_of_the_value() -> None:
    nouns, plain = Nouns(), Sentence.of("dogs bark")
    waiting, parsed = Sentence.of("dogs bark", annotator=nouns), nouns.annotate(plain)
    assert waiting == parsed
    assert hash(waiting) == hash(parsed) == hash(plain)
    assert plain != parsed
    assert parsed != plain.with_parse(Sentence.tagged(plain.tokens, ["NNS", "VBP"]).parse)


def test_what_is_forgotten_is_computed_again() -> None:
    sentence, calls = Sentence.of("a b"), []
    for _ in range(2):
        sentence.annotation(("length", 1), lambda one: calls.append(one))
    sentence.forget()
    sentence.annotation(("length", 1), lambda one: calls.append(one))
    assert len(calls) == 2
