"""How fast WordNet opens, decides on synonyms and measures similarity, beside nltk where its files are at hand.

`run` gives one row for each figure: name, value, unit and, where there is one, target.
"""

import contextlib
import os
import random
import shutil
import tempfile
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy  # noqa: F401

from perpend.errors import ResourceError
from perpend.lexicon.wordnet import WordNet
from perpend.lexicon.wordnet_similarity import jiang_conrath, lin, path, resnik, wu_palmer
from perpend.lexicon.wordnet_tables import DATA, PACKAGED

Row = dict[str, Any]
MEASURES = {"lin": lin, "jcn": jiang_conrath, "res": resnik, "path": path, "wup": wu_palmer}
LOOKUPS = 100_000
PAIRS = 5_000


def run() -> list[Row]:
    """Measure everything once."""
    return [*opening(), *synonyms(), *similarity(), *similarity_of_nltk()]


def seconds(action: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def opening() -> Iterator[Row]:
    """Opening the file, and opening it up to the first answer."""
    best = min(seconds(lambda: WordNet.open(PACKAGED)) for _ in range(5))
    yield {"name": "wordnet: open", "value": best * 1000, "unit": "ms", "target": 5}
    first = min(seconds(lambda: WordNet.open(PACKAGED).are_synonyms("car", "auto")) for _ in range(5))
    yield {"name": "wordnet: open and first synonym decision", "value": first * 1000, "unit": "ms", "target": None}


def synonyms() -> Iterator[Row]:
    """100,000 decisions on pairs out of 10,000 words, half of them inflected, before and after they are remembered."""
    wordnet, chance = WordNet.open(PACKAGED), random.Random("synonyms")
    senses = chance.sample(range(len(wordnet.tables.sense_form)), 10_000)
    words = [wordnet.word(sense).lower() + chance.choice(["", "", "s", "ed", "ing", "er"]) for sense in senses]
    pairs = [(chance.choice(words), chance.choice(words)) for _ in range(LOOKUPS)]
    fresh = WordNet.open(PACKAGED)
    for state in ("cold", "warm"):
        taken = seconds(lambda: [fresh.are_synonyms(one, other) for one, other in pairs])
        yield {"name": f"wordnet: 100,000 synonym decisions, {state}", "value": taken, "unit": "s", "target": 1}


def similarity() -> Iterator[Row]:
    """Pairs a second for each measure, on a WordNet that has remembered nothing yet, and once more."""
    for part in ("noun", "verb"):
        for name, measure in MEASURES.items():
            wordnet = WordNet.open(PACKAGED)
            pairs = random_pairs(wordnet, part, name)
            calls = [partial(measure, wordnet, *pair) for pair in pairs]
            yield from cold_and_warm(f"wordnet: {name} of {part}s", calls, target=20_000)


def cold_and_warm(name: str, calls: list[Callable[[], object]], target: int | None) -> Iterator[Row]:
    """Calls a second the first time, and when all is remembered."""
    for state in ("cold", "warm"):
        taken = seconds(lambda: [call() for call in calls])
        yield {"name": f"{name}, {state}", "value": len(calls) / taken, "unit": "pairs/s", "target": target}


def random_pairs(wordnet: WordNet, part: str, measure: str) -> list[tuple[int, int]]:
    """Synsets of one part of speech; each measure has its own, because nltk remembers what it has read."""
    start, end = wordnet.tables.part_range(part)
    chance = random.Random(f"{measure} of {part}s")
    return [(chance.randrange(start, end), chance.randrange(start, end)) for _ in range(PAIRS)]


def similarity_of_nltk() -> Iterator[Row]:
    """The same pairs in nltk, if WordNet's database files are on this machine; cold includes reading its synsets."""
    folder = database_files()
    if folder is None:
        return
    with nltk_reader(folder) as reader:
        wordnet = WordNet.shipped()
        for part in ("noun", "verb"):
            content = {part[0]: counts_for_nltk(wordnet, part)}
            for name in MEASURES:
                pairs = random_pairs(wordnet, part, name)
                offsets = [(wordnet.offset(one), wordnet.offset(other)) for one, other in pairs]
                extra = () if name in ("path", "wup") else (content,)
                calls = [partial(call_of_nltk, reader, name, part[0], pair, extra) for pair in offsets]
                yield from cold_and_warm(f"nltk: {name} of {part}s", calls, target=None)


def call_of_nltk(reader: Any, name: str, pos: str, offsets: tuple[int, int], extra: tuple[Any, ...]) -> float:
    """One measure of nltk's between the synsets at two offsets."""
    one, other = (reader.synset_from_pos_and_offset(pos, offset) for offset in offsets)
    value: float = getattr(one, f"{name}_similarity")(other, *extra)
    return value


def database_files() -> Path | None:
    """WordNet's own files: from the resource store, else from PERPEND_WORDNET_DICT."""
    named = os.environ.get("PERPEND_WORDNET_DICT")
    try:
        from perpend.lexicon.store import resource_path

        return Path(resource_path("wordnet-dict"))
    except (ModuleNotFoundError, ResourceError):
        return Path(named) if named else None


@contextlib.contextmanager
def nltk_reader(source: Path) -> Iterator[Any]:
    """nltk's reader on a copy of the files inside its data path, outside of which it opens nothing."""
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
        yield WordNetCorpusReader(str(folder), None)
        nltk.data.path.remove(home)


def counts_for_nltk(wordnet: WordNet, part: str) -> dict[int, float]:
    """Our frequencies in the form of nltk's information content."""
    start, end = wordnet.tables.part_range(part)
    frequency = wordnet.tables.file["synset.frequency"]
    counts = {wordnet.offset(synset): float(frequency[synset]) for synset in range(start, end)}
    return defaultdict(float, counts | {0: float(wordnet.tables.file.meta["totals"][part])})


if __name__ == "__main__":
    for row in run():
        print(f"{row['name']:50} {row['value']:12,.3f} {row['unit']}")
