"""Whether two texts mean the same, and why: `paraphrase`, the function, and `Paraphrase`, the answer of older models.

The default model, `paraphrase-everyday`, is of the kind equivalence; its answers are those of
`perpend.equivalence.everyday`. Models of the kind paraphrase are the system of Finch, Hwang and Sumita (2005):

    paraphrase("Acme bought the firm.", "The firm was purchased by Acme.", "paraphrase-msrp")

        yes, probability 0.81
        both texts have 'firm', 'Acme', 'The'
        'bought' and 'purchased' match by meaning
        only text 2 has 'was', 'by'

The answer is yes if the decision value is 0 or more, that is, if the probability of yes is one half or more. Words
match if their forms are equal, or if they are close in meaning and the model uses that. The order of the two texts does
not change the answer. Texts without words are compared like any others.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perpend.answers import Answer, GroupPoints
from perpend.errors import SettingError
from perpend.learning.model import Model
from perpend.learning.registry import load_kept
from perpend.lexicon.words import is_punctuation
from perpend.text.annotate import Annotator

if TYPE_CHECKING:
    from perpend.equivalence.everyday import Equivalence

__all__ = ["Influence", "Paraphrase", "WordPair", "judging_model", "paraphrase"]

_OTHER = {"equivalence": "paraphrase", "paraphrase": "equivalence"}
_SHOWN = {"annotator": "annotator (--pipeline)", "least_confidence": "least confidence"}


@dataclass(frozen=True, slots=True)
class WordPair:
    """A word of the first text and its match in the second; None on the side without one."""

    tag: str
    word1: str | None
    word2: str | None

    @property
    def matched(self) -> bool:
        """Whether it has both words."""
        return None not in (self.word1, self.word2)

    @property
    def equal(self) -> bool:
        """Whether both words are the same, ignoring case."""
        return self.word1 is not None and self.word2 is not None and self.word1.lower() == self.word2.lower()

    def __str__(self) -> str:
        one, other = self.word1 or self.word2 or "", self.word2 or self.word1 or ""
        return one if one.lower() == other.lower() else f"{one} ~ {other}"


class Influence(GroupPoints):
    """How far a group of features moves the decision, compared with their means over the training pairs."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, repr=False)
class Paraphrase(Answer):
    """The answer of a model of the kind paraphrase: "yes" or "no", its probability, and the words for and against it.

    `decision` is the distance from the border, above 0 for yes; `contributions` say how each group of features changes
    it, but do not sum to it.

    >>> import perpend
    >>> found = perpend.paraphrase("Acme bought the firm.", "Acme has bought the firm.", "paraphrase-msrp")
    >>> found, found.only_text2
    (<Paraphrase yes>, {'VBZ': ['has']})
    """

    value: str = field()
    probability: float
    decision: float
    words: tuple[WordPair, ...]
    features: dict[str, float]
    contributions: tuple[Influence, ...] = field()
    signature: str

    @property
    def probabilities(self) -> dict[str, float]:
        """The probability of each answer."""
        other = "no" if self.value == "yes" else "yes"
        found = {self.value: self.probability, other: 1.0 - self.probability}
        return {name: found[name] for name in ("no", "yes")}

    @property
    def matched(self) -> dict[str, list[str]]:
        """The words that both texts have, by tag."""
        return _by_tag(word for word in self.words if word.matched)

    @property
    def only_text1(self) -> dict[str, list[str]]:
        """The words that only the first text has, by tag."""
        return _by_tag(word for word in self.words if word.word2 is None)

    @property
    def only_text2(self) -> dict[str, list[str]]:
        """The words that only the second text has, by tag."""
        return _by_tag(word for word in self.words if word.word1 is None)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Which words match and which have no match."""
        return tuple(_reasons(self.words))

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values."""
        return {
            "value": self.value,
            "probability": self.probability,
            "decision": self.decision,
            "reasons": list(self.reasons),
            "contributions": [one.to_dict() for one in self.contributions],
            "matched": self.matched,
            "only_text1": self.only_text1,
            "only_text2": self.only_text2,
            "features": dict(self.features),
            "signature": self.signature,
        }

    def __str__(self) -> str:
        return "\n".join([f"{self.value}, probability {self.probability:.2f}", *self.reasons])


