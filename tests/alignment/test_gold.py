"""Zero differences from the original TER-Plus program: tokens, edits, spans, shifts, costs as exact doubles.

The gold files are the original's own output on 1,395 segments in many settings. The synthetic ones lie in this folder;
the others are read where they are at hand.
"""

import json
import lzma
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from perpend import alignment
from perpend.alignment import Aligner, Alignment, Costs, Edit
from perpend.alignment.parameters import TerpParameters
from perpend.lexicon.phrases.builder import build_phrase_table
from perpend.lexicon.phrases.table import PhraseTable

HERE = Path(__file__).parent / "gold"
NAMES = [
    "a_terpa_nophrase",
    "a_terph_nophrase",
    "b_terpa_phrase",
    "b_terph_phrase",
    "c_ter",
    "n_terpa_nan",
    "n_terph_nan",
    "x_ter_dist3",
    "x_ter_nonorm_case",
    "x_terpa_nostop",
    "x_terpa_phrase_beam5",
    "x_terpa_phrase_noshift",
    "x_terph_newnorm_nopunct_normnum",
    "x_terph_phrase_beam2",
    "x_terph_phrase_exact",
    "x_terph_phrase_mismatch",
    "x_terph_phrase_relaxnp",
]
CONTRADICTED = {"x_terph_phrase_mismatch": {"[sts][2012.SMTnews.test][380]"}}
"""Where one run of the original contradicts its other runs; `test_the_original_contradicts_itself` shows it."""
SYNTHETIC = {"synth_ter": "ter", "synth_terpa_phrase": "terpa", "synth_terph_phrase": "terph"}


def segments(path: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def same(ours: float, theirs: float | str) -> bool:
    """The same double; NaN is written as a word."""
    return math.isnan(ours) if theirs == "NaN" else ours == theirs


def same_phrase(ours: Edit, theirs: dict[str, Any], table: PhraseTable) -> bool:
    """The same place and probability; of duplicates at equal cost the original reports any."""
    pair = table.pair(ours.entry)
    probabilities = {other.p for other in map(table.pair, table.entries(pair.ref)) if other.hyp == pair.hyp}
    return (
        (ours.ref[0], ours.hyp[0]) == (theirs["ref_start"], theirs["hyp_start"])
        and theirs["p"] in probabilities
        and (len(probabilities) == 1 or theirs["p"] == pair.p or theirs["q"] == 0)
    )


def differences(ours: Alignment, gold: dict[str, Any], table: Any) -> list[str]:
    edits, shifts = ours.edits, ours.shifts
    phrases = [edit for edit in edits if edit.op == "phrase"]
    checks = {
        "hyp": list(ours.hyp) == gold["hyp"],
        "ref": list(ours.ref) == gold["ref"],
        "hyp_after_shift": list(ours.hyp_shifted) == gold["hyp_after_shift"],
        "hyp_loc_map": list(ours.order) == gold["hyp_loc_map"],
        "ops": ours.letters == gold["ops"],
        "ops_ref_len": [edit.ref[1] - edit.ref[0] for edit in edits] == gold["ops_ref_len"],
        "ops_hyp_len": [edit.hyp[1] - edit.hyp[0] for edit in edits] == gold["ops_hyp_len"],
        "ops_cost": gold["ops_cost"] is None
        or all(same(edit.cost, cost) for edit, cost in zip(edits, gold["ops_cost"], strict=True)),
        "shifts": [(s.start, s.end, s.to, s.ref_anchor, s.cost) for s in shifts]
        == [(s["start"], s["end"], s["newloc"], s["moveto"], s["cost"]) for s in gold["shifts"]],
        "shift words": [list(ours.ref[slice(*s.ref)]) for s in shifts] == [s["ref_words"] for s in gold["shifts"]],
        "phrases": len(phrases) == len(gold["phrases"])
        and all(same_phrase(p, q, table) for p, q in zip(phrases, gold["phrases"], strict=True)),
        "num_edits": same(ours.cost, gold["num_edits"]),
        "num_words": ours.words == gold["num_words"],
        "score": same(ours.score, gold["score"]),
    }
    return [name for name, right in checks.items() if not right]


@cache
def table_of(source: Path, folder: Path) -> Path:
    target = folder / f"{source.name}.phrases"
    build_phrase_table(source, target, format="terp")
    return target


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


def check_equal(aligner: Aligner, gold: list[dict[str, Any]]) -> None:
    found = aligner.align_many([g["hyp_raw"] for g in gold], [g["ref_raw"] for g in gold])
    wrong = {g["id"]: differences(a, g, aligner.phrases) for a, g in zip(found, gold, strict=True)}
    assert {name: fields for name, fields in wrong.items() if fields} == {}


def sample(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All of them for the compiled aligner; those that end soon for the plain one."""
    if alignment.IMPLEMENTATION == "compiled":
        return lines
    return [g for g in lines if len(g["hyp"]) * len(g["ref"]) < 200][::5]


@pytest.mark.parametrize("name", NAMES)
def test_original_settings(name: str, gold: Path, tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(gold)
    parameters = TerpParameters.read(f"params/{name}.param")
    source = parameters.phrase_database
    aligner = Aligner(Costs.of(parameters, name), table_of(Path(source), tables) if source else None)
    lines = [g for g in segments(gold / f"{name}.jsonl.xz") if g["id"] not in CONTRADICTED.get(name, ())]
    check_equal(aligner, sample(lines))


def test_the_original_contradicts_itself(gold: Path) -> None:
    """In one run "heights" and "top" are no synonyms; in all others with WordNet, and in its unit vectors, they are."""
    [name] = CONTRADICTED["x_terph_phrase_mismatch"]
    letters = {
        path.name: g["ops"]
        for path in gold.glob("[abx]_terp[ah]_*.jsonl.xz")
        for g in segments(path)
        if g["id"] == name
    }
    without = {file for file, ops in letters.items() if "Y" not in ops}
    assert without == {"x_terph_phrase_mismatch.jsonl.xz", "x_terph_phrase_beam2.jsonl.xz"}
    assert len(letters) == 12
    with lzma.open(gold / "unit" / "synonyms.tsv.xz", "rt", encoding="utf-8") as lines:
        assert "heights\ttop\t1\n" in lines


@pytest.mark.parametrize("name", SYNTHETIC)
def test_synthetic_pairs(name: str, tables: Path) -> None:
    phrases = None if name == "synth_ter" else table_of(HERE / "pt.txt", tables)
    check_equal(Aligner(SYNTHETIC[name], phrases), sample(list(segments(HERE / f"{name}.jsonl.xz"))))


@pytest.mark.skipif(alignment.IMPLEMENTATION == "reference", reason="this is that run")
def test_the_definition_agrees_too() -> None:
    """The same tests with the plain aligner, on a sample of the segments, in a process of its own."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", __file__]
    environment = os.environ | {"PERPEND_ALIGNMENT": "reference"}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout[-2000:]
    assert " passed" in result.stdout
