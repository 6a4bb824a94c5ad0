"""What is done with a value that a reader made of a file: its main methods, once, on a small input."""

import itertools
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from perpend.alignment.aligner import Aligner
from perpend.combination.combiner import Combiner
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.lexicon.phrases.pivot.settings import PivotSettings
from perpend.lexicon.phrases.table import PhraseTable
from perpend.lexicon.wordnet.database import WordNet
from perpend.metrics.segments import SegmentFile
from perpend.people.coreference_model import CoreferenceModel
from perpend.relatedness.model import RelatednessModel
from perpend.resources.catalog import FolderSource, read_catalog
from perpend.spelling.channel import Channel
from perpend.spelling.variants import count_variants
from perpend.spelling.word_index import WordIndex
from tests.fuzzing import good


def listed(value: Any) -> list[Any]:
    return list(itertools.islice(value, 1_000))


def align(costs: Any = "terpa", phrases: Any = None) -> object:
    return Aligner(costs, phrases=phrases).align(*good.PAIR).to_dict()


def table_uses(table: PhraseTable) -> object:
    table.lookup("take place")
    table.matches(["it", "will", "take", "place", "early"], ["it", "will", "occur", "soon"])
    table.info(), table.signature()
    return [table.pair(number) for number in range(min(len(table), 50))]


def opened_table(path: Path) -> object:
    return table_uses(PhraseTable.open(path))


def wordnet_uses(wordnet: WordNet) -> object:
    for synset in itertools.islice(
        range(len(wordnet.tables.file["offset"]) if "offset" in wordnet.tables.file else 3), 10
    ):
        wordnet.describe(synset)
    return [
        wordnet.describe(synset) for word in ("entity", "cat", "animal", "top") for synset in wordnet.synsets(word, "n")
    ]


def read_stream(stream: Any) -> object:
    with stream:
        return sum(map(len, iter(lambda: stream.read(1 << 20), b"")))


def rows(table: Any) -> object:
    with table as opened:
        opened.texts  # noqa: B018
        return sum(1 for _ in opened)


def index_uses(index: WordIndex) -> object:
    found = index.alike(["smiht"], k=3, common=1), index.within(["jonse"], 2)
    return (
        [one[0] for one in found],
        count_variants(index),
        list(index.words(np.arange(min(len(index), 5), dtype=np.uint32))),
    )


def model_uses(model: Any) -> object:
    pair = (
        ("recieve", "receive")
        if isinstance(model, Channel)
        else ("Ann Lee", "A. Lee")
        if isinstance(model, CoreferenceModel)
        else good.PAIR
    )
    if isinstance(model, RelatednessModel):
        pair = ("cat", "cat.n.01")
    model.predict([pair]), model.signature, model.facts(), model.identity
    return json.dumps(model.explain(*pair).to_dict())


def segments(found: SegmentFile) -> object:
    return [str(one) for one in found.segments]


def fetched(fetch: Any, path: Path) -> object:
    into = path.parent / "into"
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir()
    return fetch(FolderSource(path.parent), [good.resource()[1]], into, into, lambda *_: None)


def store(store: Any, home: Path) -> object:
    (home / "catalog.toml").write_text(good.resource()[0], encoding="utf-8")
    opened = store(home, catalog=read_catalog(home / "catalog.toml"))
    return opened.status("small"), opened.verify("small")


def resumed(journal: Any, folder: Path) -> object:
    with journal(folder, {"made": "for a test"}, resume=True) as opened:
        return opened.column("numbers").sum(), opened.facts("first"), opened.checksum("numbers")


def extracted(extract: Any, folder: Path) -> object:
    try:
        extract(folder / "source", folder / "target", folder / "made", alignments=folder / "links")
        return opened_table(folder / "made")
    finally:
        shutil.rmtree(folder / "made.work", ignore_errors=True)


def pivoted(pivot: Any, path: Path) -> object:
    out = path.with_name("made")
    try:
        pivot(path, out)
        return opened_table(out)
    finally:
        shutil.rmtree(path.with_name("made.work"), ignore_errors=True)


