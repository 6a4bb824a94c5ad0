"""`Sentence`: a string with its tokens and, on demand, the annotations of each token.

    Sentence.of("Dogs bark.")
      .raw      "Dogs bark."
      .tokens   ("dogs", "bark", ".")
      .spans    ((0, 4), (5, 9), (9, 10))       where each token was in raw
      .stems    ("dog", "bark", ".")

    Annotator().annotate("Dogs bark.")          the same with a parse: tags, lemmas, heads, relations, entities
      .tokens   ("Dogs", "bark", ".")
      .tags     ("NNS", "VBP", ".")
      .heads    (1, 1, 1)
      .forms    ("dog", "bark", ".")            lower-cased, nouns and verbs stemmed, for comparing

The tokens are computed at once, everything else on first use, and kept. A sentence made with an annotator
(`Sentence.of(raw, "penn", annotator=Annotator())`) is parsed on the first use of a tag, lemma, head or the like; many
sentences are parsed much faster together, by `Annotator.annotate_many`. Without a parse or an annotator these fields
raise SettingError.

A sentence is a hashable value: two are equal if string, tokens, tokeniser, stemming and parse are equal. The text may
have several sentences, see `sentences`; an empty or blank string has no tokens.

Other modules cache what they compute for a sentence on it, through `annotation`:

    def bags(sentence):
        return sentence.annotation("bags", Bags.of)

Forms are in lower case. By default nouns and verbs are stemmed and all other words are not: Finch, Hwang and Sumita
(2005) found that this helps where stemming every word does harm. `stemmed` selects one of the other two ways.
"""

import html
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol, TypeVar, cast

from perpend.arguments import text_of, texts_of
from perpend.errors import SettingError, unknown_name
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
    """Returns whether the Penn `tag` is that of a noun, names included."""
    return tag.startswith("NN")


def is_verb(tag: str) -> bool:
    """Returns whether the Penn `tag` is that of a verb other than a modal."""
    return tag.startswith("VB")


