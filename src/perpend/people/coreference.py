"""Cross-document coreference of names: mentions -> chains, one for each person in all texts.

    n1  Boris Berezovski flew ...          chain 1   n1 Boris Berezovski, n2 Berezovsky, n4 Boris Berezovsky
    n2  Berezovsky's lawyers ...           chain 2   n3 Nikolai Berezovski
    n3  Nikolai Berezovski, 12, ...

1. In each document mentions become entities (see `entities`).
2. Document by document, an entity joins the most probable chain among those with the same name or a part of it, if the
   probability is at least `same`. The contexts of a chain are added up. Then pairs of chains above the same threshold
   are joined, the most probable first.
3. Chains with names that are spelled alike go through Algorithm 2 (see `bootstrapping`): they join above 98 % ... 90 %,
   or above 80 % if their names match a pattern that was learned on the way.

Chains are numbered from 1 by their first mention. Every mention is in exactly one chain, and every document is in the
result. An entity is compared with at most 1,000 others.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perpend.answers import Answer
from perpend.arguments import check_fields, items_of, wrong_type
from perpend.errors import InputError, SettingError
from perpend.learning.registry import load_kept
from perpend.limits import check
from perpend.people.blocking import Comparisons, NameIndex, spelled_alike
from perpend.people.bootstrapping import BootstrapSettings, grow_patterns
from perpend.people.coreference_model import CoreferenceModel
from perpend.people.entities import Entity, document_entities
from perpend.people.full_names import NameMatch, name_matches
from perpend.people.mentions import Document, document_of, read_documents, with_mentions
from perpend.people.name_parts import full_name
from perpend.spelling.folding import fold
from perpend.spelling.patterns import Patterns
from perpend.spelling.word_index import MOST_DIFFERENCES
from perpend.types import Progress

__all__ = ["ChainSettings", "Names", "Person", "chain_names", "names"]

_NEAREST = 50


@dataclass(frozen=True, slots=True)
class ChainSettings:
    """Thresholds.

    :param same: the least probability at which equal names are joined.
    :param bootstrap: the thresholds for names that are spelled alike.
    :param k: the most letters by which such names may differ.
    :param c: how many first or last letters they must share.
    """

    same: float = 0.5
    bootstrap: BootstrapSettings = field(default_factory=BootstrapSettings)
    k: int = 3
    c: int = 1

    def __post_init__(self) -> None:
        check_fields(self)
        if not 0 <= self.same <= 1:
            raise SettingError(f"same is {self.same}: a probability from 0 to 1 is needed")
        if not 1 <= self.k <= MOST_DIFFERENCES or self.c < 0:
            raise SettingError(f"k is {self.k} and c is {self.c}: k from 1 to {MOST_DIFFERENCES} and c >= 0 are needed")

    def __str__(self) -> str:
        return f"same:{self.same:g}|k:{self.k}|c:{self.c}|{self.bootstrap}"


@dataclass(frozen=True, slots=True)
class Person:
    """A chain as plain values: its number, its canonical name, all spellings, and where its mentions are."""

    chain: int
    name: str
    written: tuple[str, ...]
    documents: int
    mentions: tuple[dict[str, Any], ...]

    @property
    def points(self) -> float:
        """The number of mentions."""
        return float(len(self.mentions))

    def to_dict(self) -> dict[str, Any]:
        """Returns the person as plain JSON values."""
        facts = {"chain": self.chain, "written": list(self.written), "documents": self.documents}
        return {"name": self.name, "points": self.points, **facts, "mentions": list(self.mentions)}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Names(Answer):
    """The persons named in `documents`: the chains of their mentions, and the spelling patterns that were learned.

    >>> import perpend
    >>> texts = ["Ann Lee met Bo Ray.", "Ann Lee left."]
    >>> mentions = [[{"start": 0, "end": 7}, {"start": 12, "end": 18}], [{"start": 0, "end": 7}]]
    >>> found = perpend.names([{"text": text, "mentions": one} for text, one in zip(texts, mentions)], same=0.1)
    >>> found.value
    (('Ann Lee',), ('Bo Ray',))
    >>> found.reasons[0]
    "'Ann Lee' is taken for one person, with 2 mentions in 2 documents"
    """

    documents: Sequence[Document]
    chains: tuple[Entity, ...]
    patterns: Patterns
    signature: str

    @property
    def value(self) -> tuple[tuple[str, ...], ...]:
        """For each person, the spellings of the name."""
        return tuple(tuple(sorted(chain.names)) for chain in self.chains)

    @property
    def reasons(self) -> tuple[str, ...]:
        """One clause for each person with several mentions, and a last one with the number of persons."""
        mentions = sum(len(chain.mentions) for chain in self.chains)
        told = [_reason(person) for person in self.contributions if len(person.mentions) > 1]
        return (*told, f"{mentions} mentions in {len(self.documents)} documents name {len(self.chains)} persons")

    @property
    def contributions(self) -> tuple[Person, ...]:
        """The persons, in the order of their first mentions."""
        return tuple(self._person(number, chain) for number, chain in enumerate(self.chains, 1))

    def _person(self, number: int, chain: Entity) -> Person:
        mentions = tuple(self._mention(where, place) for where, place in chain.mentions)
        documents = len({where for where, _ in chain.mentions})
        return Person(number, self._canonical(chain), tuple(sorted(chain.names)), documents, mentions)

    def numbers(self) -> dict[tuple[int, int], int]:
        """Maps each mention, as (document index, mention index), to the number of its chain."""
        return {place: number for number, chain in enumerate(self.chains, 1) for place in chain.mentions}

    def document_dicts(self) -> list[dict[str, Any]]:
        """Returns the documents, in their order, with the chain of each mention, as plain JSON values."""
        numbers = self.numbers()
        return [
            {
                "id": document.id,
                "text": document.text,
                "mentions": [
                    {"start": one.start, "end": one.end, "text": one.text, "chain": numbers[where, place]}
                    for place, one in enumerate(document.mentions or ())
                ],
                **document.fields,
            }
            for where, document in enumerate(self.documents)
        ]

    def _canonical(self, chain: Entity) -> str:
        """Returns the name with the most words; ties: the most frequent, the longest, the first by alphabet."""
        written = Counter((self.documents[where].mentions or ())[place].text for where, place in chain.mentions)
        words = {name: len(full_name(name).words) for name in written}
        return min(written, key=lambda name: (-words[name], -written[name], -len(name), name))

    def _mention(self, where: int, place: int) -> dict[str, Any]:
        document = self.documents[where]
        mention = (document.mentions or ())[place]
        return {"id": document.id, "start": mention.start, "end": mention.end, "text": mention.text}

    def to_dict(self) -> dict[str, Any]:
        """Returns persons, patterns and signature as plain JSON values."""
        return {
            "value": [list(written) for written in self.value],
            "reasons": list(self.reasons),
            "contributions": [person.to_dict() for person in self.contributions],
            "documents": len(self.documents),
            "patterns": self.patterns.to_list(),
            "signature": self.signature,
        }


def _reason(person: Person) -> str:
    written = ", ".join(f"'{name}'" for name in person.written)
    taken = "is" if len(person.written) == 1 else "are"
    where = "1 document" if person.documents == 1 else f"{person.documents} documents"
    return f"{written} {taken} taken for one person, with {len(person.mentions)} mentions in {where}"


def names(
    documents: Path | Iterable[str | Mapping[str, Any] | Document],
    *,
    model: CoreferenceModel | Path | str | None = None,
    same: float = 0.5,
    settings: ChainSettings | None = None,
    pipeline: str = "perpend",
    progress: Progress | None = None,
) -> Names:
    """Finds which mentions of names, in one document or in many, refer to the same person.

    :param documents: texts, dictionaries with `text` and optionally `id` and `mentions` (each with `start` and `end`),
        `Document` objects, or the `Path` of a JSON lines file.
    :param model: a model from `perpend train names` or its file; by default the shipped one.
    :param same: the least probability at which equal names are one person.
    :param settings: all thresholds, `same` included; overrides `same`.
    :param pipeline: the annotation pipeline that finds persons where mentions are missing (extra `nlp`).
    :param progress: called as `progress(stage, done, total)`.

    >>> found = names([Document.of("1", "Boris Yeltsin spoke. Yeltsin left.", ["Boris Yeltsin", "Yeltsin"])])
    >>> found.value
    (('Boris Yeltsin', 'Yeltsin'),)
    """
    chosen = ChainSettings(same) if settings is None else settings
    if not isinstance(chosen, ChainSettings):
        raise wrong_type("settings", "a ChainSettings", settings)
    read = read_documents(documents) if isinstance(documents, Path) else _documents(documents)
    found = with_mentions(read, pipeline, progress)
    for document in found:
        check("names", "name-characters", max((len(one.text) for one in document.mentions or ()), default=0))
    return chain_names(found, _found_model(model), chosen, progress)


_NEEDED = "documents must be a list of texts or dictionaries, or the Path of a JSON lines file"


def _documents(given: Iterable[str | Mapping[str, Any] | Document]) -> list[Document]:
    if isinstance(given, str | Mapping | Document):
        raise InputError("documents is a single one: give a list of them, or the Path of a JSON lines file")
    found = [document_of(one, number) for number, one in enumerate(items_of(given, _NEEDED), 1)]
    repeated = next((name for name, times in Counter(one.id for one in found).items() if times > 1), None)
    if repeated is not None:
        raise InputError(f"two documents have the id {repeated!r}: ids must differ")
    return found


def _found_model(model: CoreferenceModel | Path | str | None) -> CoreferenceModel:
    found = load_kept(model, "names")
    assert isinstance(found, CoreferenceModel)
    return found


def chain_names(
    documents: Sequence[Document],
    model: CoreferenceModel | None = None,
    settings: ChainSettings | None = None,
    progress: Progress | None = None,
    comparisons: Comparisons | None = None,
) -> Names:
    """Joins the mentions of `documents` into chains; all of them must have mentions.

    `model` is by default the shipped one, `settings` has the thresholds, `progress` is called at each stage.
    `comparisons` limits the pairs of names that are compared; by default it is that of `names`.

    >>> texts = [
    ...     "Boris Berezovski sold oil shares in Moscow and met Roman Abramovich in court.",
    ...     "In Moscow Boris Berezovski fought Roman Abramovich in court over oil shares.",
    ...     "Nikolai Berezovski, a gardener, grows tulips near Perth.",
    ... ]
    >>> rivals = ["Boris Berezovski", "Roman Abramovich"]
    >>> names = [rivals, rivals, ["Nikolai Berezovski"]]
    >>> documents = [Document.of(str(n), *both) for n, both in enumerate(zip(texts, names))]
    >>> [chain.mentions for chain in chain_names(documents).chains]
    [((0, 0), (1, 0)), ((0, 1), (1, 1)), ((2, 0),)]
    """
    model, settings = _found_model(model), settings or ChainSettings()
    comparisons = comparisons or Comparisons.for_mentions(sum(len(one.mentions or ()) for one in documents))
    chains = _joined_in_order(documents, model, settings, progress, comparisons)
    chains = _joined_best_first(chains, model, settings, progress, comparisons)
    chains, patterns = _joined_by_spelling(chains, model, settings, progress, comparisons)
    chains.sort(key=lambda chain: chain.mentions[0])
    signature = f"{settings}|{model.signature}"
    return Names(documents, tuple(chains), patterns, signature)


def _match(one: Entity, other: Entity, settings: ChainSettings) -> NameMatch | None:
    """Returns the match of the names, or None if they do not match or only by spelling."""
    match = name_matches(one.name.written, other.name.written, settings.k, settings.c)
    spelled = any(pair.how in ("spelling", "pattern") for pair in match.pairs)
    return None if match.verdict == "different" or spelled else match


def _joined_in_order(
    documents: Sequence[Document],
    model: CoreferenceModel,
    settings: ChainSettings,
    progress: Progress | None,
    comparisons: Comparisons,
) -> list[Entity]:
    chains: list[Entity] = []
    index = NameIndex()
    for number, document in enumerate(documents):
        here = len(chains)
        for entity in document_entities(document, number, comparisons):
            best, chance = -1, 0.0
            near = index.find(entity.words)
            comparisons.add(len(near))
            for other in near:
                if other < here and (match := _match(entity, chains[other], settings)):
                    probable = model.probability(chains[other], entity, match)
                    best, chance = (other, probable) if probable > chance else (best, chance)
            if best >= 0 and chance >= settings.same and not _holds(chains[best], number):
                fuller = chains[best] + entity
                if fuller.words != chains[best].words:
                    index.add(best, fuller.words)
                chains[best] = fuller
            else:
                index.add(len(chains), entity.words)
                chains.append(entity)
        if progress:
            progress("chaining names", number + 1, len(documents))
    return chains


def _holds(chain: Entity, document: int) -> bool:
    """Whether the document already has an entity in this chain; two entities of one text are two persons."""
    return any(where == document for where, _ in chain.mentions)


def _joined_best_first(
    chains: Sequence[Entity],
    model: CoreferenceModel,
    settings: ChainSettings,
    progress: Progress | None,
    comparisons: Comparisons,
) -> list[Entity]:
    """Joins pairs of chains, the most probable first, until no pair is probable enough."""
    alive: dict[int, Entity] = dict(enumerate(chains))
    index = NameIndex()
    queue: list[tuple[float, int, int]] = []

    def propose(number: int) -> None:
        entity = alive[number]
        near = [one for one in index.find(entity.words) if one in alive and one != number][:_NEAREST]
        comparisons.add(len(near))
        for other in near:
            match = _match(alive[other], entity, settings)
            if match and (chance := model.probability(alive[other], entity, match)) >= settings.same:
                heapq.heappush(queue, (-chance, other, number))

    for number in range(len(chains)):
        propose(number)
        index.add(number, alive[number].words)
        if progress:
            progress("joining chains", number + 1, len(chains))
    total = len(chains)
    while queue:
        _, one, other = heapq.heappop(queue)
        if one in alive and other in alive and not _share_a_document(alive[one], alive[other]):
            alive[total] = alive.pop(one) + alive.pop(other)
            propose(total)
            index.add(total, alive[total].words)
            total += 1
    return list(alive.values())


def _share_a_document(one: Entity, other: Entity) -> bool:
    return not {where for where, _ in one.mentions}.isdisjoint(where for where, _ in other.mentions)


def _joined_by_spelling(
    chains: Sequence[Entity],
    model: CoreferenceModel,
    settings: ChainSettings,
    progress: Progress | None,
    comparisons: Comparisons,
) -> tuple[list[Entity], Patterns]:
    """Runs Algorithm 2 on pairs of chains whose last names are spelled alike and whose other words do not conflict."""
    tested = []
    pairs = spelled_alike([chain.name for chain in chains], settings.k, settings.c, comparisons)
    for one, other in pairs:
        match = name_matches(chains[one].name.written, chains[other].name.written, settings.k, settings.c)
        if match.verdict != "different" and not _share_a_document(chains[one], chains[other]):
            tested.append((one, other, _spelled(match), model.probability(chains[one], chains[other], match)))
    names, evidence = [words for _, _, words, _ in tested], [chance for *_, chance in tested]
    grown = grow_patterns(names, evidence, settings.bootstrap, progress)
    joined = [(one, other) for (one, other, *_), yes in zip(tested, grown.coreferred, strict=True) if yes]
    return _united(chains, joined), grown.patterns


def _spelled(match: NameMatch) -> tuple[str, str]:
    """Returns the folded pair of words that differ most."""
    pair = max(match.pairs, key=lambda pair: (pair.letters, pair.how == "spelling", len(pair.a)))
    return fold(pair.a), fold(pair.b)


def _united(chains: Sequence[Entity], joined: Sequence[tuple[int, int]]) -> list[Entity]:
    parent = list(range(len(chains)))

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = number = parent[parent[number]]
        return number

    for one, other in joined:
        low, high = sorted((root(one), root(other)))
        parent[high] = low
    groups: dict[int, Entity] = {}
    for number, chain in enumerate(chains):
        first = root(number)
        groups[first] = groups[first] + chain if first in groups else chain
    return list(groups.values())
