"""`Text`: a string with its tokens and, when asked for, what is known of each token.

    Text.of("Dogs bark.")
      .raw      "Dogs bark."
      .tokens   ("dogs", "bark", ".")
      .spans    ((0, 4), (5, 9), (9, 10))       where each token was in raw
      .stems    ("dog", "bark", ".")

A text is a value: equal when its string, tokens and tokeniser are equal, and it can be a key. What is costly is
computed once, at the first use, by `annotation`; rooms above add theirs (tags, lemmas, entities) in the same way:

    def tags(text):
        return text.annotation("tags", lambda text: tagger(text.tokens))

An empty or blank string is a text of zero tokens. The tokenisers are "terp" (the default, see `normalize`), "penn" (see
`penn`) and any `Normalization`.
"""

import html
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, cast

from perpend.errors import InputError, unknown_name
from perpend.text.normalize import Normalization
from perpend.text.penn import Penn
from perpend.text.stem import stems

__all__ = ["TOKENIZERS", "Text", "Tokenizer"]

T = TypeVar("T")


class Tokenizer(Protocol):
    """A way from a string to tokens; a hashable value."""

    def tokens(self, raw: str) -> tuple[str, ...]:
        """The tokens of the string."""

    def spans(self, raw: str) -> tuple[tuple[int, int], ...]:
        """For each token the range [start, end) of the string it came from."""

    def signature(self) -> str:
        """The settings in short."""


TOKENIZERS: dict[str, Tokenizer] = {"penn": Penn(), "terp": Normalization()}


@dataclass(frozen=True, slots=True)
class Text:
    """A string, its tokens, and annotations that are computed when they are first asked for.

    >>> text = Text.of("It's raining.", "penn")
    >>> list(text), text.spans[1], text.stems
    (['It', "'s", 'raining', '.'], (2, 4), ('It', "'s", 'rain', '.'))
    """

    raw: str
    tokens: tuple[str, ...]
    tokenizer: Tokenizer = TOKENIZERS["terp"]
    _annotations: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, raw: str, tokenizer: "str | Tokenizer" = "terp") -> "Text":
        """The text of a string; anything else than a string is an InputError."""
        if not isinstance(raw, str):
            raise InputError(f"a text must be a string, but {type(raw).__name__} came; decode or convert it first")
        if isinstance(tokenizer, str):
            if tokenizer not in TOKENIZERS:
                raise unknown_name("tokenizer", tokenizer, TOKENIZERS)
            tokenizer = TOKENIZERS[tokenizer]
        return cls(raw, tokenizer.tokens(raw), tokenizer)

    def annotation(self, name: str, compute: "Callable[[Text], T]") -> T:
        """What `compute` gives for this text, remembered under the name; `compute` must depend on the text alone."""
        if name not in self._annotations:
            self._annotations[name] = compute(self)
        return cast(T, self._annotations[name])

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """For each token the range [start, end) of `raw` it came from."""
        return self.annotation("spans", lambda text: text.tokenizer.spans(text.raw))

    @property
    def stems(self) -> tuple[str, ...]:
        """The Porter stem of each token as it is written."""
        return self.annotation("stems", lambda text: stems(text.tokens))

    def __len__(self) -> int:
        return len(self.tokens)

    def __iter__(self) -> Iterator[str]:
        return iter(self.tokens)

    def to_dict(self) -> dict[str, Any]:
        """The text for JSON."""
        return {
            "raw": self.raw,
            "tokenizer": self.tokenizer.signature(),
            "tokens": list(self.tokens),
            "spans": [list(span) for span in self.spans],
            "stems": list(self.stems),
        }

    def _repr_html_(self) -> str:
        boxes = (
            f'<code title="{html.escape(stem)}" style="border:1px solid #ccc;margin:1px">{html.escape(token)}</code>'
            for token, stem in zip(self.tokens, self.stems, strict=True)
        )
        return f"<div>{' '.join(boxes)}</div>"
