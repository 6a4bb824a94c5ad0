"""Sentence encoders: a miniature with all its rules, and MiniLM beside torch where its resource is on the machine."""

import hashlib
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import CorruptResource, InputError, MissingExtra, MissingResource, ResourceError, SettingError
from perpend.lexicon import sentence_encoder
from perpend.lexicon.bert import Bert
from perpend.lexicon.piece_spans import spans_of_pieces
from perpend.lexicon.sentence_encoder import ENGINES, LONGEST, RESOURCE, MiniLM, sentence_vectors
from perpend.lexicon.word_pieces import WordPieces
from perpend.resources.catalog import File, Resource
from perpend.resources.store import Store
from tests.lexicon.mini_bert import PIECES, SHAPE, mini_tensors, write_tensors

GOLD: dict[str, Any] = json.loads((Path(__file__).parent / "gold" / "encoder.json").read_text(encoding="utf-8"))
TEXTS = ["The cat sleeps.", "", "Two dogs, barking", "a", "not the cat " * 9, "a dog barked"]


def mini(**options: Any) -> MiniLM:
    return MiniLM(Bert(SHAPE, mini_tensors()), PIECES, signature="mini", **options)


def need_packages() -> None:
    for package in ("onnx", "onnxruntime"):
        pytest.importorskip(package, reason=f"{package} absent: pip install 'perpend[embeddings]'")


class Recorder(Bert):
    """The miniature, which records the sizes of its batches."""

    def __init__(self) -> None:
        super().__init__(SHAPE, mini_tensors())
        self.sizes: list[tuple[int, int]] = []

    def run(self, ids: Any, mask: Any) -> Any:
        self.sizes.append(ids.shape)
        return super().run(ids, mask)


def test_a_row_of_length_1_for_each_text() -> None:
    vectors = mini().encode(TEXTS)
    assert vectors.shape == (len(TEXTS), SHAPE.hidden)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-6)


def test_the_vector_is_that_of_the_network_on_marked_pieces() -> None:
    ids = np.array([[PIECES.index(piece) for piece in ("[CLS]", "the", "cat", "sleep", "##s", ".", "[SEP]")]])
    assert np.abs(mini().encode(TEXTS[:1]) - Bert(SHAPE, mini_tensors()).run(ids, np.ones_like(ids))[1]).max() < 1e-6


@given(order=st.permutations(range(len(TEXTS))), batch=st.integers(1, 8))
def test_order_and_batch_do_not_matter(order: list[int], batch: int) -> None:
    found = mini().encode([TEXTS[place] for place in order], batch)
    assert np.abs(found - mini().encode(TEXTS, 1)[order]).max() < 1e-5


def test_texts_of_like_length_are_run_together() -> None:
    network = Recorder()
    MiniLM(network, PIECES, signature="").encode(TEXTS, 2)
    assert network.sizes == [(2, 3), (2, 7), (2, 29)]


def test_an_encoder_that_runs_texts_alone_pads_nothing() -> None:
    network = Recorder()
    MiniLM(network, PIECES, signature="", alone=True).encode(TEXTS, 32)
    assert sorted(network.sizes) == [(1, 2), (1, 3), (1, 6), (1, 7), (1, 8), (1, 29)]


def test_no_texts_give_no_rows() -> None:
    assert mini().encode([]).shape == (0, SHAPE.hidden)
    assert mini().tokens([]) == []


def test_a_long_text_is_cut_and_said_to_be() -> None:
    fits, longer = "cat " * (LONGEST - 2), "cat " * (LONGEST - 1)
    encoder = mini()
    assert not encoder.is_cut(fits)
    assert encoder.is_cut(longer)
    assert encoder.encode([longer]).tolist() == encoder.encode([fits]).tolist()
    assert len(encoder.tokens([longer])[0].spans) == LONGEST - 2


def test_tokens_have_spans_and_unit_vectors() -> None:
    for text, found in zip(TEXTS, mini().tokens(TEXTS, 2), strict=True):
        assert found.vectors.shape == (len(found.spans), SHAPE.hidden)
        assert np.linalg.norm(found.vectors, axis=1) == pytest.approx(1, abs=1e-6)
        alone = mini().tokens([text])[0]
        assert alone.spans == found.spans
        assert np.abs(alone.vectors - found.vectors).max(initial=0) < 1e-5
    assert [TEXTS[0][start:end] for start, end in mini().tokens(TEXTS)[0].spans] == ["The", "cat", "sleep", "s", "."]


def test_progress_is_reported_after_each_batch() -> None:
    calls: list[tuple[str, int, int]] = []
    mini().encode(TEXTS, 4, progress=lambda *call: calls.append(call))
    assert calls == [("encoding", 4, 6), ("encoding", 6, 6)]


def test_threads_may_share_an_encoder() -> None:
    encoder = mini()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(encoder.encode, [TEXTS] * 8))
    assert all(one.tolist() == found[0].tolist() for one in found)


