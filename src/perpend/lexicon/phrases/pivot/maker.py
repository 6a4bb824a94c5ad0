"""Bitext -> a table of paraphrases: all steps; a killed run can be resumed.

    two files of parallel lines      words, numbered                                bitext
        │
    word alignments                  given, or made by eflomal and combined           alignments, eflomal
        │
    phrase pairs, counted            sorted runs on disk, merged                    numbering, extraction, runs
        │        <── or a phrase table of Moses                                     moses
    translations                     p(e | f), p(f | e)                             translations
        │
    paraphrases                      p(B | A) = sum over f of p(B | f) p(f | A)     pivoting
        │
    filtered paraphrases             each filter with its effect                    filters
        │
    a phrase table                   the file that `PhraseTable.open` reads         phrase_arrays

Memory is bounded by a setting, except for the list of different words and the finished table.
"""

import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from perpend.errors import InputError, WriteError
from perpend.files.compressed import open_file
from perpend.files.stamps import file_checksum
from perpend.files.writing import check_outputs
from perpend.lexicon.phrases.builder import check_table, table_name
from perpend.lexicon.phrases.pivot import eflomal
from perpend.lexicon.phrases.pivot.alignments import read_alignments, write_links, write_pharaoh
from perpend.lexicon.phrases.pivot.bitext import SIDES, number_lines, read_bitext
from perpend.lexicon.phrases.pivot.extraction import count_phrase_pairs, extract_runs
from perpend.lexicon.phrases.pivot.filters import Effect, WordFilters, effects_of
from perpend.lexicon.phrases.pivot.journal import Journal
from perpend.lexicon.phrases.pivot.moses import from_moses, moses_runs, read_moses
from perpend.lexicon.phrases.pivot.numbering import Phrases, number_phrases
from perpend.lexicon.phrases.pivot.pivoting import pivot_runs, write_paraphrases
from perpend.lexicon.phrases.pivot.settings import PivotSettings
from perpend.lexicon.phrases.pivot.table import write_table
from perpend.lexicon.phrases.pivot.translations import from_counts, write_translations
from perpend.types import Progress

__all__ = ["PivotReport", "extract_phrase_table", "pivot_moses_table"]

_COUNTED = {
    "words": ("lines", "source_words", "target_words"),
    "scores": ("skipped",),
    "links": ("links",),
    "counts": ("phrase_pairs", "distinct"),
    "translations": ("kept",),
}


