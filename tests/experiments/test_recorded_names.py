"""The recorded run on names: the right data, every part, better than its peers, and charts that show it."""

import json
from pathlib import Path
from typing import Any

from experiments.name_data import is_annotated, name_data_signature, read_ecbplus
from experiments.names import NAME_PARTS
from experiments.surname_pairs import OURS

ROOT = Path(__file__).resolve().parents[2]
RECORD: dict[str, Any] = json.loads((ROOT / "results" / "names.json").read_text(encoding="utf-8"))


def rows_of(part: str) -> dict[str, dict[str, float]]:
    return {row["system"]: row["metrics"] for row in RECORD["rows"] if row["part"] == part}


def test_every_part_has_rows() -> None:
    assert list(dict.fromkeys(row["part"] for row in RECORD["rows"])) == list(NAME_PARTS)


def test_the_data_are_those_of_the_mirror(mirror: Path) -> None:
    assert f"data:{name_data_signature(mirror)}|" in RECORD["signature"]
    documents = read_ecbplus(mirror)
    chains = [str(mention.chain) for document in documents for mention in document.mentions or ()]
    assert (len(documents), len(chains), len(set(chains))) == (982, 2_990, 1_061)
    assert sum(map(is_annotated, chains)) == 2_990 - 833 - 45


def test_learned_pairs_beat_every_peer_of_surnames() -> None:
    rows = rows_of("surnames")
    ours = rows.pop(OURS)
    assert set(rows) == {"Jaro-Winkler", "edit distance (OSA)", "Soundex", "Double Metaphone"}
    for metric in ("AUC", "Accuracy", "F-measure"):
        assert ours[metric] > max(peer[metric] for peer in rows.values())


def test_chains_beat_equal_strings() -> None:
    rows = rows_of("chains")
    for part in ("annotated", "all"):
        for metric in ("MUC F1", "B3 F1", "CEAFe F1", "CoNLL F1"):
            assert rows[f"Perpend, {part}"][metric] > rows[f"equal strings, {part}"][metric]


def test_thresholds_trade_recall_and_patterns_win_some_back() -> None:
    rows = rows_of("scrambled")
    for name in ("scrambled", "-ino", "-ino with patterns"):
        recalls = [rows[f"{name}, {threshold}%"]["Recall"] for threshold in (90, 92, 94, 96, 98)]
        assert recalls == sorted(recalls, reverse=True)
        assert min(rows[f"{name}, {threshold}%"]["Precision"] for threshold in (90, 98)) > 98
    assert all(run["patterns"] == [] for run in RECORD["scrambled"]["scrambled"])
    for threshold in (90, 98):
        assert rows[f"-ino with patterns, {threshold}%"]["Recall"] > rows[f"-ino, {threshold}%"]["Recall"]


def test_the_page_shows_the_charts() -> None:
    page = (ROOT / "docs" / "names.md").read_text(encoding="utf-8")
    for name in ("names-patterns.svg", "names-scrambled.svg"):
        assert f"(images/{name})" in page
        assert "<svg " in (ROOT / "docs" / "images" / name).read_text(encoding="utf-8")