def test_wrong_calls_are_refused() -> None:
    with pytest.raises(InputError, match="put it into a list"):
        mini().encode("one text")
    with pytest.raises(SettingError, match="batch is 0: at least 1"):
        mini().encode(TEXTS, 0)
    with pytest.raises(InputError, match=r"no \[SEP\]"):
        MiniLM(Bert(SHAPE, mini_tensors()), PIECES[:3], signature="")


def test_any_callable_is_an_encoder() -> None:
    found = sentence_vectors(lambda texts: [[len(text), 1] for text in texts], ["abc", ""])
    assert found == pytest.approx(np.array([[3 / 10**0.5, 1 / 10**0.5], [0, 1]]))
    assert sentence_vectors(lambda texts: np.zeros((len(texts), 2)), ["a"]).tolist() == [[0, 0]]
    assert np.abs(sentence_vectors(mini(), TEXTS) - mini().encode(TEXTS)).max() < 1e-6


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ([[1, 2]], "shape \\(1, 2\\) for 2 texts"),
        ([1, 2], "shape \\(2,\\) for 2 texts"),
        ([[1], [1, 2]], "return an array of numbers"),
        ([["x"], ["y"]], "return an array of numbers"),
        ([[1], [float("nan")]], "not finite"),
        (None, "shape"),
    ],
)
def test_wrong_answers_of_a_callable_are_refused(answer: Any, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        sentence_vectors(lambda _: answer, ["a", "b"])


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store whose resource is the miniature."""
    monkeypatch.setattr(sentence_encoder, "_SHAPE", SHAPE)
    folder = tmp_path / "home" / RESOURCE / "1"
    folder.mkdir(parents=True)
    write_tensors(folder / "model.safetensors", mini_tensors())
    (folder / "vocab.txt").write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    files = tuple(
        File(path.name, path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in sorted(folder.iterdir())
    )
    entry = Resource(RESOURCE, "miniature", "1", "none", "none", RESOURCE, files, ())
    return Store(tmp_path / "home", catalog={RESOURCE: entry})


def test_the_stored_weights_need_no_extra(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    encoder = MiniLM.stored("numpy", store=store)
    assert encoder.encode(TEXTS).tolist() == mini().encode(TEXTS).tolist()
    for engine in ("int8", "float"):
        with pytest.raises(MissingExtra, match=r"pip install 'perpend\[embeddings\]'"):
            MiniLM.stored(engine, store=store)


def test_signatures_name_weights_and_engine(store: Store) -> None:
    digest = store.catalog[RESOURCE].files[0].sha256[:8]
    assert MiniLM.stored("numpy", store=store).signature() == f"minilm:1:{digest}:numpy:1"


def test_a_missing_resource_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PERPEND_MIRROR", raising=False)
    with pytest.raises(MissingResource, match="run `perpend resources get minilm`"):
        MiniLM.stored(store=Store(tmp_path))


def test_wrong_settings_are_refused(store: Store) -> None:
    with pytest.raises(SettingError, match="unknown engine 'gpu'; known: float, int8, numpy"):
        MiniLM.stored("gpu", store=store)
    with pytest.raises(SettingError, match="threads is 0"):
        MiniLM.stored(threads=0, store=store)


def test_a_wrong_vocabulary_is_refused(store: Store) -> None:
    path = store.path(RESOURCE) / "vocab.txt"
    path.write_bytes(path.read_bytes().replace(b"\n", b" ", 1))
    with pytest.raises(CorruptResource, match="19 pieces, 20 needed: run `perpend resources get --force minilm`"):
        MiniLM.stored("numpy", store=store)
    path.write_bytes(b"\xff" * path.stat().st_size)
    with pytest.raises(CorruptResource, match="cannot be read"):
        MiniLM.stored("numpy", store=store)


class TestStoredGraph:
    """The graph that is kept in the home folder."""

    @pytest.fixture(autouse=True)
    def packages(self) -> None:
        need_packages()

    @pytest.fixture
    def builds(self, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
        """A list that grows by `eight_bits` whenever a graph is built."""
        made: list[bool] = []
        original = sentence_encoder.bert_graph

        def counted(*arguments: Any, eight_bits: bool) -> bytes:
            made.append(eight_bits)
            return original(*arguments, eight_bits=eight_bits)

        monkeypatch.setattr(sentence_encoder, "bert_graph", counted)
        return made

    def graph(self, store: Store, engine: str = "float") -> Path:
        return store.home / "encoder" / f"minilm-1-{engine}.graph"

    def test_it_is_built_once_for_each_engine(self, store: Store, builds: list[bool]) -> None:
        first = {engine: MiniLM.stored(engine, store=store).encode(TEXTS) for engine in ("int8", "float")}
        assert builds == [True, False]
        for engine, vectors in first.items():
            assert MiniLM.stored(engine, store=store).encode(TEXTS).tolist() == vectors.tolist()
        assert builds == [True, False]

    def test_float_is_the_definition_and_int8_near_it(self, store: Store) -> None:
        defined = mini().encode(TEXTS)
        for batch in (1, 4):
            assert np.abs(MiniLM.stored("float", store=store).encode(TEXTS, batch) - defined).max() < 1e-5
        assert (MiniLM.stored("int8", store=store).encode(TEXTS) * defined).sum(axis=1).min() > 0.98

    def test_int8_does_not_depend_on_the_other_texts(self, store: Store) -> None:
        encoder = MiniLM.stored("int8", store=store)
        together = encoder.encode(TEXTS)
        assert [encoder.encode([text])[0].tolist() for text in TEXTS] == together.tolist()

    def test_a_kept_graph_needs_no_onnx(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        vectors = MiniLM.stored("float", store=store).encode(TEXTS)
        monkeypatch.setitem(sys.modules, "onnx", None)
        assert MiniLM.stored("float", store=store).encode(TEXTS).tolist() == vectors.tolist()

    @pytest.mark.parametrize("damage", [lambda data: data[:-9], lambda data: data[:-200] + b"x" * 200, lambda _: b""])
    def test_a_damaged_graph_is_built_again(self, store: Store, builds: list[bool], damage: Any) -> None:
        vectors = MiniLM.stored("float", store=store).encode(TEXTS)
        whole = self.graph(store).read_bytes()
        self.graph(store).write_bytes(damage(whole))
        assert MiniLM.stored("float", store=store).encode(TEXTS).tolist() == vectors.tolist()
        assert builds == [False, False]
        assert self.graph(store).read_bytes() == whole

    def test_other_weights_or_another_version_build_it_again(
        self, store: Store, builds: list[bool], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        MiniLM.stored("float", store=store)
        monkeypatch.setattr(sentence_encoder, "GRAPH_VERSION", 2)
        MiniLM.stored("float", store=store)
        assert len(builds) == 2
        monkeypatch.setattr(sentence_encoder, "_weights_sha256", lambda _: "0" * 64)
        MiniLM.stored("float", store=store)
        assert len(builds) == 3

    def test_a_home_that_cannot_be_written_works(self, store: Store, builds: list[bool]) -> None:
        # A file where the folder should be: no one can write there, not even root.
        (store.home / "encoder").write_text("in the way")
        for _ in range(2):
            assert np.abs(MiniLM.stored("float", store=store).encode(TEXTS) - mini().encode(TEXTS)).max() < 1e-5
        assert builds == [False, False]

    def test_altered_weights_are_found_before_a_graph_is_built(self, store: Store, builds: list[bool]) -> None:
        path = store.path(RESOURCE) / "model.safetensors"
        path.write_bytes(path.read_bytes()[:-4] + b"\0\0\0\1")
        with pytest.raises(CorruptResource, match="sha256"):
            MiniLM.stored("float", store=store)
        assert builds == []


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    if request.param != "numpy":
        need_packages()
    return str(request.param)


@pytest.fixture(scope="module")
def encoder(engine: str) -> MiniLM:
    try:
        Store().path(RESOURCE)
    except ResourceError:
        pytest.skip("the sentence encoder's weights are absent: perpend resources get minilm")
    return MiniLM.stored(engine)


def assert_near(found: Any, gold: Any, engine: str) -> None:
    """The numbers are equal to 1e-5; in 8 bits, their cosine is at least .97."""
    if engine == "int8":
        assert (found * gold).sum() / np.linalg.norm(found) / np.linalg.norm(gold) > 0.97
    else:
        assert np.abs(found - gold).max() < 1e-5


class TestMiniLM:
    """all-MiniLM-L6-v2 beside torch: `tools/make_encoder_gold.py` made the vectors."""

    TEXTS = tuple(one["text"] * one["times"] for one in GOLD["sentences"])

    def test_vectors_are_those_of_torch(self, encoder: MiniLM, engine: str) -> None:
        vectors = encoder.encode(self.TEXTS, 5)
        first, cosines = (np.array(one) for one in ([row["first"] for row in GOLD["sentences"]], GOLD["cosines"]))
        assert_near(vectors[:, :8], first, engine)
        assert np.abs(vectors @ vectors.T - cosines).max() < (0.05 if engine == "int8" else 1e-5)

    def test_pieces_are_those_of_tokenizers(self, encoder: MiniLM) -> None:
        splitter = WordPieces((Store().path(RESOURCE) / "vocab.txt").read_text(encoding="utf-8").splitlines())
        for text, tokens, gold in zip(self.TEXTS, encoder.tokens(self.TEXTS), GOLD["sentences"], strict=True):
            assert len(tokens.spans) == gold["count"] - 2
            assert [piece.number for piece in spans_of_pieces(splitter, text)][:38] == gold["pieces"][1:-1][:38]
            assert encoder.is_cut(text) == (gold["times"] > 1)

    def test_token_vectors_are_those_of_torch(self, encoder: MiniLM, engine: str) -> None:
        gold = np.array(GOLD["tokens_of_first"])
        found = encoder.tokens(self.TEXTS)[0].vectors[:, :4]
        assert found.shape == gold.shape
        assert_near(found, gold, engine)
