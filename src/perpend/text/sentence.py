"""`Sentence`: a string with its tokens and, when asked for, everything else that is known of each token.

    Sentence.of("Dogs bark.")
      .raw      "Dogs bark."
      .tokens   ("dogs", "bark", ".")
      .spans    ((0, 4), (5, 9), (9, 10))       where each token was in raw
      .stems    ("dog", "bark", ".")

    Annotator().annotate("Dogs bark.")          the same with a parse: tags, lemmas, heads, relations, entities
      .tokens   ("Dogs", "bark", ".")
      .tags     ("NNS", "VBP", ".")
      .heads    (1, 1, 1)
      .forms    ("dog", "bark", ".")            lower-cased, nouns and verbs stemmed: what is compared

The tokens are there at once; the rest is computed at the first use and kept. A sentence that was made with an annotator
(`Sentence.of(raw, "penn", annotator=Annotator())`) is parsed when a tag, lemma, head or the like is first asked for;
many sentences are parsed much faster together, by `Annotator.annotate_many`. Without a parse and an annotator these
fields are a SettingError.

A sentence is a value: equal when its string, tokens, tokeniser, stemming and parse are equal, and it can be a key. The
text may be several sentences, see `sentences`; an empty or blank string has no tokens.

Other rooms keep what they compute for a sentence on it, through `annotation`:

    def bags(sentence):
        return sentence.annotation("bags", Bags.of)

Forms are in lower case. By default nouns and verbs are stemmed and all other words are not: Finch, Hwang and Sumita
(2005) found that this helps where stemming every word does harm. `stemmed` gives the other two ways.
"""

import html
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol, TypeVar, cast

from perpend.errors import InputError, SettingError, unknown_name
from perpend.text.conllu import conllu
from perpend.text.mteval import OnBlanks
from perpend.text.parse import Annotation, Entity, Parse
from perpend.text.stem import stem, stems
from perpend.text.tokenizers import TOKENIZERS, Tokenizer, tokenizer_of

__all__ = ["Annotates", "NOUNS_AND_VERBS", "STEMMING", "Sentence", "form_of", "is_noun", "is_verb"]

NOUNS_AND_VERBS = "nouns and verbs"
STEMMING = ("none", "all", NOUNS_AND_VERBS)
"""Which words are stemmed."""

_SHOWN_BEFORE = ("det", "amod", "nummod", "compound", "nmod:poss")

T = TypeVar("T")


def is_noun(tag: str) -> bool:
    """Whether the Penn tag is that of a noun, names included."""
    return tag.startswith("NN")


def is_verb(tag: str) -> bool:
    """Whether the Penn tag is that of a verb other than a modal one."""
    return tag.startswith("VB")


def form_of(token: str, tag: str, stemming: str = NOUNS_AND_VERBS) -> str:
    """The form of a token that is compared: in lower case, and stemmed if `stemming` says so for its tag.

    >>> form_of("Companies", "NNS"), form_of("quickly", "RB"), form_of("quickly", "RB", "all")
    ('compani', 'quickly', 'quickli')
    """
    _check_stemming(stemming)
    lowered = token.lower()
    stemmed = stemming == "all" or (stemming == NOUNS_AND_VERBS and (is_noun(tag) or is_verb(tag)))
    return stem(lowered) if stemmed else lowered


def _check_stemming(stemming: str) -> None:
    if stemming not in STEMMING:
        raise unknown_name("stemming", stemming, STEMMING)


class Annotates(Protocol):
    """What parses a sentence that is asked for its tags: an `Annotator`."""

    def annotate(self, text: "str | Sentence") -> "Sentence":
        """The sentence with its parse."""


