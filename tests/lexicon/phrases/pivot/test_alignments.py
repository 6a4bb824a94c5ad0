"""Reading alignments, with everything that can be wrong in them; joining two directions."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perpend.errors import FormatError
from perpend.lexicon.phrases.pivot.alignments import grow_diag_final_and, parse_links, read_alignments

LINKS = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=14)


def read(tmp_path: Path, text: str, lengths: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    path = tmp_path / "links"
    path.write_text(text, encoding="utf-8")
    return list(read_alignments(path, lengths))


def test_a_line_is_a_sentence_pair(tmp_path: Path) -> None:
    assert read(tmp_path, "0-0 1-2\n\n 2-1 \n", [(2, 3), (0, 4), (3, 2)]) == [[(0, 0), (1, 2)], [], [(2, 1)]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0-0\n0_1\n", "links:2: '0_1' is not a link"),
        ("0-0\n0-0-1\n", "links:2: '0-0-1' is not a link"),
        ("0-0\n-1-0\n", "links:2: '-1-0' is not a link"),
        ("0-0\n1\n", "links:2: '1' is not a link"),
        ("0-0\n0-1234567890\n", "links:2: '0-1234567890' is not a link"),
        ("0-0\n0-2\n", "links:2: the link 0-2 is out of range: the sentences have 2 and 2 words"),
        ("0-0\n2-0\n", "links:2: the link 2-0 is out of range"),
        ("0-0\n", "links: it ends after 1 lines, but the bitext goes on"),
        ("0-0\n0-0\n0-0\n", "links:3: the bitext has 2 lines only"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(tmp_path, text, [(2, 2), (2, 2)])
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="0123456789-x \t", max_size=30))
def test_any_line_is_links_or_an_error(line: str) -> None:
    words = line.split()
    if all(re.fullmatch("[0-9]{1,9}-[0-9]{1,9}", word) for word in words):
        assert parse_links(line) == [tuple(map(int, word.split("-"))) for word in words]
    else:
        with pytest.raises(ValueError, match="is not a link"):
            parse_links(line)


def test_growing_by_hand() -> None:
    # (1, 1) is beside (0, 0), brings in a new word of both sides; (0, 1) brings in none then.
    assert grow_diag_final_and({(0, 0), (1, 1)}, {(0, 0), (0, 1)}) == {(0, 0), (0, 1), (1, 1)}
    # (0, 1) is beside (0, 0) and comes first, so that (1, 1) still brings in word 1 of the source.
    assert grow_diag_final_and({(0, 0)}, {(0, 0), (0, 1), (1, 1)}) == {(0, 0), (0, 1), (1, 1)}
    # Far from all others: added at the end, as both of its words are free; (3, 0) has a word that is not.
    assert grow_diag_final_and({(0, 0), (3, 3)}, {(0, 0), (3, 0)}) == {(0, 0), (3, 3)}
    # No intersection to grow from: the first direction goes before the second.
    assert grow_diag_final_and({(0, 0)}, {(0, 5)}) == {(0, 0)}


@given(LINKS, LINKS)
def test_between_intersection_and_union(forward: set[tuple[int, int]], backward: set[tuple[int, int]]) -> None:
    links = grow_diag_final_and(forward, backward)
    assert forward & backward <= links <= forward | backward
    rows, columns = {i for i, _ in links}, {j for _, j in links}
    for i, j in (forward | backward) - links:
        assert i in rows or j in columns, "a link between two free words was left out"


@given(LINKS)
def test_two_equal_directions_are_the_alignment(links: set[tuple[int, int]]) -> None:
    assert grow_diag_final_and(links, links) == links
