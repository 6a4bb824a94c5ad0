"""Annotators: what an annotation is, that our tokens are annotated, and what can go wrong."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import CorruptResource, InputError, MissingExtra, MissingResource
from perpend.text import Sentence, pipeline
from perpend.text.annotate import MOST_TOKENS, Annotator
from perpend.text.parse import Annotation, Entity
from perpend.text.pipeline import open_pipeline, shipped_folder

spacy = pytest.importorskip("spacy")

SENTENCES = [
    "Maria visited Oslo.",
    "She didn't sell the well-kept cars to her brother.",
    "The engineers were building three bridges. It rained all day.",
    "",
    "ok",
    "What a day!",
]

WORDS = ["the", "a", "dog", "saw", "Maria", "quickly", ",", ".", "and", "(", ")", "that", "who", "$", "5", "n't", "-"]


@pytest.fixture(scope="module")
def annotator() -> Annotator:
    return Annotator()


def check(annotated: Sentence) -> None:
    """What every annotation is: columns of one length, a tree a sentence, entities in order, sentences side by side."""
    size = len(annotated.tokens)
    columns = (annotated.tags, annotated.coarse, annotated.lemmas, annotated.heads, annotated.relations)
    assert {len(column) for column in columns} == {size}
    edges = [place for sentence in annotated.sentences for place in sentence]
    assert edges == sorted(edges)
    assert [place for start, end in annotated.sentences for place in range(start, end)] == list(range(size))
    for start, end in annotated.sentences:
        assert sum(annotated.heads[place] == place for place in range(start, end)) == 1
        for place in range(start, end):
            assert root_of(place, annotated.heads) in range(start, end)
    ends = [0]
    for entity in annotated.entities:
        assert ends[-1] <= entity.start < entity.end <= size
        ends.append(entity.end)


def root_of(place: int, heads: tuple[int, ...]) -> int:
    seen = set()
    while heads[place] != place:
        assert place not in seen, "a circle"
        seen.add(place)
        place = heads[place]
    return place


def test_what_a_simple_sentence_says(annotator: Annotator) -> None:
    annotated = annotator.annotate("Maria visited Oslo.")
    assert list(annotated.rows()) == [
        Annotation("Maria", "NNP", "PROPN", "Maria", 1, "nsubj", "PER"),
        Annotation("visited", "VBD", "VERB", "visit", 1, "root", ""),
        Annotation("Oslo", "NNP", "PROPN", "Oslo", 1, "obj", "LOC"),
        Annotation(".", ".", "PUNCT", ".", 1, "punct", ""),
    ]
    assert annotated.entities == (Entity(0, 1, "PER"), Entity(2, 3, "LOC"))
    assert annotated.sentences == ((0, 4),)


def test_the_tokens_are_ours(annotator: Annotator) -> None:
    annotated = annotator.annotate("She didn't buy the long-term plans.")
    assert annotated.tokens == ("She", "did", "n't", "buy", "the", "long-term", "plans", ".")
    assert annotated.tags[:5] == ("PRP", "VBD", "RB", "VB", "DT")
    assert annotated.tags[6:] == ("NNS", ".")
    assert (annotated.lemmas[1], annotated.lemmas[6]) == ("do", "plan")
    assert annotated.heads[5] == 6


def test_other_tokens_can_be_annotated(annotator: Annotator) -> None:
    text = Sentence.of("The dogs bark.", "terp")
    annotated = annotator.annotate(text)
    assert (annotated.raw, annotated.tokenizer) == (text.raw, text.tokenizer)
    assert annotated.tokens == ("the", "dogs", "bark", ".")
    assert annotated.tags[:2] == ("DT", "NNS")


def test_a_sentence_with_an_annotator_says_what_the_annotator_says(annotator: Annotator) -> None:
    for raw in SENTENCES:
        assert Sentence.of(raw, "penn", annotator=annotator) == annotator.annotate(raw)


def test_sentences_are_found(annotator: Annotator) -> None:
    annotated = annotator.annotate("The dog barked at the cat. The cat ran away quickly.")
    assert annotated.sentences == ((0, 7), (7, 13))


@given(st.text(max_size=200))
def test_any_string_has_an_annotation(raw: str) -> None:
    annotated = shared().annotate(raw)
    assert annotated.raw == raw
    check(annotated)


@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_any_words_make_trees(words: list[str]) -> None:
    check(shared().annotate(" ".join(words)))


_shared: list[Annotator] = []


def shared() -> Annotator:
    """One annotator for the examples of hypothesis, which take no fixtures."""
    if not _shared:
        _shared.append(Annotator())
    return _shared[0]


def test_many_are_annotated_as_one(annotator: Annotator) -> None:
    alone = [annotator.annotate(raw) for raw in SENTENCES]
    assert list(annotator.annotate_many(SENTENCES)) == alone
    assert list(annotator.annotate_many(SENTENCES * 200))[-len(SENTENCES) :] == alone
    assert list(Annotator().annotate_many(SENTENCES)) == alone


def test_many_are_annotated_as_they_come(annotator: Annotator) -> None:
    def endless():  # type: ignore[no-untyped-def]
        while True:
            yield "The dog barked."

    annotated = annotator.annotate_many(endless())
    assert [next(annotated).tags[1] for _ in range(3)] == ["NN"] * 3


def test_words_of_the_past_are_forgotten(annotator: Annotator) -> None:
    nlp, _ = open_pipeline()
    small = Annotator(nlp)
    small.annotate("The dog barked.")
    before = len(nlp.vocab.strings)
    list(small.annotate_many(f"Zzyx{number} was here." for number in range(2_000)))
    assert len(nlp.vocab.strings) == before


def test_a_text_of_nothing(annotator: Annotator) -> None:
    for raw in ("", " \n\t"):
        annotated = annotator.annotate(raw)
        assert (len(annotated), annotated.entities, annotated.sentences) == (0, (), ())
        assert annotated.to_conllu() == ""


def test_bytes_that_are_not_utf8(annotator: Annotator) -> None:
    raw = b"caf\xe9 \xff bar".decode("utf-8", "surrogateescape")
    annotated = annotator.annotate(raw)
    assert annotated.tokens == Sentence.of(raw, "penn").tokens
    check(annotated)


def test_the_longest_text(annotator: Annotator) -> None:
    check(annotator.annotate("The dog barked . " * (MOST_TOKENS // 4)))
    with pytest.raises(InputError, match=r"^annotate: a text of 5,001 words is too long, at most 5,000 are taken"):
        annotator.annotate("x " * (MOST_TOKENS + 1))


def test_a_long_word(annotator: Annotator) -> None:
    check(annotator.annotate("x" * 1_000_000))


def test_conllu_says_what_the_annotation_says(annotator: Annotator) -> None:
    annotated = annotator.annotate("Maria didn't visit Oslo. It rained.")
    blocks = annotated.to_conllu().removesuffix("\n\n").split("\n\n")
    rows = [[line.split("\t") for line in block.splitlines()[1:]] for block in blocks]
    assert [block.splitlines()[0] for block in blocks] == ["# text = Maria didn't visit Oslo.", "# text = It rained."]
    assert tuple(row[1] for sentence in rows for row in sentence) == annotated.tokens
    assert tuple(row[4] for sentence in rows for row in sentence) == annotated.tags
    for (start, _), sentence in zip(annotated.sentences, rows, strict=True):
        assert all(len(row) == 10 for row in sentence)
        for number, row in enumerate(sentence):
            head = start + (int(row[6]) - 1 if row[6] != "0" else number)
            assert head == annotated.heads[start + number]
    assert rows[0][0][9] == "Entity=B-PER"
    assert rows[0][1][9] == "SpaceAfter=No"


def test_json_and_html(annotator: Annotator) -> None:
    values = annotator.annotate("Maria visited Oslo.").to_dict()
    assert values["tokens"] == ["Maria", "visited", "Oslo", "."]
    assert values["spans"][2] == [14, 18]
    assert values["entities"][0] == {"start": 0, "end": 1, "label": "PER"}
    shown = annotator.annotate("Maria <b>visited</b> Oslo.")._repr_html_()
    assert shown.count("<tr>") == 5
    assert "&lt;" in shown
    assert "<b>" not in shown


def test_the_signature_names_the_pipeline_and_spacy(annotator: Annotator) -> None:
    name, version = annotator.signature().split("|")
    assert name.startswith("en_perpend:")
    assert version == f"spacy:{spacy.__version__}"
    assert Annotator(shipped_folder()).signature() == annotator.signature()


def test_another_pipeline_says_less(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path)
    annotated = Annotator(tmp_path).annotate("Maria slept. He left.")
    assert annotated.tokens == ("Maria", "slept", ".", "He", "left", ".")
    assert annotated.heads == (0, 1, 2, 3, 4, 5)
    assert set(annotated.tags + annotated.coarse + annotated.lemmas + annotated.relations) == {""}
    assert (annotated.entities, annotated.sentences) == ((), ((0, 6),))


def test_labels_of_other_pipelines_become_ours() -> None:
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "PERSON", "pattern": "Maria"}, {"label": "DATE", "pattern": "today"}])
    annotated = Annotator(nlp).annotate("Maria left today.")
    assert [entity.label for entity in annotated.entities] == ["PER", "DATE"]


def test_without_spacy_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'perpend\[nlp\]'"):
        Annotator()


def test_an_unknown_pipeline(tmp_path: Path) -> None:
    for name in ("no_such_pipeline", tmp_path / "nowhere"):
        with pytest.raises(MissingResource, match="neither 'perpend', nor an installed package, nor a folder"):
            Annotator(name)


def test_a_folder_that_is_no_pipeline(tmp_path: Path) -> None:
    with pytest.raises(CorruptResource, match="cannot be read") as caught:
        Annotator(tmp_path)
    assert "\n" not in str(caught.value)


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "pipeline"
    shutil.copytree(shipped_folder(), folder)
    monkeypatch.setattr(pipeline, "shipped_folder", lambda: folder)
    return folder


def test_an_altered_file_is_refused(copy: Path) -> None:
    content = bytearray((copy / "parser" / "model").read_bytes())
    content[len(content) // 2] ^= 1
    (copy / "parser" / "model").write_bytes(content)
    with pytest.raises(CorruptResource, match="differs from the shipped file"):
        Annotator()


def test_a_missing_file_is_named(copy: Path) -> None:
    (copy / "ner" / "model").unlink()
    with pytest.raises(MissingResource, match="model: the shipped pipeline is incomplete"):
        Annotator()


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"files": 3}', b"\xff", b'{"files": {"config.cfg": 3}}'])
def test_broken_checksums(copy: Path, content: bytes) -> None:
    (copy / "checksums.json").write_bytes(content)
    with pytest.raises(CorruptResource):
        Annotator()


def test_every_file_of_the_pipeline_is_checked(copy: Path) -> None:
    import json

    named = set(json.loads((copy / "checksums.json").read_text("utf-8"))["files"])
    there = {path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()}
    assert there - named == {"README.md", "checksums.json"}
    assert not any(
        path.read_bytes().startswith((b"\x80\x03", b"\x80\x04", b"\x80\x05")) for path in copy.rglob("model")
    )
