"""How fast texts are cut and stemmed, beside nltk, and that no hostile string takes long."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from figures import Figure, best_seconds, seconds
from perpend.text import Normalization, Penn, Tokenizer
from perpend.text.stem import porter, stem
from perpend.text.wordlist import read_word_list

__all__ = ["run"]

TOKENIZERS: dict[str, Tokenizer] = {"terp": Normalization(), "penn": Penn()}
WORDS = read_word_list(Path(__file__).with_name("data") / "words.txt")
HOSTILE = read_word_list(Path(__file__).with_name("data") / "hostile.txt")
HOSTILE_LENGTH = 1_000_000
SENTENCES = 20_000
STEMMED = 100_000
TARGETS = {"terp": ">= 150,000", "penn": None}


def run() -> Iterator[Figure]:
    """Sentences of twelve words, made-up words, and one million characters of the same."""
    yield from _tokenizing()
    yield from _stemming()
    yield from _hostile()


def _tokenizing() -> Iterator[Figure]:
    sentences = _sentences()
    peers = {"penn": _nltk_tokenizer()}
    for name, tokenizer in TOKENIZERS.items():
        rate = _rate(tokenizer.tokens, sentences)
        peer = peers.get(name)
        beside = {"peer": "nltk's Treebank tokenizer", "peer_value": _rate(peer, sentences[:2000])} if peer else {}
        yield Figure(f"{name} tokens, 12 words", rate, "sentences/s", TARGETS[name], **beside)
        yield Figure(f"{name} spans, 12 words", _rate(tokenizer.spans, sentences[:2000]), "sentences/s")


def _nltk_tokenizer() -> Callable[[str], object]:
    from nltk.tokenize import TreebankWordTokenizer

    tokenize: Callable[[str], object] = TreebankWordTokenizer().tokenize
    return tokenize


def _rate(action: Callable[[str], object], items: list[str], times: int = 3) -> float:
    return len(items) / best_seconds(lambda: [action(item) for item in items], times)


def _sentences(seed: int = 7) -> list[str]:
    """Sentences of twelve words, with a comma in the middle and a period at the end."""
    source = random.Random(seed)
    halves = [" ".join(source.choices(WORDS, k=6)) for _ in range(2 * SENTENCES)]
    return [f"{first}, {second}." for first, second in zip(halves[::2], halves[1::2], strict=True)]


def _stemming() -> Iterator[Figure]:
    from nltk.stem import PorterStemmer

    words = _new_words()
    stem("warm")
    stem.cache_clear()
    peer = _rate(PorterStemmer(mode="MARTIN_EXTENSIONS").stem, words[:10_000], times=1)
    beside = {"peer": "nltk's Porter stemmer", "peer_value": peer}
    yield Figure("stems, never seen", _rate(stem, words, times=1), "words/s", **beside)
    yield Figure("stems, seen before", _rate(stem, words, times=1), "words/s")
    yield Figure("stems by the definition", _rate(porter, words[:10_000], times=1), "words/s")


def _new_words(seed: int = 7) -> list[str]:
    source = random.Random(seed)
    letters = "abcdefghilmnoprstuvy"
    endings = ("s", "ing", "ed", "ation", "ness", "ably", "")
    return ["".join(source.choices(letters, k=6)) + source.choice(endings) for _ in range(STEMMED)]


def _hostile() -> Iterator[Figure]:
    pieces = (" ", *HOSTILE)
    raws = [piece * (HOSTILE_LENGTH // len(piece)) for piece in pieces]
    for name, tokenizer in TOKENIZERS.items():
        slowest = max(seconds(partial(tokenizer.tokens, raw)) for raw in raws)
        yield Figure(
            f"{name} tokens of a million characters, slowest of {len(raws)} hostile strings", slowest, "s", "< 2"
        )
