"""The clauses of a sentence: which word does what, found from the kinds of words alone, without a parser.

    clauses_of(("anna", "hired", "ben", "after", "he", "moved", "."))
        .kinds      "NVNSOV."      one letter a token, see `perpend.features.word_kinds`
        .clause     the number of the clause of each token
        .slots      {0: {("subject", 1)}, 2: {("object", 1)}, 4: {("subject", 5)}, 5: {("after", -1)}, ...}

A slot is a role and the token that it depends on, or -1:

- "subject" and "object" of a verb, and the preposition of a phrase with the verb of its clause;
- "of" and its noun, for "Anna's car" too; "part" for a word before the noun that it describes, which has the slots of
  its noun too;
- "than" for the second side of a comparison, and "compared" for what stands on the first;
- for verbs the word that begins their clause, or "main".

The voice is undone: the subject of a passive verb is its object, a phrase with "by" its subject; who is given something
stands in the slot "to"."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from perpend.features.word_kinds import KindOfWord, kind_of_word, kinds_in, lexicon, pronoun_of

__all__ = ["Clauses", "clauses_of"]

Slot = tuple[str, int]

_SENTENCES = 1 << 12
_ENDS = frozenset('.!?;:,()"')
_FILLERS = frozenset(("one", "ones"))
_POINTERS = frozenset(("this", "that", "these", "those"))
_DEGREES = frozenset(("more", "less", "fewer"))


class Clauses(NamedTuple):
    """The classes of words, clauses and slots of a sentence; see the module."""

    kinds: str
    clause: tuple[int, ...]
    slots: Mapping[int, frozenset[Slot]]


@lru_cache(maxsize=_SENTENCES)
def clauses_of(forms: tuple[str, ...]) -> Clauses:
    """Returns the clauses of the words `forms`, in their compared form; results for recent sentences are kept."""
    kinds = kinds_in(forms)
    reader = _Reader(forms, [kind_of_word(form) for form in forms], kinds)
    reader.run()
    slots = {place: frozenset(found) for place, found in reader.slots.items()}
    return Clauses(kinds, tuple(reader.clause), slots)


class _Reader:
    """One pass over the tokens, which keeps what waits for a verb and what the last verb still takes."""

    def __init__(self, forms: Sequence[str], words: Sequence[KindOfWord], kinds: Sequence[str]) -> None:
        self.forms, self.words, self.kinds = forms, words, kinds
        self.slots: defaultdict[int, set[Slot]] = defaultdict(set)
        self.clause: list[int] = []
        self.number = 0
        self.parts: list[tuple[int, int]] = []
        self._main: list[int] = []
        self._begin("")

    def _begin(self, marker: str) -> None:
        """Begins a clause; `marker` is the subordinator."""
        self.marker = marker
        self.outer: list[int] = []
        self.waiting: list[int] = []
        self.led: list[tuple[str, int, int]] = []
        self.verb = self.noun = -1
        self.passive = False
        self.objects: list[list[int]] = []
        self.role, self.governor = "", -1
        self.compared = self.joined = False

    def run(self) -> None:
        """Reads all tokens."""
        place = 0
        while place < len(self.kinds):
            kind = self.kinds[place]
            end = place + 1
            if kind in "DNO" and not (kind == "O" and self.forms[place] == "there"):
                end = self._chunk(place)
            elif kind in "VB":
                self._verb(place)
            elif kind in "PTX":
                self._leads(place)
            elif kind in "SWC" or self.forms[place] in _ENDS:
                self._boundary(place)
            self.clause.extend([self.number] * (end - place))
            place = end
        self._finish()
        for part, head in self.parts:
            self.slots[part] |= {slot for slot in self.slots[head] if slot[0] != "part"}

    def _chunk(self, start: int) -> int:
        """A noun phrase: its head gets a slot, the words before it are its parts. Returns its end."""
        end, kinds = start + 1, self.kinds
        if kinds[start] != "O":
            while end < len(kinds) and self._goes_on(end):
                end += 1
        members, head = list(range(start, end)), end - 1
        while head > start and (kinds[head] != "N" or (self.forms[head] in _FILLERS and kinds[head - 1] == "N")):
            head -= 1
        owner = False
        for place in reversed(members):
            if kinds[place] == "G":
                owner = True
            elif place < head and (kinds[place] == "N" or self.forms[place] in _POINTERS):
                self.slots[place].add(("of" if owner else "part", head))
                self.parts.append((place, head))
                owner = False
            elif place < head and pronoun_of(self.forms[place]):
                self.slots[place].add(("of", head))
        self._take(head)
        self.noun = head
        return end

    def _goes_on(self, place: int) -> bool:
        """Whether the noun phrase before this word goes on with it: not with "20" in "owes Nina 20 dollars"."""
        kind, before = self.kinds[place], self.kinds[place - 1]
        if kind == "D":
            return before in "DG" or self.forms[place] in _DEGREES
        after = self.kinds[place + 1] if place + 1 < len(self.kinds) else "."
        apart = self.words[place].number and before == "N" and after == "N" and not self.words[place - 1].number
        return kind in "NG" and not apart

    def _take(self, head: int) -> None:
        """Gives a noun its slot, or lets it wait for a verb."""
        if self.role == "of":
            self.slots[head].add(("of", self.governor))
        elif self.compared:
            self.slots[head].add(("than", self.verb))
        elif self.role:
            self.led.append((self.role, head, self.noun))
        elif self.verb < 0:
            self.waiting = [*self.waiting, head] if self.joined else [head]
        elif self.joined and self.objects:
            self.objects[-1].append(head)
        else:
            self.objects.append([head])
        self.role, self.joined = "", False

    def _leads(self, place: int) -> None:
        """A preposition or "than": the role of what follows; the first of several counts, "of" belongs to its noun."""
        form = self.forms[place]
        if self.kinds[place] == "X":
            self.compared = True
        elif form == "by":
            self.role, self.governor = form, -1
        elif self.kinds[place - 1 : place] and self.kinds[place - 1] == "P":
            pass
        elif form == "of" and self.noun == place - 1 >= 0:
            self.role, self.governor = "of", self.noun
        else:
            self.role, self.governor = form, -1
        self.joined = False

    def _verb(self, place: int) -> None:
        """A verb: a form of "be" before another verb is its auxiliary."""
        auxiliary = self.verb >= 0 and self.kinds[self.verb] == "B" and self.kinds[place] == "V" and not self.objects
        if auxiliary:
            subjects = [one for one, found in self.slots.items() if ("subject", self.verb) in found]
            for one in subjects:
                self.slots[one].discard(("subject", self.verb))
            self.passive = self.words[place].past
        else:
            if self.verb >= 0:
                self._close()
            subjects = self._subjects()
            self.passive = self.compared = False
        for one in subjects:
            self.slots[one].add(("object" if self.passive else "subject", place))
        if self.marker:
            self.slots[place].add((self.marker, -1))
        else:
            self.slots[place].add(("main", -1))
        self.verb, self.role, self.joined = place, "", False

    def _subjects(self) -> list[int]:
        """What waits for a verb; else the subject of the verb before ("sings and dances", "wants to go")."""
        if self.waiting:
            found, self.waiting = self.waiting, []
            self._main = found
            return found
        return self._main if self.verb >= 0 or self.marker == "" else []

    def _close(self) -> None:
        """Gives the nouns after a verb, and those after prepositions, their slots."""
        verb = self.verb
        giving = verb >= 0 and not self.words[verb].verbs.isdisjoint(lexicon()["verbs"]["giving"])
        if self.passive and giving and self.objects:
            for one, found in self.slots.items():
                if ("object", verb) in found:
                    self.slots[one] = (found - {("object", verb)}) | {("to", verb)}
        roles = ["to", "object"] if giving and len(self.objects) > 1 else ["object", "second"]
        for role, group in zip(roles, self.objects, strict=False):
            for one in group:
                self.slots[one].add((role, verb))
        roles = [role for role, _, _ in self.led]
        for role, one, noun in self.led:
            if roles.count(role) > 1 and noun >= 0:
                self.slots[one].add((role, noun))
            else:
                self.slots[one].add(("subject" if role == "by" and self.passive else role, verb))
        if self.compared:
            for found in self.slots.values():
                if any(on == verb for _, on in found) and ("than", verb) not in found:
                    found.add(("compared", verb))
        self.objects, self.led = [], []

    def _boundary(self, place: int) -> None:
        """A sign or a word between clauses or between the parts of a list."""
        kind, form = self.kinds[place], self.forms[place]
        after = self.kinds[place + 1] if place + 1 < len(self.kinds) else "."
        if form == "," and after == "W":
            return
        if kind == "C" or form == ",":
            if after in "DNOG" and (self._joins_subjects(place) or not self._has_verb_ahead(place + 1)):
                self.joined = True
                return
            if kind == "C" and after in "VBMH":
                return
            outer = self.outer
            self._finish()
            self._next("")
            self.waiting = outer
        elif kind == "W":
            head, outer = self.noun, self.waiting
            self.waiting = []
            self._finish()
            self._next("who")
            self.outer = outer
            if head >= 0 and after in "VBMHA":
                self.waiting = [head]
        else:
            self._finish()
            self._next(form if kind == "S" else "")
        self.noun = -1

    def _next(self, marker: str) -> None:
        self.number += 1
        self._begin(marker)

    def _joins_subjects(self, place: int) -> bool:
        """Whether "and" stands between two nouns before the verb."""
        return self.forms[place] in ("and", "or") and self.verb < 0 and bool(self.waiting) and self.noun == place - 1

    def _has_verb_ahead(self, place: int) -> bool:
        """Whether a verb comes before the next sign or word between clauses."""
        for later in range(place, len(self.kinds)):
            if self.kinds[later] in "VBM":
                return True
            if self.kinds[later] in "SWC.":
                return False
        return False

    def _finish(self) -> None:
        """Ends a clause; one without a verb after a subordinator is a phrase: "before lunch"."""
        if self.verb >= 0:
            self._close()
        else:
            for one in self.waiting:
                self.slots[one].add((self.marker or "alone", -1))
            for role, one, _ in self.led:
                self.slots[one].add((role, -1))
