"""How fast texts are cut and stemmed, and that no hostile string takes long.

    python benchmarks/text.py

`run` gives one entry a measurement: name, value, unit and target (None where there is none).
"""

import random
import time
from collections.abc import Callable
from typing import Any

from perpend.text import Normalization, Penn, Tokenizer
from perpend.text.stem import porter, stem

__all__ = ["run"]

TOKENIZERS: dict[str, Tokenizer] = {"terp": Normalization(), "penn": Penn()}
HOSTILE = ("a", "a.", " ", "'s", "-", ",", "1-", "7", "!", "n't", "a@", "www.")
HOSTILE_LENGTH = 1_000_000
SENTENCES = 20_000
STEMMED = 100_000
WORDS = (
    *(
        "the",
        "a",
        "of",
        "committee",
        "decided",
        "quickly",
        "houses",
        "isn't",
        "John's",
        "running",
        "nationally",
        "U.S.",
    ),
    *("market", "prices", "possibly", "technology", "3-4", "$1,000", "well-known", "yesterday", "connections", "said"),
)


def _seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def _sentences(seed: int = 7) -> list[str]:
    """Sentences of twelve words, the last with a comma inside and a period at the end."""
    source = random.Random(seed)
    halves = [" ".join(source.choices(WORDS, k=6)) for _ in range(2 * SENTENCES)]
    return [f"{first}, {second}." for first, second in zip(halves[::2], halves[1::2], strict=True)]


def _new_words(seed: int = 7) -> list[str]:
    source = random.Random(seed)
    letters = "abcdefghilmnoprstuvy"
    endings = ("s", "ing", "ed", "ation", "ness", "ably", "")
    return ["".join(source.choices(letters, k=6)) + source.choice(endings) for _ in range(STEMMED)]


def _entry(name: str, value: float, unit: str, target: float | None = None) -> dict[str, Any]:
    return {"name": name, "value": float(f"{value:.4g}"), "unit": unit, "target": target}


def _tokenizing() -> list[dict[str, Any]]:
    sentences = _sentences()
    targets = {"terp": 150_000.0, "penn": None}
    entries = []
    for name, tokenizer in TOKENIZERS.items():
        taken = _seconds(lambda tokens=tokenizer.tokens: [tokens(sentence) for sentence in sentences])
        entries.append(_entry(f"{name} tokens, 12 words", SENTENCES / taken, "sentences/s", targets[name]))
        taken = _seconds(lambda spans=tokenizer.spans: [spans(sentence) for sentence in sentences[:2000]])
        entries.append(_entry(f"{name} spans, 12 words", 2000 / taken, "sentences/s"))
    return entries


def _stemming() -> list[dict[str, Any]]:
    words = _new_words()
    stem("warm")
    stem.cache_clear()
    timings = {
        "stems, never seen": _seconds(lambda: [stem(word) for word in words]),
        "stems, seen before": _seconds(lambda: [stem(word) for word in words]),
        "stems by the definition": _seconds(lambda: [porter(word) for word in words[:10_000]]) * STEMMED / 10_000,
    }
    return [_entry(name, STEMMED / taken, "words/s") for name, taken in timings.items()]


def _hostile() -> list[dict[str, Any]]:
    entries = []
    for name, tokenizer in TOKENIZERS.items():
        for piece in HOSTILE:
            raw = piece * (HOSTILE_LENGTH // len(piece))
            taken = _seconds(lambda tokens=tokenizer.tokens, raw=raw: tokens(raw))
            entries.append(_entry(f"{name} tokens, a million characters of {piece!r}", taken, "s", 2.0))
    return entries


def run() -> list[dict[str, Any]]:
    """All measurements of this room."""
    return [*_tokenizing(), *_stemming(), *_hostile()]


if __name__ == "__main__":
    for entry in run():
        target = "" if entry["target"] is None else f"  (target {entry['target']:,g})"
        print(f"{entry['name']:<50} {entry['value']:>14,.4g} {entry['unit']}{target}")
