"""Sentence encoders: texts -> vectors of length 1, whose products tell how near the texts are in meaning.

    encoder = MiniLM.stored()                          perpend resources get minilm; pip install 'perpend[embeddings]'
    encoder.encode(["A cat sleeps.", "A cat naps."])   float32[2, 384]
    encoder.tokens(["A cat naps."])[0]                 a vector and the span of characters of each word piece

An `Encoder` is any callable that takes a list of texts and returns an array with a row for each; `sentence_vectors`
calls one and checks its answer. Three more methods are used of an encoder that has them: `with_tokens`, `is_cut` and
`signature`, which are those of `MiniLM`. `MiniLM` is all-MiniLM-L6-v2, run by onnxruntime or, without it, by numpy:

    engine   numbers         a text's vector
    int8     7 and 8 bits    cosine with that of float about .993, for texts of one or two words about .98; texts are
                             run one at a time, so that it does not depend on the other texts
    float    32 bits         within 1e-5 of that of numpy, in batches of any size and order
    numpy    32 bits         the definition (`bert`); needs no extra

A text is cut after 256 word pieces with the marks [CLS] and [SEP] around it, as in the original; `is_cut` tells. A text
without words has a vector, too: that of the two marks. The graph of int8 or float is built from the weights once and
kept in Perpend's home folder; where that cannot be written, it is built in each process.

Nils Reimers and Iryna Gurevych, Sentence-BERT, EMNLP 2019; Wenhui Wang et al., MiniLM, NeurIPS 2020.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from perpend.errors import (
    CorruptResource,
    InputError,
    MissingExtra,
    ResourceError,
    SettingError,
    WriteError,
    unknown_name,
)
from perpend.files.arrays import ArrayFile, write_arrays
from perpend.files.lines import read_text
from perpend.files.safetensors import read_tensors
from perpend.files.schema import Array, Schema
from perpend.lexicon.bert import Bert, Shape
from perpend.lexicon.bert_graph import GRAPH_VERSION, bert_graph
from perpend.lexicon.piece_spans import spans_of_pieces
from perpend.lexicon.word_pieces import WordPieces
from perpend.resources.store import Store
from perpend.types import Floats, Integers, Progress

__all__ = [
    "ENGINES",
    "Encoder",
    "GRAPH_SCHEMA",
    "GraphNetwork",
    "LONGEST",
    "MiniLM",
    "Network",
    "RESOURCE",
    "TokenVectors",
    "encoder_signature",
    "sentence_vectors",
    "stored_signature",
]

ENGINES = ("int8", "float", "numpy")
"""The ways to run the network; the module's docstring compares them."""

LONGEST = 256
"""The most word pieces of a text, with [CLS] and [SEP]; those after them are left out."""

RESOURCE = "minilm"
"""The id of the resource with the weights and the vocabulary."""

GRAPH_SCHEMA: Schema = {"graph": Array("u1", "bytes")}
"""The arrays of a stored graph: the bytes of the ONNX file."""

_logger = logging.getLogger(__name__)
_SHAPE = Shape(pieces=30522, positions=512, hidden=384, inner=1536, layers=6, heads=12)
_WEIGHTS, _VOCABULARY = "model.safetensors", "vocab.txt"
_GRAPH_KIND = "encoder-graph"
_BEGIN, _END = "[CLS]", "[SEP]"
_REMEDY = f"run `perpend resources get --force {RESOURCE}`"
_TINY = np.float32(1e-12)


class Encoder(Protocol):
    """Anything that turns texts into vectors: a list of n texts -> an array of n rows."""

    def __call__(self, texts: list[str], /) -> Any:
        """Returns one row of numbers for each of the `texts`."""


class Network(Protocol):
    """Anything that runs word pieces through a network, as `bert.Bert` does."""

    def run(self, ids: Integers, mask: Integers) -> tuple[Floats, Floats]:
        """Returns the vectors of the pieces `ids` and those of the texts; `mask` is 0 for padding."""


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """The word pieces of a text without marks: `spans` of characters, and `vectors` of length 1, a row for each."""

    spans: tuple[tuple[int, int], ...]
    vectors: Floats


def sentence_vectors(encoder: Encoder, texts: Sequence[str]) -> Floats:
    """Returns the vectors that `encoder` gives to `texts`, scaled to length 1; a row of zeros stays one.

    Raises InputError if the encoder does not return a finite row for each text.

    >>> sentence_vectors(lambda texts: [[len(text), 0] for text in texts], ["a", "abc"]).tolist()
    [[1.0, 0.0], [1.0, 0.0]]
    """
    try:
        vectors = np.asarray(encoder(_listed(texts)), np.float32)
    except (TypeError, ValueError) as error:
        raise InputError(f"the encoder failed ({error}): return an array of numbers, a row for each text") from None
    if vectors.ndim != 2 or len(vectors) != len(texts):
        raise InputError(f"the encoder returned shape {vectors.shape} for {len(texts)} texts: return a row for each")
    if not np.isfinite(vectors).all():
        raise InputError("the encoder returned a number that is not finite: return finite rows")
    return _unit(vectors)


