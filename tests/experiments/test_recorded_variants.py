"""The recorded run on variants: above every peer, calibrated, short lists; and where its pairs come from."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from experiments.variant_pairs import FOREIGN, foreign_list, read_judgments, read_source
from experiments.variants import OURS, PEERS, VARIANT_PARTS

ROOT = Path(__file__).resolve().parents[2]
RECORD: dict[str, Any] = json.loads((ROOT / "results" / "variants.json").read_text(encoding="utf-8"))


def figures(part: str, data: str) -> dict[str, dict[str, float]]:
    return {row["system"]: row["metrics"] for row in RECORD["rows"] if (row["part"], row["data"]) == (part, data)}


def test_every_part_has_rows() -> None:
    assert list(dict.fromkeys(row["part"] for row in RECORD["rows"])) == list(VARIANT_PARTS)


def test_in_folds_above_every_peer_and_calibrated() -> None:
    rows = figures("folds", "surnames")
    ours = rows.pop(OURS)
    assert set(rows) == set(PEERS)
    for metric in ("AUC", "Accuracy", "F-measure"):
        assert ours[metric] > max(peer[metric] for peer in rows.values())
    assert ours["calibration error"] <= 0.05


@pytest.mark.parametrize("source", ["surnames", *FOREIGN])
def test_on_a_source_that_was_not_learned_from_above_every_peer(source: str) -> None:
    rows = figures("foreign", source)
    ours = rows.pop(OURS)
    assert ours["AUC"] > max(peer["AUC"] for peer in rows.values())
    for metric in ours.keys() - {"AUC"}:
        assert ours[metric] > rows["Jaro-Winkler"][metric]


def test_a_list_can_be_reviewed_and_most_of_it_is_plausible() -> None:
    assert 0 < figures("list", "5,000 surnames")[OURS]["printed"] < 5_000
    with (ROOT / "results" / "variant-judgments.tsv").open(encoding="utf-8") as file:
        verdicts = [row["plausible"] for row in csv.DictReader(file, delimiter="\t")]
    assert len(verdicts) == 100
    assert verdicts.count("yes") >= 60


def test_judged_pairs_have_both_verdicts_and_weights() -> None:
    judged = read_judgments()
    assert len(judged) == 300
    assert {pair.same for pair in judged} == {True, False}
    assert all(pair.listed and pair.weight > 0 for pair in judged)


def test_pairs_of_a_foreign_name_are_variants_and_others_are_strangers(mirror: Path) -> None:
    pairs = read_source("arabic", mirror)
    known = {pair.words: pair.same for pair in pairs}
    assert known["mohamed", "muhammad"]
    assert {True, False} == set(known.values())
    words, variants = foreign_list("arabic", mirror)
    assert len(words) == 4_000
    assert {word for pair in variants for word in pair} <= set(words)
