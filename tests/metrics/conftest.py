"""The original's answers as `ScoredSegment`s, so that what is written from them can be compared with its files."""

import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perpend.alignment.edits import EDIT_NAMES, Alignment, Edit, Shift
from perpend.metrics.segments import SegmentId
from perpend.metrics.terp_files.scored import PhraseNumbers, ScoredSegment

LETTERS = dict(zip("MSTYIDP", EDIT_NAMES, strict=True))


class Gold:
    """The segments of one gold file and the numbers of the phrases used in them."""

    def __init__(self, path: Path, *, capped: bool) -> None:
        self.capped = capped
        self.numbers: list[PhraseNumbers] = []
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            self.segments = [self._segment(json.loads(line)) for line in lines]

    def phrases(self, entry: int) -> PhraseNumbers:
        return self.numbers[entry]

    def _segment(self, row: dict[str, Any]) -> ScoredSegment:
        alignment = Alignment(
            hyp=tuple(row["hyp"]),
            ref=tuple(row["ref"]),
            order=tuple(row["hyp_loc_map"]),
            edits=tuple(self._edits(row)),
            shifts=tuple(shift_of(item, row["ref"]) for item in row["shifts"]),
            cost=float(row["num_edits"]),
            words=row["num_words"],
            capped=self.capped,
            hyp_text=row["hyp_raw"],
            ref_text=row["ref_raw"],
        )
        return ScoredSegment(SegmentId.parse(row["id"]), alignment)

    def _edits(self, row: dict[str, Any]) -> list[Edit]:
        edits, h, r = [], 0, 0
        phrases = iter(row["phrases"])
        costs = row["ops_cost"] or [row["num_edits"] / max(1, len(row["ops"]))] * len(row["ops"])
        for letter, ref_len, hyp_len, cost in zip(
            row["ops"], row["ops_ref_len"], row["ops_hyp_len"], costs, strict=True
        ):
            entry = self._entry(next(phrases)) if letter == "P" else -1
            edits.append(Edit(LETTERS[letter], (h, h + hyp_len), (r, r + ref_len), float(cost), entry))
            h, r = h + hyp_len, r + ref_len
        return edits

    def _entry(self, phrase: dict[str, Any]) -> int:
        self.numbers.append(PhraseNumbers(float(phrase["p"]), float(phrase["cost"]), float(phrase["q"])))
        return len(self.numbers) - 1


def shift_of(item: dict[str, Any], ref: list[str]) -> Shift:
    words = item["ref_words"]
    start = next(i for i in range(len(ref)) if ref[i : i + len(words)] == words)
    return Shift(item["start"], item["end"], item["newloc"], item["cost"], (start, start + len(words)), item["moveto"])


@pytest.fixture(scope="session")
def gold_run(gold: Path) -> Callable[[str], Gold]:
    """By the name of a gold file: the segments as the original scored them."""
    return lambda name: Gold(gold / f"{name}.jsonl.xz", capped="_ter_" not in f"_{name}_")
