"""The tokenisers by name: "terp" (see `normalize`) and "penn" (see `penn`).

    tokenizer_of("terp").tokens("It isn't.")    ("it", "isn't", ".")
    tokenizer_of("penn").tokens("It isn't.")    ("It", "is", "n't", ".")

Any other value that follows the `Tokenizer` protocol can be used wherever a name can.
"""

from typing import Protocol

from perpend.errors import unknown_name
from perpend.text.normalize import Normalization
from perpend.text.penn import Penn

__all__ = ["TOKENIZERS", "Tokenizer", "tokenizer_of"]


class Tokenizer(Protocol):
    """A way from a string to tokens; a hashable value."""

    def tokens(self, raw: str) -> tuple[str, ...]:
        """The tokens of the string."""

    def spans(self, raw: str) -> tuple[tuple[int, int], ...]:
        """For each token the range [start, end) of the string it came from."""

    def signature(self) -> str:
        """The settings in short."""


TOKENIZERS: dict[str, Tokenizer] = {"penn": Penn(), "terp": Normalization()}


def tokenizer_of(tokenizer: str | Tokenizer) -> Tokenizer:
    """The tokeniser of this name, or the one given; an unknown name is a SettingError that lists the known ones."""
    if not isinstance(tokenizer, str):
        return tokenizer
    if tokenizer not in TOKENIZERS:
        raise unknown_name("tokenizer", tokenizer, TOKENIZERS)
    return TOKENIZERS[tokenizer]
