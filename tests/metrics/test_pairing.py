import json
import logging
import lzma
from pathlib import Path

import pytest

from perpend.errors import InputError
from perpend.metrics.pairing import Group, pair_segments
from perpend.metrics.segments import Segment, SegmentFile, SegmentId
from perpend.metrics.terp_files.reading import read_segments


def trans(*pairs: tuple[str, str], path: str = "hyp") -> SegmentFile:
    return SegmentFile("trans", tuple(Segment(SegmentId.parse(name), text) for name, text in pairs), Path(path))


def plain(*texts: str, path: str) -> SegmentFile:
    segments = tuple(Segment(SegmentId.of_line(n), text) for n, text in enumerate(texts, 1))
    return SegmentFile("plain", segments, Path(path))


def shown(groups: list[Group]) -> list[tuple[str, str, str, tuple[str, ...]]]:
    return [(group.id.system, str(group.id), group.hyp, group.refs) for group in groups]


def test_lines_go_together() -> None:
    refs = [plain("r1", "r2", path="a"), plain("s1", "s2", path="b")]
    groups = pair_segments(plain("h1", "", path="hyp"), refs, plain("l1", "l2", path="len"))
    assert [(group.hyp, group.refs, group.lengths) for group in groups] == [
        ("h1", ("r1", "s1"), ("l1",)),
        ("", ("r2", "s2"), ("l2",)),
    ]


def test_unequal_numbers_of_lines() -> None:
    with pytest.raises(InputError, match=r"^hyp.txt has 3 lines, ref.txt has 4: they must be line-aligned$"):
        pair_segments(plain("", "", "", path="hyp.txt"), [plain("", "", "", "", path="ref.txt")])


def test_kinds_do_not_mix() -> None:
    with pytest.raises(InputError, match=r"^hyp is trans, ref.txt is plain: they must be of one kind$"):
        pair_segments(trans(("[d][1]", "x")), [plain("x", path="ref.txt")])
    with pytest.raises(InputError, match=r"^hyp has no references"):
        pair_segments(trans(("[d][1]", "x")), [])


def test_groups_are_in_the_order_of_names_then_systems() -> None:
    hyp = trans(("[b][s][d][2]", "b2"), ("[a][s][d][10]", "a10"), ("[a][s][d][2]", "a2"), ("[b][s][d][10]", "b10"))
    ref = trans(("[s][d][10]", "r10"), ("[s][d][2]", "r2"))
    assert shown(pair_segments(hyp, [ref])) == [
        ("a", "[a][s][d][2]", "a2", ("r2",)),
        ("b", "[b][s][d][2]", "b2", ("r2",)),
        ("a", "[a][s][d][10]", "a10", ("r10",)),
        ("b", "[b][s][d][10]", "b10", ("r10",)),
    ]


def test_references_are_ordered_by_name_then_as_they_come() -> None:
    hyp = trans(("[s][d][1]", "h"))
    first = trans(("[z][s][d][1]", "z"), ("[s][d][1]", "one"), ("[s][d][1]", "two"))
    second = trans(("[y][s][d][1]", "y"), ("[s][d][1]", "three"))
    (group,) = pair_segments(hyp, [first, second])
    assert group.refs == ("one", "two", "three", "y", "z")


def test_what_is_missing_is_empty(caplog: pytest.LogCaptureFixture) -> None:
    hyp = trans(("[a][s][d][1]", "a1"), ("[b][s][d][1]", "b1"), ("[b][s][d][3]", "b3"), ("[b][s][d][3]", "again"))
    ref = trans(("[s][d][1]", "r1"), ("[s][d][2]", "r2"))
    with caplog.at_level(logging.WARNING):
        groups = pair_segments(hyp, [ref])
    assert shown(groups) == [
        ("a", "[a][s][d][1]", "a1", ("r1",)),
        ("b", "[b][s][d][1]", "b1", ("r1",)),
        ("a", "[s][d][2]", "", ("r2",)),
        ("b", "[s][d][2]", "", ("r2",)),
        ("a", "[s][d][3]", "", ("",)),
        ("b", "[b][s][d][3]", "b3", ("",)),
    ]
    assert "hyp: no hypothesis for [s][d][2]; scored as an empty one" in caplog.messages
    assert "hyp: 2 hypotheses for [b][s][d][3]; only the first is scored" in caplog.messages
    assert "hyp: no reference for [b][s][d][3]; scored against an empty one" in caplog.messages
    kept = pair_segments(hyp, [ref], ignore_missing=True)
    assert [group.hyp for group in kept] == ["a1", "b1", "b3"]


def test_opaque_names_go_together_as_they_are() -> None:
    groups = pair_segments(trans(("17", "h")), [trans(("17", "r"), ("18", "s"))])
    assert shown(groups) == [("", "17", "h", ("r",)), ("", "18", "", ("s",))]


def test_a_name_counts_as_it_is_written() -> None:
    groups = pair_segments(trans(("[d][1]", "h")), [trans(("[d][01]", "r"))])
    assert shown(groups) == [("", "[d][01]", "", ("r",)), ("", "[d][1]", "h", ("r",))]


def test_the_pairs_of_the_gold_run(gold: Path) -> None:
    hyp, ref = (read_segments(gold / "inputs" / f"{side}.trans") for side in ("hyp", "ref"))
    groups = pair_segments(hyp, [ref])
    with lzma.open(gold / "c_ter.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    assert len(groups) == len(rows) == 1395
    assert [(str(group.id), group.hyp, *group.refs) for group in groups] == [
        (row["id"], row["hyp_raw"], row["ref_raw"]) for row in rows
    ]


def test_the_groups_of_the_gold_run_with_several_references(gold: Path) -> None:
    hyp, ref, length = (read_segments(gold / "inputs" / f"m{side}.trans") for side in ("hyp", "ref", "len"))
    groups = pair_segments(hyp, [ref], length)
    with lzma.open(gold / "m_terpa_multiref.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    assert [(str(group.id), group.hyp) for group in groups] == [(row["id"], row["hyp_raw"]) for row in rows]
    assert all(row["ref_raw"] in group.refs for group, row in zip(groups, rows, strict=True))
    assert {len(group.refs) for group in groups} == {1, 2, 3}
    assert all(group.lengths for group in groups)
