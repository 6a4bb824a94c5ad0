"""From the original's inputs and parameters, through our own alignment, to its answers and its files."""

import json
import lzma
import math
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from perpend.alignment import IMPLEMENTATION, Costs
from perpend.alignment.parameters import TerpParameters
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.metrics.edit_rate import EditRate
from perpend.metrics.pairing import pair_segments
from perpend.metrics.scorer import Scorer
from perpend.metrics.terp import terp_scorer
from perpend.metrics.terp_files.native_result import write_result
from perpend.metrics.terp_files.reading import read_segments

NATIVE = ["a_terpa_nophrase", "a_terph_nophrase", "b_terpa_phrase", "b_terph_phrase", "c_ter"]
SEVERAL = ["m_ter_multiref_reflen", "m_terpa_multiref", "m_terpa_multiref_noavelen", "n_terpa_nan", "n_terph_nan"]

pytestmark = pytest.mark.skipif(IMPLEMENTATION == "reference", reason="the plain aligner takes minutes for these files")


@cache
def phrase_table(source: Path, folder: Path) -> Path:
    target = folder / f"{source.name}.phrases"
    build_phrase_table(source, target, format="terp")
    return target


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


def scored(name: str, folder: Path, tables: Path) -> EditRate:
    """What the parameter file asks for."""
    parameters = TerpParameters.read(folder / "params" / f"{name}.param")
    source = parameters.phrase_database
    scorer: Scorer = terp_scorer(Costs.of(parameters, name), phrase_table(folder / source, tables) if source else None)
    files = [parameters.hypothesis_file, parameters.reference_file, parameters.reference_length_file]
    hyp, ref, length = (read_segments(folder / file) if file else None for file in files)
    assert hyp is not None
    assert ref is not None
    return scorer.score(pair_segments(hyp, [ref], length))


def rows(path: Path) -> list[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def same(ours: float, theirs: float | str) -> bool:
    return math.isnan(ours) if theirs == "NaN" else ours == theirs


@pytest.mark.parametrize("name", SEVERAL)
def test_chosen_references_edits_words_and_scores(
    name: str, gold: Path, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(gold)
    result, expected = scored(name, gold, tables), rows(gold / f"{name}.jsonl.xz")
    assert [str(segment.id) for segment in result.segments] == [row["id"] for row in expected]
    for segment, row in zip(result.segments, expected, strict=True):
        alignment = segment.alignment
        assert (list(alignment.hyp), list(alignment.ref)) == (row["hyp"], row["ref"])
        assert (alignment.hyp_text, alignment.ref_text) == (row["hyp_raw"], row["ref_raw"])
        assert (alignment.letters, list(alignment.order)) == (row["ops"], row["hyp_loc_map"])
        assert [(s.start, s.end, s.to) for s in alignment.shifts] == [
            (s["start"], s["end"], s["newloc"]) for s in row["shifts"]
        ]
        for ours in (segment, alignment):
            assert same(ours.score, row["score"])
            assert ours.words == row["num_words"]
        assert same(segment.edits, row["num_edits"])
        assert segment.stats.named_counts() == alignment.counts()


@pytest.mark.parametrize("name", NATIVE)
def test_files_of_the_original(
    name: str, gold: Path, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(gold)
    result = scored(name, gold, tables)
    inputs = {"hyp_file": "inputs/hyp.trans", "ref_file": "inputs/ref.trans"}
    paths = write_result(f"{tmp_path}/{name}.", result, ["pra", "sum", "nist"], **inputs)
    assert len(paths) == 5
    for path in paths:
        plain, packed = (gold / "native" / file for file in (path.name, f"{path.name}.xz"))
        expected = plain.read_bytes() if plain.exists() else lzma.decompress(packed.read_bytes())
        assert path.read_bytes() == expected, path.name