@dataclass(frozen=True, eq=False)
class Sentence:
    """A string, its tokens, and annotations that are computed when they are first asked for.

    >>> sentence = Sentence.of("It's raining.", "penn")
    >>> list(sentence), sentence.spans[1], sentence.stems
    (['It', "'s", 'raining', '.'], (2, 4), ('It', "'s", 'rain', '.'))
    """

    raw: str
    tokens: tuple[str, ...]
    tokenizer: Tokenizer = TOKENIZERS["terp"]
    stemming: str = NOUNS_AND_VERBS
    _given: Parse | None = field(default=None, repr=False)
    _annotator: Annotates | None = field(default=None, repr=False)
    _remembered: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, raw: str, tokenizer: str | Tokenizer = "terp", *, annotator: Annotates | None = None) -> "Sentence":
        """The sentence of a string.

        `tokenizer` is "terp", "penn" or any `Tokenizer`; `annotator` parses the sentence when its tags or the like are
        first asked for. Anything else than a string is an InputError.
        """
        if not isinstance(raw, str):
            raise InputError(f"a text must be a string, but {type(raw).__name__} came; decode or convert it first")
        tokenizer = tokenizer_of(tokenizer)
        return cls(raw, tokenizer.tokens(raw), tokenizer, _annotator=annotator)

    @classmethod
    def tagged(
        cls,
        tokens: Sequence[str],
        tags: Sequence[str],
        *,
        lemmas: Sequence[str] | None = None,
        heads: Sequence[int] | None = None,
        relations: Sequence[str] | None = None,
        entities: Sequence[Entity] = (),
    ) -> "Sentence":
        """The sentence of tokens that were tagged by hand; `raw` is the tokens joined by blanks.

        Without `lemmas` the tokens are their own lemmas; without `heads` each token is its own head; without
        `relations` they are empty strings. Coarse tags are empty, and all tokens are one sentence.

        >>> Sentence.tagged(["The", "dogs", "barked"], ["DT", "NNS", "VBD"]).forms
        ('the', 'dog', 'bark')
        """
        count = len(tokens)
        parse = Parse(
            tags=tuple(tags),
            coarse=("",) * count,
            lemmas=tuple(tokens if lemmas is None else lemmas),
            heads=tuple(range(count) if heads is None else heads),
            relations=tuple([""] * count if relations is None else relations),
            entities=tuple(entities),
            sentences=((0, count),) if count else (),
        )
        return cls(" ".join(tokens), tuple(tokens), OnBlanks()).with_parse(parse)

    def with_parse(self, parse: Parse) -> "Sentence":
        """The same tokens with this parse; columns of another length are an InputError."""
        parse.check(len(self.tokens))
        return Sentence(self.raw, self.tokens, self.tokenizer, self.stemming, parse)

    def stemmed(self, stemming: str) -> "Sentence":
        """The same sentence with `forms` by another stemming, one of STEMMING."""
        _check_stemming(stemming)
        if stemming == self.stemming:
            return self
        return replace(self, stemming=stemming, _given=self.parse if self.annotated else None)

    def annotation(self, name: Hashable, compute: "Callable[[Sentence], T]") -> T:
        """What `compute(sentence)` returns, computed once and kept under `name`.

        `compute` must depend on the sentence and on what `name` says alone; a result that depends on a resource has
        that resource in its name, such as ("vectors", word_vectors).
        """
        remembered = self._remembered
        if name not in remembered:
            remembered[name] = compute(self)
        return cast(T, remembered[name])

    def forget(self) -> None:
        """Drop what `annotation` kept, to free memory; it is computed again when it is asked for."""
        self._remembered.clear()

    def tokens_by(self, tokenizer: str | Tokenizer) -> tuple[str, ...]:
        """The tokens of `raw` by another tokeniser, computed once.

        >>> Sentence.of("It isn't.", "penn").tokens_by("terp")
        ('it', "isn't", '.')
        """
        tokenizer = tokenizer_of(tokenizer)
        if tokenizer == self.tokenizer:
            return self.tokens
        return self.annotation(("tokens", tokenizer), lambda sentence: tokenizer.tokens(sentence.raw))

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """For each token the range [start, end) of `raw` it came from."""
        return self.tokenizer.spans(self.raw)

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """The Porter stem of each token as it is written."""
        return stems(self.tokens)

    @property
    def annotated(self) -> bool:
        """Whether the sentence has a parse, or an annotator that makes one when it is needed."""
        return self._given is not None or self._annotator is not None

    @cached_property
    def parse(self) -> Parse:
        """All columns of the parse; a SettingError if there is neither a parse nor an annotator."""
        if self._given is not None:
            return self._given
        if self._annotator is None:
            raise SettingError(
                "a sentence without a parse was asked for tags, lemmas, heads or entities: "
                "make it with Annotator().annotate(text)"
            )
        return self._annotator.annotate(self).parse

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """The Penn Treebank tag of each token."""
        return self.parse.tags

    @cached_property
    def coarse(self) -> tuple[str, ...]:
        """The Universal Dependencies tag of each token."""
        return self.parse.coarse

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """The lemma of each token, as the pipeline writes it."""
        return self.parse.lemmas

    @cached_property
    def lower_lemmas(self) -> tuple[str, ...]:
        """The lemmas in lower case."""
        return tuple(lemma.lower() for lemma in self.lemmas)

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """The index of the token that each token depends on; a root has its own."""
        return self.parse.heads

    @cached_property
    def relations(self) -> tuple[str, ...]:
        """The Universal Dependencies relation of each token to its head."""
        return self.parse.relations

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        """The names in the sentence, from left to right."""
        return self.parse.entities

    @cached_property
    def entity_labels(self) -> tuple[str, ...]:
        """For each token the label of its entity, or an empty string."""
        labels = [""] * len(self.tokens)
        for start, end, label in self.entities:
            labels[start:end] = [label] * (end - start)
        return tuple(labels)

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """The sentences that the text has, as ranges of tokens."""
        return self.parse.sentences

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """For each token what is compared of it, see `form_of`."""
        return tuple(form_of(token, tag, self.stemming) for token, tag in zip(self.tokens, self.tags, strict=True))

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each token the indices of the tokens that depend on it, from left to right."""
        found: list[list[int]] = [[] for _ in self.tokens]
        for place, head in enumerate(self.heads):
            if head != place:
                found[head].append(place)
        return tuple(map(tuple, found))

    def related(self, head: int, *relations: str) -> Iterator[int]:
        """The children of the token at `head` that have one of these relations, subtypes included."""
        for place in self.children[head]:
            relation = self.relations[place]
            if relation in relations or relation.partition(":")[0] in relations:
                yield place

    def has(self, head: int, *relations: str) -> bool:
        """Whether the token at `head` has a child with one of these relations."""
        return next(self.related(head, *relations), None) is not None

    def phrase(self, head: int) -> str:
        """The token at `head` with its determiners and modifiers, to be shown.

        Clauses and prepositional phrases are left out, so the words are those beside their head.
        """
        places = [place for place in self.related(head, *_SHOWN_BEFORE) if place < head]
        return " ".join(self.tokens[place] for place in (*places, head))

    def rows(self) -> Iterator[Annotation]:
        """The parse token by token."""
        columns = (self.tokens, self.tags, self.coarse, self.lemmas, self.heads, self.relations, self.entity_labels)
        return (Annotation(*row) for row in zip(*columns, strict=True))

    def __len__(self) -> int:
        return len(self.tokens)

    def __iter__(self) -> Iterator[str]:
        return iter(self.tokens)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        if self is other:
            return True
        own, others = ((one.raw, one.tokens, one.tokenizer, one.stemming, one.annotated) for one in (self, other))
        # An annotator says the same of the same tokens, so two sentences that wait for one need not be parsed.
        waiting = self._given is other._given and self._annotator is other._annotator
        return own == others and (waiting or self.parse == other.parse)

    def __hash__(self) -> int:
        return hash((self.raw, self.tokens))

    def to_dict(self) -> dict[str, Any]:
        """The sentence as plain JSON values; the columns of the parse are there if it has one."""
        found: dict[str, Any] = {
            "raw": self.raw,
            "tokenizer": self.tokenizer.signature(),
            "tokens": list(self.tokens),
            "spans": [list(span) for span in self.spans],
            "stems": list(self.stems),
        }
        if not self.annotated:
            return found
        return found | {
            "tags": list(self.tags),
            "coarse": list(self.coarse),
            "lemmas": list(self.lemmas),
            "heads": list(self.heads),
            "relations": list(self.relations),
            "entities": [{"start": start, "end": end, "label": label} for start, end, label in self.entities],
            "sentences": [list(sentence) for sentence in self.sentences],
        }

    def to_conllu(self) -> str:
        """The parse in CoNLL-U; entities are IOB labels in the last column, and a blank line ends a sentence."""
        return conllu(self)

    def _repr_html_(self) -> str:
        """With a parse a table with a column a token, without one the tokens in boxes."""
        return self._html_table() if self.annotated else self._html_boxes()

    def _html_boxes(self) -> str:
        boxes = (
            f'<code title="{html.escape(stem)}" style="border:1px solid #ccc;margin:1px">{html.escape(token)}</code>'
            for token, stem in zip(self.tokens, self.stems, strict=True)
        )
        return f"<div>{' '.join(boxes)}</div>"

    def _html_table(self) -> str:
        """Token, tag, lemma, relation and head, entity, one below the other."""
        lines: list[list[str]] = [[], [], [], [], []]
        for place, row in enumerate(self.rows()):
            relation = f"{row.relation} ← {self.tokens[row.head]}" if row.head != place else row.relation
            for line, value in zip(lines, (row.token, row.tag, row.lemma, relation, row.entity), strict=True):
                line.append(value)
        body = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in line)}</tr>" for line in lines)
        return f'<table style="border-collapse:collapse;text-align:center">{body}</table>'
