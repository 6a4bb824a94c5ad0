"""Documents with mentions: what is read, what is refused with the line's number, and persons that a pipeline finds."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import FormatError
from perpend.people.context import context_of, cosine, information
from perpend.people.mentions import Document, Mention, find_mentions, parse_document, read_documents

GOOD = {"id": "d", "text": "Ann met Bo.", "mentions": [{"start": 8, "end": 10, "chain": 3}, {"start": 0, "end": 3}]}


def written(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "docs.jsonl"
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def test_mentions_are_in_the_order_of_their_places_and_other_fields_are_kept() -> None:
    document = parse_document(json.dumps(GOOD | {"source": [1]}), "x", 1)
    assert document.mentions == (Mention(0, 3, "Ann"), Mention(8, 10, "Bo", "3"))
    assert document.fields == {"source": [1]}


def test_empty_lines_are_skipped_and_a_missing_id_is_the_line_number(tmp_path: Path) -> None:
    path = written(tmp_path, "", '{"text": ""}', "  ", '{"text": "x", "mentions": []}')
    assert [(one.id, one.mentions) for one in read_documents(path)] == [("2", None), ("4", ())]


def test_packed_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "docs.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(GOOD).encode()))
    assert read_documents(path)[0].id == "d"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", 'an object with a "text"'),
        ('{"text": 3}', 'an object with a "text"'),
        ('{"text": "x", "id": [1]}', "the id is"),
        ('{"text": "x", "id": true}', "the id is"),
        ('{"text": "x", "mentions": 3}', "must be a list"),
        ('{"text": "x", "mentions": [7]}', "0 <= start < end <= 1"),
        ('{"text": "x", "mentions": [{"start": 0}]}', "0 <= start < end <= 1"),
        ('{"text": "x", "mentions": [{"start": 0, "end": 2}]}', "0 <= start < end <= 1"),
        ('{"text": "x", "mentions": [{"start": true, "end": 1}]}', "0 <= start < end <= 1"),
        ('{"text": "x y", "mentions": [{"start": 1, "end": 2}]}', "is blank"),
        ('{"text": "x", "mentions": [{"start": 0, "end": 1, "chain": []}]}', "neither text nor a number"),
    ],
)
def test_what_is_no_document_is_an_error_with_its_line(tmp_path: Path, line: str, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as error:
        read_documents(written(tmp_path, '{"text": "fine"}', line))
    assert str(error.value).startswith(f"{tmp_path / 'docs.jsonl'}:2: ")
    assert "\n" not in str(error.value)


def test_ids_must_differ_and_bytes_must_be_utf8(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r":2: a second document has the id 'a'"):
        read_documents(written(tmp_path, '{"id": "a", "text": ""}', '{"id": "a", "text": ""}'))
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b'{"text": "\xff"}\n')
    with pytest.raises(FormatError, match="is not UTF-8"):
        read_documents(path)


@given(st.text(max_size=60))
def test_any_line_is_a_document_or_an_error(line: str) -> None:
    try:
        document = parse_document(line, "x", 1)
    except FormatError as error:
        message = str(error)
    else:
        message = f"x:1: {document.id}"
    assert message.startswith("x:1: ")


def test_persons_are_found_where_nobody_looked_and_left_where_somebody_did() -> None:
    pytest.importorskip("spacy")
    from perpend.text.annotate import Annotator

    text = "Maria Lopez visited Oslo. " * 1500 + "x" * 30_000
    documents = [Document("a", text), Document("b", "Maria Lopez left.", ()), Document("c", "")]
    steps: list[int] = []
    found = find_mentions(documents, Annotator(), lambda: steps.append(1))
    assert len(steps) == 3
    assert found[1].mentions == found[2].mentions == ()
    assert found[0].mentions
    assert all(text[one.start : one.end] == one.text for one in found[0].mentions)
    assert {one.text for one in found[0].mentions} >= {"Maria Lopez"}


# -------------------- context


def test_the_name_itself_and_frequent_words_are_no_context() -> None:
    document = Document.of("d", "Ann Berg said the harbour of Oslo was closed. Berg left.", ["Ann Berg", "Berg"])
    context = context_of(document, document.mentions or (), frozenset({"ann", "berg"}))
    assert not {"ann", "berg", "the", "of"} & set(context.document)
    assert {"harbour", "oslo"} <= set(context.document)
    assert set(context.names) == {"oslo"}


def test_nearby_words_are_within_reach() -> None:
    document = Document.of("d", "Ann sails. " + "word " * 60 + "harbour", ["Ann"])
    context = context_of(document, document.mentions or ())
    assert "sails" in context.nearby
    assert "harbour" in context.document
    assert "harbour" not in context.nearby


WEIGHTS = st.dictionaries(st.sampled_from("abcdef"), st.floats(0.1, 9), max_size=6)


@given(WEIGHTS, WEIGHTS)
def test_the_cosine_is_symmetric_and_between_0_and_1(one: dict[str, float], other: dict[str, float]) -> None:
    assert cosine(one, other) == pytest.approx(cosine(other, one))
    assert 0 <= cosine(one, other) <= 1
    if one:
        assert cosine(one, one) == pytest.approx(1)


def test_rarer_words_tell_more() -> None:
    assert information("the") == 0 < information("house") < information("perpend")
