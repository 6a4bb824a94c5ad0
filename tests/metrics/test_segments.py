import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.metrics.segments import SegmentId

part = st.text(st.characters(exclude_characters="[]()", exclude_categories=["Cs"]), min_size=1, max_size=6).filter(
    lambda text: text.strip("".join(map(chr, range(0x21)))) == text
)
number = st.integers(0, 10**6)
ids = st.builds(
    SegmentId,
    st.sampled_from(["", "a", "b"]),
    st.sampled_from(["", "s1", "s2"]),
    st.sampled_from(["", "d", "D", "\U0001f600", "\uffff"]),
    st.one_of(st.integers(0, 12).map(str), st.sampled_from(["", "x", "1a", "007"])),
    st.sampled_from(["", "1", "2", "10"]),
    st.sampled_from(["", "r", "q"]),
)


@given(part, part, part, number, st.integers(0, 5))
def test_names_with_all_parts(system: str, test_set: str, document: str, segment: int, zeros: int) -> None:
    raw = f"[{system}][{test_set}][{document}][{'0' * zeros}{segment}]:{'0' * zeros}7"
    parsed = SegmentId.parse(raw)
    assert parsed == SegmentId(test_set, system, document, str(segment), "7", raw)
    assert str(parsed) == raw
    assert SegmentId.parse(str(parsed)) == parsed


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("[set][doc][007]", SegmentId("set", "", "doc", "7", "", "[set][doc][007]")),
        ("[doc][000]", SegmentId("", "", "doc", "0", "", "[doc][000]")),
        ("[doc][1]:03", SegmentId("", "", "doc", "1", "3", "[doc][1]:03")),
        ("[ doc ][1]", SegmentId("", "", "doc", "1", "", "[ doc ][1]")),
    ],
)
def test_shorter_names(raw: str, expected: SegmentId) -> None:
    assert SegmentId.parse(raw) == expected


@pytest.mark.parametrize(
    "raw", ["17", "[doc]", "[doc][x]", "[a][b][c][d][1]", "[doc][1]:", "[doc][1] ", "[][1]", "[d][١]"]
)
def test_other_names_are_kept_whole(raw: str) -> None:
    assert SegmentId.parse(raw) == SegmentId(raw=raw)
    assert SegmentId.parse(raw).is_opaque


@given(ids, ids)
def test_order_is_total(first: SegmentId, second: SegmentId) -> None:
    assert (first < second) + (second < first) + (first.order == second.order) == 1


@given(st.lists(ids, max_size=8), st.randoms())
def test_sorting_does_not_depend_on_where_they_stood(names: list[SegmentId], chance: random.Random) -> None:
    shuffled = names[:]
    chance.shuffle(shuffled)
    assert [name.order for name in sorted(shuffled)] == [name.order for name in sorted(names)]


def test_order_of_parts() -> None:
    names = ["[b][d][1]", "[a][e][1]", "[a][d][10]", "[a][d][9]", "[a][d][9]:10", "[a][d][9]:9", "[z][a][d][1]"]
    in_order = sorted(map(SegmentId.parse, names))
    assert [name.raw for name in in_order] == [
        "[a][d][9]:9", "[a][d][9]:10", "[a][d][9]", "[a][d][10]", "[a][e][1]", "[z][a][d][1]", "[b][d][1]"
    ]  # fmt: skip


def test_strings_are_compared_by_their_utf16_units() -> None:
    beyond, below = SegmentId(document="\U0001f600"), SegmentId(document="\uffff")
    assert beyond < below


def test_names_of_marked_up_files() -> None:
    name = SegmentId.of_sgml("news", "sysA", "doc", "7")
    assert (str(name), name.segment, name.system) == ("[doc][0007]", "7", "sysA")
    assert str(SegmentId.of_sgml("", "", "doc", "x7")) == "[doc][x7]"
    assert str(SegmentId.of_sgml("", "", "doc", "12345")) == "[doc][12345]"
    assert str(name.plain()) == "[news][doc][7]"


def test_a_name_without_raw_is_put_together() -> None:
    assert str(SegmentId("set", "sys", "doc", "1", "2")) == "[set][sys][doc][1]:2"