def encoder_signature(encoder: Encoder) -> str:
    """Returns the `signature()` of `encoder`, or for any other callable the module and name of the function or class.

    >>> encoder_signature(MiniLM.stored)
    'perpend.lexicon.sentence_encoder.MiniLM.stored'
    """
    told = getattr(encoder, "signature", None)
    if callable(told):
        return str(told())
    named = encoder if hasattr(encoder, "__qualname__") else type(encoder)
    return f"{named.__module__}.{named.__qualname__}"


def stored_signature(engine: str = "int8", store: Store | None = None) -> str:
    """Returns the signature of `MiniLM.stored(engine, store=store)`, without opening it."""
    store = store or Store()
    return f"{RESOURCE}:{store.catalog[RESOURCE].version}:{_weights_sha256(store)[:8]}:{engine}:{GRAPH_VERSION}"


class MiniLM:
    """A sentence encoder of `network` and the vocabulary `pieces`, in the order of their numbers.

    `signature` names both. If `alone`, texts are run one at a time, as 8-bit networks need it. The encoder can be used
    by several threads at once; onnxruntime releases the GIL.
    """

    def __init__(self, network: Network, pieces: Sequence[str], *, signature: str, alone: bool = False) -> None:
        if missing := [mark for mark in (_BEGIN, _END) if mark not in pieces]:
            raise InputError(f"a vocabulary of {len(pieces)} word pieces has no {missing[0]}: add it")
        self._network, self._splitter, self._signature, self._alone = network, WordPieces(pieces), signature, alone
        self._begin, self._end = pieces.index(_BEGIN), pieces.index(_END)

    @staticmethod
    def stored(
        engine: str = "int8", *, threads: int = 1, store: Store | None = None, progress: Progress | None = None
    ) -> "MiniLM":
        """Returns all-MiniLM-L6-v2 from the resource `minilm` of `store` (default: the user's).

        `engine` is one of ENGINES; onnxruntime uses that many `threads`. Calls `progress` while the graph is built.
        """
        if engine not in ENGINES:
            raise unknown_name("engine", engine, ENGINES)
        if threads < 1:
            raise SettingError(f"threads is {threads}: at least 1 is needed")
        store = store or Store()
        folder = store.path(RESOURCE)
        network = _network(store, engine, threads, progress)
        signature = stored_signature(engine, store)
        return MiniLM(network, _vocabulary(folder), signature=signature, alone=engine == "int8")

    def signature(self) -> str:
        """Returns the resource with its version and checksum, the engine and the version of the graph."""
        return self._signature

    def __call__(self, texts: list[str], /) -> Floats:
        """Returns `encode(texts)`, as an `Encoder` does."""
        return self.encode(texts)

    def encode(self, texts: Sequence[str], batch: int = 32, *, progress: Progress | None = None) -> Floats:
        """Returns the vectors of `texts`, each of length 1, in their order.

        Texts of like length are run together, `batch` at a time (8 bits: one). Calls `progress` after each batch.
        """
        numbers = [self._marked(self._splitter.split(text)) for text in _listed(texts)]
        rows: dict[int, Floats] = {}
        self._run(numbers, batch, lambda place, _, sentence: rows.update({place: sentence}), progress)
        return self._stacked(rows)

    def tokens(self, texts: Sequence[str], batch: int = 32, *, progress: Progress | None = None) -> list[TokenVectors]:
        """Returns the vectors of the word pieces of each of `texts`; those that were cut off have none.

        `batch` and `progress` are those of `encode`.
        """
        return self.with_tokens(texts, batch, progress=progress)[1]

    def with_tokens(
        self, texts: Sequence[str], batch: int = 32, *, progress: Progress | None = None
    ) -> tuple[Floats, list[TokenVectors]]:
        """Returns `encode(texts)` and `tokens(texts)`, in half the time; `batch` and `progress` are those of both."""
        pieces = [spans_of_pieces(self._splitter, text)[: LONGEST - 2] for text in _listed(texts)]
        numbers = [self._marked([piece.number for piece in found]) for found in pieces]
        rows: dict[int, Floats] = {}
        found: dict[int, TokenVectors] = {}

        def keep(place: int, tokens: Floats, sentence: Floats) -> None:
            spans = tuple((piece.start, piece.end) for piece in pieces[place])
            rows[place], found[place] = sentence, TokenVectors(spans, _unit(tokens[1 : len(spans) + 1]))

        self._run(numbers, batch, keep, progress)
        return self._stacked(rows), [found[place] for place in range(len(numbers))]

    def is_cut(self, text: str) -> bool:
        """Returns whether `text` has more word pieces than the encoder reads."""
        return len(self._splitter.split(text)) > LONGEST - 2

    def _marked(self, numbers: list[int]) -> list[int]:
        return [self._begin, *numbers[: LONGEST - 2], self._end]

    def _stacked(self, rows: Mapping[int, Floats]) -> Floats:
        return np.stack([rows[place] for place in range(len(rows))]) if rows else np.zeros((0, self._size()), "f4")

    def _size(self) -> int:
        return int(self._network.run(*_padded([self._marked([])]))[1].shape[1])

    def _run(
        self,
        numbers: list[list[int]],
        batch: int,
        keep: Callable[[int, Floats, Floats], None],
        progress: Progress | None,
    ) -> None:
        """Calls `keep` with the place of a text, the vectors of its pieces and its own, for all texts."""
        if batch < 1:
            raise SettingError(f"batch is {batch}: at least 1 is needed")
        size = 1 if self._alone else batch
        order = sorted(range(len(numbers)), key=lambda place: len(numbers[place]))
        for first in range(0, len(order), size):
            places = order[first : first + size]
            tokens, sentences = self._network.run(*_padded([numbers[place] for place in places]))
            for place, token, sentence in zip(places, tokens, sentences, strict=True):
                keep(place, token, sentence)
            if progress:
                progress("encoding", first + len(places), len(order))


