"""Training pairs -> the phrases that differ in each slot, for `quasi_synonyms`.

    text        A man is riding a bike         the only difference is in the object:    bike -> bicycle
    hypothesis  A man is riding a bicycle

Only pairs whose frames differ in one or two words are used. Pairs with a negation are left out: there, ENTAILMENT goes
in the other direction.
"""

from collections.abc import Iterable, Iterator

from perpend.entailment.comparison import Outcome, noun_phrase
from perpend.entailment.frames import frames_of
from perpend.entailment.patterns import Patterns
from perpend.entailment.quasi_synonyms import PhrasePair, QuasiSynonyms, learn_quasi_synonyms
from perpend.entailment.rules import Label, Rules
from perpend.text.sentence import Sentence

__all__ = ["phrase_differences", "quasi_synonyms_of"]

_MOST_DIFFERENCES = 2
_RELATED = 4.0


def quasi_synonyms_of(
    pairs: Iterable[tuple[Sentence, Sentence]],
    labels: Iterable[Label],
    relatedness: Iterable[float],
    patterns: Patterns,
) -> QuasiSynonyms:
    """Learns quasi-synonyms from labelled pairs.

    :param pairs: the parsed pairs.
    :param labels: the label of each.
    :param relatedness: the relatedness of each, from 1 to 5.
    :param patterns: patterns of verbs.
    """
    rules = Rules(patterns, QuasiSynonyms(), _RELATED)
    evidence = (
        (phrases, label == Label.ENTAILMENT and related >= _RELATED)
        for (text, hypothesis), label, related in zip(pairs, labels, relatedness, strict=True)
        for phrases in phrase_differences(rules, text, hypothesis)
    )
    return learn_quasi_synonyms(evidence)


def phrase_differences(rules: Rules, text: Sentence, hypothesis: Sentence) -> Iterator[PhrasePair]:
    """Yields the phrases of `text` and `hypothesis` that replace each other, if little else differs under `rules`."""
    frames1, frames2 = frames_of(text), frames_of(hypothesis)
    if any(frame.negation is not None for frame in (*frames1, *frames2)):
        return
    compared = [rules.compare(text, frames1, hypothesis, frame2) for frame2 in frames2]
    different = {outcome for one in compared if one for outcome in one.different}
    if not frames1 or len(different) > _MOST_DIFFERENCES:
        return
    for outcome in sorted(different, key=lambda one: (one.place2, one.slot)):
        yield from _phrases(text, hypothesis, outcome)


def _phrases(text: Sentence, hypothesis: Sentence, outcome: Outcome) -> Iterator[PhrasePair]:
    if outcome.place1 is not None:
        yield noun_phrase(text, outcome.place1), noun_phrase(hypothesis, outcome.place2)
