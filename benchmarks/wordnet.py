"""How fast WordNet opens, decides on synonyms and measures similarity, beside nltk where its files are at hand."""

import contextlib
import os
import random
import shutil
import tempfile
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, product
from pathlib import Path
from typing import Any

from figures import Figure, best_seconds, seconds
from perpend.errors import ResourceError
from perpend.lexicon.wordnet.database import WordNet
from perpend.lexicon.wordnet.similarity import jiang_conrath, lin, path, resnik, wu_palmer
from perpend.lexicon.wordnet.tables import DATA, PACKAGED

__all__ = ["run"]

MEASURES = {"lin": lin, "jcn": jiang_conrath, "res": resnik, "path": path, "wup": wu_palmer}
LOOKUPS = 100_000
PAIRS = 5_000


def run() -> Iterator[Figure]:
    """Measure everything once."""
    signature = WordNet.shipped().signature()
    for figure in chain(opening(), synonyms(), similarity()):
        yield replace(figure, rests_on=signature)


def opening() -> Iterator[Figure]:
    """Opening the file, and opening it up to the first answer."""
    best = best_seconds(lambda: WordNet.open(PACKAGED), times=5)
    yield Figure("wordnet: open", 1e3 * best, "ms", "< 5")
    first = best_seconds(lambda: WordNet.open(PACKAGED).are_synonyms("car", "auto"), times=5)
    yield Figure("wordnet: open and first synonym decision", 1e3 * first, "ms")


def synonyms() -> Iterator[Figure]:
    """100,000 decisions on pairs out of 10,000 words, half of them inflected, before and after they are remembered."""
    wordnet, chance = WordNet.open(PACKAGED), random.Random("synonyms")
    senses = chance.sample(range(len(wordnet.tables.sense_form)), 10_000)
    words = [wordnet.word(sense).lower() + chance.choice(["", "", "s", "ed", "ing", "er"]) for sense in senses]
    pairs = [(chance.choice(words), chance.choice(words)) for _ in range(LOOKUPS)]
    fresh = WordNet.open(PACKAGED)
    for state in ("cold", "warm"):
        taken = seconds(lambda: [fresh.are_synonyms(one, other) for one, other in pairs])
        yield Figure(f"wordnet: 100,000 synonym decisions, {state}", taken, "s", "< 1")


def similarity() -> Iterator[Figure]:
    """Pairs a second for each measure, on a WordNet that has remembered nothing yet, and once more; beside nltk."""
    with peer_calls() as peers:
        for part, name in product(("noun", "verb"), MEASURES):
            wordnet = WordNet.open(PACKAGED)
            pairs = random_pairs(wordnet, part, name)
            ours = cold_and_warm([partial(MEASURES[name], wordnet, *pair) for pair in pairs])
            theirs = cold_and_warm(peers(wordnet, part, name, pairs))
            peer = "nltk" if any(theirs) else None
            for state, rate, peer_rate in zip(("cold", "warm"), ours, theirs, strict=True):
                title = f"wordnet: {name} of {part}s, {state}"
                yield Figure(title, rate or 0, "pairs/s", peer=peer, peer_value=peer_rate)


def cold_and_warm(calls: list[Callable[[], object]]) -> tuple[float | None, float | None]:
    """Calls a second the first time, and when all is remembered; None where there are no calls."""
    if not calls:
        return None, None
    cold, warm = (len(calls) / seconds(lambda: [call() for call in calls]) for _ in range(2))
    return cold, warm


def random_pairs(wordnet: WordNet, part: str, measure: str) -> list[tuple[int, int]]:
    """Synsets of one part of speech; each measure has its own, because nltk remembers what it has read."""
    start, end = wordnet.tables.part_range(part)
    chance = random.Random(f"{measure} of {part}s")
    return [(chance.randrange(start, end), chance.randrange(start, end)) for _ in range(PAIRS)]


PeerCalls = Callable[[WordNet, str, str, list[tuple[int, int]]], list[Callable[[], object]]]


@contextlib.contextmanager
def peer_calls() -> Iterator[PeerCalls]:
    """A way to calls of nltk's for the same pairs; no calls where WordNet's database files are not on this machine."""
    folder = database_files()
    if folder is None:
        yield lambda *_: []
        return
    with nltk_readers(folder) as new_reader:
        yield partial(calls_of_nltk, new_reader)


def calls_of_nltk(
    new_reader: Callable[[], Any], wordnet: WordNet, part: str, name: str, pairs: list[tuple[int, int]]
) -> list[Callable[[], object]]:
    """One call for each pair, on a reader that has remembered nothing yet, as ours has not."""
    reader = new_reader()
    extra = () if name in ("path", "wup") else ({part[0]: counts_for_nltk(wordnet, part)},)
    offsets = [(wordnet.offset(one), wordnet.offset(other)) for one, other in pairs]
    return [partial(call_of_nltk, reader, name, part[0], pair, extra) for pair in offsets]


def call_of_nltk(reader: Any, name: str, pos: str, offsets: tuple[int, int], extra: tuple[Any, ...]) -> float:
    """One measure of nltk's between the synsets at two offsets."""
    one, other = (reader.synset_from_pos_and_offset(pos, offset) for offset in offsets)
    value: float = getattr(one, f"{name}_similarity")(other, *extra)
    return value


def database_files() -> Path | None:
    """WordNet's own files: from the resource store, else from PERPEND_WORDNET_DICT."""
    named = os.environ.get("PERPEND_WORDNET_DICT")
    try:
        from perpend.resources.store import resource_path

        return Path(resource_path("wordnet-dict"))
    except (ModuleNotFoundError, ResourceError):
        return Path(named) if named else None


@contextlib.contextmanager
def nltk_readers(source: Path) -> Iterator[Callable[[], Any]]:
    """Makes readers of nltk's on a copy of the files inside its data path, outside of which it opens nothing."""
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    with tempfile.TemporaryDirectory() as home, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        folder = Path(home) / "corpora" / "wordnet"
        folder.mkdir(parents=True)
        for name in set(WordNetCorpusReader._FILES) - {"lexnames"}:
            shutil.copy(source / name, folder)
        shutil.copy(DATA / "lexnames.txt", folder / "lexnames")
        nltk.data.path.append(home)
        yield partial(WordNetCorpusReader, str(folder), None)
        nltk.data.path.remove(home)


def counts_for_nltk(wordnet: WordNet, part: str) -> dict[int, float]:
    """Our frequencies in the form of nltk's information content."""
    start, end = wordnet.tables.part_range(part)
    frequency = wordnet.tables.file["synset.frequency"]
    counts = {wordnet.offset(synset): float(frequency[synset]) for synset in range(start, end)}
    return defaultdict(float, counts | {0: float(wordnet.tables.file.meta["totals"][part])})
