"""How alike two texts are, and why: `Likeness`, the answer, and `score`, the function.

    score("He paid two hours early.", "He paid nine hours early.")

        1.66 of 0 to 5  =  5, equal texts  -  3.2 'two hours' became 'nine hours'  -  0.1 the meaning as a whole  - ...

`value` is the top of the scale plus the points of all contributions, to the last digits. A contribution is a change of
meaning, a word or phrase that the other text lacks or says in another way, or a group of distances that no single word
is to blame for (`perpend.features.distances.GROUPS`).

The points of a group are its Shapley value (Shapley 1953): what leaving out its distances adds to the value, averaged
over all orders of leaving groups out. Those of the words are then divided among words and links by their part in it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, lru_cache
from math import factorial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perpend.answers import Answer
from perpend.arguments import flag
from perpend.errors import SettingError
from perpend.features.distances import CHANGED, RAREST, Compared, covered
from perpend.learning.model import Model
from perpend.learning.registry import load_kept
from perpend.lexicon.phrases.table import PhraseTable
from perpend.types import Doubles

if TYPE_CHECKING:
    from perpend.similarity.likeness_model import LikenessModel, Measured
    from perpend.similarity.score import Score

__all__ = ["Difference", "Likeness", "LinkedPhrase", "explained", "score", "scoring_model"]

_ALIKE = 0.995
"""Links at least so similar take nothing off."""

_TURNED = {"more specific": "more general", "more general": "more specific"}
"""The kinds of links that have another name when the texts are exchanged."""

_FEW, _FOREIGN = 4, 5.0
"""Of a text with so many words or more, the mean information of a word from which on it is hardly English: lists of
English words have many of other languages, as rare ones."""

_WHOLE = {"meaning": "cosine", "encoder": "encoder"}
"""The groups that tell how alike the texts are as a whole, and the distance that it is taken from."""

Places = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LinkedPhrase:
    """Words of both texts that correspond, or that stand in one only.

    `kind` is that of `perpend.alignment.linking.Link`, or "only here"; `tokens1` and `tokens2` are places in the tokens
    of the answer, `similarity` is from 0 to 1.
    """

    kind: str
    tokens1: Places
    tokens2: Places
    similarity: float
    moved: bool = False

    def turned(self) -> "LinkedPhrase":
        """The same with the two texts exchanged."""
        return replace(self, kind=_TURNED.get(self.kind, self.kind), tokens1=self.tokens2, tokens2=self.tokens1)

    def to_dict(self) -> dict[str, Any]:
        """The link as plain JSON values."""
        return asdict(self) | {"tokens1": list(self.tokens1), "tokens2": list(self.tokens2)}


@dataclass(frozen=True, slots=True)
class Difference:
    """What one difference adds to the value: its `kind`, the places of its words in both texts, and the `points`.

    `kind` is a group of distances, or for words "words" with the `relation` of the link, or "" for words without one.
    `alike`, from 0 to 1, is the similarity of a link, for words without one that of the nearest word of the other text,
    for the meaning as a whole and for the encoder the cosine. A change may have more places: "swapped" has two groups
    of words, the second in `with1` and `with2`; `about1` and `about2` are what is denied, or the predicate whose roles
    are swapped.
    """

    name: str
    kind: str
    points: float
    tokens1: Places = ()
    tokens2: Places = ()
    relation: str = ""
    alike: float = 0.0
    with1: Places = ()
    with2: Places = ()
    about1: Places = ()
    about2: Places = ()

    def turned(self) -> "Difference":
        """The same with the two texts exchanged."""
        return replace(
            self,
            relation=_TURNED.get(self.relation, self.relation),
            **dict(zip(_PLACES, (getattr(self, name) for name in _OTHER_PLACES), strict=True)),
        )

    def to_dict(self) -> dict[str, Any]:
        """The contribution as plain JSON values."""
        return asdict(self) | {name: list(getattr(self, name)) for name in _PLACES}


_PLACES = ("tokens1", "tokens2", "with1", "with2", "about1", "about2")
_OTHER_PLACES = ("tokens2", "tokens1", "with2", "with1", "about2", "about1")


@dataclass(frozen=True, slots=True, repr=False)
class Likeness(Answer):
    """A likeness with its explanation: `base`, the top of the scale, and the points of contributions sum to `value`.

    >>> import perpend
    >>> found = perpend.score("He paid two hours early.", "He paid nine hours early.")
    >>> found.value < 2.5, abs(found.base + sum(part.points for part in found.contributions) - found.value) < 1e-9
    (True, True)
    >>> found.reasons[0]
    "'two hours' became 'nine hours'"
    """

    value: float = field()
    base: float
    scale: tuple[float, float]
    interval: tuple[float, float]
    """Four of five labels of such pairs lie in this range."""
    tokens1: tuple[str, ...]
    tokens2: tuple[str, ...]
    links: tuple[LinkedPhrase, ...]
    contributions: tuple[Difference, ...] = field()
    warnings: tuple[str, ...]
    """Why the value may be less certain than the interval says."""
    signature: str

    @property
    def raw(self) -> float:
        """The value; it needs no clipping."""
        return self.value

    @property
    def reasons(self) -> tuple[str, ...]:
        """What the differences say about the two texts; the one that costs most first."""
        from perpend.similarity.likeness_reasons import reasons

        return reasons(self)

    def to_dict(self) -> dict[str, Any]:
        """The likeness as plain JSON values, the same for the command line, the service and files."""
        return {
            "value": self.value,
            "raw": self.raw,
            "base": self.base,
            "scale": list(self.scale),
            "interval": list(self.interval),
            "reasons": list(self.reasons),
            "warnings": list(self.warnings),
            "contributions": [one.to_dict() for one in self.contributions],
            **self.linked_texts(),
            "signature": self.signature,
        }

    def linked_texts(self) -> dict[str, Any]:
        """Both texts as tokens, and the links between them, as plain JSON values."""
        return {
            "tokens1": list(self.tokens1),
            "tokens2": list(self.tokens2),
            "links": [one.to_dict() for one in self.links],
        }

    def to_html(self, page: bool = False) -> str:
        """Both texts with their links, value, reasons and contributions, as HTML; `page` makes a complete document."""
        from perpend.similarity import likeness_report

        return likeness_report.draw_html(self, page)

    def __str__(self) -> str:
        from perpend.similarity import likeness_report

        return likeness_report.draw_text(self)


def score(
    text1: str,
    text2: str,
    model: Model | Path | str | None = None,
    *,
    strictness: float | None = None,
    symmetric: bool = False,
    phrase_table: PhraseTable | Path | str | None = None,
) -> "Likeness | Score":
    """How alike two texts are, and why.

    :param text1: one text; for models of the kind perp, the reference.
    :param text2: the other text.
    :param model: a name that `perpend models` lists, a model file or a model, of the kind likeness or perp; by default
        `everyday`.
    :param strictness: how much changes of meaning count, 0 to 1; models of the kind likeness have it.
    :param symmetric: take the mean of both directions of a model of the kind perp; others have one value for both.
    :param phrase_table: the phrase table, or its path, of a model of the kind perp that was trained with one.

    >>> found = score("The shop opens at nine.", "The store opens at 9.")
    >>> found.value > 4
    True
    """
    found = scoring_model(model)
    options: dict[str, Any] = {"symmetric": True} if flag(symmetric, "symmetric") and found.kind == "perp" else {}
    options |= {} if phrase_table is None else {"phrase_table": phrase_table}
    options |= {} if strictness is None else {"strictness": strictness}
    answer: Any = found.using(**options).explain(text1, text2)
    return answer  # type: ignore[no-any-return]


def scoring_model(model: Model | Path | str | None = None) -> Model:
    """Returns the `model` that `score` asks: a name, a file or a model of the kind likeness or perp; None: the default.

    >>> scoring_model().kind
    'likeness'
    """
    found = load_kept(model, "likeness") if model is None else load_kept(model)
    if found.kind not in ("likeness", "perp"):
        raise SettingError(
            f"{found.identity} is a model of the kind {found.kind!r}, but 'likeness' or 'perp' was needed"
        )
    return found


# -------------------- explanations


def explained(model: "LikenessModel", pair: Compared) -> Likeness:
    """The likeness of a compared `pair` under `model`, with its contributions."""
    measured = model.measured([pair])
    low, high = model.scale
    raw = float(model.values(measured)[0])
    value = min(high, max(low, raw))
    parts = [*_differences(model, measured, pair), *_remainder(value - raw)]
    links, tokens = [*_links(pair)], (pair.tokens1, pair.tokens2)
    if pair.turned:
        parts, links, tokens = [one.turned() for one in parts], [one.turned() for one in links], tokens[::-1]
    return Likeness(
        value=value,
        base=high,
        scale=model.scale,
        interval=model.interval(value),
        tokens1=tokens[0],
        tokens2=tokens[1],
        links=tuple(links),
        contributions=tuple(_named(one, tokens) for one in sorted(parts, key=lambda one: -abs(one.points))),
        warnings=tuple(_warnings(model, pair)),
        signature=model.signature,
    )


def _named(part: Difference, tokens: tuple[Sequence[str], Sequence[str]]) -> Difference:
    """The part with its words in its name."""
    sides = zip((part.tokens1, part.with1 or part.tokens2), (tokens[0], tokens[bool(not part.with1)]), strict=True)
    if not (words := [" ".join(text[k] for k in places) for places, text in sides if places]):
        return part
    title = part.relation if part.kind == part.relation or part.relation not in CHANGED else "words"
    return replace(part, name=f"{title or 'only here'}: " + " - ".join(f"'{one}'" for one in words))


def _remainder(points: float) -> Iterator[Difference]:
    if points:
        yield Difference("the scale ends here", "scale", points)


def _warnings(model: "LikenessModel", pair: Compared) -> Iterator[str]:
    sides = ((pair.links.words1, pair.cut[0]), (pair.links.words2, pair.cut[1]))
    for (words, cut), name in zip(sides[::-1] if pair.turned else sides, ("text 1", "text 2"), strict=True):
        length = int((~words.signs).sum())
        information = words.information[~words.signs]
        known = information < RAREST
        if not length:
            yield f"{name} has no word"
        elif model.usual.longest and length > model.usual.longest:
            yield f"{name} has {length:,} words, more than nearly all training texts ({model.usual.longest})"
        elif known.sum() < length / 2 or (length >= _FEW and information.mean() >= _FOREIGN):
            yield f"most words of {name} are no known English words"
        if cut:
            yield f"the sentence encoder has read the beginning of {name} only"


def _links(pair: Compared) -> Iterator[LinkedPhrase]:
    """The links in the order of the first text, then the words without one."""
    for one in pair.links.links:
        yield LinkedPhrase(one.kind, one.tokens1, one.tokens2, one.similarity, one.moved)
    for place in pair.links.only1:
        yield LinkedPhrase("only here", (place,), (), 0.0)
    for place in pair.links.only2:
        yield LinkedPhrase("only here", (), (place,), 0.0)


def _differences(model: "LikenessModel", measured: "Measured", pair: Compared) -> Iterator[Difference]:
    for group, points in _shapley(model, measured).items():
        if group in CHANGED:
            yield from _changed(pair, group, points)
        elif group == "words":
            yield from _divided(pair, points)
        else:
            whole = _WHOLE.get(group)
            alike = 1.0 - float(measured.distances[0, model.names.index(whole)]) if whole else 0.0
            yield Difference(group, group, points, alike=min(1.0, max(0.0, alike)))


def _changed(pair: Compared, kind: str, points: float) -> Iterator[Difference]:
    """The points of a kind of change, the same for each; without a word every distance is 1, but nothing changed."""
    changes = [change for change in pair.changes.found if change.kind == kind]
    for change in changes:
        places: dict[str, Any] = {name: tuple(range(*getattr(change, name))) for name in _PLACES}
        yield replace(Difference(kind, kind, points / len(changes), relation=kind), **places)
    if not changes:
        yield Difference(kind, kind, points)


def _divided(pair: Compared, points: float) -> Iterator[Difference]:
    """The points of the words, divided among links and words without a link by weight and dissimilarity."""
    links = pair.links
    covered1, covered2 = covered(links)
    lost1 = links.words1.weights * ~links.words1.signs * (1 - covered1)
    lost2 = links.words2.weights * ~links.words2.signs * (1 - covered2)
    shares: list[tuple[float, Difference]] = []
    for one in links.links:
        if one.similarity < _ALIKE:
            lost = float(lost1[list(one.tokens1)].sum() + lost2[list(one.tokens2)].sum())
            part = Difference("words", "words", 0.0, one.tokens1, one.tokens2, one.kind, min(1.0, one.similarity))
            shares.append((lost, part))
    for run in _runs(links.only1):
        alike = _nearest(links.alike[list(run)], links.words1.content[list(run)])
        shares.append((float(lost1[list(run)].sum()), Difference("words", "words", 0.0, run, alike=alike)))
    for run in _runs(links.only2):
        alike = _nearest(links.alike[:, list(run)].T, links.words2.content[list(run)])
        shares.append((float(lost2[list(run)].sum()), Difference("words", "words", 0.0, (), run, alike=alike)))
    total = sum(share for share, _ in shares)
    if total <= 0:
        yield Difference("words", "words", points)
        return
    for share, part in shares:
        yield replace(part, points=points * share / total)


def _nearest(alike: Doubles, content: NDArray[np.bool_]) -> float:
    """The greatest similarity of words, of the content words if there are any, to a word of the other text."""
    rows = alike[content] if content.any() else alike
    return min(1.0, max(0.0, float(rows.max()))) if rows.size else 0.0


def _runs(places: Sequence[int]) -> list[Places]:
    """Neighbouring places together.

    >>> _runs((1, 2, 5))
    [(1, 2), (5,)]
    """
    found: list[list[int]] = []
    for place in places:
        if found and place == found[-1][-1] + 1:
            found[-1].append(place)
        else:
            found.append([place])
    return [tuple(run) for run in found]


def _shapley(model: "LikenessModel", measured: "Measured") -> dict[str, float]:
    """The points of each group that has a distance above 0; they sum to the raw value minus the top of the scale."""
    groups = _columns(model.names, tuple(model.groups.items()))
    row = measured.distances[0]
    present = [name for name, columns in groups.items() if row[columns].any()]
    masks = _masks(len(present))
    worths = _worths(model, measured, [groups[name] for name in present], present, masks)
    return {name: _gain(worths, place, len(present)) for place, name in enumerate(present)}


@lru_cache(maxsize=8)
def _columns(names: tuple[str, ...], groups: tuple[tuple[str, tuple[str, ...]], ...]) -> dict[str, Any]:
    """Group -> which of the distances `names` belong to it."""
    return {group: np.isin(names, members) for group, members in groups}


@cache
def _masks(count: int) -> Any:
    return (np.arange(1 << count)[:, None] >> np.arange(count)[None, :]) & 1 == 1


def _worths(
    model: "LikenessModel", measured: "Measured", columns: Sequence[Any], present: Sequence[str], masks: Any
) -> Doubles:
    """The raw value with each set of groups, all others being 0."""
    from perpend.similarity.likeness_model import Measured

    kept = np.zeros((len(masks), len(model.names)), bool)
    penalties = np.zeros((len(masks), len(CHANGED)))
    for place, (name, own) in enumerate(zip(present, columns, strict=True)):
        kept |= masks[:, place : place + 1] & own
        if name in CHANGED:
            number = CHANGED.index(name)
            penalties[:, number] = masks[:, place] * measured.penalties[0, number]
    return model.values(Measured(kept * measured.distances[0], penalties))


def _gain(worths: Doubles, place: int, count: int) -> float:
    """The mean over all orders of what a group adds."""
    sets, weights = _sets_without(place, count)
    return float(weights @ (worths[sets | 1 << place] - worths[sets]))


@cache
def _sets_without(place: int, count: int) -> tuple[Any, Doubles]:
    """The sets of `count` groups that lack the one at `place`, and the weight of each."""
    sets = np.array([one for one in range(1 << count) if not one >> place & 1])
    by_size = [factorial(size) * factorial(count - size - 1) / factorial(count) for size in range(count)]
    return sets, np.array([by_size[int(one).bit_count()] for one in sets])
