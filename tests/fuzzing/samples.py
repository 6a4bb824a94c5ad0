"""A good file for every reader of Perpend, and what is done with what was read.

    "perpend.spelling.channel:Channel.read": [Sample(shipped("spelling/channels/english.json"), lambda read, path: ...)]

A sample is a few good files, and a function that reads them by the reader and uses the result once on a small input: a
damaged file may be refused when it is read or when it is used, with a PerpendError.
"""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from perpend.alignment.parameters import TerpParameters
from perpend.alignment.weights import with_weights
from perpend.combination.weights import untuned
from perpend.entailment.everyday_model import InferenceModel
from perpend.entailment.model import EntailmentModel
from perpend.equivalence.everyday_model import EquivalenceModel
from perpend.equivalence.model import ParaphraseModel
from perpend.lexicon.phrases.layout import SCHEMA as PHRASES
from perpend.lexicon.phrases.pivot.settings import PivotSettings
from perpend.lexicon.topic_training import TopicSettings
from perpend.lexicon.vector_training import VectorSettings
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.glosses import Glosses
from perpend.relatedness.model import RelatednessModel
from perpend.similarity.likeness_model import LikenessModel
from perpend.spelling.channel import Channel
from perpend.spelling.word_index import WordIndex
from tests.fuzzing import good, uses

__all__ = ["SAMPLES", "Sample"]


@dataclass(frozen=True)
class Sample:
    """Good files (`make`), the one that the reader is given (`file`, "" is their folder), and its use (`run`).

    `make` gets an empty folder to work in and returns the files by name; `run` gets the reader and the path. `keep` are
    files that stay as they are. `needs` is a package without which the reader raises MissingExtra.
    """

    make: Callable[[Path], good.Files]
    run: Callable[[Any, Path], object]
    file: str = "file"
    label: str = ""
    keep: tuple[str, ...] = ()
    needs: str = ""


_TABLES = [
    (good.text(good.TSV, "file.tsv"), "file.tsv", "tsv"),
    (good.text(good.CSV, "file.csv"), "file.csv", "csv"),
    (good.text(good.JSONL, "file.jsonl"), "file.jsonl", "jsonl"),
    (good.parquet, "file.parquet", "parquet"),
]
_MODELS = {
    "entail": good.shipped("entailment/models/entail-sick.model"),
    "inference": good.shipped("entailment/models/entail-everyday.model"),
    "equivalence": good.shipped("equivalence/models/paraphrase-everyday.model"),
    "paraphrase": good.shipped("equivalence/models/paraphrase-msrp.model"),
    "relate": good.shipped("relatedness/models/relate-word2sense.model"),
    "score": good.shipped("similarity/models/everyday.model"),
    "trained score": good.trained_likeness,
    "perp": good.shipped("similarity/models/perp-msrpar.json"),
    "names": good.shipped("people/models/names-ecbplus.json"),
    "spelling": good.shipped("spelling/channels/english.json"),
    "variants": good.shipped("spelling/channels/variants.json"),
}


def _tables(run: Callable[[Any, Path], object]) -> list[Sample]:
    return [Sample(make, run, name, label) for make, name, label in _TABLES]


def _one(content: str, run: Callable[[Any, Path], object], name: str = "file", **more: Any) -> list[Sample]:
    return [Sample(good.text(content, name), run, name, **more)]


def _combination_weights(path: Path) -> None:
    untuned(["one", "two", "three"], "network", "ter").write(path)


def _index(path: Path) -> None:
    WordIndex.of(["smith", "smyth", "jones", "müller"]).write(path)


