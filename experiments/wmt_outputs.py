"""Outputs of translation systems from the Workshops on Machine Translation, with references.

    <mirror>/wmt/
      wmt10/de-en/{ref.en, sys/<system>.en}     2,034 lines: 18 systems, and 13 combinations of them that were published
      wmt10/fr-en/...                           2,034 lines: 16 systems, and 14 combinations
      wmt21/zh-en/{ref*.en, sys/...}            to tune on
      wmt22/zh-en/{ref*.en, sys/...}            to test on

A file with `-combo` in its name is a published system combination: a figure to compare with, never something to
combine. A *task* says what is combined and where the weights come from: for wmt10 the lines with odd numbers are tuned
on those with even numbers and the other way round; wmt22 is tuned on wmt21, with the systems that took part in both.
The tasks that end in `first-455` are tuned on the first 455 lines of wmt10, as the published combinations were, and
tested on the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from experiments.sources import data_folder
from perpend.errors import FormatError, MissingResource
from perpend.files.lines import read_lines

__all__ = ["WMT_TASKS", "WmtSet", "WmtTask", "read_wmt_task"]

_FOLDER = "wmt"
_COMBINED = "-combo"
_SOURCES = {"wmt10/de-en": None, "wmt10/fr-en": None, "wmt22/zh-en": "wmt21/zh-en"}
_FIRST = 455
_BEGUN = {f"{name}/first-{_FIRST}": name for name in ("wmt10/de-en", "wmt10/fr-en")}

WMT_TASKS = (*_SOURCES, *_BEGUN)
"""The tasks by name."""


@dataclass(frozen=True, slots=True, eq=False)
class WmtSet:
    """The lines of each system, those of the published combinations, and the references."""

    name: str
    systems: Mapping[str, list[str]]
    published: Mapping[str, list[str]]
    references: tuple[list[str], ...]

    def only(self, names: tuple[str, ...]) -> "WmtSet":
        """The same set with these systems."""
        return WmtSet(self.name, {name: self.systems[name] for name in names}, self.published, self.references)

    def lines(self, start: int, end: int) -> "WmtSet":
        """Some lines of the set."""
        systems = {name: texts[start:end] for name, texts in self.systems.items()}
        published = {name: texts[start:end] for name, texts in self.published.items()}
        return WmtSet(self.name, systems, published, tuple(texts[start:end] for texts in self.references))

    @property
    def signature(self) -> str:
        """The name, and a checksum of all lines."""
        content = (sorted(self.systems.items()), sorted(self.published.items()), self.references)
        return f"{self.name}/{sha256(repr(content).encode('utf-8', 'replace')).hexdigest()[:8]}"


@dataclass(frozen=True, slots=True, eq=False)
class WmtTask:
    """The set that is combined, and the set that weights are tuned on: None for the other half of the same set."""

    name: str
    test: WmtSet
    tuning: WmtSet | None


def read_wmt_task(name: str, mirror: Path | str | None = None) -> WmtTask:
    """Reads the task `name` of WMT_TASKS from the folder `mirror`, by default the one that PERPEND_MIRROR names."""
    folder = data_folder(mirror, _FOLDER, "translation systems")
    if name in _BEGUN:
        whole = _read(folder, _BEGUN[name])
        total = len(whole.references[0])
        begin = min(_FIRST, total // 2)
        return WmtTask(name, whole.lines(begin, total), whole.lines(0, begin))
    test, source = _read(folder, name), _SOURCES[name]
    if source is None:
        return WmtTask(name, test, None)
    tuning = _read(folder, source)
    common = tuple(sorted(test.systems.keys() & tuning.systems.keys()))
    return WmtTask(name, test.only(common), tuning.only(common))


def _read(folder: Path, name: str) -> WmtSet:
    outputs, references = sorted((folder / name / "sys").glob("*.en")), sorted((folder / name).glob("ref*.en"))
    if len(outputs) < 2 or not references:
        raise MissingResource(
            f"{folder / name} lacks ref*.en or sys/*.en: both are needed; check --mirror or PERPEND_MIRROR"
        )
    texts = {path: list(read_lines(path)) for path in (*references, *outputs)}
    for path, lines in texts.items():
        if len(lines) != len(texts[references[0]]):
            raise FormatError(
                path, None, f"{len(lines)} lines, but {references[0].name} has {len(texts[references[0]])}"
            )
    systems = {path.stem: texts[path] for path in outputs if _COMBINED not in path.stem}
    published = {path.stem: texts[path] for path in outputs if _COMBINED in path.stem}
    return WmtSet(name, systems, published, tuple(texts[path] for path in references))
