"""In which context each token of a sentence stands: may its word be widened or narrowed, is its clause said to be so?

    "Every  dog  that  barked  may  have  failed  to  see  a  cat"
            -1         -1                 1           -1      -1     polarity
                       0                  0           0       0      factuality

Polarity says which words may replace a word so that the sentence still follows: a more general one (1, upward), a more
specific one (-1, downward), or neither (0). Factuality says what the sentence says of the clause that a token is in: it
is so (1), it is not so (-1), or it is left open (0): "may", "if", "thinks that", a question. Both are found going down
the tree of the parse: each token takes over the context of its head, and the words between (negations, quantifiers,
verbs with a signature, conjunctions) change it. Within a clause, what stands before a negation and has not been said
to be under it stays outside its reach: "A dog did not bark" is upward in "dog".

The words are data, see `perpend.entailment.implications`. After MacCartney and Manning (2009), "An extended model of
natural logic", for polarity, and Nairn, Condoravdi and Karttunen (2006) for factuality.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import NamedTuple

from perpend.entailment.implications import (
    PLAIN,
    Marks,
    Matched,
    Signature,
    adjective_of,
    adverb_of,
    applied,
    implication_of,
    link_of,
    matched_phrases,
    modal_of,
    polarity_of,
    quantifier_marks,
    words_of,
)
from perpend.lexicon.wordnet.base_forms import base_form, bases_of
from perpend.text.sentence import Sentence, is_noun, is_verb

__all__ = [
    "Quantifier",
    "TokenContext",
    "contexts_of",
    "implication_of",
    "quantifier_of",
    "reasons_of",
]

_CLAUSES = frozenset(("root", "ccomp", "xcomp", "advcl", "acl", "csubj", "parataxis"))
_ARGUMENTS = frozenset(("nsubj", "csubj", "obj", "iobj", "obl", "expl", "nmod", "dep"))
_SUBJECTS = frozenset(("nsubj", "csubj", "expl"))
_FUNCTION = frozenset(("aux", "cop", "case", "mark", "punct", "cc", "det"))
_INNER = frozenset(("amod", "compound", "case", "mark", "fixed", "flat", "aux", "cop", "det"))
_OPENING, _CLOSING = frozenset(("``", "\u201c", '"')), frozenset(("''", "\u201d", '"'))
_NEGATION: Signature = (-1, 1)
_OPEN: Signature = (0, 0)
_NEAR = 5
_BEFORE_SUBJECTS = ("DT", "PRP", "NNP", "NN", "EX", "JJ", "CD")
_ENDS = frozenset((",", ";", ".", "and", "but", ":"))


@dataclass(frozen=True, slots=True)
class TokenContext:
    """The context of a token; a cue is the index of the token that decided, or -1.

    `polarity` is 1 if a more general word may stand there, -1 if a more specific one, 0 if neither. `factuality` is 1
    if the token's clause is said to be so, -1 if not so, 0 if it is left open.
    """

    polarity: int = 1
    factuality: int = 1
    polarity_cue: int = -1
    factuality_cue: int = -1

    def turned(self, sign: int, cue: int) -> "TokenContext":
        """Returns this context under an operator of polarity `sign`, the token `cue`."""
        return self if sign == 1 else replace(self, polarity=self.polarity * sign, polarity_cue=cue)

    def under(self, signature: Signature, cue: int) -> "TokenContext":
        """Returns this context under a word with `signature`, the token `cue`."""
        return replace(self, factuality=applied(signature, self.factuality), factuality_cue=cue)

    def left_open(self, cue: int) -> "TokenContext":
        """Returns this context with the factuality left open by the token `cue`."""
        return self.under(_OPEN, cue)


class Quantifier(NamedTuple):
    """A quantifier: its tokens [start, end), the index of the head of its noun phrase, its marks."""

    start: int
    end: int
    noun: int
    marks: Marks


class _Operator(NamedTuple):
    """A word that changes its clause: its index, the sign of its polarity, its signature; modals apply last."""

    place: int
    sign: int
    signature: Signature
    modal: bool = False


def contexts_of(sentence: Sentence) -> tuple[TokenContext, ...]:
    """Returns the context of each token of a parsed `sentence`, cached on it.

    >>> from perpend.text.annotate import Annotator
    >>> contexts_of(Annotator().annotate("Nobody failed to call"))[3].factuality
    1
    """
    return sentence.annotation("token contexts", lambda one: _Reading(one).contexts())


def quantifier_of(sentence: Sentence, place: int) -> Quantifier | None:
    """Returns the quantifier of the noun at `place` of a parsed `sentence`, or None."""
    return sentence.annotation("token readings", _Reading).quantifiers.get(place)


def reasons_of(sentence: Sentence, place: int) -> tuple[str, ...]:
    """Returns what set the context of the token at `place` of a parsed `sentence`, in words.

    >>> from perpend.text.annotate import Annotator
    >>> reasons_of(Annotator().annotate("He may sing"), 2)
    ("'may' leaves it open whether 'sing' is so",)
    """
    context, word = contexts_of(sentence)[place], sentence.tokens[place]
    found = []
    if context.polarity_cue >= 0:
        kind = {1: "wider", 0: "no other", -1: "narrower"}[context.polarity]
        found.append(
            f"'{sentence.tokens[context.polarity_cue]}' makes '{word}' a place where only {kind} words may stand"
        )
    if context.factuality_cue >= 0:
        cue = sentence.tokens[context.factuality_cue]
        says = {1: f"says that '{word}' is so", -1: f"says that '{word}' is not so"}
        found.append(f"'{cue}' {says.get(context.factuality, f'leaves it open whether {word!r} is so')}")
    return tuple(found)


class _Reading:
    """One pass over a sentence: its operators by the clause that they belong to, then contexts from the top down."""

    def __init__(self, sentence: Sentence) -> None:
        self.words = tuple(map(str.lower, sentence.tokens))
        self.tags, self.bases = sentence.tags, bases_of(sentence)
        count = len(self.words)
        self.heads = [head if 0 <= head < count else place for place, head in enumerate(sentence.heads)]
        self.relations = [relation.partition(":")[0] for relation in sentence.relations]
        self.passive = [relation.endswith(":pass") for relation in sentence.relations]
        self.sentences = sentence.sentences
        self.children: list[list[int]] = [[] for _ in self.words]
        for place, head in enumerate(self.heads):
            if head != place:
                self.children[head].append(place)
        self.is_clause = [self._is_clause(place) for place in range(count)]
        self.covered: set[int] = set()
        self.skipped: set[int] = set()
        self.quantifiers: dict[int, Quantifier] = {}
        self.operators: defaultdict[int, list[_Operator]] = defaultdict(list)
        self.local: dict[int, list[_Operator]] = defaultdict(list)
        self.found: list[TokenContext | None] = [None] * count
        self._read_phrases()
        self._read_words()

    # What is where.

    def _has(self, place: int, *relations: str) -> bool:
        return any(self.relations[child] in relations for child in self.children[place])

    def _is_clause(self, place: int) -> bool:
        relation = self.relations[place]
        if self.heads[place] == place or relation in _CLAUSES:
            return True
        if relation in _INNER:
            return False
        return is_verb(self.tags[place]) or self._has(place, "nsubj", "cop", "aux")

    def _home(self, place: int) -> int:
        """The head of the clause that the token at `place` is in."""
        for _ in range(len(self.words)):
            if self.is_clause[place] or self.heads[place] == place:
                break
            place = self.heads[place]
        return place

    def _read_phrases(self) -> None:
        for phrase in matched_phrases(self.words, self.tags):
            if phrase.kind == "exception":
                self.skipped.update(range(phrase.start, phrase.end))
            elif phrase.kind == "quantifier":
                self._quantifier(phrase)
            elif phrase.kind == "negator" and phrase.start not in self.covered:
                self._negator(phrase)
            elif phrase.kind == "downward":
                self._operator(phrase, _Operator(phrase.start, -1, PLAIN))
            elif phrase.kind == "adverb":
                self._adverb(phrase)

    def _read_words(self) -> None:
        for place, word in enumerate(self.words):
            if self.tags[place] == "MD" or self.relations[place] == "aux":
                signature = modal_of(word)
                if signature and self.tags[place] == "MD":
                    self.operators[self._home(place)].append(_Operator(place, 1, signature, modal=True))
            elif word == "only" and place not in self.covered | self.skipped:
                self._only(place)

    def _operator(self, phrase: Matched, operator: _Operator) -> None:
        self.operators[self._home(phrase.start)].append(operator)

    def _adverb(self, phrase: Matched) -> None:
        signature = adverb_of(phrase.entry)
        if signature is None or signature == PLAIN or self.tags[phrase.start].startswith("JJ"):
            return
        head = self.heads[phrase.start]
        if not self.is_clause[head] and self.relations[head] == "amod":
            self.local[head].append(_Operator(phrase.start, 1, signature))
        elif self.is_clause[head] or signature == _OPEN:
            self._operator(phrase, _Operator(phrase.start, 1, signature, modal=True))

    def _only(self, place: int) -> None:
        head = self.heads[place]
        if self.is_clause[head]:
            self.local[head].append(_Operator(place, 0, PLAIN))
        elif self.relations[head] in _ARGUMENTS and self.relations[place] == "advmod":
            self.quantifiers.setdefault(head, Quantifier(place, place + 1, head, Marks(1, 0)))

    def _negator(self, phrase: Matched) -> None:
        place, head = phrase.start, self.heads[phrase.start]
        operator = _Operator(place, -1, _NEGATION)
        after = self.words[phrase.end : phrase.end + 1]
        if phrase.entry == "not" and after and after[0] in words_of("after_not"):
            self.operators[self._home(phrase.end)].append(operator)
        elif phrase.entry == "neither" and not self.is_clause[head] and self.relations[head] in _ARGUMENTS:
            self.quantifiers[head] = Quantifier(place, place + 1, head, Marks(-1, -1, negative=True))
        elif phrase.entry in ("nor", "neither") and not self.is_clause[head]:
            return
        elif self._is_local(place, head):
            self.local[head].append(operator)
        else:
            self._operator(phrase, operator)

    def _is_local(self, place: int, head: int) -> bool:
        """Whether a negation denies a noun or an adjective only: "tea, not coffee"; "a not very good film"."""
        if self.is_clause[head] or self.words[place] != "not":
            return False
        return self.relations[head] in ("conj", "amod", "appos") and head > place

    def _quantifier(self, phrase: Matched) -> None:
        marks = quantifier_marks(phrase.entry)
        noun = self._noun(phrase)
        if marks is None or noun < 0 or self._is_answer(phrase):
            return
        self.covered.update(range(phrase.start, phrase.end))
        known = self.quantifiers.get(noun)
        if known is None or known.marks[:2] == (1, 1):
            self.quantifiers[noun] = Quantifier(phrase.start, phrase.end, noun, marks)

    def _noun(self, phrase: Matched) -> int:
        """The noun of a quantifier, or the quantifier itself where it is a noun phrase; -1 if there is neither."""
        last = phrase.end - 1
        partitive = self.words[phrase.end : phrase.end + 1] == ("of",) and self.is_clause[self.heads[last]]
        if partitive and (self.heads[last] > last or self.relations[last] in _ARGUMENTS):
            return last
        for place in (last, phrase.start):
            head = self.heads[place]
            if (
                self.relations[place] in ("det", "nummod", "amod", "advmod")
                and is_noun(self.tags[head])
                and head > place
            ):
                return head
        if self.relations[last] in ("nsubj", "obj", "iobj", "obl", "root", "conj", "nmod") and self.tags[last] != "IN":
            return last
        for place in range(phrase.end, min(phrase.end + 5, len(self.words))):
            if is_noun(self.tags[place]) and not is_noun("".join(self.tags[place + 1 : place + 2])):
                return place
            if is_verb(self.tags[place]) or not self.words[place].isalnum():
                break
        return -1

    def _is_answer(self, phrase: Matched) -> bool:
        """Whether a "no" is an answer or a label: "No, he left", "No 6 is red"."""
        after = phrase.end
        if phrase.entry != "no":
            return False
        if after >= len(self.words) or not self.words[after][0].isalnum():
            return True
        return self.tags[after] == "CD" and not any(map(is_noun, self.tags[after + 1 : after + 2]))

    # From the top down.

    def contexts(self) -> tuple[TokenContext, ...]:
        """The context of each token."""
        for place, head in enumerate(self.heads):
            if head == place:
                self._descend(place, self._top(place))
        for place, context in enumerate(self.found):
            if context is None:  # the heads go round in a circle
                self._descend(place, TokenContext())
        found = [context or TokenContext() for context in self.found]
        self._read_in_order(found)
        return tuple(found)

    def _read_in_order(self, found: list[TokenContext]) -> None:
        """Mends what a wrong parse hides: words between a quantifier and its noun, and a condition at the start."""
        for quantifier in self.quantifiers.values():
            if 0 <= quantifier.end < quantifier.noun and quantifier.noun - quantifier.end < _NEAR:
                for place in range(quantifier.end, quantifier.noun):
                    found[place] = replace(found[place], polarity=found[quantifier.noun].polarity)
        for place, word in enumerate(self.words):
            if word == "that":
                self._read_that(place, found)
        for start, end in self.sentences:
            opens = start < end and self.words[start] in ("if", "unless")
            if opens and self.heads[start] != start and self.relations[self.heads[start]] == "root":
                comma = next((place for place in range(start, end) if self.words[place] == ","), end)
                for place in range(start, end):
                    within = place < comma
                    turned = found[place].turned(-1, start) if within else found[place]
                    found[place] = turned.left_open(start)

    def _read_that(self, place: int, found: list[TokenContext]) -> None:
        """Mends what follows "that" where the parser took it for a relative: "told a paper that he had left"."""
        after = self.tags[place + 1 : place + 2]
        if not after or not after[0].startswith(_BEFORE_SUBJECTS):
            return
        for above in range(place - 1, max(place - _NEAR, -1), -1):
            signature = implication_of(self._lemmas(above)[0], "that")
            if above in self.skipped:
                return
            if signature and (is_verb(self.tags[above]) or is_noun(self.tags[above])):
                if signature[0] > 0:
                    return
                for later in range(place + 1, len(self.words)):
                    if self.words[later] in _ENDS:
                        return
                    if found[later].factuality == 1 and found[later].factuality_cue < 0:
                        found[later] = found[later].under(signature, above)
                return
            if not self.words[above][0].isalnum():
                return

    def _top(self, root: int) -> TokenContext:
        """The context of a whole sentence: open if it is a question or a command."""
        context = TokenContext()
        start, end = next((one for one in self.sentences if one[0] <= root < one[1]), (root, root + 1))
        for place in range(end - 1, max(start, end - 4) - 1, -1):
            if self.words[place] == "?":
                return context.left_open(place)
        if self.tags[root] == "VB" and not self._has(root, "nsubj", "csubj", "expl", "aux"):
            return context.left_open(root)
        return context

    def _descend(self, root: int, context: TokenContext) -> None:
        waiting = [(root, context)]
        while waiting:
            place, given = waiting.pop()
            if self.found[place] is not None:
                continue
            for operator in self.local.get(place, ()):
                given = given.turned(operator.sign, operator.place)
                if operator.signature != PLAIN:
                    given = given.under(operator.signature, operator.place)
            spread = self._clause if self.is_clause[place] else self._phrase
            waiting.extend(one for one in spread(place, given) if self.found[one[0]] is None)

    def _phrase(self, place: int, given: TokenContext) -> list[tuple[int, TokenContext]]:
        """The contexts of a noun, an adjective or the like, and of what hangs on it."""
        given = self._modified(place, given)
        self.found[place] = given
        return [(child, self._below(place, child, given)) for child in self.children[place]]

    def _modified(self, place: int, given: TokenContext) -> TokenContext:
        """The context of a noun under its adjectives: "fake", "alleged", "the tallest"."""
        for child in self.children[place]:
            if self.relations[child] not in ("amod", "compound") or child in self.covered:
                continue
            sign = adjective_of(self.words[child])
            if sign is not None:
                given = replace(given, factuality=sign, factuality_cue=child)
            if self._is_superlative(child):
                given = given.turned(0, child)
        return given

    def _is_superlative(self, place: int) -> bool:
        word = self.words[place]
        if self.tags[place] in ("JJS", "RBS") or word in words_of("superlatives"):
            return True
        return word.endswith("est") and base_form(word, "JJS", word) != word

    def _clause(self, place: int, given: TokenContext) -> list[tuple[int, TokenContext]]:
        """The contexts of a predicate and of what hangs on it, from left to right."""
        given = self._conditional(place, given)
        operators = self.operators.get(place, ())
        quantified = {child: self.quantifiers[child] for child in self.children[place] if self._acts(child)}
        own = self.quantifiers.get(place)
        deniers = [one for one in operators if not one.modal]
        deniers += [_denial(one) for one in (*quantified.values(), *((own,) if own else ())) if one.marks.negative]
        fact = _said(given, deniers, [one for one in operators if one.modal])
        running, states = given, {}
        subject: TokenContext | None = None
        turns = {one.place: one for one in operators if one.sign != 1}
        for child in sorted({*self.children[place], *turns, place}):
            if child in turns:
                running = running.turned(turns[child].sign, child)
            if child == place and own:
                running = running.turned(own.marks.restrictor, own.start)
            states[child] = running
            if child in quantified:
                marks, cue = quantified[child].marks, quantified[child].start
                running = running.turned(marks.scope, cue)
            if self.relations[child] in _SUBJECTS and child < place:
                subject = running
        own_context = replace(running, factuality=fact.factuality, factuality_cue=fact.factuality_cue)
        self.found[place] = self._modified(place, own_context) if is_noun(self.tags[place]) else own_context
        shared = _said(subject or given, [one for one in deniers if self._is_subject(one.place, place)], [])
        contexts = _Clause(given, shared, fact, self.found[place] or given)
        return [(child, self._of_clause(place, child, states[child], contexts)) for child in self.children[place]]

    def _is_subject(self, cue: int, place: int) -> bool:
        """Whether an operator stands in the subject of the clause at `place`, so that joined verbs share it."""
        return any(
            self.relations[child] in _SUBJECTS and self.quantifiers[child].start == cue
            for child in self.children[place]
            if child in self.quantifiers
        )

    def _acts(self, child: int) -> bool:
        """Whether the quantifier of an argument acts on its clause."""
        if child not in self.quantifiers:
            return False
        if self.relations[child] not in _ARGUMENTS:
            return self.words[child + 1 : child + 2] == ("of",)
        return not any(self.words[one] in words_of("inner") for one in self._linking(child))

    def _linking(self, place: int) -> list[int]:
        return [
            child
            for child in self.children[place]
            if self.relations[child] in ("case", "mark", "cc", "advmod") and child not in self.covered | self.skipped
        ]

    def _conditional(self, place: int, given: TokenContext) -> TokenContext:
        """The context of a clause that holds on a condition: "if it rains, we stay"."""
        for child in self.children[place]:
            if self.relations[child] != "advcl":
                continue
            for mark in self._linking(child):
                before = " ".join(self.words[max(0, mark - 1) : mark + 1])
                if self.words[mark] in words_of("conditions") and before not in words_of("no_condition"):
                    return given.left_open(mark)
        return given

    def _of_clause(self, place: int, child: int, state: TokenContext, clause: "_Clause") -> TokenContext:
        """The context that a child of a clause starts from."""
        relation = self.relations[child]
        full = replace(state, factuality=clause.fact.factuality, factuality_cue=clause.fact.factuality_cue)
        if relation == "conj" and self.is_clause[child]:
            return self._joined(place, child, clause)
        if relation == "parataxis":
            return clause.given
        if relation in _FUNCTION or relation == "advmod":
            return full
        return self._below(place, child, full)

    def _joined(self, place: int, child: int, clause: "_Clause") -> TokenContext:
        """The context of a verb that is joined to another: it shares what stands before both."""
        joins = {self.words[one] for one in self.children[child] if self.relations[one] == "cc"}
        if self._has(child, "nsubj", "csubj", "expl"):
            context = clause.given
        elif (
            self._has(child, "aux", "cop")
            or (self.tags[child] != self.tags[place] and "or" not in joins)
            or "but" in joins
            or ("and" in joins and self.tags[child] in ("VBD", "VBZ", "VBP"))
        ):
            context = clause.shared
        else:
            context = clause.whole
        if "nor" in joins and context.factuality == clause.whole.factuality == -1:
            return context
        if "or" in joins and context.factuality > 0:
            return context.left_open(next(one for one in self.children[child] if self.words[one] == "or"))
        return context

    # One step down.

    def _below(self, place: int, child: int, state: TokenContext) -> TokenContext:
        """The context of a child with a link, a quantifier or a verb of signature between it and its head."""
        relation = self.relations[child]
        if relation in ("conj", "appos"):
            return self._alternative(child, state)
        linked = self._linked(child, state)
        if linked is not None:
            return self._quantified(child, linked)
        if relation == "acl" and is_noun(self.tags[place]) and not self._is_infinitive(child):
            return self._relative(place, state)
        if relation in ("xcomp", "ccomp", "csubj", "advcl", "acl") and self.is_clause[child]:
            return self._complement(place, child, state)
        if relation in ("obj", "nmod", "obl") or self.passive[child]:
            state = self._object(place, child, state)
        return self._quantified(child, state)

    def _alternative(self, child: int, state: TokenContext) -> TokenContext:
        for one in self.children[child]:
            if self.words[one] == "or" and self.relations[one] == "cc" and state.factuality > 0:
                return state.left_open(one)
        return state

    def _quantified(self, child: int, state: TokenContext) -> TokenContext:
        quantifier = self.quantifiers.get(child)
        if quantifier is None:
            return state
        marks, cue = quantifier.marks, quantifier.start
        if marks.free:
            sign = -abs(state.polarity)
            return state if sign == state.polarity else replace(state, polarity=sign, polarity_cue=cue)
        state = state.turned(marks.restrictor, cue)
        if marks.negative and not self._acts(child):
            return state.under(_NEGATION, cue)
        return state

    def _linked(self, child: int, state: TokenContext) -> TokenContext | None:
        """The context under a conjunction or preposition such as "if", "without", "than"; None if there is none."""
        for mark in self._linking(child):
            link = link_of(self.words[mark])
            if link is None or not (link.phrases or link.polarity != 1 or self.is_clause[child]):
                continue
            if self.words[mark] in ("if", "whether") and self.relations[child] == "ccomp":
                link = link_of("whether") or link
            if link.phrases or self.is_clause[child]:
                state = state.under(link.signature, mark)
            return state.turned(link.polarity, mark)
        return None

    def _relative(self, place: int, state: TokenContext) -> TokenContext:
        """The context of a relative clause or participle: so if its noun is there, open under "every" and "no"."""
        quantifier = self.quantifiers.get(place)
        if self._has(self.heads[place], "expl"):  # "there is no man playing" says that none plays
            return state
        if quantifier and quantifier.marks.restrictor < 0:
            return replace(state, factuality=0, factuality_cue=quantifier.start)
        if self._is_definite(place):
            return replace(state, factuality=1, factuality_cue=-1)
        return state

    def _is_definite(self, noun: int) -> bool:
        return self.tags[noun].startswith("NNP") or any(
            self.words[child] in words_of("definite") for child in self.children[noun]
        )

    def _is_infinitive(self, child: int) -> bool:
        return any(self.tags[one] == "TO" or self.words[one] == "to" for one in self.children[child] if one < child)

    def _complement(self, place: int, child: int, state: TokenContext) -> TokenContext:
        kind = self._kind(child)
        for one in self.children[place]:
            if kind == "to" and self.words[one] == "too" and one < child:
                return state.under((-1, 0), one).turned(-1, one)
            if kind == "to" and self.words[one] == "enough":
                return state.under((0, -1), one)
        for base in self._lemmas(place):
            signature = implication_of(base, kind)
            if signature is None and kind == "bare":
                signature = implication_of(base, kind := "to")
            if signature:
                return state.under(signature, place).turned(polarity_of(base, kind), place)
        if kind == "to" or (kind == "that" and self.relations[child] in ("ccomp", "acl")):
            return state.left_open(place)
        return state

    def _lemmas(self, place: int) -> tuple[str, ...]:
        """The lemma of a word, and of a participle that is tagged as an adjective its verb: "was forced to"."""
        word = self.words[place]
        if word == "going":
            return ("going", "go")
        return (self.bases[place], word, base_form(word, "VBN", word))

    def _kind(self, child: int) -> str:
        """The kind of complement that a clause is, one of COMPLEMENTS."""
        if self._is_infinitive(child):
            return "to"
        if self.tags[child] == "VBG" and not self._has(child, "aux"):
            return "ing"
        if self._has(child, "nsubj", "mark", "aux", "cop", "expl") or self.relations[child] in ("ccomp", "acl"):
            return "that"
        return "bare" if self.tags[child] == "VB" else "np"

    def _object(self, place: int, child: int, state: TokenContext) -> TokenContext:
        """The context of a noun under a verb or noun that says something of it: "avoid", "lack of"."""
        if self.tags[child] == "VBG" and self.relations[child] == "obj":
            return self._complement(place, child, state)
        if not is_noun(self.tags[child]) or self._has(place, "xcomp", "ccomp", "advcl") or self.tags[child] == "NNP":
            return state
        if self.relations[child] in ("nmod", "obl") and not any(
            self.words[one] in ("of", "for") for one in self._linking(child)
        ):
            return state
        for base in self._lemmas(place):
            signature = implication_of(base, "np")
            if signature:
                return state.under(signature, place).turned(polarity_of(base, "np"), place)
        return state


class _Clause(NamedTuple):
    """The contexts of a clause: from outside, with its subject, with its factuality, with everything."""

    given: TokenContext
    shared: TokenContext
    fact: TokenContext
    whole: TokenContext


def _denial(quantifier: Quantifier) -> _Operator:
    return _Operator(quantifier.start, 1, _NEGATION)


def _said(given: TokenContext, deniers: list[_Operator], modals: list[_Operator]) -> TokenContext:
    """The factuality of a clause: the denials first, as "cannot" says that it is not so, then modals and adverbs."""
    for operator in (*deniers, *modals):
        if operator.signature != PLAIN or operator.modal:
            given = given.under(operator.signature, operator.place)
    return given
