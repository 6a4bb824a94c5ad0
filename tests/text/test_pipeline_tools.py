"""The tools that train the pipeline, on a treebank of two sentences: reading, our tokens, examples and measures."""

import importlib
import lzma
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

spacy = pytest.importorskip("spacy")

TOOLS = Path(__file__).resolve().parents[2] / "tools" / "pipeline"
CONLLU = """\
# newdoc id = d1
# sent_id = d1-1
1	Ana	Ana	PROPN	NNP	_	4	nsubj	_	_
2-3	didn't	_	_	_	_	_	_	_	_
2	did	do	AUX	VBD	_	4	aux	_	_
3	n't	not	PART	RB	_	4	advmod	_	_
4	buy	buy	VERB	VB	_	0	root	_	_
5	search	search	NOUN	NN	_	7	compound	_	SpaceAfter=No
6	-	-	PUNCT	HYPH	_	5	punct	_	SpaceAfter=No
7	engines	engine	NOUN	NNS	_	4	obj	_	_
8	in	in	ADP	IN	_	9	case	_	_
9	Oslo	Oslo	PROPN	NNP	_	4	obl	_	SpaceAfter=No
10	.	.	PUNCT	.	_	4	punct	_	_

# sent_id = d1-2
1	A	a	DET	DT	_	5	det	_	_
2	9	9	NUM	CD	_	4	nummod	_	SpaceAfter=No
3	-	-	PUNCT	HYPH	_	4	punct	_	SpaceAfter=No
4	day	day	NOUN	NN	_	5	compound	_	_
5	trip	trip	NOUN	NN	_	0	root	_	_

"""
UNER = """\
# sent_id = d1-1
1	Ana	B-PER	-	x
2	did	O	-	-
3	n't	O	-	-
4	buy	O	-	-
5	search	B-OTH	-	x
6	-	I-OTH	-	x
7	engines	O	-	-
8	in	B-O	-	-
9	Oslo	B-LOC	-	x
10	.	O	-	-

"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for folder in ("ewt", "ner"):
        (tmp_path / folder).mkdir()
    (tmp_path / "ewt" / "en_ewt-ud-train.conllu.xz").write_bytes(lzma.compress(CONLLU.encode()))
    (tmp_path / "ner" / "uner_ewt.train-preliminary.iob2.xz").write_bytes(lzma.compress(UNER.encode()))
    (tmp_path / "ner" / "wikigold.conll.txt").write_text("New I-LOC\nYork I-LOC\nbooks I-MISC\n\nIBM I-ORG\n", "utf-8")
    wnut = "Bo\tB-person\nLi\tI-person\nate\tO\n\t\nAcme\tB-corporation\npie\tB-product\n"
    (tmp_path / "ner" / "wnut17.train.conll.xz").write_bytes(lzma.compress(wnut.encode()))
    return tmp_path


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(TOOLS))

    def load(name: str) -> ModuleType:
        return importlib.import_module(name)

    return load


def test_a_treebank_is_read_with_its_entities(tool: Any, data: Path) -> None:
    first, second = tool("treebank").treebank(data, "train")
    assert first.text == "Ana didn't buy search-engines in Oslo."
    assert first.words[1:3] == ("did", "n't")
    assert first.heads == (3, 3, 3, 3, 6, 4, 3, 8, 3, 3)
    assert first.entities == ((0, 1, "PER"), (8, 9, "LOC"))
    assert second.text == "A 9-day trip"
    assert second.entities is None, "no entities written down is not the same as no entities"


def test_entities_of_other_corpora_get_our_labels(tool: Any, data: Path) -> None:
    sentences = tool("treebank").entities_only(data)
    assert [sentence.entities for sentence in sentences] == [
        ((0, 2, "LOC"),),
        ((0, 1, "ORG"),),
        ((0, 2, "PER"),),
        ((0, 1, "ORG"),),
    ]
    assert {sentence.tags for sentence in sentences} == {()}


def test_words_that_are_one_token_of_ours_are_joined(tool: Any, data: Path) -> None:
    first, second = map(tool("own_tokens").merged, tool("treebank").treebank(data, "train"))
    assert first.words == ("Ana", "did", "n't", "buy", "search-engines", "in", "Oslo", ".")
    assert first.tags[4:] == ("NNS", "IN", "NNP", ".")
    assert first.lemmas[4] == "search-engine"
    assert first.heads == (3, 3, 3, 3, 3, 6, 3, 3)
    assert first.entities == ((0, 1, "PER"), (6, 7, "LOC"))
    assert (second.words, second.tags, second.coarse[1]) == (("A", "9-day", "trip"), ("DT", "JJ", "NN"), "ADJ")


def test_an_epoch_has_every_sentence_once_and_rests_on_its_seed(tool: Any, data: Path) -> None:
    examples, sentences = tool("examples"), tool("treebank").treebank(data, "train")
    vocab = spacy.blank("en").vocab

    def epoch(seed: int, **variety: Any) -> list[str]:
        found = examples.epoch_examples(sentences * 50, vocab, Random(seed), examples.Variety(**variety))
        return [one.reference.text.strip() for one in found]

    plain = epoch(1, lower_case=0, unfinished=0)
    assert " ".join(plain) == " ".join(sentence.text for sentence in sentences * 50)
    assert epoch(1) == epoch(1) != epoch(2)
    assert any(text.endswith("oslo") for text in epoch(1, lower_case=1, unfinished=1))


def test_what_is_not_known_is_missing(tool: Any, data: Path) -> None:
    examples, treebank = tool("examples"), tool("treebank")
    vocab = spacy.blank("en").vocab
    tagged = examples.example(treebank.treebank(data, "train")[1:], vocab, own_tokens=True)
    assert tagged.get_aligned("TAG", as_string=True) == ["DT", "JJ", "NN"]
    assert tagged.get_aligned_ner() == [None, None, None]
    named = examples.example(treebank.entities_only(data)[:1], vocab, own_tokens=False)
    assert named.get_aligned_ner() == ["B-LOC", "L-LOC", "O"]
    assert not named.reference.has_annotation("TAG")


def test_accuracy_counts_words_on_the_same_characters(tool: Any, data: Path) -> None:
    from perpend.text.annotate import Annotator

    sentences = tool("treebank").treebank(data, "train")
    silent = Annotator(spacy.blank("en"))
    found = tool("accuracy").accuracy(silent, sentences)
    assert (found["words"], found["tag"], found["entity F1"]) == (100, 0, 0)
    assert found["UAS"] == pytest.approx(100 * 2 / 15, abs=0.01), "without a parser each word is its own head"
    own = tool("accuracy").accuracy(silent, sentences, own_tokens=True)
    assert own["words"] == 60


LISTS = {
    "ancestry_givenname_common.txt": "ana\nbo\n",
    "ancestry_surname_common.txt": "li\nberg\nmcgillicuddy\n",
    "wikidata_fullnames_en.txt": "Bo Li\nMay Berg\nDuke Huan I of Song\n",
}


@pytest.fixture
def known(tool: Any, tmp_path: Path) -> Any:
    for name, content in LISTS.items():
        (tmp_path / name).write_text(content, "utf-8")
    return tool("known_names").KnownNames.read(tmp_path)


def test_lists_of_names_are_read(known: Any) -> None:
    assert known.people == ("Bo Li", "May Berg"), "a name is two or three words with capitals"
    assert (known.first["may"], known.last["berg"]) == (1, 1)
    assert {"Oslo", "New York"} <= set(known.places)
    assert "city" not in known.places


def test_marked_names_are_entities_of_our_tokens(tool: Any) -> None:
    sentence = tool("marked_names").parsed("[PER Ana]'s boat left [LOC New York].")
    assert sentence.words == ("Ana", "'s", "boat", "left", "New", "York", ".")
    assert sentence.entities == ((0, 1, "PER"), (4, 6, "LOC"))
    assert sentence.text == "Ana's boat left New York."


def test_an_entity_takes_each_of_our_tokens_that_it_is_in(tool: Any) -> None:
    treebank = tool("treebank")
    words, spaces = ("Post", "-", "Enron", "years", "."), (False, False, True, False, True)
    sentence = treebank.Sentence("d", words, spaces, entities=((2, 3, "ORG"),))
    own = tool("name_examples").named_only(sentence, own_tokens=True)
    assert (own.words, own.entities, own.text) == (("Post-Enron", "years", "."), ((0, 1, "ORG"),), sentence.text)


def test_other_names_take_the_places_of_names(tool: Any, known: Any) -> None:
    examples, treebank = tool("name_examples"), tool("treebank")
    words = ("ann", "met", "BARACK", "OBAMA", "in", "Rome", ".")
    entities = ((0, 1, "PER"), (2, 4, "PER"), (5, 6, "LOC"))
    sentence = treebank.Sentence("d", words, (*[True] * 5, False, True), entities=entities)
    names = examples.Names.of(known, [sentence])
    assert names.changed(sentence, 0, Random(1)) == sentence
    for seed in range(50):
        other = names.changed(sentence, 1, Random(seed))
        spans = [other.words[start:end] for start, end, _ in other.entities]
        assert [label for *_, label in other.entities] == ["PER", "PER", "LOC"]
        assert [word for word in other.words if word in ("met", "in", ".")] == ["met", "in", "."]
        assert " ".join(spans[0]).islower()
        assert " ".join(spans[1]).isupper()
        assert " ".join(spans[2]) in known.places
        assert other.text.endswith(f"{spans[2][-1]}."), "blanks stay where they were"


def test_short_sentences_have_names_for_every_label(tool: Any, known: Any) -> None:
    names = tool("name_examples").Names.of(known, [])
    names = type(names)(known, (("Acme", "Corp."),))
    sentences = names.short_sentences(300, Random(1))
    assert {label for one in sentences for *_, label in one.entities} == {"PER", "LOC", "ORG"}
    assert not any({"PER", "LOC", "ORG"} & set(one.words) for one in sentences)


def test_the_table_of_words_says_what_the_lists_say(tool: Any, known: Any) -> None:
    tables = tool("name_table")
    table = tables.name_table(known, 8)

    def says(word: str) -> list[float]:
        return list(table[table.strings[word]][8:])

    assert table.shape[1] == 8 + tables.FEATURES
    assert says("oslo")[5] == 1, "a place"
    assert says("ana")[1] == 1, "the most frequent given name"
    assert says("google")[7] == 1, "an organisation"
    assert says("mcgillicuddy")[0] == 0, "known by the lists only"
    assert not table[table.strings["mcgillicuddy"]][:8].any()
    assert "qzzk" not in table
