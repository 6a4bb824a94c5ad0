"""The results of the cross-level table: by level as they are measured, by system as they are recorded.

    ClssReport((LevelResult("phrase2word", {"paper": Figures(.31, .30, ...)}, ...), ...), settings).to_dict()

Levels and systems are independent of each other, so a record can be completed by a later run: `ClssReport.of_record`
reads one, and `joined` takes what another run did not measure from it, if data and settings of both agree.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from experiments.clss_checks import checked
from experiments.clss_systems import CLSS_LEVELS, SYSTEMS
from experiments.sources import published
from experiments.topic_models import PAPER_TOPICS
from perpend.errors import InputError

__all__ = ["ClssReport", "Figures", "LevelResult", "Measured"]


@dataclass(frozen=True, slots=True)
class Figures:
    """Pearson's and Spearman's correlation of a system at a level, and how it was trained."""

    pearson: float
    spearman: float
    learned: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Measured:
    """What a level was measured on: its data, the look-ups of words, its numbers of test pairs and of pairs left out.

    Pairs are left out of training because they are tested on.
    """

    data: str
    words: tuple[str, ...]
    tested: int
    left_out: int


@dataclass(frozen=True, slots=True)
class LevelResult:
    """The figures of all systems at one level, and the ablation of some, in cross-validation."""

    name: str
    figures: Mapping[str, Figures]
    ablation: Mapping[str, Mapping[str, float]]
    measured: Measured

    def joined(self, other: "LevelResult | None") -> "LevelResult":
        """The same with the systems of `other` that this result lacks."""
        if other is None:
            return self
        words = tuple(dict.fromkeys((*self.measured.words, *other.measured.words)))
        measured = replace(self.measured, words=words)
        return LevelResult(self.name, {**other.figures, **self.figures}, {**other.ablation, **self.ablation}, measured)


@dataclass(frozen=True, slots=True)
class ClssReport:
    """The results of the levels, and the settings that all have in common."""

    levels: tuple[LevelResult, ...]
    settings: Mapping[str, str]

    @property
    def words(self) -> tuple[str, ...]:
        """The signatures of the word vectors and topic models of all levels."""
        return tuple(dict.fromkeys(word for level in self.levels for word in level.measured.words))

    @property
    def signature(self) -> str:
        """The data, look-ups and settings as a short text."""
        data = "+".join(level.measured.data for level in self.levels)
        parts = {"clss": "2", "data": data, "words": ",".join(self.words)}
        return "|".join(f"{name}:{value}" for name, value in {**parts, **self.settings}.items())

    def joined(self, other: "ClssReport") -> "ClssReport":
        """The same with the levels and systems of `other` that this report lacks; data and settings must agree."""
        differing = [name for name in self.settings if self.settings[name] != other.settings.get(name)]
        mine, others = ({level.name: level for level in report.levels} for report in (self, other))
        both = mine.keys() & others.keys()
        differing += [f"data of {name}" for name in both if mine[name].measured.data != others[name].measured.data]
        if differing:
            raise InputError(f"the record to join was made with another {' and '.join(differing)}: measure all")
        found = {**others, **{name: level.joined(others.get(name)) for name, level in mine.items()}}
        return ClssReport(tuple(found[name] for name in CLSS_LEVELS if name in found), self.settings)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values, in the shape that all evaluations share."""
        names = [name for name in ("LCS", *SYSTEMS) if any(name in level.figures for level in self.levels)]
        rows = [self._row(name) for name in names]
        ablated = [name for name in SYSTEMS if any(name in level.ablation for level in self.levels)]
        return {
            "task": "clss",
            "rows": rows,
            "ablation": {
                name: {level.name: dict(level.ablation[name]) for level in self.levels if name in level.ablation}
                for name in ablated
            },
            "published": published("clss-paper")["published"],
            "checks": checked(rows, {level.name: level.measured.tested for level in self.levels}),
            "parts": published("clss-paper")["parts"],
            "topics": [size for size in PAPER_TOPICS if self._has(size)],
            "missing_topics": [size for size in PAPER_TOPICS if not self._has(size)],
            "levels": {level.name: asdict(level.measured) for level in self.levels},
            "settings": dict(self.settings),
            "signature": self.signature,
        }

    def _has(self, size: int) -> bool:
        return any(f"-lda-{size}:" in word for word in self.words)

    def _row(self, system: str) -> dict[str, Any]:
        tables = published("clss-paper")
        found = {level.name: level.figures[system] for level in self.levels if system in level.figures}
        return {
            "system": system,
            "metrics": _summed({level: figures.pearson for level, figures in found.items()}),
            "paper": tables["pearson"].get(system),
            "spearman": _summed({level: figures.spearman for level, figures in found.items()}),
            "paper_spearman": tables["spearman"].get(system),
            "learned": {level: dict(figures.learned) for level, figures in found.items() if figures.learned},
        }

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> "ClssReport":
        """The report that `to_dict` made this `record` of."""
        if record.get("task") != "clss" or "levels" not in record:
            raise InputError("the record to join is not one of `python -m experiments clss`")
        levels = []
        for name, measured in record["levels"].items():
            figures = {
                row["system"]: Figures(row["metrics"][name], row["spearman"][name], row["learned"].get(name, {}))
                for row in record["rows"]
                if name in row["metrics"]
            }
            ablation = {system: found[name] for system, found in record["ablation"].items() if name in found}
            about = Measured(**{**measured, "words": tuple(measured["words"])})
            levels.append(LevelResult(name, figures, ablation, about))
        return cls(tuple(levels), record["settings"])


def _summed(figures: Mapping[str, float]) -> dict[str, float]:
    """The figures, and their sum if all levels are there."""
    return {**figures} | ({"Sum": sum(figures.values())} if len(figures) == len(CLSS_LEVELS) else {})