def in_journal(read: Callable[[Journal], object], folder: Path) -> object:
    work = folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    with Journal(work, {}) as journal:
        return read(journal)


def from_moses(read: Any, path: Path) -> object:
    from perpend.lexicon.phrases.pivot.bitext import SIDES
    from perpend.lexicon.phrases.pivot.moses import moses_runs, read_moses
    from perpend.lexicon.phrases.pivot.numbering import number_phrases

    def run(journal: Journal) -> object:
        settings = PivotSettings()
        read_moses(journal, path, settings, False, lambda *_: None)
        for side in SIDES:
            number_phrases(journal, side, settings.max_length, settings.memory, lambda *_: None)
        runs = moses_runs(journal, settings.max_length, settings.memory, lambda *_: None)
        return listed(read(journal, path, runs, settings.memory, lambda *_: None))

    return in_journal(run, path.parent)


def built(build: Any, path: Path) -> object:
    build(path, path.with_name("made"))
    return opened_table(path.with_name("made"))


def merged(merge: Any, path: Path) -> object:
    merge([path, path.with_name("other")], path.with_name("made"))
    return opened_table(path.with_name("made"))


def piece_uses(read: Any, path: Path) -> object:
    vectors = read(path)
    texts = vectors.text_vector("cats and a dog"), vectors.vector("xyz")
    return texts, vectors.similarity("cat", "dogs"), vectors.nearest("cat", 3), vectors.info()


def tensor_uses(read: Any, path: Path) -> object:
    return read(path, {"a": (2, 3)})["a"].sum()


def vector_uses(read: Any, path: Path) -> object:
    vectors = read(path)
    return (
        vectors.vector("cat"),
        vectors.similarity("cat", "dog"),
        vectors.nearest("cat", 3),
        vectors.info(),
        "x" in vectors,
    )


def topic_uses(read: Any, path: Path) -> object:
    topics = read(path)
    return topics.proportions("the cat and the dog"), topics.words(0, 3), topics.info()


def link_uses(read: Any, path: Path) -> object:
    table = read(path)
    return table.relatedness("cat", "dog"), table.signature()


def suggested(found: Any) -> object:
    return json.dumps(found.to_dict())


def ken_uses(read: Any, path: Path) -> object:
    bound = read(path).bind(["cat", "dog"])
    return bound.word(0), bound.end(0)


def scored(read: Any, path: Path) -> object:
    from perpend.lexicon.language_model.querying import score_sentence

    return score_sentence(read(path), ["cat", "dog"])


def language_model(train: Any, path: Path) -> object:
    return train([path], path.with_name("made.arpa"), order=2)


def combined(read: Any, path: Path) -> object:
    weights = read(path)
    candidates = ["the cat sat", "a cat sat", "the cat sits", "cat sat", "x"][: len(weights.systems)]
    return json.dumps(Combiner(weights).combine(candidates).to_dict())


def wordnet_tables(read: Any, path: Path) -> object:
    tables = read(path)
    tables.file.check_values()
    return tables.spelling(0)


def glossed(read: Any, folder: Path) -> object:
    wordnet = WordNet.open(folder / "wordnet")
    return [read(folder, wordnet).gloss(synset) for synset in wordnet.synsets("entity", "n")]


def worded(read: Any, path: Path) -> object:
    wordnet = WordNet.open(path.with_name("wordnet"))
    words = read(path, wordnet)
    return [words.words(number, examples=True) for number in wordnet.synsets("entity", "n")]


def compiled(read: Any, folder: Path) -> object:
    read(folder, folder / "made", release="mini")
    return wordnet_uses(WordNet.open(folder / "made"))


def registered(read: Any, path: Path) -> object:
    found = read(path)
    return [found.entry(name) for name in found.models]


def json_model(read: Any, path: Path) -> object:
    return read(path, lambda fields: fields.numbers("features"))
