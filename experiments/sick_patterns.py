"""What sense-discriminative patterns do to the verdicts on SICK: with and without them, by rule and part of the data.

    pattern_effect(system, labels)      {"train": {"changed": 900, "right": [3300, 3500], "rules": {"same": ...}}, ...}
    pattern_use(rules, pairs)           how often a pattern matches two frames, and how often it changes a kinship

"with" are the verdicts of a reading and the shipped patterns. "without" are those of the same reading where it does not
ask for a pattern, with no pattern at all: all frames are compared then, and words keep all their senses.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from perpend.entailment.comparison import compare_frames
from perpend.entailment.features import compared_frames
from perpend.entailment.frames import frames_of
from perpend.entailment.patterns import Patterns
from perpend.entailment.rules import Label, Reading, Rule, Rules, Verdict
from perpend.features.annotated_pairs import Pair

__all__ = ["NO_PATTERNS", "pattern_effect", "pattern_use", "without_patterns"]

NO_PATTERNS = Patterns({})


def without_patterns(reading: Reading) -> Reading:
    """The `reading` that asks for no pattern."""
    return replace(reading, matched=False)


def pattern_effect(on: Sequence[Verdict], off: Sequence[Verdict], labels: Sequence[Label]) -> dict[str, Any]:
    """How verdicts with patterns, `on`, differ from those without, `off`, given the true `labels`."""
    rules: dict[str, dict[str, list[int]]] = {str(rule): {"with": [0, 0], "without": [0, 0]} for rule in Rule}
    for side, verdicts in (("with", on), ("without", off)):
        for verdict, label in zip(verdicts, labels, strict=True):
            counts = rules[str(verdict.rule)][side]
            counts[0] += 1
            counts[1] += verdict.label is label
    right = [sum(row[side][1] for row in rules.values()) for side in ("with", "without")]
    changed = sum(one.label is not other.label for one, other in zip(on, off, strict=True))
    return {"pairs": len(labels), "changed": changed, "right": right, "rules": rules}


def pattern_use(rules: Rules, pairs: Iterable[Pair]) -> Mapping[str, int]:
    """How many frames of hypotheses are compared, with a pattern, and with other kinships because of it."""
    plain = replace(rules, reading=without_patterns(rules.reading))
    counts = Counter({"frames": 0, "matched": 0, "other kinships": 0})
    for text, hypothesis in pairs:
        for one in compared_frames(plain, text, frames_of(text), hypothesis, frames_of(hypothesis)):
            counts["frames"] += 1
            if one.pattern:
                bare = compare_frames(
                    text, one.frame1, hypothesis, one.frame2, rules.quasi, described=rules.reading.described
                )
                counts["matched"] += 1
                counts["other kinships"] += bare.outcomes != one.outcomes
    return dict(counts)
