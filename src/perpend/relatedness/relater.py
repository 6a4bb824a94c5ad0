"""How related two texts are, and why: `relate`, the function, and `Relatedness`, the answer of models of that kind.

    relate("A man plays a guitar.", "A man is playing the guitar.")

Two texts of one size are answered by `everyday-related`, a model of likeness (`perpend.similarity.likeness`) for which
a negation or another number matters less. Texts of two sizes, and two sentences by the system of the paper, are
answered by models of the kind relatedness:

    relate("A man plays a guitar.", "A man is playing the guitar.", "relate-sentence")

        Relatedness 4.8 on 0 to 5  =  3.5, the mean of the training pairs  +  0.4 vectors  +  0.3 word evidence  + ...

`raw` is the value of the regression, and `base` and the points of all contributions sum to it; `value` is `raw` clipped
to the scale of the training labels.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from perpend.answers import Answer, GroupPoints
from perpend.errors import SettingError, unknown_name
from perpend.learning.model import Model
from perpend.learning.registry import load_kept
from perpend.lexicon.wordnet.link_table import LinkTable
from perpend.relatedness.families import LEVELS
from perpend.similarity.likeness import Likeness
from perpend.similarity.likeness_model import LikenessModel
from perpend.text.annotate import Annotator

__all__ = ["DEFAULT", "Relatedness", "Share", "relate", "relating_model"]

DEFAULT = "everyday-related"
"""The model of two texts of one size, if none is named: of the kind likeness, with mild penalties."""

_SENTENCE = "sentence"

_SUBJECTS = {
    "WordNet and links": "the likeness of the words by WordNet",
    "vectors": "the closeness of the word vectors",
    "words in common": "the number of words and strings in common",
    "topics": "the likeness of the topics",
    "coverage": "the share of each text that the other covers",
    "edits": "the cost of the edits between the texts",
    "oppositions": "the presence or absence of negations, opposites and changes of order",
    "glosses": "the likeness of the dictionary definitions",
    "graph": "the distance of the words in the graph of WordNet",
    "word evidence": "the judgment of training pairs with the same words",
}


class Share(GroupPoints):
    """The contribution of one group of features to the mean of the training pairs."""

    __slots__ = ()

    @property
    def sentence(self) -> str:
        """The share as a plain sentence."""
        verb = "raises" if self.points > 0 else "lowers"
        return f"{_SUBJECTS.get(self.name, self.name)} {verb} the answer by {abs(self.points):.2f}"


@dataclass(frozen=True, slots=True, repr=False)
class Relatedness(Answer):
    """The answer for one pair: `base` and the points of all contributions sum to `raw`; `features` has all values.

    >>> import perpend
    >>> found = perpend.relate("A man plays a guitar.", "A woman plays a violin.", "relate-sentence")
    >>> abs(found.base + sum(part.points for part in found.contributions) - found.raw) < 1e-6
    True
    """

    value: float = field()
    raw: float
    base: float
    contributions: tuple[Share, ...] = field()
    features: dict[str, float]
    groups: dict[str, str]
    scale: tuple[float, float]
    signature: str

    @property
    def shares(self) -> dict[str, float]:
        """The points of each group of features."""
        return {one.name: one.points for one in self.contributions}

    @property
    def reasons(self) -> tuple[str, ...]:
        """The groups of features that raise or lower the answer by 0.005 or more, the largest first."""
        ranked = sorted(self.contributions, key=lambda one: -abs(one.points))
        return tuple(one.sentence for one in ranked if abs(one.points) >= 0.005)

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        return {
            "value": self.value,
            "raw": self.raw,
            "base": self.base,
            "scale": list(self.scale),
            "reasons": list(self.reasons),
            "contributions": [one.to_dict() for one in self.contributions],
            "features": {name: {"value": value, "group": self.groups[name]} for name, value in self.features.items()},
            "signature": self.signature,
        }

    def __str__(self) -> str:
        low, high = self.scale
        head = f"{self.value:.2f} of {low:g} to {high:g}, {self.base:.2f} is the mean of the training pairs"
        return "\n".join([head, *self.reasons])


def relate(
    text1: str,
    text2: str,
    model: Model | Path | str | None = None,
    *,
    level: str | None = None,
    annotator: Annotator | None = None,
    links: LinkTable | None = None,
) -> Relatedness | Likeness:
    """How related two texts are in meaning, and why.

    :param text1: the first text; the larger one, if the two are of different sizes.
    :param text2: the second text.
    :param model: a name that `perpend models` lists, a model file or a model of the kind relatedness or likeness; by
        default `everyday-related`, at the other levels the shipped model of the level.
    :param level: what the texts are: "sentence" (two texts of one size), "paragraph2sentence", "sentence2phrase",
        "phrase2word" or "word2sense"; by default that of the model.
    :param annotator: the tagger and parser of a model of the kind relatedness; the shipped one by default.
    :param links: a table of links, for a model that was trained with one.

    >>> found = relate("A man plays a guitar.", "A man doesn't play the guitar.")
    >>> 2 < found.value < 5, abs(found.base + sum(one.points for one in found.contributions) - found.value) < 1e-9
    (True, True)
    >>> found.reasons[0]
    "'doesn't' in text 2 denies 'play'"
    """
    found: Any = relating_model(model, level=level, annotator=annotator, links=links).explain(text1, text2)
    return found  # type: ignore[no-any-return]


def relating_model(
    model: Model | Path | str | None = None,
    *,
    level: str | None = None,
    annotator: Annotator | None = None,
    links: LinkTable | None = None,
) -> Model:
    """Returns the model that `relate` asks.

    :param model: a name, a file or a model of the kind relatedness or likeness; None for the default of the level.
    :param level: what the texts are, as in `relate`.
    :param annotator: the tagger and parser of a model of the kind relatedness.
    :param links: a table of links, for a model that was trained with one.

    >>> relating_model().kind, relating_model(level="phrase2word").kind
    ('likeness', 'relatedness')
    """
    if level is not None and level not in LEVELS:
        raise unknown_name("level", level, LEVELS)
    given = {"level": level, "annotator": annotator, "links": links}
    options = {name: value for name, value in given.items() if value is not None}
    if model is None:
        model = f"relate-{level}" if level not in (None, _SENTENCE) else DEFAULT
    found = load_kept(model)
    if found.kind not in ("likeness", "relatedness"):
        raise SettingError(
            f"{found.identity} is a model of the kind {found.kind!r}, but 'likeness' or 'relatedness' was needed"
        )
    if found.kind == "likeness" and options.pop("level", _SENTENCE) != _SENTENCE:
        raise SettingError(f"{found.identity} compares texts of one size: give no model, or one of the level {level}")
    used = found.using(**options)
    return _with_own_limits(used) if isinstance(used, LikenessModel) else used


@lru_cache(maxsize=8)
def _with_own_limits(model: LikenessModel) -> LikenessModel:
    """The `model`, which keeps the limits of `perpend relate`, and its encoder from one call to the next."""
    return replace(model, asked_by="relate")