def form_of(token: str, tag: str, stemming: str = NOUNS_AND_VERBS) -> str:
    """Returns `token` as it is compared: in lower case, and stemmed if `stemming` (one of STEMMING) stems its `tag`.

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
    """Parses a sentence on demand: an `Annotator`."""

    def annotate(self, text: "str | Sentence") -> "Sentence":
        """Returns `text` as a sentence with its parse."""


@dataclass(frozen=True, eq=False)
class Sentence:
    """A string `raw`, its `tokens`, and annotations that are computed on first use.

    `tokenizer` made the tokens; `stemming`, one of STEMMING, decides which words are stemmed in `forms`.

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
        """Returns the sentence of the string `raw`.

        `tokenizer` is "terp", "penn" or any `Tokenizer`; `annotator` parses the sentence on the first use of its parse.
        Raises InputError if `raw` is not a string.
        """
        text_of(raw)
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
        """Returns the sentence of hand-tagged `tokens` with their Penn `tags`; `raw` is the tokens joined by blanks.

        Without `lemmas` the tokens are their own lemmas; without `heads` each token is its own head; without
        `relations` they are empty strings. `entities` are ranges of tokens. Coarse tags are empty, and all tokens are
        one sentence.

        >>> Sentence.tagged(["The", "dogs", "barked"], ["DT", "NNS", "VBD"]).forms
        ('the', 'dog', 'bark')
        """
        tokens, tags = texts_of(tokens, "tokens"), texts_of(tags, "tags")
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
        """Returns the same tokens with `parse`; raises InputError if its columns have another length."""
        parse.check(len(self.tokens))
        return Sentence(self.raw, self.tokens, self.tokenizer, self.stemming, parse)

    def stemmed(self, stemming: str) -> "Sentence":
        """Returns the same sentence with `forms` by another `stemming`, one of STEMMING."""
        _check_stemming(stemming)
        if stemming == self.stemming:
            return self
        return replace(self, stemming=stemming, _given=self.parse if self.annotated else None)

    def annotation(self, name: Hashable, compute: "Callable[[Sentence], T]") -> T:
        """Returns `compute(self)`, computed once and cached under `name`.

        The result must depend on the sentence and on `name` only; if it depends on a resource, `name` contains that
        resource, as in ("vectors", word_vectors).
        """
        remembered = self._remembered
        if name not in remembered:
            remembered[name] = compute(self)
        return cast(T, remembered[name])

    def forget(self) -> None:
        """Clears the cache of `annotation` to free memory; what it held is computed again on demand."""
        self._remembered.clear()

    def tokens_by(self, tokenizer: str | Tokenizer) -> tuple[str, ...]:
        """Returns the tokens of `raw` by another `tokenizer`, a name or a `Tokenizer`; computed once.

        >>> Sentence.of("It isn't.", "penn").tokens_by("terp")
        ('it', "isn't", '.')
        """
        tokenizer = tokenizer_of(tokenizer)
        if tokenizer == self.tokenizer:
            return self.tokens
        return self.annotation(("tokens", tokenizer), lambda sentence: tokenizer.tokens(sentence.raw))

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The range [start, end) of `raw` for each token."""
        return self.tokenizer.spans(self.raw)

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """The Porter stem of each token as it is written."""
        return stems(self.tokens)

    @property
    def annotated(self) -> bool:
        """Whether the sentence has a parse, or an annotator that makes one on demand."""
        return self._given is not None or self._annotator is not None

    @cached_property
    def parse(self) -> Parse:
        """All columns of the parse; raises SettingError if there is neither a parse nor an annotator."""
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
        """The index of the token that each token depends on; a root has its own index."""
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
        """The entity label of each token, or an empty string."""
        labels = [""] * len(self.tokens)
        for start, end, label in self.entities:
            labels[start:end] = [label] * (end - start)
        return tuple(labels)

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """The sentences of the text, as ranges of tokens."""
        return self.parse.sentences

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The form of each token that is compared, see `form_of`."""
        return tuple(form_of(token, tag, self.stemming) for token, tag in zip(self.tokens, self.tags, strict=True))

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The indices of the tokens that depend on each token, from left to right."""
        found: list[list[int]] = [[] for _ in self.tokens]
        for place, head in enumerate(self.heads):
            if head != place:
                found[head].append(place)
        return tuple(map(tuple, found))

    def related(self, head: int, *relations: str) -> Iterator[int]:
        """Yields the children of the token at `head` that have one of `relations`, subtypes included."""
        for place in self.children[head]:
            relation = self.relations[place]
            if relation in relations or relation.partition(":")[0] in relations:
                yield place

    def has(self, head: int, *relations: str) -> bool:
        """Returns whether the token at `head` has a child with one of `relations`."""
        return next(self.related(head, *relations), None) is not None

    def phrase(self, head: int) -> str:
        """Returns the token at `head` with its determiners and modifiers, for display.

        Clauses and prepositional phrases are left out, so that the words are next to their head.
        """
        places = [place for place in self.related(head, *_SHOWN_BEFORE) if place < head]
        return " ".join(self.tokens[place] for place in (*places, head))

    def rows(self) -> Iterator[Annotation]:
        """Yields the annotations of each token."""
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
        # An annotator gives the same parse for the same tokens, so two unparsed sentences need not be parsed.
        waiting = self._given is other._given and self._annotator is other._annotator
        return own == others and (waiting or self.parse == other.parse)

    def __hash__(self) -> int:
        return hash((self.raw, self.tokens))

    def to_dict(self) -> dict[str, Any]:
        """Returns the sentence as JSON values; the columns of the parse are included if it has one."""
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
        """Returns the parse in CoNLL-U; the last column has entities as IOB labels, a blank line ends a sentence."""
        return conllu(self)

    def _repr_html_(self) -> str:
        """Returns a table with one column per token if there is a parse, else the tokens in boxes."""
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
