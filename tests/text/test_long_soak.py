"""A soak: 100,000 random strings through both tokenisers and through what `perpend words` shows."""

import itertools
import json
import random
import subprocess
import sys
from typing import Any

import pytest

from perpend.cli.words import describe
from perpend.text import Normalization, Penn

pytestmark = pytest.mark.long

STRINGS = 10_000
COMMANDS = 60
PIECES = [
    *("the", "cats", "can't", "John's", "U.S.", "Mr.", "e.g.", "3-4", "1,000.50", "$5", "well-known", "I’m", "o'clock"),
    *(
        "www.a.b",
        "a@b.c",
        "https://x.y/z?",
        "&amp;",
        "&quot;",
        "&lt;",
        "<skipped>",
        "...",
        "--",
        "``",
        "''",
        "n't",
        "'",
    ),
    *(" ", "  ", "\t", "\n", "\r\n", "\xa0", "\u2028", "\u3000", "\0", "\x1c", "\x85", "\u200d", "\ufe0f", "\ufeff"),
    *(*'.,;:!?()[]{}<>&%$#@*/\\|^~`"-_=+',),
    *("é", "İ", "ß", "ﬁ", "Σς", "猫", "です。", "👩\u200d🔬", "🇫🇷", "\ud800", "\udfff", "\U0010ffff", "٣", "½", "Ⅷ"),
]


def any_string(chance: random.Random) -> str:
    """Some pieces, some characters of any plane."""
    count = chance.choice((0, 1, 2, 5, 12, 40))
    return "".join(chance.choice(PIECES) if chance.random() < 0.9 else any_character(chance) for _ in range(count))


def any_character(chance: random.Random) -> str:
    return chr(chance.randrange(chance.choice((0x80, 0x800, 0x10000, 0x110000))))


def check_penn(raw: str) -> None:
    spans = Penn().spans(raw)
    assert tuple(raw[start:end] for start, end in spans) == Penn().tokens(raw)
    assert all(left[1] <= right[0] for left, right in itertools.pairwise(spans))
    kept = "".join(raw[start:end] for start, end in spans)
    assert kept == "".join(char for char in raw if not char.isspace())


def check_terp(raw: str, setting: Normalization) -> None:
    tokens, spans = setting.spanned(raw)
    assert setting.tokens(raw) == tokens
    assert len(spans) == len(tokens)
    assert all(0 <= start < end <= len(raw) for start, end in spans)
    assert all(left[0] <= right[0] and left[1] <= right[1] for left, right in itertools.pairwise(spans))


def any_setting(chance: random.Random) -> Normalization:
    switches = ("normalize", "case_sensitive", "strip_punctuation", "new_normalization", "normalize_numbers")
    return Normalization(**{switch: chance.random() < 0.5 for switch in switches})


@pytest.mark.parametrize("part", range(10))
def test_tokenisers_lose_nothing(part: int, chance: random.Random, record_property: Any) -> None:
    for _ in range(STRINGS):
        raw = any_string(chance)
        check_penn(raw)
        check_terp(raw, Normalization())
        check_terp(raw, any_setting(chance))
        for tokenizer in ("penn", "terp"):
            (described,) = describe(raw, tokenizer=tokenizer)["texts"]
            assert described["raw"] == raw
    record_property("examples", STRINGS)


def test_the_command_shows_any_pair_of_strings(chance: random.Random, record_property: Any) -> None:
    for number in range(COMMANDS):
        first, second = (any_string(chance).encode("utf-8", "surrogatepass") for _ in range(2))
        # An argument cannot hold a zero byte, and "-" alone means standard input.
        argument = second.replace(b"\0", b"")
        argument = b"" if argument == b"-" else argument
        options = ["--json", "--tokenizer", ("penn", "terp")[number % 2]]
        command = [sys.executable, "-m", "perpend", "words", *options, "--", "-", argument]
        ended = subprocess.run(command, input=first, capture_output=True, check=False, timeout=60)
        assert (ended.returncode, ended.stderr) == (0, b""), (first, argument)
        assert len(json.loads(ended.stdout)["texts"]) == 2
    record_property("examples", COMMANDS)