SAMPLES: dict[str, list[Sample]] = {
    "perpend.alignment.aligner:Aligner": [
        Sample(good.table, lambda make, path: make("terpa", phrases=path).align(*good.PAIR).to_dict(), label="phrases"),
    ],
    "perpend.alignment.costs:Costs.read": _one(good.COSTS, lambda read, path: uses.align(read(path))),
    "perpend.alignment.parameters:TerpParameters.read": _one(good.COSTS, lambda read, path: str(read(path))),
    "perpend.alignment.weights:read_weights": _one(
        good.WEIGHTS, lambda read, path: with_weights(TerpParameters.of_set("terpa"), read(path))
    ),
    "perpend.combination.language_model:KenLanguageModel": _one(good.ARPA, uses.ken_uses, needs="kenlm"),
    "perpend.combination.reading:read_candidates": _one(good.CORPUS, lambda read, path: read([path, path])),
    "perpend.combination.weights:read_weights": [Sample(good.made(_combination_weights), uses.combined)],
    "perpend.entailment.reading:read_labelled": _one(
        good.LABELLED, lambda read, path: read(path, gold_column="relatedness")
    ),
    "perpend.evaluation.pairs:read_judged": _tables(lambda read, path: read(path).signature),
    "perpend.files.arrays:ArrayFile": [
        Sample(good.table, lambda read, path: read(path, kind="phrases", version=1, schema=PHRASES)["word"]),
        Sample(
            good.table,
            lambda read, path: read(path, kind="phrases", version=1, schema=PHRASES).verify(),
            label="verify",
        ),
    ],
    "perpend.files.compressed:open_file": _one(good.TSV, lambda read, path: uses.read_stream(read(path, "a file"))),
    "perpend.files.compressed:open_input": _one(good.TSV, lambda read, path: uses.read_stream(read(path))),
    "perpend.files.compressed:read_bytes": _one(good.TSV, lambda read, path: read(path)),
    "perpend.files.compressed:unpacked": _one(
        good.TSV, lambda read, path: uses.read_stream(read(path.open("rb"), path, close=True))
    ),
    "perpend.files.documents:read_document": [
        Sample(good.made(_combination_weights), lambda read, path: read(path).text("method"))
    ],
    "perpend.files.lines:read_lines": _one(good.CORPUS, lambda read, path: sum(1 for _ in read(path))),
    "perpend.files.lines:read_text": _one(good.CORPUS, lambda read, path: read(path)),
    "perpend.files.lines:text_lines": _one(good.CORPUS, lambda read, path: read(path, path.read_bytes(), lone_cr=True)),
    "perpend.files.toml:read_toml": _one('a = 1\n[b]\nc = ["x", 2.5]\n', lambda read, path: read(path)),
    "perpend.files.rows:CsvRows": _one(
        good.CSV, lambda read, path: uses.listed(read(io.BytesIO(path.read_bytes()), path, True, b""))
    ),
    "perpend.files.rows:JsonRows": _one(
        good.JSONL, lambda read, path: uses.listed(read(io.BytesIO(path.read_bytes()), path, b""))
    ),
    "perpend.files.rows:ParquetRows": [
        Sample(good.parquet, lambda read, path: uses.listed(read(io.BytesIO(path.read_bytes()), path)), "file.parquet")
    ],
    "perpend.files.rows:TsvRows": _one(
        good.TSV, lambda read, path: uses.listed(read(io.BytesIO(path.read_bytes()), path, True, b""))
    ),
    "perpend.files.rows:rows_of": _tables(
        lambda read, path: uses.listed(read(io.BytesIO(path.read_bytes()), path, header=True))
    ),
    "perpend.files.stamps:file_checksum": _one(good.TSV, lambda read, path: read(path)),
    "perpend.files.tables:open_table": _tables(lambda read, path: uses.rows(read(path, gold="gold"))),
    "perpend.files.tables:read_pairs": _tables(lambda read, path: read(path, gold="gold").numbers()),
    "perpend.files.tables:read_table": _tables(lambda read, path: read(path).column("text1")),
    "perpend.learning.model_file:ArrayModel.read": [
        # One function reads the files of all these classes, and introspection finds it once.
        Sample(_MODELS[kind], lambda read, path, cls=cls: uses.model_uses(read.__func__(cls, path)), label=kind)
        for kind, cls in (
            ("entail", EntailmentModel),
            ("inference", InferenceModel),
            ("equivalence", EquivalenceModel),
            ("paraphrase", ParaphraseModel),
            ("relate", RelatednessModel),
            ("score", LikenessModel),
            ("trained score", LikenessModel),
        )
    ],
    "perpend.learning.model_file:read_json": [Sample(good.made(_combination_weights), uses.json_model)],
    "perpend.learning.registry:Registry.read": _one(good.REGISTRY, uses.registered),
    "perpend.learning.registry:kind_of_file": [
        Sample(make, lambda read, path: read(path), label=kind)
        for kind, make in _MODELS.items()
        if kind in ("perp", "relate")
    ],
    "perpend.learning.registry:load": [
        Sample(make, lambda read, path: uses.model_uses(read(path)), label=kind)
        for kind, make in _MODELS.items()
        if kind not in ("entail", "inference", "paraphrase")
    ],
    "perpend.learning.registry:load_kept": [Sample(_MODELS["names"], lambda read, path: uses.model_uses(read(path)))],
    "perpend.lexicon.corpus:read_corpus": _one(good.CORPUS, lambda read, path: read([path], least=1).documents),
    "perpend.lexicon.language_model.querying:open_language_model": _one(good.ARPA, uses.scored, needs="kenlm"),
    "perpend.lexicon.language_model.sentences:read_sentences": _one(
        good.CORPUS, lambda read, path: read([path], str.split)
    ),
    "perpend.lexicon.language_model.training:train_language_model": _one(good.CORPUS, uses.language_model),
    "perpend.lexicon.phrases.builder:build_phrase_table": [
        Sample(good.text(content), uses.built, label=label)
        for label, content in (("tsv", good.PHRASES), ("meteor", good.METEOR), ("terp", good.TERP))
    ],
    "perpend.lexicon.phrases.merge:merge_phrase_tables": [
        Sample(lambda folder: {"file": good.table_bytes(folder), "other": good.table_bytes(folder)}, uses.merged)
    ],
    "perpend.lexicon.phrases.pivot.alignments:read_alignments": _one(
        good.BITEXT["links"].decode(), lambda read, path: uses.listed(read(path, [(2, 2)] * 4))
    ),
    "perpend.lexicon.phrases.pivot.bitext:read_bitext": [
        Sample(
            lambda _: good.BITEXT,
            lambda read, folder: uses.listed(read(folder / "source", folder / "target", True, lambda *_: None)),
            "",
            keep=("links",),
        )
    ],
    "perpend.lexicon.phrases.pivot.journal:Journal": [Sample(good.journal, uses.resumed, "")],
    "perpend.lexicon.phrases.pivot.maker:extract_phrase_table": [Sample(lambda _: good.BITEXT, uses.extracted, "")],
    "perpend.lexicon.phrases.pivot.maker:pivot_moses_table": _one(good.MOSES, uses.pivoted),
    "perpend.lexicon.phrases.pivot.moses:from_moses": _one(good.MOSES, uses.from_moses),
    "perpend.lexicon.phrases.pivot.moses:read_moses": _one(
        good.MOSES,
        lambda read, path: uses.in_journal(
            lambda journal: read(journal, path, PivotSettings(), False, lambda *_: None), path.parent
        ),
    ),
    "perpend.lexicon.phrases.sources:detect_format": _one(good.TERP, lambda read, path: read(path)),
    "perpend.lexicon.phrases.sources:read_entries": [
        Sample(good.text(content), lambda read, path: uses.listed(read(path)), label=label)
        for label, content in (("tsv", good.PHRASES), ("meteor", good.METEOR), ("terp", good.TERP))
    ],
    "perpend.lexicon.phrases.table:PhraseTable.open": [
        Sample(good.table, lambda read, path: uses.table_uses(read(path)))
    ],
    "perpend.files.safetensors:read_tensors": [Sample(good.made(good.tensors), uses.tensor_uses)],
    "perpend.lexicon.piece_vectors:PieceVectors": [Sample(good.made(good.piece_vectors), uses.piece_uses)],
    "perpend.lexicon.topic_model:TopicModel": [Sample(good.made(good.topics), uses.topic_uses)],
    "perpend.lexicon.topic_training:train_topics": _one(
        good.CORPUS,
        lambda train, path: train([path], path.with_name("made"), TopicSettings(topics=2, passes=1, least=1)),
    ),
    "perpend.lexicon.vector_training:train_vectors": _one(
        good.CORPUS, lambda train, path: train([path], path.with_name("made"), VectorSettings(dimensions=2, least=1))
    ),
    "perpend.lexicon.word_vectors:WordVectors": [Sample(good.made(good.vectors), uses.vector_uses)],
    "perpend.lexicon.wordnet.compiler:compile_wordnet": [Sample(good.wordnet_source, uses.compiled, "")],
    "perpend.lexicon.wordnet.database:WordNet.open": [
        Sample(good.mini_wordnet, lambda read, path: uses.wordnet_uses(read(path)))
    ],
    "perpend.lexicon.wordnet.gloss_words:GlossWords": [Sample(good.gloss_words, uses.worded, keep=("wordnet",))],
    "perpend.lexicon.wordnet.gloss_words:compile_gloss_words": [
        Sample(
            good.glosses,
            lambda write, folder: write(
                Glosses(folder, WordNet.open(folder / "wordnet")), folder / "made", WordNet.open(folder / "wordnet")
            ),
            "",
        )
    ],
    "perpend.lexicon.wordnet.glosses:Glosses": [Sample(good.glosses, uses.glossed, "", keep=("wordnet",))],
    "perpend.lexicon.wordnet.link_table:LinkTable.read": _one(good.LINKS, uses.link_uses),
    "perpend.lexicon.wordnet.source:read_exceptions": [
        Sample(good.wordnet_source, lambda read, folder: uses.listed(read(folder, "noun")), "")
    ],
    "perpend.lexicon.wordnet.source:read_lines": [
        Sample(good.wordnet_source, lambda read, folder: uses.listed(read(folder, "data.noun")), "")
    ],
    "perpend.lexicon.wordnet.source:read_sense_index": [
        Sample(good.wordnet_source, lambda read, folder: uses.listed(read(folder)), "")
    ],
    "perpend.lexicon.wordnet.source:read_synsets": [
        Sample(good.wordnet_source, lambda read, folder: uses.listed(read(folder, "noun")), "")
    ],
    "perpend.lexicon.wordnet.tables:WordNetTables": [Sample(good.mini_wordnet, uses.wordnet_tables)],
    "perpend.metrics.terp_files.reading:read_segments": [
        *(
            Sample(good.text(content), lambda read, path: uses.segments(read(path)), label=label)
            for label, content in (
                ("plain", good.CORPUS),
                ("sgml", good.SGML),
                ("xml", good.XML),
                ("trans", good.TRANS),
            )
        ),
    ],
    "perpend.metrics.terp_files.reading_preferences:read_preferences": _one(
        good.PREFERENCES, lambda read, path: read(path, good.IDS)
    ),
    "perpend.metrics.terp_files.reading_sgml:read_sgml": _one(
        good.SGML, lambda read, path: read(path, path.read_text("utf-8", "replace").split("\n"))
    ),
    "perpend.metrics.terp_files.reading_trans:read_trans": _one(
        good.TRANS, lambda read, path: read(path, path.read_text("utf-8", "replace").split("\n"))
    ),
    "perpend.metrics.terp_files.reading_tsv:read_column": _tables(lambda read, path: read(path, "gold")),
    "perpend.metrics.terp_files.reading_tsv:read_numbers": _one("1.5\n-2\n3e4\n", lambda read, path: read(path)),
    "perpend.metrics.terp_files.reading_tsv:read_pairs": _tables(lambda read, path: uses.segments(read(path).hyp)),
    "perpend.metrics.terp_files.reading_xml:read_xml": _one(good.XML, lambda read, path: read(path, path.read_bytes())),
    "perpend.people.coreference:names": _one(good.DOCUMENTS, lambda read, path: json.dumps(read(path).to_dict())),
    "perpend.people.coreference_model:CoreferenceModel.read": [
        Sample(_MODELS["names"], lambda read, path: uses.model_uses(read(path)))
    ],
    "perpend.people.mentions:parse_document": _one(
        good.DOCUMENTS.partition("\n")[0], lambda read, path: read(path.read_text("utf-8", "surrogateescape"), path, 1)
    ),
    "perpend.people.mentions:read_documents": _one(good.DOCUMENTS, lambda read, path: read(path)),
    "perpend.resources.catalog:read_catalog": _one(good.CATALOG, lambda read, path: list(read(path))),
    "perpend.resources.sources:fetch": _one("content of a resource", uses.fetched),
    "perpend.resources.store:Store": [Sample(lambda _: {"small/1.0/file": b"content of a resource"}, uses.store, "")],
    "perpend.similarity.model:PerpModel.read": [
        Sample(_MODELS["perp"], lambda read, path: uses.model_uses(read(path)))
    ],
    "perpend.spelling.channel:Channel.read": [
        Sample(_MODELS["spelling"], lambda read, path: uses.model_uses(read(path)))
    ],
    "perpend.people.likely_names:find_likely_names": [
        Sample(_MODELS["variants"], lambda read, path: read(["Ann Berg", "Anne Berg"], path))
    ],
    "perpend.spelling.likely_variants:variant_model": [
        Sample(_MODELS["variants"], lambda read, path: uses.model_uses(read(path)))
    ],
    "perpend.spelling.likely_variants:variants": [
        Sample(good.text(good.WORDS), lambda read, path: uses.suggested(read(path)), label="words"),
        Sample(
            _MODELS["variants"], lambda read, path: uses.suggested(read(["smith", "smyth"], model=path)), label="model"
        ),
    ],
    "perpend.spelling.variant_model:VariantModel.read": [
        Sample(_MODELS["variants"], lambda read, path: uses.model_uses(read(path)))
    ],
    "perpend.spelling.misspellings:read_misspellings": _one(good.MISSPELT, lambda read, path: read(path)),
    "perpend.spelling.suggestion:find_suggester": _one(
        good.WORDS, lambda read, path: uses.suggested(read(path, Channel.read(_channel())).suggest("smiht"))
    ),
    "perpend.spelling.suggestion:suggest": [
        Sample(
            _MODELS["spelling"], lambda read, path: uses.suggested(read("smiht", words=["smith", "jones"], model=path))
        )
    ],
    "perpend.spelling.word_index:WordIndex.open": [
        Sample(good.made(_index), lambda read, path: uses.index_uses(read(path)))
    ],
    "perpend.spelling.word_index:is_index": [Sample(good.made(_index), lambda read, path: read(path))],
    "perpend.spelling.word_index:open_words": [
        Sample(good.text(good.WORDS), lambda read, path: uses.index_uses(read(path)), label="words"),
        Sample(good.made(_index), lambda read, path: uses.index_uses(read(path)), label="index"),
    ],
    "perpend.spelling.word_list:read_words": _one(good.WORDS, lambda read, path: read(path)),
    "perpend.text.rewrites:Rewrites.parse": _one(
        good.REWRITES, lambda read, path: read(path.read_text("utf-8", "replace").split("\n")).tokens(["the", "u.s."])
    ),
    "perpend.text.rewrites:Rewrites.read": _one(
        good.REWRITES, lambda read, path: read(path).tokens(["in", "the", "u.s."])
    ),
    "perpend.text.wordlist:read_word_list": _one("the\nof\n# words\nand\n", lambda read, path: read(path)),
}
"""The samples of each reader, by `module:name`."""


def _channel() -> Path:
    return Path(str(files("perpend").joinpath("spelling/channels/english.json")))
