"""What a text says of a hypothesis, piece by piece: `findings_of(text, hypothesis)`, and plain rules on top of it.

    text          A beagle slept on the red sofa.
    hypothesis    A dog did not sleep on a red sofa.

    more general   FOLLOWS        beagle -> dog
    inflected      FOLLOWS        slept -> sleep
    negated        CONTRADICTS    slept -> sleep: the hypothesis denies what the text says
    same           FOLLOWS        red, sofa

Each module finds one sort: `word_findings` (what is said, opposite, unsaid, dropped), `clause_findings` (denied, left
open), `quantity_findings` (numbers, quantifiers), `role_findings` (who does what to whom, where), `scene_findings`
(guesses about the scene). `verdict_of` reads the
findings with plain rules: an open piece leaves the hypothesis open, a contradiction contradicts it.
"""

from perpend.entailment.clause_findings import clause_findings
from perpend.entailment.finding import KINDS, Effect, Finding
from perpend.entailment.matched_words import GOOD, Pair, pair_of, reading_of
from perpend.entailment.quantity_findings import number_findings, quantifier_findings
from perpend.entailment.role_findings import role_findings
from perpend.entailment.rules import Label
from perpend.entailment.scene_findings import scene_findings
from perpend.entailment.word_findings import dropped_words, word_findings
from perpend.text.sentence import Sentence

__all__ = ["Effect", "Finding", "KINDS", "findings_of", "findings_of_pair", "verdict_of"]

_MOST_OPEN, _MORE_OPEN = 0.1, 0.3
_SHORT, _LONG = 12, 28
"""The largest share of the hypothesis, by weight, that the text may leave unsaid if the rest follows: that of short
texts, and that of long ones, which say a thing in many ways; how many words that bear meaning both have."""

_STRICT = frozenset(("scope", "modality", "negated", "quantifier", "number", "other role", "swapped", "dropped"))
"""Kinds of which one open finding leaves the hypothesis open."""

_FEWEST_SHARED = 0.15
"""Texts that share less of the hypothesis's weight speak of different things and do not contradict each other."""


def findings_of(text: Sentence, hypothesis: Sentence) -> tuple[Finding, ...]:
    """Returns the findings about a parsed `hypothesis`, given a parsed `text`.

    >>> from perpend.text.annotate import Annotator
    >>> texts = Annotator().annotate_many(["A beagle slept.", "A dog did not sleep."])
    >>> [(one.kind, one.effect.value) for one in findings_of(*texts)]
    [('more general', 'follows'), ('inflected', 'follows'), ('negated', 'contradicts')]
    """
    return findings_of_pair(pair_of(text, hypothesis))


def findings_of_pair(pair: Pair) -> tuple[Finding, ...]:
    """Returns the findings about a `pair` whose words have been matched."""
    found = [*word_findings(pair), *scene_findings(pair)]
    found = _without_guessed(found)
    found += [
        *dropped_words(pair),
        *clause_findings(pair),
        *number_findings(pair),
        *quantifier_findings(pair),
        *role_findings(pair),
    ]
    if not any(match.tie in GOOD for match in pair.matches.values()) and pair.hypothesis.bearing:
        found.append(Finding("nothing shared", Effect.OPEN, weight=1.0))
    return tuple(found)


def _without_guessed(findings: list[Finding]) -> list[Finding]:
    """Without the unsaid words that the scene tells of."""
    told = {one.places2 for one in findings if one.kind == "outdoors"}
    return [one for one in findings if not (one.kind == "unsaid" and one.places2 in told)]


def verdict_of(text: Sentence, hypothesis: Sentence, findings: tuple[Finding, ...]) -> Label:
    """Returns what the `findings` say by plain rules.

    :param text: the parsed text.
    :param hypothesis: the parsed hypothesis.
    :param findings: what `findings_of` returned for both.
    """
    said = total = unsaid = 0.0
    for one in findings:
        if one.places2 and one.kind in _WORDS:
            total += one.weight
            said += one.weight if one.effect is Effect.FOLLOWS else 0.0
            unsaid += one.weight if one.effect is Effect.OPEN else 0.0
    shared = said / total if total else 0.0
    against = [one for one in findings if one.effect is Effect.CONTRADICTS]
    strict = [one for one in findings if one.effect is Effect.OPEN and (one.kind in _STRICT)]
    if against and shared >= _FEWEST_SHARED:
        if not any(
            one.kind in ("scope", "modality", "other role") and not _is_below(hypothesis, one, against)
            for one in strict
        ):
            if all(one.kind == "negated" for one in against) and unsaid > 0.35 * total:
                return Label.NEUTRAL
            return Label.CONTRADICTION
        return Label.NEUTRAL
    if against or strict:
        return Label.NEUTRAL
    return Label.ENTAILMENT if unsaid <= _tolerance(text) * total else Label.NEUTRAL


def _tolerance(text: Sentence) -> float:
    """The share of a hypothesis that a text may leave unsaid."""
    length = min(max(len(reading_of(text).bearing), _SHORT), _LONG)
    return _MOST_OPEN + (_MORE_OPEN - _MOST_OPEN) * (length - _SHORT) / (_LONG - _SHORT)


def _is_below(hypothesis: Sentence, one: Finding, against: list[Finding]) -> bool:
    """Whether a piece of the hypothesis hangs below a denied one: what is open in it does not matter."""
    above = {place for its in against for place in its.places2}
    place = one.places2[-1] if one.places2 else -1
    for _ in range(len(hypothesis)):
        if place < 0 or hypothesis.heads[place] == place:
            return False
        place = hypothesis.heads[place]
        if place in above:
            return True
    return False


_WORDS = frozenset(
    (
        "same", "inflected", "synonym", "derived", "more general", "more specific", "contained", "person", "similar",
        "related", "other of a kind", "sister", "opposite", "unsaid", "number",
        "outdoors", "worn",
    )
)  # fmt: skip
"""Kinds of findings about one word of the hypothesis each."""