@dataclass(frozen=True, slots=True)
class PivotReport:
    """The result: the `path` of the table, its metadata `info`, and the `effects` of the filters.

    `seconds` are by stage, `peak_memory` in bytes by program.
    """

    path: Path
    info: Mapping[str, Any]
    effects: tuple[Effect, ...]
    seconds: Mapping[str, float]
    peak_memory: Mapping[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Returns the report as JSON values."""
        return {
            "path": str(self.path),
            "info": dict(self.info),
            "effects": [asdict(effect) for effect in self.effects],
            "seconds": dict(self.seconds),
            "peak_memory": dict(self.peak_memory),
        }


def extract_phrase_table(
    source: Path,
    target: Path,
    output: Path,
    *,
    alignments: Path | None = None,
    save_alignments: Path | None = None,
    settings: PivotSettings | None = None,
    name: str | None = None,
    work: Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> PivotReport:
    """Makes a table of paraphrases in the language of `target`, with the language of `source` as pivot.

    `source` and `target` are parallel files of tokenised lines, and the table is written to `output`. `alignments` are
    word alignments in Pharaoh format (default: made by eflomal); `save_alignments` is a file to write them to.
    `settings` default to `PivotSettings()`. `name` is used in signatures (default: from the file name). `work` is the
    folder of the steps (default: OUTPUT.work), removed when the table is written. With `resume`, a killed run continues
    after its last finished step. Calls `progress` during the work.
    """
    inputs = {"source": source, "target": target} | ({"alignments": alignments} if alignments else {})
    check_outputs([output, save_alignments], inputs.values())
    making = _Making(output, inputs, settings or PivotSettings(), name or table_name(target), progress)
    if alignments is None and not resume:
        eflomal.find_program()
    with making.journal(work, resume) as journal:
        making.stage(
            "words", lambda: number_lines(journal, read_bitext(source, target, making.settings.lower, making.tell))
        )
        making.stage("links", lambda: _align(journal, alignments, making.tell))
        if save_alignments:
            write_pharaoh(journal, save_alignments)
        making.number_phrases()
        making.stage("counts", lambda: _count(journal, making))
        making.stage(
            "translations",
            lambda: write_translations(journal, from_counts(journal, making.tell), making.settings.filters),
        )
        return making.finish()


def pivot_moses_table(
    table: Path,
    output: Path,
    *,
    swap: bool = False,
    settings: PivotSettings | None = None,
    name: str | None = None,
    work: Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> PivotReport:
    """Makes a table of paraphrases from the Moses phrase table `table` and writes it to `output`.

    Paraphrases are in its target language or, with `swap`, in its source language. `settings`, `name`, `work`, `resume`
    and `progress` are as in `extract_phrase_table`.
    """
    check_outputs([output], [table])
    making = _Making(
        output, {"moses": table}, settings or PivotSettings(), name or table_name(table), progress, swap=swap
    )
    with making.journal(work, resume) as journal:
        making.stage("scores", lambda: read_moses(journal, table, making.settings, swap, making.tell))
        making.number_phrases()
        making.stage("translations", lambda: _translate_moses(journal, table, making))
        return making.finish()


def _translate_moses(journal: Journal, table: Path, making: "_Making") -> None:
    settings = making.settings
    runs = moses_runs(journal, settings.max_length, settings.memory, making.tell)
    blocks = from_moses(journal, table, runs, settings.memory, making.tell)
    write_translations(journal, blocks, settings.filters)
    journal.discard(*runs)


def _align(journal: Journal, alignments: Path | None, progress: Progress) -> None:
    if alignments is None:
        eflomal.align(journal, progress)
        return
    lengths = eflomal.line_lengths(journal)
    write_links(journal, read_alignments(alignments, lengths), len(lengths), progress)


def _count(journal: Journal, making: "_Making") -> None:
    memory = making.settings.memory
    runs = extract_runs(journal, making.settings.max_length, memory, making.tell)
    count_phrase_pairs(journal, runs, memory, making.tell)


class _Making:
    """One table in the making: its settings and the stages done so far."""

    def __init__(
        self,
        output: Path,
        inputs: Mapping[str, Path],
        settings: PivotSettings,
        name: str,
        progress: Progress | None,
        **more: Any,
    ) -> None:
        check_table(output, name)
        self.output, self.settings, self.name = output, settings, name
        self.tell: Progress = progress or (lambda *_: None)
        self._subject = {"settings": settings.to_dict() | more, "inputs": _inputs(inputs)}
        self._journal: Journal
        self._seconds = dict[str, float]()

    def journal(self, work: Path | None, resume: bool) -> Journal:
        folder = work or self.output.with_name(f"{self.output.name}.work")
        self._journal = Journal(folder, self._subject, resume=resume)
        return self._journal

    def stage(self, step: str, do: Callable[[], None]) -> None:
        """Runs `do`, which finishes `step`, unless it was finished before."""
        if self._journal.facts(step) is None:
            begin = time.monotonic()
            with self._kept_to_resume():
                do()
            self._seconds[step] = round(time.monotonic() - begin, 1)

    @contextmanager
    def _kept_to_resume(self) -> Iterator[None]:
        """Keeps the finished steps for --resume if the disk is full or protected, but not if the input is wrong."""
        folder = self._journal.folder
        try:
            yield
        except (OSError, WriteError) as error:
            reason = error.reason if isinstance(error, WriteError) else error.strerror or error
            raise InputError(f"cannot work in {folder}: {reason}: make room there, then go on with --resume") from None
        except InputError:
            # Its correction is another subject, for which this work is useless.
            self._journal.remove()
            raise

    def number_phrases(self) -> None:
        """Numbers the phrases of both sides."""
        length, memory = self.settings.max_length, self.settings.memory
        for side in SIDES:
            self.stage(f"{side}.numbers", partial(number_phrases, self._journal, side, length, memory, self.tell))

    def finish(self) -> PivotReport:
        """Pivots, filters, and writes the table."""
        journal = self._journal
        self.stage("paraphrases", self._pivot)
        begin = time.monotonic()
        steps = ("translations", "paraphrases")
        effects = tuple(one for step in steps for one in effects_of(journal.recorded(step)))
        with self._kept_to_resume():
            info = write_table(journal, self.output, self.settings.max_length, self._facts(effects), self.tell)
        journal.remove()
        self._seconds["table"] = round(time.monotonic() - begin, 1)
        return PivotReport(self.output, info, effects, self._seconds, _peak_memory())

    def _pivot(self) -> None:
        journal, settings = self._journal, self.settings
        phrases = Phrases(journal, "target", settings.max_length)
        words = WordFilters(settings.filters, phrases.names, settings.stops)
        runs = pivot_runs(journal, settings, self.tell)
        write_paraphrases(journal, runs, phrases, words, settings, self.tell)

    def _facts(self, effects: tuple[Effect, ...]) -> dict[str, Any]:
        """Returns the metadata of the table: the same for every run on the same inputs."""
        journal = self._journal
        counts = {
            name: journal.recorded(step).integer(name, least=0)
            for step, names in _COUNTED.items()
            if journal.facts(step) is not None
            for name in names
        }
        return {
            "name": self.name,
            "format": "pivot",
            **{name: f"{one['name']} {one['sha256']}" for name, one in self._subject["inputs"].items()},
            **({"links_sha256": journal.checksum("links")} if journal.facts("links") else {}),
            "settings": self._subject["settings"],
            **counts,
            "dropped": {effect.filter: effect.dropped for effect in effects},
        }


def _inputs(paths: Mapping[str, Path]) -> dict[str, dict[str, str]]:
    """Returns the name and checksum of each input."""
    found = {}
    for role, path in paths.items():
        with open_file(path, f"a file as {role}"):
            found[role] = {"name": path.name, "sha256": file_checksum(path)}
    return found


def _peak_memory() -> dict[str, int]:
    """Returns the peak memory in bytes of this process, and of the largest program it started."""
    whose = {"perpend": resource.RUSAGE_SELF, "eflomal": resource.RUSAGE_CHILDREN}
    # Linux counts in KiB, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return {name: resource.getrusage(who).ru_maxrss * unit for name, who in whose.items()}
