"""The tokenisers by name: "terp" (see `normalize`) and "penn" (see `penn`).

    tokenizer_of("terp").tokens("It isn't.")    ("it", "isn't", ".")
    tokenizer_of("penn").tokens("It isn't.")    ("It", "is", "n't", ".")

Wherever a name is accepted, so is any other value that follows the `Tokenizer` protocol.
"""

from typing import Protocol

from perpend.arguments import wrong_type
from perpend.errors import unknown_name
from perpend.text.normalize import Normalization
from perpend.text.penn import Penn

__all__ = ["TOKENIZERS", "Tokenizer", "tokenizer_of"]


class Tokenizer(Protocol):
    """Splits a string into tokens; a hashable value."""

    def tokens(self, raw: str) -> tuple[str, ...]:
        """Returns the tokens of `raw`."""

    def spans(self, raw: str) -> tuple[tuple[int, int], ...]:
        """Returns the range [start, end) of `raw` for each token."""

    def signature(self) -> str:
        """Returns the settings as a short text."""


TOKENIZERS: dict[str, Tokenizer] = {"penn": Penn(), "terp": Normalization()}


def tokenizer_of(tokenizer: str | Tokenizer) -> Tokenizer:
    """Returns `tokenizer`, looked up in TOKENIZERS if it is a name; an unknown name raises SettingError."""
    if not isinstance(tokenizer, str):
        if not callable(getattr(tokenizer, "tokens", None)):
            raise wrong_type("a tokenizer", f"one of {', '.join(TOKENIZERS)} or an object with `tokens`", tokenizer)
        return tokenizer
    if tokenizer not in TOKENIZERS:
        raise unknown_name("tokenizer", tokenizer, TOKENIZERS)
    return TOKENIZERS[tokenizer]