def _by_tag(words: Iterable[WordPair]) -> dict[str, list[str]]:
    """Words under their tags, both in the order of the texts."""
    found: dict[str, list[str]] = {}
    for word in words:
        found.setdefault(word.tag, []).append(str(word))
    return found


def _reasons(words: Iterable[WordPair]) -> Iterator[str]:
    told = [*_without_case(word for word in words if not is_punctuation(word.word1 or word.word2 or ""))]
    if equal := [word.word1 for word in told if word.equal]:
        yield f"both texts have {_quoted(equal)}"
    yield from (f"the model takes {w.word1!r} and {w.word2!r} for the same" for w in told if w.matched and not w.equal)
    sides = {1: [word.word1 for word in told if word.word2 is None], 2: [w.word2 for w in told if w.word1 is None]}
    for number, alone in sides.items():
        if alone:
            yield f"{_quoted(alone)} of text {number} {'has' if len(alone) == 1 else 'have'} no match"
    if not told:
        yield "neither text has a word"


def _without_case(words: Iterable[WordPair]) -> Iterator[WordPair]:
    """The words, those that have no match only because of their case joined: "Twelve" begins a sentence."""
    found = list(words)
    alone = [word for word in found if word.word1 is None]
    for word in found:
        if word.word2 is None:
            same = next((one for one in alone if str(one.word2).lower() == str(word.word1).lower()), None)
            if same:
                alone.remove(same)
            yield WordPair(word.tag, word.word1, same.word2 if same else None)
        elif word.matched:
            yield word
    yield from alone


def _quoted(words: Iterable[str | None]) -> str:
    return ", ".join(map(repr, dict.fromkeys(words)))


def paraphrase(
    text1: str,
    text2: str,
    model: Model | Path | str | None = None,
    *,
    prior: float | None = None,
    least_confidence: float | None = None,
    annotator: Annotator | None = None,
) -> "Equivalence | Paraphrase":
    """Whether two texts mean the same, how probable that is, and why.

    :param text1: one text.
    :param text2: the other; their order does not change the answer.
    :param model: a name that `perpend models` lists, a model file or a model, of the kind equivalence or paraphrase; by
        default `paraphrase-everyday`.
    :param prior: the share of yes among the pairs that you ask about, 0.01 to 0.99, by default 0.5; models of the kind
        equivalence have it.
    :param least_confidence: the answer is "can't tell" if it is less probable than that, 0.5 to 1, by default 0.55;
        models of the kind equivalence have it.
    :param annotator: the tagger and parser of a model of the kind paraphrase; the shipped one by default.

    >>> found = paraphrase("Acme bought the firm in May.", "In May, Acme has purchased the firm.")
    >>> found.value, found.probability > 0.8
    ('yes', True)
    >>> found.reasons[0]
    "'bought' and 'purchased' are synonyms"
    """
    given = {"prior": prior, "least_confidence": least_confidence, "annotator": annotator}
    found: Any = judging_model(model, **{name: one for name, one in given.items() if one is not None})
    return found.explain(text1, text2)  # type: ignore[no-any-return]


def judging_model(model: Model | Path | str | None = None, **options: Any) -> Model:
    """Returns the model that `paraphrase` asks.

    :param model: a name, a file or a model of the kind equivalence or paraphrase; None for the default.
    :param options: `prior` and `least_confidence` of the kind equivalence, `annotator` of the kind paraphrase.

    >>> judging_model().kind, judging_model("paraphrase-msrp").kind
    ('equivalence', 'paraphrase')
    """
    found = load_kept(model, "equivalence") if model is None else load_kept(model)
    if found.kind not in ("equivalence", "paraphrase"):
        raise SettingError(
            f"{found.identity} is a model of the kind {found.kind!r}, but 'equivalence' or 'paraphrase' was needed"
        )
    for name in options:
        if name not in found.options:
            kind = _OTHER[found.kind]
            raise SettingError(
                f"{_SHOWN.get(name, name)} is for models of the kind {kind}, not {found.identity}: omit it"
            )
    return found.using(**options)
