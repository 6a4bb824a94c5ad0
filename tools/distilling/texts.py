"""The texts that the table of piece vectors is distilled from: sentences, phrases, words.

sentences_of(mirror, seed)              from <mirror>/bitext, mono, treebank, nli, llm-answers
phrases_of(sentences, count, seed)      runs of one to six words
words_of(splitter, count)               frequent words, from the list of wordfreq

A text is left out if it occurs in any graded set whose pairs Perpend reports on or trains scores with (STS-2012,
SICK, MSRP, SemEval-2014 task 3, RTE-1, Edinburgh++; train and test alike), compared by letters and digits alone.
WordNet's glosses are left out because a part of STS-2012 is made of them.
"""

import html
import json
import random
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from perpend.files.lines import read_lines
from perpend.files.tables import read_table
from perpend.lexicon.frequency import listed
from perpend.lexicon.word_pieces import WordPieces

__all__ = ["CORPORA", "graded_texts", "phrases_of", "sentences_of", "words_of"]

CORPORA = {
    "News Commentary v11": (8000, "WMT, from Project Syndicate; research use"),
    "Brown corpus": (7000, "non-commercial use"),
    "UD English EWT, train": (6000, "CC BY-SA 4.0"),
    "SNLI, dev": (6000, "CC BY-SA 4.0"),
    "web texts of NLTK": (4000, "as NLTK distributes them"),
    "ABC news": (3500, "as NLTK distributes it"),
    "MNLI, part of dev": (3500, "C-UDA 1.0"),
    "Reuters-21578": (2500, "research use"),
    "EVOUNA-NQ, questions": (2500, "Apache-2.0"),
    "EVOUNA-NQ, answers": (2500, "Apache-2.0"),
    "WNUT-17, train": (1500, "CC BY 4.0"),
    "presidents' addresses": (1200, "public domain"),
}
"""The most sentences of each corpus, and its terms."""

_GRADED = ("sts2012", "sick", "msrp", "clss", "rte")
_WORDS = range(2, 61)
_PHRASE_SIZES = (1, 2, 2, 3, 3, 4, 5, 6)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'])")
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")
_BEFORE, _AFTER = re.compile(r"\s+([.,;:!?%)\]]|'(?:s|re|ve|ll|d|m)\b|n't\b)"), re.compile(r"([(\[$])\s+")


def sentences_of(mirror: Path, seed: int) -> list[str]:
    """A sample of each corpus, without doubles and without graded texts, in an order drawn with the seed."""
    seen, chosen = graded_texts(mirror), list[str]()
    for name, (size, _) in CORPORA.items():
        fresh = []
        for text in _read(name, mirror):
            key = _key(text)
            if key not in seen and len(key.split()) in _WORDS:
                seen.add(key)
                fresh.append(text)
        chosen += random.Random(f"{seed} {name}").sample(fresh, min(size, len(fresh)))
    random.Random(seed).shuffle(chosen)
    return chosen


def phrases_of(sentences: Sequence[str], count: int, seed: int) -> list[str]:
    """So many runs of one to six words, without doubles: short texts such as headings, names and answers."""
    chance, found = random.Random(seed), dict[str, None]()
    while len(found) < count:
        words, size = chance.choice(sentences).split(), chance.choice(_PHRASE_SIZES)
        if len(words) >= size:
            start = chance.randrange(len(words) - size + 1)
            phrase = " ".join(words[start : start + size]).strip(".,;:!?\"'()")
            if _key(phrase):
                found[phrase] = None
    return list(found)


def words_of(splitter: WordPieces, count: int) -> list[str]:
    """The `count` most frequent English words that have several pieces, so that the sums learn to mean them."""
    ranked = sorted(listed(), key=lambda one: (-one[1], one[0]))
    several = (word for word, _ in ranked if word.isalpha() and len(splitter.split(word)) > 1)
    return list(islice(several, count))


def graded_texts(mirror: Path) -> set[str]:
    """The keys of all texts of the graded sets, and of each of their sentences."""
    texts = [text for folder in _GRADED for path in sorted((mirror / folder).glob("*.tsv")) for text in _columns(path)]
    for path in sorted((mirror / "aligned").glob("*.json")):
        texts += [pair[side] for pair in json.loads(path.read_bytes()) for side in ("source", "target")]
    return {_key(part) for text in texts for part in (text, *_sentences(text))}


def _read(name: str, mirror: Path) -> Iterator[str]:
    """The sentences of one corpus of CORPORA."""
    mono, treebank = mirror / "mono", mirror / "treebank"
    match name:
        case "News Commentary v11":
            yield from map(_written, read_lines(mirror / "bitext" / "nc11.es-en.en.xz"))
        case "Brown corpus":
            yield from map(_written, read_lines(mono / "brown.txt.xz"))
        case "web texts of NLTK":
            yield from map(_written, read_lines(mono / "webtext.txt.xz"))
        case "ABC news":
            yield from _all_sentences(mono / "abc.txt.xz")
        case "Reuters-21578":
            yield from _all_sentences(mono / "reuters21578.docs.txt.xz")
        case "presidents' addresses":
            yield from _all_sentences(mono / "state_union.txt.xz")
            yield from _all_sentences(mono / "inaugural.txt.xz")
        case "UD English EWT, train":
            lines = read_lines(treebank / "ewt" / "en_ewt-ud-train.conllu.xz")
            yield from (line.removeprefix("# text = ") for line in lines if line.startswith("# text = "))
        case "WNUT-17, train":
            yield from map(_written, _tweets(treebank / "ner" / "wnut17.train.conll.xz"))
        case "SNLI, dev":
            yield from _columns(mirror / "nli" / "snli-dev.tsv")
        case "MNLI, part of dev":
            yield from _columns(mirror / "nli" / "mnli-matched.tsv")
        case "EVOUNA-NQ, questions":
            yield from (one["question"] for one in _answered(mirror))
        case "EVOUNA-NQ, answers":
            for one in _answered(mirror):
                for system in ("answer_chatgpt", "answer_gpt35"):
                    yield from _sentences(one[system] or "")


def _columns(path: Path) -> list[str]:
    table = read_table(path)
    return [text for pair in zip(table.column("text1"), table.column("text2"), strict=True) for text in pair]


def _answered(mirror: Path) -> list[dict[str, str]]:
    return list(json.loads((mirror / "llm-answers" / "nq.json").read_bytes()))


def _tweets(path: Path) -> Iterator[str]:
    words: list[str] = []
    for line in (*read_lines(path), ""):
        if line.strip():
            words.append(line.split()[0])
        elif words:
            yield " ".join(words)
            words = []


def _all_sentences(path: Path) -> Iterator[str]:
    for line in read_lines(path):
        yield from _sentences(line)


def _sentences(text: str) -> list[str]:
    return [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]


def _written(tokens: str) -> str:
    """Tokenised text as people write it."""
    text = html.unescape(tokens).replace("``", '"').replace("''", '"')
    return " ".join(_AFTER.sub(r"\1", _BEFORE.sub(r"\1", text)).split())


def _key(text: str) -> str:
    return _NOT_PLAIN.sub(" ", text.lower()).strip()
