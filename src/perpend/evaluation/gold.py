"""Human judgments of pairs, of any kind: numbers, yes or no, or one of several labels.

    Gold.of(["4.5", "0", "2"])                    numbers
    Gold.of(["yes", "No", "YES"])                 yes or no; also 1 and 0, true and false
    Gold.of(["ENTAILMENT", "neutral", ...])       labels; upper and lower case make no difference

The kind is detected from the values. A column of only 0 and 1 is yes or no, not numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Literal

import numpy as np

from perpend.errors import FormatError, InputError
from perpend.types import Doubles

__all__ = ["Gold", "NO_YES", "as_label", "as_number", "checked_numbers"]

NO_YES = ("no", "yes")
"""The labels of a yes/no question; precision and recall are those of `yes`."""

_WORDS = {"yes": "yes", "no": "no", "true": "yes", "false": "no", "1": "yes", "0": "no", "1.0": "yes", "0.0": "no"}
_MOST_LABELS = 20


@dataclass(frozen=True, slots=True, eq=False)
class Gold:
    """Judgments: numbers, or for each pair the index of its label in `labels`, which is empty for numbers."""

    values: Doubles
    labels: tuple[str, ...] = ()

    @classmethod
    def of(cls, texts: Sequence[str], source: Path | str = "gold", lines: Sequence[int] = ()) -> "Gold":
        """Parses the judgments `texts`; `source` and `lines` are the file and the line of each, for error messages.

        >>> gold = Gold.of(["yes", "NO", "1"])
        >>> gold.kind, gold.values.tolist()
        ('yes/no', [1.0, 0.0, 1.0])
        """
        if all(text.strip().lower() in _WORDS for text in texts):
            return cls.of_labels([_WORDS[text.strip().lower()] for text in texts], NO_YES)
        if any(as_number(text) is not None for text in texts):
            return cls(np.array(checked_numbers(texts, source, lines)))
        labels = [as_label(text) for text in texts]
        return cls.of_labels(labels, sorted(set(labels)))

    @classmethod
    def of_labels(cls, answers: Sequence[str], labels: Sequence[str]) -> "Gold":
        """The judgments `answers`, which are labels, all of them in `labels`."""
        if len(labels) > _MOST_LABELS:
            raise InputError(
                f"{len(labels)} different labels, {labels[0]!r} and {labels[1]!r} among them: numbers, yes and no, or "
                f"at most {_MOST_LABELS} labels are needed"
            )
        return cls(np.array([labels.index(answer) for answer in answers], np.float64), tuple(labels))

    @property
    def kind(self) -> Literal["numbers", "yes/no", "labels"]:
        """The kind of the judgments."""
        if not self.labels:
            return "numbers"
        return "yes/no" if self.labels == NO_YES else "labels"

    def with_labels(self, more: Iterable[str]) -> "Gold":
        """The same judgments with `more` known labels, such as those of a system."""
        labels = tuple(sorted({*self.labels, *more}))
        places = [labels.index(self.labels[int(place)]) for place in self.values]
        return Gold(np.array(places, np.float64), labels)


def as_label(text: str) -> str:
    """Normalises the label `text`: yes and no in lower case, others in upper case.

    >>> as_label(" Neutral"), as_label("TRUE")
    ('NEUTRAL', 'yes')
    """
    return _WORDS.get(text.strip().lower(), text.strip().upper())


def as_number(text: str) -> float | None:
    """The finite number that `text` is, or None."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) else None


def checked_numbers(texts: Sequence[str], source: Path | str, lines: Sequence[int] = ()) -> list[float]:
    """Parses `texts` as finite numbers; the first that is not one raises a FormatError.

    `source` and `lines` are the file and the line of each, for that error.
    """
    found = []
    for place, text in enumerate(texts):
        number = as_number(text)
        if number is None:
            line = lines[place] if lines else place + 1
            raise FormatError(source, line, f"{text!r} is no finite number: one is needed here")
        found.append(number)
    return found