def _listed(texts: Sequence[str]) -> list[str]:
    if isinstance(texts, str):
        raise InputError("one text came where a list of texts was needed: put it into a list")
    return list(texts)


def _unit(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, _TINY), np.float32)


def _padded(numbers: list[list[int]]) -> tuple[Integers, Integers]:
    """Returns the numbers as one array, filled with zeros, and the mask that tells them from the zeros."""
    ids = np.zeros((len(numbers), max(map(len, numbers))), np.int64)
    mask = np.zeros_like(ids)
    for row, one in enumerate(numbers):
        ids[row, : len(one)] = one
        mask[row, : len(one)] = 1
    return ids, mask


class GraphNetwork:
    """The network of `graph`, the bytes of an ONNX file of `bert_graph`, run by onnxruntime on that many `threads`."""

    def __init__(self, graph: bytes, threads: int) -> None:
        try:
            import onnxruntime
        except ImportError:
            raise MissingExtra("the sentence encoder", "onnxruntime", "embeddings") from None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        self._session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])

    def run(self, ids: Integers, mask: Integers) -> tuple[Floats, Floats]:
        """Returns the vectors of the pieces `ids` and those of the texts; `mask` is 0 for padding."""
        tokens, sentences = self._session.run(["tokens", "sentences"], {"ids": ids, "mask": mask})
        return tokens, sentences


def _network(store: Store, engine: str, threads: int, progress: Progress | None) -> Network:
    if engine == "numpy":
        return _plain_network(store)
    return GraphNetwork(_stored_graph(store, engine, progress), threads)


def _plain_network(store: Store) -> Bert:
    return Bert(_SHAPE, read_tensors(store.path(RESOURCE) / _WEIGHTS, _SHAPE.tensors(), remedy=_REMEDY))


def _stored_graph(store: Store, engine: str, progress: Progress | None) -> bytes:
    """Returns the graph kept in the home folder if its stamp is right, else a new one, which is kept."""
    path = store.home / "encoder" / f"{RESOURCE}-{store.catalog[RESOURCE].version}-{engine}.graph"
    stamp = {"engine": engine, "weights": _weights_sha256(store)}
    try:
        file = ArrayFile(path, kind=_GRAPH_KIND, version=GRAPH_VERSION, schema=GRAPH_SCHEMA)
        if file.meta == stamp:
            file.verify()
            return file["graph"].tobytes()
    except ResourceError as error:
        _logger.debug("%s", error)
    graph = _built_graph(store, engine, progress)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        arrays = {"graph": np.frombuffer(graph, np.uint8)}
        write_arrays(path, kind=_GRAPH_KIND, version=GRAPH_VERSION, arrays=arrays, meta=stamp)
    except (OSError, WriteError) as error:
        _logger.debug("the graph is not kept: %s", error)
    return graph


def _built_graph(store: Store, engine: str, progress: Progress | None) -> bytes:
    store.verify(RESOURCE, progress)
    return bert_graph(_SHAPE, _plain_network(store).tensors, eight_bits=engine == "int8")


def _weights_sha256(store: Store) -> str:
    return next(file.sha256 for file in store.catalog[RESOURCE].files if file.name == _WEIGHTS)


def _vocabulary(folder: Path) -> list[str]:
    path = folder / _VOCABULARY
    try:
        pieces = read_text(path, "the resource's vocabulary").removesuffix("\n").split("\n")
    except InputError as error:
        raise CorruptResource(f"{path} cannot be read ({error}): {_REMEDY}") from None
    if len(pieces) != _SHAPE.pieces:
        raise CorruptResource(f"{path} has {len(pieces):,} pieces, {_SHAPE.pieces:,} needed: {_REMEDY}")
    return pieces
